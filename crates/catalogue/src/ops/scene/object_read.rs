//! `scene.object.read`: reads an object with the members of its components.

use scenewright_model::Member;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::target::{ComponentRow, FoundTarget, ObjectTarget, ask_members};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json;

pub(crate) struct ObjectRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectReadArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// Only these components, by type or index; all when empty
    #[serde(default)]
    components: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObjectReadOutput {
    /// Path to the scene
    pub scene_path: String,
    /// The object's name
    pub name: String,
    /// Object names from the root, joined by '/'
    pub path: String,
    /// Stable id: unchanged as long as the object stays in its file
    pub instance_id: u64,
    /// Its own active flag
    pub active: bool,
    /// Whether it and all its ancestors are active
    pub active_in_hierarchy: bool,
    /// Its tag; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Layer number; absent in Godot
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<u32>,
    /// Whether any of its static flags is set; absent in Godot
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    pub is_static: Option<bool>,
    /// Godot: its groups; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// Godot: true for a node with a unique name ('%Name'); absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    pub unique_name: bool,
    /// Godot: the scene it is an instance of (for the root, the inherited scene); absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance_of: Option<String>,
    /// Godot: signal connections from and to it in scene files; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    connections: Vec<ConnectionRow>,
    /// Its components with their members
    components: Vec<ComponentMembers>,
    /// Names of its children
    pub children: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ComponentMembers {
    #[serde(flatten)]
    card: ComponentRow,
    /// Values by member: scalars as JSON, vectors as {x, y, z}, rotations with Euler angles in degrees, references as {ref: asset}, {object: path in the scene}, {builtIn}, {missing} or {unknown}, long arrays as {length, first}
    members: Map<String, Json>,
}

#[derive(Serialize, JsonSchema)]
struct ConnectionRow {
    /// The signal
    signal: String,
    /// Path of the emitting object
    from: String,
    /// Path of the receiving object
    to: String,
    /// The method it calls
    method: String,
    /// Of 'deferred', 'oneShot', 'referenceCounted' and 'appendSourceObject', those that apply; absent when none does
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
    /// Arguments that follow those of the signal, in Godot's notation; absent when there are none
    #[serde(skip_serializing_if = "Option::is_none")]
    binds: Option<String>,
    /// How many of the signal's last arguments are dropped; absent when none is
    #[serde(skip_serializing_if = "is_zero")]
    unbinds: u32,
}

/// Godot's `ConnectFlags`. Every connection in a file is persistent.
const CONNECT_FLAGS: [(u32, &str); 4] =
    [(1, "deferred"), (4, "oneShot"), (8, "referenceCounted"), (16, "appendSourceObject")];

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl Operation for ObjectRead {
    type Args = ObjectReadArgs;
    type Output = ObjectReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.read",
        name: "Read an Object",
        description: "Reads one object: its state and the members of its components as shown in the editor's inspector, with all prefab or instance overrides applied. Use it before changing an object.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Long arrays are truncated and Unity's internal fields omitted; scene.member.read reads both. For a Godot node, the values set in its files are shown; scene.node.properties shows the defaults too. Unity's files do not distinguish booleans of a script from numbers, so such a field is 0 or 1.",
        ),
        examples: include_str!("object_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: ObjectReadArgs, cx: &Cx<'_>) -> Result<ObjectReadOutput, Failure> {
        let found = args.target.find(cx)?;
        let indices = chosen(&found, &args.components, cx)?;
        let object = found.object();
        let lists = ask_members(cx, |members, cx| {
            members.members(&found.scene.path, object.id, &indices, cx)
        })?;
        let component = |(index, members): (usize, &Vec<Member>)| ComponentMembers {
            card: ComponentRow::new(index, &object.components[index]),
            members: value_json::members_to_json(members),
        };
        let children = object.children.iter();
        let node = object.node.as_deref();
        Ok(ObjectReadOutput {
            scene_path: found.scene.path.clone(),
            name: object.name.clone(),
            path: object.path.clone(),
            instance_id: object.id.get(),
            active: object.active,
            active_in_hierarchy: found.is_active_in_hierarchy(),
            tag: object.tag.clone(),
            layer: object.layer,
            is_static: object.static_flags.map(|flags| flags != 0),
            groups: node.map(|node| node.groups.to_vec()).unwrap_or_default(),
            unique_name: node.is_some_and(|node| node.unique_name),
            instance_of: node.and_then(|node| node.instance_of.clone()),
            connections: connections(&found),
            components: indices.iter().copied().zip(&lists).map(component).collect(),
            children: children.map(|&child| found.scene.object(child).name.clone()).collect(),
        })
    }
}

fn connections(found: &FoundTarget) -> Vec<ConnectionRow> {
    let scene = &found.scene;
    let own = scene
        .connections
        .iter()
        .filter(|connection| [connection.from, connection.to].contains(&found.index));
    own.map(|connection| ConnectionRow {
        signal: connection.signal.clone(),
        from: scene.object(connection.from).path.clone(),
        to: scene.object(connection.to).path.clone(),
        method: connection.method.clone(),
        flags: CONNECT_FLAGS
            .into_iter()
            .filter_map(|(bit, name)| (connection.flags & bit != 0).then_some(name))
            .collect(),
        binds: connection.binds.clone(),
        unbinds: connection.unbinds,
    })
    .collect()
}

fn chosen(found: &FoundTarget, named: &[String], cx: &Cx<'_>) -> Result<Vec<usize>, Failure> {
    if named.is_empty() {
        return Ok((0..found.object().components.len()).collect());
    }
    named.iter().map(|name| found.component(name, cx)).collect()
}
