//! For scripts. The fields are stable: one may be added, none changes its meaning.

use serde_json::{Map, Value, json};

use super::Report;
use super::finding::Finding;

pub(super) fn write(report: &Report) -> String {
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
        "notes": report.notes,
        "milliseconds": u64::try_from(report.took.as_millis()).unwrap_or(u64::MAX),
    });
    format!("{document:#}")
}

fn finding(finding: &Finding) -> Value {
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
