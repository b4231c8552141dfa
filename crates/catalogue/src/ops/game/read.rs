//! `game.read`: properties of an object of a running game.

use scenewright_model::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{CATEGORY, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json::to_json;

pub(crate) struct GameRead;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameReadArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// An absolute path, a path below the current scene, %Name or #id
    path: String,
    /// Properties, with parts if needed: position, position:x [default: those that the inspector shows and the script's variables]
    #[serde(default)]
    properties: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameReadOutput {
    #[serde(flatten)]
    object: GameObject,
    /// The values by property
    values: Map<String, Value>,
}

impl Operation for GameRead {
    type Args = GameReadArgs;
    type Output = GameReadOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.read",
        name: "Read from a Game",
        description: "Reads properties of one object of a running game, as they are at this moment.",
        category: CATEGORY,
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameReadArgs, cx: &Cx<'_>) -> Result<GameReadOutput, Failure> {
        let found = ask_games(cx, |games, cx| {
            games.properties(args.game.as_deref(), &args.path, &args.properties, cx)
        })?;
        let values = found.values.iter().map(|(name, value)| (name.clone(), to_json(value)));
        Ok(GameReadOutput { object: found.object, values: values.collect() })
    }
}
