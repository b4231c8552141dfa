//! Finds the journal folder of a project: by the project's path, and after a move by the identity of the
//! project's folder or by the contents that the journal recorded last. A copy has a journal of its own: as
//! long as the original is in place, the journal belongs to it.

use std::fs::{self, DirBuilder, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::digest::ContentDigest;
use crate::disk::Disk;
use crate::error::{IoAction, JournalError, PathError};
use crate::lock::FileLock;
use crate::native::{canonicalize, retry_while_blocked};
use crate::record::RecordHeader;
use crate::store::{EntryMark, EntryStore, StoredEntry};

const OWNER_FILE: &str = "project.txt";

/// How long to wait for another process that creates its folder.
const MAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How many of the newest entries are compared with the project's files.
const MAX_COMPARED_ENTRIES: usize = 3;

/// The content of `project.txt`. Version 0.1 wrote only the path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FolderOwner {
    path: String,
    #[serde(flatten)]
    identity: FolderIdentity,
}

/// Identifies a folder independently of its name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct FolderIdentity {
    device: Option<u64>,
    inode: Option<u64>,
    /// When it was created, in nanoseconds since 1970.
    born: Option<u64>,
}

#[derive(Debug, PartialEq, Eq)]
enum IdentityMatch {
    Same,
    Different,
    /// Inodes are reused, so one alone proves little.
    Unclear,
}

impl FolderIdentity {
    fn read(folder: &Path) -> FolderIdentity {
        fs::metadata(folder)
            .map_or_else(|_| FolderIdentity::default(), |metadata| Self::from(&metadata))
    }

    #[cfg(unix)]
    fn from(metadata: &Metadata) -> FolderIdentity {
        use std::os::unix::fs::MetadataExt;

        let (device, inode) = (Some(metadata.dev()), Some(metadata.ino()));
        FolderIdentity { device, inode, born: born(metadata) }
    }

    #[cfg(not(unix))]
    fn from(metadata: &Metadata) -> FolderIdentity {
        FolderIdentity { born: born(metadata), ..FolderIdentity::default() }
    }

    /// Ignores the device, whose number may change with a restart.
    fn compare(&self, other: &FolderIdentity) -> IdentityMatch {
        match ((self.inode, self.born), (other.inode, other.born)) {
            ((Some(a), _), (Some(b), _)) if a != b => IdentityMatch::Different,
            ((_, Some(a)), (_, Some(b))) if a != b => IdentityMatch::Different,
            ((Some(_), Some(_)), (Some(_), Some(_))) | ((None, Some(_)), (None, Some(_))) => {
                IdentityMatch::Same
            }
            _ => IdentityMatch::Unclear,
        }
    }
}

fn born(metadata: &Metadata) -> Option<u64> {
    let born = metadata.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(born.as_nanos()).ok()
}

impl FolderOwner {
    fn for_root(root: &Path) -> FolderOwner {
        FolderOwner {
            path: root.to_string_lossy().into_owned(),
            identity: FolderIdentity::read(root),
        }
    }

    fn read(folder: &Path) -> Option<FolderOwner> {
        let text = fs::read_to_string(folder.join(OWNER_FILE)).ok()?;
        let plain = || FolderOwner { path: text.clone(), identity: FolderIdentity::default() };
        Some(serde_json::from_str(&text).unwrap_or_else(|_| plain()))
    }

    /// Written whole or not at all.
    fn write(&self, folder: &Path) -> std::io::Result<()> {
        let new = folder.join("project.new");
        fs::write(&new, serde_json::to_vec(self)?)?;
        retry_while_blocked(|| fs::rename(&new, folder.join(OWNER_FILE)))
    }
}

