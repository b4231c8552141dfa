//! What may be wrong with a pointer, by what it is for.

use scenewright_model::FindingKind;

use crate::document::Document;
use crate::prefab::PREFAB_INSTANCE;
use crate::scripts::MONO_BEHAVIOUR;

pub(super) enum Doubt {
    Broken { kind: FindingKind, target: String, reason: String },
    Unknown,
}

impl Doubt {
    /// What holds the pointer makes it another kind when its asset is gone.
    pub(super) fn of(self, role: Role) -> Doubt {
        match self {
            Doubt::Broken { kind: FindingKind::BrokenReference, target, reason } => {
                Doubt::Broken { kind: role.kind(), target, reason }
            }
            other => other,
        }
    }
}

/// What a pointer is for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    Script,
    SourcePrefab,
    Other,
}

impl Role {
    pub(super) fn of(document: &Document<'_>, property: &str) -> Role {
        match (document.class, property) {
            (MONO_BEHAVIOUR, "m_Script") => Role::Script,
            (PREFAB_INSTANCE, "m_SourcePrefab" | "m_ParentPrefab") => Role::SourcePrefab,
            _ => Role::Other,
        }
    }

    fn kind(self) -> FindingKind {
        match self {
            Role::Script => FindingKind::MissingScript,
            Role::SourcePrefab => FindingKind::MissingPrefab,
            Role::Other => FindingKind::BrokenReference,
        }
    }

    /// Most things may be null.
    pub(super) fn null(self) -> Option<Doubt> {
        let reason = match self {
            Role::Script => "its script is null",
            Role::SourcePrefab | Role::Other => return None,
        };
        Some(Doubt::Broken { kind: self.kind(), target: String::new(), reason: reason.to_owned() })
    }
}
