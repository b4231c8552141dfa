//! SARIF 2.1.0, which code scanning services read.

use scenewright_model::{FindingKind, SourcePosition, UnreadFile};
use serde_json::{Value, json};

use super::CheckReport;
use super::finding::CheckFinding;
use super::unknown::UnknownTarget;

/// The name of our fingerprint algorithm; a different algorithm needs a new number.
const FINGERPRINT_KEY: &str = "scenewright/v1";

/// What the rules are, in the version that reports them.
const KINDS_PAGE: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/blob/v",
    env!("CARGO_PKG_VERSION"),
    "/docs/check.md#kinds-of-findings"
);

/// How many places of an unknown target are listed.
const MAX_PLACES: usize = 100;

pub(super) fn write(report: &CheckReport) -> String {
    let rules: Vec<Value> = FindingKind::all().map(rule).collect();
    let unknown = report.unknown.iter().map(|it| unknown(&report.folder, it));
    let results: Vec<Value> =
        report.findings.iter().map(|it| result(&report.folder, it)).chain(unknown).collect();
    let notes = report.notes.iter();
    let notes = notes.map(|note| json!({ "level": "note", "message": { "text": note } }));
    let notes: Vec<Value> =
        notes.chain(report.coverage.unjudged().map(|it| unjudged(&report.folder, it))).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "scenewright",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notes,
            }],
            "properties": {
                "filesRead": report.coverage.read,
                "filesTotal": report.coverage.total(),
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}")
}

fn rule(kind: FindingKind) -> Value {
    json!({
        "id": kind.as_str(),
        "name": pascal_case(kind.as_str()),
        "shortDescription": { "text": kind.description() },
        "fullDescription": { "text": kind.description() },
        "help": { "text": format!(
            "{} `scenewright check --only {kind} --all-places` lists every place with its reason. \
             docs/check.md explains the kinds, baselines and exclusions.",
            kind.description()
        ) },
        "helpUri": KINDS_PAGE,
        "properties": { "tags": ["references"] },
        "defaultConfiguration": { "level": kind.severity().as_str() },
    })
}

/// `MissingScript` for `missing-script`: a name that repeats the id breaks a rule of SARIF's validator.
fn pascal_case(id: &str) -> String {
    let capitalised = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    id.split('-').map(capitalised).collect()
}

/// A file that could not be checked.
fn unjudged(folder: &str, unread: &UnreadFile) -> Value {
    let path = unread.path.strip_prefix("res://").unwrap_or(&unread.path);
    let mut location = json!({ "artifactLocation": { "uri": uri(&format!("{folder}{path}")) } });
    if let Some(line) = unread.reason.line() {
        location["region"] = json!({ "startLine": line });
    }
    json!({
        "level": "warning",
        "descriptor": { "id": unread.reason.kind().as_str() },
        "message": { "text": format!("not read: {unread}") },
        "locations": [{ "physicalLocation": location }],
    })
}

fn location(folder: &str, finding: &CheckFinding) -> Value {
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&format!("{folder}{}", finding.file)) } },
    });
    // Code scanning shows only results with a region.
    let start = finding.position.unwrap_or(SourcePosition { line: 1, column: 1 });
    location["physicalLocation"]["region"] =
        json!({ "startLine": start.line, "startColumn": start.column });
    if !finding.object.is_empty() {
        location["logicalLocations"] = json!([{
            "fullyQualifiedName": finding.object,
            "name": finding.object.rsplit('/').next(),
            "kind": "object",
        }]);
    }
    location
}

fn result(folder: &str, finding: &CheckFinding) -> Value {
    let mut result = json!({
        "ruleId": finding.kind.as_str(),
        "ruleIndex": rule_index(finding.kind),
        "level": finding.severity.as_str(),
        "message": { "text": finding.message() },
        "locations": [location(folder, finding)],
        "partialFingerprints": { FINGERPRINT_KEY: finding.fingerprint() },
        "properties": {
            "component": finding.component,
            "property": finding.property,
            "target": finding.target,
        },
    });
    if let Some(code) = &finding.code {
        result["properties"]["code"] = json!(code);
    }
    result
}

/// One result at the first of its places; the next ones are related locations.
fn unknown(folder: &str, unknown: &UnknownTarget) -> Value {
    let kind = FindingKind::UnknownReference;
    let mut places = unknown.places.iter().take(MAX_PLACES).map(|it| location(folder, it));
    json!({
        "ruleId": kind.as_str(),
        "ruleIndex": rule_index(kind),
        "level": kind.severity().as_str(),
        "message": { "text": unknown.message() },
        "locations": places.next().into_iter().collect::<Vec<_>>(),
        "relatedLocations": places.collect::<Vec<_>>(),
        "properties": { "target": unknown.target, "places": unknown.places.len() },
    })
}

fn rule_index(wanted: FindingKind) -> Option<usize> {
    FindingKind::all().position(|kind| kind == wanted)
}

/// A path as a relative URI: everything but unreserved characters and `/` is escaped.
fn uri(path: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    path.bytes().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("Assets/a b/[1]#ü.unity"), "Assets/a%20b/%5B1%5D%23%C3%BC.unity");
    }
}
