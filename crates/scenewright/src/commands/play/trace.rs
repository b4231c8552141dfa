//! The folder with everything that happened, for people who look into a failure.

use std::path::{Path, PathBuf};

use scenewright_recording::Recording;
use serde_json::{Value, json};

use super::report::PlayOutcome;
use crate::error::CommandError;

/// One folder per recording, below the one that was asked for.
pub(super) struct TraceFolder {
    folder: Option<PathBuf>,
    answers: Vec<Value>,
    pictures: Vec<(String, Vec<u8>)>,
}

impl TraceFolder {
    pub(super) fn new(parent: Option<&Path>, recording: &str) -> TraceFolder {
        let name = recording.strip_suffix(super::EXTENSION).unwrap_or(recording);
        let name = name.replace(['/', '\\', ':'], "-");
        let folder = parent.map(|parent| parent.join(name.trim_start_matches(['-', '.'])));
        TraceFolder { folder, answers: Vec::new(), pictures: Vec::new() }
    }

    pub(super) fn add(&mut self, segment: usize, answer: &Value) {
        if self.folder.is_none() {
            return;
        }
        let mut answer = answer.clone();
        // They are files of their own.
        if let Some(answer) = answer.as_object_mut() {
            answer.remove("images");
        }
        self.answers.push(json!({ "segment": segment + 1, "answer": answer }));
    }

    pub(super) fn add_pictures(
        &mut self,
        segment: usize,
        tick: u64,
        expected: &[u8],
        found: &[u8],
        difference: Option<&[u8]>,
    ) {
        let name = |what: &str| format!("segment-{}-tick-{tick}-{what}.png", segment + 1);
        self.pictures.push((name("expected"), expected.to_vec()));
        self.pictures.push((name("found"), found.to_vec()));
        self.pictures.extend(difference.map(|bytes| (name("difference"), bytes.to_vec())));
    }

    pub(super) fn finish(
        &self,
        recording: &Recording,
        outcome: Result<&PlayOutcome, &CommandError>,
    ) -> Result<(), CommandError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let failed = match outcome {
            Ok(PlayOutcome::Differs { segment, first, .. }) => {
                json!({ "segment": segment + 1, "tick": first.tick, "reason": first.kind.to_string() })
            }
            Ok(PlayOutcome::Stopped { segment, reason, .. }) => {
                json!({ "segment": segment + 1, "reason": reason })
            }
            Err(error) => json!({ "reason": error.message }),
            Ok(_) => Value::Null,
        };
        let document =
            json!({ "start": recording.start, "failed": failed, "segments": self.answers });
        let write = || {
            std::fs::create_dir_all(folder)?;
            std::fs::write(folder.join("answers.json"), format!("{document:#}\n"))?;
            std::fs::write(folder.join("log.txt"), log(&self.answers))?;
            self.pictures
                .iter()
                .try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
        };
        write().map_err(|error| super::cannot_write(folder, &error))
    }
}

fn log(answers: &[Value]) -> String {
    let entries =
        answers.iter().flat_map(|it| it["answer"]["log"].as_array().into_iter().flatten());
    let line = |entry: &Value| {
        let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        format!("tick {}: {}: {}\n", entry["tick"], text("kind"), text("text"))
    };
    entries.map(line).collect()
}
