//! Saves a branch of a scene as a new scene and replaces it with an instance.
//!
//! Node paths from the branch to the rest of the scene are invalid in the new scene: those of the root of the
//! branch become overrides of the instance, and the others are lost. Connections that cross the border of the
//! branch stay in the outer scene.

use std::collections::{BTreeMap, BTreeSet};

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::files::writes_unique_ids;
use super::ids;
use super::lines::{NodeHeader, plain_key};
use super::literal::quote;
use super::node_paths::{find_uses, rebase};
use super::refusal;
use super::session::{EditSession, parse_scene};
use super::store::packed_string_array;
use super::tidy::needed_sections;
use crate::files::res_path;
use crate::text::Section;
use crate::value;

pub(super) fn create_prefab(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    path: &str,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    if node == ROOT {
        return Err(refusal("making a scene of the root", "it is the root of a scene already"));
    }
    buffer.check_own(node, "making a scene of it")?;
    let relative = session.new_scene_file(path)?;
    let branch = SceneBranch::new(&buffer, node);
    let text = branch.text(session, &relative)?;
    for note in branch.lost_values().into_iter().chain(branch.opened_note()) {
        session.add_note(note);
    }
    session.write(&relative, None, text);
    session.record_created(&relative, buffer.object(node).name.clone());
    branch.replace(session, &relative)?;
    session.close_scene(buffer)
}

struct SceneBranch<'s> {
    buffer: &'s SceneBuffer,
    node: ObjectIndex,
    local: String,
    /// By node, the properties whose values refer to nodes outside of the branch.
    out: BTreeMap<u32, BTreeSet<String>>,
}

impl<'s> SceneBranch<'s> {
    fn new(buffer: &'s SceneBuffer, node: ObjectIndex) -> SceneBranch<'s> {
        let mut out: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        for site in find_uses(buffer) {
            let target = site.target(buffer);
            let leaves = target.is_some_and(|target| !buffer.is_below(target, node));
            if leaves && buffer.is_below(site.base, node) {
                out.entry(site.base.0).or_default().insert(site.key);
            }
        }
        SceneBranch { buffer, node, local: buffer.local_path(node).to_owned(), out }
    }

    fn leads_out(&self, object: ObjectIndex, key: &str) -> bool {
        self.out.get(&object.0).is_some_and(|keys| keys.contains(key))
    }

    /// The attribute `node_paths`, for the properties that refer to the outside or for the others.
    fn node_paths(&self, object: ObjectIndex, section: Section<'_>, out: bool) -> Option<String> {
        let names = value::strings(section.attribute("node_paths")?);
        let names = names.iter().filter(|name| self.leads_out(object, name) == out);
        let names: Vec<String> = names.map(|name| name.clone().into_owned()).collect();
        (!names.is_empty()).then(|| packed_string_array(&names))
    }

    /// A path below the root, in the new scene.
    fn inner_path(&self, path: &str) -> Option<String> {
        let rest = rebase(path, &self.local, "")?;
        let rest = rest.trim_start_matches('/');
        Some(if rest.is_empty() { ".".to_owned() } else { rest.to_owned() })
    }

    /// The text of the new file.
    fn text(&self, session: &EditSession<'_>, relative: &str) -> Result<String, EngineError> {
        let end = self.buffer.line_end();
        let nodes = parse_scene(self.nodes().join(end), &res_path(relative))?;
        let (externals, inner) = needed_sections(self.buffer.document(), &nodes);
        let count = externals.len() + inner.len() + 1;
        let steps = match writes_unique_ids(session) || count == 1 {
            true => String::new(),
            false => format!("load_steps={count} "),
        };
        let uid = quote(&ids::new_uid(session, relative));
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
        let objects = self.buffer.subtree(self.node).map(ObjectIndex);
        objects
            .filter_map(|object| {
                let section = self.buffer.section(object)?;
                let mut attributes = if object == self.node {
                    vec![("parent", None), ("parent_id_path", None), ("index", None)]
                } else {
                    let parent = value::string(section.attribute("parent")?)?;
                    vec![("parent", Some(quote(&self.inner_path(&parent)?)))]
                };
                attributes.push(("node_paths", self.node_paths(object, section, false)));
                let without = self.out.get(&object.0).into_iter().flatten();
                let without: Vec<&str> = without.map(String::as_str).collect();
                Some(self.buffer.rewrite_section(section, &attributes, &without))
            })
            .collect()
    }

    fn sections_with_tag(&self, tag: &str) -> Vec<Section<'_>> {
        self.buffer.document().sections().filter(|section| section.tag() == tag).collect()
    }

