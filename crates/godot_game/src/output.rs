//! What the game's process prints, line by line. Only the end is kept.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

const KEPT_LINES: usize = 2000;
/// A longer line is cut.
const MAX_LINE: u64 = 4096;

/// How much of the output belongs in a message, and where it is looked for.
const SHOWN_LINES: usize = 8;
const SEARCHED_LINES: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputLine {
    pub is_error: bool,
    pub text: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Output(Arc<Mutex<OutputState>>);

#[derive(Debug, Default)]
struct OutputState {
    lines: VecDeque<OutputLine>,
    dropped: usize,
}

impl Output {
    /// Reads a stream on a thread of its own until it ends.
    pub(crate) fn collect(
        &self,
        stream: impl Read + Send + 'static,
        is_error: bool,
    ) -> thread::JoinHandle<()> {
        let output = self.clone();
        thread::spawn(move || output.read(stream, is_error))
    }

    fn read(&self, stream: impl Read, is_error: bool) {
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        loop {
            line.clear();
            match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => self.push(&line, is_error),
            }
        }
    }

    fn push(&self, line: &[u8], is_error: bool) {
        let text = without_colours(String::from_utf8_lossy(line).trim_end());
        let mut state = self.lock();
        if state.lines.len() == KEPT_LINES {
            state.lines.pop_front();
            state.dropped += 1;
        }
        state.lines.push_back(OutputLine { is_error, text });
    }

    /// The last lines, and how many came before them.
    pub(crate) fn tail(&self, count: usize) -> (Vec<OutputLine>, usize) {
        let state = self.lock();
        let skipped = state.lines.len().saturating_sub(count);
        (state.lines.iter().skip(skipped).cloned().collect(), state.dropped + skipped)
    }

    /// The last lines that tell a person something, for messages.
    pub(crate) fn telling_tail(&self) -> Vec<OutputLine> {
        let (mut lines, _) = self.tail(SEARCHED_LINES);
        lines.retain(|line| is_telling(&line.text));
        lines.split_off(lines.len().saturating_sub(SHOWN_LINES))
    }

    fn lock(&self) -> MutexGuard<'_, OutputState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The report of a crash is mostly rulers and addresses; the probe is none of the reader's business.
fn is_telling(line: &str) -> bool {
    let line = line.trim();
    let is_address = line.starts_with('[') && line.contains("] /") || line.contains("[0x");
    let is_advice = line.starts_with("Dumping the backtrace") || line.starts_with("-- END OF");
    let is_probe = line.contains("/scenewright-game-");
    !line.is_empty() && !is_probe && !line.starts_with("====") && !is_address && !is_advice
}

/// The errors that Godot printed, each with its place if that is in the project: it is in the line below.
pub(crate) fn errors_in(lines: &[OutputLine]) -> Vec<String> {
    let is_error = |text: &str| text.starts_with("SCRIPT ERROR:") || text.starts_with("ERROR:");
    let following = lines.iter().skip(1).map(Some).chain([None]);
    let with_place = |(line, next): (&OutputLine, Option<&OutputLine>)| match next
        .and_then(|next| place_in(&next.text))
    {
        Some(place) => format!("{} {place}", line.text),
        None => line.text.clone(),
    };
    lines.iter().zip(following).filter(|(line, _)| is_error(&line.text)).map(with_place).collect()
}

/// The end of `   at: GDScript::reload (res://player.gd:3)`.
fn place_in(text: &str) -> Option<&str> {
    let place = text.trim_start().strip_prefix("at: ")?;
    place.find("(res://").map(|start| &place[start..])
}

/// Godot colours its messages with escape sequences.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_the_rest_is_counted() {
        let output = Output::default();
        let text: String = (0..2500).map(|line| format!("line {line}\n")).collect();
        output.read(text.as_bytes(), false);
        let (lines, before) = output.tail(2);
        assert_eq!(
            lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
            ["line 2498", "line 2499"]
        );
        assert_eq!(before, 2498);
    }

    #[test]
    fn the_report_of_a_crash_is_shortened() {
        let output = Output::default();
        let text = "FATAL: on purpose\n\n=====\nhandle_crash: Program crashed with signal 4\n\
            Dumping the backtrace. Please include this\n[1] /lib/libc.so.6(+0x1) [0x7f] (??:0)\n\
            -- END OF C++ BACKTRACE --\nGDScript backtrace (most recent call first):\n    [0] crash (res://main.gd:31)\n";
        output.read(text.as_bytes(), true);
        let lines: Vec<_> = output.telling_tail().into_iter().map(|it| it.text).collect();
        assert_eq!(
            lines,
            [
                "FATAL: on purpose",
                "handle_crash: Program crashed with signal 4",
                "GDScript backtrace (most recent call first):",
                "    [0] crash (res://main.gd:31)",
            ]
        );
    }

    #[test]
    fn errors_have_their_place_in_the_project() {
        let output = Output::default();
        let text = "SCRIPT ERROR: Parse Error: No.\n          at: GDScript::reload (res://a.gd:3)\nhello\n\
            ERROR: Not loaded.\n   at: load (modules/gdscript/gdscript.cpp:2907)\nERROR: Last.\n";
        output.read(text.as_bytes(), true);
        assert_eq!(
            errors_in(&output.tail(9).0),
            ["SCRIPT ERROR: Parse Error: No. (res://a.gd:3)", "ERROR: Not loaded.", "ERROR: Last.",]
        );
    }

    #[test]
    fn colours_and_endless_lines_are_cut() {
        let output = Output::default();
        output.read("\u{1b}[1;31mERROR:\u{1b}[0m no".as_bytes(), true);
        output.read("x".repeat(10_000).as_bytes(), false);
        let lines = output.tail(9).0;
        assert_eq!(lines[0].text, "ERROR: no");
        assert!(lines.iter().all(|line| line.text.len() <= 4096), "{}", lines.len());
    }
}
