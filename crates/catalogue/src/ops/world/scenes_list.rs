//! `world.scenes.list`: the scenes in memory.

use super::SceneCards;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct ScenesList;

impl Operation for ScenesList {
    type Args = NoArgs;
    type Output = SceneCards;

    const ABOUT: About = About {
        id: "world.scenes.list",
        name: "List Loaded Scenes",
        description: "Lists the scenes that are loaded in memory, with what is not saved yet, whose that is, and what has changed on disk meanwhile. At the start that is the scene that the game starts with.",
        category: "scene.world",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Any scene can be read and edited without being loaded. Edits with save: false load the scene that they change and keep the change in memory. Unsaved changes belong to whoever made them; those that an ended process left behind are listed too. Diagnostics name other files with unsaved changes.",
        ),
        examples: include_str!("scenes_list.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<SceneCards, Failure> {
        SceneCards::read(cx)
    }
}
