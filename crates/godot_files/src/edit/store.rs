//! Writes a property of a node, or removes it if it has its inherited value.

use std::collections::BTreeSet;

use scenewright_engine::EngineError;
use scenewright_model::ObjectIndex;

use super::buffer::SceneBuffer;
use super::lines::plain_key;
use super::literal::{Literal, property_key, quote};
use super::section_type::{DeclaredProperty, SectionType};
use super::session::EditSession;
use crate::api::compare::same_value;
use crate::externals::ExternalResources;
use crate::files::{ReferenceTarget, res_path};
use crate::text::Section;
use crate::value;

/// A value from an instanced or inherited scene.
pub(super) struct InheritedValue<'s> {
    pub document: usize,
    pub raw: &'s str,
}

impl SceneBuffer {
    /// The value of a property in the instanced or inherited scene.
    pub(super) fn inherited_value(
        &self,
        object: ObjectIndex,
        name: &str,
    ) -> Option<InheritedValue<'_>> {
        let layers = self.resolved.layers(object);
        let mut inner = layers.into_iter().rev().filter(|(document, _)| *document != 0);
        inner.find_map(|(document, section)| {
            let raw = section.properties().rfind(|(key, _)| plain_key(key) == name)?.1;
            Some(InheritedValue { document, raw })
        })
    }

    /// Whether a node has this value without a property in this file.
    fn equals_inherited(
        &self,
        session: &EditSession<'_>,
        object: ObjectIndex,
        name: &str,
        raw: &str,
        declared: &DeclaredProperty,
    ) -> Result<bool, EngineError> {
        match self.inherited_value(object, name) {
            Some(below) => self.is_same_value(session, below.document, below.raw, raw),
            None => Ok(match &declared.default {
                Some(default) if value::loaded_resource(default).is_some() => {
                    let target = self.external_target(session, raw)?;
                    target.is_some_and(|target| match target {
                        ReferenceTarget::File(file) => {
                            value::loaded_resource(default).as_deref() == Some(&*res_path(&file))
                        }
                        _ => false,
                    })
                }
                Some(default) => same_value(default, raw),
                None => raw == "null",
            }),
        }
    }

    /// The ids of resources are local to a file: their targets are compared.
    fn is_same_value(
        &self,
        session: &EditSession<'_>,
        document: usize,
        below: &str,
        raw: &str,
    ) -> Result<bool, EngineError> {
        if value::resources(below).is_empty() && value::resources(raw).is_empty() {
            return Ok(same_value(below, raw));
        }
        let source = &self.resolved.documents[document];
        let theirs = ExternalResources::new(&source.document, &source.relative);
        let (theirs, ours) =
            (theirs.locate(below, &session.files)?, self.external_target(session, raw)?);
        Ok(theirs.is_some() && theirs == ours)
    }

    /// The target of `ExtResource(…)`, also of one that this edit adds.
    fn external_target(
        &self,
        session: &EditSession<'_>,
        raw: &str,
    ) -> Result<Option<ReferenceTarget>, EngineError> {
        let added = self.added.borrow();
        let new = added.iter().find(|(_, id)| raw == Literal::external(id).text());
        match new {
            Some((relative, _)) => Ok(Some(ReferenceTarget::File(relative.clone()))),
            None => {
                ExternalResources::new(self.document(), &self.relative).locate(raw, &session.files)
            }
        }
    }

    /// The current value of a property: from the files, or else the default of its class or script.
    pub(super) fn current_value(
        &self,
        section_type: &SectionType<'_>,
        object: ObjectIndex,
        name: &str,
    ) -> Option<String> {
        let set = self.resolved.properties(object);
        let set = set.iter().rfind(|property| property.name == name);
        set.map(|property| property.raw.to_string()).or_else(|| section_type.default_of(name))
    }

    /// Sets a property of a node.
    pub(super) fn store(
        &self,
        session: &EditSession<'_>,
        object: ObjectIndex,
        name: &str,
        value: &Literal,
        declared: &DeclaredProperty,
    ) -> Result<(), EngineError> {
        let raw = value.text();
        let class = session.api.class(self.class(object));
        for older in class.into_iter().flat_map(|class| class.older_names(name)) {
            self.section(object).inspect(|section| self.remove_property(*section, older));
        }
        if self.equals_inherited(session, object, name, &raw, declared)? {
            self.clear(object, name);
            return Ok(());
        }
        let is_node = holds_nodes(value, declared);
        let Some(section) = self.section(object) else {
            let names = format!(" node_paths={}", packed_string_array(&[name.to_owned()]));
            let attributes = if is_node { names.as_str() } else { "" };
            self.add_override(object, attributes, &[format!("{} = {raw}", property_key(name))]);
            return Ok(());
        };
        let section_type = SectionType::of_node(self, session, object);
        self.put_property(section, name, &raw, section_type.property_ranks());
        self.mark_node_path(section, name, is_node, &section_type);
        Ok(())
    }

    /// Removes a property of a node, and its section if that is then empty.
    pub(super) fn clear(&self, object: ObjectIndex, name: &str) {
        let Some(section) = self.section(object) else { return };
        let others = section.properties().filter(|(key, _)| plain_key(key) != name).count();
        let says_more = others > 0 || section.attribute("groups").is_some();
        if SceneBuffer::is_override(section) && !says_more && object != super::buffer::ROOT {
            return self.remove_override(object);
        }
        self.remove_property(section, name);
        self.unmark_node_path(section, name);
    }

    /// The attribute `node_paths` lists the properties that hold nodes and not paths.
    fn mark_node_path(
        &self,
        section: Section<'_>,
        name: &str,
        is_node: bool,
        section_type: &SectionType<'_>,
    ) {
        if !is_node {
            return self.unmark_node_path(section, name);
        }
        let names = section.attribute("node_paths").map(value::strings).unwrap_or_default();
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        if names.iter().any(|known| known == name) {
            return;
        }
        names.push(name.to_owned());
        let rank = section_type.property_ranks();
        names.sort_by_key(|name| rank(name));
        self.set_attribute(section, "node_paths", Some(&packed_string_array(&names)));
    }

    fn unmark_node_path(&self, section: Section<'_>, name: &str) {
        self.unmark_node_paths(section, &BTreeSet::from([name.to_owned()]));
    }

    pub(super) fn unmark_node_paths(&self, section: Section<'_>, gone: &BTreeSet<String>) {
        let Some(raw) = section.attribute("node_paths") else { return };
        let names = value::strings(raw);
        let left = names.iter().filter(|name| !gone.contains(&***name));
        let left: Vec<String> = left.map(|name| name.clone().into_owned()).collect();
        if left.len() == names.len() {
            return;
        }
        let raw = packed_string_array(&left);
        self.set_attribute(section, "node_paths", (!left.is_empty()).then_some(raw.as_str()));
    }
}

pub(super) fn packed_string_array(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| quote(name)).collect();
    format!("PackedStringArray({})", names.join(", "))
}

/// Whether Godot converts the paths of a value to nodes.
fn holds_nodes(value: &Literal, declared: &DeclaredProperty) -> bool {
    let is_path = |item: &Literal| matches!(item, Literal::NodePath(_));
    declared.value_type.takes_nodes()
        && match value {
            Literal::Array { items, .. } => items.iter().any(is_path),
            Literal::Dictionary { entries, .. } => {
                entries.iter().any(|(key, value)| is_path(key) || is_path(value))
            }
            value => is_path(value),
        }
}
