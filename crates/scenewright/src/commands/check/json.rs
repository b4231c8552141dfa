//! For scripts. The fields are stable: fields may be added, but none changes its meaning.

use scenewright_model::{Coverage, FindingKind, UnreadFile};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::CheckReport;
use super::finding::CheckFinding;
use super::unknown::{AbsentPackage, UnknownTarget};

/// What a finding takes, with room for long paths.
const FINDING_BYTES: usize = 1024;

pub(super) fn write(report: &CheckReport) -> String {
    let counts: Map<String, Value> =
        report.counts().into_iter().map(|(kind, count)| (kind.to_string(), count.into())).collect();
    let document = JsonReport {
        version: 1,
        engine: report.engine.as_str(),
        findings: report.findings.iter().map(JsonFinding::new).collect(),
        counts,
        total: report.findings.len(),
        in_baseline: report.known,
        since: report.since.as_ref().map(|since| {
            json!({ "ref": since.reference, "commit": since.commit, "before": since.before })
        }),
        unknown: report.unknown.iter().map(JsonUnknown::new).collect(),
        packages_not_on_disk: report.packages.iter().map(JsonPackage::new).collect(),
        coverage: coverage(&report.coverage),
        scripts_compiled: report.scripts,
        notes: &report.notes,
        milliseconds: u64::try_from(report.took.as_millis()).unwrap_or(u64::MAX),
    };
    // A text that grows is copied, again and again.
    let mut text = Vec::with_capacity((report.findings.len() + 4) * FINDING_BYTES);
    // Nothing in it can fail to serialise.
    let written = serde_json::to_writer_pretty(&mut text, &document);
    written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonReport<'a> {
    version: u32,
    engine: &'a str,
    findings: Vec<JsonFinding<'a>>,
    counts: Map<String, Value>,
    total: usize,
    in_baseline: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Value>,
    unknown: Vec<JsonUnknown<'a>>,
    packages_not_on_disk: Vec<JsonPackage<'a>>,
    coverage: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    scripts_compiled: Option<usize>,
    notes: &'a [String],
    milliseconds: u64,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'a str,
    severity: &'a str,
    file: &'a str,
    object: &'a str,
    component: &'a str,
    property: &'a str,
    target: &'a str,
    message: &'a str,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    fingerprint: String,
}

#[derive(Serialize)]
struct JsonUnknown<'a> {
    kind: &'a str,
    severity: &'a str,
    target: &'a str,
    class: Option<&'a str>,
    reason: &'a str,
    count: usize,
    places: Vec<JsonPlace<'a>>,
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    object: &'a str,
    component: &'a str,
    property: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

#[derive(Serialize)]
struct JsonPackage<'a> {
    package: &'a str,
    assets: usize,
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

impl JsonFinding<'_> {
    fn new(finding: &CheckFinding) -> JsonFinding<'_> {
        JsonFinding {
            kind: finding.kind.as_str(),
            severity: finding.severity.as_str(),
            file: &finding.file,
            object: &finding.object,
            component: &finding.component,
            property: &finding.property,
            target: &finding.target,
            message: &finding.context,
            reason: &finding.reason,
            line: finding.position.map(|position| position.line),
            column: finding.position.map(|position| position.column),
            code: finding.code.as_deref(),
            fingerprint: finding.fingerprint(),
        }
    }
}

impl JsonUnknown<'_> {
    fn new(unknown: &UnknownTarget) -> JsonUnknown<'_> {
        JsonUnknown {
            kind: FindingKind::UnknownReference.as_str(),
            severity: FindingKind::UnknownReference.severity().as_str(),
            target: &unknown.target,
            class: unknown.class.as_deref(),
            reason: &unknown.reason,
            count: unknown.places.len(),
            places: unknown.places.iter().map(JsonPlace::new).collect(),
        }
    }
}

impl JsonPlace<'_> {
    fn new(place: &CheckFinding) -> JsonPlace<'_> {
        JsonPlace {
            file: &place.file,
            object: &place.object,
            component: &place.component,
            property: &place.property,
            line: place.position.map(|position| position.line),
            column: place.position.map(|position| position.column),
        }
    }
}

impl JsonPackage<'_> {
    fn new(package: &AbsentPackage) -> JsonPackage<'_> {
        JsonPackage { package: &package.name, assets: package.assets }
    }
}
