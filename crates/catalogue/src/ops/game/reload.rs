//! `game.reload`: reads changed scripts again.

use scenewright_model::GameLogEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CATEGORY, ask_debugger};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct GameReload;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GameReloadArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// Scripts to look at: res://player.gd [default: all]
    #[serde(default)]
    paths: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameReloadOutput {
    /// The scripts that differed from their files
    reloaded: Vec<String>,
    /// How many ticks the game went on: 1 if it is frozen and something was reloaded
    ticks: u32,
    /// Warnings and errors about these scripts
    problems: Vec<GameLogEntry>,
}

impl Operation for GameReload {
    type Args = GameReloadArgs;
    type Output = GameReloadOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.reload",
        name: "Reload a Game's Scripts",
        description: "Reads GDScript files that were changed on disk again in a running game, which keeps the values of its objects. A frozen game goes on for one tick.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "Only scripts that the game has loaded are read again; others are read when they are needed. While a script does not compile, the functions of its objects do not run; their values are kept.",
        ),
        examples: include_str!("reload.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameReloadArgs, cx: &Cx<'_>) -> Result<GameReloadOutput, Failure> {
        let reload = ask_debugger(cx, |debugger, cx| {
            debugger.reload_scripts(args.game.as_deref(), &args.paths, cx)
        })?;
        if let Some(error) = reload.problems.iter().find(|entry| entry.is_error()) {
            let line = error.line.map(|line| format!(":{line}")).unwrap_or_default();
            cx.add_diagnostic(format!(
                "A script does not compile: {}{line}: {}",
                error.file, error.text
            ));
        }
        let (reloaded, ticks, problems) = (reload.reloaded, reload.ticks, reload.problems);
        Ok(GameReloadOutput { reloaded, ticks, problems })
    }
}
