//! `world.scene.save`: unsaved changes become files.

use scenewright_model::SaveMode;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask_world, confirmed};
use crate::context::Cx;
use crate::editing::{DiffOptions, EditOutput};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

pub(crate) struct SceneSave;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneSaveArgs {
    /// Path to a loaded scene [default: everything of yours that is unsaved]
    scene_path: Option<String>,
    /// Also over a version that somebody else has written since; edit.undo brings that back
    #[serde(default)]
    overwrite: bool,
    /// Also save those of others, and what an ended process left behind; without it they refuse to be saved
    #[serde(default)]
    include_others: bool,
    /// Must be true to overwrite, unless dryRun is
    #[serde(default)]
    confirm: bool,
    /// Only show what would change
    #[serde(default)]
    dry_run: bool,
    #[serde(flatten)]
    show: DiffOptions,
}

impl Operation for SceneSave {
    type Args = SceneSaveArgs;
    type Output = EditOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.save",
        name: "Save Scenes",
        description: "Writes your unsaved changes of one scene, or of all, to their files as one entry of the history. Refused when a file has changed on disk meanwhile, with both versions named, unless it is overwritten.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "With a scene, the files that were changed together with it are written too, such as a prefab made from one of its objects. Pseudo-scenes are never written.",
        ),
        examples: include_str!("scene_save.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: SceneSaveArgs, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        confirmed(args.overwrite && !args.dry_run, args.confirm, cx)?;
        let mode = SaveMode { dry_run: args.dry_run, overwrite: args.overwrite };
        let path = args.scene_path.as_deref();
        let edited = ask_world(cx, |world, cx| {
            world.save(path, mode, &cx.including_others(args.include_others))
        })?;
        Ok(EditOutput::new(edited, args.dry_run, args.show))
    }
}
