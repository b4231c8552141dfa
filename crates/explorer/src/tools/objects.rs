//! Objects: lists of them, one of them, its children.

use std::sync::Arc;

use scenewright_model::{Scene, SceneObject};
use serde_json::Value;

use super::ToolContext;
use crate::args::{ExplorerArgs, PageRange};
use crate::fault::ExplorerResult;
use crate::view::types::TypeNames;
use crate::view::walk::{contains, depth_first, is_active};
use crate::view::{EngineView, slash_path};

const DEFAULT_LIMIT: usize = 100;

/// All of them have to fit.
#[derive(Default)]
struct ObjectFilters<'a> {
    query: Option<&'a str>,
    name: Option<&'a str>,
    path: Option<&'a str>,
    type_name: Option<&'a str>,
    active_only: bool,
}

pub(super) fn list(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let scenes = match args.nonblank("sceneId")? {
        Some(id) => desk.view.scene_by_id(id)?.into_iter().collect(),
        None => desk.view.real_scenes()?,
    };
    let filters = ObjectFilters {
        name: args.nonblank("name")?,
        type_name: args.nonblank("type")?,
        active_only: args.flag("activeOnly")?.unwrap_or(false),
        ..ObjectFilters::default()
    };
    matching(desk.view, &scenes, &filters, args.page_range(DEFAULT_LIMIT)?)
}

pub(super) fn search(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let filters = ObjectFilters {
        query: args.nonblank("query")?,
        name: args.nonblank("name")?,
        path: args.nonblank("path")?,
        type_name: args.nonblank("type")?,
        active_only: args.flag("activeOnly")?.unwrap_or(false),
    };
    matching(desk.view, &desk.view.real_scenes()?, &filters, args.page_range(DEFAULT_LIMIT)?)
}

fn matching(
    view: EngineView<'_>,
    scenes: &[Arc<Scene>],
    filters: &ObjectFilters<'_>,
    part: PageRange,
) -> ExplorerResult<Value> {
    let types = TypeNames::new(view);
    let mut found: Vec<&SceneObject> = Vec::new();
    for scene in scenes {
        view.cx.check()?;
        let objects = depth_first(scene).into_iter();
        found.extend(objects.filter(|object| filters.matches(scene, object, &types)));
    }
    Ok(part.to_page(found, |object| view.object_json(object)))
}

impl ObjectFilters<'_> {
    fn matches(&self, scene: &Scene, object: &SceneObject, types: &TypeNames<'_>) -> bool {
        let whole = || slash_path(object);
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

pub(super) fn get(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let place = desk.view.find(args.object("id")?)?;
    Ok(desk.view.object_json(place.object()))
}

pub(super) fn children(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let part = args.page_range(DEFAULT_LIMIT)?;
    let place = desk.view.find(args.object("objectId")?)?;
    let children = place.object().children.clone();
    Ok(part.to_page(children, |child| desk.view.object_json(place.scene.object(*child))))
}
