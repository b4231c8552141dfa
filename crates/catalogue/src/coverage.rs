//! The files that an answer covers: as part of its output, and as sentences.

use scenewright_model::{Coverage, EngineKind, UnreadFile, UnreadKind};
use schemars::JsonSchema;
use serde::Serialize;

/// The number of paths listed per reason.
const MAX_EXAMPLES: usize = 5;

/// What an answer leaves out because files were not read.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CoverageOutput {
    /// Number of files read
    read: usize,
    /// Number of files in all; a folder that cannot be listed counts as one
    total: usize,
    /// The files that were not read, by reason
    unread: Vec<UnreadOutput>,
}

#[derive(Serialize, JsonSchema)]
struct UnreadOutput {
    /// Why: lfs-pointer, merge-conflict, binary, unreadable, unreadable-folder, link, linked-folder, submodule, too-large, line-too-long, not-utf8, malformed, unsupported, binary-format (as the engine writes it) or out-of-time
    reason: &'static str,
    /// Number of files
    count: usize,
    /// The first files, each with line and details if there are any
    examples: Vec<String>,
}

impl CoverageOutput {
    /// `None` when everything was read.
    pub(crate) fn new(coverage: &Coverage) -> Option<CoverageOutput> {
        if coverage.is_complete() {
            return None;
        }
        let kinds = coverage.by_kind();
        let mut unread: Vec<UnreadOutput> = kinds
            .iter()
            .map(|(kind, files)| UnreadOutput {
                reason: kind.as_str(),
                count: files.len(),
                examples: files.iter().take(MAX_EXAMPLES).map(|unread| example(unread)).collect(),
            })
            .collect();
        if coverage.out_of_time > 0 {
            let count = coverage.out_of_time;
            unread.push(UnreadOutput { reason: "out-of-time", count, examples: Vec::new() });
        }
        Some(CoverageOutput { read: coverage.read, total: coverage.total(), unread })
    }
}

/// One sentence per reason why files were not read. A scan that ran out of time adds its own.
pub fn coverage_diagnostics(coverage: &Coverage, engine: EngineKind) -> Vec<String> {
    if coverage.unread.is_empty() {
        return Vec::new();
    }
    let (read, total) = (coverage.read, coverage.total());
    let mut notes = vec![format!("{read} of {total} files were read.")];
    notes.extend(
        coverage.by_kind().iter().map(|(kind, files)| unread_sentence(*kind, files, engine)),
    );
    notes
}

/// Advice about files that were not read for this reason.
pub fn unread_advice(kind: UnreadKind, engine: EngineKind) -> Option<&'static str> {
    Some(match (kind, engine) {
        (UnreadKind::LfsPointer, _) => "fetch their content with `git lfs pull`",
        (UnreadKind::MergeConflict, _) => "finish the merge",
        (UnreadKind::Binary, EngineKind::UNITY) => {
            "in Unity, choose Edit > Project Settings > Editor > Asset Serialization > Mode: Force Text, which converts all files, and save the project"
        }
        (UnreadKind::Binary, EngineKind::GODOT) => "in Godot, save them as .tscn or .tres",
        (UnreadKind::Link | UnreadKind::LinkedFolder, _) => {
            "put the files themselves there, or open the project that holds them"
        }
        (UnreadKind::Submodule, _) => "check them out with `git submodule update --init`",
        (UnreadKind::TooLarge | UnreadKind::LineTooLong, EngineKind::UNITY) => {
            "move large textures and meshes to files that Unity imports"
        }
        (UnreadKind::TooLarge | UnreadKind::LineTooLong, EngineKind::GODOT) => {
            "save large resources in them as .res files"
        }
        (UnreadKind::Unreadable | UnreadKind::UnreadableFolder, _) => "check their permissions",
        _ => return None,
    })
}

fn unread_sentence(kind: UnreadKind, files: &[&UnreadFile], engine: EngineKind) -> String {
    let count = files.len();
    let mut shown: Vec<String> =
        files.iter().take(MAX_EXAMPLES).map(|unread| example(unread)).collect();
    if count > MAX_EXAMPLES {
        shown.push(format!("and {} more", count - MAX_EXAMPLES));
    }
    let (one, many) = nouns(kind);
    let noun = if count == 1 { one } else { many };
    let advice = unread_advice(kind, engine).map(|advice| format!("; {advice}"));
    format!("Not read: {count} {noun}: {}{}", shown.join(", "), advice.unwrap_or_default())
}

