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
        description: "Lists the scenes loaded in memory, with their unsaved changes, the owners of these, and changes on disk. Initially this is the game's main scene.",
        category: "scene.world",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Any scene can be read and edited without being loaded. Edits with save: false load the scene and keep the change in memory. Unsaved changes belong to the client that made them; those left behind by a process that has ended are listed too. Diagnostics name other files with unsaved changes.",
        ),
        examples: include_str!("scenes_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        LoadedScenesOutput::read(cx)
    }
}
