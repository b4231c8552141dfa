//! Files from one version to the other, all of them or none: new ones are made beside the old ones
//! first, where most of what can fail does, and then renamed into place.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use scenewright_model::FileChange;

use crate::digest::Digest;
use crate::disk::{Disk, Keep, absent};
use crate::place::Place;
use crate::refused::{Refused, Version};

pub(crate) struct Target<'a> {
    /// As the caller named it.
    pub(crate) path: String,
    pub(crate) place: Place,
    pub(crate) from: Option<Cow<'a, [u8]>>,
    pub(crate) to: Option<Cow<'a, [u8]>>,
    /// What was there when it was compared with `from`.
    pub(crate) seen: Option<Stamp>,
    pub(crate) keep: Keep,
    pub(crate) temporary: PathBuf,
}

impl Target<'_> {
    pub(crate) fn into_change(self) -> FileChange {
        FileChange {
            path: self.path,
            before: self.from.map(Cow::into_owned),
            after: self.to.map(Cow::into_owned),
        }
    }
}

/// Two of the same are the same version of a file, as far as can be told without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    time: Option<SystemTime>,
    node: u64,
}

impl Stamp {
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        Stamp { size: metadata.len(), time: metadata.modified().ok(), node: node(metadata) }
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

pub(crate) enum Failed {
    /// Every file is as it was; temporary files may lie around.
    Before(Refused),
    /// Some are as they were and some are not.
    Between(Refused),
}

/// Hidden from Unity and Godot by the dot, and short whatever the file's own name is.
pub(crate) fn temporary(folder: &Path, handle: &str, index: usize) -> PathBuf {
    folder.join(format!(".sw-{handle}-{index}.tmp"))
}

pub(crate) fn switch(disk: &Disk, targets: &[Target<'_>]) -> Result<(), Failed> {
    targets.iter().try_for_each(|target| stage(disk, target)).map_err(Failed::Before)?;
    targets.iter().try_for_each(unchanged).map_err(Failed::Before)?;
    let mut placed = 0;
    let outcome = targets
        .iter()
        .try_for_each(|target| put(disk, target).inspect(|()| placed += 1))
        .and_then(|()| sync(disk, targets));
    outcome.map_err(|refused| match take_back(disk, &targets[..placed]) {
        Ok(()) => Failed::Before(refused),
        Err(_) => Failed::Between(refused),
    })
}

fn stage(disk: &Disk, target: &Target<'_>) -> Result<(), Refused> {
    let Some(to) = &target.to else { return Ok(()) };
    for folder in &target.place.missing {
        make_folder(disk, folder)?;
    }
    disk.create(&target.temporary, &[to], &target.keep)
        .map_err(|source| Refused::Io { what: format!("write {}", target.path), source })
}

fn make_folder(disk: &Disk, folder: &Path) -> Result<(), Refused> {
    disk.make_folder(folder)
        .and_then(|()| folder.parent().map_or(Ok(()), |parent| disk.sync_folder(parent)))
        .map_err(|source| Refused::io("make the folder", folder, source))
}

/// Writing the new ones takes a while, in which others may have saved the old ones.
fn unchanged(target: &Target<'_>) -> Result<(), Refused> {
    let now = match fs::symlink_metadata(&target.place.real) {
        Ok(metadata) => Some(Stamp::of(&metadata)),
        Err(error) if absent(&error) => None,
        Err(source) => return Err(Refused::io("look at", &target.place.real, source)),
    };
    if now == target.seen { Ok(()) } else { Err(changed(target)) }
}

fn changed(target: &Target<'_>) -> Refused {
    Refused::Changed {
        path: target.path.clone(),
        expected: target.from.as_deref().map(|from| Version::new(Digest::of(from), None)),
        found: found(&target.place.real),
    }
}

/// What is there now, for the one who is refused.
pub(crate) fn found(real: &Path) -> Option<Version> {
    let time = fs::metadata(real).ok().and_then(|metadata| metadata.modified().ok());
    fs::read(real).ok().map(|bytes| Version::new(Digest::of(&bytes), time))
}

fn put(disk: &Disk, target: &Target<'_>) -> Result<(), Refused> {
    let real = &target.place.real;
    match &target.to {
        Some(_) => disk.rename(&target.temporary, real),
        None => disk.remove(real),
    }
    .map_err(|source| Refused::Io { what: format!("replace {}", target.path), source })
}

fn sync(disk: &Disk, targets: &[Target<'_>]) -> Result<(), Refused> {
    let folders: BTreeSet<&Path> = targets.iter().map(|target| target.place.folder()).collect();
    folders.into_iter().try_for_each(|folder| {
        disk.sync_folder(folder).map_err(|source| Refused::io("sync", folder, source))
    })
}

fn take_back(disk: &Disk, placed: &[Target<'_>]) -> Result<(), Refused> {
    for target in placed {
        let real = &target.place.real;
        let failed = |source| Refused::io("restore", real, source);
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
