//! `game.freeze`: freezes a game, or lets it run.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CATEGORY, GameOutput, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct GameFreeze;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameFreezeArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// false lets it run
    #[serde(default = "super::yes")]
    frozen: bool,
}

impl Operation for GameFreeze {
    type Args = GameFreezeArgs;
    type Output = GameOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.freeze",
        name: "Freeze or Run a Game",
        description: "Freezes a running game at its next tick, or lets a frozen one run on by itself. game.act freezes it again by itself.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("freeze.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameFreezeArgs, cx: &Cx<'_>) -> Result<GameOutput, Failure> {
        let info =
            ask_games(cx, |games, cx| games.set_frozen(args.game.as_deref(), args.frozen, cx))?;
        Ok(GameOutput { info })
    }
}
