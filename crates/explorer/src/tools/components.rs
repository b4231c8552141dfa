//! Components, their members and the values of those.

use scenewright_model::Component;
use serde_json::{Value, json};

use super::ToolContext;
use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;
use crate::members::{ComponentView, ListedMember};
use crate::view::types::{NULL_TYPE, TypeNames};

const DEFAULT_LIMIT: usize = 100;

pub(super) fn list(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let part = args.page_range(DEFAULT_LIMIT)?;
    let place = desk.view.find(args.object("objectId")?)?;
    let (types, object) = (TypeNames::new(desk.view), place.object());
    let card = |component: &&Component| {
        let full = types.full_name(component);
        let summary =
            if full == NULL_TYPE { full.clone() } else { format!("{} ({full})", object.name) };
        json!({ "Type": full, "Summary": summary })
    };
    Ok(part.to_page(object.components.iter().collect(), card))
}

pub(super) fn members(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let page = args.page_range(DEFAULT_LIMIT)?;
    let place = desk.view.find(args.object("objectId")?)?;
    let part = ComponentView::find(desk.view, &place, args.required("componentType")?)?;
    let lines = part.summaries(args.flag("includeMethods")?.unwrap_or(false))?;
    Ok(page.to_page(lines, ListedMember::to_json))
}

pub(super) fn read(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let name = args.required("name")?;
    let place = desk.view.find(args.object("objectId")?)?;
    let part = ComponentView::find(desk.view, &place, args.required("componentType")?)?;
    Ok(part.read(name)?.to_json())
}
