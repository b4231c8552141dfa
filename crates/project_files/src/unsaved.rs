//! Contents of files that only the memory has. A project's root reads through them, so that everything
//! that is read, whatever for, has them in it.

mod edits;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use scenewright_model::{DONT_DESTROY_ON_LOAD_SCENE, FileChange, HIDDEN_SCENE};

pub use edits::{KeptEdit, KeptFileChange};

/// By project-relative path. Who looks takes a snapshot: a change never waits for a reader.
#[derive(Debug, Default)]
pub struct UnsavedFiles(RwLock<Arc<Drafts>>);

#[derive(Debug, Default, Clone)]
pub struct Drafts {
    files: BTreeMap<String, Arc<DraftFile>>,
    /// What pseudo-scenes are before something is put into them.
    blank: BTreeMap<String, Arc<[u8]>>,
    /// What a live editor has in memory. It is read before all else, and is the editor's to save.
    held: BTreeMap<String, Arc<[u8]>>,
    /// What the drafts were made by, in their order, with those that were taken back.
    edits: Vec<Arc<KeptEdit>>,
    changes: u64,
}

#[derive(Debug, Clone)]
pub struct DraftFile {
    /// What the disk had when the file was first changed; `None`: no file.
    pub base: Option<Arc<[u8]>>,
    /// `None` for a file that goes.
    pub now: Option<Arc<[u8]>>,
    /// What was changed by the same edits: without these, its content may not make sense.
    pub with: BTreeSet<String>,
}

/// Which contents something was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnsavedVersion {
    changes: u64,
    /// 0 while the disk has everything.
    pub tag: u64,
}

pub fn is_pseudo(path: &str) -> bool {
    path == DONT_DESTROY_ON_LOAD_SCENE || path == HIDDEN_SCENE
}

impl UnsavedFiles {
    pub fn snapshot(&self) -> Arc<Drafts> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn version(&self) -> UnsavedVersion {
        let drafts = self.snapshot();
        UnsavedVersion {
            changes: drafts.changes,
            tag: if drafts.is_clean() { 0 } else { drafts.changes },
        }
    }

    /// All of it at once: no reader sees a part.
    pub fn change(&self, change: impl FnOnce(&mut Drafts)) {
        let mut drafts = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let drafts = Arc::make_mut(&mut drafts);
        change(drafts);
        drafts.changes += 1;
    }
}

impl Drafts {
    pub fn get(&self, path: &str) -> Option<&DraftFile> {
        self.files.get(path).map(|draft| &**draft)
    }

    /// The disk has everything.
    fn is_clean(&self) -> bool {
        self.files.is_empty() && self.held.is_empty()
    }

    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &DraftFile)> {
        self.files.iter().map(|(path, draft)| (path.as_str(), &**draft))
    }

    /// What a reader gets: `None` if that is for the disk to say, `Some(None)` if there is no file.
    pub fn content(&self, path: &str) -> Option<Option<&[u8]>> {
        if let Some(held) = self.held.get(path) {
            return Some(Some(held));
        }
        match self.files.get(path) {
            Some(draft) => Some(draft.now.as_deref()),
            None => self.blank.get(path).map(|blank| Some(&**blank)),
        }
    }

    pub fn holds(&self, held: &BTreeMap<String, Arc<[u8]>>) -> bool {
        self.held == *held
    }

    pub fn hold(&mut self, held: BTreeMap<String, Arc<[u8]>>) {
        self.held = held;
    }

    pub fn has_blank(&self, path: &str) -> bool {
        self.blank.contains_key(path)
    }

    pub fn set_blank(&mut self, path: &str, content: Vec<u8>) {
        self.blank.insert(path.to_owned(), content.into());
    }

    /// Takes a change over what is known of the file, or over the disk. What comes to the same as the
    /// disk again needs no saving.
    pub fn keep(&mut self, change: &FileChange, with: &BTreeSet<String>) {
        let shared = |bytes: &Option<Vec<u8>>| bytes.as_deref().map(Arc::from);
        self.put(&change.path, shared(&change.before), shared(&change.after), with);
    }

    fn put(
        &mut self,
        path: &str,
        before: Option<Arc<[u8]>>,
        now: Option<Arc<[u8]>>,
        with: &BTreeSet<String>,
    ) {
        let known = self.files.get(path);
        let base = known.map_or(before, |known| known.base.clone());
        if now == base && !is_pseudo(path) {
            self.files.remove(path);
            return;
        }
        let mut with = with.clone();
        with.extend(known.iter().flat_map(|known| known.with.iter().cloned()));
        with.remove(path);
        self.files.insert(path.to_owned(), Arc::new(DraftFile { base, now, with }));
    }

    /// Together with what was done to them.
    pub fn drop_all<'p>(&mut self, paths: impl IntoIterator<Item = &'p String>) {
        let paths: BTreeSet<&String> = paths.into_iter().collect();
        for path in &paths {
            self.files.remove(*path);
        }
        self.forget(&paths);
    }

    /// From now on nothing belongs to these any longer.
    pub fn untie(&mut self, paths: &[String]) {
        for draft in self.files.values_mut() {
            if paths.iter().any(|path| draft.with.contains(path)) {
                Arc::make_mut(draft).with.retain(|path| !paths.contains(path));
            }
        }
    }

    /// Some files, and those that were changed with them, directly or by way of others. The way ends at
    /// what `is_other` says goes its own.
    pub fn together(
        &self,
        starts: impl IntoIterator<Item = String>,
        is_other: impl Fn(&str) -> bool,
    ) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open: Vec<String> = starts.into_iter().collect();
        while let Some(path) = open.pop() {
            if !found.insert(path.clone()) {
                continue;
            }
            let beside = self.files.iter().filter(|(other, draft)| {
                draft.with.contains(&path)
                    || self.files.get(&path).is_some_and(|own| own.with.contains(*other))
            });
            let beside = beside.map(|(other, _)| other.clone());
            open.extend(beside.filter(|other| !is_pseudo(other) && !is_other(other)));
        }
        found.retain(|path| self.files.contains_key(path) && !is_pseudo(path));
        found
    }
}
