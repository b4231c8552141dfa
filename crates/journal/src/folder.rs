//! Which folder is the journal of a project. It is found by the project's path, and after a move by the
//! project's folder itself or by the contents that the journal left it with. A copy has a journal of its
//! own: as long as the original is where it was, the journal belongs to that one.

use std::fs::{self, DirBuilder, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::disk::Disk;
use crate::lock::Lock;
use crate::record::Header;
use crate::refused::Refused;
use crate::store::{Mark, Store, Stored};

const NOTE: &str = "project.txt";

/// For another process to make its folder.
const MAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How many of the newest entries are compared with the project's files.
const COMPARED: usize = 3;

/// What `project.txt` says. Version 0.1 wrote the path alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Owner {
    path: String,
    #[serde(flatten)]
    identity: Identity,
}

/// Of a folder, whatever its name is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    device: Option<u64>,
    inode: Option<u64>,
    /// When it was made, in nanoseconds since 1970.
    born: Option<u64>,
}

#[derive(Debug, PartialEq, Eq)]
enum Likeness {
    Same,
    Different,
    /// Inodes are used again, so that one alone says little.
    Unclear,
}

impl Identity {
    fn of(folder: &Path) -> Identity {
        fs::metadata(folder).map_or_else(|_| Identity::default(), |metadata| Self::from(&metadata))
    }

    #[cfg(unix)]
    fn from(metadata: &Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;

        let (device, inode) = (Some(metadata.dev()), Some(metadata.ino()));
        Identity { device, inode, born: born(metadata) }
    }

    #[cfg(not(unix))]
    fn from(metadata: &Metadata) -> Identity {
        Identity { born: born(metadata), ..Identity::default() }
    }

    /// Devices get other numbers after a restart, so that they count only where nothing else does.
    fn compare(&self, other: &Identity) -> Likeness {
        match ((self.inode, self.born), (other.inode, other.born)) {
            ((Some(a), _), (Some(b), _)) if a != b => Likeness::Different,
            ((_, Some(a)), (_, Some(b))) if a != b => Likeness::Different,
            ((Some(_), Some(_)), (Some(_), Some(_))) | ((None, Some(_)), (None, Some(_))) => {
                Likeness::Same
            }
            _ => Likeness::Unclear,
        }
    }
}

fn born(metadata: &Metadata) -> Option<u64> {
    let born = metadata.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(born.as_nanos()).ok()
}

impl Owner {
    fn of(root: &Path) -> Owner {
        Owner { path: root.to_string_lossy().into_owned(), identity: Identity::of(root) }
    }

    fn read(folder: &Path) -> Option<Owner> {
        let text = fs::read_to_string(folder.join(NOTE)).ok()?;
        let plain = || Owner { path: text.clone(), identity: Identity::default() };
        Some(serde_json::from_str(&text).unwrap_or_else(|_| plain()))
    }

    /// Written whole or not at all.
    fn write(&self, folder: &Path) -> std::io::Result<()> {
        let new = folder.join("project.new");
        fs::write(&new, serde_json::to_vec(self)?)?;
        fs::rename(new, folder.join(NOTE))
    }
}

/// The journal's folder, if there is one. Nothing is written.
pub(crate) fn find(data: &Path, root: &Path) -> Option<PathBuf> {
    let data = fs::canonicalize(data).ok()?;
    let own = Owner::of(root);
    let first = data.join(name(root));
    let is_sure = |owner: Owner| {
        owner.path == own.path && owner.identity.compare(&own.identity) == Likeness::Same
    };
    if Owner::read(&first).is_some_and(is_sure) {
        return Some(first);
    }
    let mut folders: Vec<PathBuf> =
        fs::read_dir(data).ok()?.flatten().map(|it| it.path()).collect();
    folders.sort();
    let owned = |folder: PathBuf| Some((Owner::read(&folder)?, folder));
    let all: Vec<(Owner, PathBuf)> = folders.into_iter().filter_map(owned).collect();
    let moved = |(owner, _): &&(Owner, PathBuf)| {
        owner.identity.compare(&own.identity) == Likeness::Same && !is_in_place(owner)
    };
    let by_path = |(owner, folder): &&(Owner, PathBuf)| {
        let likeness = owner.identity.compare(&own.identity);
        owner.path == own.path
            && (likeness != Likeness::Different || has_contents(folder, root, true))
    };
    let by_contents = |(owner, folder): &&(Owner, PathBuf)| {
        !Path::new(&owner.path).exists() && has_contents(folder, root, false)
    };
    let found = all.iter().find(moved).or_else(|| all.iter().find(by_path));
    found.or_else(|| all.iter().find(by_contents)).map(|(_, folder)| folder.clone())
}

