//! Why something was not done. Unless it says otherwise, no file of the project has changed.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::digest::ContentDigest;

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("{path} has changed: expected {}, found {}", version(.expected), version(.found))]
    FileChanged {
        path: String,
        /// `None`: there should be no such file.
        expected: Option<FileRevision>,
        /// `None`: there is no such file.
        found: Option<FileRevision>,
    },
    #[error("{path} cannot be written: {reason}")]
    InvalidPath { path: String, reason: String },
    #[error("{path} is read-only")]
    ReadOnly { path: String },
    #[error("there is nothing to change")]
    NothingToChange,
    #[error("the journal has no entry {handle}")]
    UnknownEntry { handle: String },
    #[error("entry {handle} cannot be {wanted}: it is {state}")]
    WrongState { handle: String, wanted: &'static str, state: String },
    #[error("entry {handle} cannot be read: {reason}")]
    DamagedEntry { handle: String, reason: String },
    #[error("another process has been writing to the project for {} seconds", .waited.as_secs())]
    Busy { waited: Duration },
    #[error("cannot {what}: {source}")]
    Io { what: String, source: io::Error },
    /// Some of its files are written and others are not. The next writer takes it back.
    #[error("entry {handle} was cut short and waits to be taken back: {reason}")]
    Unfinished { handle: String, reason: String },
    /// The caller gave up before anything was written.
    #[error("cancelled before anything was written")]
    Cancelled,
    /// A request is not done twice.
    #[error("request {id} was done already, as entry {handle}")]
    RequestAlreadyDone { id: String, handle: String },

    #[error(
        "there is too much unsaved work: at most {edits} edits or {} MB are kept, and the rest must be saved first",
        bytes >> 20
    )]
    UnsavedLimit { edits: u64, bytes: u64 },
}

impl JournalError {
    pub(crate) fn io(what: &str, path: &Path, source: io::Error) -> JournalError {
        JournalError::Io { what: format!("{what} {}", path.display()), source }
    }

    pub(crate) fn path(path: &str, reason: impl Into<String>) -> JournalError {
        JournalError::InvalidPath { path: path.to_owned(), reason: reason.into() }
    }
}

/// One version of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRevision {
    pub size: u64,
    /// When it was written, where that is known.
    pub time: Option<SystemTime>,
    /// XXH3, 128 bits, in hexadecimal: what `xxh128sum` prints.
    pub hash: String,
}

impl FileRevision {
    pub fn from_content(content: &[u8], time: Option<SystemTime>) -> FileRevision {
        FileRevision::from_digest(ContentDigest::compute(content), time)
    }

    pub(crate) fn from_digest(digest: ContentDigest, time: Option<SystemTime>) -> FileRevision {
        FileRevision { size: digest.size, time, hash: digest.hash }
    }
}

impl fmt::Display for FileRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.size)?;
        if let Some(time) = self.time {
            write!(f, " of {}", format_utc(time))?;
        }
        write!(f, " (xxh128 {})", self.hash)
    }
}

fn version(version: &Option<FileRevision>) -> String {
    version.as_ref().map_or_else(|| "no file".to_owned(), FileRevision::to_string)
}

/// `2026-05-04 13:37:00 UTC`. Times before 1970 are shown as its first second.
pub(crate) fn format_utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// The date that is so many days after 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    // Every 400 years the calendar repeats; without this, a time far off would count for long.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    while days >= year_days(year) {
        days -= year_days(year);
        year += 1;
    }
    let mut month = 1;
    while days >= month_days(year, month) {
        days -= month_days(year, month);
        month += 1;
    }
    (year, month, days + 1)
}

fn year_days(year: u64) -> u64 {
    if leap(year) { 366 } else { 365 }
}

fn month_days(year: u64, month: u64) -> u64 {
    match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn leap(year: u64) -> bool {
    (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_are_shown_in_utc() {
        for (seconds, shown) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_767_225_599, "2025-12-31 23:59:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
            (253_402_300_800, "10000-01-01 00:00:00 UTC"),
        ] {
            assert_eq!(super::format_utc(UNIX_EPOCH + Duration::from_secs(seconds)), shown);
        }
    }
}
