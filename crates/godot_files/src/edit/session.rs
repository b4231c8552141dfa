//! The files of a project while edits are planned: each edit sees the changes of the previous ones.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use scenewright_engine::{EngineError, Subject};
use scenewright_model::{
    CreatedObject, EditPlan, EditValue, FileChange, ObjectId, ProjectPath, ResolvedValue,
};

use super::buffer::SceneBuffer;
use super::refusal;
use super::tidy;
use crate::api::Api;
use crate::files::{GodotFileView, ReferenceTarget, res_path};
use crate::lexer::HeaderStyle;
use crate::text::{GodotDocument, Section};
use crate::value;
use crate::variant::Variant;
use crate::{scene, scene_file};
use scenewright_project_files::new_file;
use scenewright_project_files::root::ProjectRoot;

pub(super) struct EditSession<'a> {
    pub files: GodotFileView<'a>,
    pub api: &'a Api,
    /// The previous contents of changed files; `None` for a new file. Their new contents are drafts of
    /// `files`.
    before: BTreeMap<ProjectPath, Option<Vec<u8>>>,
    /// The new ids of nodes that an edit moved or renamed.
    moved: HashMap<ObjectId, ObjectId>,
    created: Vec<CreatedObject>,
    notes: Vec<String>,
    /// The position of the current edit.
    pub(super) edit: usize,
    values: RefCell<Vec<ResolvedValue>>,
}

impl<'a> EditSession<'a> {
    pub(super) fn new(files: GodotFileView<'a>, api: &'a Api) -> EditSession<'a> {
        EditSession {
            files,
            api,
            before: BTreeMap::new(),
            moved: HashMap::new(),
            created: Vec::new(),
            notes: Vec::new(),
            edit: 0,
            values: RefCell::default(),
        }
    }

    /// Records the value of the current edit as it is written.
    pub(super) fn record_value(&self, value: EditValue) {
        self.values.borrow_mut().push(ResolvedValue { edit: self.edit, value });
    }

    /// Opens a scene that a client names. This is where its path becomes a [`ProjectPath`].
    pub(super) fn open_scene(&self, path: &str) -> Result<SceneBuffer, EngineError> {
        self.files.cx.check()?;
        self.open_file(scene_file(path, &self.files)?)
    }

    /// Opens a scene file for changes.
    pub(super) fn open_file(&self, relative: ProjectPath) -> Result<SceneBuffer, EngineError> {
        self.files.cx.check()?;
        if relative.starts_with(".godot/") {
            return Err(refusal(&res_path(&relative), "Godot generates this folder"));
        }
        let resolved = scene::resolve(&self.files, &relative)?;
        if let Some(reason) = resolved.read_only_reason() {
            return Err(refusal(&res_path(&relative), reason));
        }
        check_writable(resolved.own_document(), &res_path(&relative), self.files.root)?;
        if resolved.scene.objects.is_empty() {
            return Err(refusal(&res_path(&relative), "the scene has no root"));
        }
        Ok(SceneBuffer::new(relative, resolved))
    }

    /// Applies the changes of a buffer and tidies the result.
    pub(super) fn close_scene(&mut self, buffer: SceneBuffer) -> Result<(), EngineError> {
        let (relative, before, after) = buffer.finish()?;
        let Some(after) = after else { return Ok(()) };
        if let Some(section) = tidy::only_changed_section(&before.document, &after) {
            let checked = self.files.root.checked_texts();
            if checked.contains(before.document.text()) && find_malformed(&section).is_none() {
                checked.insert(&after);
            }
            let before = match Arc::try_unwrap(before) {
                Ok(own) => own.document.into_text(),
                Err(shared) => shared.document.text().to_owned(),
            };
            self.write_owned(&relative, before, after);
            return Ok(());
        }
        let path = res_path(&relative);
        let after = tidy::tidy(&before, parse_scene(after, &path)?, &path)?;
        self.write(&relative, Some(before.document.text()), after.into_text());
        Ok(())
    }

    /// The same, with a last change that requires the others to be applied. The sections of its document have
    /// the same indexes as before.
    pub(super) fn close_scene_with(
        &mut self,
        buffer: SceneBuffer,
        last: impl FnOnce(&GodotDocument) -> Option<String>,
    ) -> Result<(), EngineError> {
        let (relative, before, after) = buffer.finish()?;
        let Some(after) = after else { return Ok(()) };
        let path = res_path(&relative);
        let mut after = parse_scene(after, &path)?;
        if let Some(text) = last(&after) {
            after = parse_scene(text, &path)?;
        }
        let after = tidy::tidy(&before, after, &path)?;
        self.write(&relative, Some(before.document.text()), after.into_text());
        Ok(())
    }

    /// Sets the new content of a file. `before` is the text that the change was made from, and not the current
    /// content of the disk: a concurrent change of the file must not be lost.
    pub(super) fn write(&mut self, relative: &str, before: Option<&str>, content: String) {
        if !self.before.contains_key(relative) {
            let before = before.map(|text| text.as_bytes().to_vec());
            self.before.insert(ProjectPath::from_relative(relative), before);
        }
        self.files.set_draft(relative, content.into_bytes());
    }

    /// The same with a text that is not needed any longer, and may be too large to copy it.
    fn write_owned(&mut self, relative: &str, before: String, content: String) {
        if !self.before.contains_key(relative) {
            let path = ProjectPath::from_relative(relative);
            self.before.insert(path, Some(before.into_bytes()));
        }
        self.files.set_draft(relative, content.into_bytes());
    }

    /// The project-relative path of a new scene file.
    pub(super) fn new_scene_file(&self, path: &str) -> Result<ProjectPath, EngineError> {
        let relative = self.files.root.project_path(path)?;
        if !relative.ends_with(".tscn") {
            return Err(refusal(path, "the file name of a scene must end in .tscn"));
        }
        if let Some(reason) = new_file::name_problem(&relative) {
            return Err(refusal(path, reason));
        }
        if self.files.has(&relative) {
            return Err(refusal(path, "the file exists already"));
        }
        Ok(relative)
    }

    /// The project-relative path of an existing file that a client names.
    pub(super) fn existing_file(
        &self,
        what: Subject,
        path: &str,
    ) -> Result<ProjectPath, EngineError> {
        if let ReferenceTarget::File(relative) = self.files.locate(path, None, "")? {
            return Ok(ProjectPath::from_relative(relative));
        }
        let relative = self.files.root.project_path(path)?;
        match self.files.has(&relative) {
            true => Ok(relative),
            false => Err(EngineError::NotFound { what, path: path.to_owned() }),
        }
    }

    /// The uid of a file, from its header or from the index.
    pub(super) fn uid(&self, relative: &str) -> Option<String> {
        if self.before.contains_key(relative) {
            let document = self.files.document(Subject::SceneFile, relative).ok()?;
            let header = document.sections().next()?;
            return value::string(header.attribute("uid")?).map(Into::into);
        }
        let index = self.files.index().ok()?;
        index.file(index.find(relative)?).uid().map(str::to_owned)
    }

    pub(super) fn has_uid(&self, uid: &str) -> bool {
        self.files.index().is_ok_and(|index| index.by_uid(uid).is_some())
            || self.before.keys().any(|relative| self.uid(relative).as_deref() == Some(uid))
    }

    pub(super) fn record_created(&mut self, relative: &str, path: String) {
        let scene = res_path(relative);
        let id = ObjectId::new(&scene, &path);
        self.created.push(CreatedObject { scene, path, id });
    }

    pub(super) fn add_note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub(super) fn record_move(&mut self, from: ObjectId, to: ObjectId) {
        self.moved.insert(from, to);
    }

    /// The current id of a node that had this id at the beginning, or after an earlier edit.
    pub(super) fn current_id(&self, id: ObjectId) -> ObjectId {
        // At most as many steps as there are moves: a node that was moved back would be a cycle.
        let steps = std::iter::successors(Some(id), |id| self.moved.get(id).copied());
        steps.take(self.moved.len() + 1).last().unwrap_or(id)
    }

    pub(super) fn into_plan(self) -> EditPlan {
        let mut files = Vec::new();
        for (relative, before) in self.before {
            let after = self.files.take_draft(&relative);
            if before != after {
                files.push(FileChange { path: relative, before, after });
            }
        }
        EditPlan {
            files,
            created: self.created,
            diagnostics: self.notes,
            values: self.values.into_inner(),
        }
    }
}

