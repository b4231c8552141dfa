//! Moves a node to another parent or another index.

use std::collections::BTreeSet;

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::keep_world;
use super::lines::{content_end, removal_ranges};
use super::literal::quote;
use super::node_paths::{find_uses, rebase, relative_path};
use super::other_scenes;
use super::refusal;
use super::rename;
use super::session::EditSession;
use crate::text::{GodotDocument, Section};
use scenewright_project_files::patch::TextPatch;

pub(super) struct ReparentRequest<'e> {
    pub object: &'e ObjectRef,
    pub parent: Option<&'e ObjectRef>,
    pub sibling: Option<usize>,
    pub keep_world: bool,
}

pub(super) fn reparent(
    session: &mut EditSession<'_>,
    scene: &str,
    wanted: &ReparentRequest<'_>,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(wanted.object, session)?;
    let parent = wanted.parent.map_or(Ok(ROOT), |parent| buffer.find_node(parent, session))?;
    if node == ROOT || buffer.is_below(parent, node) {
        return Err(refusal("reparenting", "a node cannot be its own descendant"));
    }
    buffer.check_own(node, "reparenting")?;
    let is_same = buffer.object(node).parent == Some(parent);
    let name = match is_same {
        true => buffer.object(node).name.clone(),
        false => buffer.free_name(parent, &buffer.object(node).name),
    };
    let goal = ReparentTarget::new(&buffer, node, parent, wanted.sibling);
    if wanted.keep_world && !is_same {
        keep_world::keep_world_transform(&buffer, session, node, parent)?;
    }
    rewrite_header(&buffer, node, parent, &goal, &name);
    let path = format!("{}/{name}", buffer.object(parent).path);
    other_scenes::note_scenes_naming(session, &buffer, buffer.local_path(node), "was moved")?;
    rename::record_moved_ids(session, &buffer, node, &path);
    let sections: BTreeSet<usize> = buffer
        .subtree(node)
        .filter_map(|at| buffer.resolved.own_section(ObjectIndex(at)))
        .collect();
    let before = goal.before;
    let line_end = buffer.line_end();
    session
        .close_scene_with(buffer, |document| move_sections(document, &sections, before, line_end))
}

/// The new position of a node: its index among its siblings, and the section before it.
struct ReparentTarget {
    number: usize,
    siblings: Vec<ObjectIndex>,
    before: usize,
}

impl ReparentTarget {
    fn new(
        buffer: &SceneBuffer,
        node: ObjectIndex,
        parent: ObjectIndex,
        sibling: Option<usize>,
    ) -> ReparentTarget {
        let mut siblings = buffer.object(parent).children.clone();
        siblings.retain(|child| *child != node);
        let number = sibling.unwrap_or(siblings.len()).min(siblings.len());
        let at = siblings.get(number).map_or(buffer.subtree(parent).end, |next| next.0);
        let own = buffer.subtree(node);
        let others = (0..at).rev().filter(|at| !own.contains(at));
        let before = others.map(ObjectIndex).find_map(|other| buffer.resolved.own_section(other));
        siblings.insert(number, node);
        ReparentTarget { number, siblings, before: before.unwrap_or_default() }
    }
}

fn rewrite_header(
    buffer: &SceneBuffer,
    node: ObjectIndex,
    parent: ObjectIndex,
    goal: &ReparentTarget,
    name: &str,
) {
    let Some(section) = buffer.section(node) else { return };
    let header = buffer.header_below(parent, goal.number);
    if buffer.object(node).name != name {
        buffer.set_attribute(section, "name", Some(&quote(name)));
    }
    buffer.set_attribute(section, "parent", header.parent.as_deref().map(quote).as_deref());
    buffer.set_attribute(section, "parent_id_path", header.parent_id_path.as_deref());
    let index = header.index.map(|index| format!("\"{index}\""));
    buffer.set_attribute(section, "index", index.as_deref());
    buffer.renumber(&goal.siblings, node);
    if buffer.object(node).parent != Some(parent) {
        let old = buffer.object(node).parent.map(|parent| buffer.object(parent).children.clone());
        let old = old.unwrap_or_default().into_iter().filter(|child| *child != node);
        buffer.renumber(&old.collect::<Vec<_>>(), node);
        let above =
            if parent == ROOT { String::new() } else { format!("{}/", buffer.local_path(parent)) };
        buffer.rebase_header_paths(buffer.local_path(node), &format!("{above}{name}"));
        redirect_paths(buffer, node, &format!("{}/{name}", buffer.object(parent).path));
        buffer.open_instances_around(parent);
    }
}

impl SceneBuffer {
    /// Updates the stored indexes to the order of the list.
    fn renumber(&self, siblings: &[ObjectIndex], except: ObjectIndex) {
        for (number, child) in siblings.iter().enumerate().filter(|(_, child)| **child != except) {
            let section = self.section(*child);
            let stored = section.filter(|section| section.attribute("index").is_some());
            let raw = format!("\"{number}\"");
            if let Some(section) = stored.filter(|section| section.attribute("index") != Some(&raw))
            {
                self.set_attribute(section, "index", Some(&raw));
            }
        }
    }
}

/// Adapts the paths between the node's branch and the rest of the scene. Unique names stay valid.
fn redirect_paths(buffer: &SceneBuffer, node: ObjectIndex, path: &str) {
    let old = &buffer.object(node).path;
    let new = |object: ObjectIndex| {
        let full = &buffer.object(object).path;
        rebase(full, old, path).unwrap_or_else(|| full.clone())
    };
    for site in find_uses(buffer) {
        let Some(target) = site.target(buffer).filter(|_| !site.path.contains('%')) else {
            continue;
        };
        if buffer.is_below(site.base, node) == buffer.is_below(target, node) {
            continue;
        }
        let text = format!("{}{}", relative_path(&new(site.base), &new(target)), site.subnames());
        let text = quote(&text);
        buffer.patch().replace(site.bytes.clone(), &text[1..text.len() - 1]);
    }
}

/// The text with some sections moved after another one.
fn move_sections(
    document: &GodotDocument,
    sections: &BTreeSet<usize>,
    before: usize,
    end: &str,
) -> Option<String> {
    let text = document.text();
    let content =
        |section: Section<'_>| &text[section.header_bytes().start..content_end(document, section)];
    let mut patch = TextPatch::default();
    let before = document.section(before)?;
    for section in sections.iter().filter_map(|at| document.section(*at)) {
        patch.insert(content_end(document, before), format!("{end}{end}{}", content(section)));
    }
    for bytes in removal_ranges(document, sections) {
        patch.remove(bytes);
    }
    patch.apply(text)
}
