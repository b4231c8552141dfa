//! Workflow commands of GitHub Actions: an annotation a finding.

use scenewright_catalogue::printable;
use scenewright_model::Severity;

use super::Report;
use super::finding::Finding;

pub(super) fn write(report: &Report) -> String {
    let findings = report.findings.iter().map(|finding| annotation(&report.folder, finding));
    let notes =
        report.notes.iter().map(|note| format!("::notice title=scenewright::{}", data(note)));
    let count = match (report.findings.len(), report.known) {
        (count, 0) => format!("scenewright check: {count} findings"),
        (count, known) => format!("scenewright check: {count} findings, {known} in the baseline"),
    };
    findings.chain(notes).chain([count]).collect::<Vec<_>>().join("\n")
}

/// GitHub looks for files from the repository's root.
fn annotation(folder: &str, finding: &Finding) -> String {
    let command = match finding.kind.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = match finding.place() {
        place if place.is_empty() => String::new(),
        place => format!("{place}: "),
    };
    let (file, title) =
        (property(&format!("{folder}{}", finding.file)), property(finding.kind.as_str()));
    let message = data(&format!("{place}{}", finding.message()));
    format!("::{command} file={file},title={title}::{message}")
}

/// What would end the line, or hide in it.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text).into_owned()
}

/// In a property, what would end that too.
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
