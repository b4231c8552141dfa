//! The server log: a bounded ring of recent entries that clients can read.
//!
//! Invariant: a failed call is logged once, where it is answered.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

pub use scenewright_model::Utc;

use crate::failure::Failure;
use crate::printable::printable;

/// More than anyone reads, and little memory.
const MAX_ENTRIES: usize = 1_000;

/// A message is a line, not a dump.
const MAX_MESSAGE_CHARS: usize = 600;

/// The target of audit lines, for filtering the output on stderr.
pub const AUDIT_TARGET: &str = "audit";

/// In ascending order of severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    Info,
    Warning,
    Error,
}

/// The subject of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogCategory {
    /// A call that failed.
    Call,
    /// The server itself.
    Server,
    /// A call that was meant to change the project, successful or not.
    Audit,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Starts at 1, without gaps.
    pub number: u64,
    pub time: SystemTime,
    pub level: LogLevel,
    pub category: LogCategory,
    /// For an audit line: the tool that was called.
    pub tool: Option<&'static str>,
    /// For an entry that a dialect wrote about itself.
    pub dialect: Option<DialectNote>,
    pub message: String,
}

/// Data about a dialect's entry, so that it need not be parsed from the message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DialectNote {
    /// The kind of error that a client received, in the terms of the protocol.
    pub error_kind: Option<&'static str>,
}

/// Clones share one log.
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

    /// Writes an entry of a dialect about itself.
    pub fn write_from_dialect(&self, note: DialectNote, level: LogLevel, message: &str) {
        self.append(None, Some(note), level, LogCategory::Call, message);
    }

    /// An entry is one line, whatever names and arguments it contains.
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
        // The listener may write to this log itself.
        drop(ring);
        if let Some(listener) = listener {
            listener(&entry);
        }
    }

    /// Reports every entry from now on to the listener, on the thread that writes it. There is one
    /// listener; a new one replaces it.
    pub fn subscribe(&self, listener: impl Fn(&LogEntry) + Send + Sync + 'static) {
        self.lock().listener = LogListener(Some(Arc::new(listener)));
    }

    /// The stored entries, oldest first.
    pub fn entries(&self) -> Vec<LogEntry> {
        self.lock().entries.iter().cloned().collect()
    }

    /// The number of entries that were dropped for newer ones.
    pub fn dropped(&self) -> u64 {
        let ring = self.lock();
        ring.written - ring.entries.len() as u64
    }

    /// Logs a call that failed.
    pub(crate) fn log_failure(&self, tool: &str, failure: &Failure) {
        let message = format!("{tool}: {}", failure.reason());
        self.write(failure_level(failure), LogCategory::Call, &message);
    }

    /// Logs a call that was meant to change the project. It is also written to stderr, at level
    /// info even if it failed: warnings on stderr are copied to this log.
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

/// A failure of the server is more severe than an invalid request.
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
