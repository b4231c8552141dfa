//! Recovers interrupted entries. The holder of the lock knows that no other process is writing, so an entry
//! in progress was left by a process that died. It was never acknowledged, so it is reverted, unless all of
//! its files are already in place.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use scenewright_model::{Recovery, RecoveryOutcome, RecoveryPlan, UnfinishedEdit};

use crate::base;
use crate::digest::ContentDigest;
use crate::disk::{InheritedMetadata, is_absent};
use crate::error::{FileRevision, IoAction, JournalError, RecordError};
use crate::inspect;
use crate::journal::Journal;
use crate::record::{EntryDirection, EntryRecord, FileRecord, RecordHeader};
use crate::replace::{FileReplacement, InodeStamp, ReplaceError, replace_files, temporary_path};
use crate::resolved_file::{ResolvedFile, resolve};
use crate::store::{EntryMark, PendingAction, StoredEntry};

/// A file of an entry as it is now.
pub(crate) struct FileLook {
    pub(crate) place: ResolvedFile,
    pub(crate) seen: Option<InodeStamp>,
    pub(crate) keep: InheritedMetadata,
    pub(crate) now: FileContent,
}

pub(crate) enum FileContent {
    Source(Option<Vec<u8>>),
    Target,
    Other(Option<FileRevision>),
}

impl FileLook {
    /// The content, if the file has its source version; empty if there should be no file.
    fn source_content(&self) -> Option<&[u8]> {
        match &self.now {
            FileContent::Source(bytes) => Some(bytes.as_deref().unwrap_or_default()),
            FileContent::Target | FileContent::Other(_) => None,
        }
    }
}

pub(crate) fn inspect_file(
    root: &Path,
    file: &FileRecord,
    to: EntryDirection,
) -> Result<FileLook, JournalError> {
    let place = resolve(root, &file.real)?;
    let failed = |source| JournalError::io_named(IoAction::Read, &file.path, source);
    // Read before the content: a file that is saved meanwhile has another stamp later.
    let (metadata, bytes) = match fs::metadata(&place.real) {
        Ok(metadata) => (Some(metadata), Some(fs::read(&place.real).map_err(failed)?)),
        Err(error) if is_absent(&error) => (None, None),
        Err(error) => return Err(failed(error)),
    };
    let digest = bytes.as_deref().map(ContentDigest::compute);
    let now = if digest == *file.from(to) {
        FileContent::Source(bytes)
    } else if digest == *file.to(to) {
        FileContent::Target
    } else {
        let time = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
        FileContent::Other(digest.map(|digest| FileRevision::from_digest(digest, time)))
    };
    let seen = metadata.as_ref().map(InodeStamp::from_metadata);
    let keep = metadata.map_or_else(
        || file.mode.map_or(InheritedMetadata::Nothing, InheritedMetadata::Mode),
        |metadata| InheritedMetadata::from_file(metadata, &place.real),
    );
    Ok(FileLook { place, seen, keep, now })
}

/// Replacements for the files that still have their source version.
pub(crate) fn replacements_from_record(
    record: &EntryRecord,
    looks: Vec<FileLook>,
    to: EntryDirection,
) -> Result<Vec<FileReplacement<'static>>, RecordError> {
    let from: Vec<Option<&[u8]>> = looks.iter().map(FileLook::source_content).collect();
    let others = record.other_versions(to, &from).ok_or(RecordError::PiecesMismatch)?;
    let others = others.into_iter().map(Some).collect();
    replacements(&record.header, looks, others).ok_or(RecordError::ContentsLost)
}

/// The same with the wanted contents; `None` if one of them is not known.
pub(crate) fn replacements(
    header: &RecordHeader,
    looks: Vec<FileLook>,
    wanted: Vec<Option<Option<Vec<u8>>>>,
) -> Option<Vec<FileReplacement<'static>>> {
    let files = header.files.iter().zip(looks).zip(wanted).enumerate();
    let target = |(index, ((file, look), wanted)): (usize, ((&FileRecord, FileLook), _))| {
        let FileContent::Source(from) = look.now else { return None };
        let wanted: Option<Option<Vec<u8>>> = wanted;
        Some(wanted.map(|to| FileReplacement {
            path: file.path.clone(),
            temporary: temporary_path(look.place.folder(), &header.handle, index),
            place: look.place,
            from: from.map(Cow::Owned),
            to: to.map(Cow::Owned),
            seen: look.seen,
            keep: look.keep,
        }))
    };
    files.filter_map(target).collect()
}

