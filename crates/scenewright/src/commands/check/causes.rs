//! Findings grouped by cause: one missing asset may be referenced in a thousand places.

use std::collections::BTreeMap;

use scenewright_model::FindingKind;

use super::finding::CheckFinding;

/// Findings of one kind with the same target and the same reason.
pub(super) struct FindingCause<'a> {
    pub(super) kind: FindingKind,
    pub(super) target: &'a str,
    pub(super) reason: &'a str,
    /// Sorted by file.
    pub(super) findings: Vec<&'a CheckFinding>,
}

/// The most frequent cause comes first.
pub(super) fn causes(findings: &[CheckFinding]) -> Vec<FindingCause<'_>> {
    let mut groups: BTreeMap<(FindingKind, &str, &str), Vec<&CheckFinding>> = BTreeMap::new();
    for finding in findings {
        let key = (finding.kind, finding.target.as_str(), finding.reason.as_str());
        groups.entry(key).or_default().push(finding);
    }
    let cause =
        |((kind, target, reason), findings)| FindingCause { kind, target, reason, findings };
    let mut causes: Vec<FindingCause<'_>> = groups.into_iter().map(cause).collect();
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.findings.len()));
    causes
}
