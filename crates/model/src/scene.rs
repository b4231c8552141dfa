//! Scenes as flat tables: no recursion, so that a hostile file cannot exhaust the stack.

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

/// A scene with its instances resolved: what the editor's hierarchy shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    pub path: String,
    /// Every object once; a parent stands before its children.
    pub objects: Vec<SceneObject>,
    pub roots: Vec<ObjectIndex>,
    /// Signals that the scene's files connect, those of inner scenes first; empty for engines
    /// without.
    pub connections: Vec<SignalConnection>,
}

/// A position in [`Scene::objects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectIndex(pub u32);

/// A GameObject or a Node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneObject {
    pub id: ObjectId,
    pub name: String,
    /// Names from the root, joined by `/`.
    pub path: String,
    /// The object's own switch; a disabled ancestor does not change it.
    pub active: bool,
    /// `None` for an object without one, and for engines without tags.
    pub tag: Option<String>,
    /// The layer's number; `None` for engines without layers of this kind.
    pub layer: Option<u32>,
    /// One bit a system that may take the object as never moving; `None` for engines without.
    pub static_flags: Option<u32>,
    /// Unity: the components, Transform first. Godot: the node's class, then its script.
    pub components: Vec<Component>,
    pub parent: Option<ObjectIndex>,
    /// In the order the editor shows them.
    pub children: Vec<ObjectIndex>,
    /// What only a Godot node has; `None` for other engines.
    pub node: Option<Box<NodeFacts>>,
}

/// What a scene file says of a node beside its class, script and properties.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeFacts {
    /// In the order in which the node joins them: those of the innermost scene first.
    pub groups: Vec<String>,
    /// Whether scripts of its owner reach it as `%Name`.
    pub unique_name: bool,
    /// The name of its first component says why its class is unknown, and is not a class.
    pub has_unknown_class: bool,
    /// The scene that this node is an instance of; for the root, the scene that is inherited.
    pub instance_of: Option<String>,
    /// The instance is loaded only when the game asks for it.
    pub placeholder: bool,
    /// The root of the scene that the node is saved with; `None` for the root itself.
    pub owner: Option<ObjectIndex>,
    /// The nodes inside this instance are open to changes in the editor.
    pub editable: bool,
    pub origin: NodeOrigin,
}

/// Which file brings a node into a scene.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeOrigin {
    /// The scene's own file.
    #[default]
    Own,
    /// The scene that it inherits.
    Inherited,
    /// A scene of which an instance stands in it.
    Instanced,
}

/// A signal that calls a method, as a scene file connects it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignalConnection {
    pub signal: String,
    pub from: ObjectIndex,
    pub to: ObjectIndex,
    pub method: String,
    /// Godot's `ConnectFlags`.
    pub flags: u32,
    /// Arguments added to the signal's own, in the file's text; `None` without.
    pub binds: Option<String>,
    /// How many of the signal's arguments are left out.
    pub unbinds: u32,
    /// The file that connects it.
    pub file: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// What a person would call it: `Camera`, `PlayerController`.
    pub type_name: String,
    pub script: ComponentScript,
    /// Its own switch; `None` for a component that has none.
    pub enabled: Option<bool>,
}

/// What is known of the script behind a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentScript {
    /// The component is built into the engine.
    BuiltIn,
    /// The script's path, in the engine's own spelling.
    Found(String),
    /// It certainly does not exist.
    Missing { target: MissingTarget, reason: BrokenReason },
    /// It cannot be known from the files at hand.
    Unknown { target: MissingTarget, reason: UnknownReason },
}

impl ComponentScript {
    /// Why the script cannot be named, in a sentence; `None` when it is known.
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

    /// Adds an object under `parent` (or as a root) as the last of its siblings, and gives it its path.
    pub fn push(&mut self, parent: Option<ObjectIndex>, mut object: SceneObject) -> ObjectIndex {
        let index =
            ObjectIndex(u32::try_from(self.objects.len()).expect("a scene has under 2^32 objects"));
        object.parent = parent;
        object.children = Vec::new();
        match parent {
            Some(parent) => {
                let above = &mut self.objects[parent.0 as usize];
                above.children.push(index);
                object.path = format!("{}/{}", above.path, object.name);
            }
            None => {
                self.roots.push(index);
                object.path.clone_from(&object.name);
            }
        }
        self.objects.push(object);
        index
    }
}

impl Component {
    /// One without a switch.
    pub fn new(type_name: impl Into<String>, script: ComponentScript) -> Component {
        Component { type_name: type_name.into(), script, enabled: None }
    }

    pub fn built_in(type_name: impl Into<String>) -> Component {
        Component::new(type_name, ComponentScript::BuiltIn)
    }
}
