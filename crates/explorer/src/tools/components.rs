//! Components, their members and the values of members.

use scenewright_model::Component;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ToolContext;
use crate::arguments::{PageArguments, object_id};
use crate::error::ExplorerResult;
use crate::members::{ComponentView, DisplayValue, ListedMember};
use crate::view::types::{NULL_TYPE, TypeNames};

const DEFAULT_LIMIT: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GetComponentsArguments {
    /// obj:<instanceId>
    object_id: String,
    #[serde(flatten)]
    page: PageArguments,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListMembersArguments {
    /// obj:<instanceId>
    object_id: String,
    /// The full type of the component
    component_type: String,
    /// List methods too
    #[serde(default)]
    include_methods: bool,
    #[serde(flatten)]
    page: PageArguments,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadMemberArguments {
    /// obj:<instanceId>
    pub(super) object_id: String,
    /// The full type of the component
    pub(super) component_type: String,
    /// The name of the member
    pub(super) name: String,
}

pub(super) fn list(args: GetComponentsArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let location = ctx.view.find(object_id("objectId", &args.object_id)?)?;
    let (types, object) = (TypeNames::new(ctx.view), location.object());
    let to_json = |component: &&Component| {
        let full = types.full_name(component);
        let summary =
            if full == NULL_TYPE { full.clone() } else { format!("{} ({full})", object.name) };
        json!({ "Type": full, "Summary": summary })
    };
    Ok(args
        .page
        .range(DEFAULT_LIMIT)
        .to_page(object.components.iter().map(AsRef::as_ref).collect(), to_json))
}

pub(super) fn members(args: ListMembersArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let location = ctx.view.find(object_id("objectId", &args.object_id)?)?;
    let component = ComponentView::find(ctx.view, &location, &args.component_type)?;
    let members = component.summaries(args.include_methods)?;
    Ok(args.page.range(DEFAULT_LIMIT).to_page(members, ListedMember::to_json))
}

pub(super) fn read(args: ReadMemberArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(read_value(&args, ctx)?.to_json())
}

pub(super) fn read_value(
    args: &ReadMemberArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<DisplayValue> {
    let location = ctx.view.find(object_id("objectId", &args.object_id)?)?;
    ComponentView::find(ctx.view, &location, &args.component_type)?.read(&args.name)
}
