//! Contents of files that are not on the disk. The project's root reads them before those of the disk, so
//! that every reader sees them.
//!
//! Invariant: the index and walks know the disk alone; what is read by path has unsaved changes in it.

mod edits;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use scenewright_model::{FileChange, ProjectPath};

pub use edits::{KeptEdit, KeptFileChange};

/// Readers take a snapshot: a change never waits for them.
#[derive(Debug, Default)]
pub struct UnsavedFiles(RwLock<Arc<Drafts>>);

#[derive(Debug, Default, Clone)]
pub struct Drafts {
    files: BTreeMap<ProjectPath, Arc<DraftFile>>,
    /// The contents of pseudo-scenes before the first change.
    blank: BTreeMap<ProjectPath, Arc<[u8]>>,
    /// What a live editor has in memory. It is read before all else, and only the editor saves it.
    overlay: BTreeMap<ProjectPath, Arc<[u8]>>,
    /// The edits that made the drafts, in their order, undone ones included.
    edits: Vec<Arc<KeptEdit>>,
    changes: u64,
}

#[derive(Debug, Clone)]
pub struct DraftFile {
    /// What the disk had when the file was first changed; `None`: no file.
    pub base: Option<Arc<[u8]>>,
    /// `None` for a file that is removed.
    pub now: Option<Arc<[u8]>>,
    /// Files that were changed by the same edits and must be saved or discarded together with it.
    pub with: BTreeSet<ProjectPath>,
}

/// Identifies the unsaved contents that something was made from.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct UnsavedVersion {
    changes: u64,
    /// 0 while nothing is unsaved.
    pub tag: u64,
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

    /// Changes everything at once: no reader sees a part of the change.
    pub fn change(&self, change: impl FnOnce(&mut Drafts)) {
        let mut drafts = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let drafts = Arc::make_mut(&mut drafts);
        change(drafts);
        drafts.changes += 1;
    }
}

impl UnsavedFiles {
    /// From now on these contents are read in the place of the disk's, and no others.
    pub fn set_overlay(&self, overlay: BTreeMap<ProjectPath, Arc<[u8]>>) {
        // What was made from the contents before stays valid if they are the same.
        if self.snapshot().overlay != overlay {
            self.change(|drafts| drafts.overlay = overlay);
        }
    }
}

impl Drafts {
    pub fn get(&self, path: &str) -> Option<&DraftFile> {
        self.files.get(path).map(|draft| &**draft)
    }

    /// Nothing is unsaved.
    fn is_clean(&self) -> bool {
        self.files.is_empty() && self.overlay.is_empty()
    }

    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&ProjectPath, &DraftFile)> {
        self.files.iter().map(|(path, draft)| (path, &**draft))
    }

    /// What a reader gets: `None` for the content of the disk, `Some(None)` if there is no file.
    pub fn content(&self, path: &str) -> Option<Option<&[u8]>> {
        if let Some(content) = self.overlay.get(path) {
            return Some(Some(content));
        }
        match self.files.get(path) {
            Some(draft) => Some(draft.now.as_deref()),
            None => self.blank.get(path).map(|blank| Some(&**blank)),
        }
    }

    pub fn has_blank(&self, path: &str) -> bool {
        self.blank.contains_key(path)
    }

    pub fn set_blank(&mut self, path: &str, content: Vec<u8>) {
        self.blank.insert(ProjectPath::from_relative(path), content.into());
    }

    /// Applies a change on top of the draft, or of the disk. A file that is the same as on the disk again
    /// needs no saving.
    pub fn keep(&mut self, change: &FileChange, with: &BTreeSet<ProjectPath>) {
        let shared = |bytes: &Option<Vec<u8>>| bytes.as_deref().map(Arc::from);
        self.put(&change.path, shared(&change.before), shared(&change.after), with);
    }

    fn put(
        &mut self,
        path: &ProjectPath,
        before: Option<Arc<[u8]>>,
        now: Option<Arc<[u8]>>,
        with: &BTreeSet<ProjectPath>,
    ) {
        let known = self.files.get(path);
        let base = known.map_or(before, |known| known.base.clone());
        if now == base && !path.is_pseudo_scene() {
            self.files.remove(path);
            return;
        }
        let mut with = with.clone();
        with.extend(known.iter().flat_map(|known| known.with.iter().cloned()));
        with.remove(path);
        self.files.insert(path.clone(), Arc::new(DraftFile { base, now, with }));
    }

    /// Drops files together with the edits that changed them.
    pub fn drop_all<'p>(&mut self, paths: impl IntoIterator<Item = &'p ProjectPath>) {
        let paths: BTreeSet<&ProjectPath> = paths.into_iter().collect();
        for path in &paths {
            self.files.remove(*path);
        }
        self.forget(&paths);
    }

    /// From now on no file belongs to these.
    pub fn untie(&mut self, paths: &[ProjectPath]) {
        for draft in self.files.values_mut() {
            if paths.iter().any(|path| draft.with.contains(path)) {
                Arc::make_mut(draft).with.retain(|path| !paths.contains(path));
            }
        }
    }

    /// Some files, and those that were changed with them, directly or through others. Files that `is_other`
    /// names are left out, and what is reached only through them.
    pub fn together(
        &self,
        starts: impl IntoIterator<Item = ProjectPath>,
        is_other: impl Fn(&ProjectPath) -> bool,
    ) -> BTreeSet<ProjectPath> {
        let mut found = BTreeSet::new();
        let mut open: Vec<ProjectPath> = starts.into_iter().collect();
        while let Some(path) = open.pop() {
            if !found.insert(path.clone()) {
                continue;
            }
            let beside = self.files.iter().filter(|(other, draft)| {
                draft.with.contains(&path)
                    || self.files.get(&path).is_some_and(|own| own.with.contains(*other))
            });
            let beside = beside.map(|(other, _)| other.clone());
            open.extend(beside.filter(|other| !other.is_pseudo_scene() && !is_other(other)));
        }
        found.retain(|path| self.files.contains_key(path) && !path.is_pseudo_scene());
        found
    }
}
