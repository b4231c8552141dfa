//! Replaces files, all of them or none: new files are first created beside the old ones, where most errors
//! occur, and then renamed into place.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use scenewright_model::FileChange;

use crate::digest::ContentDigest;
use crate::disk::{Disk, InheritedMetadata, is_absent};
use crate::error::{FileRevision, IoAction, JournalError};
use crate::resolved_file::ResolvedFile;

pub(crate) struct FileReplacement<'a> {
    /// As the caller named it.
    pub(crate) path: String,
    pub(crate) place: ResolvedFile,
    pub(crate) from: Option<Cow<'a, [u8]>>,
    pub(crate) to: Option<Cow<'a, [u8]>>,
    /// The file when it was compared with `from`.
    pub(crate) seen: Option<InodeStamp>,
    pub(crate) keep: InheritedMetadata,
    pub(crate) temporary: PathBuf,
}

impl FileReplacement<'_> {
    pub(crate) fn into_change(self) -> FileChange {
        FileChange {
            path: self.path,
            before: self.from.map(Cow::into_owned),
            after: self.to.map(Cow::into_owned),
        }
    }
}

/// Equal stamps mean the same version of a file, as far as is known without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InodeStamp {
    size: u64,
    time: Option<SystemTime>,
    node: u64,
}

impl InodeStamp {
    pub(crate) fn from_metadata(metadata: &Metadata) -> InodeStamp {
        InodeStamp { size: metadata.len(), time: metadata.modified().ok(), node: node(metadata) }
    }
}

#[cfg(unix)]
fn node(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn node(_: &Metadata) -> u64 {
    0
}

pub(crate) enum ReplaceError {
    /// Every file is unchanged; temporary files may be left.
    NothingChanged(JournalError),
    /// Some files were replaced and some were not.
    PartlyChanged(JournalError),
}

/// The dot hides it from Unity and Godot; it is short whatever the file's own name is.
pub(crate) fn temporary_path(folder: &Path, handle: &str, index: usize) -> PathBuf {
    folder.join(format!(".sw-{handle}-{index}.tmp"))
}

pub(crate) fn replace_files(
    disk: &Disk,
    targets: &[FileReplacement<'_>],
) -> Result<(), ReplaceError> {
    targets
        .iter()
        .try_for_each(|target| stage(disk, target))
        .map_err(ReplaceError::NothingChanged)?;
    targets.iter().try_for_each(check_unchanged).map_err(ReplaceError::NothingChanged)?;
    let mut placed = 0;
    let outcome = targets
        .iter()
        .try_for_each(|target| put_in_place(disk, target).inspect(|()| placed += 1))
        .and_then(|()| sync(disk, targets));
    outcome.map_err(|refused| match roll_back(disk, &targets[..placed]) {
        Ok(()) => ReplaceError::NothingChanged(refused),
        Err(_) => ReplaceError::PartlyChanged(refused),
    })
}

fn stage(disk: &Disk, target: &FileReplacement<'_>) -> Result<(), JournalError> {
    let Some(to) = &target.to else { return Ok(()) };
    for folder in &target.place.missing {
        make_folder(disk, folder)?;
    }
    disk.create(&target.temporary, &[to], &target.keep)
        .map_err(|source| JournalError::io_named(IoAction::Write, &target.path, source))
}

fn make_folder(disk: &Disk, folder: &Path) -> Result<(), JournalError> {
    disk.make_folder(folder)
        .and_then(|()| folder.parent().map_or(Ok(()), |parent| disk.sync_folder(parent)))
        .map_err(|source| JournalError::io(IoAction::CreateFolder, folder, source))
}

/// Other programs may have saved the files while the new ones were written.
fn check_unchanged(target: &FileReplacement<'_>) -> Result<(), JournalError> {
    let now = match fs::symlink_metadata(&target.place.real) {
        Ok(metadata) => Some(InodeStamp::from_metadata(&metadata)),
        Err(error) if is_absent(&error) => None,
        Err(source) => return Err(JournalError::io(IoAction::Inspect, &target.place.real, source)),
    };
    if now == target.seen { Ok(()) } else { Err(changed_error(target)) }
}

fn changed_error(target: &FileReplacement<'_>) -> JournalError {
    JournalError::FileChanged {
        path: target.path.clone(),
        expected: target
            .from
            .as_deref()
            .map(|from| FileRevision::from_digest(ContentDigest::compute(from), None)),
        found: read_version(&target.place.real),
    }
}

/// The present version, for an error.
pub(crate) fn read_version(real: &Path) -> Option<FileRevision> {
    let time = fs::metadata(real).ok().and_then(|metadata| metadata.modified().ok());
    fs::read(real).ok().map(|bytes| FileRevision::from_digest(ContentDigest::compute(&bytes), time))
}

fn put_in_place(disk: &Disk, target: &FileReplacement<'_>) -> Result<(), JournalError> {
    let real = &target.place.real;
    match &target.to {
        Some(_) => disk.rename(&target.temporary, real),
        None => disk.remove(real),
    }
    .map_err(|source| JournalError::io_named(IoAction::Replace, &target.path, source))
}

fn sync(disk: &Disk, targets: &[FileReplacement<'_>]) -> Result<(), JournalError> {
    let folders: BTreeSet<&Path> = targets.iter().map(|target| target.place.folder()).collect();
    folders.into_iter().try_for_each(|folder| {
        disk.sync_folder(folder).map_err(|source| JournalError::io(IoAction::Sync, folder, source))
    })
}

fn roll_back(disk: &Disk, placed: &[FileReplacement<'_>]) -> Result<(), JournalError> {
    for target in placed {
        let real = &target.place.real;
        let failed = |source| JournalError::io(IoAction::Restore, real, source);
        match &target.from {
            Some(from) => disk
                .create(&target.temporary, &[from], &target.keep)
                .and_then(|()| disk.rename(&target.temporary, real)),
            None => disk.remove(real),
        }
        .map_err(failed)?;
    }
    sync(disk, placed)
}
