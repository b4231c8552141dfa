//! The selection and the clipboard.

use scenewright_engine::World;
use scenewright_model::Clipboard;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::scenes::unsupported;
use super::{ToolContext, ok_answer};
use crate::arguments::{NoArguments, ObjectArguments, object_id};
use crate::error::ExplorerResult;
use crate::view::EngineView;

/// The longest preview, in characters.
const MAX_PREVIEW_CHARS: usize = 256;

#[derive(Deserialize, JsonSchema)]
pub(super) struct ClipboardTextArguments {
    /// The text
    text: String,
}

/// The active object first.
pub(super) fn ids(view: EngineView<'_>) -> ExplorerResult<Vec<String>> {
    let Some(world) = view.engine.as_world() else { return Ok(Vec::new()) };
    let selected = world.selection(view.cx)?.value.objects;
    Ok(selected.iter().map(|selected| view.ids.text(selected.id)).collect())
}

pub(crate) fn to_json(view: EngineView<'_>) -> ExplorerResult<Value> {
    let ids = ids(view)?;
    Ok(json!({ "ActiveId": ids.first(), "Items": ids }))
}

pub(super) fn get(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    to_json(ctx.view)
}

pub(super) fn select(args: ObjectArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let id = ctx.view.find(object_id("objectId", &args.object_id)?)?.object().id;
    world(ctx, "select objects")?.select(&[id], ctx.view.cx)?;
    Ok(ok_answer())
}

pub(super) fn clipboard(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let held = match ctx.view.engine.as_world() {
        Some(world) => world.clipboard(ctx.view.cx)?.value,
        None => Clipboard::Empty,
    };
    let to_json = |type_name: &str, text: &str, id: Option<String>| {
        let preview = format!("{text} ({type_name})");
        let preview: String = preview.chars().take(MAX_PREVIEW_CHARS).collect();
        json!({ "HasValue": true, "Type": type_name, "Preview": preview, "ObjectId": id })
    };
    Ok(match held {
        Clipboard::Empty => {
            json!({ "HasValue": false, "Type": null, "Preview": null, "ObjectId": null })
        }
        Clipboard::Text(text) => to_json("System.String", &text, None),
        Clipboard::Object(id) => {
            let name = ctx.view.find(id).map(|location| location.object().name.clone());
            // An object that no longer exists has no id.
            let live = name.is_ok().then(|| ctx.view.ids.text(id));
            to_json("UnityEngine.GameObject", name.as_deref().unwrap_or("null"), live)
        }
    })
}

pub(super) fn set_text(
    args: ClipboardTextArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    set_clipboard(ctx, Clipboard::Text(args.text))
}

pub(super) fn set_object(args: ObjectArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let id = ctx.view.find(object_id("objectId", &args.object_id)?)?.object().id;
    set_clipboard(ctx, Clipboard::Object(id))
}

pub(super) fn clear(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    set_clipboard(ctx, Clipboard::Empty)
}

fn set_clipboard(ctx: &ToolContext<'_>, clipboard: Clipboard) -> ExplorerResult<Value> {
    world(ctx, "keep a clipboard")?.set_clipboard(clipboard, ctx.view.cx)?;
    Ok(ok_answer())
}

fn world<'a>(ctx: &ToolContext<'a>, what: &str) -> ExplorerResult<&'a dyn World> {
    ctx.view.engine.as_world().ok_or_else(|| unsupported(what))
}
