//! Deletes objects and components, with every reference to them in the file.

use std::collections::{HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{ComponentRef, ObjectRef};

use crate::class_ids::{GAME_OBJECT, PREFAB_INSTANCE};
use crate::index::AssetContent;

use super::body;
use super::hierarchy::{local_id, outermost_instance, remap_references};
use super::lists::{
    self, ADDED_COMPONENTS, ADDED_OBJECTS, COMPONENTS, REMOVED_COMPONENTS, REMOVED_OBJECTS,
};
use super::overrides;
use super::target::TargetObject;
use super::text::{BodyError, DocumentSpan, EditedText};
use super::{Planner, emit, refuse};

/// Of many files that keep a broken reference, the first ones are named.
const MAX_NAMED_FILES: usize = 20;

impl Planner<'_> {
    pub(super) fn delete_object(
        &mut self,
        scene: &str,
        object: &ObjectRef,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let is_root = target.node().parent.is_none();
        if is_root && self.files.text(&target.path)?.is_prefab() {
            return Err(refuse(
                format!("Object '{}'", target.object_path()),
                "it is the root of the prefab",
            ));
        }
        match self.movable_child(&target, target.node)? {
            Some(child) => self.detach(&target, target.node, child)?,
            None => self.remove_from_instance(&target, None, REMOVED_OBJECTS)?,
        }
        let gone = self.subtree_documents(&target)?;
        self.remove_documents(&target.path, &gone)
    }

    pub(super) fn remove_component(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        component: &ComponentRef,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let component = self.find_component(&target, component)?;
        let (id, name) = {
            let part = target.part(component);
            (part.id, part.component.type_name.clone())
        };
        if id == target.node().transform {
            let what = format!("Component '{name}' of {}", target.object_path());
            return Err(refuse(what, "every object must have one"));
        }
        if target.part(component).levels > 0 {
            self.remove_from_instance(&target, Some(component), REMOVED_COMPONENTS)?;
            let gone = self.files.text(&target.path)?.doc(id).map(|doc| doc.id);
            return self.remove_documents(&target.path, &gone.into_iter().collect());
        }
        let text = self.files.text_mut(&target.path)?;
        if target.instance_depth() == 0 {
            let owner = target.node().game_object;
            text.change(owner, |body| lists::remove(body, COMPONENTS, |own| own == id))?;
        } else if let Some(instance) = outermost_instance(&target.node().key) {
            text.change(instance, |body| lists::remove(body, ADDED_COMPONENTS, |own| own == id))?;
        }
        self.remove_documents(&target.path, &HashSet::from([id]))
    }

    /// What belongs to the source can only be marked as removed in the instance.
    fn remove_from_instance(
        &mut self,
        target: &TargetObject,
        component: Option<usize>,
        list: lists::ListPath<'static>,
    ) -> Result<(), EngineError> {
        let what = || format!("Object '{}'", target.object_path());
        let place = self.override_target(target, component)?;
        let place = place.ok_or_else(|| refuse(what(), "it is not inside an instance"))?;
        let one_line = self.style.one_line;
        let text = self.files.text_mut(&target.path)?;
        text.change(place.instance, |body| -> Result<String, BodyError> {
            if !lists::has(body, list)? {
                let reason = "it belongs to a prefab, and files of this Unity version cannot remove it from an instance";
                return Err(refuse(what(), reason).into());
            }
            let mut source = overrides::source_fields(body)?;
            source[0].1 = place.id.to_string();
            let fields: Vec<(&str, &str)> =
                source.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
            let item = emit::flow(&fields, emit::EmitPosition { column: 6, indent: 6 }, one_line);
            let body = overrides::without_overrides(body, |old| old.target == place.id)?;
            lists::insert(&body, list, None, &item)
        })
    }

    /// All documents of an object and its descendants.
    pub(super) fn subtree_documents(
        &self,
        target: &TargetObject,
    ) -> Result<HashSet<i64>, EngineError> {
        let text = self.files.text(&target.path)?;
        let present: HashSet<i64> = text.docs().iter().map(|doc| doc.id).collect();
        let mut ids = HashSet::new();
        for node in target.subtree() {
            let node = &target.tree.nodes[node];
            ids.extend([node.game_object, node.transform]);
            ids.extend(node.parts.iter().map(|part| part.id));
            ids.extend(node.instance);
        }
        ids.retain(|id| present.contains(id));
        let malformed = |error| text.malformed(0, error);
        ids.extend(emptied_instances(text, &ids).map_err(malformed)?);
        ids.extend(handles_of_instances(text, &ids).map_err(malformed)?);
        ids.remove(&0);
        Ok(ids)
    }

    /// Removes documents, and every reference to them.
    pub(super) fn remove_documents(
        &mut self,
        path: &str,
        gone: &HashSet<i64>,
    ) -> Result<(), EngineError> {
        let text = self.files.text_mut(path)?;
        text.remove(gone);
        let map: HashMap<i64, i64> = gone.iter().map(|&id| (id, 0)).collect();
        let refers =
            |doc: &DocumentSpan| referenced_ids(text.body(doc)).iter().any(|id| gone.contains(id));
        let docs: Vec<DocumentSpan> = text.docs().into_iter().filter(refers).collect();
        for doc in docs {
            text.change(doc.id, |body| -> Result<String, BodyError> {
                let mut body = body.to_owned();
                if doc.class == PREFAB_INSTANCE {
                    for list in [ADDED_OBJECTS, ADDED_COMPONENTS] {
                        body = lists::remove(&body, list, |id| gone.contains(&id))?;
                    }
                }
                remap_references(&body, &map)
            })?;
        }
        self.report_dependents(path, gone);
        Ok(())
    }

    fn report_dependents(&mut self, path: &str, gone: &HashSet<i64>) {
        let Some(guid) = self.index.find(path).and_then(|file| file.guid) else {
            return;
        };
        let mut left = Vec::new();
        for file in self.index.dependents(guid) {
            let AssetContent::Text(scan) = file.content() else { continue };
            let hits = scan.references().filter(|reference| {
                reference.guid == guid && reference.file_id.is_some_and(|id| gone.contains(&id))
            });
            match hits.count() {
                0 => {}
                count => left.push(format!("'{}' ({count})", file.path)),
            }
        }
        if !left.is_empty() {
            let more = left.len().saturating_sub(MAX_NAMED_FILES);
            left.truncate(MAX_NAMED_FILES);
            let more = if more > 0 { format!(" and {more} more files") } else { String::new() };
            let files = left.join(", ");
            self.diagnostics.push(format!(
                "References to objects removed from '{path}' remain in other files: {files}{more}"
            ));
        }
    }
}

