//! The errors of a journal. Unless a variant says otherwise, no file of the project has changed.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use scenewright_model::Utc;

use crate::digest::ContentDigest;
use crate::native::{is_denied_on_windows, is_in_use};

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("{path} has changed: expected {}, found {}", version(.expected), version(.found))]
    FileChanged {
        path: String,
        /// `None`: no such file was expected.
        expected: Option<FileRevision>,
        /// `None`: there is no such file.
        found: Option<FileRevision>,
    },
    #[error("{path} cannot be written: {reason}")]
    InvalidPath { path: String, reason: PathError },
    #[error("{path} is read-only")]
    ReadOnly { path: String },
    #[error("there is nothing to change")]
    NothingToChange,
    #[error("the journal has no entry {handle}")]
    UnknownEntry { handle: String },
    #[error("entry {handle} cannot be {wanted}: it is {state}")]
    WrongState { handle: String, wanted: EntryAction, state: FoundState },
    #[error("entry {handle} cannot be read: {reason}")]
    DamagedEntry { handle: String, reason: RecordError },
    #[error("another process has been writing to the project for {} seconds", .waited.as_secs())]
    Busy { waited: Duration },
    #[error("cannot {action} {path}: another program has it open; close it there and try again")]
    InUse { action: IoAction, path: String },
    /// Windows gives one reason for both.
    #[error(
        "cannot {action} {path}: access denied; another program has it open, or it may not be written"
    )]
    Denied { action: IoAction, path: String },
    #[error("cannot {action} {path}: {source}")]
    Io { action: IoAction, path: String, source: io::Error },
    /// Some files of the entry are written and others are not. The next writer reverts it.
    #[error("entry {handle} was interrupted and will be reverted: {reason}")]
    Unfinished { handle: String, reason: Box<JournalError> },
    /// The caller cancelled before anything was written.
    #[error("cancelled before anything was written")]
    Cancelled,
    /// A request is not carried out twice.
    #[error("request {id} was already carried out, as entry {handle}")]
    RequestAlreadyDone { id: String, handle: String },
    #[error(
        "there is too much unsaved work: at most {edits} edits or {} MB are kept, and the rest must be saved first",
        bytes >> 20
    )]
    UnsavedLimit { edits: u64, bytes: u64 },
}

/// Why a path cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum PathError {
    #[error("it is not relative to the project, or has an empty part")]
    EmptyPart,
    #[error("it contains `.` or `..`")]
    DotPart,
    #[error("it contains a NUL character")]
    Nul,
    #[error("Windows does not allow this name")]
    WindowsName,
    #[error("its name is not UTF-8")]
    NotUtf8,
    #[error("{folder} is not a folder")]
    NotAFolder { folder: String },
    #[error("it is not a file")]
    NotAFile,
    #[error("it is a link, which cannot be removed")]
    RemovesLink,
    #[error("a link in it is broken: {0}")]
    BrokenLink(io::Error),
    #[error("a link in it leads out of the project")]
    LeavesProject,
    #[error("{other} is the same file")]
    SameFile { other: String },
    #[error("a journal must be outside its project")]
    JournalInsideProject,
    #[error("{0}")]
    Unreadable(io::Error),
}

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("it is truncated")]
    Truncated,
    #[error("it is not a record of this version")]
    UnknownVersion,
    #[error("its header does not match its checksum")]
    HeaderChecksum,
    #[error("its body does not match its checksum")]
    BodyChecksum,
    #[error("it is the record of {handle}")]
    OtherEntry { handle: String },
    #[error("its pieces do not fit its files")]
    PiecesMismatch,
    #[error("its contents are lost")]
    ContentsLost,
    #[error("its record is damaged, and not all of its contents can be restored")]
    ContentsIncomplete,
    #[error(
        "its record is damaged, and not all of its contents can be restored; the other direction is possible"
    )]
    OtherDirectionOnly,
    #[error("the edit of '{path}' before it is missing")]
    MissingEarlierEdit { path: String },
}

/// What the caller wanted to do with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub enum EntryAction {
    #[strum(to_string = "undone")]
    Undo,
    #[strum(to_string = "redone")]
    Redo,
    #[strum(to_string = "recovered")]
    Recover,
}

/// The state of an entry that does not allow an action.
#[derive(Debug, Clone, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum FoundState {
    Done,
    Undone,
    Finished,
    Unfinished,
    #[strum(to_string = "conflicted ({reason})")]
    Conflicted {
        reason: String,
    },
}

/// What failed on a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum IoAction {
    Open,
    Inspect,
    List,
    Lock,
    Read,
    Write,
    Replace,
    Restore,
    Rename,
    Remove,
    Sync,
    #[strum(to_string = "create the folder")]
    CreateFolder,
}

impl JournalError {
    pub(crate) fn io(action: IoAction, path: &Path, source: io::Error) -> JournalError {
        JournalError::io_named(action, &path.display().to_string(), source)
    }

    /// About a file as the caller named it.
    pub(crate) fn io_named(action: IoAction, path: &str, source: io::Error) -> JournalError {
        let path = path.to_owned();
        match source {
            source if is_in_use(&source) => JournalError::InUse { action, path },
            source if is_denied_on_windows(&source) => JournalError::Denied { action, path },
            source => JournalError::Io { action, path, source },
        }
    }

    pub(crate) fn path(path: &str, reason: PathError) -> JournalError {
        JournalError::InvalidPath { path: path.to_owned(), reason }
    }
}

/// One version of a file's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRevision {
    pub size: u64,
    /// When it was written, if known.
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
    let text = Utc(time).to_string();
    let (date, time) = text.split_once('T').unwrap_or((&text, ""));
    let (time, _) = time.split_once('.').unwrap_or((time, ""));
    format!("{date} {time} UTC")
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
