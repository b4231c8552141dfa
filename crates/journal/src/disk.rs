//! Every write to the project and to the entries. Each call that a kill could separate from the next is a
//! step, and tests can stop at any of them.
//!
//! Invariant: nothing else writes to the project or to the entries.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::attributes::ExtendedAttributes;
use crate::native::retry_while_blocked;

/// Called before every step with its name; an error replaces the step's own.
pub type StepHook = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

#[derive(Clone, Default)]
pub(crate) struct Disk {
    hook: Option<StepHook>,
}

/// The metadata that a new file takes over from the one that it replaces.
#[derive(Debug, Clone)]
pub(crate) enum InheritedMetadata {
    Nothing,
    /// From the present file.
    FromFile(Metadata, ExtendedAttributes),
    /// From a file that no longer exists: the bits of its mode.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has modes"))]
    Mode(u32),
}

impl Disk {
    pub(crate) fn new(hook: Option<StepHook>) -> Disk {
        Disk { hook }
    }

    fn step(&self, name: &str) -> io::Result<()> {
        self.hook.as_ref().map_or(Ok(()), |hook| hook(name))
    }

    /// Creates a new file, complete and synced to disk.
    pub(crate) fn create(
        &self,
        path: &Path,
        parts: &[&[u8]],
        keep: &InheritedMetadata,
    ) -> io::Result<()> {
        self.step("create")?;
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        self.step("write")?;
        for part in parts {
            let (head, tail) = part.split_at(part.len() / 2);
            file.write_all(head)?;
            self.step("write on")?;
            file.write_all(tail)?;
        }
        self.step("set permissions")?;
        keep.apply_to(&file)?;
        self.step("sync file")?;
        file.sync_all()
    }

    /// Atomic; replaces `to`.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step("rename")?;
        retry_while_blocked(|| fs::rename(from, to))
    }

    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.step("remove")?;
        retry_while_blocked(|| fs::remove_file(path))
    }

    /// Removes the file if it exists.
    pub(crate) fn clear(&self, path: &Path) -> io::Result<()> {
        match fs::symlink_metadata(path) {
            Err(error) if is_absent(&error) => Ok(()),
            _ => self.remove(path),
        }
    }

    /// Succeeds if the folder already exists.
    pub(crate) fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.step("make folder")?;
        match fs::create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        }
    }

    /// Fails if the folder is not empty.
    pub(crate) fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step("remove folder")?;
        fs::remove_dir(path)
    }

    /// Makes renames and removals in a folder durable. Windows has no such call and does not need one.
    pub(crate) fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.step("sync folder")?;
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }
}

impl InheritedMetadata {
    pub(crate) fn from_file(metadata: Metadata, file: &Path) -> InheritedMetadata {
        InheritedMetadata::FromFile(metadata, ExtendedAttributes::read(file))
    }

    /// Whether the file has other names, which a replacement does not change.
    #[cfg(unix)]
    pub(crate) fn has_hard_links(&self) -> bool {
        matches!(self, InheritedMetadata::FromFile(old, _) if std::os::unix::fs::MetadataExt::nlink(old) > 1)
    }

    #[cfg(not(unix))]
    pub(crate) fn has_hard_links(&self) -> bool {
        false
    }

    #[cfg(unix)]
    fn apply_to(&self, file: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

        match self {
            InheritedMetadata::Nothing => Ok(()),
            InheritedMetadata::Mode(mode) => {
                file.set_permissions(fs::Permissions::from_mode(mode & 0o7777))
            }
            InheritedMetadata::FromFile(old, attributes) => {
                let new = file.metadata()?;
                if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                    // Only the superuser may change owners; for others the file becomes theirs.
                    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
                }
                attributes.apply_to(file);
                file.set_permissions(old.permissions())
            }
        }
    }

    #[cfg(not(unix))]
    fn apply_to(&self, file: &File) -> io::Result<()> {
        match self {
            InheritedMetadata::FromFile(old, _) => file.set_permissions(old.permissions()),
            InheritedMetadata::Nothing | InheritedMetadata::Mode(_) => Ok(()),
        }
    }

    #[cfg(unix)]
    pub(crate) fn mode(&self) -> Option<u32> {
        use std::os::unix::fs::PermissionsExt;

        match self {
            InheritedMetadata::Nothing => None,
            InheritedMetadata::FromFile(old, _) => Some(old.permissions().mode() & 0o7777),
            InheritedMetadata::Mode(mode) => Some(*mode),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn mode(&self) -> Option<u32> {
        None
    }
}

pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
