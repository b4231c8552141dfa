//! Live Godot. [`install`] puts the plugin into a project; [`live`] makes an engine of the project's
//! files and of the editor that has the project open, as soon as there is one.

mod engine;
mod link;
mod plugin;
mod port_file;
mod protocol;

use std::path::Path;
use std::sync::Arc;

use scenewright_engine::Engine;

pub use plugin::{InstallOutcome, PluginError, PluginState, install, state, uninstall, version};

/// An engine that asks the project's editor first. `files` answers what the editor does not, and all
/// that can be read while there is no editor. `root` is canonical.
pub fn live(files: Arc<dyn Engine>, root: &Path) -> Arc<dyn Engine> {
    Arc::new(engine::LiveGodot::new(files, root))
}
