//! What Unity adds to the world.

mod placing;

use scenewright_engine::{Context, Engine, EngineError, ReadResult, Reading};
use scenewright_model::{
    Clipboard, Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan, FileChange, LoadedScene,
    ObjectId, Placement, SaveMode, SceneChange, Selection, UnloadMode, UnsavedWork,
};

use super::guids::extension_of;
use super::{UnityFormat, changes, edit, settings};
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::world::{self, Host, SceneMemory};
use scenewright_project_files::writer::JournalWriter;

scenewright_project_files::has_world!(UnityFormat, placing::placements);

impl Host for UnityFormat {
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
        Ok(Reading::from_files(edit::plan(self, edits, cx)?))
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

    fn file_of(&self, scene: &str, _: &Context) -> std::result::Result<String, EngineError> {
        self.scene_file(scene)
    }

    fn main_file(&self, cx: &Context) -> Option<String> {
        self.project(cx).ok()?.value.main_scene
    }

    fn blank(&self, _: &str) -> Vec<u8> {
        edit::blank_scene(settings::read_version(&self.root)).into_bytes()
    }

    fn blank_objects(&self) -> usize {
        0
    }

    fn copied(
        &self,
        to: &str,
        content: Vec<u8>,
        cx: &Context,
    ) -> std::result::Result<Vec<FileChange>, EngineError> {
        if !to.starts_with("Assets/") || extension_of(to) == Some("prefab") {
            let reason = "a scene is below Assets and ends in '.unity'".to_owned();
            return Err(EngineError::Refused { what: format!("File '{to}'"), reason });
        }
        let before = world::on_disk(self, to)?;
        // A .meta file that is there says who the file is, whatever is in it.
        let mut changes = match self.root.has_file(&format!("{to}.meta")) {
            true => Vec::new(),
            false => edit::companion_files(self, to, cx)?,
        };
        changes.push(FileChange { path: to.to_owned(), before, after: Some(content) });
        Ok(changes)
    }
}