    fn inner_ends(&self, section: Section<'_>) -> Option<(String, String)> {
        let end = |key| self.inner_path(&value::string(section.attribute(key)?)?);
        Some((end("from")?, end("to")?))
    }

    /// The connections between nodes of the branch.
    fn connections(&self) -> Vec<String> {
        let all = self.sections_with_tag("connection").into_iter();
        all.filter_map(|section| {
            let (from, to) = self.inner_ends(section)?;
            let ends = [("from", Some(quote(&from))), ("to", Some(quote(&to)))];
            Some(self.buffer.rewrite_section(section, &ends, &[]))
        })
        .collect()
    }

    fn editables(&self) -> Vec<String> {
        let paths = self.buffer.editables().filter_map(|(_, path)| self.inner_path(&path));
        let inside = paths.filter(|path| path != ".");
        inside.map(|path| format!("[editable path={}]", quote(&path))).collect()
    }

    fn lost_values(&self) -> Vec<String> {
        let below = self.out.iter().filter(|(object, _)| **object != self.node.0);
        let note = |(object, keys): (&u32, &BTreeSet<String>)| {
            let path = &self.buffer.object(ObjectIndex(*object)).path;
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            format!(
                "'{path}' loses the values that refer to nodes outside of the new scene: {}",
                keys.join(", ")
            )
        };
        below.map(note).collect()
    }

    /// Replaces the branch with an instance of the new scene.
    fn replace(&self, session: &EditSession<'_>, relative: &str) -> Result<(), EngineError> {
        let buffer = self.buffer;
        let Some(section) = buffer.section(self.node) else { return Ok(()) };
        let text =
            |key| section.attribute(key).and_then(value::string).map(|text| text.into_owned());
        let header = NodeHeader {
            name: buffer.object(self.node).name.clone(),
            parent: text("parent"),
            parent_id_path: section.attribute("parent_id_path").map(str::to_owned),
            index: section
                .attribute("index")
                .and_then(value::integer)
                .and_then(|at| at.try_into().ok()),
            unique_id: section.attribute("unique_id").and_then(value::integer),
            node_paths: self.node_paths(self.node, section, true),
            instance: Some(buffer.external_id(session, relative)?),
            ..NodeHeader::default()
        };
        let end = super::lines::content_end(buffer.document(), section);
        let mut text = header.text();
        for place in section.property_places() {
            if self.leads_out(self.node, &plain_key(place.key)) {
                text.push_str(&format!("{}{} = {}", buffer.line_end(), place.key, place.value));
            }
        }
        buffer.patch().replace(section.header_bytes().start..end, text);
        buffer.remove_sections(&self.moved_sections());
        if !self.outgoing_signals().is_empty() {
            buffer.open_instance(self.node);
        }
        Ok(())
    }

    /// The signals of nodes below the root of the branch that are connected with nodes outside of it. When the
    /// editor saves the scene, it drops them unless the children of the instance are editable.
    fn outgoing_signals(&self) -> Vec<String> {
        let crossing = self.sections_with_tag("connection").into_iter().filter_map(|section| {
            let text = |key| section.attribute(key).and_then(value::string);
            let from = self.inner_path(&text("from")?).filter(|from| from != ".")?;
            let leaves = self.inner_path(&text("to")?).is_none();
            leaves.then(|| format!("{} of '{from}'", text("signal").unwrap_or_default()))
        });
        crossing.collect()
    }

    fn opened_note(&self) -> Option<String> {
        let signals = self.outgoing_signals();
        let path = &self.buffer.object(self.node).path;
        (!signals.is_empty()).then(|| {
            format!(
                "the children of the instance '{path}' are editable, so that the editor keeps the connections of \
                 their signals to other nodes: {}",
                signals.join(", ")
            )
        })
    }

    /// The sections that are now part of the new scene.
    fn moved_sections(&self) -> BTreeSet<usize> {
        let below = self.buffer.subtree(self.node).skip(1).map(ObjectIndex);
        let nodes = below.filter_map(|object| self.buffer.resolved.own_section(object));
        let connections = self.sections_with_tag("connection").into_iter();
        let connections = connections.filter(|section| self.inner_ends(*section).is_some());
        let editables = self.buffer.editables().filter(|(_, path)| self.inner_path(path).is_some());
        let others = connections.chain(editables.map(|(section, _)| section));
        nodes.chain(others.map(Section::index)).collect()
    }
}
