//! The folders of a project, watched with inotify. The kernel queues an event before the system call that
//! caused it returns, so a call that reads the queue first knows of every write that was done before.
//!
//! Invariant: a folder is watched before it is listed. What was put into it before is in the list, and what
//! comes later is in the queue.
//!
//! Invariant: an event says only where to look. Events of folders are looked into by path after the queue
//! was read, so that it does not matter in which order folders were moved.

mod event;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;
use scenewright_engine::ScanReason;

use super::changed::ChangedFiles;
use super::mounts::{MountTable, check_file_system};
use super::scope::WatchedTree;
use crate::layout::ProjectLayout;
use crate::root::is_ignored;
use event::{InotifyEvent, events};

/// Events of a folder and of the files in it. `MODIFY` comes with each write, long before the file is
/// closed.
const EVENTS: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW)
    .union(WatchFlags::EXCL_UNLINK);

/// A program may make a second link of a file for a moment, to replace the file at once.
const HARD_LINK_GRACE: Duration = Duration::from_secs(2);

const BUFFER_BYTES: usize = 64 << 10;

/// Why a watcher cannot go on.
#[derive(Debug)]
pub(super) enum WatchEnd {
    /// Events were lost, or the project's folder is another one now: everything has to be watched anew.
    Restart,
    Stop(ScanReason),
}

pub(super) struct FolderWatcher {
    inotify: OwnedFd,
    mounts: MountTable,
    /// The project first.
    trees: Vec<WatchedTree>,
    /// Device and inode of each tree's folder.
    identities: Vec<(u64, u64)>,
    folders: BTreeMap<FolderPath, WatchedFolder>,
    by_watch: HashMap<i32, FolderPath>,
    has_links: bool,
    /// Files with several hard links, and when that was first seen.
    hard_links: BTreeMap<FolderPath, Instant>,
    buffer: Vec<u8>,
}

/// The number of a tree, and a path relative to it.
type FolderPath = (u16, String);

struct WatchedFolder {
    watch: i32,
    /// A file in it excludes it. It is watched to notice when that ends.
    is_excluded: bool,
}

impl FolderWatcher {
    pub(super) fn start(project: WatchedTree) -> Result<FolderWatcher, WatchEnd> {
        let flags = CreateFlags::NONBLOCK | CreateFlags::CLOEXEC;
        let inotify = inotify::init(flags).map_err(|error| match error {
            Errno::MFILE | Errno::NFILE => WatchEnd::Stop(ScanReason::WatcherLimit),
            error => failed(error),
        })?;
        let mut watcher = FolderWatcher {
            inotify,
            mounts: MountTable::open().map_err(WatchEnd::Stop)?,
            trees: Vec::new(),
            identities: Vec::new(),
            folders: BTreeMap::new(),
            by_watch: HashMap::new(),
            has_links: false,
            hard_links: BTreeMap::new(),
            buffer: vec![0; BUFFER_BYTES],
        };
        watcher.add_tree(project)?;
        Ok(watcher)
    }

    pub(super) fn project(&self) -> (PathBuf, &'static ProjectLayout) {
        let project = &self.trees[0];
        let layout = project.layout.unwrap_or_else(|| unreachable!("the project has a layout"));
        (project.root.clone(), layout)
    }

    pub(super) fn has_links(&self) -> bool {
        self.has_links
    }

    /// Whether changes of this file of the project are noticed.
    pub(super) fn covers(&self, path: &str) -> bool {
        let folder = self.folders.get(&(0, split(path).0.to_owned()));
        folder.is_some_and(|folder| !folder.is_excluded) && self.trees[0].is_relevant(path)
    }

    /// Whether there is an event when this file of the project comes, or the folder that brings it.
    pub(super) fn would_notice(&self, path: &str) -> bool {
        let (mut folder, mut missing) = (split(path).0, path);
        while !self.folders.contains_key(&(0, folder.to_owned())) {
            if folder.is_empty() || is_ignored(split(folder).1) {
                return false;
            }
            (folder, missing) = (split(folder).0, folder);
        }
        // A folder that exists and is not watched has no events.
        let is_absent =
            missing == path || fs::symlink_metadata(self.trees[0].root.join(missing)).is_err();
        is_absent && self.is_entered(0, folder) && self.trees[0].is_relevant(path)
    }

