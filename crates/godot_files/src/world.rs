//! What Godot adds to the world.

mod placing;

use scenewright_engine::{Context, EngineError, Result};
use scenewright_model::{
    Clipboard, Edit, EditEntry, EditMode, EditPlan, Edited, FileChange, KEPT_SCENE, LoadedScene,
    ObjectId, Placement, SaveMode, SceneChange, Selection, Unload, UnsavedWork,
};

use super::files::{Target, extension, res};
use super::settings::Settings;
use super::{GodotFiles, changes, edit, scene_file};
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::world::{self, Host, Memory};
use scenewright_project_files::writer::Writer;

scenewright_project_files::has_world!(GodotFiles, placing::placements);

impl Host for GodotFiles {
    fn root(&self) -> &ProjectRoot {
        &self.root
    }

    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn planned(&self, edits: &[Edit], cx: &Context) -> Result<EditPlan> {
        edit::plan(self.files(cx), &self.described(), edits)
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
        let main = Settings::read(&self.root).ok()?.main_scene?;
        match self.files(cx).locate(&main, None, "").ok()? {
            Target::File(relative) => Some(relative),
            Target::Elsewhere(_) | Target::Missing { .. } => None,
        }
    }

    /// A Godot scene has a root, also one with nothing in it.
    fn blank(&self, pseudo: &str) -> Vec<u8> {
        let name = if pseudo == KEPT_SCENE { "Kept" } else { "Hidden" };
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
            return Err(EngineError::Refused { what: format!("File '{}'", res(to)), reason });
        }
        let after = edit::copied(self.files(cx), &self.described(), to, content)?;
        let before = world::on_disk(self, to)?;
        Ok(vec![FileChange { path: to.to_owned(), before, after: Some(after) }])
    }
}