impl Journal {
    /// Only a journal that cannot be listed is an error: a bad entry does not stop the writer, and an entry
    /// that cannot be recovered now is tried again by the next writer.
    pub(crate) fn recover(&self) -> Result<(), JournalError> {
        let all = self.store.list()?;
        for stored in &all {
            let mut stored = stored.clone();
            let outcome = match (stored.mark.interrupted(), stored.mark) {
                (Some(underway), mark) if mark.is_conflict() => {
                    self.retry_conflict(&mut stored, &underway, &all)
                }
                (Some(underway), _) => self.resume(&mut stored, &underway),
                (None, EntryMark::New) => self.store.remove(&stored),
                (
                    None,
                    EntryMark::IntentCancelled
                    | EntryMark::UndoCancelled
                    | EntryMark::RedoCancelled,
                ) => self.finish_cancelled(&mut stored),
                _ => Ok(()),
            };
            if let Err(refused) = outcome {
                tracing::warn!(entry = stored.handle, %refused, "an entry could not be recovered yet");
            }
        }
        self.store.drop_stray_bases(&self.store.list()?);
        Ok(())
    }

    fn resume(
        &self,
        stored: &mut StoredEntry,
        underway: &PendingAction,
    ) -> Result<(), JournalError> {
        let header = match RecordHeader::read(&self.store.path(stored), &stored.handle) {
            Ok(header) => header,
            Err(error) => return self.store.retire(stored, EntryMark::Bad, &error.to_string()),
        };
        let found = inspect::describe_unfinished(&self.root, &header, underway);
        self.remove_temporary_files(&header)?;
        self.carry_out_plan(stored, underway, &header, found)
    }

    /// A conflict may have been resolved by restoring the files. An entry that newer ones build on stays.
    fn retry_conflict(
        &self,
        stored: &mut StoredEntry,
        underway: &PendingAction,
        all: &[StoredEntry],
    ) -> Result<(), JournalError> {
        let Ok(header) = RecordHeader::read(&self.store.path(stored), &stored.handle) else {
            return Ok(());
        };
        let found = inspect::describe_unfinished(&self.root, &header, underway);
        match found.plan {
            RecoveryPlan::Conflict => Ok(()),
            RecoveryPlan::RollBack if self.is_built_on(stored, &header, all) => Ok(()),
            _ => self.carry_out_plan(stored, underway, &header, found),
        }
    }

    fn is_built_on(
        &self,
        stored: &StoredEntry,
        header: &RecordHeader,
        all: &[StoredEntry],
    ) -> bool {
        let newer = all.iter().skip_while(|other| other.handle != stored.handle).skip(1);
        let mut headers = newer
            .filter_map(|newer| RecordHeader::read(&self.store.path(newer), &newer.handle).ok());
        headers.any(|newer| {
            newer.files.iter().any(|file| header.files.iter().any(|own| own.real == file.real))
        })
    }

    fn carry_out_plan(
        &self,
        stored: &mut StoredEntry,
        underway: &PendingAction,
        header: &RecordHeader,
        found: UnfinishedEdit,
    ) -> Result<(), JournalError> {
        let ended = match found.plan {
            RecoveryPlan::Conflict => {
                let reason = inspect::conflict_reason(header, &found);
                self.store.retire(stored, underway.conflicted, &reason)?;
                Ok(RecoveryOutcome::Conflict)
            }
            RecoveryPlan::Complete => {
                self.finish(stored, header, underway).map(|()| RecoveryOutcome::Completed)
            }
            RecoveryPlan::Discard => {
                self.cancel(stored, underway).map(|()| RecoveryOutcome::Discarded)
            }
            RecoveryPlan::RollBack => self.roll_back(stored, underway, header),
        };
        let outcome = match &ended {
            Ok(outcome) => outcome.clone(),
            Err(refused) => RecoveryOutcome::Failed { reason: refused.to_string() },
        };
        self.report(Recovery { edit: found, outcome });
        ended.map(drop)
    }

    fn roll_back(
        &self,
        stored: &mut StoredEntry,
        underway: &PendingAction,
        header: &RecordHeader,
    ) -> Result<RecoveryOutcome, JournalError> {
        let back = underway.direction.reversed();
        let wanted = self.contents(stored, header, back);
        let Some(targets) = replacements(header, self.inspect_files(header, back)?, wanted) else {
            let reason = "its record is damaged, and the earlier contents are lost";
            self.store.retire(stored, underway.conflicted, reason)?;
            return Ok(RecoveryOutcome::Conflict);
        };
        let files = targets.iter().map(|target| target.path.clone()).collect();
        match replace_files(&self.store.disk, &targets) {
            Ok(()) => self.cancel(stored, underway).map(|()| RecoveryOutcome::RolledBack { files }),
            Err(ReplaceError::NothingChanged(refused) | ReplaceError::PartlyChanged(refused)) => {
                Err(refused)
            }
        }
    }

    pub(crate) fn inspect_files(
        &self,
        header: &RecordHeader,
        to: EntryDirection,
    ) -> Result<Vec<FileLook>, JournalError> {
        header.files.iter().map(|file| inspect_file(&self.root, file, to)).collect()
    }

