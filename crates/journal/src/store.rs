//! The folder of a journal: a file an entry, whose ending tells its state. A state changes by a
//! rename, so that it is always one or the other.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::time::{Duration, SystemTime};

use scenewright_model::EditAction;

use crate::digest::Digest;
use crate::disk::{Disk, Keep};
use crate::entry::SetAside;
use crate::record::{Direction, Header};
use crate::refused::Refused;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A record that is still being written. Nothing of it has happened.
    New,
    Intent,
    Done,
    Undoing,
    Undone,
    Redoing,
    /// Given up before any file was changed; what was made for it may still lie around.
    IntentCancelled,
    UndoCancelled,
    RedoCancelled,
    /// Cut short, with a file that has changed since: a commit, an undo, a redo.
    Conflicted,
    UndoConflicted,
    RedoConflicted,
    Bad,
}

const ENDINGS: [(Mark, &str); 13] = [
    (Mark::New, "new"),
    (Mark::Intent, "intent"),
    (Mark::Done, "done"),
    (Mark::Undoing, "undoing"),
    (Mark::Undone, "undone"),
    (Mark::Redoing, "redoing"),
    (Mark::IntentCancelled, "intent-cancelled"),
    (Mark::UndoCancelled, "undo-cancelled"),
    (Mark::RedoCancelled, "redo-cancelled"),
    (Mark::Conflicted, "conflicted"),
    (Mark::UndoConflicted, "undo-conflicted"),
    (Mark::RedoConflicted, "redo-conflicted"),
    (Mark::Bad, "bad"),
];

/// What is under way: where to, what it ends as, and how it is given up.
pub(crate) struct Underway {
    pub(crate) direction: Direction,
    pub(crate) end: Mark,
    pub(crate) cancelled: Mark,
    pub(crate) conflicted: Mark,
    pub(crate) action: EditAction,
}

impl Mark {
    pub(crate) fn underway(self) -> Option<Underway> {
        match self {
            Mark::Intent | Mark::Undoing | Mark::Redoing => self.interrupted(),
            _ => None,
        }
    }

    pub(crate) fn is_conflict(self) -> bool {
        matches!(self, Mark::Conflicted | Mark::UndoConflicted | Mark::RedoConflicted)
    }

    /// What is or was under way, in an entry that did not come to its end.
    pub(crate) fn interrupted(self) -> Option<Underway> {
        match self {
            Mark::Intent | Mark::Conflicted => Some(Underway {
                direction: Direction::Forward,
                end: Mark::Done,
                cancelled: Mark::IntentCancelled,
                conflicted: Mark::Conflicted,
                action: EditAction::Edit,
            }),
            Mark::Undoing | Mark::UndoConflicted => Some(Underway {
                direction: Direction::Back,
                end: Mark::Undone,
                cancelled: Mark::UndoCancelled,
                conflicted: Mark::UndoConflicted,
                action: EditAction::Undo,
            }),
            Mark::Redoing | Mark::RedoConflicted => Some(Underway {
                direction: Direction::Forward,
                end: Mark::Done,
                cancelled: Mark::RedoCancelled,
                conflicted: Mark::RedoConflicted,
                action: EditAction::Redo,
            }),
            _ => None,
        }
    }

