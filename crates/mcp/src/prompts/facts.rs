//! Facts about a project for prompts, each part bounded.

use scenewright_catalogue::{Answer, Call, Failure, Session};
use serde_json::{Map, Value};

/// The answer of a tool, as JSON.
pub(super) async fn ask(session: &Session, tool: &str, arguments: Value) -> Result<Value, Failure> {
    let answer = answer(session, tool, arguments).await?;
    serde_json::from_str(answer.output.get())
        .map_err(|error| Failure::Crashed { message: format!("{tool}: {error}") })
}

/// The answer with its typed output.
pub(super) async fn answer(
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

pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
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
pub(super) fn findings(missing: &Value, in_file: impl Fn(&str) -> bool) -> Vec<String> {
    let scripts = list(missing, "missingScripts").iter();
    let scripts = scripts.map(|finding| ("missing-script", finding));
    let broken = list(missing, "brokenReferences").iter();
    let broken = broken.map(|finding| (text(finding, "kind"), finding));
    let own = scripts.chain(broken).filter(|(_, finding)| in_file(text(finding, "path")));
    own.map(|(kind, finding)| finding_line(kind, finding)).collect()
}

/// A sentence about the files that were not read; empty if all were.
pub(super) fn coverage(answer: &Value) -> String {
    let coverage = &answer["coverage"];
    let reason = |row: &Value| format!("{} {}", row["count"], text(row, "reason"));
    let reasons: Vec<String> = list(coverage, "unread").iter().map(reason).collect();
    match reasons.is_empty() {
        true => String::new(),
        false => format!(
            "Only {} of {} files could be read, so that there may be more (not read: {}). Say so in your answer.\n",
            coverage["read"],
            coverage["total"],
            reasons.join(", ")
        ),
    }
}

fn finding_line(kind: &str, finding: &Value) -> String {
    let place = match (text(finding, "path"), text(finding, "gameObjectPath")) {
        (file, "") => file.to_owned(),
        (file, object) => format!("{file} » {object}"),
    };
    let line =
        format!("- [{kind}] {place}: {}; {}", text(finding, "context"), text(finding, "reason"));
    truncate(&line, 300)
}

fn truncate(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
