//! For scripts. The fields are stable: fields may be added, but none changes its meaning.

use scenewright_model::{Coverage, UnreadFile};
use serde_json::{Map, Value, json};

use super::CheckReport;
use super::finding::CheckFinding;

pub(super) fn write(report: &CheckReport) -> String {
    let counts: Map<String, Value> =
        report.counts().into_iter().map(|(kind, count)| (kind.to_string(), count.into())).collect();
    let findings: Vec<Value> = report.findings.iter().map(finding).collect();
    let document = json!({
        "version": 1,
        "engine": report.engine.as_str(),
        "findings": findings,
        "counts": counts,
        "total": report.findings.len(),
        "inBaseline": report.known,
        "coverage": coverage(&report.coverage),
        "notes": report.notes,
        "milliseconds": u64::try_from(report.took.as_millis()).unwrap_or(u64::MAX),
    });
    format!("{document:#}")
}

/// Every file that was not read, with its reason.
fn coverage(coverage: &Coverage) -> Value {
    let unread = |unread: &UnreadFile| {
        json!({
            "path": unread.path.strip_prefix("res://").unwrap_or(&unread.path),
            "reason": unread.reason.kind().as_str(),
            "message": unread.reason.to_string(),
            "line": unread.reason.line(),
            "expected": unread.reason.kind().is_expected(),
        })
    };
    let list: Vec<Value> = coverage.unread.iter().map(unread).collect();
    json!({
        "read": coverage.read,
        "total": coverage.total(),
        "outOfTime": coverage.out_of_time,
        "unread": list,
    })
}

fn finding(finding: &CheckFinding) -> Value {
    json!({
        "kind": finding.kind.as_str(),
        "severity": finding.kind.severity().as_str(),
        "file": finding.file,
        "object": finding.object,
        "component": finding.component,
        "property": finding.property,
        "target": finding.target,
        "message": finding.context,
        "reason": finding.reason,
        "fingerprint": finding.fingerprint(),
    })
}
