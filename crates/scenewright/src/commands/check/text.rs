//! For a person: each file, under it each object, and what is wrong with it.

use std::fmt::Write;

use scenewright_catalogue::printable;

use super::Report;
use super::finding::Finding;
use crate::print;

pub(super) fn write(report: &Report) -> String {
    let mut text = String::new();
    for (file, findings) in report.by_file() {
        let _ = writeln!(text, "{}", print::bold(&printable(file)));
        for (object, findings) in by_object(&findings) {
            if !object.is_empty() {
                let _ = writeln!(text, "  {}", printable(object));
            }
            for finding in findings {
                let _ = writeln!(text, "{}", line(finding));
            }
        }
        text.push('\n');
    }
    text + summary(report).as_str()
}

/// Neighbours of one object stand under it together.
fn by_object<'a>(findings: &[&'a Finding]) -> Vec<(&'a str, Vec<&'a Finding>)> {
    let mut groups: Vec<(&str, Vec<&Finding>)> = Vec::new();
    for &finding in findings {
        match groups.iter_mut().find(|(object, _)| *object == finding.object) {
            Some((_, group)) => group.push(finding),
            None => groups.push((&finding.object, vec![finding])),
        }
    }
    groups
}

fn line(finding: &Finding) -> String {
    let member = match finding.member() {
        member if member.is_empty() => String::new(),
        member => format!("{member}: "),
    };
    let target = match finding.reason.contains(&finding.target) {
        true => String::new(),
        false => format!("{}: ", finding.target),
    };
    let text = format!("{member}{target}{}", finding.reason);
    format!("    {} {}", print::dim(finding.kind.as_str()), printable(&text))
}

fn summary(report: &Report) -> String {
    let counts = report.counts();
    let kinds: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let found = match report.findings.len() {
        0 => "no findings".to_owned(),
        1 => format!("1 finding: {}", kinds.join(", ")),
        many => format!("{many} findings: {}", kinds.join(", ")),
    };
    let known = match report.known {
        0 => String::new(),
        known => format!("; {known} more in the baseline"),
    };
    format!("{found}{known} ({:.2} s)\n", report.took.as_secs_f64())
}
