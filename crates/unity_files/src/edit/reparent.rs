//! Moves an object below another one.

use scenewright_engine::EngineError;
use scenewright_model::ObjectRef;

use crate::members::field_value::PathStep;
use crate::tree::UnityTree;

use super::hierarchy::{MovableChild, local_id};
use super::set::NewValue;
use super::target::{self, TargetObject};
use super::{Planner, refuse};
use super::{body, emit};
use crate::pose::{LocalPose, WorldPose};

impl Planner<'_> {
    pub(super) fn reparent(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        parent: Option<&ObjectRef>,
        sibling: Option<usize>,
        keep_world: bool,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let what = || format!("Object '{}'", target.object_path());
        let find = |parent| target::find_object(&target.path, &target.tree, parent);
        let parent = parent.map(find).transpose()?;
        if parent.is_some_and(|parent| target.subtree().contains(&parent)) {
            return Err(refuse(what(), "it cannot be below itself"));
        }
        let Some(mut child) = self.movable_child(&target, target.node)? else {
            return Err(refuse(what(), "its parent is determined by its prefab"));
        };
        if let (MovableChild::Instance { id, root, handle: None }, Some(_)) = (child, parent) {
            let part = self.transform_part(&target, target.node)?;
            let handle = Some(self.handle_id(&target, Some(part))?);
            child = MovableChild::Instance { id, root, handle };
        }
        let local = if keep_world { self.world_preserving_pose(&target, parent)? } else { None };
        self.detach(&target, target.node, child)?;
        self.attach(&target, child, parent, sibling)?;
        self.record_parent(&target)?;
        match local {
            Some((before, after)) => self.write_pose(&target, &before, &after),
            None => Ok(()),
        }
    }

    /// An instance whose objects have full documents records the parent of its root, too.
    fn record_parent(&mut self, target: &TargetObject) -> Result<(), EngineError> {
        if target.instance_depth() > 0 {
            return Ok(());
        }
        let Some(inside) = self.recording_instance(target, None)? else { return Ok(()) };
        let style = self.style;
        let text = self.files.text_mut(&target.path)?;
        let pointer = |id: i64, key: &str| -> Result<Option<i64>, EngineError> {
            let doc = text.doc(id)?;
            let body = text.body(&doc);
            let slot = body::field(body, key);
            let slot = slot.map_err(|error| text.malformed(doc.body.start, error))?;
            Ok(slot.and_then(|slot| local_id(slot.raw(body))))
        };
        if pointer(inside.instance, "m_RootGameObject")? != Some(target.node().game_object) {
            return Ok(());
        }
        let father = pointer(target.node().transform, "m_Father")?.unwrap_or_default();
        let father = NewValue::Pointer(vec![("fileID", father.to_string())]);
        let path = [PathStep::Key("m_Modification"), PathStep::Key("m_TransformParent")];
        text.change(inside.instance, |body| style.set(body, &path, &father))
    }

    /// The position of the Transform among an object's components.
    pub(super) fn transform_part(
        &self,
        target: &TargetObject,
        node: usize,
    ) -> Result<usize, EngineError> {
        let node = &target.tree.nodes[node];
        let found = node.parts.iter().position(|part| part.id == node.transform);
        found.ok_or_else(|| refuse(format!("Object '{}'", node.name), "it has no Transform"))
    }

    pub(super) fn local_pose(
        &self,
        target: &TargetObject,
        node: usize,
    ) -> Result<LocalPose, EngineError> {
        let part = self.transform_part(target, node)?;
        self.with_opened(target, node, |opened| {
            opened.with_fields(part, |fields| fields.map(LocalPose::read).unwrap_or_default())
        })?
    }

    fn world_pose(
        &self,
        target: &TargetObject,
        node: Option<usize>,
    ) -> Result<WorldPose, EngineError> {
        let nodes = &target.tree.nodes;
        let mut chain: Vec<usize> =
            std::iter::successors(node, |&node| nodes[node].parent).collect();
        chain.reverse();
        let mut world = WorldPose::default();
        for node in chain {
            world = world.child_pose(&self.local_pose(target, node)?);
        }
        Ok(world)
    }

    /// The object's current local pose, and the one that keeps its world pose below another parent.
    fn world_preserving_pose(
        &mut self,
        target: &TargetObject,
        parent: Option<usize>,
    ) -> Result<Option<(LocalPose, LocalPose)>, EngineError> {
        let node = target.node();
        if node.parts.iter().any(|part| part.component.type_name == "RectTransform") {
            self.diagnostics.push(format!(
                "'{}' keeps its local values: the position of a RectTransform depends on its parent's size",
                target.object_path()
            ));
            return Ok(None);
        }
        let before = self.local_pose(target, target.node)?;
        let place = self.world_pose(target, Some(target.node))?;
        let after = self.world_pose(target, parent)?.relative_pose(&place);
        let flat = || {
            let what = format!("The place of '{}'", target.object_path());
            refuse(what, "its new parent has a scale of zero")
        };
        Ok(Some((before, after.ok_or_else(flat)?)))
    }

    fn write_pose(
        &mut self,
        target: &TargetObject,
        before: &LocalPose,
        after: &LocalPose,
    ) -> Result<(), EngineError> {
        let part = self.transform_part(target, target.node)?;
        let nodes = target.tree.nodes.clone();
        let target = TargetObject {
            path: target.path.clone(),
            tree: UnityTree { nodes },
            node: target.node,
        };
        for (key, old, new) in [
            ("m_LocalPosition", &before.position.to_array()[..], &after.position.to_array()[..]),
            ("m_LocalRotation", &before.rotation.to_array()[..], &after.rotation.to_array()[..]),
            ("m_LocalScale", &before.scale.to_array()[..], &after.scale.to_array()[..]),
        ] {
            let to_texts = |numbers: &[f64]| -> Vec<String> {
                numbers.iter().map(|number| emit::float(round_to_float(*number))).collect()
            };
            if to_texts(old) == to_texts(new) {
                continue;
            }
            let fields = ["x", "y", "z", "w"].iter().zip(to_texts(new));
            let fields = fields.map(|(key, value)| ((*key).to_owned(), NewValue::Number(value)));
            let value = NewValue::Fields(fields.collect());
            self.write_member(&target, Some(part), &[PathStep::Key(key)], &value)?;
        }
        Ok(())
    }
}

/// Removes double-precision rounding errors, which a float would not show.
fn round_to_float(number: f64) -> f64 {
    const STEPS: f64 = 1e7;
    let rounded = (number * STEPS).round() / STEPS;
    if rounded == 0.0 { 0.0 } else { rounded }
}
