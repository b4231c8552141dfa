//! `game.call`: calls a method of an object of a running game.

use scenewright_model::{GameLogEntry, GameObject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{CATEGORY, ask_games, check_errors};
use crate::context::Cx;
use crate::edit_value;
use crate::failure::Failure;
use crate::game_code::method_exchanges_code;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json::ValueRecord;

pub(crate) struct GameMethodCall;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameCallArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// An absolute path, a path below the current scene, %Name or #id
    path: String,
    /// The method
    method: String,
    /// A JSON list of values, as in game.write [default: none]
    #[schemars(with = "Option<String>", extend("x-json" = true))]
    arguments: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameCallOutput {
    #[serde(flatten)]
    object: GameObject,
    /// The method
    method: String,
    /// What it returned; absent while it waits for something
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ValueRecord>,
    /// What the game logged meanwhile
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logged: Vec<GameLogEntry>,
}

impl Operation for GameMethodCall {
    type Args = GameCallArgs;
    type Output = GameCallOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.call",
        name: "Call a Method in a Game",
        description: "Calls a method of one object of a running game and returns its result. It fails if an error is logged during the call.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "Methods that exchange code, such as set_script and call, need --allow-eval. A method that awaits something returns no result.",
        ),
        examples: include_str!("call.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameCallArgs, cx: &Cx<'_>) -> Result<GameCallOutput, Failure> {
        if method_exchanges_code(&args.method) {
            super::require_evaluate(cx)?;
        }
        let values = match args.arguments {
            None => Vec::new(),
            Some(Value::Array(values)) => values,
            Some(other) => return Err(Failure::argument("arguments", other, "a list")),
        };
        let values =
            values.into_iter().map(edit_value::from_json).collect::<Result<Vec<_>, _>>()?;
        let called = ask_games(cx, |games, cx| {
            games.call(args.game.as_deref(), &args.path, &args.method, &values, cx)
        })?;
        check_errors(&format!("{}()", args.method), &called.logged)?;
        if called.value.is_none() {
            cx.add_diagnostic("The method awaits something and has not returned yet.");
        }
        let unnamed =
            || Failure::Crashed { message: "the game did not name the object".to_owned() };
        Ok(GameCallOutput {
            object: called.object.ok_or_else(unnamed)?,
            method: args.method,
            result: called.value.as_ref().map(ValueRecord::new),
            logged: called.logged,
        })
    }
}