/// The journal's folder, if there is one. Nothing is written.
pub(crate) fn find(data: &Path, root: &Path) -> Option<PathBuf> {
    let data = canonicalize(data).ok()?;
    let own = FolderOwner::for_root(root);
    let first = data.join(folder_name(root));
    let is_sure = |owner: FolderOwner| {
        owner.path == own.path && owner.identity.compare(&own.identity) == IdentityMatch::Same
    };
    if FolderOwner::read(&first).is_some_and(is_sure) {
        return Some(first);
    }
    let mut folders: Vec<PathBuf> =
        fs::read_dir(data).ok()?.flatten().map(|it| it.path()).collect();
    folders.sort();
    let owned = |folder: PathBuf| Some((FolderOwner::read(&folder)?, folder));
    let all: Vec<(FolderOwner, PathBuf)> = folders.into_iter().filter_map(owned).collect();
    let moved = |(owner, _): &&(FolderOwner, PathBuf)| {
        owner.identity.compare(&own.identity) == IdentityMatch::Same && !is_in_place(owner)
    };
    let by_path = |(owner, folder): &&(FolderOwner, PathBuf)| {
        let likeness = owner.identity.compare(&own.identity);
        owner.path == own.path
            && (likeness != IdentityMatch::Different || has_contents(folder, root, true))
    };
    let by_contents = |(owner, folder): &&(FolderOwner, PathBuf)| {
        !Path::new(&owner.path).exists() && has_contents(folder, root, false)
    };
    let found = all.iter().find(moved).or_else(|| all.iter().find(by_path));
    found.or_else(|| all.iter().find(by_contents)).map(|(_, folder)| folder.clone())
}

/// Whether the project that a journal was made for is still where it was.
fn is_in_place(owner: &FolderOwner) -> bool {
    let path = Path::new(&owner.path);
    path.exists() && FolderIdentity::read(path).compare(&owner.identity) != IdentityMatch::Different
}

/// Whether the files of one of the newest entries are as it left them. What was undone says nothing: any
/// other copy has that content too. A journal without entries fits whom it is `empty` for.
fn has_contents(folder: &Path, root: &Path, empty: bool) -> bool {
    let store = EntryStore { folder: folder.join("entries"), disk: Disk::default() };
    let all = store.list().unwrap_or_default();
    let done: Vec<&StoredEntry> =
        all.iter().rev().filter(|it| it.mark == EntryMark::Done).collect();
    let fits = |stored: &StoredEntry| {
        let header = RecordHeader::read(&store.path(stored), &stored.handle);
        header.is_ok_and(|header| is_as_left(&header, root))
    };
    if done.is_empty() { empty } else { done.into_iter().take(MAX_COMPARED_ENTRIES).any(fits) }
}

fn is_as_left(header: &RecordHeader, root: &Path) -> bool {
    header.files.iter().all(|file| {
        let found = fs::read(root.join(&file.real)).ok();
        found.as_deref().map(ContentDigest::compute) == file.after
    })
}

/// The journal's folder, created if there is none, and marked with its project.
pub(crate) fn create(data: &Path, root: &Path) -> Result<PathBuf, JournalError> {
    let failed = |source| JournalError::io(IoAction::Open, data, source);
    fs::create_dir_all(data).map_err(failed)?;
    let data = canonicalize(data).map_err(failed)?;
    if data.starts_with(root) {
        return Err(JournalError::path(&data.to_string_lossy(), PathError::JournalInsideProject));
    }
    let own = FolderOwner::for_root(root);
    let is_marked = |folder: &PathBuf| {
        FolderOwner::read(folder).as_ref() == Some(&own) && folder.join("entries").is_dir()
    };
    if let Some(folder) = find(&data, root).filter(is_marked) {
        return Ok(folder);
    }
    // Of two processes that open a project for the first time, the second finds the folder of the first.
    let _lock = FileLock::acquire(&data.join("folders.lock"), MAKE_TIMEOUT)?;
    let folder = find(&data, root).unwrap_or_else(|| unused_folder(&data, root));
    let failed = |source| JournalError::io(IoAction::CreateFolder, &folder, source);
    private_dir_builder().create(folder.join("entries")).map_err(failed)?;
    if !is_marked(&folder) {
        own.write(&folder).map_err(failed)?;
    }
    Ok(folder)
}

/// The project's name, for people, and a hash of its path.
fn folder_name(root: &Path) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let name: String =
        name.chars().take(40).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let hash = ContentDigest::compute(root.as_os_str().as_encoded_bytes()).hash;
    format!("{name}-{}", &hash[..16])
}

/// A folder that belongs to no other project, for instance to one that was at this path before.
fn unused_folder(data: &Path, root: &Path) -> PathBuf {
    let name = folder_name(root);
    let first = data.join(&name);
    let others = (2..).map(|number| data.join(format!("{name}-{number}")));
    let mut all = std::iter::once(first.clone()).chain(others);
    all.find(|folder| !folder.join(OWNER_FILE).exists()).unwrap_or(first)
}

/// Creates folders that other users cannot read.
pub(crate) fn private_dir_builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
