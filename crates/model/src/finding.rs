//! What is wrong with a project's references.

use std::fmt;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    pub missing_scripts: Vec<MissingScript>,
    pub broken_references: Vec<BrokenReference>,
}

/// A component whose script is certainly gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingScript {
    /// The file that holds the component, in the engine's own spelling.
    pub file: String,
    pub object_path: String,
    /// Position among the object's components.
    pub component_index: usize,
    pub reason: String,
}

/// A property that points at something that is certainly gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenReference {
    pub kind: FindingKind,
    pub file: String,
    /// Empty when the reference does not belong to an object (an asset, a setting).
    pub object_path: String,
    pub component: String,
    /// The property's path, e.g. `m_Materials[0]`.
    pub property: String,
    /// What it points at: a guid, a path.
    pub target: String,
    pub reason: String,
}

/// What a finding is. Names are written to baselines and must not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// A component whose script does not exist.
    MissingScript,
    /// A prefab instance, or an instanced scene, whose source does not exist.
    MissingPrefab,
    /// The asset is gone (Unity).
    BrokenReference,
    /// The file is gone (Godot).
    MissingFile,
    /// The asset is there, the object in it is not.
    MissingObject,
    /// The object should be in the same file and is not.
    DanglingFileId,
    /// Two assets have the same id: which one is meant is up to chance.
    DuplicateGuid,
}

/// How sure it is that a finding does harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

impl FindingKind {
    pub const ALL: [FindingKind; 7] = [
        FindingKind::MissingScript,
        FindingKind::MissingPrefab,
        FindingKind::BrokenReference,
        FindingKind::MissingFile,
        FindingKind::MissingObject,
        FindingKind::DanglingFileId,
        FindingKind::DuplicateGuid,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            FindingKind::MissingScript => "missing-script",
            FindingKind::MissingPrefab => "missing-prefab",
            FindingKind::BrokenReference => "broken-reference",
            FindingKind::MissingFile => "missing-file",
            FindingKind::MissingObject => "missing-object",
            FindingKind::DanglingFileId => "dangling-file-id",
            FindingKind::DuplicateGuid => "duplicate-guid",
        }
    }

    pub fn from_name(name: &str) -> Option<FindingKind> {
        FindingKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The kind in a sentence.
    pub fn description(self) -> &'static str {
        match self {
            FindingKind::MissingScript => "A component's script does not exist.",
            FindingKind::MissingPrefab => {
                "The source of a prefab instance or of an instanced scene does not exist."
            }
            FindingKind::BrokenReference => "A property points at an asset that does not exist.",
            FindingKind::MissingFile => "A property names a file that does not exist.",
            FindingKind::MissingObject => {
                "A property points at an object that its asset no longer holds."
            }
            FindingKind::DanglingFileId => {
                "A property points at an object that its own file does not hold."
            }
            FindingKind::DuplicateGuid => "Two assets have the same guid.",
        }
    }

    /// An engine still opens what has an object less; the rest is certain to break something.
    pub fn severity(self) -> Severity {
        match self {
            FindingKind::MissingObject => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Severity {
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for kind in FindingKind::ALL {
            assert_eq!(FindingKind::from_name(kind.as_str()), Some(kind));
        }
        assert_eq!(FindingKind::from_name("anything"), None);
    }
}
