//! `world.selection.read`: the selected objects.

use scenewright_model::Selection;

use super::ask_world;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct SelectionRead;

impl Operation for SelectionRead {
    type Args = NoArgs;
    type Output = Selection;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.selection.read",
        name: "Read Selection",
        description: "Returns the selected objects of the loaded scenes, the active one first. Deleted objects are deselected automatically.",
        category: "scene.world",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("selection_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<Selection, Failure> {
        ask_world(cx, |world, cx| world.selection(cx))
    }
}
