//! Findings grouped by cause: one missing asset may be referenced in a thousand places.

use std::collections::BTreeMap;

use scenewright_model::{FindingKind, FindingSeverity};

use super::finding::CheckFinding;

/// Findings of one kind with the same target and the same reason.
pub(super) struct FindingCause<'a> {
    pub(super) kind: FindingKind,
    pub(super) severity: FindingSeverity,
    pub(super) target: &'a str,
    pub(super) reason: &'a str,
    /// Sorted by file.
    pub(super) findings: Vec<&'a CheckFinding>,
}

impl FindingCause<'_> {
    /// The reason, with the target unless the reason names it.
    pub(super) fn sentence(&self) -> String {
        match self.reason.contains(self.target) {
            true => self.reason.to_owned(),
            false => format!("{}: {}", self.target, self.reason),
        }
    }
}

/// Errors come first, and of one severity the most frequent cause.
pub(super) fn causes(findings: &[CheckFinding]) -> Vec<FindingCause<'_>> {
    let mut groups: BTreeMap<(FindingKind, &str, &str), Vec<&CheckFinding>> = BTreeMap::new();
    for finding in findings {
        let key = (finding.kind, finding.target.as_str(), finding.reason.as_str());
        groups.entry(key).or_default().push(finding);
    }
    let mut causes: Vec<FindingCause<'_>> = groups.into_iter().map(cause).collect();
    causes.sort_by_key(|cause| (cause.severity, std::cmp::Reverse(cause.findings.len())));
    causes
}

fn cause<'a>(
    ((kind, target, reason), findings): ((FindingKind, &'a str, &'a str), Vec<&'a CheckFinding>),
) -> FindingCause<'a> {
    let severity = findings.first().map_or(FindingSeverity::Note, |first| first.severity);
    FindingCause { kind, severity, target, reason, findings }
}
