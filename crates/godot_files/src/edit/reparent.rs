//! A node's new place in the tree.

use std::collections::BTreeSet;

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::desk::EditSession;
use super::elsewhere;
use super::lines::{content_end, removal_ranges};
use super::literal::quote;
use super::node_paths::{find_uses, rebase, relative_path};
use super::refusal;
use super::rename;
use super::sheet::{ROOT, SceneBuffer};
use super::world;
use crate::text::{GodotDocument, Section};
use scenewright_project_files::patch::TextPatch;

pub(super) struct ReparentRequest<'e> {
    pub object: &'e ObjectRef,
    pub parent: Option<&'e ObjectRef>,
    pub sibling: Option<usize>,
    pub keep_world: bool,
}

pub(super) fn reparent(
    desk: &mut EditSession<'_>,
    scene: &str,
    wanted: &ReparentRequest<'_>,
) -> Result<(), EngineError> {
    let sheet = desk.open_scene(scene)?;
    let node = sheet.find_node(wanted.object, desk)?;
    let parent = wanted.parent.map_or(Ok(ROOT), |parent| sheet.find_node(parent, desk))?;
    if node == ROOT || sheet.is_below(parent, node) {
        return Err(refusal("reparenting", "a node cannot be below itself"));
    }
    sheet.check_own(node, "reparenting")?;
    let is_same = sheet.object(node).parent == Some(parent);
    let name = match is_same {
        true => sheet.object(node).name.clone(),
        false => sheet.free_name(parent, &sheet.object(node).name),
    };
    let goal = ReparentTarget::new(&sheet, node, parent, wanted.sibling);
    if wanted.keep_world && !is_same {
        world::keep_world_transform(&sheet, desk, node, parent)?;
    }
    rewrite_header(&sheet, node, parent, &goal, &name);
    let path = format!("{}/{name}", sheet.object(parent).path);
    elsewhere::note_scenes_naming(desk, &sheet, sheet.local_path(node), "has moved")?;
    rename::record_moved_ids(desk, &sheet, node, &path);
    let sections: BTreeSet<usize> =
        sheet.subtree(node).filter_map(|at| sheet.resolved.own_section(ObjectIndex(at))).collect();
    let before = goal.before;
    let line_end = sheet.line_end();
    desk.close_scene_with(sheet, |document| move_sections(document, &sections, before, line_end))
}

/// Where a node goes: its number among its new siblings, and the section that it stands behind.
struct ReparentTarget {
    number: usize,
    siblings: Vec<ObjectIndex>,
    before: usize,
}

impl ReparentTarget {
    fn new(
        sheet: &SceneBuffer,
        node: ObjectIndex,
        parent: ObjectIndex,
        sibling: Option<usize>,
    ) -> ReparentTarget {
        let mut siblings = sheet.object(parent).children.clone();
        siblings.retain(|child| *child != node);
        let number = sibling.unwrap_or(siblings.len()).min(siblings.len());
        let at = siblings.get(number).map_or(sheet.subtree(parent).end, |next| next.0);
        let own = sheet.subtree(node);
        let others = (0..at).rev().filter(|at| !own.contains(at));
        let before = others.map(ObjectIndex).find_map(|other| sheet.resolved.own_section(other));
        siblings.insert(number, node);
        ReparentTarget { number, siblings, before: before.unwrap_or_default() }
    }
}

fn rewrite_header(
    sheet: &SceneBuffer,
    node: ObjectIndex,
    parent: ObjectIndex,
    goal: &ReparentTarget,
    name: &str,
) {
    let Some(section) = sheet.section(node) else { return };
    let header = sheet.header_below(parent, goal.number);
    if sheet.object(node).name != name {
        sheet.set_attribute(section, "name", Some(&quote(name)));
    }
    sheet.set_attribute(section, "parent", header.parent.as_deref().map(quote).as_deref());
    sheet.set_attribute(section, "parent_id_path", header.parent_id_path.as_deref());
    let index = header.index.map(|index| format!("\"{index}\""));
    sheet.set_attribute(section, "index", index.as_deref());
    sheet.renumber(&goal.siblings, node);
    if sheet.object(node).parent != Some(parent) {
        let old = sheet.object(node).parent.map(|parent| sheet.object(parent).children.clone());
        let old = old.unwrap_or_default().into_iter().filter(|child| *child != node);
        sheet.renumber(&old.collect::<Vec<_>>(), node);
        let above =
            if parent == ROOT { String::new() } else { format!("{}/", sheet.local_path(parent)) };
        sheet.rebase_header_paths(sheet.local_path(node), &format!("{above}{name}"));
        redirect_paths(sheet, node, &format!("{}/{name}", sheet.object(parent).path));
        sheet.open_instances_around(parent);
    }
}

impl SceneBuffer {
    /// Where places are stored, they are those of the list.
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

/// Paths between the node's branch and the rest of the scene. Unique names lead where they led.
fn redirect_paths(sheet: &SceneBuffer, node: ObjectIndex, path: &str) {
    let old = &sheet.object(node).path;
    let new = |object: ObjectIndex| {
        let full = &sheet.object(object).path;
        rebase(full, old, path).unwrap_or_else(|| full.clone())
    };
    for site in find_uses(sheet) {
        let Some(target) = site.target(sheet).filter(|_| !site.path.contains('%')) else {
            continue;
        };
        if sheet.is_below(site.base, node) == sheet.is_below(target, node) {
            continue;
        }
        let text = format!("{}{}", relative_path(&new(site.base), &new(target)), site.subnames());
        let text = quote(&text);
        sheet.patch().replace(site.bytes.clone(), &text[1..text.len() - 1]);
    }
}

/// The text with some sections behind another one.
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
