//! The folder of a journal: one file per entry, whose extension is its state. A state changes by a
//! rename, so it is always one or the other.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::time::{Duration, SystemTime};

use scenewright_model::EditAction;

use crate::digest::ContentDigest;
use crate::disk::{Disk, InheritedMetadata};
use crate::entry::UnreadableRecord;
use crate::error::{IoAction, JournalError};
use crate::record::{EntryDirection, RecordHeader};

/// The state of an entry, which is the extension of its file: never rename a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum EntryMark {
    /// The record is still being written; no file has changed.
    New,
    Intent,
    Done,
    Undoing,
    Undone,
    Redoing,
    /// Abandoned before any file was changed; its temporary files may still exist.
    IntentCancelled,
    UndoCancelled,
    RedoCancelled,
    /// Interrupted, and a file has changed since: a commit, an undo, a redo.
    Conflicted,
    UndoConflicted,
    RedoConflicted,
    Bad,
}

/// An action in progress: its direction, and the marks that it can end with.
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

    /// The action that is or was in progress, in an entry that is not finished.
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
        self.into()
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
        Some(StoredEntry { number, handle: handle.to_owned(), mark: ending.parse().ok()? })
    }
}

pub(crate) struct EntryStore {
    pub(crate) folder: PathBuf,
    pub(crate) disk: Disk,
}

impl EntryStore {
    /// The oldest first. Other files are ignored.
    pub(crate) fn list(&self) -> Result<Vec<StoredEntry>, JournalError> {
        let failed = |source| JournalError::io(IoAction::List, &self.folder, source);
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

    /// The files of an entry in addition to its record.
    fn sidecar_paths(&self, handle: &str) -> [PathBuf; 4] {
        let turns = self.turns_path(handle);
        let new = turns.with_extension("turns-new");
        [self.note_path(handle), self.base_path(handle), turns, new]
    }

    /// The full contents from before an entry, kept while it is in progress.
    pub(crate) fn save_base(&self, handle: &str, contents: &[&[u8]]) -> Result<(), JournalError> {
        let path = self.base_path(handle);
        let created = self.disk.clear(&path);
        created
            .and_then(|()| self.disk.create(&path, contents, &InheritedMetadata::Nothing))
            .map_err(|source| JournalError::io(IoAction::Write, &path, source))
    }

    /// The base is no longer needed. If it cannot be removed now, the next writer tries again.
    pub(crate) fn drop_base(&self, handle: &str) {
        if let Err(error) = self.disk.clear(&self.base_path(handle)) {
            tracing::debug!(entry = handle, %error, "the base of an entry could not be removed yet");
        }
    }

    /// Removes bases that a killed writer left.
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

    /// The number gives the order. The rest makes handles unique, so that a handle of a deleted journal
    /// never names an entry of its successor.
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

    /// Writes a record and marks it as intended. After an error there is no record, unless the error is
    /// `Unfinished`.
    pub(crate) fn save(
        &self,
        stored: &mut StoredEntry,
        header: &RecordHeader,
        body: &[&[u8]],
    ) -> Result<(), JournalError> {
        let path = self.path(stored);
        let failed = |source| JournalError::io(IoAction::Write, &path, source);
        let head = header.encode().map_err(|error| failed(error.into()))?;
        let parts: Vec<&[u8]> = [&head[..]].into_iter().chain(body.iter().copied()).collect();
        let created = self.disk.create(&path, &parts, &InheritedMetadata::Nothing).map_err(failed);
        let saved =
            created.and_then(|()| self.mark(stored, EntryMark::Intent)).and_then(|()| self.sync());
        saved.map_err(|refused| {
            let cleared = self.disk.clear(&path).and_then(|()| self.disk.clear(&self.path(stored)));
            if cleared.is_ok() { refused } else { unfinished_error(stored, refused) }
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
            .map_err(|source| JournalError::io(IoAction::Rename, &from, source))?;
        *stored = next;
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), JournalError> {
        self.disk
            .sync_folder(&self.folder)
            .map_err(|source| JournalError::io(IoAction::Sync, &self.folder, source))
    }

    pub(crate) fn remove(&self, stored: &StoredEntry) -> Result<(), JournalError> {
        for path in [self.path(stored)].into_iter().chain(self.sidecar_paths(&stored.handle)) {
            self.disk
                .clear(&path)
                .map_err(|source| JournalError::io(IoAction::Remove, &path, source))?;
        }
        Ok(())
    }

    /// Closes an entry for good and records the reason.
    pub(crate) fn retire(
        &self,
        stored: &mut StoredEntry,
        mark: EntryMark,
        reason: &str,
    ) -> Result<(), JournalError> {
        tracing::warn!(
            entry = stored.handle,
            reason,
            "a journal entry is now {}",
            mark.extension()
        );
        let note = self.note_path(&stored.handle);
        let create =
            |()| self.disk.create(&note, &[reason.as_bytes()], &InheritedMetadata::Nothing);
        // The entry is closed even if the note cannot be written, on a full disk for instance.
        let noted = self.disk.clear(&note).and_then(create);
        self.mark(stored, mark)?;
        noted.map_err(|source| JournalError::io(IoAction::Write, &note, source))
    }

    pub(crate) fn reason(&self, handle: &str) -> String {
        fs::read_to_string(self.note_path(handle))
            .unwrap_or_else(|_| "the reason is unknown".to_owned())
    }

    pub(crate) fn unreadable_records(&self) -> Result<Vec<UnreadableRecord>, JournalError> {
        let bad = self.list()?.into_iter().filter(|stored| stored.mark == EntryMark::Bad);
        Ok(bad
            .map(|bad| UnreadableRecord { reason: self.reason(&bad.handle), handle: bad.handle })
            .collect())
    }

    /// Removes entries that are too old, and then the oldest until the rest fits. The newest entry always
    /// stays, as it can be undone, and so do unfinished ones.
    pub(crate) fn prune(&self, bytes: u64, age: Duration) -> Result<(), JournalError> {
        let all = self.list()?;
        let mut room = bytes;
        let fits = |(at, stored): &(usize, &StoredEntry)| {
            let rest = room.checked_sub(self.size(stored));
            room = rest.unwrap_or_default();
            *at == 0 || (rest.is_some() && !self.is_older(stored, age))
        };
        let kept = all.iter().rev().enumerate().take_while(fits).count();
        // The oldest first, so that a kill leaves no gap.
        let old = all[..all.len() - kept].iter();
        old.filter(|old| old.mark.interrupted().is_none()).try_for_each(|old| self.remove(old))
    }

    fn size(&self, stored: &StoredEntry) -> u64 {
        let paths = [self.path(stored)].into_iter().chain(self.sidecar_paths(&stored.handle));
        paths.map(|path| fs::metadata(path).map_or(0, |metadata| metadata.len())).sum()
    }

    /// A record is written once, and a rename keeps its time.
    fn is_older(&self, stored: &StoredEntry, age: Duration) -> bool {
        let time = fs::metadata(self.path(stored)).and_then(|metadata| metadata.modified());
        time.is_ok_and(|time| time.elapsed().is_ok_and(|since| since > age))
    }
}

pub(crate) fn unfinished_error(stored: &StoredEntry, reason: JournalError) -> JournalError {
    JournalError::Unfinished { handle: stored.handle.clone(), reason: Box::new(reason) }
}
