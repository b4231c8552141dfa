//! Finds the nodes that sections name: by path, or by unique id after a renaming.

use super::{NodeHeader, SceneTreeBuilder};
use crate::scene::UNKNOWN_CLASS;
use crate::text::Section;
use crate::tree::{ROOT, TreeNode};

impl<'d> SceneTreeBuilder<'_, '_, 'd> {
    /// A node by its path, or by the unique ids that Godot 4.6 writes: these are still valid after a node of an
    /// instanced scene was renamed.
    pub(super) fn find_by_path_or_ids(
        &mut self,
        section: Section<'d>,
        path: &str,
        numbers: &str,
    ) -> Option<u32> {
        if let Some(found) = self.find(path) {
            return Some(found);
        }
        let ids = section.attribute(numbers).map(parse_ids).filter(|ids| !ids.is_empty())?;
        ids.into_iter().try_fold(ROOT, |owner, id| self.tree.by_unique_id(owner, id))
    }

    /// A node of an instance by its name, or else by its unique id.
    pub(super) fn instance_node(
        &mut self,
        header: &NodeHeader<'d>,
        parent: u32,
        name: &str,
    ) -> Option<u32> {
        let by_name = self.child(parent, name);
        by_name.or_else(|| {
            let owner = self.tree.scene_of(parent);
            self.tree.by_unique_id(owner, header.unique_id())
        })
    }

    pub(super) fn find(&mut self, path: &str) -> Option<u32> {
        if self.tree.is_empty() {
            return None;
        }
        let mut parts = path.split('/').filter(|part| !matches!(*part, "." | ""));
        parts.try_fold(ROOT, |index, part| match part {
            ".." => self.tree.get(index).parent,
            name => self.child(index, name),
        })
    }

    /// A child by its name; below an opaque node it is assumed to exist.
    fn child(&mut self, parent: u32, name: &str) -> Option<u32> {
        if let Some(child) = self.tree.child(parent, name) {
            return Some(child);
        }
        if !self.tree.get(parent).opaque {
            return None;
        }
        self.resolver.room = self.resolver.room.checked_sub(1)?;
        let owner = self.tree.scene_of(parent);
        let node = TreeNode { is_assumed: true, owner, ..TreeNode::opaque(name, UNKNOWN_CLASS) };
        Some(self.tree.add(Some(parent), node))
    }
}

/// The numbers in `PackedInt32Array(…)`.
fn parse_ids(raw: &str) -> Vec<i64> {
    let inner = raw.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    let numbers = inner.unwrap_or_default().split(',');
    numbers.map_while(|number| number.trim().parse().ok()).collect()
}
