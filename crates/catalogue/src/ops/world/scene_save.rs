//! `world.scene.save`: saves unsaved changes.

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

pub(crate) struct SceneSave;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneSaveArgs {
    /// Path to a loaded scene [default: all your unsaved changes]
    scene_path: Option<String>,
    /// Overwrite a version that someone else has written since; edit.undo restores it
    #[serde(default)]
    overwrite: bool,
    /// Also save changes of others and of ended processes, which would be refused
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

impl Operation for SceneSave {
    type Args = SceneSaveArgs;
    type Output = EditOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.save",
        name: "Save Scenes",
        description: "Saves your unsaved changes to one scene, or to all scenes, as one entry of the history. Refused if a file has changed on disk meanwhile, naming both versions, unless it is overwritten.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "Files that were changed together with a scene, such as a prefab created from one of its objects, are saved with it. Pseudo-scenes are never written.",
        ),
        examples: include_str!("scene_save.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: SceneSaveArgs, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        require_confirmation(args.overwrite && !args.dry_run, args.confirm, cx)?;
        let mode = SaveMode { dry_run: args.dry_run, overwrite: args.overwrite };
        let path = args.scene_path.as_deref();
        let edited = ask_world(cx, |world, cx| {
            world.save(path, mode, &cx.including_others(args.include_others))
        })?;
        Ok(EditOutput::new(edited, args.dry_run, args.show))
    }
}
