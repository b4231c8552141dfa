//! A scene as compact text: one space per level, and equal siblings share a line.
//!
//! ```text
//! Assets/Main.unity: 51 objects; …
//! :a MeshFilter, MeshRenderer
//! Main Camera: Camera, AudioListener
//! Pier:a *1
//!  Plank_{01-40}:a
//!  Lamp×2: Light off
//! Old Pier, New Pier *1
//! ```
//!
//! The path of an object is the names of its ancestors and its own, joined by `/`; the second of two lamps
//! is `Lamp[1]`. `:a` refers to a line of the legend, `*1` to everything at the first line with that mark.
//! The notation is explained in `docs/mcp.md`, and `testkit::outline` parses it.

mod kind;
mod lines;
mod names;
mod shape;

use std::borrow::Cow;

use scenewright_catalogue::Output;
use scenewright_catalogue::outputs::{
    HierarchyDumpOutput, HierarchyObject, SceneTreeNode, TreeReadOutput,
};
use serde_json::{Map, Value, json};

use lines::{OutlineText, OutlineWriter, SiblingList};
use shape::ShapeTable;

/// The output of `scene.hierarchy.dump` or of `scene.tree.read`.
#[cfg_attr(test, derive(serde::Deserialize), serde(rename_all = "camelCase"))]
struct SceneDump {
    scene_path: String,
    #[cfg_attr(test, serde(default))]
    root_objects: Vec<OutlineNode>,
    tree: Option<OutlineNode>,
    total: Option<usize>,
    next_cursor: Option<String>,
}

#[cfg_attr(test, derive(serde::Deserialize), serde(rename_all = "camelCase"))]
struct OutlineNode {
    name: String,
    path: String,
    instance_id: Option<u64>,
    #[cfg_attr(test, serde(default = "default_active"))]
    active: bool,
    #[cfg_attr(test, serde(default))]
    components: Vec<String>,
    /// Only in `scene.tree.read`, as is `script`.
    #[cfg_attr(test, serde(rename = "type"))]
    class: Option<String>,
    script: Option<String>,
    #[cfg_attr(test, serde(default))]
    groups: Vec<String>,
    #[cfg_attr(test, serde(default))]
    unique_name: bool,
    instance_of: Option<String>,
    /// Only in `scene.tree.read`, on request.
    properties: Option<Map<String, Value>>,
    children: Vec<OutlineNode>,
}

#[cfg(test)]
fn default_active() -> bool {
    true
}

/// The outline of an output of `scene.hierarchy.dump` or `scene.tree.read`; `None` for any other output.
/// `tool` is the name under which the reader calls the tool.
pub fn outline(output: &Output, tool: &str) -> Option<String> {
    let dump = output.downcast_ref::<HierarchyDumpOutput>().map(SceneDump::from);
    let tree = || output.downcast_ref::<TreeReadOutput>().map(SceneDump::from);
    Some(render(dump.or_else(tree)?, tool))
}

impl From<&HierarchyDumpOutput> for SceneDump {
    fn from(dump: &HierarchyDumpOutput) -> SceneDump {
        SceneDump {
            scene_path: dump.scene_path.clone(),
            root_objects: dump.root_objects.iter().map(OutlineNode::from).collect(),
            tree: None,
            total: dump.total,
            next_cursor: dump.next_cursor.clone(),
        }
    }
}

impl From<&TreeReadOutput> for SceneDump {
    fn from(read: &TreeReadOutput) -> SceneDump {
        SceneDump {
            scene_path: read.scene_path.clone(),
            root_objects: Vec::new(),
            tree: read.tree.as_ref().map(OutlineNode::from),
            total: None,
            next_cursor: None,
        }
    }
}

impl From<&HierarchyObject> for OutlineNode {
    fn from(object: &HierarchyObject) -> OutlineNode {
        OutlineNode {
            name: object.name.clone(),
            path: object.path.clone(),
            instance_id: Some(object.instance_id),
            active: object.active,
            components: object.components.clone(),
            class: None,
            script: None,
            groups: object.groups.clone(),
            unique_name: object.unique_name,
            instance_of: object.instance_of.clone(),
            properties: None,
            children: object.children.iter().map(OutlineNode::from).collect(),
        }
    }
}

