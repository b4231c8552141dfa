//! Protects files that a live editor may have open: it would overwrite them when it saves.

use std::fmt;
use std::sync::Arc;

use crate::{Context, EngineError};

/// Decides whether files may be written at this moment.
pub trait WriteGuard: Send + Sync {
    /// Called directly before files are written, and before a change is kept in memory to be written later. Paths are
    /// in the engine's own form.
    fn check_write(&self, paths: &[String], cx: &Context) -> Result<(), EngineError>;
}

/// Files that are written only if a guard agrees.
pub trait GuardedFiles {
    /// From now on, every write asks `guard` first. The first guard stays.
    fn set_write_guard(&self, guard: Arc<dyn WriteGuard>);
}

/// Why a live editor prevents the write of a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditorHold {
    /// The editor has the scene open. Its process runs, but does not answer.
    Unresponsive { editor: &'static str, pid: u32 },
    /// The same, and it is not known which scenes the editor has open.
    UnresponsiveWithUnknownScenes { editor: &'static str, pid: u32 },
    /// An editor has the project open, but its plugin does not work, so that nothing is known about its scenes.
    PluginFailed { editor: &'static str, pid: u32, problem: String },
}

impl fmt::Display for EditorHold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditorHold::Unresponsive { editor, pid } => write!(
                f,
                "{editor} (process {pid}) has it open and does not answer, and would overwrite the change when it saves"
            ),
            EditorHold::UnresponsiveWithUnknownScenes { editor, pid } => write!(
                f,
                "{editor} (process {pid}) does not answer, and may have it open and overwrite the change when it saves"
            ),
            EditorHold::PluginFailed { editor, pid, problem } => write!(
                f,
                "{editor} (process {pid}) may have it open and overwrite the change when it saves, and cannot be asked: {problem}"
            ),
        }
    }
}
