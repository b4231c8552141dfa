//! The files of a project as of the last pass, and what a new pass finds. Events name folders that moved
//! but not the files in them, so the files have to be known.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, SystemTime};

use scenewright_model::ChangeKind;

use super::differences::FileDifferences;
use super::native::NativeWatcher;
use super::rules::split;
use super::signals::WatchSignals;
use crate::layout::ProjectLayout;
use crate::root::{FileStamp, ProjectRoot, TIMESTAMP_GRANULARITY, WalkEntry};

/// The largest lag of a kernel's clock for files.
const CLOCK_LAG: Duration = Duration::from_millis(20);

pub(super) struct KnownFiles<'a> {
    root: &'a ProjectRoot,
    rules: &'static ProjectLayout,
    /// By project-relative path; the root's is empty.
    folders: BTreeMap<String, KnownFolder>,
}

#[derive(Default)]
struct KnownFolder {
    /// It is excluded. It is kept to notice when that ends.
    is_closed: bool,
    files: BTreeMap<Box<str>, FileStamp>,
}

/// One pass over some of the files.
pub(super) struct WatchPass<'a> {
    pub(super) native: &'a mut NativeWatcher,
    pub(super) signals: &'a WatchSignals,
    pub(super) found: FileDifferences,
    /// Set for the first pass, which reports only what was changed since then.
    pub(super) since: Option<SystemTime>,
}

