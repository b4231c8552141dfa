//! `world.scenes.list`: the scenes in memory.

use super::LoadedScenesOutput;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct LoadedScenesList;

impl Operation for LoadedScenesList {
    type Args = NoArgs;
    type Output = LoadedScenesOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scenes.list",
        name: "List Loaded Scenes",
        description: "Lists the scenes that are loaded in memory, with what is not saved yet, whose that is, and what has changed on disk meanwhile. At the start that is the scene that the game starts with.",
        category: "scene.world",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Any scene can be read and edited without being loaded. Edits with save: false load the scene that they change and keep the change in memory. Unsaved changes belong to whoever made them; those that an ended process left behind are listed too. Diagnostics name other files with unsaved changes.",
        ),
        examples: include_str!("scenes_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        LoadedScenesOutput::read(cx)
    }
}
