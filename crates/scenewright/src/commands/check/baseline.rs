//! The accepted findings: a file of fingerprints, each with a description for people.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use scenewright_model::FindingKind;
use serde_json::{Value, json};

use super::finding::CheckFinding;
use crate::error::CommandError;

const BASELINE_VERSION: u64 = 1;

pub(super) struct Baseline {
    /// By fingerprint.
    entries: HashMap<String, BaselineEntry>,
}

struct BaselineEntry {
    /// `None` for a kind that this version does not know.
    kind: Option<FindingKind>,
    file: String,
}

impl Baseline {
    pub(super) fn read(path: &Path) -> Result<Baseline, CommandError> {
        let wrong = |reason: String| {
            CommandError::usage(format!("the baseline {} {reason}", path.display()))
                .hint("--write-baseline FILE writes one with the current findings")
        };
        let text =
            fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let document: Value =
            serde_json::from_str(&text).map_err(|error| wrong(format!("is not JSON: {error}")))?;
        if document["version"] != BASELINE_VERSION {
            return Err(wrong(format!("does not have version {BASELINE_VERSION}")));
        }
        let list = document["findings"]
            .as_array()
            .ok_or_else(|| wrong("has no list of findings".to_owned()))?;
        let entry = |entry: &Value| {
            let kind = entry["kind"].as_str().and_then(FindingKind::from_name);
            let file = entry["file"].as_str().unwrap_or_default().to_owned();
            Some((entry["fingerprint"].as_str()?.to_owned(), BaselineEntry { kind, file }))
        };
        let entries = list.iter().map(entry).collect::<Option<_>>();
        let entries =
            entries.ok_or_else(|| wrong("has a finding without a fingerprint".to_owned()))?;
        Ok(Baseline { entries })
    }

    /// Removes the known findings and returns their number, and the number of stale entries: those of the
    /// kinds that were looked for and no longer occur.
    pub(super) fn remove_known(
        mut self,
        findings: &mut Vec<CheckFinding>,
        looked_for: impl Fn(Option<FindingKind>, &str) -> bool,
    ) -> (usize, usize) {
        let before = findings.len();
        findings.retain(|finding| self.entries.remove(&finding.fingerprint()).is_none());
        let stale =
            self.entries.values().filter(|entry| looked_for(entry.kind, &entry.file)).count();
        (before - findings.len(), stale)
    }
}

pub(super) fn write(path: &Path, findings: &[CheckFinding]) -> Result<(), CommandError> {
    let entry = |finding: &CheckFinding| {
        json!({
            "fingerprint": finding.fingerprint(),
            "kind": finding.kind.as_str(),
            "file": finding.file,
            "object": finding.object,
            "property": finding.property,
            "target": finding.target,
            "context": finding.message(),
        })
    };
    let findings: Vec<Value> = findings.iter().map(entry).collect();
    let document = json!({ "version": BASELINE_VERSION, "findings": findings });
    fs::write(path, format!("{document:#}\n")).map_err(|error| {
        CommandError::usage(format!("cannot write the baseline {}: {error}", path.display()))
    })
}
