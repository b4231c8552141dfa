//! `world.clipboard.set`: copies something.

use scenewright_model::{Clipboard, ObjectId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_world;
use super::clipboard_read::Clip;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};

pub(crate) struct ClipboardSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    /// A text
    text: Option<String>,
    /// An object by its instanceId, instead of a text
    instance_id: Option<u64>,
}

impl Operation for ClipboardSet {
    type Args = Args;
    type Output = Clip;

    const ABOUT: About = About {
        id: "world.clipboard.set",
        name: "Set Clipboard",
        description: "Puts a text or an object of a loaded scene into the clipboard. With neither it becomes empty.",
        category: "scene.world",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: Some("It is not the clipboard of the operating system."),
        examples: include_str!("clipboard_set.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Clip, Failure> {
        let clipboard = match (args.text, args.instance_id) {
            (_, Some(id)) => Clipboard::Object(ObjectId::from_number(id)),
            (Some(text), None) => Clipboard::Text(text),
            (None, None) => Clipboard::Empty,
        };
        ask_world(cx, |world, cx| world.set_clipboard(clipboard.clone(), cx))?;
        Clip::read(cx)
    }
}
