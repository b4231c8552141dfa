//! A branch of a scene as a scene of its own, of which an instance takes its place.
//!
//! Paths from the branch to the rest of the scene mean nothing in the new one: those of the branch's
//! root stay where they are, as overrides of the instance, and others are lost.

use std::collections::{BTreeMap, BTreeSet};

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::desk::{EditSession, parse_scene};
use super::files::writes_unique_ids;
use super::ids;
use super::lines::{NodeHeader, plain_key};
use super::literal::quote;
use super::node_paths::{find_uses, rebase};
use super::refusal;
use super::sheet::{ROOT, SceneBuffer};
use super::store::packed_string_array;
use super::tidy::needed_sections;
use crate::files::res_path;
use crate::text::Section;
use crate::value;

pub(super) fn create_prefab(
    desk: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    path: &str,
) -> Result<(), EngineError> {
    let sheet = desk.open_scene(scene)?;
    let node = sheet.find_node(object, desk)?;
    if node == ROOT {
        return Err(refusal("making a scene of the root", "it is one"));
    }
    sheet.check_own(node, "making a scene of it")?;
    let relative = desk.new_scene_file(path)?;
    let branch = SceneBranch::new(&sheet, node);
    let text = branch.text(desk, &relative)?;
    for note in branch.lost_values() {
        desk.add_note(note);
    }
    desk.write(&relative, None, text);
    desk.record_created(&relative, sheet.object(node).name.clone());
    branch.replace(desk, &relative)?;
    desk.close_scene(sheet)
}

struct SceneBranch<'s> {
    sheet: &'s SceneBuffer,
    node: ObjectIndex,
    local: String,
    /// By node, the properties whose values lead out of the branch.
    out: BTreeMap<u32, BTreeSet<String>>,
}

