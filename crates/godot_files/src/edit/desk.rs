//! The files of a project while edits are worked out: what one edit changed, the next one sees.

use std::collections::{BTreeMap, HashMap};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use scenewright_engine::EngineError;
use scenewright_model::{CreatedObject, EditPlan, FileChange, ObjectId};

use super::refused;
use super::sheet::Sheet;
use super::tidy;
use crate::api::Api;
use crate::files::{Files, Target, res};
use crate::lexer::Headers;
use crate::text::{Document, Section};
use crate::value;
use crate::variant::Variant;
use crate::{scene, scene_file};
use scenewright_project_files::new_file;

pub(super) struct Desk<'a> {
    pub files: Files<'a>,
    pub api: &'a Api,
    /// The files that were written, as they were; `None` for one that there was none of. As they are
    /// now, they are drafts of `files`.
    before: BTreeMap<String, Option<Vec<u8>>>,
    /// What became of the ids of nodes that an edit moved or renamed.
    moved: HashMap<ObjectId, ObjectId>,
    created: Vec<CreatedObject>,
    notes: Vec<String>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(files: Files<'a>, api: &'a Api) -> Desk<'a> {
        Desk {
            files,
            api,
            before: BTreeMap::new(),
            moved: HashMap::new(),
            created: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A scene to change.
    pub(super) fn open(&self, path: &str) -> Result<Sheet, EngineError> {
        self.files.cx.check()?;
        let relative = scene_file(path, &self.files)?;
        if relative.starts_with(".godot/") {
            return Err(refused(path, "Godot makes this folder anew"));
        }
        let resolved = scene::resolve(&self.files, &relative)?;
        is_writable(resolved.own(), &res(&relative))?;
        if resolved.scene.objects.is_empty() {
            return Err(refused(&res(&relative), "the scene has no root"));
        }
        Ok(Sheet::new(relative, resolved))
    }

    /// What a sheet's changes come to, made neat.
    pub(super) fn close(&mut self, sheet: Sheet) -> Result<(), EngineError> {
        self.close_with(sheet, |_| None)
    }

    /// The same, with a last change that needs the others to be made: its sections are where they
    /// were, and as many.
    pub(super) fn close_with(
        &mut self,
        sheet: Sheet,
        last: impl FnOnce(&Document) -> Option<String>,
    ) -> Result<(), EngineError> {
        let (relative, before, after) = sheet.finish()?;
        let Some(after) = after else { return Ok(()) };
        let path = res(&relative);
        let mut after = read(after, &path)?;
        if let Some(text) = last(&after) {
            after = read(text, &path)?;
        }
        let after = tidy::tidy(&before, after, &path)?;
        self.write(&relative, Some(before.document.text()), after.into_text());
        Ok(())
    }

    /// A file's new content. `before` is what it was worked out from, and not what is on the disk by
    /// now: what somebody else wrote in between must not be lost.
    pub(super) fn write(&mut self, relative: &str, before: Option<&str>, content: String) {
        if !self.before.contains_key(relative) {
            let before = before.map(|text| text.as_bytes().to_vec());
            self.before.insert(relative.to_owned(), before);
        }
        self.files.draft(relative, content.into_bytes());
    }

    /// The project-relative path of a file that shall be made.
    pub(super) fn new_scene(&self, path: &str) -> Result<String, EngineError> {
        let relative = self.files.root.relative(path)?;
        if !relative.ends_with(".tscn") {
            return Err(refused(path, "the file of a scene ends in .tscn"));
        }
        if let Some(reason) = new_file::problem(&relative) {
            return Err(refused(path, reason));
        }
        if self.files.has(&relative) {
            return Err(refused(path, "there is such a file"));
        }
        Ok(relative)
    }

    /// A file of the project that a client names.
    pub(super) fn existing(&self, what: &'static str, path: &str) -> Result<String, EngineError> {
        if let Target::File(relative) = self.files.locate(path, None, "")? {
            return Ok(relative);
        }
        let relative = self.files.root.relative(path)?;
        match self.files.has(&relative) {
            true => Ok(relative),
            false => Err(EngineError::NotFound { what, path: path.to_owned() }),
        }
    }

    /// The uid of a file, wherever it is written.
    pub(super) fn uid(&self, relative: &str) -> Option<String> {
        if self.before.contains_key(relative) {
            let document = self.files.document("Scene file", relative).ok()?;
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

    pub(super) fn created(&mut self, relative: &str, path: String) {
        let scene = res(relative);
        let id = ObjectId::new(&scene, &path);
        self.created.push(CreatedObject { scene, path, id });
    }

    pub(super) fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub(super) fn moves(&mut self, from: ObjectId, to: ObjectId) {
        self.moved.insert(from, to);
    }

    /// The id that a node has now which had this one when the edits began, or since.
    pub(super) fn current(&self, id: ObjectId) -> ObjectId {
        // As many steps as there are moves: a node that came back to its place ends the chain.
        let steps = std::iter::successors(Some(id), |id| self.moved.get(id).copied());
        steps.take(self.moved.len() + 1).last().unwrap_or(id)
    }

    pub(super) fn into_plan(self) -> EditPlan {
        let mut files = Vec::new();
        for (relative, before) in self.before {
            let after = self.files.take_draft(&relative);
            if before != after {
                files.push(FileChange { path: res(&relative), before, after });
            }
        }
        EditPlan { files, created: self.created, notes: self.notes }
    }
}

pub(super) fn read(text: String, path: &str) -> Result<Document, EngineError> {
    Document::parse(text.into_bytes(), Headers::Attributes, path)
}

/// Only what is understood to its last value is changed.
fn is_writable(document: &Document, path: &str) -> Result<(), EngineError> {
    let format = document.sections().next().and_then(|header| header.attribute("format"));
    if !matches!(format.and_then(value::integer), Some(3 | 4)) {
        return Err(refused(path, "only scenes of Godot 4 are changed (format=3)"));
    }
    let sections: Vec<Section<'_>> = document.sections().collect();
    let found = sections.par_iter().with_min_len(256).find_map_first(|section| {
        let mut places = section.attribute_places().chain(section.property_places());
        places.find_map(|place| Some((place.value_bytes.start, Variant::parse(place.value).err()?)))
    });
    let Some((at, error)) = found else { return Ok(()) };
    let line = document.lines(at..at + 1).start;
    let reason = error.reason.to_owned();
    Err(EngineError::Malformed { path: path.to_owned(), line, reason })
}
