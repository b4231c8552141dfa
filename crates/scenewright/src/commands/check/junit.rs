//! JUnit XML, which nearly every CI can show: one suite with one case per file that has findings.

use std::fmt::Write;

use scenewright_model::{FindingSeverity, UnreadFile};

use super::CheckReport;
use super::finding::CheckFinding;
use super::unknown::UnknownTarget;
use crate::xml::escaped;

const SUITE: &str = "scenewright check";

pub(super) fn write(report: &CheckReport) -> String {
    let files = report.by_file();
    let is_failure =
        |findings: &[&CheckFinding]| findings.iter().any(|it| it.severity != FindingSeverity::Note);
    let unjudged: Vec<&UnreadFile> = report.coverage.unjudged().collect();
    let failures = files.values().filter(|findings| is_failure(findings)).count();
    let errors = unjudged.len();
    let skipped = report.unknown.len() + files.len() - failures;
    let cases = (failures + errors + skipped).max(1);
    let seconds = report.took.as_secs_f64();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{SUITE}\" tests=\"{cases}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\">\n"
    );
    let (read, total) = (report.coverage.read, report.coverage.total());
    let _ = writeln!(
        xml,
        "    <properties><property name=\"filesRead\" value=\"{read}\"/><property name=\"filesTotal\" value=\"{total}\"/></properties>"
    );
    if files.is_empty() && unjudged.is_empty() && report.unknown.is_empty() {
        let _ = writeln!(xml, "    <testcase classname=\"{SUITE}\" name=\"references\"/>");
    }
    for (file, findings) in &files {
        match is_failure(findings) {
            true => failed(&mut xml, file, findings),
            false => noted(&mut xml, file, findings),
        }
    }
    unjudged.iter().for_each(|unread| error(&mut xml, unread));
    report.unknown.iter().for_each(|target| unknown(&mut xml, target));
    if !report.notes.is_empty() {
        let notes = escaped(&report.notes.join("\n"));
        let _ = writeln!(xml, "    <system-out>{notes}</system-out>");
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

/// Readers show only the first failure of a case, so all findings of a file are in one failure.
fn failed(xml: &mut String, file: &str, findings: &[&CheckFinding]) {
    let (file, count) = (escaped(file), findings.len());
    let mut kinds: Vec<&str> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    kinds.dedup();
    let lines: Vec<String> = findings.iter().map(|finding| line(finding)).collect();
    let message = match findings {
        [only] => only.message(),
        _ => format!("{count} findings"),
    };
    let (message, kinds, body) =
        (escaped(&message), escaped(&kinds.join(" ")), escaped(&lines.join("\n")));
    let _ = writeln!(
        xml,
        "    <testcase classname=\"{SUITE}\" name=\"{file}\" file=\"{file}\">\n      <failure type=\"{kinds}\" message=\"{message}\">{body}</failure>\n    </testcase>"
    );
}

/// A file that has nothing but notes does not fail.
fn noted(xml: &mut String, file: &str, findings: &[&CheckFinding]) {
    let lines: Vec<String> = findings.iter().map(|finding| line(finding)).collect();
    let (file, body) = (escaped(file), escaped(&lines.join("\n")));
    let _ = writeln!(
        xml,
        "    <testcase classname=\"{SUITE}\" name=\"{file}\" file=\"{file}\">\n      <skipped message=\"notes\"/>\n      <system-out>{body}</system-out>\n    </testcase>"
    );
}

/// A target that may or may not exist: a case that was not decided.
fn unknown(xml: &mut String, unknown: &UnknownTarget) {
    let (target, message) = (escaped(&unknown.target), escaped(&unknown.message()));
    let place = |place: &CheckFinding| match place.place() {
        inside if inside.is_empty() => place.location(),
        inside => format!("{}: {inside}", place.location()),
    };
    let places: Vec<String> = unknown.places.iter().map(place).collect();
    let places = escaped(&places.join("\n"));
    let _ = writeln!(
        xml,
        "    <testcase classname=\"{SUITE}\" name=\"{target}\">\n      <skipped message=\"{message}\"/>\n      <system-out>{places}</system-out>\n    </testcase>"
    );
}

/// A file that could not be checked.
fn error(xml: &mut String, unread: &UnreadFile) {
    let file = escaped(unread.path.strip_prefix("res://").unwrap_or(&unread.path));
    let (kind, message) = (unread.reason.kind().as_str(), escaped(&unread.to_string()));
    let _ = writeln!(
        xml,
        "    <testcase classname=\"{SUITE}\" name=\"{file}\" file=\"{file}\">\n      <error type=\"{kind}\" message=\"not read: {message}\"/>\n    </testcase>"
    );
}

fn line(finding: &CheckFinding) -> String {
    let place = match finding.place() {
        place if place.is_empty() => String::new(),
        place => format!("{place}: "),
    };
    format!("{}: {}: {place}{}", finding.location(), finding.kind, finding.message())
}
