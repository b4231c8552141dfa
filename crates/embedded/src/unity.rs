//! Unity projects, read from their files.

use std::sync::Arc;

use scenewright_engine::{Context, Engine, Result};
use scenewright_model::{EngineKind, ProjectInfo, Scene, SceneSummary};

use crate::root::ProjectRoot;

pub(crate) struct UnityFiles {
    root: ProjectRoot,
}

impl UnityFiles {
    pub(crate) fn new(root: ProjectRoot) -> UnityFiles {
        UnityFiles { root }
    }
}

impl Engine for UnityFiles {
    fn kind(&self) -> EngineKind {
        EngineKind::Unity
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
