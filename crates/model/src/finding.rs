//! Problems with a project's references.

use std::fmt;

use strum::{EnumIter, IntoEnumIterator};

use crate::{BrokenReason, MissingTarget, SourcePosition, UnknownReason};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    pub missing_scripts: Vec<MissingScript>,
    pub broken_references: Vec<BrokenReference>,
    /// What the files do not tell, once for each target; the most frequent ones come first.
    pub unknown_references: Vec<UnknownReference>,
    /// Targets in packages that are not on disk, and whose assets are known.
    pub packaged_references: Vec<PackagedReferences>,
}

/// References to a target that may or may not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownReference {
    pub target: MissingTarget,
    pub reason: UnknownReason,
    /// The class, if it is a script and a file names it.
    pub class: Option<String>,
    /// Sorted by file.
    pub places: Vec<ReferencePlace>,
}

/// A property with a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferencePlace {
    pub file: String,
    /// Empty when the reference does not belong to an object.
    pub object_path: String,
    pub component: String,
    pub property: String,
    /// `None` where the file is not text.
    pub position: Option<SourcePosition>,
}

/// References into a package that is not on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackagedReferences {
    pub package: String,
    /// The number of its assets that are referenced.
    pub assets: usize,
}

/// A component whose script certainly does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingScript {
    /// The file that contains the component, in the engine's own form.
    pub file: String,
    pub object_path: String,
    /// Position among the object's components.
    pub component_index: usize,
    pub target: MissingTarget,
    pub reason: BrokenReason,
    /// `None` where the file is not text.
    pub position: Option<SourcePosition>,
}

impl MissingScript {
    /// Why the script cannot be found, with its target.
    pub fn explanation(&self) -> String {
        let (target, reason) = (&self.target, &self.reason);
        match target {
            MissingTarget::Null => reason.to_string(),
            MissingTarget::Address(_) => format!("{target}: {reason}"),
            _ => format!("its script is {target}: {reason}"),
        }
    }
}

/// A property with a reference to something that certainly does not exist.
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
    /// `None` where the file is not text, or is at fault as a whole.
    pub position: Option<SourcePosition>,
}

/// The kind of a finding. A new kind is a variant here and a row in [`FindingKind::facts`]:
/// filters, labels, command line choices, SARIF rules and schemas are derived from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter)]
pub enum FindingKind {
    MissingScript,
    MissingPrefab,
    /// Unity.
    BrokenReference,
    /// Godot.
    MissingFile,
    MissingObject,
    DanglingFileId,
    /// Unity.
    DuplicateGuid,
    /// Godot.
    DuplicateUid,
    /// Godot.
    StalePath,
    /// Godot.
    StaleUid,
    /// Godot.
    BrokenNodePath,
    /// Godot.
    MissingNode,
    /// Godot.
    MissingSignal,
    /// Godot.
    MissingMethod,
    /// Godot.
    VanishedNode,
    /// Godot.
    InvalidClass,
    /// Godot.
    IncompatibleScript,
    /// Godot: an error of its compiler.
    ScriptError,
    /// Godot: a warning of its compiler.
    ScriptWarning,
    /// Not a problem yet: the files do not tell (Unity).
    UnknownReference,
}

/// The facts that all findings of a kind share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FindingFacts {
    /// Part of baselines: it must not change.
    pub name: &'static str,
    pub severity: FindingSeverity,
    /// A sentence about the kind.
    pub description: &'static str,
    /// The problem that reports name.
    pub problem: FindingProblem,
}

/// The type of problem, which determines the wording in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingProblem {
    Script,
    Source,
    Reference,
    Connection,
    VanishedNode,
    Class,
    ScriptBase,
    DuplicateGuid,
    DuplicateUid,
    OutdatedPath,
    OutdatedUid,
    /// Told by the engine's compiler, not by the files.
    Compiler,
    Unknown,
}

/// How certain it is that a finding does harm; the worst comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingSeverity {
    Error,
    Warning,
    /// Not known to be a problem: it never fails a check.
    Note,
}

impl FindingKind {
    /// All kinds in the order of their declaration.
    pub fn all() -> impl Iterator<Item = FindingKind> {
        FindingKind::iter()
    }