impl<'a> KnownFiles<'a> {
    pub(super) fn new(root: &'a ProjectRoot, rules: &'static ProjectLayout) -> KnownFiles<'a> {
        KnownFiles { root, rules, folders: BTreeMap::new() }
    }

    /// Whether the project folder itself does not exist.
    pub(super) fn is_lost(&self) -> bool {
        self.folders.is_empty()
    }

    pub(super) fn is_file(&self, path: &str) -> bool {
        let (folder, name) = split(path);
        self.folders.get(folder).is_some_and(|folder| folder.files.contains_key(name))
    }

    /// Looks at a path that an event named; `written` if the event was about its content.
    pub(super) fn refresh(&mut self, path: &str, written: bool, look: &mut WatchPass<'_>) {
        let Some(place) = self.place(path) else {
            return;
        };
        let (path, written) = (place, written && place == path);
        match self.root.stat_entry(path) {
            Some(walked) if walked.is_folder => {
                self.note_file(path, None, written, look);
                self.scan(path, look);
            }
            Some(walked) => {
                self.forget(path, look);
                let reported = self.rules.reports(path);
                self.note_file(path, reported.then_some(walked.stamp), written, look);
            }
            None => {
                self.forget(path, look);
                self.note_file(path, None, written, look);
            }
        }
    }

    /// Where to look because of an event: at the first folder above that is not known, at the folder
    /// that a file includes or excludes, or at the path itself. `None` inside an excluded folder.
    fn place<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (folder, name) = split(path);
        let path = if self.rules.is_exclusion(name) && !folder.is_empty() { folder } else { path };
        for (end, _) in path.match_indices('/') {
            match self.folders.get(&path[..end]) {
                Some(known) if known.is_closed => return None,
                Some(_) => {}
                None => return Some(&path[..end]),
            }
        }
        Some(path)
    }

    fn note_file(
        &mut self,
        path: &str,
        now: Option<FileStamp>,
        written: bool,
        look: &mut WatchPass<'_>,
    ) {
        let (folder, name) = split(path);
        let Some(folder) = self.folders.get_mut(folder) else {
            return;
        };
        let before = match now {
            Some(stamp) => folder.files.insert(name.into(), stamp),
            None => folder.files.remove(name),
        };
        let rewritten =
            |now: &FileStamp| written && !now.is_settled(SystemTime::now(), TIMESTAMP_GRANULARITY);
        let kind = match (before, now) {
            (None, None) => return,
            (None, Some(_)) => ChangeKind::Added,
            (Some(_), None) => ChangeKind::Removed,
            (Some(before), Some(now)) if before == now && !rewritten(&now) => return,
            (Some(_), Some(_)) => ChangeKind::Changed,
        };
        look.found.note(path.to_owned(), kind);
    }

    /// Looks at a folder and all below it. Each is watched before it is listed, so that later changes are
    /// signalled.
    pub(super) fn scan(&mut self, folder: &str, look: &mut WatchPass<'_>) {
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            if look.signals.is_stopped() {
                return;
            }
            look.native.enter(&folder);
            match self.root.list_folder(&folder) {
                Ok(listed) => open.extend(self.compare(&folder, listed, look)),
                Err(error) if is_gone(&error) => self.forget(&folder, look),
                // Too many open files, for example: keep what was known.
                Err(error) => tracing::debug!(%error, folder, "a folder cannot be listed"),
            }
        }
    }

    /// Compares a folder with its new listing and stores it. Returns the folders below.
    fn compare(
        &mut self,
        folder: &str,
        listed: Vec<WalkEntry>,
        look: &mut WatchPass<'_>,
    ) -> Vec<String> {
        let closes = |walked: &WalkEntry| self.rules.is_exclusion(walked.name());
        let is_closed = !folder.is_empty() && listed.iter().any(closes);
        let mut now = KnownFolder { is_closed, ..KnownFolder::default() };
        let mut below = Vec::new();
        for walked in listed {
            if is_closed {
                break;
            } else if walked.is_folder && self.rules.enters(&walked.path) {
                below.push(walked.path);
            } else if !walked.is_folder && self.rules.reports(&walked.path) {
                now.files.insert(walked.name().into(), walked.stamp);
            }
        }
        below.sort_unstable();
        for gone in self.folders_in(folder) {
            if below.binary_search(&gone).is_err() {
                self.forget(&gone, look);
            }
        }
        match look.since {
            Some(since) => self.differ_since(since, folder, &now, look),
            None => self.differ(folder, &now, look),
        }
        self.folders.insert(folder.to_owned(), now);
        below
    }

    fn differ(&self, folder: &str, now: &KnownFolder, look: &mut WatchPass<'_>) {
        let none = BTreeMap::new();
        let before = self.folders.get(folder).map_or(&none, |known| &known.files);
        for name in before.keys().filter(|name| !now.files.contains_key(*name)) {
            look.found.note(join(folder, name), ChangeKind::Removed);
        }
        for (name, stamp) in &now.files {
            match before.get(name) {
                None => look.found.note(join(folder, name), ChangeKind::Added),
                Some(known) if known != stamp => {
                    look.found.note(join(folder, name), ChangeKind::Changed);
                }
                Some(_) => {}
            }
        }
    }

    /// Between the call that started watching and this pass something may have changed. A removed file
    /// shows only in the stamp of its folder, which is read after it was listed.
    fn differ_since(
        &self,
        since: SystemTime,
        folder: &str,
        now: &KnownFolder,
        look: &mut WatchPass<'_>,
    ) {
        let is_new = |stamp: &FileStamp| !stamp.is_settled(since, CLOCK_LAG);
        if FileStamp::read(&self.root.path().join(folder)).as_ref().is_some_and(is_new) {
            look.found.everything();
        }
        for (name, _) in now.files.iter().filter(|(_, stamp)| is_new(stamp)) {
            look.found.note(join(folder, name), ChangeKind::Changed);
        }
    }

    /// Forgets a folder with all below it, if it was known.
    fn forget(&mut self, folder: &str, look: &mut WatchPass<'_>) {
        let mut gone = self.below(folder);
        gone.push(folder.to_owned());
        for folder in gone {
            let files = self.folders.remove(&folder).unwrap_or_default().files;
            for name in files.keys() {
                look.found.note(join(&folder, name), ChangeKind::Removed);
            }
        }
    }

    fn folders_in(&self, folder: &str) -> Vec<String> {
        let mut below = self.below(folder);
        below.retain(|inner| split(inner).0 == folder);
        below
    }

    /// All known folders below one.
    fn below(&self, folder: &str) -> Vec<String> {
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = self.folders.range(start.clone()..);
        let inner = from.take_while(|(path, _)| path.starts_with(&start));
        inner.map(|(path, _)| path.clone()).filter(|path| !path.is_empty()).collect()
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
