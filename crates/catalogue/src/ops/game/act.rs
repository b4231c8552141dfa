//! `game.act`: plays a running game for a while.

use scenewright_engine::{ConditionError, parse_condition, parse_property, parse_signal};
use scenewright_model::{
    ActDraw, ActEnd, ActOutcome, EmittedSignal, GameAct, GameLogEntry, GamePictureRequest,
    GameProfile, GameProperty, GameStop, Picture, ReportMode, ReportRow, TickPicture,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::input::{InputArgs, timed_inputs};
use super::record::{self, AskedAct};
use super::{CATEGORY, GamePictureArgs, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::ops::editor::{CapturedImage, CapturedImages};
use crate::presentation::Presentation;
use crate::value_json::to_json;

pub(crate) struct GameActRun;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameActArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// What the player does
    #[serde(default)]
    #[schemars(length(max = 1000))]
    inputs: Vec<InputArgs>,
    /// How many physics ticks at most
    #[serde(default = "default_ticks")]
    #[schemars(range(min = 0, max = 100_000))]
    ticks: u32,
    /// Stop when this holds: 'Player:position:x > 200', 'exists Door', 'gone Enemy', 'signal Player:hit', 'seconds >= 2', 'expression Player "is_on_floor()"', joined by and, or, not, ( )
    until: Option<String>,
    /// Properties to report: 'Player:position', '%Score:text'
    #[serde(default)]
    report: Vec<String>,
    /// At the end, at ticks that change a value, or at all ticks
    #[serde(default)]
    report_when: ReportMode,
    /// Signals to report: 'Player:hit'
    #[serde(default)]
    signals: Vec<String>,
    /// Take pictures at these ticks
    #[serde(default)]
    #[schemars(length(max = 20))]
    picture_ticks: Vec<u32>,
    /// Pictures: crop them to this object
    crop: Option<String>,
    /// Pictures: one with those of all ticks, each labelled by its tick
    #[serde(default)]
    sheet: bool,
    /// all: every tick; pictures: only those of pictures and the last, many times faster without a graphics card. Meanwhile particles, VisibleOnScreenNotifiers and what waits for a drawn frame stand still
    #[serde(default)]
    draw: ActDraw,
    #[serde(flatten)]
    picture: GamePictureArgs,
    /// Report this many of the script functions that took the most time
    #[schemars(range(min = 1, max = 200))]
    profile: Option<u32>,
    /// Write all acts since the game's start to this new file: tests/play/walk.play.toml. `scenewright play` repeats and checks it
    record: Option<String>,
}

fn default_ticks() -> u32 {
    60
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameActOutput {
    /// until (the condition held), ticks (all of them have passed) or stopped (in a script: game.debug goes on)
    pub(super) ended_by: ActEnd,
    /// Where a script stopped it; absent unless one did
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<GameStop>,
    /// How many physics ticks passed
    pub(super) ticks: u64,
    /// How many seconds of game time passed
    seconds: f64,
    /// How many frames were made
    frames: u64,
    /// The tick at which the game stands now, since its start
    tick: u64,
    /// The current scene's file
    scene_path: String,
    /// The reported properties, oldest first; absent without any
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) report: Vec<ReportOutput>,
    /// The reported signals, oldest first; absent without any
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) signals: Vec<SignalOutput>,
    /// What was logged, oldest first; absent without anything
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) log: Vec<GameLogEntry>,
    /// What is still pressed; absent without anything
    #[serde(skip_serializing_if = "Vec::is_empty")]
    held: Vec<String>,
    /// Inputs that the act ended before; absent if there are none
    #[serde(skip_serializing_if = "is_zero")]
    inputs_left: u64,
    /// Reports, signals and log entries that are left out because there are too many; absent if there are none
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
    /// The pictures; absent without any
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<CapturedImage>,
    /// For each picture its tick, and the frame it shows; absent without any
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<PictureTick>,
    /// The slowest script functions; absent unless asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<GameProfile>,
    /// The recording that was written; absent without one
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<String>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The values at one tick.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReportOutput {
    /// The tick, from the beginning of the act
    pub(super) tick: u64,
    /// The values by property
    pub(super) values: Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SignalOutput {
    /// The tick, from the beginning of the act
    pub(super) tick: u64,
    /// The node and the signal
    pub(super) signal: String,
    /// Its arguments by position
    #[serde(skip_serializing_if = "Map::is_empty")]
    arguments: Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
struct PictureTick {
    /// The tick at which it was taken, from the beginning of the act
    tick: u32,
    /// The frame that it shows, which is the one before that tick's values; absent without a picture
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    /// Why there is no picture of this tick; absent if there is one
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

impl From<TickPicture> for PictureTick {
    fn from(TickPicture { tick, frame }: TickPicture) -> PictureTick {
        let (frame, missing) = match frame {
            Ok(frame) => (Some(frame), None),
            Err(reason) => (None, Some(reason)),
        };
        PictureTick { tick, frame, missing }
    }
}

impl Operation for GameActRun {
    type Args = GameActArgs;
    type Output = GameActOutput;

    const PRESENTATION: Presentation = Presentation::Images;
    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.act",
        name: "Act in a Game",
        description: "Plays a running game: sends inputs at given ticks, waits for a condition or a number of ticks, and freezes it again. The answer says what happened meanwhile, in ticks and game time.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "At least one tick passes before the condition is looked at. A press at tick N is seen by _physics_process in tick N. A condition that cannot be evaluated is an error.",
        ),
        examples: include_str!("act.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameActArgs, cx: &Cx<'_>) -> Result<GameActOutput, Failure> {
        let report = each("report", &args.report, parse_property)?;
        let until = args.until.as_deref().map(|text| {
            parse_condition(text)
                .map_err(|error| Failure::argument("until", text, error.to_string()))
        });
        if args.record.is_some() {
            cx.session().require_writes()?;
        }
        // A recording has the values of all ticks; the answer has those that were asked for.
        let report_mode = match &args.record {
            Some(_) if args.report_when == ReportMode::End => ReportMode::Changes,
            _ => args.report_when,
        };
        let act = GameAct {
            inputs: timed_inputs(args.inputs.clone())?,
            ticks: args.ticks,
            until: until.transpose()?,
            report,
            report_mode,
            signals: each("signals", &args.signals, parse_signal)?,
            pictures: args.picture_ticks,
            picture: GamePictureRequest {
                size: args.picture.request(),
                has_marks: false,
                crop: args.crop,
            },
            profile: args.profile,
            is_sheet: args.sheet,
            draw: args.draw,
        };
        let outcome = ask_games(cx, |games, cx| games.act(args.game.as_deref(), &act, cx))?;
        let (game, is_repeatable) = (outcome.game.clone(), outcome.is_repeatable);
        let is_over = outcome.ended_by != ActEnd::Stopped;
        if let Some(stop) = &outcome.stop {
            cx.add_diagnostic(format!(
                "The game {stop}. game.debug shows its stack and variables; the act goes on with its action continue."
            ));
        }
        let mut output = output(outcome, &act.report);
        let asked = AskedAct {
            inputs: &args.inputs,
            until: args.until.as_deref(),
            report: &args.report,
            signals: &args.signals,
            act: &act,
        };
        if is_over {
            cx.session().recorder().add(&game, record::segment(&asked, &output));
        }
        if let Some(path) = args.record {
            // The game has gone on already, which the answer must tell.
            match record::save(&game, &path, is_repeatable, cx) {
                Ok(()) => output.recorded = Some(path),
                Err(failure) => {
                    cx.add_diagnostic(format!("Nothing was recorded: {}", failure.reason()));
                }
            }
            if args.report_when == ReportMode::End {
                output.keep_last_values();
            }
        }
        Ok(output)
    }
}

impl GameActOutput {
    fn keep_last_values(&mut self) {
        let last = self.report.pop();
        self.report =
            last.into_iter().map(|row| ReportOutput { tick: self.ticks, ..row }).collect();
    }
}

pub(super) fn output(outcome: ActOutcome, report: &[GameProperty]) -> GameActOutput {
    let (mut ticks, pictures): (Vec<_>, Vec<_>) = outcome.pictures.into_iter().unzip();
    let mut pictures: Vec<Picture> = pictures.into_iter().flatten().collect();
    if let Some(sheet) = outcome.sheet {
        ticks.extend(sheet.ticks);
        pictures.push(sheet.picture);
    }
    GameActOutput {
        ended_by: outcome.ended_by,
        stop: outcome.stop,
        ticks: outcome.ticks,
        seconds: outcome.seconds,
        frames: outcome.frames,
        tick: outcome.tick,
        scene_path: outcome.scene,
        report: outcome.rows.iter().map(|row| report_row(row, report)).collect(),
        signals: outcome.signals.iter().map(signal).collect(),
        left_out: outcome.rows_left_out + outcome.signals_left_out + outcome.log.left_out,
        log: outcome.log.entries,
        held: outcome.held,
        inputs_left: outcome.inputs_left,
        images: CapturedImages::new(pictures.into_iter().map(|it| ("game", it)).collect()).images,
        pictures: ticks.into_iter().map(PictureTick::from).collect(),
        profile: outcome.profile,
        recorded: None,
    }
}

fn report_row(row: &ReportRow, report: &[GameProperty]) -> ReportOutput {
    let name = |wanted: &GameProperty| format!("{}:{}", wanted.node, wanted.property);
    let value = |value: &Result<_, String>| match value {
        Ok(value) => to_json(value),
        Err(reason) => json!({ "missing": reason }),
    };
    let values = report.iter().zip(&row.values).map(|(wanted, it)| (name(wanted), value(it)));
    ReportOutput { tick: row.tick, values: values.collect() }
}

fn signal(emitted: &EmittedSignal) -> SignalOutput {
    let arguments = emitted.arguments.iter().enumerate();
    SignalOutput {
        tick: emitted.tick,
        signal: format!("{}:{}", emitted.signal.node, emitted.signal.signal),
        arguments: arguments.map(|(index, value)| (index.to_string(), to_json(value))).collect(),
    }
}

fn each<T>(
    parameter: &str,
    texts: &[String],
    parse: fn(&str) -> Result<T, ConditionError>,
) -> Result<Vec<T>, Failure> {
    let parse = |(index, text): (usize, &String)| {
        let place = format!("{parameter}[{index}]");
        parse(text).map_err(|error| Failure::argument(&place, text.as_str(), error.to_string()))
    };
    texts.iter().enumerate().map(parse).collect()
}