    fn ending(self) -> &'static str {
        ENDINGS.iter().find(|(mark, _)| *mark == self).map_or("bad", |(_, ending)| ending)
    }

    fn of_ending(ending: &str) -> Option<Mark> {
        ENDINGS.iter().find(|(_, known)| *known == ending).map(|(mark, _)| *mark)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Stored {
    number: u64,
    pub(crate) handle: String,
    pub(crate) mark: Mark,
}

impl Stored {
    fn parse(name: &str) -> Option<Stored> {
        let (handle, ending) = name.split_once('.')?;
        let number = handle.split_once('-')?.0.parse().ok()?;
        Some(Stored { number, handle: handle.to_owned(), mark: Mark::of_ending(ending)? })
    }
}

pub(crate) struct Store {
    pub(crate) folder: PathBuf,
    pub(crate) disk: Disk,
}

impl Store {
    /// The oldest first. Files that are not ours are passed over.
    pub(crate) fn list(&self) -> Result<Vec<Stored>, Refused> {
        let failed = |source| Refused::io("list", &self.folder, source);
        let mut all = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(failed)? {
            all.extend(file.map_err(failed)?.file_name().to_str().and_then(Stored::parse));
        }
        all.sort_by(|a, b| (a.number, &a.handle).cmp(&(b.number, &b.handle)));
        Ok(all)
    }

    pub(crate) fn path(&self, stored: &Stored) -> PathBuf {
        self.folder.join(format!("{}.{}", stored.handle, stored.mark.ending()))
    }

    fn note_path(&self, handle: &str) -> PathBuf {
        self.folder.join(format!("{handle}.note"))
    }

    pub(crate) fn base_path(&self, handle: &str) -> PathBuf {
        self.folder.join(format!("{handle}.base"))
    }

    pub(crate) fn turns_path(&self, handle: &str) -> PathBuf {
        self.folder.join(format!("{handle}.turns"))
    }

    /// What belongs to an entry beside its record.
    fn beside(&self, handle: &str) -> [PathBuf; 4] {
        let turns = self.turns_path(handle);
        let new = turns.with_extension("turns-new");
        [self.note_path(handle), self.base_path(handle), turns, new]
    }

    /// The full contents from before an entry, while it is under way.
    pub(crate) fn save_base(&self, handle: &str, contents: &[&[u8]]) -> Result<(), Refused> {
        let path = self.base_path(handle);
        let created = self.disk.clear(&path);
        created
            .and_then(|()| self.disk.create(&path, contents, &Keep::Nothing))
            .map_err(|source| Refused::io("write", &path, source))
    }

    /// It is not needed any longer. If it cannot go now, the next writer tries again.
    pub(crate) fn drop_base(&self, handle: &str) {
        if let Err(error) = self.disk.clear(&self.base_path(handle)) {
            tracing::debug!(entry = handle, %error, "full contents stay for now");
        }
    }

    /// Full contents that a writer who died had no time to remove.
    pub(crate) fn drop_stray_bases(&self, all: &[Stored]) {
        let Ok(files) = fs::read_dir(&self.folder) else { return };
        for file in files.flatten() {
            let name = file.file_name();
            let Some(handle) = name.to_str().and_then(|name| name.strip_suffix(".base")) else {
                continue;
            };
            let is_needed =
                |stored: &Stored| stored.handle == handle && stored.mark.interrupted().is_some();
            if !all.iter().any(is_needed) {
                self.drop_base(handle);
            }
        }
    }

    /// The number gives the order; the rest keeps handles of a journal that was thrown away from
    /// naming an entry of the next.
    pub(crate) fn next(&self) -> Result<Stored, Refused> {
        let number = self.list()?.last().map_or(1, |last| last.number.saturating_add(1));
        let seed = format!("{:?} {}", SystemTime::now(), process::id());
        let hash = Digest::of(seed.as_bytes()).hash;
        Ok(Stored { number, handle: format!("{number:06}-{}", &hash[..8]), mark: Mark::New })
    }

    /// Writes a record and makes it count. After an error there is none, unless that says otherwise.
    pub(crate) fn save(
        &self,
        stored: &mut Stored,
        header: &Header,
        body: &[&[u8]],
    ) -> Result<(), Refused> {
        let path = self.path(stored);
        let failed = |source| Refused::io("write", &path, source);
        let head = header.encode().map_err(|error| failed(error.into()))?;
        let parts: Vec<&[u8]> = [&head[..]].into_iter().chain(body.iter().copied()).collect();
        let created = self.disk.create(&path, &parts, &Keep::Nothing).map_err(failed);
        let saved =
            created.and_then(|()| self.mark(stored, Mark::Intent)).and_then(|()| self.sync());
        saved.map_err(|refused| {
            let cleared = self.disk.clear(&path).and_then(|()| self.disk.clear(&self.path(stored)));
            if cleared.is_ok() { refused } else { unfinished(stored, &refused) }
        })
    }

    pub(crate) fn mark(&self, stored: &mut Stored, mark: Mark) -> Result<(), Refused> {
        let from = self.path(stored);
        let next = Stored { mark, ..stored.clone() };
        self.disk
            .rename(&from, &self.path(&next))
            .map_err(|source| Refused::io("rename", &from, source))?;
        *stored = next;
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), Refused> {
        self.disk
            .sync_folder(&self.folder)
            .map_err(|source| Refused::io("sync", &self.folder, source))
    }

    pub(crate) fn remove(&self, stored: &Stored) -> Result<(), Refused> {
        for path in [self.path(stored)].into_iter().chain(self.beside(&stored.handle)) {
            self.disk.clear(&path).map_err(|source| Refused::io("remove", &path, source))?;
        }
        Ok(())
    }

    /// Takes an entry out of the way for good, and says why.
    pub(crate) fn give_up(
        &self,
        stored: &mut Stored,
        mark: Mark,
        reason: &str,
    ) -> Result<(), Refused> {
        tracing::warn!(
            entry = stored.handle,
            reason,
            "an entry of the journal is {}",
            mark.ending()
        );
        let note = self.note_path(&stored.handle);
        let create = |()| self.disk.create(&note, &[reason.as_bytes()], &Keep::Nothing);
        // Without its note, on a full disk for instance, an entry is still out of the way.
        let noted = self.disk.clear(&note).and_then(create);
        self.mark(stored, mark)?;
        noted.map_err(|source| Refused::io("write", &note, source))
    }

    pub(crate) fn reason(&self, handle: &str) -> String {
        fs::read_to_string(self.note_path(handle)).unwrap_or_else(|_| "it is not known".to_owned())
    }

    pub(crate) fn set_aside(&self) -> Result<Vec<SetAside>, Refused> {
        let bad = self.list()?.into_iter().filter(|stored| stored.mark == Mark::Bad);
        Ok(bad
            .map(|bad| SetAside { reason: self.reason(&bad.handle), handle: bad.handle })
            .collect())
    }

    /// Forgets what is too old, and of the rest the oldest until they have room. The newest always
    /// stays: it can be undone. So does what is not settled.
    pub(crate) fn prune(&self, bytes: u64, age: Duration) -> Result<(), Refused> {
        let all = self.list()?;
        let mut room = bytes;
        let fits = |(at, stored): &(usize, &Stored)| {
            let rest = room.checked_sub(self.size(stored));
            room = rest.unwrap_or_default();
            *at == 0 || (rest.is_some() && !self.is_older(stored, age))
        };
        let kept = all.iter().rev().enumerate().take_while(fits).count();
        // The oldest first: killed in the middle, there is still no gap.
        let old = all[..all.len() - kept].iter();
        old.filter(|old| old.mark.interrupted().is_none()).try_for_each(|old| self.remove(old))
    }

    fn size(&self, stored: &Stored) -> u64 {
        let paths = [self.path(stored)].into_iter().chain(self.beside(&stored.handle));
        paths.map(|path| fs::metadata(path).map_or(0, |metadata| metadata.len())).sum()
    }

    /// A record is written once; a rename leaves its time as it is.
    fn is_older(&self, stored: &Stored, age: Duration) -> bool {
        let time = fs::metadata(self.path(stored)).and_then(|metadata| metadata.modified());
        time.is_ok_and(|time| time.elapsed().is_ok_and(|since| since > age))
    }
}

pub(crate) fn unfinished(stored: &Stored, reason: &Refused) -> Refused {
    Refused::Unfinished { handle: stored.handle.clone(), reason: reason.to_string() }
}
