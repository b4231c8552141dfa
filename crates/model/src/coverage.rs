//! Which of the files that an answer is based on were read, and why the others were not.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// Which files an answer covers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The number of files that were read.
    pub read: usize,
    /// Sorted by path if an engine lists them.
    pub unread: Vec<UnreadFile>,
    /// The number of files that a scan did not reach before its time was up.
    pub out_of_time: usize,
}

/// A file or folder that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnreadFile {
    /// In the engine's own form.
    pub path: String,
    pub reason: UnreadReason,
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UnreadReason {
    /// The content is in Git LFS and was not fetched.
    LfsPointer,
    /// It should be text, but is binary.
    Binary,
    /// The engine never writes it as text, or it is in a binary format that is not supported yet.
    BinaryFormat,
    MergeConflict {
        line: usize,
    },
    NotUtf8 {
        line: usize,
    },
    Malformed {
        line: usize,
        reason: String,
    },
    /// An unsupported version of the format.
    Unsupported {
        reason: String,
    },
    TooLarge {
        bytes: u64,
        limit: u64,
    },
    LineTooLong {
        line: usize,
        limit: u64,
    },
    /// Links are not followed.
    Link,
    /// A link to a folder, whose files are unknown.
    LinkedFolder,
    /// The operating system refused; its message is for people.
    Unreadable {
        error: String,
    },
    /// A folder whose files are unknown.
    UnreadableFolder {
        error: String,
    },
    /// A Git submodule that is not checked out.
    Submodule,
}

/// The reason without details, by which coverage is grouped. The names are part of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnreadKind {
    LfsPointer,
    MergeConflict,
    Binary,
    Unreadable,
    UnreadableFolder,
    Link,
    LinkedFolder,
    Submodule,
    TooLarge,
    LineTooLong,
    NotUtf8,
    Malformed,
    Unsupported,
    BinaryFormat,
}

impl Coverage {
    /// An answer that is based on this many files, all of which were read.
    pub fn with_read(read: usize) -> Coverage {
        Coverage { read, ..Coverage::default() }
    }

    /// A folder that cannot be listed counts as one file, since the number of its files is unknown.
    pub fn total(&self) -> usize {
        self.read + self.unread.len() + self.out_of_time
    }

    pub fn is_complete(&self) -> bool {
        self.unread.is_empty() && self.out_of_time == 0
    }

    /// The files that should have been readable but were not.
    pub fn unjudged(&self) -> impl Iterator<Item = &UnreadFile> {
        self.unread.iter().filter(|unread| !unread.reason.kind().is_expected())
    }

    pub fn add(&mut self, path: impl Into<String>, reason: UnreadReason) {
        self.unread.push(UnreadFile::new(path, reason));
    }

    /// Groups files by reason; reasons that need attention come first.
    pub fn by_kind(&self) -> BTreeMap<UnreadKind, Vec<&UnreadFile>> {
        let mut kinds: BTreeMap<UnreadKind, Vec<&UnreadFile>> = BTreeMap::new();
        for unread in &self.unread {
            kinds.entry(unread.reason.kind()).or_default().push(unread);
        }
        kinds
    }

    /// Adds the coverage of another reading for the same answer. Both may be based on the same
    /// files.
    pub fn merge(&mut self, other: Coverage) {
        self.read = self.read.max(other.read);
        self.out_of_time = self.out_of_time.max(other.out_of_time);
        let known: HashSet<String> = self.unread.iter().map(|known| known.path.clone()).collect();
        let new = other.unread.into_iter().filter(|unread| !known.contains(&unread.path));
        self.unread.extend(new);
    }
}

impl UnreadFile {
    pub fn new(path: impl Into<String>, reason: UnreadReason) -> UnreadFile {
        UnreadFile { path: path.into(), reason }
    }
}

impl UnreadReason {
    pub fn kind(&self) -> UnreadKind {
        match self {
            UnreadReason::LfsPointer => UnreadKind::LfsPointer,
            UnreadReason::Binary => UnreadKind::Binary,
            UnreadReason::BinaryFormat => UnreadKind::BinaryFormat,
            UnreadReason::MergeConflict { .. } => UnreadKind::MergeConflict,
            UnreadReason::NotUtf8 { .. } => UnreadKind::NotUtf8,
            UnreadReason::Malformed { .. } => UnreadKind::Malformed,
            UnreadReason::Unsupported { .. } => UnreadKind::Unsupported,
            UnreadReason::TooLarge { .. } => UnreadKind::TooLarge,
            UnreadReason::LineTooLong { .. } => UnreadKind::LineTooLong,
            UnreadReason::Link => UnreadKind::Link,
            UnreadReason::LinkedFolder => UnreadKind::LinkedFolder,
            UnreadReason::Unreadable { .. } => UnreadKind::Unreadable,
            UnreadReason::UnreadableFolder { .. } => UnreadKind::UnreadableFolder,
            UnreadReason::Submodule => UnreadKind::Submodule,
        }
    }

