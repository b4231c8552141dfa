//! Duplicates a node and its descendants; the copy becomes the next sibling.
//!
//! As in the editor, the connections from the copied nodes are copied, sub-resources are shared, and only the
//! copied node itself keeps a unique name.

use std::collections::HashMap;

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::literal::quote;
use super::node_paths::rebase;
use super::refusal;
use super::rename::check_name;
use super::session::EditSession;
use crate::text::Section;
use crate::value;

pub(super) fn duplicate(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    name: Option<&str>,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let parent = buffer.object(node).parent.filter(|_| node != ROOT);
    let parent =
        parent.ok_or_else(|| refusal("duplicating the root", "a scene has only one root"))?;
    buffer.check_own(node, "duplicating")?;
    name.map_or(Ok(()), check_name)?;
    let name = buffer.free_name(parent, name.unwrap_or(&buffer.object(node).name));
    let copy = BranchCopy::new(&buffer, node, parent, name);
    copy.nodes();
    copy.connections();
    copy.editables();
    let siblings = &buffer.object(parent).children;
    let number = siblings.iter().position(|child| *child == node).unwrap_or_default();
    buffer.make_gap(parent, number + 1);
    session
        .record_created(&buffer.relative, format!("{}/{}", buffer.object(parent).path, copy.name));
    session.close_scene(buffer)
}

struct BranchCopy<'s> {
    buffer: &'s SceneBuffer,
    node: ObjectIndex,
    name: String,
    /// The paths of the original and of the copy below the root.
    from: String,
    to: String,
    /// The unique ids of the copies by those of the originals.
    ids: HashMap<i64, i64>,
}

impl<'s> BranchCopy<'s> {
    fn new(
        buffer: &'s SceneBuffer,
        node: ObjectIndex,
        parent: ObjectIndex,
        name: String,
    ) -> BranchCopy<'s> {
        let above =
            if parent == ROOT { String::new() } else { format!("{}/", buffer.local_path(parent)) };
        let to = format!("{above}{name}");
        let from = buffer.local_path(node).to_owned();
        let ids = new_unique_ids(buffer, node, &from, &to);
        BranchCopy { buffer, node, name, from, to, ids }
    }

    fn nodes(&self) {
        let end = self.buffer.subtree(self.node);
        let Some(before) = self.buffer.section_before(end.end) else { return };
        for object in end.map(ObjectIndex) {
            if let Some(section) = self.buffer.section(object) {
                let text = self.copied_section(object, section);
                self.buffer.insert_section(before, &text);
            }
        }
    }

    fn copied_section(&self, object: ObjectIndex, section: Section<'_>) -> String {
        let mut attributes: Vec<(&str, Option<String>)> = Vec::new();
        let text = |key| section.attribute(key).and_then(value::string);
        if object == self.node {
            attributes.push(("name", Some(quote(&self.name))));
            let index = section.attribute("index").and_then(value::integer);
            if let Some(index) = index {
                attributes.push(("index", Some(format!("\"{}\"", index.saturating_add(1)))));
            }
        } else if let Some(parent) = text("parent").and_then(|path| self.copied_path(&path)) {
            attributes.push(("parent", Some(quote(&parent))));
        }
        let id = section.attribute("unique_id").and_then(value::integer);
        if let Some(id) =
            id.and_then(|id| self.ids.get(&id)).filter(|_| !SceneBuffer::is_override(section))
        {
            attributes.push(("unique_id", Some(id.to_string())));
        }
        if let Some(raw) = section.attribute("parent_id_path") {
            attributes.push(("parent_id_path", Some(self.copied_id_path(raw))));
        }
        let without: &[&str] = if object == self.node { &[] } else { &["unique_name_in_owner"] };
        self.buffer.rewrite_section(section, &attributes, without)
    }

    fn copied_path(&self, path: &str) -> Option<String> {
        rebase(path, &self.from, &self.to)
    }

    /// The first id belongs to this file, the others to instanced scenes.
    fn copied_id_path(&self, raw: &str) -> String {
        let inner = raw.trim_start_matches("PackedInt32Array(").trim_end_matches(')');
        let mut ids = inner.split(',').map(|id| id.trim().to_owned());
        let first = ids.next().unwrap_or_default();
        let new = first.parse().ok().and_then(|id: i64| self.ids.get(&id));
        let first = new.map_or(first, i64::to_string);
        let ids: Vec<String> = std::iter::once(first).chain(ids).collect();
        format!("PackedInt32Array({})", ids.join(", "))
    }

    /// Godot writes the connections of a node after those of its ancestors.
    fn connections(&self) {
        let all =
            || self.buffer.document().sections().filter(|section| section.tag() == "connection");
        let text = |section: Section<'_>, key: &str| {
            section.attribute(key).and_then(value::string).map(|text| text.into_owned())
        };
        let copies = all().filter_map(|section| {
            let from = self.copied_path(&text(section, "from")?)?;
            let to = text(section, "to")?;
            let to = self.copied_path(&to).unwrap_or(to);
            let mut attributes = vec![("from", Some(quote(&from))), ("to", Some(quote(&to)))];
            for key in ["from_uid_path", "to_uid_path"] {
                if let Some(raw) = section.attribute(key) {
                    attributes.push((key, Some(self.copied_id_path(raw))));
                }
            }
            Some(self.buffer.rewrite_section(section, &attributes, &[]))
        });
        let copies: Vec<String> = copies.collect();
        let is_ours = |section: &Section<'_>| {
            text(*section, "from").is_some_and(|from| self.copied_path(&from).is_some())
        };
        if let Some(last) = all().filter(is_ours).last() {
            copies.iter().for_each(|copy| self.buffer.insert_line(last, copy));
        }
    }

    fn editables(&self) {
        let copies: Vec<String> = self
            .buffer
            .editables()
            .filter_map(|(_, path)| {
                Some(format!("[editable path={}]", quote(&self.copied_path(&path)?)))
            })
            .collect();
        if let Some((last, _)) =
            self.buffer.editables().filter(|(_, path)| self.copied_path(path).is_some()).last()
        {
            copies.iter().for_each(|copy| self.buffer.insert_line(last, copy));
        }
    }
}

fn new_unique_ids(
    buffer: &SceneBuffer,
    node: ObjectIndex,
    from: &str,
    to: &str,
) -> HashMap<i64, i64> {
    let mut ids = HashMap::new();
    let mut taken = Vec::new();
    for object in buffer.subtree(node).map(ObjectIndex) {
        let declares =
            buffer.section(object).is_some_and(|section| !SceneBuffer::is_override(section));
        let old = buffer.unique_id(object).filter(|_| declares);
        let path = rebase(buffer.local_path(object), from, to).unwrap_or_default();
        if let Some((old, new)) = old.zip(buffer.new_unique_id(&path, &taken)) {
            taken.push(new);
            ids.insert(old, new);
        }
    }
    ids
}
