//! Duplicates objects: copies get new ids, references among them are remapped, all others stay.

use std::collections::HashMap;

use scenewright_engine::EngineError;
use scenewright_model::ObjectRef;

use crate::class_ids::{GAME_OBJECT, PREFAB_INSTANCE};
use crate::members::field_value::PathStep;
use crate::pointer::Pointer;
use crate::yaml::YamlValue;

use super::hierarchy::{MovableChild, remap_references};
use super::new_ids::FreshIds;
use super::set::NewValue;
use super::target::TargetObject;
use super::text::{DocumentSpan, EditedText, NewDocument};
use super::{Planner, refuse};

impl Planner<'_> {
    pub(super) fn duplicate(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        name: Option<&str>,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        self.check_format_version(&target.path)?;
        let Some(child) = self.movable_child(&target, target.node)? else {
            let what = format!("Object '{}'", target.object_path());
            return Err(refuse(what, "it is part of a prefab instance; duplicate the instance"));
        };
        let ids = self.subtree_documents(&target)?;
        let text = self.files.text(&target.path)?;
        let docs: Vec<DocumentSpan> =
            text.docs().into_iter().filter(|doc| ids.contains(&doc.id)).collect();
        let map = map_new_ids(text, &docs, text)?;
        let groups = copy_documents(text, &docs, &map)?;
        let siblings = self.siblings(&target, target.node().parent)?;
        let index = siblings.iter().position(|sibling| *sibling == child);
        let text = self.files.text_mut(&target.path)?;
        for group in groups {
            text.add(group);
        }
        let copy = match child {
            MovableChild::Own(id) => MovableChild::Own(map[&id]),
            MovableChild::Instance { id, root, handle } => MovableChild::Instance {
                id: map[&id],
                root,
                handle: handle.map(|handle| map[&handle]),
            },
        };
        let place = index.map(|index| index + 1);
        self.attach(&target, copy, target.node().parent, place)?;
        let name = name.map_or_else(|| free_name(&target), str::to_owned);
        self.finish_copy(&target, &map, &name)
    }

    fn finish_copy(
        &mut self,
        target: &TargetObject,
        map: &HashMap<i64, i64>,
        name: &str,
    ) -> Result<(), EngineError> {
        let key = target.node().key.as_str();
        let (first, rest) = key.split_once('/').map_or((key, None), |(id, rest)| (id, Some(rest)));
        let new = first.parse().ok().and_then(|id: i64| map.get(&id)).copied().unwrap_or_default();
        let key = rest.map_or_else(|| new.to_string(), |rest| format!("{new}/{rest}"));
        let (path, tree) = self.open(&target.path)?;
        if let Some(node) = tree.nodes.iter().position(|node| node.key == key) {
            let copy = TargetObject { path: path.clone(), tree, node };
            self.write_member(
                &copy,
                None,
                &[PathStep::Key("m_Name")],
                &NewValue::Text(name.to_owned()),
            )?;
        }
        self.record_created(&path, &key)
    }
}

/// `Name (1)`, or the next number that no sibling has.
fn free_name(target: &TargetObject) -> String {
    let node = target.node();
    let base = match node.name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")) {
        Some((base, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => node.name.as_str(),
    };
    let siblings = target.tree.nodes.iter().filter(|other| other.parent == node.parent);
    let taken: Vec<&str> = siblings.map(|sibling| sibling.name.as_str()).collect();
    let mut number = 1u32;
    loop {
        let name = format!("{base} ({number})");
        if !taken.contains(&name.as_str()) {
            return name;
        }
        number += 1;
    }
}

/// In prefabs, the ids of handles are derived from that of their instance.
pub(super) fn map_new_ids(
    text: &EditedText,
    docs: &[DocumentSpan],
    into: &EditedText,
) -> Result<HashMap<i64, i64>, EngineError> {
    let mut fresh = FreshIds::new(into);
    let mut map = HashMap::from([(0, 0)]);
    for doc in docs.iter().filter(|doc| !doc.stripped || !into.is_prefab()) {
        map.insert(doc.id, fresh.next());
    }
    for doc in docs.iter().filter(|doc| doc.stripped && into.is_prefab()) {
        let fields = YamlValue::parse(text.body(doc));
        let fields = fields.map_err(|error| text.malformed(doc.body.start, error))?;
        let fields = fields.entries().first().map(|(_, fields)| fields);
        let id = |key: &str| {
            let pointer = fields.and_then(|fields| fields.get(key)).and_then(Pointer::from_value);
            pointer.unwrap_or_default().file_id
        };
        let instance = id("m_PrefabInstance");
        let instance = map.get(&instance).copied().unwrap_or(instance);
        map.insert(doc.id, (id("m_CorrespondingSourceObject") ^ instance) & i64::MAX);
    }
    Ok(map)
}

/// Groups of documents: each object with its components, each instance with its handles.
pub(super) fn copy_documents(
    text: &EditedText,
    docs: &[DocumentSpan],
    map: &HashMap<i64, i64>,
) -> Result<Vec<Vec<NewDocument>>, EngineError> {
    let mut groups: Vec<Vec<NewDocument>> = Vec::new();
    for doc in docs {
        let body = text.body(doc).replace("\r\n", "\n");
        let mut body = remap_references(&body, map).map_err(|error| text.body_error(doc, error))?;
        if !body.ends_with('\n') {
            body.push('\n');
        }
        let copy = NewDocument { class: doc.class, id: map[&doc.id], stripped: doc.stripped, body };
        let begins = !doc.stripped && matches!(doc.class, GAME_OBJECT | PREFAB_INSTANCE);
        match groups.last_mut() {
            Some(group) if !begins => group.push(copy),
            _ => groups.push(vec![copy]),
        }
    }
    Ok(groups)
}
