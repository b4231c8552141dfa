//! What may be wrong with a pointer, by what it is for.

use scenewright_model::{BrokenReason, FindingKind, MissingTarget};

use crate::document::UnityDocument;
use crate::prefab::PREFAB_INSTANCE;
use crate::scripts::MONO_BEHAVIOUR;

pub(super) enum PointerProblem {
    Broken { kind: FindingKind, target: MissingTarget, reason: BrokenReason },
    Unknown,
}

impl PointerProblem {
    /// What holds the pointer makes it another kind when its asset is gone.
    pub(super) fn in_role(self, role: PointerRole) -> PointerProblem {
        match self {
            PointerProblem::Broken { kind: FindingKind::BrokenReference, target, reason } => {
                PointerProblem::Broken { kind: role.finding_kind(), target, reason }
            }
            other => other,
        }
    }
}

/// What a pointer is for.
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

    /// Most things may be null.
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
