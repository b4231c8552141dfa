//! `world.selection.read`: what is selected.

use super::{SelectedObjects, ask_world};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct SelectionRead;

impl Operation for SelectionRead {
    type Args = NoArgs;
    type Output = SelectedObjects;

    const ABOUT: About = About {
        id: "world.selection.read",
        name: "Read Selection",
        description: "Tells which objects of the loaded scenes are selected, the active one first. Objects that are gone drop out by themselves.",
        category: "scene.world",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("selection_read.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<SelectedObjects, Failure> {
        Ok(SelectedObjects::of(ask_world(cx, |world, cx| world.selection(cx))?))
    }
}