    pub(super) fn set_linked(&mut self, roots: &[&Path]) -> Result<(), ScanReason> {
        let known = self.trees.iter().skip(1).map(|tree| tree.root.as_path());
        if known.eq(roots.iter().copied()) {
            return Ok(());
        }
        for tree in 1..self.trees.len() {
            self.forget(tree as u16, "");
        }
        self.trees.truncate(1);
        self.identities.truncate(1);
        for root in roots {
            self.add_linked(root)?;
        }
        Ok(())
    }

    fn add_linked(&mut self, root: &Path) -> Result<(), ScanReason> {
        let overlaps = |tree: &WatchedTree| {
            let inside = root.strip_prefix(&tree.root).ok().and_then(Path::to_str);
            tree.root.starts_with(root) || inside.is_some_and(|inside| tree.is_relevant(inside))
        };
        if self.trees.iter().any(overlaps) {
            return Err(ScanReason::NestedFolders { path: root.to_owned() });
        }
        match self.add_tree(WatchedTree::linked(root)) {
            Ok(()) => Ok(()),
            Err(WatchEnd::Stop(reason)) => Err(reason),
            Err(WatchEnd::Restart) => {
                Err(ScanReason::Failed { error: format!("'{}' is gone", root.display()) })
            }
        }
    }

    fn add_tree(&mut self, tree: WatchedTree) -> Result<(), WatchEnd> {
        let identity = identity(&tree.root).ok_or(WatchEnd::Restart)?;
        check_file_system(&tree.root).map_err(WatchEnd::Stop)?;
        self.mounts.check(&tree).map_err(WatchEnd::Stop)?;
        let number = self.trees.len() as u16;
        self.trees.push(tree);
        self.identities.push(identity);
        self.scan(number, String::new())?;
        // A folder that cannot be watched is only left out if it is inside.
        if self.folders.contains_key(&(number, String::new())) {
            Ok(())
        } else {
            Err(WatchEnd::Restart)
        }
    }

    /// Reads the events that are in the queue now, and adds what they may have changed.
    pub(super) fn drain(&mut self, changed: &mut ChangedFiles) -> Result<bool, WatchEnd> {
        if self.mounts.has_changed().map_err(WatchEnd::Stop)? {
            self.trees
                .iter()
                .try_for_each(|tree| self.mounts.check(tree))
                .map_err(WatchEnd::Stop)?;
        }
        let is_same = |(tree, known): (&WatchedTree, &(u64, u64))| {
            identity(&tree.root).as_ref() == Some(known)
        };
        if !self.trees.iter().zip(&self.identities).all(is_same) {
            return Err(WatchEnd::Restart);
        }
        let mut round = DrainRound { changed, has_changes: false, folders: BTreeSet::new() };
        // No more than these: a program that writes all the time must not hold up the call.
        let mut waiting = rustix::io::ioctl_fionread(&self.inotify).map_err(failed)?;
        let mut buffer = std::mem::take(&mut self.buffer);
        while waiting > 0 {
            let length = match rustix::io::read(&self.inotify, &mut *buffer) {
                Ok(length) => length,
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(failed(error)),
            };
            waiting = waiting.saturating_sub(length as u64);
            for event in events(&buffer[..length]) {
                self.handle(&event, &mut round)?;
            }
        }
        self.buffer = buffer;
        self.rescan(&mut round)?;
        self.check_hard_links(&mut round)?;
        Ok(round.has_changes)
    }

