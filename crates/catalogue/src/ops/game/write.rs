//! `game.write`: sets a property of an object of a running game.

use scenewright_model::{GameLogEntry, GameObject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{CATEGORY, ask_games, check_errors};
use crate::context::Cx;
use crate::edit_value;
use crate::failure::Failure;
use crate::game_code::property_exchanges_code;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json::ValueRecord;

pub(crate) struct GameWriteRun;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameWriteArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// An absolute path, a path below the current scene, %Name or #id
    path: String,
    /// The property, with parts if needed: position, position:x
    property: String,
    /// JSON: 3.5, true, "text", [1, 2], {"x": 1, "y": 2}, {"ref": "res://wood.tres"}, {"object": "/root/Main/Door"}, {"literal": "Vector2i(1, 2)"}
    #[schemars(with = "String", extend("x-json" = true))]
    value: Value,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameWriteOutput {
    #[serde(flatten)]
    object: GameObject,
    /// The property
    property: String,
    /// Its value before
    before: ValueRecord,
    /// Its value now; a setter may have changed what was sent
    after: ValueRecord,
    /// What the game logged meanwhile
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logged: Vec<GameLogEntry>,
}

impl Operation for GameWriteRun {
    type Args = GameWriteArgs;
    type Output = GameWriteOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.write",
        name: "Write to a Game",
        description: "Sets a property of one object of a running game. No file of the project changes.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("The property script needs --allow-eval, because it runs other code."),
        examples: include_str!("write.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameWriteArgs, cx: &Cx<'_>) -> Result<GameWriteOutput, Failure> {
        if property_exchanges_code(&args.property) {
            super::require_evaluate(cx)?;
        }
        let value = edit_value::from_json(args.value)?;
        let written = ask_games(cx, |games, cx| {
            games.write(args.game.as_deref(), &args.path, &args.property, &value, cx)
        })?;
        check_errors("writing the property", &written.logged)?;
        if !written.was_taken {
            cx.add_diagnostic("The property has another value than the one that was sent.");
        }
        Ok(GameWriteOutput {
            object: written.object,
            property: args.property,
            before: ValueRecord::new(&written.before),
            after: ValueRecord::new(&written.after),
            logged: written.logged,
        })
    }
}
