//! Inspects a journal without opening it.
//!
//! Invariant: readers write nothing, not even a lock file; the same holds for `orphaned_edits`.

use std::path::{Path, PathBuf};

use scenewright_model::{FileState, RecoveryPlan, UnfinishedEdit, UnfinishedFile};

use crate::disk::Disk;
use crate::entry::{EntryState, JournalEntry};
use crate::error::{FileRevision, JournalError, RecordError, format_utc};
use crate::folder;
use crate::lock::FileLock;
use crate::native::canonicalize;
use crate::record::RecordHeader;
use crate::recover::{FileContent, inspect_file};
use crate::store::{EntryMark, EntryStore, PendingAction, StoredEntry};
use crate::undo_log::UndoLog;

/// The journal of a project, for readers.
pub struct JournalInspection {
    root: PathBuf,
    store: EntryStore,
    lock: PathBuf,
}

impl JournalInspection {
    /// `None` if nothing was ever written to the project.
    pub fn open(data: &Path, root: &Path) -> Option<JournalInspection> {
        let root = canonicalize(root).ok()?;
        let folder = folder::find(data, &root)?;
        let store = EntryStore { folder: folder.join("entries"), disk: Disk::default() };
        Some(JournalInspection { root, store, lock: folder.join("lock") })
    }

    /// Where the journal is kept.
    pub fn folder(&self) -> &Path {
        self.lock.parent().unwrap_or(&self.lock)
    }

    /// The oldest first.
    pub fn history(&self) -> Result<Vec<JournalEntry>, JournalError> {
        let (all, is_idle) = self.list_at_rest()?;
        let all = all.into_iter().filter(|stored| is_idle || stored.mark != EntryMark::Intent);
        Ok(all.filter_map(|stored| read_entry(&self.store, &stored).ok().flatten()).collect())
    }

    /// Whether an entry was interrupted. Does not wait: a process that holds the lock is alive, and has
    /// recovered what there was.
    pub fn is_interrupted(&self) -> Result<bool, JournalError> {
        if !self.is_unsettled()? {
            return Ok(false);
        }
        let (all, is_idle) = self.list_at_rest()?;
        Ok(is_idle && all.iter().any(|stored| stored.mark.interrupted().is_some()))
    }

    /// All entries, and whether no process was writing. Does not wait for a live writer, nor delay it: its
    /// entry is not unfinished, and it has recovered earlier ones.
    fn list_at_rest(&self) -> Result<(Vec<StoredEntry>, bool), JournalError> {
        let lock = FileLock::try_shared(&self.lock);
        Ok((self.list()?, lock.is_some()))
    }

    fn is_unsettled(&self) -> Result<bool, JournalError> {
        Ok(self.list()?.iter().any(|stored| stored.mark.interrupted().is_some()))
    }

    /// Interrupted entries, the oldest first.
    pub fn unfinished(&self) -> Result<Vec<UnfinishedEdit>, JournalError> {
        if !self.is_unsettled()? {
            return Ok(Vec::new());
        }
        let (all, is_idle) = self.list_at_rest()?;
        let all = all.into_iter().filter(|stored| is_idle || stored.mark.is_conflict());
        let one = |stored: StoredEntry| {
            let underway = stored.mark.interrupted()?;
            let header = RecordHeader::read(&self.store.path(&stored), &stored.handle).ok()?;
            Some(describe_unfinished(&self.root, &header, &underway))
        };
        Ok(all.filter_map(one).collect())
    }

    /// A journal without a folder of entries was never used.
    fn list(&self) -> Result<Vec<StoredEntry>, JournalError> {
        if self.store.folder.exists() { self.store.list() } else { Ok(Vec::new()) }
    }
}

/// `None` for an entry that has not changed anything.
pub(crate) fn read_entry(
    store: &EntryStore,
    stored: &StoredEntry,
) -> Result<Option<JournalEntry>, RecordError> {
    let state = match (stored.mark.interrupted(), stored.mark) {
        (Some(underway), mark) if mark.is_conflict() => {
            EntryState::Conflicted { action: underway.action, reason: store.reason(&stored.handle) }
        }
        (Some(underway), _) => EntryState::Unfinished { action: underway.action },
        (None, EntryMark::Done | EntryMark::UndoCancelled) => EntryState::Done,
        (None, EntryMark::Undone | EntryMark::RedoCancelled) => EntryState::Undone,
        (None, _) => return Ok(None),
    };
    let header = RecordHeader::read(&store.path(stored), &stored.handle)?;
    let undone =
        (state == EntryState::Undone).then(|| UndoLog::read(store, stored).undone_at()).flatten();
    Ok(Some(JournalEntry { undone, ..header.to_entry(state) }))
}

pub(crate) fn describe_unfinished(
    root: &Path,
    header: &RecordHeader,
    underway: &PendingAction,
) -> UnfinishedEdit {
    let files: Vec<UnfinishedFile> = header
        .files
        .iter()
        .map(|file| {
            let has = match inspect_file(root, file, underway.direction).map(|look| look.now) {
                Ok(FileContent::Source(_)) => FileState::Old,
                Ok(FileContent::Target) => FileState::New,
                Ok(FileContent::Other(found)) => FileState::Other {
                    size: found.as_ref().map(|found| found.size),
                    time: found.and_then(|found| found.time),
                },
                Err(refused) => FileState::Unreadable { reason: refused.to_string() },
            };
            UnfinishedFile { path: file.path.clone(), state: has }
        })
        .collect();
    let JournalEntry { handle, label, time, .. } = header.to_entry(EntryState::Done);
    UnfinishedEdit {
        handle,
        label,
        time,
        action: underway.action,
        plan: plan_recovery(&files),
        files,
    }
}

fn plan_recovery(files: &[UnfinishedFile]) -> RecoveryPlan {
    let all = |state: &FileState| files.iter().all(|file| file.state == *state);
    let is_known = |file: &UnfinishedFile| matches!(file.state, FileState::Old | FileState::New);
    match files.iter().all(is_known) {
        false => RecoveryPlan::Conflict,
        true if all(&FileState::Old) => RecoveryPlan::Discard,
        true if all(&FileState::New) => RecoveryPlan::Complete,
        true => RecoveryPlan::RollBack,
    }
}

/// Why an entry is a conflict, with all versions of the files that make it one.
pub(crate) fn conflict_reason(header: &RecordHeader, found: &UnfinishedEdit) -> String {
    let files = header.files.iter().zip(&found.files);
    let reasons = files.filter_map(|(file, found)| match &found.state {
        FileState::Old | FileState::New => None,
        FileState::Unreadable { reason } => Some(reason.clone()),
        FileState::Other { size, time } => {
            let known = |digest: &Option<_>| match digest.clone() {
                Some(digest) => FileRevision::from_digest(digest, None).to_string(),
                None => "no file".to_owned(),
            };
            let (before, after) = (known(&file.before), known(&file.after));
            let time = time.map_or_else(String::new, |time| format!(" of {}", format_utc(time)));
            let found = size.map_or("no file".to_owned(), |size| format!("{size} bytes{time}"));
            let path = &file.path;
            Some(format!(
                "{path} has changed: expected {before}, found {found}; it was to become {after}"
            ))
        }
    });
    reasons.collect::<Vec<_>>().join("; ")
}
