//! For people: each cause with the files and objects where it occurs.

use std::fmt::Write;

use scenewright_catalogue::printable;
use scenewright_model::FindingKind;

use super::CheckReport;
use super::causes::{FindingCause, causes};
use super::finding::{CheckFinding, SourcePosition};
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
    text + summary(report).as_str()
}

/// What may or may not exist, in the form of causes.
fn write_unknown(text: &mut String, report: &CheckReport) {
    let count = report.unknown.len();
    let shown = if report.all_places { count } else { count.min(MAX_UNKNOWN) };
    for unknown in &report.unknown[..shown] {
        let message = unknown.message();
        let findings = unknown.places.iter().collect();
        let kind = FindingKind::UnknownReference;
        let cause = FindingCause { kind, target: "", reason: &message, findings };
        write_cause(text, &cause, report.all_places);
    }
    if shown < count {
        let left = print::dim(&format!("… {} more: --all-places", count - shown));
        let _ = writeln!(text, "{} {left}\n", print::bold("unknown-reference"));
    }
}

fn write_cause(text: &mut String, cause: &FindingCause<'_>, all_places: bool) {
    let target = match cause.reason.contains(cause.target) {
        true => String::new(),
        false => format!("{}: ", cause.target),
    };
    let count = cause.findings.len();
    let times = if count > 1 { format!(" ({count} places)") } else { String::new() };
    let kind = print::bold(cause.kind.as_str());
    let reason = printable(&format!("{target}{}", cause.reason)).into_owned();
    let _ = writeln!(text, "{kind} {reason}{times}");
    let shown = if all_places { count } else { count.min(MAX_PLACES) };
    let mut file = "";
    for finding in &cause.findings[..shown] {
        if finding.file != file {
            file = &finding.file;
            let _ = writeln!(text, "  {}", printable(file));
        }
        if let Some(place) = place(finding) {
            let _ = writeln!(text, "    {place}");
        }
    }
    if shown < count {
        let left = count - shown;
        let _ = writeln!(text, "  {}", print::dim(&format!("… {left} more: --all-places")));
    }
    text.push('\n');
}

/// `None` for a finding that concerns the whole file.
fn place(finding: &CheckFinding) -> Option<String> {
    if let Some(SourcePosition { line, column }) = finding.position {
        return Some(format!("{line}:{column}"));
    }
    match (finding.object.as_str(), finding.member()) {
        ("", member) if member.is_empty() => None,
        ("", member) => Some(printable(&member).into_owned()),
        (object, member) if member.is_empty() => Some(printable(object).into_owned()),
        (object, member) => {
            Some(format!("{}: {}", printable(object), print::dim(&printable(&member))))
        }
    }
}

fn summary(report: &CheckReport) -> String {
    let counts = report.counts();
    let kinds: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let causes = causes(&report.findings).len();
    let found = match report.findings.len() {
        0 => "no findings".to_owned(),
        1 => format!("1 finding: {}", kinds.join(", ")),
        many if causes == 1 => format!("{many} findings with one cause: {}", kinds.join(", ")),
        many if causes < many => {
            format!("{many} findings with {causes} causes: {}", kinds.join(", "))
        }
        many => format!("{many} findings: {}", kinds.join(", ")),
    };
    let known = match report.known {
        0 => String::new(),
        known => format!("; {known} more in the baseline"),
    };
    let files = match (report.coverage.read, report.coverage.total()) {
        (1, 1) => "1 file".to_owned(),
        (read, total) if read == total => format!("{total} files"),
        (read, total) => format!("{read} of {total} files"),
    };
    let unknown = match report.unknown.len() {
        0 => String::new(),
        unknown => format!("; {unknown} unknown"),
    };
    let scripts = match report.scripts {
        None => String::new(),
        Some(1) => ", 1 script compiled".to_owned(),
        Some(scripts) => format!(", {scripts} scripts compiled"),
    };
    format!("{found}{known}{unknown} ({files}{scripts}, {:.2} s)\n", report.took.as_secs_f64())
}
