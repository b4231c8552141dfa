//! `world.selection.set`: selects objects.

use scenewright_model::{ObjectId, Selection};
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_world;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct SelectionSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SelectionSetArgs {
    /// Their instanceIds, the active one first
    #[serde(default)]
    instance_ids: Vec<u64>,
}

impl Operation for SelectionSet {
    type Args = SelectionSetArgs;
    type Output = Selection;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.selection.set",
        name: "Select Objects",
        description: "Selects objects of the loaded scenes, replacing the previous selection. Without objects, clears the selection.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Changes no files."),
        examples: include_str!("selection_set.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SelectionSetArgs, cx: &Cx<'_>) -> Result<Selection, Failure> {
        let ids: Vec<ObjectId> = args.instance_ids.into_iter().map(ObjectId::from_number).collect();
        ask_world(cx, |world, cx| world.select(&ids, cx))
    }
}
