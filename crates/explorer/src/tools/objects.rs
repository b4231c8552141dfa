//! Objects: lists of them, one of them, its children.

use std::sync::Arc;

use scenewright_model::{Object, Scene};
use serde_json::Value;

use super::Desk;
use crate::args::{Args, Part};
use crate::fault::Found;
use crate::view::types::Types;
use crate::view::walk::{contains, depth_first, is_active};
use crate::view::{View, path};

const USUAL: usize = 100;

/// All of them have to fit.
#[derive(Default)]
struct Filters<'a> {
    query: Option<&'a str>,
    name: Option<&'a str>,
    path: Option<&'a str>,
    type_name: Option<&'a str>,
    active_only: bool,
}

pub(super) fn list(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let scenes = match args.words("sceneId")? {
        Some(id) => desk.view.scene_of(id)?.into_iter().collect(),
        None => desk.view.real_scenes()?,
    };
    let filters = Filters {
        name: args.words("name")?,
        type_name: args.words("type")?,
        active_only: args.flag("activeOnly")?.unwrap_or(false),
        ..Filters::default()
    };
    matching(desk.view, &scenes, &filters, args.part(USUAL)?)
}

pub(super) fn search(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let filters = Filters {
        query: args.words("query")?,
        name: args.words("name")?,
        path: args.words("path")?,
        type_name: args.words("type")?,
        active_only: args.flag("activeOnly")?.unwrap_or(false),
    };
    matching(desk.view, &desk.view.real_scenes()?, &filters, args.part(USUAL)?)
}

fn matching(
    view: View<'_>,
    scenes: &[Arc<Scene>],
    filters: &Filters<'_>,
    part: Part,
) -> Found<Value> {
    let types = Types::new(view);
    let mut found: Vec<&Object> = Vec::new();
    for scene in scenes {
        view.cx.check()?;
        let objects = depth_first(scene).into_iter();
        found.extend(objects.filter(|object| filters.fit(scene, object, &types)));
    }
    Ok(part.page(found, |object| view.card(object)))
}

impl Filters<'_> {
    fn fit(&self, scene: &Scene, object: &Object, types: &Types<'_>) -> bool {
        let whole = || path(object);
        let named = |part: &str| contains(&object.name, part);
        self.name.is_none_or(named)
            && self.query.is_none_or(|part| named(part) || contains(&whole(), part))
            && self.path.is_none_or(|part| contains(&whole(), part))
            && (!self.active_only || is_active(scene, object))
            && self.type_name.is_none_or(|asked| {
                object.components.iter().any(|component| types.is_a(component, asked))
            })
    }
}

pub(super) fn get(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let place = desk.view.find(args.object("id")?)?;
    Ok(desk.view.card(place.object()))
}

pub(super) fn children(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let part = args.part(USUAL)?;
    let place = desk.view.find(args.object("objectId")?)?;
    let children = place.object().children.clone();
    Ok(part.page(children, |child| desk.view.card(place.scene.object(*child))))
}
