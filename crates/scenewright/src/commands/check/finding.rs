//! One finding, whatever list of the tool's answer it came from.

use scenewright_model::FindingKind;
use serde_json::Value;

#[derive(Debug, Clone)]
pub(super) struct CheckFinding {
    pub(super) kind: FindingKind,
    /// Relative to the project, with `/` between the parts.
    pub(super) file: String,
    /// Empty when it belongs to no object.
    pub(super) object: String,
    pub(super) component: String,
    pub(super) property: String,
    pub(super) target: String,
    /// The finding in a sentence, and why.
    pub(super) context: String,
    pub(super) reason: String,
    /// Which of the findings with the same place and target it is.
    repeat: usize,
}

impl CheckFinding {
    /// What identifies the finding in the next run. Lines and the order of other findings are not in it.
    pub(super) fn fingerprint(&self) -> String {
        let parts = [self.kind.as_str(), &self.file, &self.object, &self.property, &self.target];
        let mut hash = Fnv128::default();
        for part in parts {
            hash.add(part.as_bytes());
            hash.add(&[0]);
        }
        hash.add(&(self.repeat as u64).to_le_bytes());
        format!("{:032x}", hash.0)
    }

    /// Where it is inside the file: `Deck/Sign, MeshRenderer.m_Materials[0]`.
    pub(super) fn place(&self) -> String {
        let parts = [self.object.clone(), self.member()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// The component and its property.
    pub(super) fn member(&self) -> String {
        let parts = [self.component.as_str(), self.property.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
    }

    pub(super) fn message(&self) -> String {
        format!("{}: {}", self.context, self.reason)
    }
}

/// The findings of an answer of the tool, in the order of their files.
pub(super) fn read_findings(output: &Value) -> Vec<CheckFinding> {
    let list = |key: &str| output[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let scripts = list("missingScripts").iter().map(missing_script);
    let references = list("brokenReferences").iter().filter_map(broken_reference);
    let mut findings: Vec<CheckFinding> = scripts.chain(references).collect();
    findings.sort_by(|left, right| left.file.cmp(&right.file));
    number_repeats(&mut findings);
    findings
}

fn missing_script(entry: &Value) -> CheckFinding {
    let reason = text_field(entry, "reason");
    CheckFinding {
        kind: FindingKind::MissingScript,
        component: format!("component {}", entry["componentIndex"]),
        property: String::new(),
        target: script_target(&reason),
        reason,
        ..place(entry)
    }
}

/// What the reason names, without its wording: a guid or a path; nothing for a null script.
fn script_target(reason: &str) -> String {
    let is_guid =
        |word: &&str| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let guid = reason.split(|c: char| !c.is_ascii_alphanumeric()).find(is_guid);
    let path = || Some(reason.split_once(": ")?.0).filter(|path| path.contains("://"));
    guid.or_else(path).unwrap_or_default().to_owned()
}

fn broken_reference(entry: &Value) -> Option<CheckFinding> {
    Some(CheckFinding {
        kind: FindingKind::from_name(entry["kind"].as_str()?)?,
        component: text_field(entry, "component"),
        property: text_field(entry, "property"),
        target: text_field(entry, "target"),
        reason: text_field(entry, "reason"),
        ..place(entry)
    })
}

fn place(entry: &Value) -> CheckFinding {
    let path = text_field(entry, "path");
    CheckFinding {
        kind: FindingKind::BrokenReference,
        file: path.strip_prefix("res://").unwrap_or(&path).to_owned(),
        object: text_field(entry, "gameObjectPath"),
        component: String::new(),
        property: String::new(),
        target: String::new(),
        context: text_field(entry, "context"),
        reason: String::new(),
        repeat: 0,
    }
}

fn text_field(entry: &Value, key: &str) -> String {
    entry[key].as_str().unwrap_or_default().to_owned()
}

/// Objects of one path, or components of one object, may have the same thing wrong with them.
fn number_repeats(findings: &mut [CheckFinding]) {
    let mut seen = std::collections::HashMap::new();
    for finding in findings {
        let count: &mut usize = seen.entry(finding.fingerprint()).or_default();
        finding.repeat = *count;
        *count += 1;
    }
}

/// FNV-1a of 128 bits: the same on every machine and in every version.
struct Fnv128(u128);

impl Default for Fnv128 {
    fn default() -> Fnv128 {
        Fnv128(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv128 {
    fn add(&mut self, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scripts(indices: &[usize]) -> Vec<String> {
        let entry = |index: &usize| json!({ "path": "Assets/a.unity", "gameObjectPath": "A", "componentIndex": index, "context": "c", "reason": "r" });
        let entries: Vec<Value> = indices.iter().map(entry).collect();
        let found = read_findings(&json!({ "missingScripts": entries, "brokenReferences": [] }));
        found.iter().map(CheckFinding::fingerprint).collect()
    }

    /// Baselines keep fingerprints: another value would make every finding a new one.
    #[test]
    fn a_fingerprint_never_changes() {
        insta::assert_snapshot!(scripts(&[1])[0], @"06aaf8bdaae060c36e99336256b0f126");
    }

    #[test]
    fn a_script_is_known_by_its_guid_or_path() {
        let guid = "c32fecd81ca4e777e44b54090d0a4776";
        for (reason, target) in [
            (format!("its script is guid {guid}: no asset has this guid"), guid),
            ("res://old bell.gd: the file does not exist".to_owned(), "res://old bell.gd"),
            ("its script is null".to_owned(), ""),
        ] {
            assert_eq!(script_target(&reason), target);
        }
    }

    #[test]
    fn findings_of_one_place_have_fingerprints_of_their_own() {
        let two = scripts(&[1, 2]);
        assert_ne!(two[0], two[1]);
        assert_eq!(scripts(&[3])[0], two[0], "a component that moves is the same");
    }
}