    /// The table of kinds. A warning is something that the engine still opens, often silently: with
    /// an object or a connection missing, or a file found in one of two ways. An error certainly
    /// breaks something.
    pub fn facts(self) -> FindingFacts {
        use FindingProblem as Problem;
        use FindingSeverity::{Error, Note, Warning};
        let row = |name, severity, problem, description| FindingFacts {
            name,
            severity,
            description,
            problem,
        };
        match self {
            FindingKind::MissingScript => row(
                "missing-script",
                Error,
                Problem::Script,
                "A component's script does not exist.",
            ),
            FindingKind::MissingPrefab => row(
                "missing-prefab",
                Error,
                Problem::Source,
                "The source of a prefab instance or of an instanced scene does not exist.",
            ),
            FindingKind::BrokenReference => row(
                "broken-reference",
                Error,
                Problem::Reference,
                "A property points at an asset that does not exist.",
            ),
            FindingKind::MissingFile => row(
                "missing-file",
                Error,
                Problem::Reference,
                "A property names a file that does not exist.",
            ),
            FindingKind::MissingObject => row(
                "missing-object",
                Warning,
                Problem::Reference,
                "A property points at an object that its asset no longer holds.",
            ),
            FindingKind::DanglingFileId => row(
                "dangling-file-id",
                Error,
                Problem::Reference,
                "A property points at an object that its own file does not hold.",
            ),
            FindingKind::DuplicateGuid => row(
                "duplicate-guid",
                Error,
                Problem::DuplicateGuid,
                "Two assets have the same guid.",
            ),
            FindingKind::DuplicateUid => {
                row("duplicate-uid", Warning, Problem::DuplicateUid, "Two files have the same uid.")
            }
            FindingKind::StalePath => row(
                "stale-path",
                Warning,
                Problem::OutdatedPath,
                "A path is outdated, and only the uid beside it leads on.",
            ),
            FindingKind::StaleUid => row(
                "stale-uid",
                Warning,
                Problem::OutdatedUid,
                "No file has a uid, and only the path beside it leads on.",
            ),
            FindingKind::BrokenNodePath => row(
                "broken-node-path",
                Warning,
                Problem::Reference,
                "A property names a node that its scene does not have.",
            ),
            FindingKind::MissingNode => row(
                "missing-node",
                Warning,
                Problem::Connection,
                "A signal is connected from or to a node that its scene does not have.",
            ),
            FindingKind::MissingSignal => row(
                "missing-signal",
                Error,
                Problem::Connection,
                "A signal is connected that its node does not have.",
            ),
            FindingKind::MissingMethod => row(
                "missing-method",
                Warning,
                Problem::Connection,
                "A signal is connected to a method that its node does not have.",
            ),
            FindingKind::VanishedNode => row(
                "vanished-node",
                Warning,
                Problem::VanishedNode,
                "A scene changes a node, or adds nodes to it, that its instanced scene does not have.",
            ),
            FindingKind::InvalidClass => row(
                "invalid-class",
                Error,
                Problem::Class,
                "A node or resource has a class that the engine cannot create.",
            ),
            FindingKind::IncompatibleScript => row(
                "incompatible-script",
                Error,
                Problem::ScriptBase,
                "A script extends a class that the class of its node does not inherit.",
            ),
            FindingKind::ScriptError => {
                row("script-error", Error, Problem::Compiler, "A script does not compile.")
            }
            FindingKind::ScriptWarning => row(
                "script-warning",
                Warning,
                Problem::Compiler,
                "The engine's compiler warns about a script.",
            ),
            FindingKind::UnknownReference => row(
                "unknown-reference",
                Note,
                Problem::Unknown,
                "A property points at an asset that no file which was read has.",
            ),
        }
    }

    pub fn as_str(self) -> &'static str {
        self.facts().name
    }

    pub fn from_name(name: &str) -> Option<FindingKind> {
        FindingKind::all().find(|kind| kind.as_str() == name)
    }

    pub fn description(self) -> &'static str {
        self.facts().description
    }

    /// Whether only the engine's compiler finds it.
    pub fn is_of_compiler(self) -> bool {
        self.facts().problem == FindingProblem::Compiler
    }

    pub fn severity(self) -> FindingSeverity {
        self.facts().severity
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
            FindingSeverity::Note => "note",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for kind in FindingKind::all() {
            assert_eq!(FindingKind::from_name(kind.as_str()), Some(kind));
        }
        assert_eq!(FindingKind::from_name("anything"), None);
    }
}
