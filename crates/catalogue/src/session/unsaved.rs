//! Unsaved changes, which a server reports when it starts.

use scenewright_model::UnsavedWork;

use super::{EngineTask, Session};
use crate::failure::Failure;

impl Session {
    /// All unsaved changes with their owners, including those left behind by processes that have
    /// ended. Nothing is written.
    pub fn unsaved(&self) -> Result<Vec<UnsavedWork>, Failure> {
        let asked =
            self.run_task(EngineTask::read("unsaved"), |engine, cx| match engine.as_world() {
                Some(world) => world.unsaved(cx).map(|reading| reading.value),
                None => Ok(Vec::new()),
            });
        let failed = |error: scenewright_engine::EngineError| Failure::Execution {
            message: error.to_string(),
            hint: None,
        };
        asked.wait()?.map_err(failed)
    }
}
