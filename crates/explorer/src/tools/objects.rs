//! Objects: lists of them, one of them, its children.

use std::sync::Arc;

use scenewright_model::{Scene, SceneObject};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::ToolContext;
use crate::arguments::{PageArguments, PageRange, object_id};
use crate::error::ExplorerResult;
use crate::view::types::TypeNames;
use crate::view::walk::{contains_ignoring_case, depth_first, is_active};
use crate::view::{EngineView, slash_path};

const DEFAULT_LIMIT: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListObjectsArguments {
    /// scn:<index>, scn:ddol or scn:hide
    scene_id: Option<String>,
    /// A part of the name, in either case
    name: Option<String>,
    /// The type of a component
    #[serde(rename = "type")]
    type_name: Option<String>,
    /// Only objects that are active in the hierarchy
    active_only: Option<bool>,
    #[serde(flatten)]
    page: PageArguments,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchObjectsArguments {
    /// A part of the name or path
    query: Option<String>,
    /// A part of the name
    name: Option<String>,
    /// The type of a component
    #[serde(rename = "type")]
    type_name: Option<String>,
    /// A part of the path
    path: Option<String>,
    /// Only objects that are active in the hierarchy
    active_only: Option<bool>,
    #[serde(flatten)]
    page: PageArguments,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct GetObjectArguments {
    /// obj:<instanceId>
    id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListChildrenArguments {
    /// obj:<instanceId>
    object_id: String,
    #[serde(flatten)]
    page: PageArguments,
}

/// An object has to match all of them.
#[derive(Default)]
struct ObjectFilters<'a> {
    query: Option<&'a str>,
    name: Option<&'a str>,
    path: Option<&'a str>,
    type_name: Option<&'a str>,
    active_only: bool,
}

pub(super) fn list(args: ListObjectsArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let scenes = match args.scene_id {
        Some(id) => ctx.view.scene_by_id(&id)?.into_iter().collect(),
        None => ctx.view.real_scenes()?,
    };
    let filters = ObjectFilters {
        name: args.name.as_deref(),
        type_name: args.type_name.as_deref(),
        active_only: args.active_only.unwrap_or(false),
        ..ObjectFilters::default()
    };
    matching(ctx.view, &scenes, &filters, args.page.range(DEFAULT_LIMIT))
}

pub(super) fn search(args: SearchObjectsArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let filters = ObjectFilters {
        query: args.query.as_deref(),
        name: args.name.as_deref(),
        path: args.path.as_deref(),
        type_name: args.type_name.as_deref(),
        active_only: args.active_only.unwrap_or(false),
    };
    matching(ctx.view, &ctx.view.real_scenes()?, &filters, args.page.range(DEFAULT_LIMIT))
}

fn matching(
    view: EngineView<'_>,
    scenes: &[Arc<Scene>],
    filters: &ObjectFilters<'_>,
    range: PageRange,
) -> ExplorerResult<Value> {
    let types = TypeNames::new(view);
    let mut found: Vec<&SceneObject> = Vec::new();
    for scene in scenes {
        view.cx.check()?;
        let objects = depth_first(scene).into_iter();
        found.extend(objects.filter(|object| filters.matches(scene, object, &types)));
    }
    Ok(range.to_page(found, |object| view.object_json(object)))
}

impl ObjectFilters<'_> {
    fn matches(&self, scene: &Scene, object: &SceneObject, types: &TypeNames<'_>) -> bool {
        let path = || slash_path(object);
        let named = |part: &str| contains_ignoring_case(&object.name, part);
        self.name.is_none_or(named)
            && self.query.is_none_or(|part| named(part) || contains_ignoring_case(&path(), part))
            && self.path.is_none_or(|part| contains_ignoring_case(&path(), part))
            && (!self.active_only || is_active(scene, object))
            && self.type_name.is_none_or(|asked| {
                object.components.iter().any(|component| types.is_a(component, asked))
            })
    }
}

pub(super) fn get(args: GetObjectArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let location = ctx.view.find(object_id("id", &args.id)?)?;
    Ok(ctx.view.object_json(location.object()))
}

pub(super) fn children(
    args: ListChildrenArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    let location = ctx.view.find(object_id("objectId", &args.object_id)?)?;
    let children = location.object().children.clone();
    let range = args.page.range(DEFAULT_LIMIT);
    Ok(range.to_page(children, |child| ctx.view.object_json(location.scene.object(*child))))
}
