//! Workflow commands for GitHub Actions: one annotation per finding.

use scenewright_catalogue::printable;
use scenewright_model::{FindingKind, FindingSeverity, SourcePosition, UnreadFile};

use super::CheckReport;
use super::finding::CheckFinding;
use super::unknown::UnknownTarget;

pub(super) fn write(report: &CheckReport) -> String {
    let findings = report.findings.iter().map(|finding| annotation(&report.folder, finding));
    let notes =
        report.notes.iter().map(|note| format!("::notice title=scenewright::{}", data(note)));
    let known = match report.known {
        0 => String::new(),
        known => format!(", {known} in the baseline"),
    };
    let (found, read, total) =
        (report.findings.len(), report.coverage.read, report.coverage.total());
    let count = format!("scenewright check: {found} findings{known}; {read} of {total} files read");
    let unjudged = report.coverage.unjudged().map(|unread| unjudged(&report.folder, unread));
    let unknown = report.unknown.iter().map(|target| unknown(&report.folder, target));
    findings
        .chain(unknown)
        .chain(unjudged)
        .chain(notes)
        .chain([count])
        .collect::<Vec<_>>()
        .join("\n")
}

/// GitHub resolves paths from the repository's root.
fn annotation(folder: &str, finding: &CheckFinding) -> String {
    let command = match finding.severity {
        FindingSeverity::Error => "error",
        FindingSeverity::Warning => "warning",
        FindingSeverity::Note => "notice",
    };
    let place = match finding.place() {
        place if place.is_empty() => String::new(),
        place => format!("{place}: "),
    };
    let (file, title) =
        (property(&format!("{folder}{}", finding.file)), property(finding.kind.as_str()));
    let position = position(finding);
    let message = data(&format!("{place}{}", finding.message()));
    format!("::{command} file={file}{position},title={title}::{message}")
}

fn position(finding: &CheckFinding) -> String {
    finding.position.map_or_else(String::new, |SourcePosition { line, column }| {
        format!(",line={line},col={column}")
    })
}

/// One notice at the first of its places.
fn unknown(folder: &str, unknown: &UnknownTarget) -> String {
    let kind = property(FindingKind::UnknownReference.as_str());
    let Some(first) = unknown.places.first() else { return String::new() };
    let (file, position) = (property(&format!("{folder}{}", first.file)), position(first));
    let (message, count) = (unknown.message(), unknown.places.len());
    let places = if count > 1 { format!(" ({count} places)") } else { String::new() };
    format!("::notice file={file}{position},title={kind}::{}", data(&format!("{message}{places}")))
}

/// A file that could not be checked.
fn unjudged(folder: &str, unread: &UnreadFile) -> String {
    let path = unread.path.strip_prefix("res://").unwrap_or(&unread.path);
    let file = property(&format!("{folder}{path}"));
    let line = unread.reason.line().map(|line| format!(",line={line}")).unwrap_or_default();
    let title = property(unread.reason.kind().as_str());
    let message = data(&format!("not read: {}", unread.reason));
    format!("::warning file={file}{line},title={title}::{message}")
}

/// Escapes what would end the line, and control characters.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text).into_owned()
}

/// Also escapes what would end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_be_a_command() {
        assert_eq!(property("a,b::c\n::error::"), "a%2Cb%3A%3Ac%0A%3A%3Aerror%3A%3A");
        assert_eq!(data("100%\r\n::x\u{1b}[31m"), r"100%25%0D%0A::x\u{1b}[31m");
    }
}
