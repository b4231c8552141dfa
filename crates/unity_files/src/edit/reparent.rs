//! Moving an object below another one.

use scenewright_engine::EngineError;
use scenewright_model::ObjectRef;

use crate::members::draft::Step;
use crate::tree::Tree;

use super::emit;
use super::hierarchy::Child;
use super::set::Written;
use super::target::{self, Target};
use super::{Planner, refuse};
use crate::space::{Local, World};

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
        let find = |parent| target::find(&target.path, &target.tree, parent);
        let parent = parent.map(find).transpose()?;
        if parent.is_some_and(|parent| target.below().contains(&parent)) {
            return Err(refuse(what(), "it cannot be below itself"));
        }
        let Some(mut child) = self.child(&target, target.node)? else {
            return Err(refuse(what(), "it stays where its prefab has it"));
        };
        if let (Child::Instance { id, root, handle: None }, Some(_)) = (child, parent) {
            let part = self.transform_part(&target, target.node)?;
            let handle = Some(self.handle(&target, Some(part))?);
            child = Child::Instance { id, root, handle };
        }
        let local = if keep_world { self.kept(&target, parent)? } else { None };
        self.detach(&target, target.node, child)?;
        self.attach(&target, child, parent, sibling)?;
        match local {
            Some((before, after)) => self.place(&target, &before, &after),
            None => Ok(()),
        }
    }

    /// The position of the Transform among an object's components.
    pub(super) fn transform_part(
        &self,
        target: &Target,
        node: usize,
    ) -> Result<usize, EngineError> {
        let node = &target.tree.nodes[node];
        let found = node.parts.iter().position(|part| part.id == node.transform);
        found.ok_or_else(|| refuse(format!("Object '{}'", node.name), "it has no Transform"))
    }

    pub(super) fn local(&self, target: &Target, node: usize) -> Result<Local, EngineError> {
        let part = self.transform_part(target, node)?;
        self.with_opened(target, node, |opened| {
            opened.with_draft(part, |draft| draft.map(Local::read).unwrap_or_default())
        })?
    }

    fn world(&self, target: &Target, node: Option<usize>) -> Result<World, EngineError> {
        let nodes = &target.tree.nodes;
        let mut chain: Vec<usize> =
            std::iter::successors(node, |&node| nodes[node].parent).collect();
        chain.reverse();
        let mut world = World::default();
        for node in chain {
            world = world.below(&self.local(target, node)?);
        }
        Ok(world)
    }

    /// Its own values now, and those that keep it in its place below another parent.
    fn kept(
        &mut self,
        target: &Target,
        parent: Option<usize>,
    ) -> Result<Option<(Local, Local)>, EngineError> {
        let node = target.node();
        if node.parts.iter().any(|part| part.component.type_name == "RectTransform") {
            self.notes.push(format!(
                "'{}' keeps its own values: where a RectTransform is depends on its parent's size",
                target.object_path()
            ));
            return Ok(None);
        }
        let before = self.local(target, target.node)?;
        let place = self.world(target, Some(target.node))?;
        let after = self.world(target, parent)?.local_of(&place);
        let flat = || {
            let what = format!("The place of '{}'", target.object_path());
            refuse(what, "its new parent has a scale of zero")
        };
        Ok(Some((before, after.ok_or_else(flat)?)))
    }

    fn place(&mut self, target: &Target, before: &Local, after: &Local) -> Result<(), EngineError> {
        let part = self.transform_part(target, target.node)?;
        let nodes = target.tree.nodes.clone();
        let target = Target { path: target.path.clone(), tree: Tree { nodes }, node: target.node };
        for (key, old, new) in [
            ("m_LocalPosition", &before.position[..], &after.position[..]),
            ("m_LocalRotation", &before.rotation[..], &after.rotation[..]),
            ("m_LocalScale", &before.scale[..], &after.scale[..]),
        ] {
            let spelled = |numbers: &[f64]| -> Vec<String> {
                numbers.iter().map(|number| emit::float(rounded(*number))).collect()
            };
            if spelled(old) == spelled(new) {
                continue;
            }
            let fields = ["x", "y", "z", "w"].iter().zip(spelled(new));
            let fields = fields.map(|(key, value)| ((*key).to_owned(), Written::Number(value)));
            let value = Written::Fields(fields.collect());
            self.write(&target, Some(part), &[Step::Key(key)], &value)?;
        }
        Ok(())
    }
}

/// What sums leave over in the last digits of a double is not there in a float.
fn rounded(number: f64) -> f64 {
    const STEPS: f64 = 1e7;
    let rounded = (number * STEPS).round() / STEPS;
    if rounded == 0.0 { 0.0 } else { rounded }
}
