//! `edit.undo`: takes a change back.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::Cx;
use crate::editing::{Changes, Show, ask_turning};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::presentation::Presentation;

pub(crate) struct Undo;

/// Also those of `edit.redo`.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    /// The undoHandle of a change [default: the last; of unsaved ones your last]
    pub(super) handle: Option<String>,
    /// Also an unsaved change of others
    #[serde(default)]
    pub(super) include_others: bool,
    /// Only show what would change
    #[serde(default)]
    pub(super) dry_run: bool,
    #[serde(flatten)]
    pub(super) show: Show,
}

impl Operation for Undo {
    type Args = Args;
    type Output = Changes;

    const ABOUT: About = About {
        id: "edit.undo",
        name: "Undo a Change",
        description: "Takes back a change, also one from before a restart or not saved yet. Refused when one of its files has changed since; the reason names both versions.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: Some("Only changes made through this program are known; edit.history lists them."),
        examples: include_str!("undo.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: Args, cx: &Cx<'_>) -> Result<Changes, Failure> {
        let handle = args.handle.as_deref();
        let edited = ask_turning(cx, |engine, cx| {
            engine.undo(handle, args.dry_run, &cx.including_others(args.include_others))
        })?;
        Ok(Changes::of(edited, args.dry_run, args.show))
    }
}
