//! Plays one recording.

use std::path::Path;
use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use scenewright_catalogue::{Call, Diagnostic, Failure};
use scenewright_recording::{
    Difference, DifferenceKind, Expectation, Recording, Segment, accept, compare, compare_pictures,
    parse, update,
};
use serde_json::{Map, Value, json};

use super::PlayContext;
use super::report::{PlayOutcome, PlayedRecording};
use super::trace::TraceFolder;
use crate::error::{CommandError, PLAY_STYLE};

/// Pictures are compared as they are.
const PICTURE_SIZE: u32 = 8192;

/// A game that runs; it is stopped when this is dropped.
pub(super) struct RunningGame<'a> {
    cx: &'a PlayContext<'a>,
    pub(super) id: String,
    pub(super) notes: Vec<String>,
}

/// What one segment came to.
struct PlayedSegment {
    answer: Value,
    differences: Vec<Difference>,
}

pub(super) fn play(cx: &PlayContext<'_>, file: &Path) -> PlayedRecording {
    let started = Instant::now();
    let mut played = PlayedRecording::new(file, cx.root);
    played.outcome = read(file).and_then(|(text, recording)| {
        let mut trace = TraceFolder::new(cx.args.trace.as_deref(), &played.name);
        let outcome = play_segments(cx, file, &recording, &mut played, &mut trace);
        if let (Ok(PlayOutcome::Updated(expectations)), true) = (&outcome, cx.args.update) {
            write_update(file, &text, expectations)?;
        }
        trace.finish(&recording, outcome.as_ref())?;
        outcome
    });
    played.took = started.elapsed();
    played
}

