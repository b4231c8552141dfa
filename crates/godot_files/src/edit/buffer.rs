//! A scene that is open for changes: the sections of its nodes, and the pending splices of its text.

use std::cell::{RefCell, RefMut};
use std::collections::HashSet;
use std::sync::Arc;

use scenewright_engine::EngineError;
use scenewright_engine::names::{self, AmbiguityPolicy};
use scenewright_model::{
    Component, ComponentRef, NodeOrigin, ObjectIndex, ObjectRef, ProjectPath, Scene, SceneObject,
};

use super::refusal;
use super::session::EditSession;
use crate::files::res_path;
use crate::scene::{ResolvedScene, SceneDocument};
use crate::text::{GodotDocument, Section};
use crate::value;
use scenewright_project_files::patch::TextPatch;

pub(super) const ROOT: ObjectIndex = ObjectIndex(0);

pub(super) struct SceneBuffer {
    pub relative: ProjectPath,
    pub resolved: ResolvedScene,
    patch: RefCell<TextPatch>,
    /// Project-relative paths and ids of external resources that this edit added.
    pub(super) added: RefCell<Vec<(String, String)>>,
    /// Instances that this edit opened to changes.
    pub(super) opened: RefCell<HashSet<ObjectIndex>>,
}

type FinishedBuffer = (ProjectPath, Arc<SceneDocument>, Option<String>);

impl SceneBuffer {
    pub(super) fn new(relative: ProjectPath, resolved: ResolvedScene) -> SceneBuffer {
        SceneBuffer {
            relative,
            resolved,
            patch: RefCell::default(),
            added: RefCell::default(),
            opened: RefCell::default(),
        }
    }

    pub(super) fn path(&self) -> String {
        res_path(&self.relative)
    }

    pub(super) fn scene(&self) -> &Scene {
        &self.resolved.scene
    }

    pub(super) fn object(&self, index: ObjectIndex) -> &SceneObject {
        self.scene().object(index)
    }

    pub(super) fn document(&self) -> &GodotDocument {
        self.resolved.own_document()
    }

    pub(super) fn text(&self) -> &str {
        self.document().text()
    }

    pub(super) fn patch(&self) -> RefMut<'_, TextPatch> {
        self.patch.borrow_mut()
    }

    /// The section of a node in this file, if it has one.
    pub(super) fn section(&self, object: ObjectIndex) -> Option<Section<'_>> {
        self.document().section(self.resolved.own_section(object)?)
    }

    /// A node that a client names.
    pub(super) fn find_node(
        &self,
        name: &ObjectRef,
        session: &EditSession<'_>,
    ) -> Result<ObjectIndex, EngineError> {
        let current = match name {
            ObjectRef::Id(id) => &ObjectRef::Id(session.current_id(*id)),
            path @ ObjectRef::Path(_) => path,
        };
        let found = names::object(self.scene(), current).map_err(EngineError::Name)?;
        let found = u32::try_from(found).ok().map(ObjectIndex);
        found.ok_or_else(|| refusal(&self.path(), "the scene has too many nodes"))
    }

    /// The index of a component: the class (0) or the script (1).
    pub(super) fn find_component(
        &self,
        node: ObjectIndex,
        asked: &ComponentRef,
    ) -> Result<usize, EngineError> {
        let components = self.object(node).components.iter();
        let components: Vec<&Component> = components.map(Arc::as_ref).collect();
        names::find_component(&components, asked, AmbiguityPolicy::Refuse, &|_| None)
            .map_err(EngineError::Name)
    }

    /// The path below the root, as in the file; the root is `.`.
    pub(super) fn local_path(&self, object: ObjectIndex) -> &str {
        match self.object(object).path.split_once('/') {
            Some((_, below)) => below,
            None => ".",
        }
    }

    pub(super) fn indexes(&self) -> impl Iterator<Item = ObjectIndex> + use<> {
        (0..self.scene().objects.len() as u32).map(ObjectIndex)
    }

    /// A node and its descendants, which are adjacent in the model.
    pub(super) fn subtree(&self, top: ObjectIndex) -> std::ops::Range<u32> {
        let prefix = format!("{}/", self.object(top).path);
        let below = self.scene().objects.iter().skip(top.0 as usize + 1);
        let count = below.take_while(|object| object.path.starts_with(&prefix)).count() as u32;
        top.0..top.0 + 1 + count
    }

    pub(super) fn is_below(&self, object: ObjectIndex, top: ObjectIndex) -> bool {
        self.subtree(top).contains(&object.0)
    }

    pub(super) fn origin(&self, object: ObjectIndex) -> NodeOrigin {
        self.object(object).node.as_ref().map_or(NodeOrigin::Own, |node| node.origin)
    }

    /// Checks that this file declares the node, and does not only override it.
    pub(super) fn check_own(&self, object: ObjectIndex, what: &str) -> Result<(), EngineError> {
        let path = &self.object(object).path;
        match self.origin(object) {
            NodeOrigin::Own => Ok(()),
            NodeOrigin::Inherited => {
                Err(refusal(what, &format!("'{path}' comes from the inherited scene")))
            }
            NodeOrigin::Instanced => {
                Err(refusal(what, &format!("'{path}' is part of an instanced scene")))
            }
        }
    }

    pub(super) fn is_inherited(&self) -> bool {
        self.object(ROOT).node.as_ref().is_some_and(|node| node.instance_of.is_some())
    }

    pub(super) fn class(&self, object: ObjectIndex) -> &str {
        self.object(object).components.first().map_or("", |class| &class.type_name)
    }

    /// The unique id of a node in the scene that declares it (Godot 4.6).
    pub(super) fn unique_id(&self, object: ObjectIndex) -> Option<i64> {
        let declares = |section: &Section<'_>| {
            ["type", "instance", "instance_placeholder"]
                .iter()
                .any(|key| section.attribute(key).is_some())
        };
        let layers = self.resolved.layers(object);
        let (_, section) = layers.iter().rev().find(|(_, section)| declares(section))?;
        section.attribute("unique_id").and_then(value::integer).filter(|id| *id != 0)
    }

    /// Whether the nodes of this file have unique ids.
    pub(super) fn has_unique_ids(&self) -> bool {
        let mut nodes = self.document().sections().filter(|section| section.tag() == "node");
        nodes.any(|section| section.attribute("unique_id").is_some())
    }

    pub(super) fn line_end(&self) -> &'static str {
        if self.text().contains("\r\n") { "\r\n" } else { "\n" }
    }

    pub(super) fn finish(self) -> Result<FinishedBuffer, EngineError> {
        let path = self.path();
        let source = Arc::clone(&self.resolved.documents[0]);
        let patch = self.patch.into_inner();
        if patch.is_empty() {
            return Ok((self.relative, source, None));
        }
        let patched = patch.apply(source.document.text());
        let text = patched.ok_or_else(|| refusal(&path, "its changes conflict with each other"))?;
        Ok((self.relative, source, Some(text)))
    }
}