    /// The full content of each file at that end of an entry; `None` where it cannot be restored.
    pub(crate) fn contents(
        &self,
        stored: &StoredEntry,
        header: &RecordHeader,
        end: EntryDirection,
    ) -> Vec<Option<Option<Vec<u8>>>> {
        let kept = base::read(&self.store.base_path(&stored.handle), header);
        let present: Vec<Option<Vec<u8>>> =
            header.files.iter().map(|file| read_present(&self.root, file)).collect();
        let files = header.files.iter().zip(&kept).zip(&present);
        let from: Vec<Option<&[u8]>> = files
            .map(|((file, kept), present)| match end {
                EntryDirection::Forward if file.before.is_none() => Some(&[][..]),
                EntryDirection::Forward => kept.as_deref().or(if_digest(present, &file.before)),
                EntryDirection::Back if file.after.is_none() => Some(&[][..]),
                EntryDirection::Back => if_digest(present, &file.after),
            })
            .collect();
        let others = self.others(stored, end, &from);
        let files = header.files.iter().zip(kept).zip(present).zip(others);
        files
            .map(|(((file, kept), present), other)| {
                let Some(digest) = file.to(end) else { return Some(None) };
                let kept = kept.filter(|_| end == EntryDirection::Back);
                let there = present.filter(|present| ContentDigest::compute(present) == *digest);
                there.or(kept).or(other).map(Some)
            })
            .collect()
    }

    fn others(
        &self,
        stored: &StoredEntry,
        end: EntryDirection,
        from: &[Option<&[u8]>],
    ) -> Vec<Option<Vec<u8>>> {
        let path = self.store.path(stored);
        let record =
            RecordHeader::read(&path, &stored.handle).and_then(|it| EntryRecord::read(&path, it));
        let others = record.ok().and_then(|record| record.other_versions(end, from));
        others.unwrap_or_else(|| vec![None; from.len()])
    }

    /// All files are in place: marks the entry. Folders are removed before the mark changes, so that a kill
    /// in between leaves the rest to the next writer.
    pub(crate) fn finish(
        &self,
        stored: &mut StoredEntry,
        header: &RecordHeader,
        underway: &PendingAction,
    ) -> Result<(), JournalError> {
        if underway.direction == EntryDirection::Back {
            self.remove_folders(header)?;
        }
        self.store.mark(stored, underway.end)?;
        // An acknowledged entry must not look interrupted after a power failure.
        self.store.sync()?;
        self.store.drop_base(&stored.handle);
        Ok(())
    }

    /// No file has changed: cancels the entry.
    pub(crate) fn cancel(
        &self,
        stored: &mut StoredEntry,
        underway: &PendingAction,
    ) -> Result<(), JournalError> {
        self.store.mark(stored, underway.cancelled)?;
        self.finish_cancelled(stored)
    }

    fn finish_cancelled(&self, stored: &mut StoredEntry) -> Result<(), JournalError> {
        let header = match RecordHeader::read(&self.store.path(stored), &stored.handle) {
            Ok(header) => header,
            Err(error) => return self.store.retire(stored, EntryMark::Bad, &error.to_string()),
        };
        self.remove_temporary_files(&header)?;
        if stored.mark != EntryMark::UndoCancelled {
            self.remove_folders(&header)?;
        }
        match stored.mark {
            EntryMark::UndoCancelled => self.store.mark(stored, EntryMark::Done)?,
            EntryMark::RedoCancelled => self.store.mark(stored, EntryMark::Undone)?,
            _ => return self.store.remove(stored),
        }
        self.store.drop_base(&stored.handle);
        Ok(())
    }

    /// Removes the temporary files of an entry.
    pub(crate) fn remove_temporary_files(&self, header: &RecordHeader) -> Result<(), JournalError> {
        let mut outcome = Ok(());
        for (index, file) in header.files.iter().enumerate() {
            let Ok(place) = resolve(&self.root, &file.real) else { continue };
            let path = temporary_path(place.folder(), &header.handle, index);
            let cleared = self.store.disk.clear(&path);
            outcome = outcome
                .and(cleared.map_err(|source| JournalError::io(IoAction::Remove, &path, source)));
        }
        outcome
    }

    /// Removes the folders that the entry created, except those that are not empty or may not be removed.
    fn remove_folders(&self, header: &RecordHeader) -> Result<(), JournalError> {
        for folder in header.folders.iter().rev() {
            let Ok(place) = resolve(&self.root, &format!("{folder}/x")) else { continue };
            let folder = place.folder();
            match self.store.disk.remove_folder(folder).map_err(|error| (error.kind(), error)) {
                Err((ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists, _)) => {}
                Err((ErrorKind::NotFound | ErrorKind::PermissionDenied, _)) | Ok(()) => {}
                Err((_, source)) => return Err(JournalError::io(IoAction::Remove, folder, source)),
            }
        }
        Ok(())
    }
}

fn read_present(root: &Path, file: &FileRecord) -> Option<Vec<u8>> {
    fs::read(resolve(root, &file.real).ok()?.real).ok()
}

fn if_digest<'a>(content: &'a Option<Vec<u8>>, digest: &Option<ContentDigest>) -> Option<&'a [u8]> {
    content.as_deref().filter(|content| digest.as_ref() == Some(&ContentDigest::compute(content)))
}
