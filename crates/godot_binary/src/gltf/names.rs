//! The names that Godot gives to the nodes of a model.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Names that are unique in a file: Godot adds a number to a taken one.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    taken: HashSet<String>,
    /// By name, the last number that was added to it.
    last: HashMap<String, usize>,
}

/// What a suffix of the name means to the importer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameSuffix {
    None,
    NotImported,
    /// A static body is added to the mesh.
    Collision,
    /// A static body replaces the mesh.
    CollisionOnly,
    /// A rigid body contains the mesh.
    RigidBody,
    /// A navigation region replaces the mesh.
    Navigation,
    /// A node of this class contains the node.
    Vehicle(&'static str),
}

impl UniqueNames {
    pub(super) fn unique(&mut self, name: &str) -> String {
        let name = name.replace(['.', ':', '@', '/', '"', '%'], "_");
        let last = self.last.entry(name.clone()).or_insert(1);
        let mut unique = name.clone();
        while self.taken.contains(&unique) {
            *last += 1;
            unique = format!("{name}{last}");
        }
        self.taken.insert(unique.clone());
        unique
    }
}

impl NameSuffix {
    /// The name without its suffix, and the suffix.
    pub(super) fn split(name: &str, has_mesh: bool) -> (Cow<'_, str>, NameSuffix) {
        const SUFFIXES: &[(&str, NameSuffix)] = &[
            ("noimp", NameSuffix::NotImported),
            ("vehicle", NameSuffix::Vehicle("VehicleBody3D")),
            ("wheel", NameSuffix::Vehicle("VehicleWheel3D")),
        ];
        const MESH_SUFFIXES: &[(&str, NameSuffix)] = &[
            ("convcolonly", NameSuffix::CollisionOnly),
            ("colonly", NameSuffix::CollisionOnly),
            ("convcol", NameSuffix::Collision),
            ("col", NameSuffix::Collision),
            ("rigid", NameSuffix::RigidBody),
            ("navmesh", NameSuffix::Navigation),
            ("occ", NameSuffix::None),
        ];
        let of_meshes = if has_mesh { MESH_SUFFIXES } else { &[] };
        // Exporters add numbers to names, which remain.
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | ' ');
        let plain = name.trim_end_matches(is_number);
        let number = &name[plain.len()..];
        for (suffix, meaning) in SUFFIXES.iter().chain(of_meshes) {
            let at = plain.len().checked_sub(suffix.len());
            if let Some((head, tail)) = at.and_then(|at| plain.split_at_checked(at))
                && tail.eq_ignore_ascii_case(suffix)
                && let Some(name) = head.strip_suffix(['-', '_', '$'])
            {
                return (Cow::Owned(format!("{name}{number}")), *meaning);
            }
        }
        (Cow::Borrowed(name), NameSuffix::None)
    }
}
