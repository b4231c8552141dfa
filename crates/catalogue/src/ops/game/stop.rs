//! `game.stop`: ends a game.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CATEGORY, GameOutput, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct GameStop;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameStopArgs {
    /// Its id [default: the last started]
    game: Option<String>,
}

impl Operation for GameStop {
    type Args = GameStopArgs;
    type Output = GameOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.stop",
        name: "Stop a Game",
        description: "Ends a game at once, so that it cannot save anything.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("stop.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameStopArgs, cx: &Cx<'_>) -> Result<GameOutput, Failure> {
        let info = ask_games(cx, |games, cx| games.stop(args.game.as_deref(), cx))?;
        cx.session().recorder().forget(&info.game);
        Ok(GameOutput { info })
    }
}
