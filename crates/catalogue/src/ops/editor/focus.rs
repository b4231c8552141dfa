//! `editor.focus`: moves the editor's view to an object.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask_editor;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::ops::scene::target::ObjectTarget;

pub(crate) struct EditorFocus;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct EditorFocusArgs {
    #[serde(flatten)]
    target: ObjectTarget,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditorFocusOutput {
    /// Path of the focused object
    object_path: String,
}

impl Operation for EditorFocus {
    type Args = EditorFocusArgs;
    type Output = EditorFocusOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.focus",
        name: "Focus Object",
        description: "Focuses the open editor's view on an object, so that a capture shows it. The scene is brought to the front.",
        category: "editor",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Changes no files."),
        examples: include_str!("focus.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: EditorFocusArgs, cx: &Cx<'_>) -> Result<EditorFocusOutput, Failure> {
        let found = args.target.find(cx)?;
        let object = found.scene.object(found.index);
        ask_editor(cx, |editor, cx| editor.focus(&found.scene.path, object.id, cx))?;
        Ok(EditorFocusOutput { object_path: object.path.clone() })
    }
}
