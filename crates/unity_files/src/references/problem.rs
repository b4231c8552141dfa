//! What is wrong with a pointer, depending on its role.

use scenewright_model::{BrokenReason, FindingKind, MissingTarget};

use crate::document::UnityDocument;
use crate::prefab::PREFAB_INSTANCE;
use crate::scripts::MONO_BEHAVIOUR;

pub(super) enum PointerProblem {
    Broken { kind: FindingKind, target: MissingTarget, reason: BrokenReason },
    Unknown,
}

impl PointerProblem {
    /// A missing asset is another kind of finding for a script or a source prefab.
    pub(super) fn in_role(self, role: PointerRole) -> PointerProblem {
        match self {
            PointerProblem::Broken { kind: FindingKind::BrokenReference, target, reason } => {
                PointerProblem::Broken { kind: role.finding_kind(), target, reason }
            }
            other => other,
        }
    }
}

/// What a pointer is used for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum PointerRole {
    Script,
    SourcePrefab,
    Other,
}

impl PointerRole {
    pub(super) fn for_property(document: &UnityDocument<'_>, property: &str) -> PointerRole {
        match (document.class, property) {
            (MONO_BEHAVIOUR, "m_Script") => PointerRole::Script,
            (PREFAB_INSTANCE, "m_SourcePrefab" | "m_ParentPrefab") => PointerRole::SourcePrefab,
            _ => PointerRole::Other,
        }
    }

    fn finding_kind(self) -> FindingKind {
        match self {
            PointerRole::Script => FindingKind::MissingScript,
            PointerRole::SourcePrefab => FindingKind::MissingPrefab,
            PointerRole::Other => FindingKind::BrokenReference,
        }
    }

    /// Most pointers may be null.
    pub(super) fn null_problem(self) -> Option<PointerProblem> {
        let reason = match self {
            PointerRole::Script => BrokenReason::NullScript,
            PointerRole::SourcePrefab | PointerRole::Other => return None,
        };
        Some(PointerProblem::Broken {
            kind: self.finding_kind(),
            target: MissingTarget::Null,
            reason,
        })
    }
}
