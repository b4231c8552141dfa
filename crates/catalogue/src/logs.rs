//! The last things worth knowing about the server: a bounded ring that clients can read.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

pub use scenewright_model::Utc;

use crate::failure::Failure;
use crate::printable::printable;

/// More than anybody reads, in little memory.
const MAX_ENTRIES: usize = 1_000;

/// A message is a line, not a dump.
const MAX_MESSAGE_CHARS: usize = 600;

/// The target of audit lines, for filters of what is shown on stderr.
pub const AUDIT_TARGET: &str = "audit";

/// The order is the order of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    Info,
    Warning,
    Error,
}

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogCategory {
    /// A call that failed.
    Call,
    /// The server itself.
    Server,
    /// A call that was to change the project, done or failed.
    Audit,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Counts up from 1, without gaps.
    pub number: u64,
    pub time: SystemTime,
    pub level: LogLevel,
    pub category: LogCategory,
    /// Of an audit line: the tool that was called.
    pub tool: Option<&'static str>,
    /// Of an entry that a dialect wrote about itself.
    pub dialect: Option<DialectNote>,
    pub message: String,
}

/// What a dialect says about its own entry, so that nobody has to read it out of the message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DialectNote {
    /// The kind of the error that a client got, in the words of the protocol.
    pub error_kind: Option<&'static str>,
}

/// Clones are the same log.
#[derive(Debug, Clone, Default)]
pub struct ServerLog {
    ring: Arc<Mutex<LogRing>>,
}

#[derive(Debug, Default)]
struct LogRing {
    entries: VecDeque<LogEntry>,
    written: u64,
    listener: LogListener,
}

type LogCallback = Arc<dyn Fn(&LogEntry) + Send + Sync>;

#[derive(Clone, Default)]
struct LogListener(Option<LogCallback>);

impl fmt::Debug for LogListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "listened to" } else { "unheard" })
    }
}

impl ServerLog {
    pub fn write(&self, level: LogLevel, category: LogCategory, message: &str) {
        self.append(None, None, level, category, message);
    }

    /// An entry of a dialect about itself.
    pub fn write_from_dialect(&self, note: DialectNote, level: LogLevel, message: &str) {
        self.append(None, Some(note), level, LogCategory::Call, message);
    }

    /// An entry is one line, whatever names and arguments are in it.
    fn append(
        &self,
        tool: Option<&'static str>,
        dialect: Option<DialectNote>,
        level: LogLevel,
        category: LogCategory,
        message: &str,
    ) {
        let message = truncate_message(&printable(message));
        let mut ring = self.lock();
        if ring.entries.len() == MAX_ENTRIES {
            ring.entries.pop_front();
        }
        ring.written += 1;
        let number = ring.written;
        let time = SystemTime::now();
        let entry = LogEntry { number, time, level, category, tool, dialect, message };
        ring.entries.push_back(entry.clone());
        let LogListener(listener) = ring.listener.clone();
        // The listener may write here itself.
        drop(ring);
        if let Some(hears) = listener {
            hears(&entry);
        }
    }

    /// Tells every entry from now on, on the thread that writes it. There is one listener; a later one
    /// takes the place of an earlier.
    pub fn subscribe(&self, hears: impl Fn(&LogEntry) + Send + Sync + 'static) {
        self.lock().listener = LogListener(Some(Arc::new(hears)));
    }

    /// What is kept, oldest first.
    pub fn entries(&self) -> Vec<LogEntry> {
        self.lock().entries.iter().cloned().collect()
    }

    /// How many entries had to make room for newer ones.
    pub fn dropped(&self) -> u64 {
        let ring = self.lock();
        ring.written - ring.entries.len() as u64
    }

    /// A call that has no answer.
    pub(crate) fn log_failure(&self, tool: &str, failure: &Failure) {
        let message = format!("{tool}: {}", failure.reason());
        self.write(failure_level(failure), LogCategory::Call, &message);
    }

    /// A call that was to change the project. It is told on stderr too, at info even if it failed:
    /// warnings from there come back into this log.
    pub(crate) fn audit(&self, tool: &'static str, line: &str, failed: Option<LogLevel>) {
        tracing::info!(target: AUDIT_TARGET, "{}", printable(line));
        let level = failed.unwrap_or(LogLevel::Info);
        self.append(Some(tool), None, level, LogCategory::Audit, line);
    }

    fn lock(&self) -> MutexGuard<'_, LogRing> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogLevel {
    pub fn as_str(self) -> &'static str {
        match self {
            LogLevel::Info => "info",
            LogLevel::Warning => "warning",
            LogLevel::Error => "error",
        }
    }
}

impl LogCategory {
    pub fn as_str(self) -> &'static str {
        match self {
            LogCategory::Call => "call",
            LogCategory::Server => "server",
            LogCategory::Audit => "audit",
        }
    }
}

/// What the server could not do weighs more than what it was asked wrongly.
pub(crate) fn failure_level(failure: &Failure) -> LogLevel {
    match failure {
        Failure::Crashed { .. } | Failure::TimedOut { .. } => LogLevel::Error,
        Failure::Cancelled => LogLevel::Info,
        _ => LogLevel::Warning,
    }
}

fn truncate_message(message: &str) -> String {
    match message.char_indices().nth(MAX_MESSAGE_CHARS) {
        None => message.to_owned(),
        Some((cut, _)) => format!("{}…", &message[..cut]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room() {
        let logs = ServerLog::default();
        for number in 0..MAX_ENTRIES + 5 {
            logs.write(LogLevel::Info, LogCategory::Server, &number.to_string());
        }
        let entries = logs.entries();
        let ends = [entries.first(), entries.last()].map(|entry| entry.unwrap().message.clone());
        assert_eq!((entries.len(), logs.dropped()), (MAX_ENTRIES, 5));
        assert_eq!(ends, ["5", "1004"]);
    }

    #[test]
    fn long_messages_are_cut_between_letters() {
        let logs = ServerLog::default();
        logs.write(LogLevel::Info, LogCategory::Server, &"ä".repeat(MAX_MESSAGE_CHARS + 1));
        let message = &logs.entries()[0].message;
        assert_eq!(message.chars().count(), MAX_MESSAGE_CHARS + 1);
        assert!(message.ends_with("ä…"));
    }
}
