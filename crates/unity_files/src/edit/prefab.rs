//! Creates a prefab from an object, which becomes an instance of it.

use std::collections::{HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{CreatedObject, ObjectId, ObjectRef};

use crate::class_ids::{MONO_BEHAVIOUR, PREFAB_INSTANCE};
use crate::document::YAML_HEADER;
use crate::pointer::{Guid, Pointer};
use crate::tree::{UnityNode, UnityTree};
use crate::yaml::YamlValue;

use super::create::new_document;
use super::duplicate::{copy_documents, map_new_ids};
use super::hierarchy::{MovableChild, local_id, remap_references};
use super::instantiate::InstanceSource;
use super::new_ids::FreshIds;
use super::overrides::{NewOverride, pointer_fields};
use super::set::NewValue;
use super::target::TargetObject;
use super::text::{DocumentSpan, EditedText, NewDocument};
use super::{Planner, refuse};

/// The documents that move from a file into a prefab.
struct MovedDocuments {
    docs: Vec<DocumentSpan>,
    /// From ids in the file to ids in the prefab.
    map: HashMap<i64, i64>,
    /// References to objects outside, which only the instance can have.
    outer: Vec<NewOverride>,
}

impl Planner<'_> {
    pub(super) fn create_prefab(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        path: &str,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        self.check_format_version(&target.path)?;
        let path = self.new_file(path, "prefab")?;
        let what = || format!("Object '{}'", target.object_path());
        let Some(MovableChild::Own(transform)) = self.movable_child(&target, target.node)? else {
            return Err(refuse(
                what(),
                "it is an instance; create a variant of its prefab instead",
            ));
        };
        if target.node().parent.is_none() && self.files.text(&target.path)?.is_prefab() {
            return Err(refuse(what(), "it is already the root of a prefab"));
        }
        let moved = self.move_to_prefab(&target, &path)?;
        let guid = self.create_meta(&path, "PrefabImporter");
        let Some(guid) = Guid::parse(&guid) else {
            return Err(refuse(format!("'{path}'"), "it got no guid"));
        };
        let node = target.node();
        let source = InstanceSource {
            guid,
            key: moved.map[&node.game_object].to_string(),
            name: node.name.clone(),
            object: moved.map[&node.game_object],
            transform: moved.map[&transform],
            is_rect: node.parts.iter().any(|part| part.component.type_name == "RectTransform"),
            local: self.local_pose(&target, target.node)?,
        };
        self.replace_by_instance(&target, &source, &moved)
    }

    /// Writes the prefab.
    fn move_to_prefab(
        &mut self,
        target: &TargetObject,
        path: &str,
    ) -> Result<MovedDocuments, EngineError> {
        let ids = self.subtree_documents(target)?;
        let text = self.files.text(&target.path)?;
        let docs: Vec<DocumentSpan> =
            text.docs().into_iter().filter(|doc| ids.contains(&doc.id)).collect();
        let mut prefab = EditedText::new(path, YAML_HEADER);
        let mut map = map_new_ids(text, &docs, &prefab)?;
        let transform = target.node().transform;
        let outer = outer_references(text, &docs, &map, transform)?;
        for (_, id) in &outer {
            map.insert(*id, 0);
        }
        if let Some(parent) = target.node().parent {
            map.insert(target.tree.nodes[parent].transform, 0);
        }
        for group in copy_documents(text, &docs, &map)? {
            prefab.add(group);
        }
        self.files.create(path, prefab.text);
        let mut moved = MovedDocuments { docs, map, outer: Vec::new() };
        for (mut new, id) in outer {
            new.target = moved.map[&new.target];
            new.reference = Some(vec![("fileID", id.to_string())]);
            moved.outer.push(new);
        }
        let order = MovableChild::Own(moved.map[&transform]);
        self.number_siblings(path, &[order])?;
        Ok(moved)
    }

    fn replace_by_instance(
        &mut self,
        target: &TargetObject,
        source: &InstanceSource,
        moved: &MovedDocuments,
    ) -> Result<(), EngineError> {
        let node = target.node();
        let own = MovableChild::Own(node.transform);
        let siblings = self.siblings(target, node.parent)?;
        let index = siblings.iter().position(|sibling| *sibling == own);
        self.detach(target, target.node, own)?;
        let body = self.instance_body(source, None)?;
        let gone: HashSet<i64> = moved.docs.iter().map(|doc| doc.id).collect();
        let text = self.files.text_mut(&target.path)?;
        let id = FreshIds::new(text).next();
        let (handles, renamed) = self.new_handles(target, source, moved, id)?;
        let text = self.files.text_mut(&target.path)?;
        text.remove(&gone);
        let handle = handles.iter().find(|handle| handle.of == node.transform);
        let handle = handle.map(|handle| handle.doc.id);
        let docs = handles.into_iter().map(|handle| handle.doc);
        text.add([new_document(PREFAB_INSTANCE, id, body)].into_iter().chain(docs).collect());
        for doc in text.docs().iter().filter(|_| !renamed.is_empty()) {
            text.change(doc.id, |body| remap_references(body, &renamed))?;
        }
        let rest = without_subtree(&target.tree, target.node, target.subtree().len());
        let rest = TargetObject { path: target.path.clone(), tree: rest, node: 0 };
        let child = MovableChild::Instance { id, root: source.transform, handle };
        self.attach(&rest, child, node.parent, index)?;
        for new in &moved.outer {
            self.add_override(&target.path, id, new)?;
        }
        let key = format!("{id}/{}", source.key);
        self.created.push(CreatedObject {
            scene: target.path.clone(),
            path: target.object_path(),
            id: ObjectId::new(&target.path, &key),
        });
        Ok(())
    }

    /// Handles for the objects that the rest of the file references. In a scene they keep their
    /// ids.
    fn new_handles(
        &self,
        target: &TargetObject,
        source: &InstanceSource,
        moved: &MovedDocuments,
        instance: i64,
    ) -> Result<(Vec<NewHandle>, HashMap<i64, i64>), EngineError> {
        let text = self.files.text(&target.path)?;
        let gone: HashSet<i64> = moved.docs.iter().map(|doc| doc.id).collect();
        let mut wanted = HashSet::new();
        for doc in text.docs().iter().filter(|doc| !gone.contains(&doc.id)) {
            let syntax = crate::syntax::SyntaxTree::parse_body(text.body(doc));
            let syntax = syntax.map_err(|error| text.malformed(doc.body.start, error))?;
            let ids = syntax.flows().filter_map(|span| local_id(&text.body(doc)[span]));
            wanted.extend(ids.filter(|id| gone.contains(id)));
        }
        if target.node().parent.is_some() {
            wanted.insert(target.node().transform);
        }
        let (mut handles, mut renamed) = (Vec::new(), HashMap::new());
        // The spans from before cannot be used: the text has changed since.
        for doc in text.docs().iter().filter(|doc| wanted.contains(&doc.id)) {
            let inside = moved.map[&doc.id];
            let id = if text.is_prefab() { (inside ^ instance) & i64::MAX } else { doc.id };
            renamed.extend((id != doc.id).then_some((doc.id, id)));
            let body = text.body(doc);
            let class = body.split(':').next().unwrap_or_default();
            let value = YamlValue::parse(body);
            let value = value.map_err(|error| text.malformed(doc.body.start, error))?;
            let script = value.entries().first().and_then(|(_, fields)| fields.get("m_Script"));
            let script = script.filter(|_| doc.class == MONO_BEHAVIOUR).map(pointer_fields);
            let fields = source.pointer_fields(inside);
            let body = self.style.handle_body(class, &fields, instance, script.as_deref());
            let doc_new = NewDocument { class: doc.class, id, stripped: true, body };
            handles.push(NewHandle { of: doc.id, doc: doc_new });
        }
        Ok((handles, renamed))
    }
}

