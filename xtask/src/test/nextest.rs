//! Runs the tests with cargo-nextest and counts them from its report.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::counts::Counts;
use crate::{Result, shell};

/// Where `.config/nextest.toml` has it written, wherever cargo's target folder is.
const REPORT: &str = "target/nextest/default/junit.xml";

/// Runs `command`, a `cargo nextest run`, and counts the tests. An error is a run without a report:
/// something did not compile, for example.
pub(super) fn run(command: &mut Command) -> Result<Counts> {
    let mut counts = run_other(command)?;
    counts.skipped = all_tests()?.saturating_sub(counts.passed + counts.failed);
    Ok(counts)
}

/// The same for a part of the tests; what is filtered out is not counted.
pub(crate) fn run_other(command: &mut Command) -> Result<Counts> {
    let report = shell::root().join(REPORT);
    match fs::remove_file(&report) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let outcome = shell::run(command);
    let Ok(text) = fs::read_to_string(&report) else {
        return Err(outcome.err().unwrap_or_else(|| "cargo nextest wrote no report".into()));
    };
    let mut counts = counts(&text).ok_or("the report of cargo nextest has no counts")?;
    // A run that failed without a failed test, by a test that left processes behind, for example.
    counts.failed += usize::from(outcome.is_err() && counts.failed == 0);
    Ok(counts)
}

/// The number of tests in the workspace, with those that were filtered out.
fn all_tests() -> Result<usize> {
    let mut list = shell::cargo(["nextest", "list", "--workspace", "--message-format", "json"]);
    let list: Value = serde_json::from_str(&shell::quietly(&mut list)?)?;
    let count = list["test-count"].as_u64().ok_or("cargo nextest does not count its list")?;
    Ok(usize::try_from(count)?)
}

/// From the attributes of the root element of a JUnit report.
fn counts(report: &str) -> Option<Counts> {
    let (_, root) = report.split_once("<testsuites ")?;
    let (root, _) = root.split_once('>')?;
    let number = |name: &str| -> Option<usize> {
        let (_, value) = root.split_once(&format!("{name}=\""))?;
        value.split('"').next()?.parse().ok()
    };
    let failed = number("failures")? + number("errors")?;
    Some(Counts { passed: number("tests")?.checked_sub(failed)?, failed, skipped: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_from_the_root_element() {
        let report = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="12" failures="1" errors="2" time="5.3">
    <testsuite name="xtask" tests="4" disabled="0" errors="0" failures="0">"#;
        assert_eq!(counts(report), Some(Counts { passed: 9, failed: 3, skipped: 0 }));
        assert_eq!(counts("<testsuites tests=\"x\">"), None);
        assert_eq!(counts(""), None);
    }
}
