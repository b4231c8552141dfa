//! `edit.redo`: does again what was taken back.

use super::undo::Args;
use crate::context::Cx;
use crate::editing::{Changes, ask_turning};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::presentation::Presentation;

pub(crate) struct Redo;

impl Operation for Redo {
    type Args = Args;
    type Output = Changes;

    const ABOUT: About = About {
        id: "edit.redo",
        name: "Redo a Change",
        description: "Does a change again that was undone, without a handle the one that was undone last. Refused when one of its files has changed since; the reason names both versions.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: Some("Only changes made through this program are known; edit.history lists them."),
        examples: include_str!("redo.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: Args, cx: &Cx<'_>) -> Result<Changes, Failure> {
        let handle = args.handle.as_deref();
        let edited = ask_turning(cx, |engine, cx| {
            engine.redo(handle, args.dry_run, &cx.including_others(args.include_others))
        })?;
        Ok(Changes::of(edited, args.dry_run, args.show))
    }
}
