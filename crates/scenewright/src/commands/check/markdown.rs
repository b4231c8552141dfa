//! A summary for the page of a CI job: the causes in a table, and which files were read.

use std::fmt::Write;

use scenewright_catalogue::printable;

use super::CheckReport;
use super::causes::{FindingCause, causes};

/// Job pages have limits (1 MiB on GitHub), and nobody reads a longer table.
const MAX_CAUSES: usize = 100;

const MAX_NOTES: usize = 50;

pub(super) fn write(report: &CheckReport) -> String {
    let mut text = format!("## Scenewright check\n\n{}\n", cell(&report.summary()));
    let causes = causes(&report.findings);
    if !causes.is_empty() {
        text += "\n| severity | kind | cause | places | first place |\n| --- | --- | --- | ---: | --- |\n";
    }
    for cause in causes.iter().take(MAX_CAUSES) {
        write_row(&mut text, cause);
    }
    if let Some(left) = causes.len().checked_sub(MAX_CAUSES).filter(|left| *left > 0) {
        let _ = writeln!(text, "\n… and {left} more causes; the other formats list them.");
    }
    write_list(&mut text, "Unknown references", report.unknown.iter().map(|it| it.message()));
    let unread = report.coverage.unjudged().map(|unread| unread.to_string());
    write_list(&mut text, "Files that could not be checked", unread);
    write_list(&mut text, "Notes", report.notes.iter().cloned());
    text
}

fn write_row(text: &mut String, cause: &FindingCause<'_>) {
    let (severity, kind, count) = (cause.severity.as_str(), cause.kind, cause.findings.len());
    let place = cause.findings.first().map(|first| match first.place() {
        place if place.is_empty() => code(&first.location()),
        place => format!("{} {}", code(&first.location()), cell(&place)),
    });
    let (what, place) = (cell(&cause.sentence()), place.unwrap_or_default());
    let _ = writeln!(text, "| {severity} | `{kind}` | {what} | {count} | {place} |");
}

/// Folded, because it does not fail the check by itself.
fn write_list(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return;
    }
    let count = lines.len();
    let _ = writeln!(text, "\n<details><summary>{title} ({count})</summary>\n");
    for line in lines.iter().take(MAX_NOTES) {
        let _ = writeln!(text, "- {}", cell(line));
    }
    if count > MAX_NOTES {
        let _ = writeln!(text, "- … and {} more", count - MAX_NOTES);
    }
    text.push_str("\n</details>\n");
}

/// Names in a project must not become markup.
fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(&text.replace(['\r', '\n'], " ")).chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '|' | '`' | '*' | '_' | '[' | ']' | '\\' | '#' | '~' | '!' | '@' => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

fn code(text: &str) -> String {
    match text.contains(['`', '|', '\n', '\r']) {
        true => cell(text),
        false => format!("`{}`", printable(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_become_markup() {
        assert_eq!(cell("a|b <img> [x](y)\n@me"), r"a\|b &lt;img> \[x\](y) \@me");
        assert_eq!(code("a|b`"), r"a\|b\`");
    }
}
