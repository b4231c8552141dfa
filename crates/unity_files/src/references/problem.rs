//! What is wrong with a pointer, depending on its role.

use scenewright_model::{BrokenReason, FindingKind, MissingTarget, UnknownReason};

use crate::class_ids::{MONO_BEHAVIOUR, PREFAB_INSTANCE};
use crate::document::UnityDocument;
use crate::package_table::AssetKinds;

/// A pointer that leads nowhere, as far as the files tell.
pub(super) struct PointerProblem {
    /// What it is if the target is missing.
    pub(super) kind: FindingKind,
    pub(super) target: MissingTarget,
    pub(super) verdict: PointerVerdict,
}

/// Whether the target is certainly missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PointerVerdict {
    Missing(BrokenReason),
    Unknown(UnknownReason),
}

impl PointerProblem {
    pub(super) fn is_certain(&self) -> bool {
        matches!(self.verdict, PointerVerdict::Missing(_))
    }

    /// A missing asset is another kind of finding for a script or a source prefab.
    pub(super) fn in_role(self, role: PointerRole) -> PointerProblem {
        match self.kind {
            FindingKind::BrokenReference => PointerProblem { kind: role.finding_kind(), ..self },
            _ => self,
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
        Some(PointerProblem {
            kind: self.finding_kind(),
            target: MissingTarget::Null,
            verdict: PointerVerdict::Missing(reason),
        })
    }
}

/// What a package would need to have for a pointer to lead into it. A script in a DLL has any number.
pub(super) fn asset_kinds(role: PointerRole, file_id: i64) -> AssetKinds {
    match role {
        PointerRole::Script => AssetKinds::SCRIPTS,
        PointerRole::SourcePrefab => AssetKinds::PREFABS,
        PointerRole::Other => AssetKinds::for_file_id(file_id),
    }
}

/// The fileIDs of lighting, navigation and occlusion data, which the editor keeps beside a scene.
pub(super) fn is_scene_data(file_id: i64) -> bool {
    matches!(file_id, 112_000_000 | 23_800_000 | 36_300_000)
}
