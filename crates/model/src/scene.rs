//! Scenes as flat tables: no recursion, so that a hostile file cannot exhaust the stack.
//!
//! Invariant: a parent comes before its children.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{BrokenReason, MissingTarget, ObjectId, UnknownReason};

/// A scene as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SceneSummary {
    // In the engine's own spelling: `Assets/Scenes/Main.unity`, `res://main.tscn`.
    /// Path, as other tools accept it
    pub path: String,
    /// File name without its extension
    pub name: String,
    /// Whether the scene is in the build (Godot: reached from the main scene)
    pub enabled_in_build: bool,
    /// Position in the build list; absent when the scene is not in it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_index: Option<u32>,
}

/// A scene with its instances resolved, as in the editor's hierarchy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    pub path: String,
    /// Every object once; a parent comes before its children.
    pub objects: Vec<SceneObject>,
    pub roots: Vec<ObjectIndex>,
    /// Signal connections of the scene's files, those of inner scenes first; empty for engines
    /// without signals.
    pub connections: Vec<SignalConnection>,
}

/// An index into [`Scene::objects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectIndex(pub u32);

/// A GameObject or a Node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneObject {
    pub id: ObjectId,
    pub name: String,
    /// Names from the root, joined by `/`.
    pub path: String,
    /// Whether the object itself is active; a disabled ancestor does not change it.
    pub active: bool,
    /// `None` for an object without a tag, and for engines without tags.
    pub tag: Option<String>,
    /// The layer's number; `None` for engines without layers of this kind.
    pub layer: Option<u32>,
    /// One bit per system that may treat the object as static; `None` for engines without such
    /// flags.
    pub static_flags: Option<u32>,
    /// Unity: the components, Transform first. Godot: the node's class, then its script.
    pub components: Vec<Arc<Component>>,
    pub parent: Option<ObjectIndex>,
    /// In the editor's order.
    pub children: Vec<ObjectIndex>,
    /// Facts that only a Godot node has; `None` for other engines.
    pub node: Option<Box<NodeFacts>>,
}

/// What a scene file contains about a node apart from its class, script and properties.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeFacts {
    /// In the order in which the node joins them: the groups of the innermost scene first.
    pub groups: Arc<[String]>,
    /// Whether the scripts of its owner can access it as `%Name`.
    pub unique_name: bool,
    /// Whether the name of its first component is not a class, but the reason why the class is
    /// unknown.
    pub has_unknown_class: bool,
    /// Whether it may have children that are not shown: a missing scene, or a model that was not imported yet.
    pub has_unknown_children: bool,
    /// The scene of which this node is an instance; for the root, the inherited scene.
    pub instance_of: Option<String>,
    /// Whether the instance is loaded only on request of the game.
    pub placeholder: bool,
    /// The root of the scene with which the node is saved; `None` for the root itself.
    pub owner: Option<ObjectIndex>,
    /// Whether the nodes inside this instance can be edited in the editor.
    pub editable: bool,
    pub origin: NodeOrigin,
}

/// The file that a node comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeOrigin {
    /// The scene's own file.
    #[default]
    Own,
    /// The inherited scene.
    Inherited,
    /// A scene that is instanced in this scene.
    Instanced,
}

/// A connection from a signal to a method in a scene file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignalConnection {
    pub signal: String,
    pub from: ObjectIndex,
    pub to: ObjectIndex,
    pub method: String,
    /// Godot's `ConnectFlags`.
    pub flags: u32,
    /// Arguments that are added to the signal's own, as in the file; `None` if there are none.
    pub binds: Option<String>,
    /// The number of the signal's arguments that are dropped.
    pub unbinds: u32,
    /// The file that contains the connection.
    pub file: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// The name that people use: `Camera`, `PlayerController`.
    pub type_name: String,
    pub script: ComponentScript,
    /// Whether it is enabled; `None` for a component that cannot be disabled.
    pub enabled: Option<bool>,
}

/// What is known about the script of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentScript {
    /// The component is built into the engine.
    BuiltIn,
    /// The script's path, in the engine's own form.
    Found(String),
    /// The script certainly does not exist.
    Missing { target: MissingTarget, reason: BrokenReason },
    /// The available files do not show which script it is.
    Unknown { target: MissingTarget, reason: UnknownReason },
}

impl ComponentScript {
    /// Why the script is unknown, as a sentence; `None` when it is known.
    pub fn problem(&self) -> Option<String> {
        match self {
            ComponentScript::BuiltIn | ComponentScript::Found(_) => None,
            ComponentScript::Missing { target, reason } => Some(match (target, reason) {
                (MissingTarget::Guid(guid), BrokenReason::NoAsset) => {
                    format!("no asset has its script's guid {guid}")
                }
                (MissingTarget::Address(address), reason) => format!("{address}: {reason}"),
                (_, reason) => reason.to_string(),
            }),
            ComponentScript::Unknown { target, reason } => {
                Some(reason.about(&format!("its script's {target}")))
            }
        }
    }
}

impl Scene {
    pub fn object(&self, index: ObjectIndex) -> &SceneObject {
        &self.objects[index.0 as usize]
    }

    /// Adds an object under `parent` (or as a root) as the last sibling, and sets its path.
    pub fn push(&mut self, parent: Option<ObjectIndex>, mut object: SceneObject) -> ObjectIndex {
        object.path = match parent {
            Some(parent) => [&self.object(parent).path, "/", &object.name].concat(),
            None => object.name.clone(),
        };
        self.push_with_path(parent, object)
    }

    /// Adds an object that has its path already.
    pub fn push_with_path(
        &mut self,
        parent: Option<ObjectIndex>,
        mut object: SceneObject,
    ) -> ObjectIndex {
        let index =
            ObjectIndex(u32::try_from(self.objects.len()).expect("a scene has under 2^32 objects"));
        object.parent = parent;
        object.children = Vec::new();
        match parent {
            Some(parent) => self.objects[parent.0 as usize].children.push(index),
            None => self.roots.push(index),
        }
        self.objects.push(object);
        index
    }
}

impl Component {
    /// A component that cannot be disabled.
    pub fn new(type_name: impl Into<String>, script: ComponentScript) -> Component {
        Component { type_name: type_name.into(), script, enabled: None }
    }

    pub fn built_in(type_name: impl Into<String>) -> Component {
        Component::new(type_name, ComponentScript::BuiltIn)
    }
}
