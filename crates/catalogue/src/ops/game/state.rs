//! `game.state`: the games that this server runs.

use scenewright_model::GameInfo;
use schemars::JsonSchema;
use serde::Serialize;

use super::{CATEGORY, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct GameStateRead;

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameStateOutput {
    /// The games, oldest first
    games: Vec<GameInfo>,
}

impl Operation for GameStateRead {
    type Args = NoArgs;
    type Output = GameStateOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.state",
        name: "List Running Games",
        description: "Lists the games that this server runs: whether each is frozen, its tick, its current scene, and how a game that ended did so.",
        category: CATEGORY,
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("state.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<GameStateOutput, Failure> {
        Ok(GameStateOutput { games: ask_games(cx, |games, cx| games.games(cx))? })
    }
}
