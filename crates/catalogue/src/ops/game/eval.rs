//! `game.eval`: runs source in a running game.

use scenewright_model::GameLogEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CATEGORY, ask_games, check_errors};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json::ValueRecord;

pub(crate) struct GameEval;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameEvalArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// GDScript: the body of a function that knows tree, root and scene; return gives a result
    source: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameEvalOutput {
    /// What it returned
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ValueRecord>,
    /// What the game logged meanwhile
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logged: Vec<GameLogEntry>,
}

impl Operation for GameEval {
    type Args = GameEvalArgs;
    type Output = GameEvalOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Evaluate);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.eval",
        name: "Run Source in a Game",
        description: "Runs GDScript source in a running game and returns its result. It can do whatever the game can, including reading and writing files.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("eval.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameEvalArgs, cx: &Cx<'_>) -> Result<GameEvalOutput, Failure> {
        let run =
            ask_games(cx, |games, cx| games.evaluate(args.game.as_deref(), &args.source, cx))?;
        check_errors("the source", &run.logged)?;
        Ok(GameEvalOutput { result: run.value.as_ref().map(ValueRecord::new), logged: run.logged })
    }
}
