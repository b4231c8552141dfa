//! A toy engine: a project is a folder with a `toy.json`, a scene a file of JSON. It shows, and its test
//! checks, that an engine on files is one crate with a [`Format`] and one registration.

mod edit;
mod members;
mod scene;

use std::sync::Arc;

use scenewright_engine::{Context, EngineError, MemberReader, ReadResult, Reading, Subject};
use scenewright_model::{
    Edit, EditPlan, EngineKind, FileChange, ProjectInfo, ProjectPath, Scene, SceneSummary,
};
use scenewright_project_files::root::{ProjectRoot, stem};
use scenewright_project_files::{FileEngine, Format, ProjectLayout, ProjectType};
use serde::Deserialize;

use scene::ToyScene;

/// The kind of the engine that this crate registers.
pub const TOY: EngineKind = EngineKind::new("toy", "Toy");

/// The one registration.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: TOY,
    evidence: &["toy.json"],
    is_project: |folder| folder.join("toy.json").is_file(),
    unsupported: |_| None,
    open: |project, environment| {
        let format = ToyFormat { root: ProjectRoot::new(project.root.clone()) };
        Arc::new(FileEngine::new(format, environment.data.clone()))
    },
};

const LAYOUT: ProjectLayout = ProjectLayout {
    engine: TOY,
    path_prefix: "toy://",
    folders: &[],
    cache_folders: &[],
    excludes_folder: |_| false,
    asset_of: |path| path,
};

const SCENE_EXTENSION: &str = ".scene.json";

pub(crate) struct ToyFormat {
    root: ProjectRoot,
}

/// `toy.json`.
#[derive(Deserialize)]
struct ToyProject {
    name: String,
    main: Option<String>,
}

impl ToyFormat {
    fn read_project(&self) -> Result<ToyProject, EngineError> {
        let bytes = self.root.read(Subject::ProjectFile, "toy.json")?;
        serde_json::from_slice(&bytes).map_err(|error| malformed("toy.json", &error))
    }

    /// A scene with the bytes that it was read from.
    fn read_scene(&self, path: &ProjectPath) -> Result<(ToyScene, Vec<u8>), EngineError> {
        let bytes = self.root.read(Subject::SceneFile, path)?;
        let scene = serde_json::from_slice(&bytes).map_err(|error| malformed(path, &error))?;
        Ok((scene, bytes))
    }
}

fn malformed(path: &str, error: &serde_json::Error) -> EngineError {
    let (path, line) = (path.to_owned(), error.line());
    EngineError::Malformed { path, line, reason: error.to_string() }
}

impl Format for ToyFormat {
    fn layout(&self) -> &'static ProjectLayout {
        &LAYOUT
    }

    fn root(&self) -> &ProjectRoot {
        &self.root
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        cx.check()?;
        Ok(Reading::from_files(ProjectInfo {
            engine: TOY,
            name: self.read_project()?.name,
            root: self.root.path().to_owned(),
            engine_version: None,
            main_scene: self.main_scene(cx).map(|path| LAYOUT.to_engine_path(&path)),
        }))
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        let listing = self.root.list_files("", |name| name.ends_with(SCENE_EXTENSION), cx)?;
        let summary = |path: &String| SceneSummary {
            path: LAYOUT.to_engine_path(path),
            name: stem(stem(path)).to_owned(),
            enabled_in_build: false,
            build_index: None,
        };
        Ok(Reading::from_files(listing.paths.iter().map(summary).collect()))
    }

    fn scene_path(&self, scene: &str, _: &Context) -> Result<ProjectPath, EngineError> {
        let path = self.root.project_path(scene.strip_prefix("toy://").unwrap_or(scene))?;
        match path.ends_with(SCENE_EXTENSION) || path.is_pseudo_scene() {
            true => Ok(path),
            false => Err(EngineError::NotFound { what: Subject::SceneFile, path: path.into() }),
        }
    }

    fn scene(&self, path: &ProjectPath, cx: &Context) -> ReadResult<Arc<Scene>> {
        cx.check()?;
        let (scene, _) = self.read_scene(path)?;
        Ok(Reading::from_files(Arc::new(scene.to_scene(&LAYOUT.to_engine_path(path)))))
    }

    fn main_scene(&self, cx: &Context) -> Option<ProjectPath> {
        self.scene_path(&self.read_project().ok()?.main?, cx).ok()
    }

    fn refresh(&self, cx: &Context) -> Result<(), EngineError> {
        cx.check()
    }

    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
        edit::plan(self, edits, cx).map(Reading::from_files)
    }

    fn blank_scene(&self, _: &str) -> Vec<u8> {
        ToyScene::default().to_json()
    }

    fn copy_scene(
        &self,
        to: &ProjectPath,
        content: Vec<u8>,
        _: &Context,
    ) -> Result<Vec<FileChange>, EngineError> {
        let before = self.root.read_disk_if_exists(to)?;
        Ok(vec![FileChange { path: to.clone(), before, after: Some(content) }])
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        Some(self)
    }
}
