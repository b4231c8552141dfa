//! Walks over folders, in parallel. Links are never followed, so that nothing outside the root is listed
//! and no path needs to be resolved.

use std::fs::{self, DirEntry, File, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rayon::prelude::*;
use scenewright_engine::{Context, EngineError};
use scenewright_journal::retry_while_in_use;
use scenewright_model::{UnreadFile, UnreadReason};

use super::listing::{FolderEntry, entry_at, unlisted_folder};
use super::{ProjectRoot, is_ignored};

/// The coarsest clock of a file system, FAT's: two edits within it may leave the same stamp.
pub const TIMESTAMP_GRANULARITY: Duration = Duration::from_secs(2);

/// Up to this many folders are listed one after another.
const PARALLEL_LIST_THRESHOLD: usize = 4;

/// A file or folder that a walk found.
pub struct WalkEntry {
    /// Relative to the root.
    pub path: String,
    pub is_folder: bool,
    pub stamp: FileStamp,
}

/// What a walk found.
#[derive(Default)]
pub struct Walk {
    pub found: Vec<WalkEntry>,
    /// What was skipped: folders that cannot be listed, links.
    pub unread: Vec<UnreadFile>,
}

impl WalkEntry {
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// Size and time of a file. Two equal stamps mean the same content, once the file is settled
/// ([`FileStamp::is_settled`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileStamp {
    pub bytes: u64,
    /// Nanoseconds since 1970.
    time: i64,
}

impl FileStamp {
    /// Equal to that of no file: what has it is read again.
    pub const NEVER: FileStamp = FileStamp { bytes: u64::MAX, time: i64::MIN };

    /// The same, of a file that the system did not let us read.
    pub const UNREADABLE: FileStamp = FileStamp { bytes: u64::MAX, time: i64::MAX };

    /// The current stamp of a file; `None` if it does not exist.
    pub fn read(path: &Path) -> Option<FileStamp> {
        fs::metadata(path).ok().map(|metadata| FileStamp::from_metadata(&metadata))
    }

    fn from_metadata(metadata: &Metadata) -> FileStamp {
        let modified = metadata.modified().map(nanoseconds).unwrap_or_default();
        FileStamp { bytes: metadata.len(), time: modified.max(changed(metadata)) }
    }

    /// Whether the file had been unchanged for `rest` at `now`. The clocks of file systems are coarse: two
    /// edits within one tick leave the same stamp.
    pub fn is_settled(&self, now: SystemTime, rest: Duration) -> bool {
        now.checked_sub(rest).is_some_and(|before| self.time < nanoseconds(before))
    }
}

fn nanoseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

/// When the file was last written or moved to its path: a copy that keeps the time of its original, or a
/// file moved over another, does not show in the modification time.
#[cfg(unix)]
fn changed(metadata: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt;
    metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> i64 {
    i64::MIN
}

impl ProjectRoot {
    /// Everything below `folder` that engines import, in no order. A folder below that
    /// contains a file whose name `closes` it is left out.
    pub fn walk(
        &self,
        folder: &str,
        closes: impl Fn(&str) -> bool + Sync,
        cx: &Context,
    ) -> Result<Walk, EngineError> {
        let mut walk = Walk::default();
        let mut level = vec![folder.to_owned()];
        let is_open = |inner: &str, list: &Walk| {
            inner == folder || !list.found.iter().any(|walked| closes(walked.name()))
        };
        // Level by level: hostile folders could make a recursion too deep.
        while !level.is_empty() {
            let list = |inner: &String| {
                let list = self.list(inner, cx)?;
                Ok(if is_open(inner, &list) { list } else { Walk::default() })
            };
            let lists: Vec<Walk> = match level.len() {
                // Waking other threads would take longer.
                ..PARALLEL_LIST_THRESHOLD => level.iter().map(list).collect::<Result<_, _>>()?,
                _ => level.par_iter().map(list).collect::<Result<_, _>>()?,
            };
            let listed = walk.found.len();
            for list in lists {
                walk.found.extend(list.found);
                walk.unread.extend(list.unread);
            }
            let folders = walk.found[listed..].iter().filter(|walked| walked.is_folder);
            level = folders.map(|walked| walked.path.clone()).collect();
        }
        Ok(walk)
    }

    /// The content of a walked file of about this size, in a buffer that is reused, or why it was not read.
    pub fn read_walked<'a>(
        &self,
        path: &str,
        expected: u64,
        buffer: &'a mut Vec<u8>,
        cx: &Context,
    ) -> Result<Result<&'a [u8], UnreadReason>, EngineError> {
        let file = match retry_while_in_use(|| File::open(self.root.join(path))) {
            Ok(file) => file,
            Err(error) => return Ok(Err(UnreadReason::Unreadable { error: error.to_string() })),
        };
        let read = self.limits.read(file, expected, buffer, || cx.check())?;
        Ok(read.map(|length| &buffer[..length]))
    }

    fn list(&self, folder: &str, cx: &Context) -> Result<Walk, EngineError> {
        cx.check()?;
        let mut list = Walk::default();
        let entries = match fs::read_dir(self.root.join(folder)) {
            Ok(entries) => entries,
            Err(error) => {
                list.unread.extend(unlisted_folder(folder, &error));
                return Ok(list);
            }
        };
        for entry in entries {
            match entry {
                Ok(entry) => list.add(folder, &entry),
                Err(error) => list.unread.extend(unlisted_folder(folder, &error)),
            }
        }
        Ok(list)
    }

    /// What a walk would find in one folder.
    pub fn list_folder(&self, folder: &str) -> io::Result<Vec<WalkEntry>> {
        let entries = fs::read_dir(self.root.join(folder))?.flatten();
        Ok(entries.filter_map(|entry| walk_entry(folder, &entry)).collect())
    }

    /// Whether there is a link at this path, which a walk does not follow.
    pub fn is_link(&self, path: &str) -> bool {
        self.root.join(path).is_symlink()
    }

    /// What a walk would find at one path below the folders that it walks.
    pub fn stat_entry(&self, path: &str) -> Option<WalkEntry> {
        let metadata = fs::symlink_metadata(self.root.join(path)).ok()?;
        let is_folder = metadata.is_dir();
        if !is_folder && !metadata.is_file() {
            return None;
        }
        let stamp =
            if is_folder { FileStamp::default() } else { FileStamp::from_metadata(&metadata) };
        Some(WalkEntry { path: path.to_owned(), is_folder, stamp })
    }
}

