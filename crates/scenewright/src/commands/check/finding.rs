//! One finding, from either list of the tool's answer.

use scenewright_catalogue::{BrokenReferenceRow, MissingScriptRow, ReferencesMissingOutput};
use scenewright_model::{
    FindingKind, FindingSeverity, ScriptProblem, ScriptSeverity, SourcePosition,
};

#[derive(Debug, Clone)]
pub(super) struct CheckFinding {
    pub(super) kind: FindingKind,
    pub(super) severity: FindingSeverity,
    /// Relative to the project, with `/` between the parts.
    pub(super) file: String,
    /// Empty if it belongs to no object.
    pub(super) object: String,
    pub(super) component: String,
    pub(super) property: String,
    pub(super) target: String,
    /// The finding in a sentence, and why.
    pub(super) context: String,
    pub(super) reason: String,
    /// `None` where the file is not text, or is at fault as a whole.
    pub(super) position: Option<SourcePosition>,
    /// The code of a compiler's warning.
    pub(super) code: Option<String>,
    /// The number among the findings with the same place and target.
    pub(super) repeat: usize,
}

impl CheckFinding {
    /// Identifies the finding across runs. It does not depend on lines or on the order of other findings.
    pub(super) fn fingerprint(&self) -> String {
        let mut hash = self.place_hash();
        hash.add(&(self.repeat as u64).to_le_bytes());
        format!("{:032x}", hash.0)
    }

    /// The same for findings with the same place and target.
    fn place_hash(&self) -> Fnv128 {
        let parts = [self.kind.as_str(), &self.file, &self.object, &self.property, &self.target];
        let mut hash = Fnv128::default();
        for part in parts {
            hash.add(part.as_bytes());
            hash.add(&[0]);
        }
        hash
    }

    /// The file with line and column, in the form that terminals and editors open.
    pub(super) fn location(&self) -> String {
        match self.position {
            Some(SourcePosition { line, column }) => format!("{}:{line}:{column}", self.file),
            None => self.file.clone(),
        }
    }

    /// The object and its property: `Deck/Sign, MeshRenderer.m_Materials[0]`.
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

/// The findings of the answers of the tools, sorted by file.
pub(super) fn read_findings(
    output: &ReferencesMissingOutput,
    problems: &[ScriptProblem],
) -> Vec<CheckFinding> {
    let scripts = output.missing_scripts.iter().flatten().map(missing_script);
    let references = output.broken_references.iter().flatten().map(broken_reference);
    let problems = problems.iter().map(script_problem);
    let mut findings: Vec<CheckFinding> = scripts.chain(references).chain(problems).collect();
    findings.sort_by(|left, right| left.file.cmp(&right.file));
    number_repeats(&mut findings);
    findings
}

fn missing_script(row: &MissingScriptRow) -> CheckFinding {
    CheckFinding {
        kind: FindingKind::MissingScript,
        severity: FindingKind::MissingScript.severity(),
        file: relative(&row.path),
        object: row.game_object_path.clone(),
        component: format!("component {}", row.component_index),
        property: String::new(),
        target: row.target.script_key().to_owned(),
        context: row.context.clone(),
        reason: row.reason.clone(),
        position: position(row.line, row.column),
        code: None,
        repeat: 0,
    }
}

fn broken_reference(row: &BrokenReferenceRow) -> CheckFinding {
    CheckFinding {
        kind: row.kind,
        severity: row.kind.severity(),
        file: relative(&row.path),
        object: row.game_object_path.clone(),
        component: row.component.clone(),
        property: row.property.clone(),
        target: row.target.clone(),
        context: row.context.clone(),
        reason: row.reason.clone(),
        position: position(row.line, row.column),
        code: None,
        repeat: 0,
    }
}

/// Lines are not part of its identity, so that a baseline survives changes elsewhere in the script.
fn script_problem(problem: &ScriptProblem) -> CheckFinding {
    let (kind, context) = match problem.severity {
        ScriptSeverity::Error => (FindingKind::ScriptError, "Script error"),
        ScriptSeverity::Warning => (FindingKind::ScriptWarning, "Script warning"),
    };
    let code = problem.code.as_ref().map(|code| format!("{code}: ")).unwrap_or_default();
    CheckFinding {
        kind,
        severity: kind.severity(),
        file: relative(&problem.path),
        object: String::new(),
        component: String::new(),
        property: String::new(),
        target: problem.message.clone(),
        context: context.to_owned(),
        reason: format!("{code}{}", problem.message),
        position: Some(SourcePosition { line: problem.line, column: problem.column }),
        code: problem.code.clone(),
        repeat: 0,
    }
}

pub(super) fn position(line: Option<u32>, column: Option<u32>) -> Option<SourcePosition> {
    let (line, column) = line.zip(column)?;
    Some(SourcePosition { line, column })
}

pub(super) fn relative(path: &str) -> String {
    path.strip_prefix("res://").unwrap_or(path).to_owned()
}

/// Objects with the same path, or components of one object, may have the same problem.
fn number_repeats(findings: &mut [CheckFinding]) {
    let mut seen = std::collections::HashMap::new();
    for finding in findings {
        let count: &mut usize = seen.entry(finding.place_hash().0).or_default();
        finding.repeat = *count;
        *count += 1;
    }
}

/// FNV-1a with 128 bits: the same on every machine and in every version.
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
    use scenewright_model::MissingTarget;

    use super::*;

    fn script(component_index: usize, target: MissingTarget) -> MissingScriptRow {
        MissingScriptRow {
            path: "Assets/a.unity".to_owned(),
            game_object_path: "A".to_owned(),
            component_index,
            context: "c".to_owned(),
            reason: "r".to_owned(),
            line: Some(component_index as u32),
            column: Some(1),
            target,
        }
    }

    fn scripts(rows: Vec<MissingScriptRow>) -> Vec<String> {
        let mut output = ReferencesMissingOutput::default();
        output.missing_scripts = Some(rows);
        read_findings(&output, &[]).iter().map(CheckFinding::fingerprint).collect()
    }

    fn nulls(indices: &[usize]) -> Vec<String> {
        scripts(indices.iter().map(|index| script(*index, MissingTarget::Null)).collect())
    }

    /// Baselines contain fingerprints: another value would make every finding a new one.
    #[test]
    fn a_fingerprint_never_changes() {
        insta::assert_snapshot!(nulls(&[1])[0], @"06aaf8bdaae060c36e99336256b0f126");
    }

    #[test]
    fn a_script_is_identified_by_its_guid_or_path() {
        let guid = "c32fecd81ca4e777e44b54090d0a4776".to_owned();
        for (target, key) in [
            (MissingTarget::Guid(guid.clone()), guid.as_str()),
            (MissingTarget::Address("res://old bell.gd".to_owned()), "res://old bell.gd"),
            (MissingTarget::Null, ""),
        ] {
            assert_eq!(missing_script(&script(1, target)).target, key);
        }
    }

    #[test]
    fn findings_of_one_place_have_different_fingerprints() {
        let two = nulls(&[1, 2]);
        assert_ne!(two[0], two[1]);
        assert_eq!(nulls(&[3])[0], two[0], "a component or line that moves is the same");
    }
}
