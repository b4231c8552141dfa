//! `edit.redo`: redoes an undone change.

use super::undo::EditUndoArgs;
use crate::context::Cx;
use crate::editing::{EditOutput, ask_undo};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

pub(crate) struct EditRedo;

impl Operation for EditRedo {
    type Args = EditUndoArgs;
    type Output = EditOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "edit.redo",
        name: "Redo a Change",
        description: "Redoes an undone change; without a handle, the one undone last. Refused if one of its files has changed since; the reason names both versions.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Only changes made with Scenewright are known; edit.history lists them."),
        examples: include_str!("redo.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: EditUndoArgs, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        let handle = args.handle.as_deref();
        let edited = ask_undo(cx, |engine, cx| {
            engine.redo(handle, args.dry_run, &cx.including_others(args.include_others))
        })?;
        Ok(EditOutput::new(edited, args.dry_run, args.show))
    }
}
