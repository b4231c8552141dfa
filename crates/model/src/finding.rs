//! What is wrong with a project's references.

use std::fmt;

use crate::{BrokenReason, MissingTarget};

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
    pub target: MissingTarget,
    pub reason: BrokenReason,
}

impl MissingScript {
    /// Why the script cannot be found, with what it is.
    pub fn explanation(&self) -> String {
        let (target, reason) = (&self.target, &self.reason);
        match target {
            MissingTarget::Null => reason.to_string(),
            MissingTarget::Address(_) => format!("{target}: {reason}"),
            _ => format!("its script is {target}: {reason}"),
        }
    }
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
    pub target: MissingTarget,
    pub reason: BrokenReason,
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
    /// Two assets have the same id: which one is meant is up to chance (Unity).
    DuplicateGuid,
    /// Two files have the same uid: which one is meant is up to chance (Godot).
    DuplicateUid,
    /// The file has moved; only its uid still leads to it (Godot).
    StalePath,
    /// The file is where its path says, and no file has the uid (Godot).
    StaleUid,
    /// A path leads to no node of the scene (Godot).
    BrokenNodePath,
    /// A signal is connected from or to a node that the scene does not have (Godot).
    MissingNode,
    /// A signal is connected that the node does not have (Godot).
    MissingSignal,
    /// A signal is connected to a method that the node does not have (Godot).
    MissingMethod,
}

/// How sure it is that a finding does harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingSeverity {
    Error,
    Warning,
}

impl FindingKind {
    pub const ALL: [FindingKind; 14] = [
        FindingKind::MissingScript,
        FindingKind::MissingPrefab,
        FindingKind::BrokenReference,
        FindingKind::MissingFile,
        FindingKind::MissingObject,
        FindingKind::DanglingFileId,
        FindingKind::DuplicateGuid,
        FindingKind::DuplicateUid,
        FindingKind::StalePath,
        FindingKind::StaleUid,
        FindingKind::BrokenNodePath,
        FindingKind::MissingNode,
        FindingKind::MissingSignal,
        FindingKind::MissingMethod,
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
            FindingKind::DuplicateUid => "duplicate-uid",
            FindingKind::StalePath => "stale-path",
            FindingKind::StaleUid => "stale-uid",
            FindingKind::BrokenNodePath => "broken-node-path",
            FindingKind::MissingNode => "missing-node",
            FindingKind::MissingSignal => "missing-signal",
            FindingKind::MissingMethod => "missing-method",
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
            FindingKind::DuplicateUid => "Two files have the same uid.",
            FindingKind::StalePath => "A path is outdated, and only the uid beside it leads on.",
            FindingKind::StaleUid => "No file has a uid, and only the path beside it leads on.",
            FindingKind::BrokenNodePath => "A property names a node that its scene does not have.",
            FindingKind::MissingNode => {
                "A signal is connected from or to a node that its scene does not have."
            }
            FindingKind::MissingSignal => "A signal is connected that its node does not have.",
            FindingKind::MissingMethod => {
                "A signal is connected to a method that its node does not have."
            }
        }
    }

    /// An engine opens what has an object or a connection less, and finds a file by one of two ways,
    /// often without a word; the rest is certain to break something.
    pub fn severity(self) -> FindingSeverity {
        match self {
            FindingKind::MissingObject
            | FindingKind::DuplicateUid
            | FindingKind::StalePath
            | FindingKind::StaleUid
            | FindingKind::BrokenNodePath
            | FindingKind::MissingNode
            | FindingKind::MissingMethod => FindingSeverity::Warning,
            _ => FindingSeverity::Error,
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FindingSeverity {
    pub fn as_str(self) -> &'static str {
        match self {
            FindingSeverity::Error => "error",
            FindingSeverity::Warning => "warning",
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
