//! Godot projects, read from their files.

use std::sync::Arc;

use scenewright_engine::{Context, Engine, Result};
use scenewright_model::{EngineKind, ProjectInfo, Scene, SceneSummary};

use crate::root::ProjectRoot;

pub(crate) struct GodotFiles {
    root: ProjectRoot,
}

impl GodotFiles {
    pub(crate) fn new(root: ProjectRoot) -> GodotFiles {
        GodotFiles { root }
    }
}

impl Engine for GodotFiles {
    fn kind(&self) -> EngineKind {
        EngineKind::Godot
    }

    fn project(&self, _cx: &Context) -> Result<ProjectInfo> {
        let _ = self.root.path();
        todo!()
    }

    fn scenes(&self, _cx: &Context) -> Result<Vec<SceneSummary>> {
        todo!()
    }

    fn scene(&self, _path: &str, _cx: &Context) -> Result<Arc<Scene>> {
        todo!()
    }
}
