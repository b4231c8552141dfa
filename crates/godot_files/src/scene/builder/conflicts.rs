//! What Godot does with a name that is taken and with a node that its instance does not have any more.

use std::borrow::Cow;

use super::SceneTreeBuilder;
use crate::files::res_path;
use crate::layers::SectionLayer;
use crate::scene::{VanishedNode, naming};
use crate::tree::ROOT;

impl SceneTreeBuilder<'_, '_, '_> {
    /// As in Godot, a number is added to a name that a sibling has already.
    pub(super) fn free_name<'n>(&mut self, parent: u32, name: &'n str) -> Cow<'n, str> {
        if self.tree.child(parent, name).is_none() {
            return Cow::Borrowed(name);
        }
        let path = res_path(self.relative);
        self.resolver.notes.add(&format!("'{path}' has two nodes '{name}' with the same parent"));
        let name = naming::valid_name(name);
        let last = self.numbered.get(&(parent, name.clone()));
        let mut candidate = last.cloned().unwrap_or_else(|| name.clone());
        while self.tree.child(parent, &candidate).is_some() {
            candidate = naming::next_name(&candidate);
        }
        self.numbered.insert((parent, name), candidate.clone());
        Cow::Owned(candidate)
    }

    /// As in Godot, a node whose parent is missing is added to the root, with its previous path as a name.
    pub(super) fn stray_name(&mut self, parent_path: &str, name: &str) -> String {
        let was = parent_path.trim_start_matches("./");
        let name = self.free_name(ROOT, name);
        let name = naming::valid_name(&format!("{was}#{name}"));
        self.free_name(ROOT, &name).into_owned()
    }

    pub(super) fn note_missing_node(&mut self, node: &str, layer: SectionLayer) {
        let vanished = self.topmost_missing(node, layer);
        self.resolver.vanished.push(vanished);
        let path = res_path(self.relative);
        let note = format!(
            "'{path}' overrides or extends the node '{node}', which its instance does not have"
        );
        self.resolver.notes.add(&note);
    }

    /// The first node on a path that does not exist.
    fn topmost_missing(&self, path: &str, layer: SectionLayer) -> VanishedNode {
        let (mut at, mut known) = (ROOT, Vec::new());
        for part in path.split('/').filter(|part| !matches!(*part, "." | "")) {
            known.push(part);
            match self.tree.child(at, part) {
                Some(child) => at = child,
                None => break,
            }
        }
        let scene = self.tree.get(self.tree.scene_of(at));
        let instance = scene.instance_of.as_deref().map(str::to_owned);
        VanishedNode { layer, path: known.join("/"), instance }
    }
}
