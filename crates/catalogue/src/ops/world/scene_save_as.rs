//! `world.scene.save.as`: saves a scene to another file.

use scenewright_model::SaveMode;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask_world, require_confirmation};
use crate::context::Cx;
use crate::editing::{DiffOptions, EditOutput};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

pub(crate) struct SceneSaveAs;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneSaveAsArgs {
    /// Path to a loaded scene
    scene_path: String,
    /// Path of the new file
    path: String,
    /// Overwrite an existing file
    #[serde(default)]
    overwrite: bool,
    /// Also save changes of others, which would block the call
    #[serde(default)]
    include_others: bool,
    /// Must be true to overwrite, unless dryRun is true
    #[serde(default)]
    confirm: bool,
    /// Only show what would change
    #[serde(default)]
    dry_run: bool,
    #[serde(flatten)]
    show: DiffOptions,
}

impl Operation for SceneSaveAs {
    type Args = SceneSaveAsArgs;
    type Output = EditOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.save.as",
        name: "Save a Scene as Another",
        description: "Saves a loaded scene, including its unsaved changes, to a new file that is loaded in its place. The original file stays unchanged, and the new one gets its own id.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Its objects have different instanceIds in the new file."),
        examples: include_str!("scene_save_as.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: SceneSaveAsArgs, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        require_confirmation(args.overwrite && !args.dry_run, args.confirm, cx)?;
        let mode = SaveMode { dry_run: args.dry_run, overwrite: args.overwrite };
        let edited = ask_world(cx, |world, cx| {
            let cx = cx.including_others(args.include_others);
            world.save_as(&args.scene_path, &args.path, mode, &cx)
        })?;
        Ok(EditOutput::new(edited, args.dry_run, args.show))
    }
}