impl<'s> SceneBranch<'s> {
    fn new(sheet: &'s SceneBuffer, node: ObjectIndex) -> SceneBranch<'s> {
        let mut out: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        for site in find_uses(sheet) {
            let target = site.target(sheet);
            let leaves = target.is_some_and(|target| !sheet.is_below(target, node));
            if leaves && sheet.is_below(site.base, node) {
                out.entry(site.base.0).or_default().insert(site.key);
            }
        }
        SceneBranch { sheet, node, local: sheet.local_path(node).to_owned(), out }
    }

    fn leads_out(&self, object: ObjectIndex, key: &str) -> bool {
        self.out.get(&object.0).is_some_and(|keys| keys.contains(key))
    }

    /// `node_paths`, for the properties that stay or for those that go.
    fn node_paths(&self, object: ObjectIndex, section: Section<'_>, out: bool) -> Option<String> {
        let names = value::strings(section.attribute("node_paths")?);
        let names = names.iter().filter(|name| self.leads_out(object, name) == out);
        let names: Vec<String> = names.map(|name| name.clone().into_owned()).collect();
        (!names.is_empty()).then(|| packed_string_array(&names))
    }

    /// A path below the root as the new scene has it.
    fn inner_path(&self, path: &str) -> Option<String> {
        let rest = rebase(path, &self.local, "")?;
        let rest = rest.trim_start_matches('/');
        Some(if rest.is_empty() { ".".to_owned() } else { rest.to_owned() })
    }

    /// The new file.
    fn text(&self, desk: &EditSession<'_>, relative: &str) -> Result<String, EngineError> {
        let end = self.sheet.line_end();
        let nodes = parse_scene(self.nodes().join(end), &res_path(relative))?;
        let (externals, inner) = needed_sections(self.sheet.document(), &nodes);
        let count = externals.len() + inner.len() + 1;
        let steps = match writes_unique_ids(desk) || count == 1 {
            true => String::new(),
            false => format!("load_steps={count} "),
        };
        let uid = quote(&ids::new_uid(desk, relative));
        let mut text = format!("[gd_scene {steps}format=3 uid={uid}]{end}{end}");
        for external in &externals {
            text.push_str(&format!("{external}{end}"));
        }
        if !externals.is_empty() {
            text.push_str(end);
        }
        for section in &inner {
            text.push_str(&format!("{section}{end}{end}"));
        }
        let parts = [
            self.nodes().join(&format!("{end}{end}")),
            self.connections().join(end),
            self.editables().join(end),
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        text.push_str(&parts.join(&format!("{end}{end}")));
        text.push_str(end);
        Ok(text)
    }

    fn nodes(&self) -> Vec<String> {
        let objects = self.sheet.subtree(self.node).map(ObjectIndex);
        objects
            .filter_map(|object| {
                let section = self.sheet.section(object)?;
                let mut attributes = if object == self.node {
                    vec![("parent", None), ("parent_id_path", None), ("index", None)]
                } else {
                    let parent = value::string(section.attribute("parent")?)?;
                    vec![("parent", Some(quote(&self.inner_path(&parent)?)))]
                };
                attributes.push(("node_paths", self.node_paths(object, section, false)));
                let without = self.out.get(&object.0).into_iter().flatten();
                let without: Vec<&str> = without.map(String::as_str).collect();
                Some(self.sheet.rewrite_section(section, &attributes, &without))
            })
            .collect()
    }

    fn sections_with_tag(&self, tag: &str) -> Vec<Section<'_>> {
        self.sheet.document().sections().filter(|section| section.tag() == tag).collect()
    }

    fn inner_ends(&self, section: Section<'_>) -> Option<(String, String)> {
        let end = |key| self.inner_path(&value::string(section.attribute(key)?)?);
        Some((end("from")?, end("to")?))
    }

    /// Those between nodes of the branch.
    fn connections(&self) -> Vec<String> {
        let all = self.sections_with_tag("connection").into_iter();
        all.filter_map(|section| {
            let (from, to) = self.inner_ends(section)?;
            let ends = [("from", Some(quote(&from))), ("to", Some(quote(&to)))];
            Some(self.sheet.rewrite_section(section, &ends, &[]))
        })
        .collect()
    }

    fn editables(&self) -> Vec<String> {
        let paths = self.sheet.editables().filter_map(|(_, path)| self.inner_path(&path));
        let inside = paths.filter(|path| path != ".");
        inside.map(|path| format!("[editable path={}]", quote(&path))).collect()
    }

    fn lost_values(&self) -> Vec<String> {
        let below = self.out.iter().filter(|(object, _)| **object != self.node.0);
        let note = |(object, keys): (&u32, &BTreeSet<String>)| {
            let path = &self.sheet.object(ObjectIndex(*object)).path;
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            format!("'{path}' loses what leads out of the new scene: {}", keys.join(", "))
        };
        below.map(note).collect()
    }

    /// Puts an instance of the new scene where the branch was.
    fn replace(&self, desk: &EditSession<'_>, relative: &str) -> Result<(), EngineError> {
        let sheet = self.sheet;
        let Some(section) = sheet.section(self.node) else { return Ok(()) };
        let text =
            |key| section.attribute(key).and_then(value::string).map(|text| text.into_owned());
        let header = NodeHeader {
            name: sheet.object(self.node).name.clone(),
            parent: text("parent"),
            parent_id_path: section.attribute("parent_id_path").map(str::to_owned),
            index: section
                .attribute("index")
                .and_then(value::integer)
                .and_then(|at| at.try_into().ok()),
            unique_id: section.attribute("unique_id").and_then(value::integer),
            node_paths: self.node_paths(self.node, section, true),
            instance: Some(sheet.external_id(desk, relative)?),
            ..NodeHeader::default()
        };
        let end = super::lines::content_end(sheet.document(), section);
        let mut text = header.text();
        for place in section.property_places() {
            if self.leads_out(self.node, &plain_key(place.key)) {
                text.push_str(&format!("{}{} = {}", sheet.line_end(), place.key, place.value));
            }
        }
        sheet.patch().replace(section.header_bytes().start..end, text);
        sheet.remove_sections(&self.moved_sections());
        Ok(())
    }

    /// What the new scene says from now on.
    fn moved_sections(&self) -> BTreeSet<usize> {
        let below = self.sheet.subtree(self.node).skip(1).map(ObjectIndex);
        let nodes = below.filter_map(|object| self.sheet.resolved.own_section(object));
        let connections = self.sections_with_tag("connection").into_iter();
        let connections = connections.filter(|section| self.inner_ends(*section).is_some());
        let editables = self.sheet.editables().filter(|(_, path)| self.inner_path(path).is_some());
        let others = connections.chain(editables.map(|(section, _)| section));
        nodes.chain(others.map(Section::index)).collect()
    }
}
