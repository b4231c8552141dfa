//! The folder of a journal: a file an entry, whose ending tells its state. A state changes by a
//! rename, so that it is always one or the other.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::time::{Duration, SystemTime};

use scenewright_model::EditAction;

use crate::digest::ContentDigest;
use crate::disk::{Disk, InheritedMetadata};
use crate::entry::UnreadableRecord;
use crate::record::{EntryDirection, RecordHeader};
use crate::refused::JournalError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryMark {
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

const ENDINGS: [(EntryMark, &str); 13] = [
    (EntryMark::New, "new"),
    (EntryMark::Intent, "intent"),
    (EntryMark::Done, "done"),
    (EntryMark::Undoing, "undoing"),
    (EntryMark::Undone, "undone"),
    (EntryMark::Redoing, "redoing"),
    (EntryMark::IntentCancelled, "intent-cancelled"),
    (EntryMark::UndoCancelled, "undo-cancelled"),
    (EntryMark::RedoCancelled, "redo-cancelled"),
    (EntryMark::Conflicted, "conflicted"),
    (EntryMark::UndoConflicted, "undo-conflicted"),
    (EntryMark::RedoConflicted, "redo-conflicted"),
    (EntryMark::Bad, "bad"),
];

/// What is under way: where to, what it ends as, and how it is given up.
pub(crate) struct PendingAction {
    pub(crate) direction: EntryDirection,
    pub(crate) end: EntryMark,
    pub(crate) cancelled: EntryMark,
    pub(crate) conflicted: EntryMark,
    pub(crate) action: EditAction,
}

impl EntryMark {
    pub(crate) fn pending(self) -> Option<PendingAction> {
        match self {
            EntryMark::Intent | EntryMark::Undoing | EntryMark::Redoing => self.interrupted(),
            _ => None,
        }
    }

    pub(crate) fn is_conflict(self) -> bool {
        matches!(
            self,
            EntryMark::Conflicted | EntryMark::UndoConflicted | EntryMark::RedoConflicted
        )
    }

    /// What is or was under way, in an entry that did not come to its end.
    pub(crate) fn interrupted(self) -> Option<PendingAction> {
        match self {
            EntryMark::Intent | EntryMark::Conflicted => Some(PendingAction {
                direction: EntryDirection::Forward,
                end: EntryMark::Done,
                cancelled: EntryMark::IntentCancelled,
                conflicted: EntryMark::Conflicted,
                action: EditAction::Edit,
            }),
            EntryMark::Undoing | EntryMark::UndoConflicted => Some(PendingAction {
                direction: EntryDirection::Back,
                end: EntryMark::Undone,
                cancelled: EntryMark::UndoCancelled,
                conflicted: EntryMark::UndoConflicted,
                action: EditAction::Undo,
            }),
            EntryMark::Redoing | EntryMark::RedoConflicted => Some(PendingAction {
                direction: EntryDirection::Forward,
                end: EntryMark::Done,
                cancelled: EntryMark::RedoCancelled,
                conflicted: EntryMark::RedoConflicted,
                action: EditAction::Redo,
            }),
            _ => None,
        }
    }

    fn extension(self) -> &'static str {
        ENDINGS.iter().find(|(mark, _)| *mark == self).map_or("bad", |(_, ending)| ending)
    }

    fn from_extension(ending: &str) -> Option<EntryMark> {
        ENDINGS.iter().find(|(_, known)| *known == ending).map(|(mark, _)| *mark)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct StoredEntry {
    number: u64,
    pub(crate) handle: String,
    pub(crate) mark: EntryMark,
}

impl StoredEntry {
    fn parse(name: &str) -> Option<StoredEntry> {
        let (handle, ending) = name.split_once('.')?;
        let number = handle.split_once('-')?.0.parse().ok()?;
        Some(StoredEntry {
            number,
            handle: handle.to_owned(),
            mark: EntryMark::from_extension(ending)?,
        })
    }
}

pub(crate) struct EntryStore {
    pub(crate) folder: PathBuf,
    pub(crate) disk: Disk,
}

impl EntryStore {
    /// The oldest first. Files that are not ours are passed over.
    pub(crate) fn list(&self) -> Result<Vec<StoredEntry>, JournalError> {
        let failed = |source| JournalError::io("list", &self.folder, source);
        let mut all = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(failed)? {
            all.extend(file.map_err(failed)?.file_name().to_str().and_then(StoredEntry::parse));
        }
        all.sort_by(|a, b| (a.number, &a.handle).cmp(&(b.number, &b.handle)));
        Ok(all)
    }

    pub(crate) fn path(&self, stored: &StoredEntry) -> PathBuf {
        self.folder.join(format!("{}.{}", stored.handle, stored.mark.extension()))
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
    fn sidecar_paths(&self, handle: &str) -> [PathBuf; 4] {
        let turns = self.turns_path(handle);
        let new = turns.with_extension("turns-new");
        [self.note_path(handle), self.base_path(handle), turns, new]
    }

    /// The full contents from before an entry, while it is under way.
    pub(crate) fn save_base(&self, handle: &str, contents: &[&[u8]]) -> Result<(), JournalError> {
        let path = self.base_path(handle);
        let created = self.disk.clear(&path);
        created
            .and_then(|()| self.disk.create(&path, contents, &InheritedMetadata::Nothing))
            .map_err(|source| JournalError::io("write", &path, source))
    }

    /// It is not needed any longer. If it cannot go now, the next writer tries again.
    pub(crate) fn drop_base(&self, handle: &str) {
        if let Err(error) = self.disk.clear(&self.base_path(handle)) {
            tracing::debug!(entry = handle, %error, "full contents stay for now");
        }
    }

    /// Full contents that a writer who died had no time to remove.
    pub(crate) fn drop_stray_bases(&self, all: &[StoredEntry]) {
        let Ok(files) = fs::read_dir(&self.folder) else { return };
        for file in files.flatten() {
            let name = file.file_name();
            let Some(handle) = name.to_str().and_then(|name| name.strip_suffix(".base")) else {
                continue;
            };
            let is_needed = |stored: &StoredEntry| {
                stored.handle == handle && stored.mark.interrupted().is_some()
            };
            if !all.iter().any(is_needed) {
                self.drop_base(handle);
            }
        }
    }

    /// The number gives the order; the rest keeps handles of a journal that was thrown away from
    /// naming an entry of the next.
    pub(crate) fn next_entry(&self) -> Result<StoredEntry, JournalError> {
        let number = self.list()?.last().map_or(1, |last| last.number.saturating_add(1));
        let seed = format!("{:?} {}", SystemTime::now(), process::id());
        let hash = ContentDigest::compute(seed.as_bytes()).hash;
        Ok(StoredEntry {
            number,
            handle: format!("{number:06}-{}", &hash[..8]),
            mark: EntryMark::New,
        })
    }

    /// Writes a record and makes it count. After an error there is none, unless that says otherwise.
    pub(crate) fn save(
        &self,
        stored: &mut StoredEntry,
        header: &RecordHeader,
        body: &[&[u8]],
    ) -> Result<(), JournalError> {
        let path = self.path(stored);
        let failed = |source| JournalError::io("write", &path, source);
        let head = header.encode().map_err(|error| failed(error.into()))?;
        let parts: Vec<&[u8]> = [&head[..]].into_iter().chain(body.iter().copied()).collect();
        let created = self.disk.create(&path, &parts, &InheritedMetadata::Nothing).map_err(failed);
        let saved =
            created.and_then(|()| self.mark(stored, EntryMark::Intent)).and_then(|()| self.sync());
        saved.map_err(|refused| {
            let cleared = self.disk.clear(&path).and_then(|()| self.disk.clear(&self.path(stored)));
            if cleared.is_ok() { refused } else { unfinished_error(stored, &refused) }
        })
    }

    pub(crate) fn mark(
        &self,
        stored: &mut StoredEntry,
        mark: EntryMark,
    ) -> Result<(), JournalError> {
        let from = self.path(stored);
        let next = StoredEntry { mark, ..stored.clone() };
        self.disk
            .rename(&from, &self.path(&next))
            .map_err(|source| JournalError::io("rename", &from, source))?;
        *stored = next;
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), JournalError> {
        self.disk
            .sync_folder(&self.folder)
            .map_err(|source| JournalError::io("sync", &self.folder, source))
    }

    pub(crate) fn remove(&self, stored: &StoredEntry) -> Result<(), JournalError> {
        for path in [self.path(stored)].into_iter().chain(self.sidecar_paths(&stored.handle)) {
            self.disk.clear(&path).map_err(|source| JournalError::io("remove", &path, source))?;
        }
        Ok(())
    }

    /// Takes an entry out of the way for good, and says why.
    pub(crate) fn retire(
        &self,
        stored: &mut StoredEntry,
        mark: EntryMark,
        reason: &str,
    ) -> Result<(), JournalError> {
        tracing::warn!(
            entry = stored.handle,
            reason,
            "an entry of the journal is {}",
            mark.extension()
        );
        let note = self.note_path(&stored.handle);
        let create =
            |()| self.disk.create(&note, &[reason.as_bytes()], &InheritedMetadata::Nothing);
        // Without its note, on a full disk for instance, an entry is still out of the way.
        let noted = self.disk.clear(&note).and_then(create);
        self.mark(stored, mark)?;
        noted.map_err(|source| JournalError::io("write", &note, source))
    }

    pub(crate) fn reason(&self, handle: &str) -> String {
        fs::read_to_string(self.note_path(handle)).unwrap_or_else(|_| "it is not known".to_owned())
    }

    pub(crate) fn unreadable_records(&self) -> Result<Vec<UnreadableRecord>, JournalError> {
        let bad = self.list()?.into_iter().filter(|stored| stored.mark == EntryMark::Bad);
        Ok(bad
            .map(|bad| UnreadableRecord { reason: self.reason(&bad.handle), handle: bad.handle })
            .collect())
    }

    /// Forgets what is too old, and of the rest the oldest until they have room. The newest always
    /// stays: it can be undone. So does what is not settled.
    pub(crate) fn prune(&self, bytes: u64, age: Duration) -> Result<(), JournalError> {
        let all = self.list()?;
        let mut room = bytes;
        let fits = |(at, stored): &(usize, &StoredEntry)| {
            let rest = room.checked_sub(self.size(stored));
            room = rest.unwrap_or_default();
            *at == 0 || (rest.is_some() && !self.is_older(stored, age))
        };
        let kept = all.iter().rev().enumerate().take_while(fits).count();
        // The oldest first: killed in the middle, there is still no gap.
        let old = all[..all.len() - kept].iter();
        old.filter(|old| old.mark.interrupted().is_none()).try_for_each(|old| self.remove(old))
    }

    fn size(&self, stored: &StoredEntry) -> u64 {
        let paths = [self.path(stored)].into_iter().chain(self.sidecar_paths(&stored.handle));
        paths.map(|path| fs::metadata(path).map_or(0, |metadata| metadata.len())).sum()
    }

    /// A record is written once; a rename leaves its time as it is.
    fn is_older(&self, stored: &StoredEntry, age: Duration) -> bool {
        let time = fs::metadata(self.path(stored)).and_then(|metadata| metadata.modified());
        time.is_ok_and(|time| time.elapsed().is_ok_and(|since| since > age))
    }
}

pub(crate) fn unfinished_error(stored: &StoredEntry, reason: &JournalError) -> JournalError {
    JournalError::Unfinished { handle: stored.handle.clone(), reason: reason.to_string() }
}