fn nouns(kind: UnreadKind) -> (&'static str, &'static str) {
    match kind {
        UnreadKind::LfsPointer => ("Git LFS pointer", "Git LFS pointers"),
        UnreadKind::MergeConflict => (
            "file with markers of an unfinished merge",
            "files with markers of an unfinished merge",
        ),
        UnreadKind::Binary => {
            ("binary file that should be text", "binary files that should be text")
        }
        UnreadKind::Unreadable => ("unreadable file", "unreadable files"),
        UnreadKind::UnreadableFolder => ("unreadable folder", "unreadable folders"),
        UnreadKind::Link => ("link", "links"),
        UnreadKind::LinkedFolder => ("linked folder", "linked folders"),
        UnreadKind::Submodule => {
            ("Git submodule that is not checked out", "Git submodules that are not checked out")
        }
        UnreadKind::TooLarge => ("file over the size limit", "files over the size limit"),
        UnreadKind::LineTooLong => {
            ("file with a line over the limit", "files with a line over the limit")
        }
        UnreadKind::NotUtf8 => ("file that is not UTF-8 text", "files that are not UTF-8 text"),
        UnreadKind::Malformed => ("malformed file", "malformed files"),
        UnreadKind::Unsupported => {
            ("file in an unsupported format", "files in an unsupported format")
        }
        UnreadKind::BinaryFormat => {
            ("file that the engine keeps as binary", "files that the engine keeps as binary")
        }
    }
}

/// The path, the line, and the details of the reason.
fn example(unread: &UnreadFile) -> String {
    let says_more = matches!(
        unread.reason.kind(),
        UnreadKind::Malformed
            | UnreadKind::Unsupported
            | UnreadKind::TooLarge
            | UnreadKind::LineTooLong
            | UnreadKind::Unreadable
            | UnreadKind::UnreadableFolder
    );
    let line = unread.reason.line().map(|line| format!(", line {line}")).unwrap_or_default();
    match says_more {
        true => format!("{}{line} ({})", unread.path, unread.reason),
        false => format!("{}{line}", unread.path),
    }
}

#[cfg(test)]
mod tests {
    use scenewright_model::UnreadReason;
    use serde_json::json;

    use super::*;

    fn coverage() -> Coverage {
        let mut coverage = Coverage::with_read(412);
        for number in 0..7 {
            coverage.add(format!("Assets/{number}.unity"), UnreadReason::LfsPointer);
        }
        coverage.add("Assets/M.unity", UnreadReason::MergeConflict { line: 4 });
        coverage.add("Assets/L.asset", UnreadReason::LineTooLong { line: 9, limit: 10 });
        coverage
    }

    #[test]
    fn sentences_count_name_and_advise() {
        insta::assert_snapshot!(coverage_diagnostics(&coverage(), EngineKind::UNITY).join("\n"), @r"
        412 of 421 files were read.
        Not read: 7 Git LFS pointers: Assets/0.unity, Assets/1.unity, Assets/2.unity, Assets/3.unity, Assets/4.unity, and 2 more; fetch their content with `git lfs pull`
        Not read: 1 file with markers of an unfinished merge: Assets/M.unity, line 4; finish the merge
        Not read: 1 file with a line over the limit: Assets/L.asset, line 9 (the line is longer than the limit of 10 bytes); move large textures and meshes to files that Unity imports
        ");
        assert!(coverage_diagnostics(&Coverage::with_read(3), EngineKind::UNITY).is_empty());
    }

    #[test]
    fn the_output_has_the_same_counts() {
        let output = serde_json::to_value(CoverageOutput::new(&coverage())).unwrap();
        assert_eq!((&output["read"], &output["total"]), (&json!(412), &json!(421)));
        let counts: Vec<(&str, u64)> = output["unread"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["reason"].as_str().unwrap(), row["count"].as_u64().unwrap()))
            .collect();
        assert_eq!(counts, [("lfs-pointer", 7), ("merge-conflict", 1), ("line-too-long", 1)]);
        assert!(CoverageOutput::new(&Coverage::with_read(1)).is_none());
    }
}
