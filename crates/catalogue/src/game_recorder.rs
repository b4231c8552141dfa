//! Remembers what was done in the games that run, so that it can be written as a recording.

use std::sync::{Mutex, MutexGuard, PoisonError};

use scenewright_model::{GameDisplay, GameStart};
use scenewright_recording::{Recording, Segment};
use serde_json::{Map, Value, json};

/// As many games are remembered.
const MAX_GAMES: usize = 8;
/// A recording with more rows of values is no recording that people can read.
const MAX_ROWS: usize = 100_000;

#[derive(Default)]
pub(crate) struct GameRecorder {
    games: Mutex<Vec<RecordedGame>>,
}

struct RecordedGame {
    id: String,
    recording: Recording,
    rows: usize,
    /// The file that it was written to: that one may be written again.
    path: Option<String>,
}

/// Why there is no recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotRecorded {
    /// The game was started by somebody else, or long ago.
    Unknown,
    TooLong,
}

impl GameRecorder {
    fn lock(&self) -> MutexGuard<'_, Vec<RecordedGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin(&self, game: &str, start: &GameStart) {
        let recording = Recording { start: start_arguments(start), segments: Vec::new() };
        let mut games = self.lock();
        if games.len() == MAX_GAMES {
            games.remove(0);
        }
        games.push(RecordedGame { id: game.to_owned(), recording, rows: 0, path: None });
    }

    pub(crate) fn add(&self, game: &str, segment: Segment) {
        if let Some(game) = self.lock().iter_mut().find(|known| known.id == game) {
            game.rows += segment.expect.values.len();
            if game.rows <= MAX_ROWS {
                game.recording.segments.push(segment);
            }
        }
    }

    pub(crate) fn forget(&self, game: &str) {
        self.lock().retain(|known| known.id != game);
    }

    /// The recording so far, and whether the file at this path is this recording.
    pub(crate) fn recording(
        &self,
        game: &str,
        path: &str,
    ) -> Result<(Recording, bool), NotRecorded> {
        let games = self.lock();
        let game = games.iter().find(|known| known.id == game).ok_or(NotRecorded::Unknown)?;
        match game.rows > MAX_ROWS {
            true => Err(NotRecorded::TooLong),
            false => Ok((game.recording.clone(), game.path.as_deref() == Some(path))),
        }
    }

    pub(crate) fn set_path(&self, game: &str, path: &str) {
        if let Some(game) = self.lock().iter_mut().find(|known| known.id == game) {
            game.path = Some(path.to_owned());
        }
    }
}

/// How the game was started, without what depends on the machine.
fn start_arguments(start: &GameStart) -> Map<String, Value> {
    let mut arguments = Map::new();
    let mut add = |name: &str, value: Value| arguments.insert(name.to_owned(), value);
    if let Some(scene) = &start.scene {
        add("scenePath", json!(scene));
    }
    if start.display != GameDisplay::Headless {
        add("display", json!(start.display));
    }
    if let Some(seed) = start.seed {
        add("seed", json!(seed));
    }
    if let Some(fps) = start.fixed_fps {
        add("fixedFps", json!(fps));
    }
    if !start.remedies.is_empty() {
        add("remedies", json!(start.remedies));
    }
    if !start.arguments.is_empty() {
        add("arguments", json!(start.arguments));
    }
    if start.uses_player_data {
        add("playerData", json!(true));
    }
    arguments
}
