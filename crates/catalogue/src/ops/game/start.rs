//! `game.start`: runs the game under this server's control.

use scenewright_model::{GameDisplay, GameImport, GameRemedy, GameStart};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CATEGORY, GameOutput, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct GameStartRun;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameStartArgs {
    /// The scene to run [default: the project's main scene]
    scene_path: Option<String>,
    /// Stand at the first tick until game.act lets it go on; false runs in real time
    #[serde(default = "super::yes")]
    frozen: bool,
    /// headless (fast, no pictures), virtual (a virtual screen) or screen (the user's)
    #[serde(default)]
    display: GameDisplay,
    /// Seed of the global random numbers
    seed: Option<i64>,
    /// Frames per second of game time [default: the project's physics ticks per second if frozen, else real time]
    #[schemars(range(min = 1, max = 1000))]
    fixed_fps: Option<u32>,
    /// Make runs more alike: seedEachTick, seedGenerators (members of nodes), movie (audio in game time; needs a display)
    #[serde(default)]
    remedies: Vec<GameRemedy>,
    /// Arguments for the game itself
    #[serde(default)]
    arguments: Vec<String>,
    /// If the project was never imported: refuse, copy (import and run a copy) or project (import it, which may change files)
    #[serde(default)]
    import: GameImport,
    /// Use the player's own user:// folder instead of an empty one
    #[serde(default)]
    player_data: bool,
}

impl Operation for GameStartRun {
    type Args = GameStartArgs;
    type Output = GameOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.start",
        name: "Start a Game",
        description: "Runs the game in a process of its own, with nothing installed in the project. It stands at its first tick; game.act drives it, game.look shows it. It ends with game.stop or with this server.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "It runs the project's code. Without a display nothing is drawn, so that screen notifiers do not fire; the window still has the project's size, and input by mouse works.",
        ),
        examples: include_str!("start.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameStartArgs, cx: &Cx<'_>) -> Result<GameOutput, Failure> {
        let request = GameStart {
            scene: args.scene_path,
            arguments: args.arguments,
            is_frozen: args.frozen,
            seed: args.seed,
            fixed_fps: args.fixed_fps,
            display: args.display,
            uses_player_data: args.player_data,
            import: args.import,
            remedies: args.remedies,
        };
        let info = ask_games(cx, |games, cx| games.start(&request, cx))?;
        cx.session().recorder().begin(&info.game, &request);
        if args.display == GameDisplay::Headless {
            cx.add_diagnostic(
                "Nothing is drawn without a display: there are no pictures, and screen notifiers do not fire.",
            );
        }
        Ok(GameOutput { info })
    }
}
