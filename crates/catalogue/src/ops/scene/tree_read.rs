//! `scene.tree.read`: a Godot scene as a tree of nodes with their classes and scripts.

use scenewright_engine::Reading;
use scenewright_model::{
    ComponentScript, NodeProperties, ObjectId, ObjectIndex, Scene, SceneObject,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::target::{self, ask_nodes};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;
use crate::value_json;

pub(crate) struct TreeRead;

/// Each level adds two levels of JSON, and common parsers stop at 128.
const MAX_DEPTH: usize = 60;

/// Answers with properties grow fast.
const MAX_WITH_PROPERTIES: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TreeReadArgs {
    /// Path to the scene file, e.g. 'res://main.tscn'
    scene_path: String,
    /// Path of the node to start from; the scene's root when absent
    root: Option<String>,
    /// How many levels to return; the root is level 1
    #[serde(default = "max_depth")]
    #[schemars(range(min = 1, max = 60))]
    max_depth: usize,
    /// Also return the properties that differ from their defaults
    #[serde(default)]
    include_properties: bool,
}

fn max_depth() -> usize {
    MAX_DEPTH
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeReadOutput {
    /// Path to the scene
    pub scene_path: String,
    /// The root with its subtree; absent when the scene is empty
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<SceneTreeNode>,
}

#[derive(Serialize, JsonSchema)]
pub struct SceneTreeNode {
    /// Its name
    pub name: String,
    /// Its class
    #[serde(rename = "type")]
    pub type_name: String,
    /// Object names from the root, joined by '/'
    pub path: String,
    /// Path of its script; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Values by property, including those of its script; only when requested
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<Map<String, Json>>,
    /// Its children
    pub children: Vec<SceneTreeNode>,
}

impl Operation for TreeRead {
    type Args = TreeReadArgs;
    type Output = TreeReadOutput;

    const PRESENTATION: Presentation = Presentation::SceneOutline;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.tree.read",
        name: "Read Scene Tree",
        description: "Reads the node tree of a Godot scene: class, script and, on request, the properties of each node. Instanced and inherited scenes are resolved.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("For Godot projects. With properties, at most 500 nodes are returned."),
        examples: include_str!("tree_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: TreeReadArgs, cx: &Cx<'_>) -> Result<TreeReadOutput, Failure> {
        // An engine without nodes fails here, before anything is read.
        ask_nodes(cx, |_, _| Ok(Reading::from_files(())))?;
        let scene = cx.ask(|engine, cx| engine.scene(&args.scene_path, cx))?;
        let root = match &args.root {
            Some(root) => Some(target::by_path(&scene, root, cx)?),
            None => scene.roots.first().copied(),
        };
        let (shown, cut) = in_order(&scene, root, &args);
        if cut > 0 {
            let shown = shown.len();
            cx.add_diagnostic(format!(
                "{shown} nodes are returned. Children of {cut} of them are omitted; request one of these as root."
            ));
        }
        let mut properties = properties(&scene, &shown, &args, cx)?.into_iter();
        let nodes = shown
            .iter()
            .map(|&(index, level)| (level, node(scene.object(index), properties.next())));
        Ok(TreeReadOutput { scene_path: scene.path.clone(), tree: nested(nodes) })
    }
}

/// The nodes to return with their level, parents first, and how many of them have omitted children.
fn in_order(
    scene: &Scene,
    root: Option<ObjectIndex>,
    args: &TreeReadArgs,
) -> (Vec<(ObjectIndex, usize)>, usize) {
    let most = if args.include_properties { MAX_WITH_PROPERTIES } else { usize::MAX };
    let (mut shown, mut cut) = (Vec::new(), 0);
    let mut open: Vec<(ObjectIndex, usize)> = root.into_iter().map(|root| (root, 1)).collect();
    while let Some((index, level)) = open.pop() {
        shown.push((index, level));
        let children = &scene.object(index).children;
        if level < args.max_depth && shown.len() + open.len() + children.len() <= most {
            open.extend(children.iter().rev().map(|&child| (child, level + 1)));
        } else {
            cut += usize::from(!children.is_empty());
        }
    }
    (shown, cut)
}

/// The properties of each node; empty when they were not requested.
fn properties(
    scene: &Scene,
    shown: &[(ObjectIndex, usize)],
    args: &TreeReadArgs,
    cx: &Cx<'_>,
) -> Result<Vec<Map<String, Json>>, Failure> {
    if !args.include_properties {
        return Ok(Vec::new());
    }
    let ids: Vec<ObjectId> = shown.iter().map(|&(index, _)| scene.object(index).id).collect();
    let read = ask_nodes(cx, |nodes, cx| nodes.node_properties(&scene.path, &ids, false, cx))?;
    let map = |read: NodeProperties| {
        let all = read.properties.into_iter().chain(read.script_properties);
        all.map(|property| (property.name, value_json::to_flat_json(&property.value))).collect()
    };
    Ok(read.into_iter().map(map).collect())
}

fn node(object: &SceneObject, properties: Option<Map<String, Json>>) -> SceneTreeNode {
    let script = object.components.iter().find_map(|component| match &component.script {
        ComponentScript::Found(path) => Some(path.clone()),
        _ => None,
    });
    let class = object.components.first().map(|class| class.type_name.clone());
    SceneTreeNode {
        name: object.name.clone(),
        type_name: class.unwrap_or_default(),
        path: object.path.clone(),
        script,
        properties,
        children: Vec::new(),
    }
}

/// Nests nodes under their parents, without recursion.
fn nested(nodes: impl Iterator<Item = (usize, SceneTreeNode)>) -> Option<SceneTreeNode> {
    let mut open: Vec<(usize, SceneTreeNode)> = Vec::new();
    for (level, node) in nodes {
        fold(&mut open, level);
        open.push((level, node));
    }
    fold(&mut open, 2);
    open.pop().map(|(_, root)| root)
}

/// Closes everything at `level` or deeper: it has all its children.
fn fold(open: &mut Vec<(usize, SceneTreeNode)>, level: usize) {
    while let Some((_, node)) = open.pop_if(|(own, _)| *own >= level.max(2)) {
        if let Some((_, parent)) = open.last_mut() {
            parent.children.push(node);
        }
    }
}
