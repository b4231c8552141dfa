//! `--prove`: plays a recording several times and compares the runs with each other.

use std::path::Path;
use std::time::Instant;

use scenewright_catalogue::EngineTask;
use scenewright_model::GameTrace;
use scenewright_recording::{Cause, NodeDifference, Recording, causes_in, first_differences};
use serde_json::{Value, json};

use super::PlayContext;
use super::report::{PlayOutcome, PlayedRecording};
use super::run::{self, RunningGame};
use crate::error::CommandError;

/// Nodes that are listed.
const LISTED: usize = 20;

/// A node that was not the same in all runs, and what may be the reason.
pub(super) struct ProvenNode {
    difference: NodeDifference,
    /// With the lines in its script.
    causes: Vec<(Cause, usize)>,
}

impl ProvenNode {
    pub(super) fn to_line(&self) -> String {
        let NodeDifference { tick, node, script, exists_in_some } = &self.difference;
        let what = if *exists_in_some { "exists in some of the runs only" } else { "differs" };
        let mut line = format!("tick {tick}: {node} {what}");
        match (&self.causes[..], script.is_empty()) {
            ([], true) => {}
            ([], false) => line += &format!("; no cause was found in {script}"),
            (causes, _) => {
                for (cause, number) in causes {
                    line += &format!("\n    probably {script}:{number}: {}", cause.describe());
                }
            }
        }
        line
    }

    pub(super) fn to_json(&self) -> Value {
        let cause =
            |(cause, line): &(Cause, usize)| json!({ "line": line, "cause": cause.describe() });
        json!({
            "tick": self.difference.tick,
            "node": self.difference.node,
            "script": self.difference.script,
            "existsInSome": self.difference.exists_in_some,
            "causes": self.causes.iter().map(cause).collect::<Vec<_>>(),
        })
    }
}

pub(super) fn prove(cx: &PlayContext<'_>, file: &Path, runs: u8) -> PlayedRecording {
    let started = Instant::now();
    let mut played = PlayedRecording::new(file, cx.root);
    played.outcome = run::read(file).and_then(|(_, recording)| {
        let mut traces = Vec::new();
        for _ in 0..runs {
            traces.push(trace(cx, &recording, &mut played)?);
        }
        played.ticks /= u64::from(runs);
        note_limits(&traces, &mut played.notes);
        let mut differences = first_differences(&traces);
        let more = differences.len().saturating_sub(LISTED);
        differences.truncate(LISTED);
        let differences = differences.into_iter().map(|it| with_causes(cx.root, it)).collect();
        Ok(PlayOutcome::Proven { runs, differences, more })
    });
    played.took = started.elapsed();
    played
}

/// One run. What a recording expects does not matter here, but an act that fails does.
fn trace(
    cx: &PlayContext<'_>,
    recording: &Recording,
    played: &mut PlayedRecording,
) -> Result<GameTrace, CommandError> {
    let game = RunningGame::start(cx, recording)?;
    played.notes.clone_from(&game.notes);
    traced(cx, &game.id)?;
    for segment in &recording.segments {
        let answer = game.act(segment, &[])?;
        played.ticks += answer["ticks"].as_u64().unwrap_or_default();
    }
    traced(cx, &game.id)
}

fn traced(cx: &PlayContext<'_>, game: &str) -> Result<GameTrace, CommandError> {
    let game = game.to_owned();
    let asked = cx.engine.run(EngineTask::read("trace a game"), move |engine, cx| {
        let games = engine.as_games()?;
        Some(games.trace(Some(&game), cx).map_err(|error| error.to_string()))
    });
    let trace = asked.wait()?.ok_or_else(|| CommandError::usage("this engine runs no games"))?;
    trace.map(|reading| reading.value).map_err(CommandError::usage)
}

fn note_limits(traces: &[GameTrace], notes: &mut Vec<String>) {
    let left_out = traces.iter().map(|trace| trace.left_out).max().unwrap_or_default();
    if left_out > 0 {
        notes
            .push(format!("the last {left_out} ticks were not compared: there are too many nodes"));
    }
    let lengths: Vec<usize> = traces.iter().map(|trace| trace.ticks.len()).collect();
    if lengths.windows(2).any(|pair| pair[0] != pair[1]) {
        notes.push(format!("the runs have different lengths in ticks: {lengths:?}"));
    }
}

fn with_causes(root: &Path, difference: NodeDifference) -> ProvenNode {
    let script = difference.script.strip_prefix("res://");
    let source = script.and_then(|script| std::fs::read_to_string(root.join(script)).ok());
    let causes = source.map(|source| causes_in(&source)).unwrap_or_default();
    ProvenNode { difference, causes }
}