pub(super) fn read(file: &Path) -> Result<(String, Recording), CommandError> {
    let cannot = |reason: String| CommandError::usage(format!("{}: {reason}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| cannot(error.to_string()))?;
    let recording = parse(&text).map_err(|error| {
        cannot(error.to_string()).hint("docs/play.md describes the format of recordings")
    })?;
    Ok((text, recording))
}

fn play_segments(
    cx: &PlayContext<'_>,
    file: &Path,
    recording: &Recording,
    played: &mut PlayedRecording,
    trace: &mut TraceFolder,
) -> Result<PlayOutcome, CommandError> {
    let game = RunningGame::start(cx, recording)?;
    played.notes.clone_from(&game.notes);
    let mut accepted = Vec::new();
    for (number, segment) in recording.segments.iter().enumerate() {
        let answer = match game.act(segment, &[]) {
            Ok(answer) => answer,
            Err(failure) => return stopped(number, segment, failure),
        };
        played.ticks += answer["ticks"].as_u64().unwrap_or_default();
        played.segments += 1;
        if cx.args.update {
            accepted.push(accept_segment(file, segment, &answer)?);
            continue;
        }
        let mut outcome = judge(file, segment, answer, trace, number)?;
        trace.add(number, &outcome.answer);
        if !outcome.differences.is_empty() {
            let first = outcome.differences.remove(0);
            let others = outcome.differences;
            return Ok(PlayOutcome::Differs {
                segment: number,
                name: segment.name.clone(),
                first,
                others,
            });
        }
    }
    Ok(match cx.args.update {
        true => PlayOutcome::Updated(accepted),
        false => PlayOutcome::Passed,
    })
}

/// An act that is not accepted is a mistake in the recording; any other failure is one of the game.
fn stopped(
    segment: usize,
    recorded: &Segment,
    failure: Failure,
) -> Result<PlayOutcome, CommandError> {
    let error = CommandError::in_style(failure, &PLAY_STYLE);
    match error.exit {
        crate::error::USAGE => Err(CommandError {
            message: format!("segment {}: {}", segment + 1, error.message),
            ..error
        }),
        _ => {
            let hint = error.hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
            let reason = format!("{}{hint}", error.message);
            Ok(PlayOutcome::Stopped { segment, name: recorded.name.clone(), reason })
        }
    }
}

fn judge(
    file: &Path,
    segment: &Segment,
    answer: Value,
    trace: &mut TraceFolder,
    number: usize,
) -> Result<PlayedSegment, CommandError> {
    let mut differences = compare(segment, &answer).map_err(not_understood)?;
    for (expected, found) in segment.expect.pictures.iter().zip(pictures(&answer)) {
        let path = file.with_file_name(&expected.file);
        let cannot = |reason: String| CommandError::usage(format!("{}: {reason}", path.display()));
        let reference = std::fs::read(&path).map_err(|error| {
            cannot(error.to_string()).hint("`scenewright play --update` takes the picture")
        })?;
        let compared = compare_pictures(&reference, &found);
        let difference = compared.map_err(|error| cannot(error.to_string()))?;
        if difference.part > expected.tolerance() {
            trace.add_pictures(
                number,
                expected.tick,
                &reference,
                &found,
                difference.shown.as_deref(),
            );
            let (file, part) = (expected.file.clone(), difference.part);
            let kind = DifferenceKind::Picture { file, part, tolerance: expected.tolerance() };
            differences.push(Difference { tick: expected.tick, kind });
        }
    }
    differences.sort_by_key(|difference| difference.tick);
    Ok(PlayedSegment { answer, differences })
}

fn accept_segment(
    file: &Path,
    segment: &Segment,
    answer: &Value,
) -> Result<Expectation, CommandError> {
    for (expected, found) in segment.expect.pictures.iter().zip(pictures(answer)) {
        let path = file.with_file_name(&expected.file);
        std::fs::write(&path, found).map_err(|error| super::cannot_write(&path, &error))?;
    }
    accept(segment, answer).map_err(not_understood)
}

fn write_update(file: &Path, text: &str, expected: &[Expectation]) -> Result<(), CommandError> {
    let text = update(text, expected)
        .map_err(|error| CommandError::usage(format!("{}: {error}", file.display())))?;
    std::fs::write(file, text).map_err(|error| super::cannot_write(file, &error))
}

fn not_understood(error: serde_json::Error) -> CommandError {
    CommandError::usage(format!("the answer of game.act is not understood: {error}"))
}

/// The pictures of an answer, in the order of their ticks.
fn pictures(answer: &Value) -> Vec<Vec<u8>> {
    let images = answer["images"].as_array().into_iter().flatten();
    let data = images.filter_map(|image| image["data"].as_str());
    data.filter_map(|data| BASE64_STANDARD.decode(data).ok()).collect()
}

impl<'a> RunningGame<'a> {
    pub(super) fn start(
        cx: &'a PlayContext<'a>,
        recording: &Recording,
    ) -> Result<RunningGame<'a>, CommandError> {
        let mut arguments = recording.start.clone();
        arguments.insert("frozen".to_owned(), json!(true));
        if let Some(import) = cx.args.import {
            arguments.insert("import".to_owned(), json!(import.as_str()));
        }
        let (answer, notes) = call(cx, "game.start", arguments)
            .map_err(|failure| CommandError::in_style(failure, &PLAY_STYLE))?;
        let id = answer["game"].as_str().unwrap_or_default().to_owned();
        Ok(RunningGame { cx, id, notes })
    }

    /// Plays a segment, with pictures at its own and at these ticks.
    pub(super) fn act(&self, segment: &Segment, more_pictures: &[u64]) -> Result<Value, Failure> {
        let mut arguments = segment.act.clone();
        let mut set = |name: &str, value: Value| arguments.insert(name.to_owned(), value);
        set("game", json!(self.id));
        set("report", json!(segment.report()));
        set("reportWhen", json!("changes"));
        set("signals", json!(segment.signals()));
        let expected = segment.expect.pictures.iter().map(|picture| picture.tick);
        let ticks: Vec<u64> = expected.chain(more_pictures.iter().copied()).collect();
        if !ticks.is_empty() {
            set("pictureTicks", json!(ticks));
            set("format", json!("png"));
            set("maxSize", json!(PICTURE_SIZE));
        }
        call(self.cx, "game.act", arguments).map(|(answer, _)| answer)
    }
}

impl Drop for RunningGame<'_> {
    fn drop(&mut self) {
        let game = Map::from_iter([("game".to_owned(), json!(self.id))]);
        // One that has ended by itself cannot be stopped.
        let _ = call(self.cx, "game.stop", game);
    }
}

fn call(
    cx: &PlayContext<'_>,
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<(Value, Vec<String>), Failure> {
    let answer = cx.engine.session().call(Call::new(tool, arguments))?;
    let output = serde_json::from_str(answer.output.get());
    let output =
        output.map_err(|error| Failure::Execution { message: error.to_string(), hint: None })?;
    Ok((output, answer.diagnostics.iter().map(Diagnostic::to_string).collect()))
}
