//! What is selected, and what the clipboard holds.

use scenewright_engine::World;
use scenewright_model::Clipboard;
use serde_json::{Value, json};

use super::scenes::no_world;
use super::{Desk, done};
use crate::args::Args;
use crate::fault::Found;
use crate::view::View;

/// The longest preview, in characters.
const PREVIEW: usize = 256;

/// The active one first.
pub(super) fn ids(view: View<'_>) -> Found<Vec<String>> {
    let Some(world) = view.engine.as_world() else { return Ok(Vec::new()) };
    let selected = world.selection(view.cx)?.value.0;
    Ok(selected.iter().map(|selected| view.ids.text(selected.id)).collect())
}

pub(crate) fn dto(view: View<'_>) -> Found<Value> {
    let ids = ids(view)?;
    Ok(json!({ "ActiveId": ids.first(), "Items": ids }))
}

pub(super) fn get(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    dto(desk.view)
}

pub(super) fn select(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    world(desk, "select objects")?.select(&[id], desk.view.cx)?;
    Ok(done())
}

pub(super) fn clipboard(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    let held = match desk.view.engine.as_world() {
        Some(world) => world.clipboard(desk.view.cx)?.value,
        None => Clipboard::Empty,
    };
    let shown = |type_name: &str, text: &str, id: Option<String>| {
        let preview: String = format!("{text} ({type_name})").chars().take(PREVIEW).collect();
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

pub(super) fn set_text(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let text = args.text("text")?.unwrap_or_default().to_owned();
    put(desk, Clipboard::Text(text))
}

pub(super) fn set_object(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    put(desk, Clipboard::Object(id))
}

pub(super) fn clear(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    put(desk, Clipboard::Empty)
}

fn put(desk: &Desk<'_>, clipboard: Clipboard) -> Found<Value> {
    world(desk, "keep a clipboard")?.set_clipboard(clipboard, desk.view.cx)?;
    Ok(done())
}

fn world<'a>(desk: &Desk<'a>, what: &str) -> Found<&'a dyn World> {
    desk.view.engine.as_world().ok_or_else(|| no_world(what))
}
