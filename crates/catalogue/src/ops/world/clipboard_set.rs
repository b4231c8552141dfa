//! `world.clipboard.set`: stores text or an object in the clipboard.

use scenewright_model::{Clipboard, ObjectId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_world;
use super::clipboard_read::ClipboardOutput;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct ClipboardSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipboardSetArgs {
    /// Text to store
    text: Option<String>,
    /// instanceId of an object to store instead of text
    instance_id: Option<u64>,
}

impl Operation for ClipboardSet {
    type Args = ClipboardSetArgs;
    type Output = ClipboardOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.clipboard.set",
        name: "Set Clipboard",
        description: "Stores text or an object of a loaded scene in the clipboard. Without either, the clipboard is cleared.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("This is not the clipboard of the operating system."),
        examples: include_str!("clipboard_set.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: ClipboardSetArgs, cx: &Cx<'_>) -> Result<ClipboardOutput, Failure> {
        let clipboard = match (args.text, args.instance_id) {
            (_, Some(id)) => Clipboard::Object(ObjectId::from_number(id)),
            (Some(text), None) => Clipboard::Text(text),
            (None, None) => Clipboard::Empty,
        };
        ask_world(cx, |world, cx| world.set_clipboard(clipboard.clone(), cx))?;
        ClipboardOutput::read(cx)
    }
}