fn referenced_ids(body: &str) -> Vec<i64> {
    let syntax = crate::syntax::SyntaxTree::parse_body(body);
    let ids = |syntax: crate::syntax::SyntaxTree<'_>| {
        syntax.flows().filter_map(|span| local_id(&body[span])).collect()
    };
    syntax.map(ids).unwrap_or_default()
}

/// The instances whose objects have full documents, all of which are among these.
fn emptied_instances(
    text: &EditedText,
    ids: &HashSet<i64>,
) -> Result<HashSet<i64>, crate::yaml::YamlSyntaxError> {
    let (mut gone, mut left) = (HashSet::new(), HashSet::new());
    for doc in text.docs().iter().filter(|doc| doc.class == GAME_OBJECT && !doc.stripped) {
        let (instance, _) = overrides::prefab_link(text.body(doc))?;
        let is_gone = instance != 0 && ids.contains(&doc.id);
        if is_gone { &mut gone } else { &mut left }.insert(instance);
    }
    let present = |id: &i64| text.doc(*id).is_ok_and(|doc| doc.class == PREFAB_INSTANCE);
    gone.retain(|id| !left.contains(id) && present(id));
    Ok(gone)
}

/// The handles of objects inside these instances.
fn handles_of_instances(
    text: &EditedText,
    ids: &HashSet<i64>,
) -> Result<Vec<i64>, crate::yaml::YamlSyntaxError> {
    let mut found = Vec::new();
    for doc in text.docs().iter().filter(|doc| doc.stripped) {
        for key in ["m_PrefabInstance", "m_PrefabInternal"] {
            let body = text.body(doc);
            if let Some(slot) = body::field(body, key)?
                && local_id(slot.raw(body)).is_some_and(|instance| ids.contains(&instance))
            {
                found.push(doc.id);
            }
        }
    }
    Ok(found)
}
