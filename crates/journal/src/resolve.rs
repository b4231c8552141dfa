//! A person decides what becomes of an entry that was cut short.

use std::fs;

use scenewright_model::{FileChange, FileState, ProjectPath, RecoveryDirection, UnfinishedEdit};

use crate::disk::is_absent;
use crate::entry::ResolvedEdit;
use crate::inspect;
use crate::journal::{CommitOptions, Journal};
use crate::place::resolve;
use crate::record::{EntryDirection, FileRecord, RecordHeader};
use crate::recover::replacements;
use crate::refused::JournalError;
use crate::store::{EntryMark, PendingAction, StoredEntry};
use crate::switch::{SwitchError, switch};

/// The wanted content of each file; `None` for no file.
type Contents = Vec<Option<Vec<u8>>>;

impl Journal {
    /// Gives all files of an unfinished entry their content from after or from before it, whatever they
    /// have now. What a file has that is neither becomes an entry of its own, and can be had again.
    pub fn resolve(
        &self,
        handle: &str,
        to: RecoveryDirection,
    ) -> Result<ResolvedEdit, JournalError> {
        let _lock = self.lock()?;
        let (mut stored, underway, header) = self.find_unfinished(handle)?;
        let found = inspect::describe_unfinished(&self.root, &header, &underway);
        self.remove_temporary_files(&header)?;
        let end = match to {
            RecoveryDirection::Forward => underway.direction,
            RecoveryDirection::Back => underway.direction.reversed(),
        };
        let Some(wanted) = self.complete_contents(&stored, &header, end) else {
            return self.report_lost_contents(&mut stored, &header, end, found);
        };
        let is_clear = |file: &FileState| matches!(file, FileState::Old | FileState::New);
        let (written, kept) = match found.files.iter().all(|file| is_clear(&file.state)) {
            true => (self.write(&header, end, wanted)?, None),
            false => self.overwrite(&header, wanted)?,
        };
        match to {
            RecoveryDirection::Forward => self.finish(&mut stored, &header, &underway)?,
            RecoveryDirection::Back => self.cancel(&mut stored, &underway)?,
        }
        Ok(ResolvedEdit { edit: found, written, kept, unreadable_reason: None })
    }

    fn find_unfinished(
        &self,
        handle: &str,
    ) -> Result<(StoredEntry, PendingAction, RecordHeader), JournalError> {
        let unknown = || JournalError::UnknownEntry { handle: handle.to_owned() };
        let mut all = self.store.list()?.into_iter();
        let stored = all.find(|stored| stored.handle == handle).ok_or_else(unknown)?;
        let underway = stored.mark.interrupted().ok_or_else(|| JournalError::WrongState {
            handle: handle.to_owned(),
            wanted: "recovered",
            state: "finished".to_owned(),
        })?;
        let header = RecordHeader::read(&self.store.path(&stored), &stored.handle)
            .map_err(|reason| JournalError::DamagedEntry { handle: handle.to_owned(), reason })?;
        Ok((stored, underway, header))
    }

    fn complete_contents(
        &self,
        stored: &StoredEntry,
        header: &RecordHeader,
        end: EntryDirection,
    ) -> Option<Contents> {
        self.contents(stored, header, end).into_iter().collect()
    }

    /// Without conflicts: only files that are at the other end change.
    fn write(
        &self,
        header: &RecordHeader,
        end: EntryDirection,
        wanted: Contents,
    ) -> Result<Vec<String>, JournalError> {
        let wanted = wanted.into_iter().map(Some).collect();
        let targets =
            replacements(header, self.inspect_files(header, end)?, wanted).unwrap_or_default();
        switch(&self.store.disk, &targets).map_err(|failed| match failed {
            SwitchError::NothingChanged(refused) | SwitchError::PartlyChanged(refused) => refused,
        })?;
        Ok(targets.into_iter().map(|target| target.path).collect())
    }

    /// As a commit of its own, which keeps what the files have now.
    fn overwrite(
        &self,
        header: &RecordHeader,
        wanted: Contents,
    ) -> Result<(Vec<String>, Option<crate::JournalEntry>), JournalError> {
        let mut changes = Vec::new();
        for (file, after) in header.files.iter().zip(wanted) {
            let before = self.read_present(file)?;
            if before != after {
                changes.push(FileChange {
                    path: ProjectPath::from_relative(file.real.clone()),
                    before,
                    after,
                });
            }
        }
        let written = changes.iter().map(|change| change.path.to_string()).collect();
        if changes.is_empty() {
            return Ok((written, None));
        }
        let label = format!("Recover: {}", header.label);
        let entry = self.commit_locked(&changes, &label, &CommitOptions::default())?;
        Ok((written, Some(entry)))
    }

    fn read_present(&self, file: &FileRecord) -> Result<Option<Vec<u8>>, JournalError> {
        let real = resolve(&self.root, &file.real)?.real;
        match fs::read(&real) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(source) => Err(JournalError::Io { what: format!("read {}", file.path), source }),
        }
    }

    /// If the other way can be gone, that is said; if none can, the entry is closed.
    fn report_lost_contents(
        &self,
        stored: &mut StoredEntry,
        header: &RecordHeader,
        end: EntryDirection,
        edit: UnfinishedEdit,
    ) -> Result<ResolvedEdit, JournalError> {
        let reason = "its record is damaged, and not all of its contents can be had".to_owned();
        if self.complete_contents(stored, header, end.reversed()).is_some() {
            let reason = format!("{reason}; the other direction is possible");
            return Err(JournalError::DamagedEntry { handle: stored.handle.clone(), reason });
        }
        self.store.retire(stored, EntryMark::Bad, &reason)?;
        Ok(ResolvedEdit { edit, written: Vec::new(), kept: None, unreadable_reason: Some(reason) })
    }
}
