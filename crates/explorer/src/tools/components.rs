//! Components, their members and the values of those.

use scenewright_model::Component;
use serde_json::{Value, json};

use super::Desk;
use crate::args::Args;
use crate::fault::Found;
use crate::members::{Line, Part};
use crate::view::types::{NOTHING, Types};

const USUAL: usize = 100;

pub(super) fn list(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let part = args.part(USUAL)?;
    let place = desk.view.find(args.object("objectId")?)?;
    let (types, object) = (Types::new(desk.view), place.object());
    let card = |component: &&Component| {
        let full = types.full_name(component);
        let summary =
            if full == NOTHING { full.clone() } else { format!("{} ({full})", object.name) };
        json!({ "Type": full, "Summary": summary })
    };
    Ok(part.page(object.components.iter().collect(), card))
}

pub(super) fn members(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let page = args.part(USUAL)?;
    let place = desk.view.find(args.object("objectId")?)?;
    let part = Part::find(desk.view, &place, args.required("componentType")?)?;
    let lines = part.lines(args.flag("includeMethods")?.unwrap_or(false))?;
    Ok(page.page(lines, Line::dto))
}

pub(super) fn read(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let name = args.required("name")?;
    let place = desk.view.find(args.object("objectId")?)?;
    let part = Part::find(desk.view, &place, args.required("componentType")?)?;
    Ok(part.read(name)?.dto())
}
