//! `GetStatus` and `GetVersion`.

use serde_json::{Value, json};

use super::{ToolContext, selection};
use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;

/// The interface's own version.
const INTERFACE_VERSION: &str = "0.1.0";
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn status(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let loaded = desk.view.scenes()?.iter().filter(|scene| scene.index >= 0).count();
    Ok(json!({
        "Version": INTERFACE_VERSION,
        "UnityVersion": engine_version(desk)?,
        "Platform": platform(),
        "Runtime": runtime(desk)?,
        "ExplorerVersion": VERSION,
        "Ready": loaded > 0,
        "ScenesLoaded": loaded,
        "Selection": selection::ids(desk.view)?,
    }))
}

pub(super) fn version(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(json!({
        "ExplorerVersion": VERSION,
        "McpVersion": INTERFACE_VERSION,
        "UnityVersion": engine_version(desk)?,
        "Runtime": runtime(desk)?,
    }))
}

fn engine_version(desk: &ToolContext<'_>) -> ExplorerResult<String> {
    let project = desk.view.engine.project(desk.view.cx)?.value;
    Ok(project.engine_version.unwrap_or_default())
}

/// Where the answers come from: the project's files, or a live engine.
fn runtime(desk: &ToolContext<'_>) -> ExplorerResult<&'static str> {
    Ok(match desk.view.engine.project(desk.view.cx)?.source {
        scenewright_model::DataSource::Files => "Embedded",
        scenewright_model::DataSource::Live => "Live",
    })
}

fn platform() -> &'static str {
    if cfg!(windows) {
        "WindowsEditor"
    } else if cfg!(target_os = "macos") {
        "OSXEditor"
    } else {
        "LinuxEditor"
    }
}