impl Walk {
    fn add(&mut self, folder: &str, entry: &DirEntry) {
        if let Some(walked) = walk_entry(folder, entry) {
            self.found.push(walked);
        } else if let FolderEntry::Unread(unread) = entry_at(folder, entry) {
            self.unread.push(unread);
        }
    }
}

fn walk_entry(folder: &str, entry: &DirEntry) -> Option<WalkEntry> {
    let kind = entry.file_type().ok()?;
    let name = entry.file_name().into_string().ok()?;
    let stamp = match () {
        () if kind.is_file() => FileStamp::from_metadata(&entry.metadata().ok()?),
        () if kind.is_dir() && !is_ignored(&name) => FileStamp::default(),
        () => return None,
    };
    let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
    Some(WalkEntry { path, is_folder: kind.is_dir(), stamp })
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    fn paths(fixture: &Fixture, folder: &str) -> Vec<String> {
        open_paths(fixture, folder, |_| false)
    }

    fn open_paths(fixture: &Fixture, folder: &str, closes: fn(&str) -> bool) -> Vec<String> {
        let root = ProjectRoot::new(fixture.root());
        let mut paths: Vec<String> = root
            .walk(folder, closes, &Context::unbounded())
            .unwrap()
            .found
            .into_iter()
            .map(|walked| walked.path)
            .collect();
        paths.sort();
        paths
    }

    #[test]
    fn folders_and_files_come_up_and_what_is_not_imported_does_not() {
        let fixture = Fixture::new("//- /A/b/c.txt\n//- /A/.git/x\n//- /A/Samples~/x\n//- /d\n");
        assert_eq!(paths(&fixture, "A"), ["A/b", "A/b/c.txt"]);
        assert_eq!(paths(&fixture, ""), ["A", "A/b", "A/b/c.txt", "d"]);
        assert_eq!(paths(&fixture, "none"), [""; 0]);
    }

    #[test]
    fn a_file_closes_the_folder_that_it_lies_in_but_not_the_one_walked() {
        let fixture = Fixture::new("//- /x\n//- /A/x\n//- /A/B/c\n//- /D/e\n");
        assert_eq!(open_paths(&fixture, "", |name| name == "x"), ["A", "D", "D/e", "x"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_passed_over() {
        let outside = Fixture::new("//- /secret\n");
        let fixture = Fixture::new("//- /A/b\n");
        std::os::unix::fs::symlink(outside.root(), fixture.path("A/folder")).unwrap();
        std::os::unix::fs::symlink(outside.path("secret"), fixture.path("A/file")).unwrap();
        assert_eq!(paths(&fixture, ""), ["A", "A/b"]);
        let root = ProjectRoot::new(fixture.root());
        let mut unread = root.walk("", |_| false, &Context::unbounded()).unwrap().unread;
        unread.sort_by(|one, other| one.path.cmp(&other.path));
        let unread: Vec<(&str, &UnreadReason)> =
            unread.iter().map(|unread| (unread.path.as_str(), &unread.reason)).collect();
        let links = [("A/file", &UnreadReason::Link), ("A/folder", &UnreadReason::LinkedFolder)];
        assert_eq!(unread, links);
    }

    #[test]
    fn a_file_that_grew_since_the_walk_is_read_to_its_end() {
        let fixture = Fixture::new("//- /a\nnow it is longer\n");
        let root = ProjectRoot::new(fixture.root());
        let mut buffer = Vec::new();
        for bytes in [0, 3, 17, 100] {
            let read = root.read_walked("a", bytes, &mut buffer, &Context::unbounded());
            assert_eq!(read.unwrap().unwrap(), b"now it is longer\n");
        }
    }
}
