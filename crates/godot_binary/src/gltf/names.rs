//! The names that Godot gives to the nodes of a model.

use std::collections::{HashMap, HashSet};

/// Names that are unique in a file: Godot adds a number to a taken one.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    taken: HashSet<String>,
    /// By name, the last number that was added to it.
    last: HashMap<String, usize>,
}

/// What a suffix of the name means to the importer. Other suffixes are kept as part of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameSuffix {
    None,
    NotImported,
    /// A static body is added to the mesh.
    Collision,
    /// A static body replaces the mesh.
    CollisionOnly,
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
    pub(super) fn split(name: &str) -> (&str, NameSuffix) {
        const SUFFIXES: &[(&str, NameSuffix)] = &[
            ("noimp", NameSuffix::NotImported),
            ("convcolonly", NameSuffix::CollisionOnly),
            ("colonly", NameSuffix::CollisionOnly),
            ("convcol", NameSuffix::Collision),
            ("col", NameSuffix::Collision),
        ];
        // Exporters add numbers to suffixes.
        let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
        for (suffix, meaning) in SUFFIXES {
            let head =
                plain.len().checked_sub(suffix.len()).and_then(|at| plain.split_at_checked(at));
            if let Some((head, tail)) = head
                && tail.eq_ignore_ascii_case(suffix)
                && let Some(name) = head.strip_suffix(['-', '_', '$'])
            {
                return (name, *meaning);
            }
        }
        (name, NameSuffix::None)
    }
}