impl From<&SceneTreeNode> for OutlineNode {
    fn from(node: &SceneTreeNode) -> OutlineNode {
        OutlineNode {
            name: node.name.clone(),
            path: node.path.clone(),
            instance_id: None,
            active: true,
            components: Vec::new(),
            class: Some(node.type_name.clone()),
            script: node.script.clone(),
            groups: Vec::new(),
            unique_name: false,
            instance_of: None,
            properties: node.properties.clone(),
            children: node.children.iter().map(OutlineNode::from).collect(),
        }
    }
}

/// The operations bound the depth of the tree, and with it every recursion here.
fn render(mut dump: SceneDump, tool: &str) -> String {
    dump.root_objects.extend(dump.tree.take());
    let is_part = dump.total.is_some_and(|total| total != count_nodes(&dump.root_objects));
    let is_godot = dump.scene_path.starts_with("res://");
    let mut shapes = ShapeTable::default();
    let roots = shapes.add_all(&dump.root_objects, is_godot);
    // Objects whose parents are missing are listed below a line with the parent's path and a `/`.
    let parts = roots.chunk_by(|a, b| parent_path(a.node) == parent_path(b.node));
    let siblings: Vec<SiblingList<'_, '_>> =
        parts.map(|part| SiblingList { all: part, is_part }).collect();
    let mut writer = OutlineWriter::new(&shapes, &siblings);
    for part in &siblings {
        let above = part.all.first().map(|one| parent_path(one.node)).unwrap_or_default();
        if !above.is_empty() {
            writer.line(&format!("{}/", quote_path(above)));
        }
        writer.write(part, usize::from(!above.is_empty()));
    }
    let written = writer.finish();
    let mut text = header_line(&dump, &written, is_godot, tool);
    written.legend.iter().for_each(|line| text.extend([line, "\n"]));
    text.push_str(&written.body);
    if let Some(cursor) = &dump.next_cursor {
        text.push_str(&format!("… more: {tool} with the same arguments and cursor \"{cursor}\"\n"));
    }
    text
}

/// What the notation means, what is left out, and how to see what a line only refers to.
fn header_line(dump: &SceneDump, text: &OutlineText, is_godot: bool, tool: &str) -> String {
    let shown = count_nodes(&dump.root_objects);
    let mut head = match dump.total {
        Some(total) if total != shown => format!("{shown} of {total} objects"),
        _ if shown == 1 => "1 object".to_owned(),
        _ => format!("{shown} objects"),
    };
    head.push_str(match is_godot {
        true => "; left out: ids, classes like the name",
        false => "; left out: ids, Transform",
    });
    if !text.legend.is_empty() {
        head.push_str("; X:a has what line :a lists");
    }
    if text.has_namesakes {
        head.push_str("; X×2 is X[0] and X[1]");
    }
    if text.has_marks {
        let scene = json!(dump.scene_path);
        let call = format!("{tool} {{\"scenePath\":{scene},\"root\":PATH}}");
        head.push_str(&format!("; *1: all as at the first *1, {call} shows it there"));
    }
    format!("{}: {head}\n", dump.scene_path)
}

fn count_nodes(nodes: &[OutlineNode]) -> usize {
    nodes.iter().map(|node| 1 + count_nodes(&node.children)).sum()
}

/// In quotes where it could be misread.
fn quote_path(path: &str) -> Cow<'_, str> {
    let is_odd = path.trim() != path
        || path.contains(char::is_control)
        || path.starts_with(['"', ':', '?', '…']);
    if is_odd { Cow::Owned(json!(path).to_string()) } else { path.into() }
}

fn parent_path(node: &OutlineNode) -> &str {
    let above = node.path.strip_suffix(&node.name);
    above.and_then(|above| above.strip_suffix('/')).unwrap_or_default()
}

#[cfg(test)]
mod tests;