    fn handle(
        &mut self,
        event: &InotifyEvent<'_>,
        round: &mut DrainRound<'_>,
    ) -> Result<(), WatchEnd> {
        if event.flags.contains(ReadFlags::QUEUE_OVERFLOW) {
            return Err(WatchEnd::Restart);
        }
        let Some((tree, folder)) = self.by_watch.get(&event.watch).cloned() else {
            return Ok(());
        };
        if event.flags.intersects(ReadFlags::IGNORED | ReadFlags::UNMOUNT) {
            self.unmap(event.watch);
        }
        let Some(name) = event.name else {
            // The folder itself was moved, deleted or unmounted. Its parent has an event too, unless it has none.
            let has_moved = ReadFlags::IGNORED
                | ReadFlags::UNMOUNT
                | ReadFlags::DELETE_SELF
                | ReadFlags::MOVE_SELF;
            let is_lost = folder.is_empty() && event.flags.intersects(has_moved);
            return if is_lost { Err(WatchEnd::Restart) } else { Ok(()) };
        };
        let Ok(name) = std::str::from_utf8(name) else {
            round.everything();
            return Ok(());
        };
        let path = join(&folder, name);
        if !self.trees[usize::from(tree)].is_relevant(&path) {
            return Ok(());
        }
        match event.flags.contains(ReadFlags::ISDIR) {
            true if is_ignored(name) => {}
            true => _ = round.folders.insert((tree, path)),
            false => self.handle_file(event, (tree, folder), path, round)?,
        }
        Ok(())
    }

