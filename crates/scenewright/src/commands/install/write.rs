//! Replaces a configuration file atomically, and keeps a backup.
//!
//! Invariant: a backup of a file in a project is outside of the project, where it is neither committed nor left behind.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use scenewright_model::{ObjectId, without_verbatim_prefix};

use crate::error::CommandError;
use crate::folders;

/// Where the previous versions of a file are kept.
#[derive(Debug, Clone)]
pub(super) enum BackupPlace {
    Beside,
    Folder(PathBuf),
}

impl BackupPlace {
    /// For a file in a project: a folder of its own among the user's data.
    pub(super) fn outside(file: &Path) -> BackupPlace {
        let key = ObjectId::new(&file.to_string_lossy(), "").get();
        match folders::data() {
            Some(data) => BackupPlace::Folder(data.join("backups").join(format!("{key:014x}"))),
            None => BackupPlace::Beside,
        }
    }
}

/// A configuration file as it was read.
pub(super) struct ConfigFile {
    /// The real path, with links resolved.
    pub path: PathBuf,
    /// `None` if the file does not exist yet.
    pub bytes: Option<Vec<u8>>,
    pub backups: BackupPlace,
}

pub(super) fn read(path: &Path, backups: BackupPlace) -> Result<ConfigFile, CommandError> {
    let failed = |error: &io::Error| {
        CommandError::failed(format!("cannot read {}: {error}", path.display()))
    };
    match path.canonicalize().map(without_verbatim_prefix) {
        Ok(real) => {
            let bytes = fs::read(&real).map_err(|error| failed(&error))?;
            Ok(ConfigFile { path: real, bytes: Some(bytes), backups })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            Err(failed(&error).hint("it is a broken link; create its target or remove the link"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok(ConfigFile { path: path.to_owned(), bytes: None, backups })
        }
        Err(error) => Err(failed(&error)),
    }
}

/// Replaces the file with `text`. Returns the backup, if the file existed.
pub(super) fn replace(found: &ConfigFile, text: &str) -> Result<Option<PathBuf>, CommandError> {
    let failed = |error: &io::Error| {
        CommandError::failed(format!("cannot write {}: {error}", found.path.display()))
            .hint("nothing was changed; add the entry by hand (--print shows it)")
    };
    let folder = found.path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let draft = TempFile::write(found, text.as_bytes()).map_err(|error| failed(&error))?;
    check_unchanged(found)?;
    let backup = match &found.bytes {
        Some(bytes) => Some(back_up(found, bytes).map_err(|error| failed(&error))?),
        None => None,
    };
    draft.become_file(&found.path).map_err(|error| failed(&error))?;
    sync_folder(folder);
    Ok(backup)
}

/// Clients write these files too, and their changes in the meantime must not be lost.
fn check_unchanged(found: &ConfigFile) -> Result<(), CommandError> {
    match (fs::read(&found.path), &found.bytes) {
        (Ok(now), Some(before)) if now == *before => Ok(()),
        (Err(error), None) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        _ => Err(CommandError::failed(format!(
            "{} was changed by another program in the meantime",
            found.path.display()
        ))
        .hint("nothing was written; run the command again")),
    }
}

/// The new content in a temporary file in the same folder, which is deleted unless it replaces the file.
struct TempFile(PathBuf);

impl TempFile {
    fn write(found: &ConfigFile, bytes: &[u8]) -> io::Result<TempFile> {
        let name = found.path.file_name().unwrap_or_default().to_string_lossy();
        // Process ids repeat in containers, and a killed process may have left its file.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let path = found.path.with_file_name(format!(".{name}.{}-{now}.tmp", std::process::id()));
        let permissions = match found.bytes {
            Some(_) => Some(fs::metadata(&found.path)?.permissions()),
            None => None,
        };
        let mut file = create(&path, permissions.is_some())?;
        let draft = TempFile(path);
        fill(&mut file, bytes, permissions)?;
        Ok(draft)
    }

    fn become_file(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.0, path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // After the rename it no longer exists.
        let _ = fs::remove_file(&self.0);
    }
}

/// `file.bak`, or the first of `file.1.bak`, `file.2.bak` … that is free.
fn back_up(found: &ConfigFile, bytes: &[u8]) -> io::Result<PathBuf> {
    let permissions = fs::metadata(&found.path)?.permissions();
    if let BackupPlace::Folder(folder) = &found.backups {
        fs::create_dir_all(folder)?;
    }
    for backup in found.backup_names() {
        match create(&backup, true) {
            Ok(mut file) => {
                fill(&mut file, bytes, Some(permissions))?;
                return Ok(backup);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many backups"))
}

impl ConfigFile {
    fn backup_names(&self) -> impl Iterator<Item = PathBuf> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = match &self.backups {
            BackupPlace::Beside => self.path.parent().unwrap_or(Path::new("/")).to_owned(),
            BackupPlace::Folder(folder) => folder.clone(),
        };
        let suffixes =
            std::iter::once(".bak".to_owned()).chain((1..1000).map(|n| format!(".{n}.bak")));
        suffixes.map(move |suffix| folder.join(format!("{name}{suffix}")))
    }

    /// The backups of the file, newest first.
    pub(super) fn backups(&self) -> Vec<Vec<u8>> {
        let mut found: Vec<Vec<u8>> =
            self.backup_names().map_while(|name| fs::read(name).ok()).collect();
        found.reverse();
        found
    }
}

/// Configurations may contain secrets: a copy is private until it has the permissions of the original.
fn create(path: &Path, private: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    options.open(path)
}

fn fill(file: &mut File, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Makes the rename durable. Not every system supports it, and the content itself is already safe.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Removes a file that contains nothing but our entry.
pub(super) fn delete(found: &ConfigFile) -> Result<(), CommandError> {
    check_unchanged(found)?;
    fs::remove_file(&found.path).map_err(|error| {
        CommandError::failed(format!("cannot remove {}: {error}", found.path.display()))
    })
}

/// Removes the folders that were made for a file inside `root`, as far as they are empty now.
pub(super) fn remove_empty_folders(file: &Path, root: &Path) {
    let folders = file.ancestors().skip(1).take_while(|folder| *folder != root);
    for folder in folders.filter(|folder| folder.starts_with(root)) {
        // Fails for one that is not empty, and so do those above it.
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_another_program_changed_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        let new = read(&path, BackupPlace::Beside).unwrap();
        fs::write(&path, "theirs").unwrap();
        let known = read(&path, BackupPlace::Beside).unwrap();
        assert!(replace(&new, "ours").unwrap_err().message.contains("in the meantime"));
        fs::write(&path, "theirs again").unwrap();
        assert!(replace(&known, "ours").unwrap_err().message.contains("in the meantime"));
        assert!(delete(&known).unwrap_err().message.contains("in the meantime"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs again");
        assert_eq!(names(folder.path()), ["mcp.json"]);
    }

    #[test]
    fn backups_are_kept_all_and_found_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/mcp.json");
        let elsewhere = folder.path().join("data/backups");
        for place in [BackupPlace::Beside, BackupPlace::Folder(elsewhere.clone())] {
            let read = || read(&path, place.clone()).unwrap();
            assert_eq!(replace(&read(), "0").unwrap(), None);
            for text in ["1", "2", "3"] {
                let backup = replace(&read(), text).unwrap().unwrap();
                assert!(backup.exists() && fs::read_to_string(&path).unwrap() == text);
            }
            assert_eq!(read().backups(), [b"2", b"1", b"0"]);
            let kept = ["mcp.json.1.bak", "mcp.json.2.bak", "mcp.json.bak"];
            let beside = names(path.parent().unwrap());
            match place {
                BackupPlace::Beside => assert_eq!(beside[1..], kept),
                BackupPlace::Folder(_) => {
                    assert_eq!(beside, ["mcp.json"]);
                    assert_eq!(names(&elsewhere), kept);
                }
            }
            fs::remove_dir_all(path.parent().unwrap()).unwrap();
        }
    }
}
