//! `game.log`: what a running game prints and reports.

use scenewright_model::{GameLogEntry, GameMonitors};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CATEGORY, ask_debugger, ask_games};
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
    /// Also the performance monitors whose names begin with one of these: 'time/', 'object/nodes'; '' is all
    #[serde(default)]
    monitors: Vec<String>,
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
    /// The monitors' names; absent unless asked for
    #[serde(skip_serializing_if = "Vec::is_empty")]
    monitors: Vec<String>,
    /// Their values once in a second of game time and now, oldest first, as many as the limit; absent unless asked for
    #[serde(skip_serializing_if = "Vec::is_empty")]
    monitor_rows: Vec<MonitorRow>,
}

#[derive(Serialize, JsonSchema)]
struct MonitorRow {
    /// The tick since the game's start
    tick: u64,
    /// In the order of the names; null for a monitor that did not exist yet
    values: Vec<Option<f64>>,
}

impl Operation for GameLogRead {
    type Args = GameLogArgs;
    type Output = GameLogOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.log",
        name: "Read a Game's Log",
        description: "Reads the prints, warnings and errors of a running game, with the tick of each and the stack of errors; also fps, memory, draw calls and other monitors over time.",
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
        let (monitors, monitor_rows) = match args.monitors.is_empty() {
            true => Default::default(),
            false => {
                let game = args.game.as_deref();
                let all = ask_debugger(cx, |it, cx| it.monitors(game, args.limit, cx))?;
                select(&all, &args.monitors)
            }
        };
        Ok(GameLogOutput {
            entries: log.entries,
            next: log.next,
            left_out: log.left_out,
            monitors,
            monitor_rows,
        })
    }
}

/// The monitors whose names begin with one of `wanted`.
fn select(all: &GameMonitors, wanted: &[String]) -> (Vec<String>, Vec<MonitorRow>) {
    let is_wanted = |name: &String| wanted.iter().any(|prefix| name.starts_with(prefix));
    let (kept, names): (Vec<usize>, Vec<String>) = all
        .names
        .iter()
        .enumerate()
        .filter(|(_, name)| is_wanted(name))
        .map(|(index, name)| (index, name.clone()))
        .unzip();
    let row = |(tick, values): &(u64, Vec<Option<f64>>)| MonitorRow {
        tick: *tick,
        values: kept.iter().map(|index| values.get(*index).copied().flatten()).collect(),
    };
    let rows = if names.is_empty() { Vec::new() } else { all.rows.iter().map(row).collect() };
    (names, rows)
}