struct NewHandle {
    /// The id that the object had.
    of: i64,
    doc: NewDocument,
}

/// References to objects that stay, with the paths of the members that hold them.
fn outer_references(
    text: &EditedText,
    docs: &[DocumentSpan],
    map: &HashMap<i64, i64>,
    transform: i64,
) -> Result<Vec<(NewOverride, i64)>, EngineError> {
    let mut found = Vec::new();
    for doc in docs.iter().filter(|doc| !doc.stripped && doc.class != PREFAB_INSTANCE) {
        let value = YamlValue::parse(text.body(doc));
        let value = value.map_err(|error| text.malformed(doc.body.start, error))?;
        let Some((_, fields)) = value.entries().first() else { continue };
        let mut held = Vec::new();
        collect_local_pointers(fields, &mut String::new(), &mut held);
        for (path, id) in held {
            let is_father = doc.id == transform && path == "m_Father";
            if !map.contains_key(&id) && !is_father {
                let target = doc.id;
                let new = NewOverride { target, path, value: NewValue::Null, reference: None };
                found.push((new, id));
            }
        }
    }
    Ok(found)
}

/// As deep as the parser went, which is bounded.
fn collect_local_pointers(
    value: &YamlValue<'_>,
    path: &mut String,
    found: &mut Vec<(String, i64)>,
) {
    if let Some(pointer) = Pointer::from_value(value) {
        if pointer.guid.is_none() && pointer.file_id != 0 {
            found.push((path.clone(), pointer.file_id));
        }
        return;
    }
    let length = path.len();
    let dot = if length > 0 { "." } else { "" };
    for (key, value) in value.entries() {
        path.push_str(&format!("{dot}{key}"));
        collect_local_pointers(value, path, found);
        path.truncate(length);
    }
    for (index, item) in value.items().iter().enumerate() {
        path.push_str(&format!(".Array.data[{index}]"));
        collect_local_pointers(item, path, found);
        path.truncate(length);
    }
}

/// The tree without `count` nodes from `first` on: an object with its descendants.
fn without_subtree(tree: &UnityTree, first: usize, count: usize) -> UnityTree {
    let mut nodes: Vec<UnityNode> = tree.nodes.clone();
    nodes.drain(first..first + count);
    for node in &mut nodes {
        node.parent = node.parent.map(|at| if at > first { at - count } else { at });
    }
    UnityTree { nodes }
}
