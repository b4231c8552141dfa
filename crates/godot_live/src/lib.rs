//! Live Godot. [`install`] adds the editor plugin to a project; [`LIVE_ENGINE`] combines the engine on the project's
//! files with the editor that has the project open.
//!
//! Invariant: without an editor, reads are answered from the files, and everything else fails with what to do.
//! Invariant (plugin): nothing is sent to a client before its token and origin are checked.
//! Invariant (plugin): an edit is one action of the editor's undo history, or nothing.
//! Invariant (plugin): reading the text of a scene saves nothing and marks nothing as saved.

mod editor_process;
mod engine;
mod host;
mod plugin;
mod protocol;

use std::path::Path;
use std::sync::Arc;

use scenewright_engine::Engine;
use scenewright_link::LiveEngine;
use scenewright_model::EngineKind;

pub use editor_process::running_editor;
pub use plugin::{
    InstallOutcome, PluginError, PluginHealth, PluginLoadError, PluginState, install, state,
    uninstall, version,
};

/// The registration of live Godot.
pub const LIVE_ENGINE: LiveEngine = LiveEngine { kind: EngineKind::GODOT, connect: live };

/// An engine that asks the project's editor first. `files` answers what the editor does not, and all reads while there
/// is no editor. `root` is canonical.
fn live(files: Arc<dyn Engine>, root: &Path) -> Arc<dyn Engine> {
    Arc::new(engine::LiveGodot::new(files, root))
}
