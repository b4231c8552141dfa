//! The positions of nodes in a scene file: in the order of the tree. Nodes of instances have a section only if
//! they override something.

use std::collections::BTreeSet;

use scenewright_model::{NodeOrigin, ObjectIndex};

use super::buffer::{ROOT, SceneBuffer};
use super::lines::NodeHeader;
use super::literal::quote;
use crate::text::Section;
use crate::value;

impl SceneBuffer {
    /// The last section of a node before the index `at` of the scene's objects.
    pub(super) fn section_before(&self, at: u32) -> Option<Section<'_>> {
        (0..at).rev().find_map(|index| self.section(ObjectIndex(index)))
    }

    /// The index among the scene's objects for a new child at `sibling`, or after the last child, and the index
    /// of the child among its siblings.
    pub(super) fn child_position(
        &self,
        parent: ObjectIndex,
        sibling: Option<usize>,
    ) -> (u32, usize) {
        let children = &self.object(parent).children;
        let number = sibling.unwrap_or(children.len()).min(children.len());
        match children.get(number) {
            Some(next) => (next.0, number),
            None => (self.subtree(parent).end, number),
        }
    }

    /// The attributes of a node below `parent` that describe its position.
    pub(super) fn header_below(&self, parent: ObjectIndex, number: usize) -> NodeHeader {
        NodeHeader {
            parent: Some(self.local_path(parent).to_owned()),
            parent_id_path: self.parent_id_path(parent),
            index: self.needs_index(parent).then_some(number),
            ..NodeHeader::default()
        }
    }

    /// Godot stores the index of a node only among nodes of other scenes.
    pub(super) fn needs_index(&self, parent: ObjectIndex) -> bool {
        self.is_inherited() || (parent != ROOT && self.origin(parent) != NodeOrigin::Own)
    }

    /// The unique ids that lead to a node without a section in the file.
    fn parent_id_path(&self, parent: ObjectIndex) -> Option<String> {
        match parent == ROOT || self.section(parent).is_some() {
            true => None,
            false => self.id_path(parent),
        }
    }

    /// The unique ids from the root's scene down to a node, one for each scene on the way.
    pub(super) fn id_path(&self, object: ObjectIndex) -> Option<String> {
        let owner = |index: &ObjectIndex| self.object(*index).node.as_ref()?.owner;
        let chain = std::iter::successors(Some(object), owner).take_while(|index| *index != ROOT);
        let mut ids = chain.map(|index| self.unique_id(index)).collect::<Option<Vec<i64>>>()?;
        ids.reverse();
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        Some(format!("PackedInt32Array({})", ids.join(", ")))
    }

    /// Adds a section for a node without one, with additional `attributes` and its properties.
    pub(super) fn add_override(&self, object: ObjectIndex, attributes: &str, lines: &[String]) {
        let Some(parent) = self.object(object).parent else { return };
        let siblings = &self.object(parent).children;
        let number = siblings.iter().position(|child| *child == object).unwrap_or_default();
        let header = NodeHeader {
            name: self.object(object).name.clone(),
            unique_id: self.unique_id(object),
            index: Some(number),
            ..self.header_below(parent, number)
        };
        let mut text = header.text();
        text.insert_str(text.len() - 1, attributes);
        for line in lines {
            text.push_str(self.line_end());
            text.push_str(line);
        }
        if let Some(before) = self.section_before(object.0) {
            self.insert_section(before, &text);
        }
        for child in self.child_sections(object) {
            self.set_attribute(child, "parent_id_path", None);
        }
        self.open_instances_around(object);
    }

    /// Removes a section without content.
    pub(super) fn remove_override(&self, object: ObjectIndex) {
        let Some(section) = self.resolved.own_section(object) else { return };
        self.remove_sections(&BTreeSet::from([section]));
        let Some(ids) = self.id_path(object) else { return };
        for child in self.child_sections(object) {
            self.set_attribute(child, "parent_id_path", Some(&ids));
        }
    }

    /// The sections of a node's children.
    fn child_sections(&self, object: ObjectIndex) -> Vec<Section<'_>> {
        let children = self.object(object).children.iter();
        children.filter_map(|child| self.section(*child)).collect()
    }

    /// Whether a section overrides a node that another scene declares.
    pub(super) fn is_override(section: Section<'_>) -> bool {
        ["type", "instance", "instance_placeholder"]
            .iter()
            .all(|key| section.attribute(key).is_none())
    }

    /// Makes the instances that contain a node editable: Godot drops nodes and overrides in others.
    pub(super) fn open_instances_around(&self, object: ObjectIndex) {
        let owner = |index: &ObjectIndex| self.object(*index).node.as_ref()?.owner;
        let owners = std::iter::successors(owner(&object), owner);
        for instance in owners.take_while(|index| *index != ROOT) {
            self.open_instance(instance);
        }
    }

    pub(super) fn open_instance(&self, instance: ObjectIndex) {
        let path = self.local_path(instance);
        let is_open = self.editables().any(|(_, open)| open == path);
        if is_open || !self.opened.borrow_mut().insert(instance) {
            return;
        }
        let line = format!("[editable path={}]", quote(path));
        match self.editables().last() {
            Some((last, _)) => self.insert_line(last, &line),
            None => {
                if let Some(last) = self.document().sections().last() {
                    self.insert_section(last, &line);
                }
            }
        }
    }

    /// The `[editable]` sections and their paths.
    pub(super) fn editables(&self) -> impl Iterator<Item = (Section<'_>, String)> {
        let sections = self.document().sections().filter(|section| section.tag() == "editable");
        sections.filter_map(|section| {
            let path = value::string(section.attribute("path")?)?;
            Some((section, path.into_owned()))
        })
    }
}