    fn handle_file(
        &mut self,
        event: &InotifyEvent<'_>,
        (tree, folder): FolderPath,
        path: String,
        round: &mut DrainRound<'_>,
    ) -> Result<(), WatchEnd> {
        let is_exclusion = self.trees[usize::from(tree)].is_exclusion(split(&path).1);
        if is_exclusion && !folder.is_empty() {
            round.folders.insert((tree, folder));
            return Ok(());
        }
        if self.folders.get(&(tree, folder)).is_some_and(|folder| folder.is_excluded) {
            return Ok(());
        }
        if event.flags.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO)
            && let Ok(metadata) =
                fs::symlink_metadata(self.trees[usize::from(tree)].root.join(&path))
        {
            self.inspect(tree, &path, &metadata)?;
        }
        round.add_file(tree, path);
        Ok(())
    }

    /// Looks into folders that may have come, gone or been replaced.
    fn rescan(&mut self, round: &mut DrainRound<'_>) -> Result<(), WatchEnd> {
        let mut last: Option<FolderPath> = None;
        for (tree, folder) in std::mem::take(&mut round.folders) {
            let is_inside =
                |(above, outer): &FolderPath| *above == tree && is_at_or_below(&folder, outer);
            if last.as_ref().is_some_and(is_inside) {
                continue;
            }
            self.forget(tree, &folder);
            // An excluded folder above hides it.
            if self.is_entered(tree, split(&folder).0) {
                self.scan(tree, folder.clone())?;
            }
            round.add_folder(tree, folder.clone());
            last = Some((tree, folder));
        }
        Ok(())
    }

    fn is_entered(&self, tree: u16, folder: &str) -> bool {
        self.folders.get(&(tree, folder.to_owned())).is_some_and(|folder| !folder.is_excluded)
    }

    /// Watches a folder and all below it.
    fn scan(&mut self, tree: u16, folder: String) -> Result<(), WatchEnd> {
        let mut open = vec![folder];
        while let Some(folder) = open.pop() {
            let path = self.trees[usize::from(tree)].root.join(&folder);
            match inotify::add_watch(&self.inotify, &path, EVENTS) {
                Ok(watch) => self.map(tree, &folder, watch),
                Err(Errno::NOSPC | Errno::NOMEM) => {
                    return Err(WatchEnd::Stop(ScanReason::WatchLimit));
                }
                // It is gone again, or may not be read: a change of either is an event of its parent.
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::ACCESS | Errno::PERM) => {
                    continue;
                }
                Err(error) => return Err(failed(error)),
            }
            open.extend(self.list(tree, &folder, &path)?);
        }
        Ok(())
    }

    /// The folders below one that are entered.
    fn list(&mut self, tree: u16, folder: &str, path: &Path) -> Result<Vec<String>, WatchEnd> {
        let mut below = Vec::new();
        let mut files = Vec::new();
        let mut is_excluded = false;
        // One that cannot be listed has an event when it can.
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            let inner = join(folder, &name);
            let of = &self.trees[usize::from(tree)];
            if !of.is_relevant(&inner) || (kind.is_dir() && is_ignored(&name)) {
                continue;
            }
            is_excluded |= !folder.is_empty() && of.is_exclusion(&name);
            match kind.is_dir() {
                true => below.push(inner),
                false => files.push((inner, entry)),
            }
        }
        if is_excluded {
            if let Some(known) = self.folders.get_mut(&(tree, folder.to_owned())) {
                known.is_excluded = true;
            }
            return Ok(Vec::new());
        }
        for (path, entry) in files {
            if let Ok(metadata) = entry.metadata() {
                self.inspect(tree, &path, &metadata)?;
            }
        }
        Ok(below)
    }

    /// Notes what no event would tell: links, and files that can be changed through another folder.
    fn inspect(&mut self, tree: u16, path: &str, metadata: &fs::Metadata) -> Result<(), WatchEnd> {
        if metadata.is_symlink() {
            self.has_links = true;
            let of = &self.trees[usize::from(tree)];
            if of.is_walked_through(path) {
                let path = of.root.join(path);
                return Err(WatchEnd::Stop(ScanReason::LinkedFolder { path }));
            }
        }
        if metadata.is_file() && metadata.nlink() > 1 {
            self.hard_links.entry((tree, path.to_owned())).or_insert_with(Instant::now);
        }
        Ok(())
    }

    fn check_hard_links(&mut self, round: &mut DrainRound<'_>) -> Result<(), WatchEnd> {
        for ((tree, path), since) in std::mem::take(&mut self.hard_links) {
            let absolute = self.trees[usize::from(tree)].root.join(&path);
            let links = fs::symlink_metadata(&absolute).map_or(0, |metadata| metadata.nlink());
            if links > 1 && since.elapsed() > HARD_LINK_GRACE {
                return Err(WatchEnd::Stop(ScanReason::HardLink { path: absolute }));
            }
            round.add_file(tree, path.clone());
            if links > 1 {
                self.hard_links.insert((tree, path), since);
            }
        }
        Ok(())
    }

    /// A folder that was moved keeps its watch, which then belongs to the new path.
    fn map(&mut self, tree: u16, folder: &str, watch: i32) {
        let path = (tree, folder.to_owned());
        if let Some(old) = self.by_watch.insert(watch, path.clone())
            && old != path
        {
            self.folders.remove(&old);
        }
        let replaced = self.folders.insert(path, WatchedFolder { watch, is_excluded: false });
        if let Some(replaced) = replaced.filter(|replaced| replaced.watch != watch) {
            self.by_watch.remove(&replaced.watch);
            self.remove_watch(replaced.watch);
        }
    }

    fn unmap(&mut self, watch: i32) {
        if let Some(path) = self.by_watch.remove(&watch) {
            self.folders.remove(&path);
        }
    }

    /// Ends the watches of a folder and of all below it.
    fn forget(&mut self, tree: u16, folder: &str) {
        let from = self.folders.range((tree, folder.to_owned())..);
        let inside = from.take_while(|((number, path), _)| {
            *number == tree && (folder.is_empty() || path.starts_with(folder))
        });
        let gone = inside.filter(|((_, path), _)| is_at_or_below(path, folder));
        let gone: Vec<i32> = gone.map(|(_, watched)| watched.watch).collect();
        for watch in gone {
            self.unmap(watch);
            self.remove_watch(watch);
        }
        self.hard_links
            .retain(|(number, path), _| *number != tree || !is_at_or_below(path, folder));
    }

    /// The kernel has ended the watch already if the folder is gone.
    fn remove_watch(&self, watch: i32) {
        _ = inotify::remove_watch(&self.inotify, watch);
    }
}

/// What one reading of the queue found.
struct DrainRound<'a> {
    changed: &'a mut ChangedFiles,
    has_changes: bool,
    /// To be looked into.
    folders: BTreeSet<FolderPath>,
}

impl DrainRound<'_> {
    fn add_file(&mut self, tree: u16, path: String) {
        self.has_changes = true;
        self.changed.add_file(tree, path);
    }

    fn add_folder(&mut self, tree: u16, path: String) {
        self.has_changes = true;
        self.changed.add_folder(tree, path);
    }

    fn everything(&mut self) {
        self.has_changes = true;
        self.changed.everything();
    }
}

fn failed(error: Errno) -> WatchEnd {
    WatchEnd::Stop(ScanReason::Failed { error: error.to_string() })
}

fn identity(folder: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(folder).ok()?;
    metadata.is_dir().then(|| (metadata.dev(), metadata.ino()))
}

fn is_at_or_below(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The folder, which is empty for the root, and the name.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
