//! `world.clipboard.read`: the contents of the clipboard.

use scenewright_model::Clipboard;
use schemars::JsonSchema;
use serde::Serialize;

use super::ask_world;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct ClipboardRead;

/// The contents of the clipboard.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipboardOutput {
    /// empty, text or object
    kind: &'static str,
    /// The text; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The object's id; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    instance_id: Option<u64>,
}

impl ClipboardOutput {
    pub(super) fn read(cx: &Cx<'_>) -> Result<ClipboardOutput, Failure> {
        let clip = |kind, text, instance_id| ClipboardOutput { kind, text, instance_id };
        Ok(match ask_world(cx, |world, cx| world.clipboard(cx))? {
            Clipboard::Empty => clip("empty", None, None),
            Clipboard::Text(text) => clip("text", Some(text), None),
            Clipboard::Object(id) => clip("object", None, Some(id.get())),
        })
    }
}

impl Operation for ClipboardRead {
    type Args = NoArgs;
    type Output = ClipboardOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.clipboard.read",
        name: "Read Clipboard",
        description: "Returns the contents of the clipboard of the loaded scenes: text, an object or nothing.",
        category: "scene.world",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("This is not the clipboard of the operating system."),
        examples: include_str!("clipboard_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<ClipboardOutput, Failure> {
        ClipboardOutput::read(cx)
    }
}