    /// Whether it applies to a folder, so that nothing is known about the files in it.
    pub fn is_of_folder(&self) -> bool {
        matches!(
            self,
            UnreadReason::LinkedFolder
                | UnreadReason::UnreadableFolder { .. }
                | UnreadReason::Submodule
        )
    }

    /// The line of the problem in the file, starting at 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            UnreadReason::MergeConflict { line }
            | UnreadReason::NotUtf8 { line }
            | UnreadReason::Malformed { line, .. }
            | UnreadReason::LineTooLong { line, .. } => Some(*line),
            _ => None,
        }
    }
}

impl UnreadKind {
    pub const ALL: [UnreadKind; 14] = [
        UnreadKind::LfsPointer,
        UnreadKind::MergeConflict,
        UnreadKind::Binary,
        UnreadKind::Unreadable,
        UnreadKind::UnreadableFolder,
        UnreadKind::Link,
        UnreadKind::LinkedFolder,
        UnreadKind::Submodule,
        UnreadKind::TooLarge,
        UnreadKind::LineTooLong,
        UnreadKind::NotUtf8,
        UnreadKind::Malformed,
        UnreadKind::Unsupported,
        UnreadKind::BinaryFormat,
    ];

    /// Whether this is normal: there is nothing that the project's owner could change.
    pub fn is_expected(self) -> bool {
        self == UnreadKind::BinaryFormat
    }

    pub fn as_str(self) -> &'static str {
        match self {
            UnreadKind::LfsPointer => "lfs-pointer",
            UnreadKind::MergeConflict => "merge-conflict",
            UnreadKind::Binary => "binary",
            UnreadKind::Unreadable => "unreadable",
            UnreadKind::UnreadableFolder => "unreadable-folder",
            UnreadKind::Link => "link",
            UnreadKind::LinkedFolder => "linked-folder",
            UnreadKind::Submodule => "submodule",
            UnreadKind::TooLarge => "too-large",
            UnreadKind::LineTooLong => "line-too-long",
            UnreadKind::NotUtf8 => "not-utf8",
            UnreadKind::Malformed => "malformed",
            UnreadKind::Unsupported => "unsupported",
            UnreadKind::BinaryFormat => "binary-format",
        }
    }
}

impl fmt::Display for UnreadReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadReason::LfsPointer => {
                f.write_str("it is a Git LFS pointer; its content was not fetched")
            }
            UnreadReason::Binary => f.write_str("it is binary, not text"),
            UnreadReason::BinaryFormat => f.write_str("it is in a binary format"),
            UnreadReason::MergeConflict { .. } => {
                f.write_str("it has the markers of an unfinished merge")
            }
            UnreadReason::NotUtf8 { .. } => f.write_str("it is not UTF-8 text"),
            UnreadReason::Malformed { reason, .. } | UnreadReason::Unsupported { reason } => {
                f.write_str(reason)
            }
            UnreadReason::TooLarge { bytes, limit } => {
                write!(f, "it has {bytes} bytes, more than the limit of {limit}")
            }
            UnreadReason::LineTooLong { limit, .. } => {
                write!(f, "the line is longer than the limit of {limit} bytes")
            }
            UnreadReason::Link | UnreadReason::LinkedFolder => {
                f.write_str("it is a link, and links are not followed")
            }
            UnreadReason::Unreadable { error } => f.write_str(error),
            UnreadReason::UnreadableFolder { error } => {
                write!(f, "the folder cannot be listed: {error}")
            }
            UnreadReason::Submodule => f.write_str("it is a Git submodule that is not checked out"),
        }
    }
}

/// `'Assets/Main.unity', line 4: it has the markers of an unfinished merge`.
impl fmt::Display for UnreadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason.line() {
            Some(line) => write!(f, "'{}', line {line}: {}", self.path, self.reason),
            None => write!(f, "'{}': {}", self.path, self.reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_readings_did_not_read_counts_once() {
        let mut all = Coverage::with_read(3);
        all.add("a", UnreadReason::LfsPointer);
        let mut other = Coverage::with_read(2);
        other.add("a", UnreadReason::LfsPointer);
        other.add("b", UnreadReason::BinaryFormat);
        all.merge(other);
        assert_eq!((all.read, all.unread.len(), all.total()), (3, 2, 5));
        let unjudged: Vec<&str> = all.unjudged().map(|unread| unread.path.as_str()).collect();
        assert_eq!(unjudged, ["a"]);
    }

    #[test]
    fn a_place_is_named_with_its_line() {
        let unread = UnreadFile {
            path: "a.unity".to_owned(),
            reason: UnreadReason::MergeConflict { line: 4 },
        };
        let expected = "'a.unity', line 4: it has the markers of an unfinished merge";
        assert_eq!(unread.to_string(), expected);
    }

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        let names: HashSet<&str> = UnreadKind::ALL.into_iter().map(UnreadKind::as_str).collect();
        assert_eq!(names.len(), UnreadKind::ALL.len());
    }
}
