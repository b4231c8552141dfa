//! Deletes a node with its descendants and all sections of the file that belong to them.

use std::collections::{BTreeMap, BTreeSet};

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::node_paths::{NodePathUse, find_uses, rebase};
use super::other_scenes;
use super::refusal;
use super::section_type::SectionType;
use super::session::EditSession;
use crate::api::compare::same_value;
use crate::text::Section;
use crate::value;

pub(super) fn delete(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    if node == ROOT {
        return Err(refusal("deleting the root", "a scene needs a root"));
    }
    buffer.check_own(node, "deleting")?;
    let sections = buffer.sections_of(buffer.local_path(node));
    buffer.remove_sections(&sections);
    clear_paths_to(&buffer, session, node, &sections);
    buffer.close_gap(node);
    other_scenes::note_scenes_naming(session, &buffer, buffer.local_path(node), "was deleted")?;
    session.close_scene(buffer)
}

impl SceneBuffer {
    /// The indexes of all sections about a node and its descendants.
    pub(super) fn sections_of(&self, local: &str) -> BTreeSet<usize> {
        let sections = self.document().sections().filter(|section| is_about(*section, local));
        sections.map(Section::index).collect()
    }

    /// Decrements the stored indexes of later siblings after a removal.
    pub(super) fn close_gap(&self, node: ObjectIndex) {
        let Some(parent) = self.object(node).parent else { return };
        let siblings = &self.object(parent).children;
        let later = siblings.iter().enumerate().skip_while(|(_, child)| **child != node).skip(1);
        for (number, child) in later {
            let section = self.section(*child);
            if let Some(section) = section.filter(|section| section.attribute("index").is_some()) {
                self.set_attribute(section, "index", Some(&format!("\"{}\"", number - 1)));
            }
        }
    }
}

fn is_about(section: Section<'_>, local: &str) -> bool {
    let text = |key| section.attribute(key).and_then(value::string);
    let inside = |path: &str| rebase(path, local, "").is_some();
    match section.tag() {
        "node" => match (text("parent"), text("name")) {
            (Some(parent), Some(name)) if parent == "." => inside(&name),
            (Some(parent), Some(name)) => inside(&format!("{parent}/{name}")),
            _ => false,
        },
        "connection" => {
            ["from", "to"].into_iter().any(|key| text(key).is_some_and(|path| inside(&path)))
        }
        "editable" => text("path").is_some_and(|path| inside(&path)),
        _ => false,
    }
}

/// As in the editor, node paths that lead to the node become empty, and references to it become null.
fn clear_paths_to(
    buffer: &SceneBuffer,
    session: &mut EditSession<'_>,
    node: ObjectIndex,
    gone: &BTreeSet<usize>,
) {
    let mut lost: BTreeMap<usize, Vec<NodePathUse>> = BTreeMap::new();
    for site in find_uses(buffer) {
        let leads = site.target(buffer).is_some_and(|target| buffer.is_below(target, node));
        if leads && !gone.contains(&site.section) {
            lost.entry(site.section).or_default().push(site);
        }
    }
    for (number, sites) in lost {
        let Some(section) = buffer.document().section(number) else { continue };
        if section.tag() == "node" {
            clear_paths_in(buffer, session, section, &sites);
        } else {
            let id = section.attribute("id").map(value::id).unwrap_or_default();
            let path = &buffer.object(node).path;
            session
                .add_note(format!("the resource '{id}' still refers to the deleted node '{path}'"));
        }
    }
}

fn clear_paths_in(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    section: Section<'_>,
    sites: &[NodePathUse],
) {
    let names = section.attribute("node_paths").map(value::strings).unwrap_or_default();
    let mut nodes: Vec<String> = names.into_iter().map(Into::into).collect();
    let before = nodes.len();
    for site in sites {
        let is_node = nodes.contains(&site.key);
        let default = SectionType::of_node(buffer, session, site.base).property(session, &site.key);
        let default = default.and_then(|declared| declared.default);
        let is_default = default.is_some_and(|default| same_value(&default, "NodePath(\"\")"));
        if site.is_whole && (is_node || is_default) {
            buffer.remove_property(section, &site.key);
            nodes.retain(|name| *name != site.key);
        } else if is_node {
            buffer.patch().replace(site.literal.clone(), "null");
        } else {
            buffer.patch().replace(site.bytes.clone(), "");
        }
    }
    if nodes.len() != before {
        let raw = super::store::packed_string_array(&nodes);
        let raw = (!nodes.is_empty()).then_some(raw.as_str());
        buffer.set_attribute(section, "node_paths", raw);
    }
}
