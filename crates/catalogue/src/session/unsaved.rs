//! What is unsaved, for whoever serves a session: it is told when a server starts.

use scenewright_model::UnsavedWork;

use super::Session;
use crate::failure::Failure;

impl Session {
    /// Everything that is unsaved, and whose it is; also what processes left behind that have ended.
    /// Nothing is written.
    pub fn unsaved(&self) -> Result<Vec<UnsavedWork>, Failure> {
        let asked = self.ask("unsaved", |engine, cx| match engine.as_world() {
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
