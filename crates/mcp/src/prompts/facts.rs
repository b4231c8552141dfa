//! Facts about a project for prompts, each part bounded.

use scenewright_catalogue::outputs::{
    BrokenReferenceRow, Coverage, FindingKind, MissingScriptRow, ReferencesMissingOutput,
};
use scenewright_catalogue::{Answer, Call, Failure, Session};
use serde_json::{Map, Value, json};

/// The answer of a tool, with its typed output.
pub(super) async fn ask(
    session: &Session,
    tool: &str,
    arguments: Value,
) -> Result<Answer, Failure> {
    let arguments = match arguments {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    session.start(Call::new(tool, arguments)).answer().await
}

/// Every missing script and broken reference of the project.
pub(super) async fn ask_missing(session: &Session) -> Result<Answer, Failure> {
    ask(session, "project.references.missing", json!({ "grouping": "none" })).await
}

/// The first lines that fit in `budget` bytes, and how many do not.
pub(super) fn take_within(
    budget: usize,
    lines: impl IntoIterator<Item = String>,
) -> (String, usize) {
    let (mut kept, mut left) = (String::new(), 0);
    for line in lines {
        if left > 0 || kept.len() + line.len() >= budget {
            left += 1;
        } else {
            kept.push_str(&line);
            kept.push('\n');
        }
    }
    (kept, left)
}

/// Findings of `project.references.missing`, one line each.
pub(super) fn findings(
    missing: &ReferencesMissingOutput,
    in_file: impl Fn(&str) -> bool,
) -> Vec<String> {
    let scripts = missing.missing_scripts.iter().flatten();
    let broken = missing.broken_references.iter().flatten();
    let scripts = scripts.filter(|row| in_file(&row.path)).map(script_line);
    scripts.chain(broken.filter(|row| in_file(&row.path)).map(reference_line)).collect()
}

/// A sentence about the files that were not read; empty if all were.
pub(super) fn describe_unread(coverage: &Coverage) -> String {
    let kinds = coverage.by_kind();
    let mut reasons: Vec<String> =
        kinds.iter().map(|(kind, files)| format!("{} {}", files.len(), kind.as_str())).collect();
    if coverage.out_of_time > 0 {
        reasons.push(format!("{} out-of-time", coverage.out_of_time));
    }
    match reasons.is_empty() {
        true => String::new(),
        false => format!(
            "Only {} of {} files could be read, so there may be more (not read: {}). Say so in your answer.\n",
            coverage.read,
            coverage.total(),
            reasons.join(", ")
        ),
    }
}

fn script_line(row: &MissingScriptRow) -> String {
    let kind = FindingKind::MissingScript;
    finding_line(kind, &row.path, &row.game_object_path, &row.context, &row.reason)
}

fn reference_line(row: &BrokenReferenceRow) -> String {
    finding_line(row.kind, &row.path, &row.game_object_path, &row.context, &row.reason)
}

fn finding_line(
    kind: FindingKind,
    file: &str,
    object: &str,
    context: &str,
    reason: &str,
) -> String {
    let place = match object {
        "" => file.to_owned(),
        object => format!("{file} » {object}"),
    };
    truncate(&format!("- [{}] {place}: {context}; {reason}", kind.as_str()), 300)
}

fn truncate(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
