//! Checks that need the resolved nodes of a scene.

use std::rc::Rc;

use scenewright_engine::EngineError;
use scenewright_model::{ObjectIndex, SceneObject};

use super::report::{FindingOwner, GodotFileReport};
use super::{LazyApi, connections, node_paths, scripts, vanished};
use crate::ancestry::{ScriptAncestries, ScriptAncestry};
use crate::api::{Api, ApiClass};
use crate::files::GodotFileView;
use crate::node_paths::is_opaque;
use crate::scene::{self, ResolvedScene};
use crate::text::{GodotDocument, Section};

pub(super) const NODE_PATH: &str = "NodePath(";

pub(super) fn check(
    files: &GodotFileView<'_>,
    classes: &LazyApi<'_>,
    document: &GodotDocument,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let resolved = &scene::resolve(files, report.relative)?;
    let nodes = SceneNodes {
        files,
        api: classes.api(),
        resolved,
        sections: document.sections().collect(),
        ancestries: ScriptAncestries::new(files, classes.api(), resolved),
    };
    vanished::check(&nodes, report);
    scripts::check(&nodes, report)?;
    node_paths::check(&nodes, report)?;
    connections::check(&nodes, report)
}

pub(super) struct SceneNodes<'a> {
    pub(super) files: &'a GodotFileView<'a>,
    api: Option<&'a Api>,
    pub(super) resolved: &'a ResolvedScene,
    /// The sections of the scene's own file.
    pub(super) sections: Vec<Section<'a>>,
    ancestries: ScriptAncestries<'a>,
}

/// The class and the script of a node.
pub(super) struct NodeType<'a> {
    pub(super) class: ApiClass<'a>,
    /// `None` for a node without a script.
    pub(super) script: Option<Rc<ScriptAncestry>>,
}

impl<'a> SceneNodes<'a> {
    pub(super) fn object(&self, index: ObjectIndex) -> &SceneObject {
        self.resolved.scene.object(index)
    }

    /// `None` if it is unknown: a class of an extension or one that cannot be created, a scene that is loaded later, an imported scene that may
    /// get a script.
    pub(super) fn node_type(&self, index: ObjectIndex) -> Option<NodeType<'a>> {
        let object = self.object(index);
        let facts = object.node.as_deref()?;
        if facts.placeholder || is_opaque(object) {
            return None;
        }
        let class = self.api?.class_or_renamed(&object.components.first()?.type_name)?;
        if !class.is_a("Node") || !class.is_instantiable() {
            return None;
        }
        let script = object.components.get(1).map(|script| self.ancestries.ancestry_of(script));
        Some(NodeType { class, script })
    }

    /// The name of the root node, which is not part of paths in the file.
    pub(super) fn root_name(&self) -> Option<String> {
        let scene = &self.resolved.scene;
        scene.roots.first().map(|&root| scene.object(root).name.clone())
    }

    pub(super) fn owner(&self, index: ObjectIndex) -> FindingOwner {
        let object = self.object(index);
        let class = object.components.first().map(|class| class.type_name.clone());
        FindingOwner { object_path: object.path.clone(), component: class.unwrap_or_default() }
    }
}
