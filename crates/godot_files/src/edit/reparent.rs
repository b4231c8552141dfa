//! A node's new place in the tree.

use std::collections::BTreeSet;

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::desk::Desk;
use super::elsewhere;
use super::lines::{content_end, removals};
use super::literal::quoted;
use super::node_paths::{moved, relative, sites};
use super::refused;
use super::rename;
use super::sheet::{ROOT, Sheet};
use super::world;
use crate::text::{Document, Section};
use scenewright_project_files::patch::Patch;

pub(super) struct Move<'e> {
    pub object: &'e ObjectRef,
    pub parent: Option<&'e ObjectRef>,
    pub sibling: Option<usize>,
    pub keep_world: bool,
}

pub(super) fn reparent(
    desk: &mut Desk<'_>,
    scene: &str,
    wanted: &Move<'_>,
) -> Result<(), EngineError> {
    let sheet = desk.open(scene)?;
    let node = sheet.find(wanted.object, desk)?;
    let parent = wanted.parent.map_or(Ok(ROOT), |parent| sheet.find(parent, desk))?;
    if node == ROOT || sheet.is_below(parent, node) {
        return Err(refused("reparenting", "a node cannot be below itself"));
    }
    sheet.own(node, "reparenting")?;
    let is_same = sheet.object(node).parent == Some(parent);
    let name = match is_same {
        true => sheet.object(node).name.clone(),
        false => sheet.free_name(parent, &sheet.object(node).name),
    };
    let goal = Goal::new(&sheet, node, parent, wanted.sibling);
    if wanted.keep_world && !is_same {
        world::keep(&sheet, desk, node, parent)?;
    }
    rewrite(&sheet, node, parent, &goal, &name);
    let path = format!("{}/{name}", sheet.object(parent).path);
    elsewhere::note(desk, &sheet, sheet.local(node), "has moved")?;
    rename::ids(desk, &sheet, node, &path);
    let sections: BTreeSet<usize> =
        sheet.subtree(node).filter_map(|at| sheet.resolved.own_section(ObjectIndex(at))).collect();
    let before = goal.before;
    let line_end = sheet.line_end();
    desk.close_with(sheet, |document| carried(document, &sections, before, line_end))
}

/// Where a node goes: its number among its new siblings, and the section that it stands behind.
struct Goal {
    number: usize,
    siblings: Vec<ObjectIndex>,
    before: usize,
}

impl Goal {
    fn new(sheet: &Sheet, node: ObjectIndex, parent: ObjectIndex, sibling: Option<usize>) -> Goal {
        let mut siblings = sheet.object(parent).children.clone();
        siblings.retain(|child| *child != node);
        let number = sibling.unwrap_or(siblings.len()).min(siblings.len());
        let at = siblings.get(number).map_or(sheet.subtree(parent).end, |next| next.0);
        let own = sheet.subtree(node);
        let others = (0..at).rev().filter(|at| !own.contains(at));
        let before = others.map(ObjectIndex).find_map(|other| sheet.resolved.own_section(other));
        siblings.insert(number, node);
        Goal { number, siblings, before: before.unwrap_or_default() }
    }
}

fn rewrite(sheet: &Sheet, node: ObjectIndex, parent: ObjectIndex, goal: &Goal, name: &str) {
    let Some(section) = sheet.section(node) else { return };
    let header = sheet.placed(parent, goal.number);
    if sheet.object(node).name != name {
        sheet.set_attribute(section, "name", Some(&quoted(name)));
    }
    sheet.set_attribute(section, "parent", header.parent.as_deref().map(quoted).as_deref());
    sheet.set_attribute(section, "parent_id_path", header.parent_id_path.as_deref());
    let index = header.index.map(|index| format!("\"{index}\""));
    sheet.set_attribute(section, "index", index.as_deref());
    sheet.renumber(&goal.siblings, node);
    if sheet.object(node).parent != Some(parent) {
        let old = sheet.object(node).parent.map(|parent| sheet.object(parent).children.clone());
        let old = old.unwrap_or_default().into_iter().filter(|child| *child != node);
        sheet.renumber(&old.collect::<Vec<_>>(), node);
        let above =
            if parent == ROOT { String::new() } else { format!("{}/", sheet.local(parent)) };
        sheet.move_paths(sheet.local(node), &format!("{above}{name}"));
        lead(sheet, node, &format!("{}/{name}", sheet.object(parent).path));
        sheet.open_to(parent);
    }
}

impl Sheet {
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
fn lead(sheet: &Sheet, node: ObjectIndex, path: &str) {
    let old = &sheet.object(node).path;
    let new = |object: ObjectIndex| {
        let full = &sheet.object(object).path;
        moved(full, old, path).unwrap_or_else(|| full.clone())
    };
    for site in sites(sheet) {
        let Some(target) = site.target(sheet).filter(|_| !site.path.contains('%')) else {
            continue;
        };
        if sheet.is_below(site.base, node) == sheet.is_below(target, node) {
            continue;
        }
        let text = format!("{}{}", relative(&new(site.base), &new(target)), site.subnames());
        let text = quoted(&text);
        sheet.patch().replace(site.bytes.clone(), &text[1..text.len() - 1]);
    }
}

/// The text with some sections behind another one.
fn carried(
    document: &Document,
    sections: &BTreeSet<usize>,
    before: usize,
    end: &str,
) -> Option<String> {
    let text = document.text();
    let content =
        |section: Section<'_>| &text[section.header_bytes().start..content_end(document, section)];
    let mut patch = Patch::default();
    let before = document.section(before)?;
    for section in sections.iter().filter_map(|at| document.section(*at)) {
        patch.insert(content_end(document, before), format!("{end}{end}{}", content(section)));
    }
    for bytes in removals(document, sections) {
        patch.remove(bytes);
    }
    patch.apply(text)
}
