//! The edits that made the drafts: their owners, and how they are undone.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use scenewright_engine::ChangeOwner;
use scenewright_journal::{UnsavedEdit, UnsavedFile};
use scenewright_model::ProjectPath;

use super::Drafts;

/// An edit that was kept in memory.
#[derive(Debug, Clone)]
pub struct KeptEdit {
    pub handle: String,
    pub label: String,
    pub owner: ChangeOwner,
    pub time: SystemTime,
    /// Its place among all changes.
    pub made: u64,
    /// The scenes that it was made in.
    pub scenes: BTreeSet<ProjectPath>,
    /// Files that must be saved or discarded together with it.
    pub with: BTreeSet<ProjectPath>,
    pub files: Vec<KeptFileChange>,
    /// When it was undone, by the count of all changes.
    pub undone: Option<u64>,
}

#[derive(Debug, Clone)]
pub struct KeptFileChange {
    pub path: ProjectPath,
    /// There was no draft of it before.
    pub is_first: bool,
    pub before: Option<Arc<[u8]>>,
    pub after: Option<Arc<[u8]>>,
}

impl KeptEdit {
    pub fn touches(&self, path: &ProjectPath) -> bool {
        self.files.iter().any(|file| file.path == *path)
    }

    /// For the journal; `None` if all of it is in pseudo-scenes, which are never files.
    pub fn to_record(&self) -> Option<UnsavedEdit> {
        let files = self.files.iter().filter(|file| !file.path.is_pseudo_scene());
        let files: Vec<UnsavedFile> = files
            .map(|file| UnsavedFile {
                path: file.path.to_string(),
                is_first: file.is_first,
                before: file.before.clone(),
                after: file.after.clone(),
            })
            .collect();
        (!files.is_empty()).then(|| UnsavedEdit {
            handle: self.handle.clone(),
            label: self.label.clone(),
            owner: self.owner.to_string(),
            time: self.time,
            scenes: self.scenes.iter().map(ToString::to_string).collect(),
            with: self.with.iter().map(ToString::to_string).collect(),
            files,
        })
    }

    pub fn from_record(record: UnsavedEdit, owner: ChangeOwner) -> KeptEdit {
        let file = |file: UnsavedFile| KeptFileChange {
            path: ProjectPath::from_relative(file.path),
            is_first: file.is_first,
            before: file.before,
            after: file.after,
        };
        KeptEdit {
            handle: record.handle,
            label: record.label,
            owner,
            time: record.time,
            made: 0,
            scenes: record.scenes.into_iter().map(ProjectPath::from_relative).collect(),
            with: record.with.into_iter().map(ProjectPath::from_relative).collect(),
            files: record.files.into_iter().map(file).collect(),
            undone: None,
        }
    }
}

impl Drafts {
    /// In their order, undone ones included.
    pub fn edits(&self) -> impl DoubleEndedIterator<Item = &KeptEdit> {
        self.edits.iter().map(|edit| &**edit)
    }

    /// Edits that are not undone and changed one of these files.
    pub fn edits_of<'a>(
        &'a self,
        paths: &'a BTreeSet<ProjectPath>,
    ) -> impl Iterator<Item = &'a KeptEdit> {
        let touches = |edit: &&KeptEdit| edit.files.iter().any(|file| paths.contains(&file.path));
        self.edits().filter(|edit| edit.undone.is_none()).filter(touches)
    }

    pub fn add(&mut self, mut edit: KeptEdit) {
        edit.made = self.changes + 1;
        for file in &edit.files {
            self.put(&file.path, file.before.clone(), file.after.clone(), &edit.with);
        }
        self.edits.push(Arc::new(edit));
    }

    /// The count of all changes.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Undoes an edit, or redoes it. The caller has checked that nothing conflicts with it.
    pub fn set_undone(&mut self, handle: &str, is_undo: bool) {
        let now = self.changes + 1;
        let Some(at) = self.edits.iter().position(|edit| edit.handle == handle) else { return };
        let edit = Arc::make_mut(&mut self.edits[at]);
        edit.undone = is_undo.then_some(now);
        let edit = edit.clone();
        for KeptFileChange { path, before, after, .. } in &edit.files {
            let (from, to) = if is_undo { (after, before) } else { (before, after) };
            self.put(path, from.clone(), to.clone(), &edit.with);
        }
    }

    /// Changes the owner of edits.
    pub fn set_owner(&mut self, handles: &BTreeSet<String>, owner: &ChangeOwner) {
        for edit in self.edits.iter_mut().filter(|edit| handles.contains(&edit.handle)) {
            Arc::make_mut(edit).owner = owner.clone();
        }
    }

    /// The changes of these files are not unsaved any longer, and cannot be undone by themselves.
    pub(super) fn forget(&mut self, paths: &BTreeSet<&ProjectPath>) {
        let is_gone = |path: &ProjectPath| paths.contains(path);
        for edit in &mut self.edits {
            if edit.files.iter().any(|file| is_gone(&file.path)) {
                Arc::make_mut(edit).files.retain(|file| !is_gone(&file.path));
            }
        }
        self.edits.retain(|edit| !edit.files.is_empty());
    }
}
