//! Parents and siblings: lists of children and roots, fathers, sibling order.

use std::collections::HashMap;

use scenewright_engine::EngineError;

use crate::class_ids::SCENE_ROOTS;
use crate::members::field_value::PathStep;
use crate::tree::UnityTree;

use super::lists::{self, ADDED_OBJECTS, CHILDREN, ROOTS};
use super::overrides::{self, NewOverride};
use super::set::NewValue;
use super::target::{TargetObject, instance_depth};
use super::text::{BodyError, EditedText};
use super::{Planner, body, refuse};

/// An object that can be moved as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MovableChild {
    /// An object of the file itself, by its Transform.
    Own(i64),
    Instance {
        id: i64,
        /// The id that its source gives the Transform of its root.
        root: i64,
        /// The handle of that Transform in the file, if it has one.
        handle: Option<i64>,
    },
}

impl MovableChild {
    /// Its id in lists of children.
    fn child_list_id(self) -> Option<i64> {
        match self {
            MovableChild::Own(id) => Some(id),
            MovableChild::Instance { handle, .. } => handle,
        }
    }

    /// Its id in the list of roots.
    fn root_list_id(self) -> i64 {
        match self {
            MovableChild::Own(id) | MovableChild::Instance { id, .. } => id,
        }
    }
}

impl Planner<'_> {
    /// `None` for an object inside an instance, which cannot be moved out of its source's
    /// hierarchy.
    pub(super) fn movable_child(
        &self,
        target: &TargetObject,
        node: usize,
    ) -> Result<Option<MovableChild>, EngineError> {
        let at = &target.tree.nodes[node];
        match (instance_depth(at), at.instance) {
            (0, _) => Ok(Some(MovableChild::Own(at.transform))),
            // At any depth: the root of a variant's instance is inside the variant's own instance.
            (_, Some(id)) => {
                let part = at.parts.iter().position(|part| part.id == at.transform);
                let inside =
                    self.with_opened(target, node, |opened| opened.override_target(part))??;
                let text = self.files.text(&target.path)?;
                let handle = text.doc(at.transform).is_ok().then_some(at.transform);
                let root = inside.map_or(0, |inside| inside.id);
                Ok(Some(MovableChild::Instance { id, root, handle }))
            }
            _ => Ok(None),
        }
    }

    /// The children of an object, or the roots, in order.
    pub(super) fn siblings(
        &self,
        target: &TargetObject,
        parent: Option<usize>,
    ) -> Result<Vec<MovableChild>, EngineError> {
        let nodes = target.tree.nodes.iter().enumerate();
        let below = nodes.filter(|(_, node)| node.parent == parent).map(|(at, _)| at);
        let mut found = Vec::new();
        for node in below {
            found.extend(self.movable_child(target, node)?);
        }
        Ok(found)
    }

    /// Removes a child from the list it is in.
    pub(super) fn detach(
        &mut self,
        target: &TargetObject,
        node: usize,
        child: MovableChild,
    ) -> Result<(), EngineError> {
        let parent = target.tree.nodes[node].parent;
        let siblings = self.siblings(target, parent)?;
        let text = self.files.text_mut(&target.path)?;
        match parent.map(|parent| &target.tree.nodes[parent]) {
            None => {
                if let Some(roots) = scene_roots_id(text) {
                    let id = child.root_list_id();
                    text.change(roots, |body| lists::remove(body, ROOTS, |own| own == id))?;
                }
            }
            Some(parent) => {
                let Some(id) = child.child_list_id() else { return Ok(()) };
                let is_it = move |own| own == id;
                if instance_depth(parent) == 0 {
                    text.change(parent.transform, |body| lists::remove(body, CHILDREN, is_it))?;
                } else if let Some(instance) = outermost_instance(&parent.key) {
                    text.change(instance, |body| lists::remove(body, ADDED_OBJECTS, is_it))?;
                }
            }
        }
        let left: Vec<MovableChild> =
            siblings.into_iter().filter(|sibling| *sibling != child).collect();
        self.number_siblings(&target.path, &left)
    }

    /// Puts a child below a parent, or among the roots. `parent` is a node of `target`'s tree.
    pub(super) fn attach(
        &mut self,
        target: &TargetObject,
        child: MovableChild,
        parent: Option<usize>,
        sibling: Option<usize>,
    ) -> Result<(), EngineError> {
        let mut order = self.siblings(target, parent)?;
        order.retain(|sibling| *sibling != child);
        let index = sibling.map_or(order.len(), |sibling| sibling.min(order.len()));
        let place = (index < order.len()).then_some(index);
        order.insert(index, child);
        let father = match parent {
            None => {
                self.attach_root(&target.path, child, place)?;
                0
            }
            Some(parent) => self.attach_below(target, child, parent, place)?,
        };
        self.set_father(&target.path, child, father)?;
        self.number_siblings(&target.path, &order)
    }

    fn attach_root(
        &mut self,
        path: &str,
        child: MovableChild,
        place: Option<usize>,
    ) -> Result<(), EngineError> {
        let text = self.files.text_mut(path)?;
        if text.is_prefab() {
            return Err(refuse(format!("A second root in '{path}'"), "a prefab has only one root"));
        }
        match scene_roots_id(text) {
            Some(roots) => {
                let item = format!("{{fileID: {}}}", child.root_list_id());
                text.change(roots, |body| lists::insert(body, ROOTS, place, &item))
            }
            None => Ok(()),
        }
    }

    /// Returns the id of the parent's Transform in the file.
    fn attach_below(
        &mut self,
        target: &TargetObject,
        child: MovableChild,
        parent: usize,
        place: Option<usize>,
    ) -> Result<i64, EngineError> {
        let above = &target.tree.nodes[parent];
        let no_handle = || refuse("The instance", "its root has no handle in the file");
        let id = child.child_list_id().ok_or_else(no_handle)?;
        if instance_depth(above) == 0 {
            let item = format!("{{fileID: {id}}}");
            let text = self.files.text_mut(&target.path)?;
            text.change(above.transform, |body| lists::insert(body, CHILDREN, place, &item))?;
            return Ok(above.transform);
        }
        let nodes = target.tree.nodes.clone();
        let inside =
            TargetObject { path: target.path.clone(), tree: UnityTree { nodes }, node: parent };
        let part = above.parts.iter().position(|part| part.id == above.transform);
        let handle = self.handle_id(&inside, part)?;
        self.record_added(&inside, part, ADDED_OBJECTS, id)?;
        Ok(handle)
    }

    /// Records in an instance what was added to it, in versions that store it.
    pub(super) fn record_added(
        &mut self,
        inside: &TargetObject,
        component: Option<usize>,
        list: lists::ListPath<'_>,
        added: i64,
    ) -> Result<(), EngineError> {
        let Some(place) = self.override_target(inside, component)? else {
            return Ok(());
        };
        let style = self.style;
        let text = self.files.text_mut(&inside.path)?;
        text.change(place.instance, |body| -> Result<String, BodyError> {
            let mut source = overrides::source_fields(body)?;
            source[0].1 = place.id.to_string();
            lists::insert(body, list, None, &style.added_object_entry(&source, added))
        })
    }

    fn set_father(
        &mut self,
        path: &str,
        child: MovableChild,
        father: i64,
    ) -> Result<(), EngineError> {
        let style = self.style;
        let pointer = NewValue::Pointer(vec![("fileID", father.to_string())]);
        let text = self.files.text_mut(path)?;
        match child {
            MovableChild::Own(id) => {
                text.change(id, |body| style.set(body, &[PathStep::Key("m_Father")], &pointer))
            }
            MovableChild::Instance { id, .. } => {
                let steps = [PathStep::Key("m_Modification"), PathStep::Key("m_TransformParent")];
                text.change(id, |body| style.set(body, &steps, &pointer))
            }
        }
    }

    /// In files without a list of roots, each root stores its own position.
    pub(super) fn number_siblings(
        &mut self,
        path: &str,
        order: &[MovableChild],
    ) -> Result<(), EngineError> {
        const ORDER: &str = "m_RootOrder";
        let style = self.style;
        let text = self.files.text_mut(path)?;
        if scene_roots_id(text).is_some() || !stores_root_order(&text.text) {
            return Ok(());
        }
        for (index, child) in order.iter().enumerate() {
            let value = NewValue::Number(index.to_string());
            match *child {
                MovableChild::Own(id) => text.change(id, |body| -> Result<String, BodyError> {
                    match body::field(body, ORDER)? {
                        Some(_) => style.set(body, &[PathStep::Key(ORDER)], &value),
                        None => Ok(body.to_owned()),
                    }
                })?,
                MovableChild::Instance { id, root, .. } => text.change(id, |body| {
                    let path = ORDER.to_owned();
                    let new = NewOverride { target: root, path, value, reference: None };
                    style.with_override(body, &new)
                })?,
            }
        }
        Ok(())
    }
}

