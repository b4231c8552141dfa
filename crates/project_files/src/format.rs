//! What a game engine's files mean: the only part of an engine on files that each game engine writes
//! for itself.

use std::sync::Arc;
use std::time::Instant;

use scenewright_engine::{
    AssetDatabase, Context, DocsReader, EngineError, FileOverlay, MemberReader, MixerReader,
    NodePropertyReader, PackageList, ReadResult, Reading, ReferenceChecker, ScriptClassReader,
    SettingsReader,
};
use scenewright_model::{
    Edit, EditPlan, FileChange, ObjectId, Placement, ProjectInfo, ProjectPath, Scene, SceneChange,
    SceneChangeKind, SceneSummary,
};

use crate::layout::ProjectLayout;
use crate::root::ProjectRoot;

/// Reads and plans edits of the files of one game engine. [`FileEngine`](crate::FileEngine) makes an
/// engine of it: it adds watching, text search, scenes in memory, saving, undo and the journal.
///
/// Invariant: a format never writes. It plans, and a plan depends on the files alone, so that a dry run
/// shows what a write would do.
///
/// Invariant: a file that is not understood to its last byte is not planned on.
pub trait Format: Send + Sync {
    fn layout(&self) -> &'static ProjectLayout;

    fn root(&self) -> &ProjectRoot;

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo>;

    /// All scenes of the project, sorted by path.
    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>>;

    /// Whether the project and its scenes are in memory and as new as the files were at that time.
    fn knows_project(&self, _received: Instant) -> bool {
        false
    }

    /// The file of a scene (or prefab) that a client names. The file may not exist yet.
    fn scene_path(&self, scene: &str, cx: &Context) -> Result<ProjectPath, EngineError>;

    /// One scene (or prefab), with its instances resolved.
    fn scene(&self, path: &ProjectPath, cx: &Context) -> ReadResult<Arc<Scene>>;

    /// The scene that the game starts with, if there is one.
    fn main_scene(&self, cx: &Context) -> Option<ProjectPath>;

    /// Brings what is known about the project up to date.
    fn refresh(&self, cx: &Context) -> Result<(), EngineError>;

    /// Looks at all files, and stops watching if a change was not reported.
    fn verify(&self, _cx: &Context) {}

    /// The files that edits come to, on top of unsaved changes.
    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan>;

    /// What differs between two versions of files, as of the last [`refresh`](Format::refresh). A file
    /// that cannot be read is reported as changed; the only errors are cancellation and the deadline.
    fn compare(&self, files: &[FileChange], cx: &Context) -> Result<Vec<SceneChange>, EngineError> {
        cx.check()?;
        Ok(files.iter().map(|file| whole_file_change(self.layout(), file)).collect())
    }

    /// The content of a pseudo-scene with nothing in it.
    fn blank_scene(&self, pseudo: &str) -> Vec<u8>;

    /// How many objects a blank scene has: a Godot scene always has a root.
    fn blank_scene_objects(&self) -> usize {
        0
    }

    /// A scene's content as the file `to`, with the files that a new scene needs beside it.
    fn copy_scene(
        &self,
        to: &ProjectPath,
        content: Vec<u8>,
        cx: &Context,
    ) -> Result<Vec<FileChange>, EngineError>;

    /// Where objects are, in the order of `objects`; `None` for one without a position.
    fn placements(
        &self,
        _scene: &str,
        objects: &[ObjectId],
        _cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>> {
        Ok(Reading::from_files(vec![None; objects.len()]))
    }

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        None
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        None
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        None
    }

    fn as_assets(&self) -> Option<&dyn AssetDatabase> {
        None
    }

    fn as_settings(&self) -> Option<&dyn SettingsReader> {
        None
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        None
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        None
    }

    fn as_mixers(&self) -> Option<&dyn MixerReader> {
        None
    }

    fn as_file_overlay(&self) -> Option<&dyn FileOverlay> {
        None
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        None
    }
}

fn whole_file_change(layout: &ProjectLayout, file: &FileChange) -> SceneChange {
    let kind = match (&file.before, &file.after) {
        (None, _) => SceneChangeKind::FileAdded,
        (_, None) => SceneChangeKind::FileRemoved,
        _ => SceneChangeKind::FileChanged,
    };
    SceneChange { file: layout.to_engine_path(&file.path), object: None, kind }
}
