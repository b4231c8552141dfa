//! Console scripts as files.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{ToolContext, ok_answer};
use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;
use crate::scripts::file_name;

pub(super) fn read(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(desk.shared.scripts()?.read(args.required("path")?)?.to_json())
}

pub(crate) fn list(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let part = args.page_range(100)?;
    let card =
        |path: &PathBuf| json!({ "Name": file_name(path), "Path": path.display().to_string() });
    Ok(part.to_page(desk.shared.scripts()?.list()?, card))
}

pub(super) fn write(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let content = args.text("content")?.unwrap_or_default();
    desk.shared.scripts()?.write(args.required("path")?, content)?;
    Ok(ok_answer())
}

pub(super) fn delete(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.scripts()?.delete(args.required("path")?)?;
    Ok(ok_answer())
}

pub(super) fn startup(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let (enabled, path, script) = desk.shared.scripts()?.startup()?;
    let content = script.map(|script| script.content);
    Ok(
        json!({ "ok": true, "enabled": enabled, "path": path.display().to_string(), "content": content }),
    )
}

pub(super) fn write_startup(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.scripts()?.write_startup(args.text("content")?.unwrap_or_default())?;
    Ok(ok_answer())
}

pub(super) fn enable_startup(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.scripts()?.enable_startup(args.required_flag("enabled")?)?;
    Ok(ok_answer())
}
