//! `scene.tree.read`: a Godot scene as a tree of nodes with their classes and scripts.

use scenewright_model::{Object, ObjectIndex, Scene, Script};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::target::{self, ask_nodes};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::value_json;

pub(crate) struct TreeRead;

/// Each level costs two levels of JSON, and common readers stop at 128 of those.
const MAX_DEPTH: usize = 60;

/// With properties an answer grows fast.
const MAX_WITH_PROPERTIES: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Path to the scene file, e.g. 'res://main.tscn'
    scene_path: String,
    /// Path of the node to start from; the scene's root when absent
    root: Option<String>,
    /// How many levels to return; the root is level 1
    #[serde(default = "max_depth")]
    #[schemars(range(min = 1, max = 60))]
    max_depth: usize,
    /// Also return what each node sets that differs from the defaults
    #[serde(default)]
    include_properties: bool,
}

fn max_depth() -> usize {
    MAX_DEPTH
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Path to the scene
    scene_path: String,
    /// The root, with what is below it; absent when the scene is empty
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Node>,
}

#[derive(Serialize, JsonSchema)]
struct Node {
    /// Its name
    name: String,
    /// Its class
    #[serde(rename = "type")]
    type_name: String,
    /// Names from the root, joined by '/'
    path: String,
    /// Path of its script; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<String>,
    /// Values by property, its script's included; only when asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Map<String, Json>>,
    /// Nodes below it
    children: Vec<Node>,
}

impl Operation for TreeRead {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "scene.tree.read",
        name: "Read Scene Tree",
        description: "Reads the node tree of a Godot scene: class, script and, when asked for, the properties of each node. Instanced and inherited scenes are resolved.",
        category: "scene",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some("For Godot projects. With properties at most 500 nodes are returned."),
        examples: include_str!("tree_read.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        // An engine without nodes is told so before anything is read.
        ask_nodes(cx, |_, _| Ok(scenewright_engine::Reading::from_files(())))?;
        let scene = cx.ask(|engine, cx| engine.scene(&args.scene_path, cx))?;
        let root = match &args.root {
            Some(root) => Some(target::by_path(&scene, root, cx)?),
            None => scene.roots.first().copied(),
        };
        let mut reader = Reader { scene: &scene, cx, args: &args, nodes: 0, hidden: 0 };
        let tree = root.map(|root| reader.tree(root)).transpose()?;
        let (shown, hidden) = (reader.nodes, reader.hidden);
        if hidden > 0 {
            cx.note(format!(
                "{shown} nodes are shown. Below {hidden} of them nodes are left out; ask for one of these as root."
            ));
        }
        Ok(Output { scene_path: scene.path.clone(), tree })
    }
}

struct Reader<'a, 'c> {
    scene: &'a Scene,
    cx: &'a Cx<'c>,
    args: &'a Args,
    nodes: usize,
    /// Nodes with children that are not shown.
    hidden: usize,
}

impl Reader<'_, '_> {
    /// Parents before children, without recursion; then each goes to its parent.
    fn tree(&mut self, root: ObjectIndex) -> Result<Node, Failure> {
        let mut done: Vec<(usize, Node)> = Vec::new();
        let mut open = vec![(root, 1)];
        while let Some((index, level)) = open.pop() {
            fold(&mut done, level);
            let object = self.scene.object(index);
            done.push((level, self.node(object)?));
            if level < self.args.max_depth && !self.is_full() {
                open.extend(object.children.iter().rev().map(|&child| (child, level + 1)));
            } else if !object.children.is_empty() {
                self.hidden += 1;
            }
        }
        fold(&mut done, 2);
        Ok(done.swap_remove(0).1)
    }

    fn is_full(&self) -> bool {
        self.args.include_properties && self.nodes >= MAX_WITH_PROPERTIES
    }

    fn node(&mut self, object: &Object) -> Result<Node, Failure> {
        self.nodes += 1;
        let script = object.components.iter().find_map(|component| match &component.script {
            Script::Found(path) => Some(path.clone()),
            _ => None,
        });
        let class = object.components.first().map(|class| class.type_name.clone());
        let properties =
            self.args.include_properties.then(|| self.properties(object)).transpose()?;
        Ok(Node {
            name: object.name.clone(),
            type_name: class.unwrap_or_default(),
            path: object.path.clone(),
            script,
            properties,
            children: Vec::new(),
        })
    }

    fn properties(&self, object: &Object) -> Result<Map<String, Json>, Failure> {
        let read = ask_nodes(self.cx, |nodes, cx| {
            nodes.node_properties(&self.scene.path, object.id, false, cx)
        })?;
        let all = read.properties.into_iter().chain(read.script_properties);
        Ok(all.map(|property| (property.name, value_json::flat(&property.value))).collect())
    }
}

/// Everything at `level` or deeper has all its children.
fn fold(done: &mut Vec<(usize, Node)>, level: usize) {
    while let Some((_, node)) = done.pop_if(|(own, _)| *own >= level.max(2)) {
        if let Some((_, parent)) = done.last_mut() {
            parent.children.push(node);
        }
    }
}
