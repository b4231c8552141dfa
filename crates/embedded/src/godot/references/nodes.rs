//! A scene's nodes as they come together from all of its files, for what only then can be told.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use memchr::memmem;
use scenewright_engine::EngineError;
use scenewright_model::{Object, ObjectIndex, Script};

use super::report::{Owner, Report};
use super::{Classes, connections, node_paths};
use crate::godot::ancestry::{Ancestry, relative_of};
use crate::godot::api::{Api, Class};
use crate::godot::files::Files;
use crate::godot::node_paths::is_opaque;
use crate::godot::scene::{self, Resolved};
use crate::godot::text::{Document, Section};
use crate::godot::value;

/// Scenes without one of these have nothing to check here.
const CONNECTION: &str = "[connection";
pub(super) const NODE_PATH: &str = "NodePath(";

pub(super) fn check(
    files: &Files<'_>,
    classes: &Classes<'_>,
    document: &Document,
    report: &mut Report<'_>,
) -> Result<(), EngineError> {
    let has = |text: &str| memmem::find(document.text().as_bytes(), text.as_bytes()).is_some();
    if !has(CONNECTION) && !has(NODE_PATH) {
        return Ok(());
    }
    let nodes = Nodes {
        files,
        api: classes.api(),
        resolved: &scene::resolve(files, report.relative)?,
        sections: document.sections().collect(),
        ancestries: RefCell::default(),
    };
    node_paths::check(&nodes, report)?;
    connections::check(&nodes, report)
}

pub(super) struct Nodes<'a> {
    pub(super) files: &'a Files<'a>,
    api: Option<&'a Api>,
    pub(super) resolved: &'a Resolved,
    /// Of the scene's own file.
    pub(super) sections: Vec<Section<'a>>,
    /// By the paths of scripts.
    ancestries: RefCell<HashMap<String, Rc<Ancestry>>>,
}

/// What a node is made of.
pub(super) struct Makeup<'a> {
    pub(super) class: Class<'a>,
    /// `None` for a node without a script.
    pub(super) script: Option<Rc<Ancestry>>,
}

impl<'a> Nodes<'a> {
    pub(super) fn object(&self, index: ObjectIndex) -> &Object {
        self.resolved.scene.object(index)
    }

    /// `None` when it cannot be known: a class of an extension, a scene that is only loaded later,
    /// one that is imported and may be given a script then.
    pub(super) fn makeup(&self, index: ObjectIndex) -> Option<Makeup<'a>> {
        let object = self.object(index);
        let facts = object.node.as_deref()?;
        if facts.placeholder || is_opaque(object) {
            return None;
        }
        let class = self.api?.class(&object.components.first()?.type_name)?;
        let script = object.components.get(1).map(|component| match &component.script {
            Script::Found(path) => self.ancestry(path),
            _ => Rc::new(Ancestry::unknown()),
        });
        Some(Makeup { class, script })
    }

    pub(super) fn owner(&self, index: ObjectIndex) -> Owner {
        let object = self.object(index);
        let class = object.components.first().map(|class| class.type_name.clone());
        Owner { object_path: object.path.clone(), component: class.unwrap_or_default() }
    }

    fn ancestry(&self, path: &str) -> Rc<Ancestry> {
        if let Some(known) = self.ancestries.borrow().get(path) {
            return Rc::clone(known);
        }
        let found = match relative_of(path) {
            Some(relative) => Ancestry::of(self.files, self.api, relative),
            None => self.inner_script(path).unwrap_or_else(Ancestry::unknown),
        };
        let found = Rc::new(found);
        self.ancestries.borrow_mut().insert(path.to_owned(), Rc::clone(&found));
        found
    }

    /// A script that is stored inside one of the scene's files.
    fn inner_script(&self, path: &str) -> Option<Ancestry> {
        let (file, id) = path.split_once("::")?;
        let relative = file.strip_prefix("res://")?;
        let source = self.resolved.documents.iter().find(|source| source.relative == relative)?;
        let section = source.document.sections().find(|section| {
            section.tag() == "sub_resource"
                && section.attribute("id").is_some_and(|raw| value::id(raw) == id)
        })?;
        let source = value::string(section.property("script/source")?)?;
        Some(Ancestry::of_source(self.files, self.api, &source, relative))
    }
}
