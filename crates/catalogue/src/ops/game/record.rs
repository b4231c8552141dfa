//! The part of `game.act` that writes recordings.

use scenewright_engine::RecordingFile;
use scenewright_model::{ActDraw, GameAct, ReportMode};
use scenewright_recording::{Expectation, ExpectedSignal, ExpectedValues, Segment};
use serde_json::{Map, Value, json};

use super::act::{GameActOutput, ReportOutput};
use super::ask_games;
use super::input::InputArgs;
use crate::context::Cx;
use crate::failure::Failure;
use crate::game_recorder::NotRecorded;

/// An act as it was asked for.
pub(super) struct AskedAct<'a> {
    pub(super) inputs: &'a [InputArgs],
    pub(super) until: Option<&'a str>,
    pub(super) report: &'a [String],
    pub(super) signals: &'a [String],
    pub(super) act: &'a GameAct,
}

/// The act as a segment that expects what has happened.
pub(super) fn segment(asked: &AskedAct<'_>, output: &GameActOutput) -> Segment {
    let mut act = Map::new();
    let mut add = |name: &str, value: Value| act.insert(name.to_owned(), value);
    if !asked.inputs.is_empty() {
        add("inputs", json!(asked.inputs));
    }
    if let Some(until) = asked.until {
        add("until", json!(until));
    }
    add("ticks", json!(asked.act.ticks));
    if !asked.report.is_empty() {
        add("report", json!(asked.report));
    }
    if asked.act.report_mode != ReportMode::End {
        add("reportWhen", json!(ReportMode::Changes));
    }
    if !asked.signals.is_empty() {
        add("signals", json!(asked.signals));
    }
    if asked.act.draw != ActDraw::All {
        add("draw", json!(asked.act.draw));
    }
    let emitted = output.signals.iter();
    let signals =
        emitted.map(|it| ExpectedSignal { tick: Some(it.tick), signal: it.signal.clone() });
    let expect = Expectation {
        ended_by: Some(json!(output.ended_by).as_str().unwrap_or_default().to_owned()),
        ticks: Some(output.ticks),
        allow_errors: output.log.iter().any(|entry| entry.is_error()),
        values: expected_values(&output.report),
        signals: signals.collect(),
        ..Expectation::default()
    };
    Segment { name: None, act, expect }
}

/// The rows that differ from the one before.
fn expected_values(report: &[ReportOutput]) -> Vec<ExpectedValues> {
    let mut rows: Vec<ExpectedValues> = Vec::new();
    for row in report {
        if rows.last().is_none_or(|last| last.values != row.values) {
            rows.push(ExpectedValues { tick: Some(row.tick), values: row.values.clone() });
        }
    }
    rows
}

/// Writes everything since the game's start.
pub(super) fn save(
    game: &str,
    path: &str,
    is_repeatable: bool,
    cx: &Cx<'_>,
) -> Result<(), Failure> {
    let recorder = cx.session().recorder();
    let (recording, may_replace) = recorder.recording(game, path).map_err(|reason| {
        let message = match reason {
            NotRecorded::Unknown => "what happened in this game before is not known any more",
            NotRecorded::TooLong => "the recording has too many rows of values",
        };
        Failure::Execution {
            message: message.to_owned(),
            hint: Some("start the game again, and record it with fewer reports".to_owned()),
        }
    })?;
    if !is_repeatable {
        cx.add_diagnostic(
            "The recording has only the acts. Values that were written, methods that were called and the time in which the game ran freely are not in it, so that it may not repeat.",
        );
    }
    if !recording.start.contains_key("seed") {
        cx.add_diagnostic(
            "The game was started without a seed, so that its random numbers differ in each run.",
        );
    }
    let (path, text) = (path.to_owned(), recording.to_text());
    let file = RecordingFile { path, text, may_replace };
    ask_games(cx, |games, cx| games.save_recording(&file, cx))?;
    recorder.set_path(game, &file.path);
    Ok(())
}
