//! A scene's nodes as they come together from all of its files, for what only then can be told.

use std::rc::Rc;

use memchr::memmem;
use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, SceneObject};

use super::report::{FindingOwner, GodotFileReport};
use super::{LazyApi, connections, node_paths};
use crate::ancestry::{ScriptAncestries, ScriptAncestry};
use crate::api::{Api, ApiClass};
use crate::files::GodotFileView;
use crate::node_paths::is_opaque;
use crate::scene::{self, ResolvedScene};
use crate::text::{GodotDocument, Section};

/// Scenes without one of these have nothing to check here.
const CONNECTION: &str = "[connection";
pub(super) const NODE_PATH: &str = "NodePath(";

pub(super) fn check(
    files: &GodotFileView<'_>,
    classes: &LazyApi<'_>,
    document: &GodotDocument,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let has = |text: &str| memmem::find(document.text().as_bytes(), text.as_bytes()).is_some();
    if !has(CONNECTION) && !has(NODE_PATH) {
        return Ok(());
    }
    let resolved = &scene::resolve(files, report.relative)?;
    let nodes = SceneNodes {
        files,
        api: classes.api(),
        resolved,
        sections: document.sections().collect(),
        ancestries: ScriptAncestries::new(files, classes.api(), resolved),
    };
    node_paths::check(&nodes, report)?;
    connections::check(&nodes, report)
}

pub(super) struct SceneNodes<'a> {
    pub(super) files: &'a GodotFileView<'a>,
    api: Option<&'a Api>,
    pub(super) resolved: &'a ResolvedScene,
    /// Of the scene's own file.
    pub(super) sections: Vec<Section<'a>>,
    ancestries: ScriptAncestries<'a>,
}

/// What a node is made of.
pub(super) struct NodeType<'a> {
    pub(super) class: ApiClass<'a>,
    /// `None` for a node without a script.
    pub(super) script: Option<Rc<ScriptAncestry>>,
}

impl<'a> SceneNodes<'a> {
    pub(super) fn object(&self, index: ObjectIndex) -> &SceneObject {
        self.resolved.scene.object(index)
    }

    /// `None` when it cannot be known: a class of an extension, a scene that is only loaded later,
    /// one that is imported and may be given a script then.
    pub(super) fn node_type(&self, index: ObjectIndex) -> Option<NodeType<'a>> {
        let object = self.object(index);
        let facts = object.node.as_deref()?;
        if facts.placeholder || is_opaque(object) {
            return None;
        }
        let class = self.api?.class(&object.components.first()?.type_name)?;
        let script = object.components.get(1).map(|script| self.ancestries.ancestry_of(script));
        Some(NodeType { class, script })
    }

    pub(super) fn owner(&self, index: ObjectIndex) -> FindingOwner {
        let object = self.object(index);
        let class = object.components.first().map(|class| class.type_name.clone());
        FindingOwner { object_path: object.path.clone(), component: class.unwrap_or_default() }
    }
}
