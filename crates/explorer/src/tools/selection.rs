//! What is selected, and what the clipboard holds.

use scenewright_engine::World;
use scenewright_model::Clipboard;
use serde_json::{Value, json};

use super::scenes::no_world;
use super::{ToolContext, ok_answer};
use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;
use crate::view::EngineView;

/// The longest preview, in characters.
const MAX_PREVIEW_CHARS: usize = 256;

/// The active one first.
pub(super) fn ids(view: EngineView<'_>) -> ExplorerResult<Vec<String>> {
    let Some(world) = view.engine.as_world() else { return Ok(Vec::new()) };
    let selected = world.selection(view.cx)?.value.objects;
    Ok(selected.iter().map(|selected| view.ids.text(selected.id)).collect())
}

pub(crate) fn to_json(view: EngineView<'_>) -> ExplorerResult<Value> {
    let ids = ids(view)?;
    Ok(json!({ "ActiveId": ids.first(), "Items": ids }))
}

pub(super) fn get(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    to_json(desk.view)
}

pub(super) fn select(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    world(desk, "select objects")?.select(&[id], desk.view.cx)?;
    Ok(ok_answer())
}

pub(super) fn clipboard(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let held = match desk.view.engine.as_world() {
        Some(world) => world.clipboard(desk.view.cx)?.value,
        None => Clipboard::Empty,
    };
    let shown = |type_name: &str, text: &str, id: Option<String>| {
        let preview: String =
            format!("{text} ({type_name})").chars().take(MAX_PREVIEW_CHARS).collect();
        json!({ "HasValue": true, "Type": type_name, "Preview": preview, "ObjectId": id })
    };
    Ok(match held {
        Clipboard::Empty => {
            json!({ "HasValue": false, "Type": null, "Preview": null, "ObjectId": null })
        }
        Clipboard::Text(text) => shown("System.String", &text, None),
        Clipboard::Object(id) => {
            let name = desk.view.find(id).map(|place| place.object().name.clone());
            // One that is gone is no live object any longer.
            let live = name.is_ok().then(|| desk.view.ids.text(id));
            shown("UnityEngine.GameObject", name.as_deref().unwrap_or("null"), live)
        }
    })
}

pub(super) fn set_text(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let text = args.text("text")?.unwrap_or_default().to_owned();
    put(desk, Clipboard::Text(text))
}

pub(super) fn set_object(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    put(desk, Clipboard::Object(id))
}

pub(super) fn clear(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    put(desk, Clipboard::Empty)
}

fn put(desk: &ToolContext<'_>, clipboard: Clipboard) -> ExplorerResult<Value> {
    world(desk, "keep a clipboard")?.set_clipboard(clipboard, desk.view.cx)?;
    Ok(ok_answer())
}

fn world<'a>(desk: &ToolContext<'a>, what: &str) -> ExplorerResult<&'a dyn World> {
    desk.view.engine.as_world().ok_or_else(|| no_world(what))
}
