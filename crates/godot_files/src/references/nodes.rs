//! A scene's nodes as they come together from all of its files, for what only then can be told.

use std::rc::Rc;

use memchr::memmem;
use scenewright_engine::EngineError;
use scenewright_model::{Object, ObjectIndex};

use super::report::{Owner, Report};
use super::{Classes, connections, node_paths};
use crate::ancestry::{Ancestries, Ancestry};
use crate::api::{Api, Class};
use crate::files::Files;
use crate::node_paths::is_opaque;
use crate::scene::{self, Resolved};
use crate::text::{Document, Section};

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
    let resolved = &scene::resolve(files, report.relative)?;
    let nodes = Nodes {
        files,
        api: classes.api(),
        resolved,
        sections: document.sections().collect(),
        ancestries: Ancestries::new(files, classes.api(), resolved),
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
    ancestries: Ancestries<'a>,
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
        let script = object.components.get(1).map(|script| self.ancestries.of(script));
        Some(Makeup { class, script })
    }

    pub(super) fn owner(&self, index: ObjectIndex) -> Owner {
        let object = self.object(index);
        let class = object.components.first().map(|class| class.type_name.clone());
        Owner { object_path: object.path.clone(), component: class.unwrap_or_default() }
    }
}
