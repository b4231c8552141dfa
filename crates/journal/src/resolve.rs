//! Lets a person decide what becomes of an interrupted entry.

use std::fs;

use scenewright_model::{FileChange, FileState, RecoveryDirection, UnfinishedEdit};

use crate::disk::is_absent;
use crate::entry::ResolvedEdit;
use crate::error::{EntryAction, FoundState, IoAction, JournalError, RecordError};
use crate::inspect;
use crate::journal::{CommitOptions, Journal};
use crate::record::{EntryDirection, FileRecord, RecordHeader};
use crate::recover::replacements;
use crate::replace::{ReplaceError, replace_files};
use crate::resolved_file::resolve;
use crate::store::{EntryMark, PendingAction, StoredEntry};

/// The wanted content of each file; `None` for no file.
type Contents = Vec<Option<Vec<u8>>>;

impl Journal {
    /// Gives all files of an unfinished entry their content from after or from before it, whatever they
    /// contain now. Contents that are neither are kept in an entry of their own and can be restored.
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
            wanted: EntryAction::Recover,
            state: FoundState::Finished,
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

    /// Without conflicts: changes only the files that are still at the other end.
    fn write(
        &self,
        header: &RecordHeader,
        end: EntryDirection,
        wanted: Contents,
    ) -> Result<Vec<String>, JournalError> {
        let wanted = wanted.into_iter().map(Some).collect();
        let targets =
            replacements(header, self.inspect_files(header, end)?, wanted).unwrap_or_default();
        replace_files(&self.store.disk, &targets).map_err(|failed| match failed {
            ReplaceError::NothingChanged(refused) | ReplaceError::PartlyChanged(refused) => refused,
        })?;
        Ok(targets.into_iter().map(|target| target.path).collect())
    }

    /// As a commit of its own, which keeps the present contents.
    fn overwrite(
        &self,
        header: &RecordHeader,
        wanted: Contents,
    ) -> Result<(Vec<String>, Option<crate::JournalEntry>), JournalError> {
        let mut changes = Vec::new();
        for (file, after) in header.files.iter().zip(wanted) {
            let before = self.read_present(file)?;
            if before != after {
                changes.push(FileChange { path: file.real.clone(), before, after });
            }
        }
        let written = changes.iter().map(|change| change.path.clone()).collect();
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
            Err(source) => Err(JournalError::io_named(IoAction::Read, &file.path, source)),
        }
    }

    /// Reports whether the other direction is possible; closes the entry if neither is.
    fn report_lost_contents(
        &self,
        stored: &mut StoredEntry,
        header: &RecordHeader,
        end: EntryDirection,
        edit: UnfinishedEdit,
    ) -> Result<ResolvedEdit, JournalError> {
        if self.complete_contents(stored, header, end.reversed()).is_some() {
            let reason = RecordError::OtherDirectionOnly;
            return Err(JournalError::DamagedEntry { handle: stored.handle.clone(), reason });
        }
        let reason = RecordError::ContentsIncomplete.to_string();
        self.store.retire(stored, EntryMark::Bad, &reason)?;
        Ok(ResolvedEdit { edit, written: Vec::new(), kept: None, unreadable_reason: Some(reason) })
    }
}