pub(super) fn parse_scene(text: String, path: &str) -> Result<GodotDocument, EngineError> {
    GodotDocument::parse(text.into_bytes(), HeaderStyle::Attributes, path)
}

/// Only files whose every value can be parsed are changed.
fn check_writable(
    document: &GodotDocument,
    path: &str,
    root: &ProjectRoot,
) -> Result<(), EngineError> {
    let format = document.sections().next().and_then(|header| header.attribute("format"));
    if !matches!(format.and_then(value::integer), Some(3 | 4)) {
        return Err(refusal(path, "only scenes of Godot 4 (format=3) can be changed"));
    }
    if root.checked_texts().contains(document.text()) {
        return Ok(());
    }
    let Some((at, reason)) = find_malformed(document) else {
        root.checked_texts().insert(document.text());
        return Ok(());
    };
    let line = document.lines(at..at + 1).start;
    Err(EngineError::Malformed { path: path.to_owned(), line, reason: reason.to_owned() })
}

/// The first value that cannot be parsed, by its position, and why.
fn find_malformed(document: &GodotDocument) -> Option<(usize, &'static str)> {
    let sections: Vec<Section<'_>> = document.sections().collect();
    sections.par_iter().with_min_len(256).find_map_first(|section| {
        let mut places = section.attribute_places().chain(section.property_places());
        places.find_map(|place| {
            Some((place.value_bytes.start, Variant::parse(place.value).err()?.reason))
        })
    })
}
