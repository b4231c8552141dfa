//! Console scripts as files.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ExplorerTool, ToolContext, ok_answer, tool};
use crate::arguments::{NoArguments, PageArguments};
use crate::error::ExplorerResult;
use crate::scripts::file_name;

/// Reachable as a resource only.
pub(crate) static LIST: ExplorerTool =
    tool!(Reads, "ListConsoleScripts", "All console scripts.", list);

#[derive(Deserialize, JsonSchema)]
pub(super) struct ScriptArguments {
    /// A .cs file in the folder of scripts
    pub(super) path: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct WriteScriptArguments {
    /// A .cs file in the folder of scripts
    path: String,
    /// At most 256 KB
    content: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct WriteStartupArguments {
    /// At most 256 KB
    content: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct EnableStartupArguments {
    /// On or off
    enabled: bool,
}

pub(super) fn read(args: ScriptArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(ctx.state.scripts()?.read(&args.path)?.to_json())
}

fn list(page: PageArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let to_json =
        |path: &PathBuf| json!({ "Name": file_name(path), "Path": path.display().to_string() });
    Ok(page.range(100).to_page(ctx.state.scripts()?.list()?, to_json))
}

pub(super) fn write(args: WriteScriptArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    ctx.state.scripts()?.write(&args.path, &args.content)?;
    Ok(ok_answer())
}

pub(super) fn delete(args: ScriptArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    ctx.state.scripts()?.delete(&args.path)?;
    Ok(ok_answer())
}

pub(super) fn startup(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let (enabled, path, script) = ctx.state.scripts()?.startup()?;
    let (path, content) = (path.display().to_string(), script.map(|script| script.content));
    Ok(json!({ "ok": true, "enabled": enabled, "path": path, "content": content }))
}

pub(super) fn write_startup(
    args: WriteStartupArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    ctx.state.scripts()?.write_startup(&args.content)?;
    Ok(ok_answer())
}

pub(super) fn enable_startup(
    args: EnableStartupArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    ctx.state.scripts()?.enable_startup(args.enabled)?;
    Ok(ok_answer())
}
