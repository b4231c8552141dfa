//! Files from one version to the other, all of them or none: new ones are made beside the old ones
//! first, where most of what can fail does, and then renamed into place.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use scenewright_model::{FileChange, ProjectPath};

use crate::digest::ContentDigest;
use crate::disk::{Disk, InheritedMetadata, is_absent};
use crate::place::ResolvedFile;
use crate::refused::{FileRevision, JournalError};

pub(crate) struct FileReplacement<'a> {
    /// As the caller named it.
    pub(crate) path: String,
    pub(crate) place: ResolvedFile,
    pub(crate) from: Option<Cow<'a, [u8]>>,
    pub(crate) to: Option<Cow<'a, [u8]>>,
    /// What was there when it was compared with `from`.
    pub(crate) seen: Option<InodeStamp>,
    pub(crate) keep: InheritedMetadata,
    pub(crate) temporary: PathBuf,
}

impl FileReplacement<'_> {
    pub(crate) fn into_change(self) -> FileChange {
        FileChange {
            path: ProjectPath::from_relative(self.path),
            before: self.from.map(Cow::into_owned),
            after: self.to.map(Cow::into_owned),
        }
    }
}

/// Two of the same are the same version of a file, as far as can be told without reading it.
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

pub(crate) enum SwitchError {
    /// Every file is as it was; temporary files may lie around.
    NothingChanged(JournalError),
    /// Some are as they were and some are not.
    PartlyChanged(JournalError),
}

/// Hidden from Unity and Godot by the dot, and short whatever the file's own name is.
pub(crate) fn temporary_path(folder: &Path, handle: &str, index: usize) -> PathBuf {
    folder.join(format!(".sw-{handle}-{index}.tmp"))
}

pub(crate) fn switch(disk: &Disk, targets: &[FileReplacement<'_>]) -> Result<(), SwitchError> {
    targets
        .iter()
        .try_for_each(|target| stage(disk, target))
        .map_err(SwitchError::NothingChanged)?;
    targets.iter().try_for_each(check_unchanged).map_err(SwitchError::NothingChanged)?;
    let mut placed = 0;
    let outcome = targets
        .iter()
        .try_for_each(|target| put_in_place(disk, target).inspect(|()| placed += 1))
        .and_then(|()| sync(disk, targets));
    outcome.map_err(|refused| match take_back(disk, &targets[..placed]) {
        Ok(()) => SwitchError::NothingChanged(refused),
        Err(_) => SwitchError::PartlyChanged(refused),
    })
}

fn stage(disk: &Disk, target: &FileReplacement<'_>) -> Result<(), JournalError> {
    let Some(to) = &target.to else { return Ok(()) };
    for folder in &target.place.missing {
        make_folder(disk, folder)?;
    }
    disk.create(&target.temporary, &[to], &target.keep)
        .map_err(|source| JournalError::Io { what: format!("write {}", target.path), source })
}

fn make_folder(disk: &Disk, folder: &Path) -> Result<(), JournalError> {
    disk.make_folder(folder)
        .and_then(|()| folder.parent().map_or(Ok(()), |parent| disk.sync_folder(parent)))
        .map_err(|source| JournalError::io("make the folder", folder, source))
}

/// Writing the new ones takes a while, in which others may have saved the old ones.
fn check_unchanged(target: &FileReplacement<'_>) -> Result<(), JournalError> {
    let now = match fs::symlink_metadata(&target.place.real) {
        Ok(metadata) => Some(InodeStamp::from_metadata(&metadata)),
        Err(error) if is_absent(&error) => None,
        Err(source) => return Err(JournalError::io("look at", &target.place.real, source)),
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

/// What is there now, for the one who is refused.
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
    .map_err(|source| JournalError::Io { what: format!("replace {}", target.path), source })
}

fn sync(disk: &Disk, targets: &[FileReplacement<'_>]) -> Result<(), JournalError> {
    let folders: BTreeSet<&Path> = targets.iter().map(|target| target.place.folder()).collect();
    folders.into_iter().try_for_each(|folder| {
        disk.sync_folder(folder).map_err(|source| JournalError::io("sync", folder, source))
    })
}

fn take_back(disk: &Disk, placed: &[FileReplacement<'_>]) -> Result<(), JournalError> {
    for target in placed {
        let real = &target.place.real;
        let failed = |source| JournalError::io("restore", real, source);
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
