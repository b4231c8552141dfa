//! Looks into a journal and writes nothing: no folder, no lock file, no mark.

use std::fs;
use std::path::{Path, PathBuf};

use scenewright_model::{FileState, RecoveryPlan, UnfinishedEdit, UnfinishedFile};

use crate::disk::Disk;
use crate::entry::{Entry, State};
use crate::folder;
use crate::lock::Lock;
use crate::record::Header;
use crate::recover::{Now, look};
use crate::refused::{Refused, Version, utc};
use crate::store::{Mark, Store, Stored, Underway};
use crate::turns::Turns;

/// The journal of a project, for those who only read.
pub struct Inspection {
    root: PathBuf,
    store: Store,
    lock: PathBuf,
}

impl Inspection {
    /// `None` if nothing was ever written to the project.
    pub fn of(data: &Path, root: &Path) -> Option<Inspection> {
        let root = fs::canonicalize(root).ok()?;
        let folder = folder::find(data, &root)?;
        let store = Store { folder: folder.join("entries"), disk: Disk::default() };
        Some(Inspection { root, store, lock: folder.join("lock") })
    }

    /// Where the journal is kept.
    pub fn folder(&self) -> &Path {
        self.lock.parent().unwrap_or(&self.lock)
    }

    /// The oldest first.
    pub fn history(&self) -> Result<Vec<Entry>, Refused> {
        let (all, is_idle) = self.list_at_rest()?;
        let all = all.into_iter().filter(|stored| is_idle || stored.mark != Mark::Intent);
        Ok(all.filter_map(|stored| entry(&self.store, &stored).ok().flatten()).collect())
    }

    /// Whether something was cut short. Nobody is waited for: who holds the lock is alive, and has dealt
    /// with what there was.
    pub fn is_interrupted(&self) -> Result<bool, Refused> {
        if !self.is_unsettled()? {
            return Ok(false);
        }
        let (all, is_idle) = self.list_at_rest()?;
        Ok(is_idle && all.iter().any(|stored| stored.mark.interrupted().is_some()))
    }

    /// All entries, and whether nobody was writing. A writer that is alive is not waited for, nor kept
    /// waiting: what it does is not unfinished, and what there was before it has dealt with.
    fn list_at_rest(&self) -> Result<(Vec<Stored>, bool), Refused> {
        let lock = Lock::share(&self.lock);
        Ok((self.list()?, lock.is_some()))
    }

    fn is_unsettled(&self) -> Result<bool, Refused> {
        Ok(self.list()?.iter().any(|stored| stored.mark.interrupted().is_some()))
    }

    /// What was cut short, the oldest first.
    pub fn unfinished(&self) -> Result<Vec<UnfinishedEdit>, Refused> {
        if !self.is_unsettled()? {
            return Ok(Vec::new());
        }
        let (all, is_idle) = self.list_at_rest()?;
        let all = all.into_iter().filter(|stored| is_idle || stored.mark.is_conflict());
        let one = |stored: Stored| {
            let underway = stored.mark.interrupted()?;
            let header = Header::read(&self.store.path(&stored), &stored.handle).ok()?;
            Some(unfinished(&self.root, &header, &underway))
        };
        Ok(all.filter_map(one).collect())
    }

    /// A journal without a folder of entries was never used.
    fn list(&self) -> Result<Vec<Stored>, Refused> {
        if self.store.folder.exists() { self.store.list() } else { Ok(Vec::new()) }
    }
}

/// What an entry tells; `None` for one of which nothing has happened.
pub(crate) fn entry(store: &Store, stored: &Stored) -> Result<Option<Entry>, String> {
    let state = match (stored.mark.interrupted(), stored.mark) {
        (Some(underway), mark) if mark.is_conflict() => {
            State::Conflicted { action: underway.action, reason: store.reason(&stored.handle) }
        }
        (Some(underway), _) => State::Unfinished { action: underway.action },
        (None, Mark::Done | Mark::UndoCancelled) => State::Done,
        (None, Mark::Undone | Mark::RedoCancelled) => State::Undone,
        (None, _) => return Ok(None),
    };
    let header = Header::read(&store.path(stored), &stored.handle)?;
    let undone = (state == State::Undone).then(|| Turns::of(store, stored).undone()).flatten();
    Ok(Some(Entry { undone, ..header.entry(state) }))
}

pub(crate) fn unfinished(root: &Path, header: &Header, underway: &Underway) -> UnfinishedEdit {
    let files: Vec<UnfinishedFile> = header
        .files
        .iter()
        .map(|file| {
            let has = match look(root, file, underway.direction).map(|look| look.now) {
                Ok(Now::From(_)) => FileState::Old,
                Ok(Now::To) => FileState::New,
                Ok(Now::Neither(found)) => FileState::Other {
                    size: found.as_ref().map(|found| found.size),
                    time: found.and_then(|found| found.time),
                },
                Err(refused) => FileState::Unreadable { reason: refused.to_string() },
            };
            UnfinishedFile { path: file.path.clone(), has }
        })
        .collect();
    let Entry { handle, label, time, .. } = header.entry(State::Done);
    UnfinishedEdit { handle, label, time, action: underway.action, plan: plan(&files), files }
}

fn plan(files: &[UnfinishedFile]) -> RecoveryPlan {
    let all = |state: &FileState| files.iter().all(|file| file.has == *state);
    let is_known = |file: &UnfinishedFile| matches!(file.has, FileState::Old | FileState::New);
    match files.iter().all(is_known) {
        false => RecoveryPlan::Conflict,
        true if all(&FileState::Old) => RecoveryPlan::Discard,
        true if all(&FileState::New) => RecoveryPlan::Complete,
        true => RecoveryPlan::TakeBack,
    }
}

/// Why an entry is a conflict, with all versions of the first file that makes it one.
pub(crate) fn reason(header: &Header, found: &UnfinishedEdit) -> String {
    let files = header.files.iter().zip(&found.files);
    let told = files.filter_map(|(file, found)| match &found.has {
        FileState::Old | FileState::New => None,
        FileState::Unreadable { reason } => Some(reason.clone()),
        FileState::Other { size, time } => {
            let known = |digest: &Option<_>| match digest.clone() {
                Some(digest) => Version::new(digest, None).to_string(),
                None => "no file".to_owned(),
            };
            let (before, after) = (known(&file.before), known(&file.after));
            let time = time.map_or_else(String::new, |time| format!(" of {}", utc(time)));
            let found = size.map_or("no file".to_owned(), |size| format!("{size} bytes{time}"));
            let path = &file.path;
            Some(format!(
                "{path} has changed: expected {before}, found {found}; it was to become {after}"
            ))
        }
    });
    told.collect::<Vec<_>>().join("; ")
}
