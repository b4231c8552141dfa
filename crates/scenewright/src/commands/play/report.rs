//! What came of the recordings, for people and as JSON.

use std::path::Path;
use std::time::Duration;

use scenewright_recording::{Difference, Expectation};
use serde_json::{Value, json};

use super::prove::ProvenNode;
use crate::error::CommandError;
use crate::print;

/// Differences beyond the first that are listed.
const LISTED: usize = 5;

pub(super) struct PlayReport {
    pub(super) recordings: Vec<PlayedRecording>,
}

pub(super) struct PlayedRecording {
    /// Its path below the project, or as it was given.
    pub(super) name: String,
    pub(super) segments: usize,
    pub(super) ticks: u64,
    pub(super) took: Duration,
    pub(super) notes: Vec<String>,
    /// An error if it could not be played.
    pub(super) outcome: Result<PlayOutcome, CommandError>,
}

pub(super) enum PlayOutcome {
    Passed,
    Updated(Vec<Expectation>),
    Differs {
        /// Its number, from 0.
        segment: usize,
        name: Option<String>,
        first: Difference,
        others: Vec<Difference>,
    },
    /// The game ended or failed in a segment.
    Stopped {
        segment: usize,
        name: Option<String>,
        reason: String,
    },
    /// Runs were compared with each other.
    Proven {
        runs: u8,
        differences: Vec<ProvenNode>,
        more: usize,
    },
}

impl PlayedRecording {
    pub(super) fn new(file: &Path, root: &Path) -> PlayedRecording {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let name = absolute.strip_prefix(root).unwrap_or(file).display().to_string();
        PlayedRecording {
            name: name.replace('\\', "/"),
            segments: 0,
            ticks: 0,
            took: Duration::ZERO,
            notes: Vec::new(),
            outcome: Ok(PlayOutcome::Passed),
        }
    }

    pub(super) fn status(&self) -> &'static str {
        match &self.outcome {
            Ok(PlayOutcome::Passed) => "passed",
            Ok(PlayOutcome::Updated(_)) => "updated",
            Ok(PlayOutcome::Proven { differences, .. }) if differences.is_empty() => "same",
            Ok(PlayOutcome::Proven { .. }) => "differs",
            Ok(PlayOutcome::Differs { .. } | PlayOutcome::Stopped { .. }) => "failed",
            Err(_) => "not played",
        }
    }

    fn exit_code(&self) -> u8 {
        match self.status() {
            "passed" | "updated" | "same" => 0,
            "not played" => 2,
            _ => 1,
        }
    }

    /// Why it did not pass, one sentence a line.
    pub(super) fn reasons(&self) -> Vec<String> {
        match &self.outcome {
            Ok(PlayOutcome::Passed | PlayOutcome::Updated(_)) => Vec::new(),
            Ok(PlayOutcome::Differs { segment, name, first, others }) => {
                let place = place(*segment, name.as_deref());
                let line = |it: &Difference| format!("{place}, tick {}: {}", it.tick, it.kind);
                let mut lines = vec![line(first)];
                lines.extend(others.iter().take(LISTED).map(line));
                if others.len() > LISTED {
                    lines.push(format!("and {} more differences", others.len() - LISTED));
                }
                lines
            }
            Ok(PlayOutcome::Stopped { segment, name, reason }) => {
                vec![format!("{}: {reason}", place(*segment, name.as_deref()))]
            }
            Ok(PlayOutcome::Proven { differences, more, .. }) => {
                let mut lines: Vec<String> = differences.iter().map(ProvenNode::to_line).collect();
                if *more > 0 {
                    lines.push(format!("and {more} more nodes"));
                }
                lines
            }
            Err(error) => {
                let hint = error.hint.as_ref().map(|hint| format!("hint: {hint}"));
                std::iter::once(error.message.clone()).chain(hint).collect()
            }
        }
    }

    fn summary(&self) -> String {
        let seconds = self.took.as_secs_f64();
        match &self.outcome {
            Ok(PlayOutcome::Proven { runs, .. }) => {
                format!("{runs} runs of {} ticks, {seconds:.1} s", self.ticks)
            }
            _ => format!("{} segments, {} ticks, {seconds:.1} s", self.segments, self.ticks),
        }
    }
}

fn place(segment: usize, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("segment {} \"{name}\"", segment + 1),
        None => format!("segment {}", segment + 1),
    }
}

impl PlayReport {
    /// The worst of all.
    pub(super) fn exit_code(&self) -> u8 {
        self.recordings.iter().map(PlayedRecording::exit_code).max().unwrap_or_default()
    }

    pub(super) fn to_text(&self) -> String {
        let mut lines = Vec::new();
        for played in &self.recordings {
            let status = print::bold(played.status());
            lines.push(format!("{status}  {}  {}", played.name, print::dim(&played.summary())));
            lines.extend(played.reasons().iter().map(|reason| format!("  {reason}")));
            let notes = played.notes.iter().filter(|_| played.exit_code() != 0);
            lines.extend(notes.map(|note| print::dim(&format!("  note: {note}"))));
        }
        lines.join("\n")
    }

    pub(super) fn to_json(&self) -> Value {
        let recordings = self.recordings.iter().map(|played| {
            let mut row = json!({
                "recording": played.name,
                "status": played.status(),
                "segments": played.segments,
                "ticks": played.ticks,
                "seconds": played.took.as_secs_f64(),
                "reasons": played.reasons(),
                "notes": played.notes,
            });
            if let Ok(PlayOutcome::Differs { segment, first, .. }) = &played.outcome {
                row["first"] = json!({ "segment": segment + 1, "tick": first.tick });
            }
            if let Ok(PlayOutcome::Proven { runs, differences, more }) = &played.outcome {
                let nodes: Vec<Value> = differences.iter().map(ProvenNode::to_json).collect();
                row["proof"] = json!({ "runs": runs, "differences": nodes, "more": more });
            }
            row
        });
        json!({ "recordings": recordings.collect::<Vec<_>>() })
    }
}
