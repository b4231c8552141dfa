//! Console scripts as files.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{Desk, done};
use crate::args::Args;
use crate::fault::Found;
use crate::scripts::name;

pub(super) fn read(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    Ok(desk.shared.scripts()?.read(args.required("path")?)?.dto())
}

pub(crate) fn list(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let part = args.part(100)?;
    let card = |path: &PathBuf| json!({ "Name": name(path), "Path": path.display().to_string() });
    Ok(part.page(desk.shared.scripts()?.list()?, card))
}

pub(super) fn write(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let content = args.text("content")?.unwrap_or_default();
    desk.shared.scripts()?.write(args.required("path")?, content)?;
    Ok(done())
}

pub(super) fn delete(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.scripts()?.delete(args.required("path")?)?;
    Ok(done())
}

pub(super) fn startup(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (enabled, path, script) = desk.shared.scripts()?.startup()?;
    let content = script.map(|script| script.content);
    Ok(
        json!({ "ok": true, "enabled": enabled, "path": path.display().to_string(), "content": content }),
    )
}

pub(super) fn write_startup(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.scripts()?.write_startup(args.text("content")?.unwrap_or_default())?;
    Ok(done())
}

pub(super) fn enable_startup(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.scripts()?.enable_startup(args.required_flag("enabled")?)?;
    Ok(done())
}
