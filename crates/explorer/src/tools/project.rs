//! `GetStatus` and `GetVersion`.

use scenewright_model::DataSource;
use serde_json::{Value, json};

use super::{ToolContext, selection};
use crate::arguments::NoArguments;
use crate::error::ExplorerResult;

/// The version of the interface itself.
const INTERFACE_VERSION: &str = "0.1.0";
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn status(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let loaded = ctx.view.scenes()?.iter().filter(|scene| scene.index >= 0).count();
    Ok(json!({
        "Version": INTERFACE_VERSION,
        "UnityVersion": engine_version(ctx)?,
        "Platform": platform(),
        "Runtime": runtime(ctx)?,
        "ExplorerVersion": VERSION,
        "Ready": loaded > 0,
        "ScenesLoaded": loaded,
        "Selection": selection::ids(ctx.view)?,
    }))
}

pub(super) fn version(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(json!({
        "ExplorerVersion": VERSION,
        "McpVersion": INTERFACE_VERSION,
        "UnityVersion": engine_version(ctx)?,
        "Runtime": runtime(ctx)?,
    }))
}

fn engine_version(ctx: &ToolContext<'_>) -> ExplorerResult<String> {
    let project = ctx.view.engine.project(ctx.view.cx)?.value;
    Ok(project.engine_version.unwrap_or_default())
}

/// Where the answers come from: the project's files or a live editor.
fn runtime(ctx: &ToolContext<'_>) -> ExplorerResult<&'static str> {
    Ok(match ctx.view.engine.project(ctx.view.cx)?.source {
        DataSource::Files => "Embedded",
        DataSource::Live => "Live",
        DataSource::Game => "Game",
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
