//! `game.log`: what a running game prints and reports.

use scenewright_model::GameLogEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CATEGORY, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct GameLogRead;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameLogArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// Begin at this entry, the 'next' of an earlier answer [default: the end of the log]
    since: Option<u64>,
    /// How many entries
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 2000))]
    limit: u32,
}

fn default_limit() -> u32 {
    50
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameLogOutput {
    /// Oldest first
    entries: Vec<GameLogEntry>,
    /// Where the next call begins
    next: u64,
    /// How many entries are not in the answer: older ones, and those beyond the limit
    left_out: u64,
}

impl Operation for GameLogRead {
    type Args = GameLogArgs;
    type Output = GameLogOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.log",
        name: "Read a Game's Log",
        description: "Reads the prints, warnings and errors of a running game, with the tick of each and the stack of errors.",
        category: CATEGORY,
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("Before Godot 4.5 it has the lines that the game printed, without ticks."),
        examples: include_str!("log.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameLogArgs, cx: &Cx<'_>) -> Result<GameLogOutput, Failure> {
        let log =
            ask_games(cx, |games, cx| games.log(args.game.as_deref(), args.since, args.limit, cx))?;
        Ok(GameLogOutput { entries: log.entries, next: log.next, left_out: log.left_out })
    }
}
