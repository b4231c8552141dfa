//! `editor.focus`: where the editor looks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask_editor;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::ops::scene::target::Target;

pub(crate) struct Focus;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// What is looked at
    object_path: String,
}

impl Operation for Focus {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "editor.focus",
        name: "Focus Object",
        description: "Moves the open editor's view to an object, so that a picture shows it. The scene comes to the front.",
        category: "editor",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: Some("No file is changed."),
        examples: include_str!("focus.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let found = args.target.find(cx)?;
        let object = found.scene.object(found.index);
        ask_editor(cx, |editor, cx| editor.focus(&found.scene.path, object.id, cx))?;
        Ok(Output { object_path: object.path.clone() })
    }
}
