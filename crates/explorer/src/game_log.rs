//! The newest lines that running games logged. A game knows only its own time, so a line has the time at which it
//! arrived.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use scenewright_catalogue::LogLevel;
use scenewright_model::{GameLog, GameLogEntry};

/// As many as the server keeps of its own.
const MAX_LINES: usize = 1_000;
/// The longest line, in characters.
const MAX_CHARS: usize = 1_000;

#[derive(Debug, Default)]
pub(crate) struct GameLines(Mutex<VecDeque<GameLine>>);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GameLine {
    pub(crate) time: SystemTime,
    pub(crate) level: LogLevel,
    pub(crate) message: String,
    /// print, stderr, warning or error.
    pub(crate) kind: String,
}

impl GameLines {
    /// Keeps the lines, and returns them.
    pub(crate) fn add(&self, log: &GameLog) -> Vec<GameLine> {
        let time = SystemTime::now();
        let more = (log.left_out > 0).then(|| GameLine {
            time,
            level: LogLevel::Warning,
            message: format!("{} more lines were logged; game.log reads them", log.left_out),
            kind: "warning".to_owned(),
        });
        let lines = log.entries.iter().map(|entry| game_line(entry, time));
        let lines: Vec<GameLine> = lines.chain(more).collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(lines.iter().cloned());
        let surplus = kept.len().saturating_sub(MAX_LINES);
        kept.drain(..surplus);
        lines
    }

    pub(crate) fn all(&self) -> Vec<GameLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

fn game_line(entry: &GameLogEntry, time: SystemTime) -> GameLine {
    let level = match entry.kind.as_str() {
        "error" | "stderr" => LogLevel::Error,
        "warning" => LogLevel::Warning,
        _ => LogLevel::Info,
    };
    let place = match (entry.file.as_str(), entry.line) {
        ("", _) => String::new(),
        (file, None) => format!(" ({file})"),
        (file, Some(line)) => format!(" ({file}:{line})"),
    };
    let text: String = entry.text.chars().take(MAX_CHARS).collect();
    GameLine { time, level, message: [text, place].concat(), kind: entry.kind.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_stay_and_the_rest_is_counted() {
        let lines = GameLines::default();
        let entry = |text: &str| GameLogEntry {
            tick: 1,
            kind: "error".to_owned(),
            text: text.to_owned(),
            file: "res://a.gd".to_owned(),
            line: Some(3),
            stack: Vec::new(),
        };
        let log = GameLog { entries: vec![entry("a"), entry("b")], next: 2, left_out: 7 };
        let messages: Vec<String> = lines.add(&log).into_iter().map(|line| line.message).collect();
        let more = "7 more lines were logged; game.log reads them";
        assert_eq!(messages, ["a (res://a.gd:3)", "b (res://a.gd:3)", more]);
        for _ in 0..MAX_LINES {
            lines.add(&GameLog { entries: vec![entry("c")], next: 3, left_out: 0 });
        }
        assert_eq!(lines.all().len(), MAX_LINES);
        assert!(lines.all().iter().all(|line| line.message.starts_with('c')));
    }
}