/// Whether the file stores sibling positions: in newer files, Transforms have none and instances
/// -1.
fn stores_root_order(text: &str) -> bool {
    let has = |field: &str| text.contains(&format!("\n  {field}:"));
    let of_instance = |rest: &str| {
        let value = rest.trim_start().strip_prefix("value: ");
        value.is_some_and(|value| value.starts_with(|first: char| first.is_ascii_digit()))
    };
    let instances = || text.split("propertyPath: m_RootOrder").skip(1).any(of_instance);
    has("m_RootOrder") || (!has("m_Father") && instances())
}

/// The id of the document that lists the roots.
fn scene_roots_id(text: &EditedText) -> Option<i64> {
    text.docs().iter().find(|doc| doc.class == SCENE_ROOTS).map(|doc| doc.id)
}

/// The file's own instance that contains an object.
pub(super) fn outermost_instance(key: &str) -> Option<i64> {
    key.split_once('/')?.0.parse().ok()
}

/// Replaces the ids of references inside a body, by `map`; references to other files stay.
pub(super) fn remap_references(body: &str, map: &HashMap<i64, i64>) -> Result<String, BodyError> {
    let syntax = crate::syntax::SyntaxTree::parse_body(body)?;
    let mut patches = scenewright_project_files::patch::TextPatch::default();
    for span in syntax.flows() {
        if let Some(id) = local_id(&body[span.clone()])
            && let Some(new) = map.get(&id)
        {
            patches.replace(span, format!("{{fileID: {new}}}"));
        }
    }
    Ok(patches.apply_outer(body))
}

/// The id of `{fileID: N}`; `None` for anything else.
pub(super) fn local_id(flow: &str) -> Option<i64> {
    flow.strip_prefix("{fileID: ")?.strip_suffix('}')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::stores_root_order;

    #[test]
    fn newer_files_store_no_positions() {
        let own = "Transform:\n  m_Father: {fileID: 0}\n";
        let instance =
            |order: &str| format!("      propertyPath: m_RootOrder\n      value: {order}\n");
        for (text, expected) in [
            (format!("{own}  m_RootOrder: 2\n"), true),
            (own.to_owned(), false),
            (format!("{own}{}", instance("-1")), false),
            (format!("{own}{}", instance("3")), false),
            (instance("3"), true),
            (instance("-1"), false),
        ] {
            assert_eq!(stores_root_order(&text), expected, "{text}");
        }
    }
}
