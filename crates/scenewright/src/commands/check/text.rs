//! For people: each cause with the files and objects where it occurs.

use std::fmt::Write;

use scenewright_catalogue::printable;
use scenewright_model::{FindingKind, FindingSeverity};

use super::CheckReport;
use super::causes::{FindingCause, causes};
use super::finding::CheckFinding;
use crate::print;

/// How many places of a cause are listed by default.
const MAX_PLACES: usize = 10;

/// How many unknown targets are listed by default.
const MAX_UNKNOWN: usize = 20;

pub(super) fn write(report: &CheckReport) -> String {
    let mut text = String::new();
    for cause in causes(&report.findings) {
        write_cause(&mut text, &cause, report.all_places);
    }
    write_unknown(&mut text, report);
    text + report.summary().as_str() + "\n"
}

/// What may or may not exist, in the form of causes.
fn write_unknown(text: &mut String, report: &CheckReport) {
    let count = report.unknown.len();
    let shown = if report.all_places { count } else { count.min(MAX_UNKNOWN) };
    for unknown in &report.unknown[..shown] {
        let message = unknown.message();
        let findings = unknown.places.iter().collect();
        let kind = FindingKind::UnknownReference;
        let severity = FindingSeverity::Note;
        let cause = FindingCause { kind, severity, target: "", reason: &message, findings };
        write_cause(text, &cause, report.all_places);
    }
    if shown < count {
        let left = print::dim(&format!("… {} more: --all-places", count - shown));
        let _ = writeln!(text, "{} {left}\n", print::bold("unknown-reference"));
    }
}

fn write_cause(text: &mut String, cause: &FindingCause<'_>, all_places: bool) {
    let count = cause.findings.len();
    let times = if count > 1 { format!(" ({count} places)") } else { String::new() };
    let (severity, kind) = (cause.severity.as_str(), print::bold(cause.kind.as_str()));
    let reason = printable(&cause.sentence()).into_owned();
    let _ = writeln!(text, "{severity}: {kind} {reason}{times}");
    let shown = if all_places { count } else { count.min(MAX_PLACES) };
    for finding in &cause.findings[..shown] {
        let location = finding.location();
        let place = place(finding).map(|place| format!("  {place}")).unwrap_or_default();
        let _ = writeln!(text, "  {}{place}", printable(&location));
    }
    if shown < count {
        let left = count - shown;
        let _ = writeln!(text, "  {}", print::dim(&format!("… {left} more: --all-places")));
    }
    text.push('\n');
}

/// `None` for a finding that belongs to no object or property.
fn place(finding: &CheckFinding) -> Option<String> {
    match (finding.object.as_str(), finding.member()) {
        ("", member) if member.is_empty() => None,
        ("", member) => Some(printable(&member).into_owned()),
        (object, member) if member.is_empty() => Some(printable(object).into_owned()),
        (object, member) => {
            Some(format!("{}: {}", printable(object), print::dim(&printable(&member))))
        }
    }
}
