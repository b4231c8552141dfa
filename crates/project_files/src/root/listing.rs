//! Lists the files below a folder by name, and what could not be listed.

use std::fs::{self, DirEntry};

use scenewright_engine::{Context, EngineError};
use scenewright_model::{Coverage, UnreadFile, UnreadReason};

use super::{ProjectRoot, is_ignored};

/// Project-relative paths, sorted.
#[derive(Debug, Default)]
pub struct FileListing {
    pub paths: Vec<String>,
    pub unread: Vec<UnreadFile>,
}

/// An entry of a folder.
pub(super) enum FolderEntry {
    Folder(String),
    File(String),
    /// A link, or an entry whose name or type cannot be read.
    Unread(UnreadFile),
    /// A folder that engines do not import, a socket.
    PassedOver,
}

impl FileListing {
    pub fn extend(&mut self, other: FileListing) {
        self.paths.extend(other.paths);
        self.unread.extend(other.unread);
    }

    /// Which of the files can be read as text, judged by their first bytes.
    pub fn probe_coverage(&self, root: &ProjectRoot) -> Coverage {
        let mut coverage = Coverage { unread: self.unread.clone(), ..Coverage::default() };
        for path in &self.paths {
            match root.probe(path) {
                Some(reason) => coverage.add(path, reason),
                None => coverage.read += 1,
            }
        }
        coverage
    }
}

impl ProjectRoot {
    /// Project-relative paths of the files below `folder` that `wanted` accepts (by file name), sorted.
    /// Folders that engines do not import are skipped. Links are not followed.
    pub fn list_files(
        &self,
        folder: &str,
        wanted: impl Fn(&str) -> bool,
        cx: &Context,
    ) -> Result<FileListing, EngineError> {
        let mut listing = FileListing::default();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            cx.check()?;
            let entries = match self.entries(&folder) {
                Ok(entries) => entries,
                Err(unread) => {
                    listing.unread.extend(unread);
                    continue;
                }
            };
            for entry in entries {
                match entry {
                    FolderEntry::Folder(path) => open.push(path),
                    FolderEntry::File(path) if wanted(name_of(&path)) => listing.paths.push(path),
                    FolderEntry::Unread(unread)
                        if unread.reason.is_of_folder() || wanted(name_of(&unread.path)) =>
                    {
                        listing.unread.push(unread);
                    }
                    FolderEntry::File(_) | FolderEntry::Unread(_) | FolderEntry::PassedOver => {}
                }
            }
        }
        listing.paths.sort();
        listing.unread.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(listing)
    }

    /// The entries of a folder, or why they cannot be listed; `Err(None)` if there is no such folder.
    fn entries(&self, folder: &str) -> Result<Vec<FolderEntry>, Option<UnreadFile>> {
        let listed = fs::read_dir(self.root.join(folder));
        let entries = listed.map_err(|error| unlisted_folder(folder, &error))?;
        let mut found = Vec::new();
        for entry in entries {
            found.push(entry_at(folder, &entry.map_err(|error| unlisted_folder(folder, &error))?));
        }
        Ok(found)
    }
}

/// Why a folder cannot be listed. One that does not exist has no entries, which is no problem.
pub(super) fn unlisted_folder(folder: &str, error: &std::io::Error) -> Option<UnreadFile> {
    let is_there = error.kind() != std::io::ErrorKind::NotFound;
    let reason = UnreadReason::UnreadableFolder { error: error.to_string() };
    is_there.then(|| UnreadFile { path: folder.to_owned(), reason })
}

pub(super) fn entry_at(folder: &str, entry: &DirEntry) -> FolderEntry {
    let file_name = entry.file_name();
    let name = file_name.to_string_lossy();
    let path = if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") };
    let unread = |reason| FolderEntry::Unread(UnreadFile { path: path.clone(), reason });
    let kind = match entry.file_type() {
        Ok(kind) => kind,
        Err(error) => return unread(UnreadReason::Unreadable { error: error.to_string() }),
    };
    let is_folder = || fs::metadata(entry.path()).is_ok_and(|target| target.is_dir());
    match () {
        () if is_ignored(&name) && (kind.is_dir() || is_folder()) => FolderEntry::PassedOver,
        () if file_name.to_str().is_none() => {
            let error = "its name is not UTF-8 text".to_owned();
            unread(match kind.is_dir() {
                true => UnreadReason::UnreadableFolder { error },
                false => UnreadReason::Unreadable { error },
            })
        }
        () if kind.is_symlink() && is_folder() => unread(UnreadReason::LinkedFolder),
        () if kind.is_symlink() => unread(UnreadReason::Link),
        () if kind.is_dir() => FolderEntry::Folder(path),
        () if kind.is_file() => FolderEntry::File(path),
        () => FolderEntry::PassedOver,
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
