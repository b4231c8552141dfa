//! What Godot adds to the world.

mod placing;

use scenewright_engine::{Context, EngineError, ReadResult};
use scenewright_model::{
    Clipboard, DONT_DESTROY_ON_LOAD_SCENE, Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan,
    FileChange, LoadedScene, ObjectId, Placement, SaveMode, SceneChange, Selection, UnloadMode,
    UnsavedWork,
};

use super::files::{ReferenceTarget, extension, res_path};
use super::settings::GodotSettings;
use super::{GodotFormat, changes, edit, scene_file};
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::world::{self, Host, SceneMemory};
use scenewright_project_files::writer::JournalWriter;

scenewright_project_files::has_world!(GodotFormat, placing::placements);

impl Host for GodotFormat {
    fn root(&self) -> &ProjectRoot {
        &self.root
    }

    fn writer(&self) -> &JournalWriter {
        &self.writer
    }

    fn memory(&self) -> &SceneMemory {
        &self.memory
    }

    fn planned(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
        edit::plan(self.files(cx), &self.class_api(), edits)
    }

    fn compared(
        &self,
        files: &[FileChange],
        cx: &Context,
    ) -> std::result::Result<Vec<SceneChange>, EngineError> {
        changes::compare(self, files, cx)
    }

    fn refresh(&self, cx: &Context) -> std::result::Result<(), EngineError> {
        self.index.snapshot(&self.root, cx).map(drop)
    }

    fn file_of(&self, scene: &str, cx: &Context) -> std::result::Result<String, EngineError> {
        scene_file(scene, &self.files(cx))
    }

    fn main_file(&self, cx: &Context) -> Option<String> {
        let main = GodotSettings::read(&self.root).ok()?.main_scene?;
        match self.files(cx).locate(&main, None, "").ok()? {
            ReferenceTarget::File(relative) => Some(relative),
            ReferenceTarget::Elsewhere(_) | ReferenceTarget::Missing { .. } => None,
        }
    }

    /// A Godot scene has a root, also one with nothing in it.
    fn blank(&self, pseudo: &str) -> Vec<u8> {
        let name = if pseudo == DONT_DESTROY_ON_LOAD_SCENE { "Kept" } else { "Hidden" };
        format!("[gd_scene format=3]\n\n[node name=\"{name}\" type=\"Node\"]\n").into_bytes()
    }

    fn blank_objects(&self) -> usize {
        1
    }

    fn copied(
        &self,
        to: &str,
        content: Vec<u8>,
        cx: &Context,
    ) -> std::result::Result<Vec<FileChange>, EngineError> {
        if extension(to) != "tscn" {
            let reason = "the file of a scene ends in .tscn".to_owned();
            return Err(EngineError::Refused { what: format!("File '{}'", res_path(to)), reason });
        }
        let after = edit::copy_scene(self.files(cx), &self.class_api(), to, content)?;
        let before = world::on_disk(self, to)?;
        Ok(vec![FileChange { path: to.to_owned(), before, after: Some(after) }])
    }
}