/// Whether the project that a journal was made for is still where it was.
fn is_in_place(owner: &Owner) -> bool {
    let path = Path::new(&owner.path);
    path.exists() && Identity::of(path).compare(&owner.identity) != Likeness::Different
}

/// Whether the files of one of the newest entries are as it left them. What was undone says nothing: any
/// other copy has that content too. A journal without entries fits whom it is `empty` for.
fn has_contents(folder: &Path, root: &Path, empty: bool) -> bool {
    let store = Store { folder: folder.join("entries"), disk: Disk::default() };
    let all = store.list().unwrap_or_default();
    let done: Vec<&Stored> = all.iter().rev().filter(|it| it.mark == Mark::Done).collect();
    let fits = |stored: &Stored| {
        let header = Header::read(&store.path(stored), &stored.handle);
        header.is_ok_and(|header| is_as_left(&header, root))
    };
    if done.is_empty() { empty } else { done.into_iter().take(COMPARED).any(fits) }
}

fn is_as_left(header: &Header, root: &Path) -> bool {
    header.files.iter().all(|file| {
        let found = fs::read(root.join(&file.real)).ok();
        found.as_deref().map(Digest::of) == file.after
    })
}

/// The journal's folder, made if there is none, and marked as this project's.
pub(crate) fn make(data: &Path, root: &Path) -> Result<PathBuf, Refused> {
    let failed = |source| Refused::io("open", data, source);
    fs::create_dir_all(data).map_err(failed)?;
    let data = fs::canonicalize(data).map_err(failed)?;
    if data.starts_with(root) {
        return Err(Refused::path(
            &data.to_string_lossy(),
            "a journal must be outside its project",
        ));
    }
    let own = Owner::of(root);
    let is_marked = |folder: &PathBuf| {
        Owner::read(folder).as_ref() == Some(&own) && folder.join("entries").is_dir()
    };
    if let Some(folder) = find(&data, root).filter(is_marked) {
        return Ok(folder);
    }
    // Of two processes that open a project for the first time, the second finds what the first made.
    let _lock = Lock::take(&data.join("folders.lock"), MAKE_TIMEOUT)?;
    let folder = find(&data, root).unwrap_or_else(|| free(&data, root));
    let failed = |source| Refused::io("make the folder", &folder, source);
    private().create(folder.join("entries")).map_err(failed)?;
    if !is_marked(&folder) {
        own.write(&folder).map_err(failed)?;
    }
    Ok(folder)
}

/// Named after the project, for people, and after its whole path, for us.
fn name(root: &Path) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let name: String =
        name.chars().take(40).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let hash = Digest::of(root.as_os_str().as_encoded_bytes()).hash;
    format!("{name}-{}", &hash[..16])
}

/// One that no other project has: of one that was here before, for instance.
fn free(data: &Path, root: &Path) -> PathBuf {
    let name = name(root);
    let first = data.join(&name);
    let others = (2..).map(|number| data.join(format!("{name}-{number}")));
    let mut all = std::iter::once(first.clone()).chain(others);
    all.find(|folder| !folder.join(NOTE).exists()).unwrap_or(first)
}

/// Makes folders that nobody else can read: what a project holds is not for everybody.
pub(crate) fn private() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
