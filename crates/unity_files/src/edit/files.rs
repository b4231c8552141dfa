//! The files of a plan: their contents on disk, and with the edits so far.

use std::collections::{BTreeMap, HashMap};

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{FileChange, ProjectPath};

use scenewright_project_files::CheckedTexts;
use scenewright_project_files::root::ProjectRoot;

use super::text::EditedText;

#[derive(Default)]
pub(super) struct PlannedFiles {
    open: BTreeMap<String, PlannedFile>,
}

struct PlannedFile {
    before: Option<Vec<u8>>,
    after: EditedText,
}

impl PlannedFiles {
    /// Reads a file unless an earlier edit did.
    pub(super) fn load(&mut self, root: &ProjectRoot, path: &str) -> Result<(), EngineError> {
        if !self.open.contains_key(path) {
            let bytes = root.read(Subject::SceneFile, path)?;
            let after = EditedText::read(path, with_room(&bytes), root.checked_texts())?;
            self.open.insert(path.to_owned(), PlannedFile { before: Some(bytes), after });
        }
        Ok(())
    }

    /// Adds a new file.
    pub(super) fn create(&mut self, path: &str, text: String) {
        let after = EditedText::new(path, text);
        self.open.insert(path.to_owned(), PlannedFile { before: None, after });
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.open.contains_key(path)
    }

    pub(super) fn text(&self, path: &str) -> Result<&EditedText, EngineError> {
        let open = self.open.get(path).map(|open| &open.after);
        open.ok_or_else(|| EngineError::NotFound {
            what: Subject::SceneFile,
            path: path.to_owned(),
        })
    }

    pub(super) fn text_mut(&mut self, path: &str) -> Result<&mut EditedText, EngineError> {
        let open = self.open.get_mut(path).map(|open| &mut open.after);
        open.ok_or_else(|| EngineError::NotFound {
            what: Subject::SceneFile,
            path: path.to_owned(),
        })
    }

    /// The changed prefabs, which scenes are composed from instead of those on disk.
    pub(super) fn changed_prefabs(&self) -> HashMap<String, Vec<u8>> {
        let changed = self.open.iter().filter(|(path, open)| {
            path.ends_with(".prefab") && open.before.as_deref() != Some(open.after.text.as_bytes())
        });
        changed.map(|(path, open)| (path.clone(), open.after.text.clone().into_bytes())).collect()
    }

    pub(super) fn into_changes(self, checked: &CheckedTexts) -> Vec<FileChange> {
        let changes = self.open.into_iter().map(|(path, PlannedFile { before, after })| {
            after.remember(checked);
            let after = keep_final_newline(before.as_deref(), after.text);
            FileChange {
                path: ProjectPath::from_relative(path),
                before,
                after: Some(after.into_bytes()),
            }
        });
        changes.filter(|change| change.before != change.after).collect()
    }
}

/// A copy with room for small changes: to grow a large text, it would be copied once more.
fn with_room(bytes: &[u8]) -> Vec<u8> {
    const ROOM: usize = 4096;
    let mut copy = Vec::with_capacity(bytes.len() + ROOM);
    copy.extend_from_slice(bytes);
    copy
}

/// A file without a newline at its end stays so.
fn keep_final_newline(before: Option<&[u8]>, mut after: String) -> String {
    if before.is_some_and(|before| !before.ends_with(b"\n")) {
        after.truncate(after.trim_end_matches(['\r', '\n']).len());
    }
    after
}
