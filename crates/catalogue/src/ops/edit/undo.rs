//! `edit.undo`: undoes a change.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::Cx;
use crate::editing::{DiffOptions, EditOutput, ask_undo};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

pub(crate) struct EditUndo;

/// Shared with `edit.redo`.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditUndoArgs {
    /// The undoHandle of a change [default: the last; of unsaved changes, your last]
    pub(super) handle: Option<String>,
    /// Also allow an unsaved change of another owner
    #[serde(default)]
    pub(super) include_others: bool,
    /// Only show what would change
    #[serde(default)]
    pub(super) dry_run: bool,
    #[serde(flatten)]
    pub(super) show: DiffOptions,
}

impl Operation for EditUndo {
    type Args = EditUndoArgs;
    type Output = EditOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "edit.undo",
        name: "Undo a Change",
        description: "Undoes a change, including an unsaved one or one from before a restart. Refused if one of its files has changed since; the reason names both versions.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Only changes made with Scenewright are known; edit.history lists them."),
        examples: include_str!("undo.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: EditUndoArgs, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        let handle = args.handle.as_deref();
        let edited = ask_undo(cx, |engine, cx| {
            engine.undo(handle, args.dry_run, &cx.including_others(args.include_others))
        })?;
        Ok(EditOutput::new(edited, args.dry_run, args.show))
    }
}
