//! A scene as text that is cheap to read: a line an object, two spaces a level.
//!
//! ```text
//! res://main.tscn: 47 objects
//! Main (Node2D, Game)
//!   Player (CharacterBody2D, Player) [group: crew] ← res://player.tscn
//!   Tree_01 … Tree_40 ×40 (Sprite2D)
//!   Lamp (PointLight2D) #3411482094355858 off
//!   Lamp[1] (PointLight2D) #1142650070792572
//! ```
//!
//! An object's path is the names above it and its own, joined by `/`. Siblings that look the same
//! share a line which still names each of them.

mod fold;
mod label;

use serde::Deserialize;

use fold::{Line, lines};

/// The answer of `scene.hierarchy.dump` or of `scene.tree.read`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Dump {
    scene_path: String,
    #[serde(default)]
    root_objects: Vec<Node>,
    tree: Option<Node>,
    total: Option<usize>,
    next_cursor: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    name: String,
    path: String,
    instance_id: Option<u64>,
    #[serde(default = "on")]
    active: bool,
    #[serde(default)]
    components: Vec<String>,
    /// Of `scene.tree.read`, as is `script`.
    #[serde(rename = "type")]
    class: Option<String>,
    script: Option<String>,
    #[serde(default)]
    groups: Vec<String>,
    #[serde(default)]
    unique_name: bool,
    instance_of: Option<String>,
    children: Vec<Node>,
}

fn on() -> bool {
    true
}

/// The outline of an output of `scene.hierarchy.dump` or `scene.tree.read`; `None` for anything
/// else. `tool` is how the reader calls the tool that has the rest.
pub fn outline(output: &str, tool: &str) -> Option<String> {
    // The depth of the tree, and with it every recursion here, is bounded by the JSON reader.
    let mut dump: Dump = serde_json::from_str(output).ok()?;
    dump.root_objects.extend(dump.tree.take());
    let is_part = dump.total.is_some_and(|total| total != count(&dump.root_objects));
    let (body, folded) = body(&dump.root_objects, is_part);
    let mut text = head(&dump, folded);
    for Line { level, text: line } in &body {
        text.extend(std::iter::repeat_n("  ", *level));
        text.push_str(line);
        text.push('\n');
    }
    if let Some(cursor) = &dump.next_cursor {
        text.push_str(&format!("… more: {tool} with the same arguments and cursor \"{cursor}\"\n"));
    }
    Some(text)
}

fn head(dump: &Dump, folded: bool) -> String {
    let shown = count(&dump.root_objects);
    let objects = match dump.total {
        Some(total) if total != shown => format!("{shown} of {total} objects"),
        _ if shown == 1 => "1 object".to_owned(),
        _ => format!("{shown} objects"),
    };
    let how = "; ×N: N alike, others may stand between them; each reached by its own path, of namesakes as Name[0], Name[1] …";
    format!("{}: {objects}{}\n", dump.scene_path, if folded { how } else { "" })
}

fn count(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

/// Objects whose parents are not there stand below a line with their parent's path and a `/`.
fn body(roots: &[Node], is_part: bool) -> (Vec<Line>, bool) {
    let (mut all, mut folded) = (Vec::new(), false);
    for together in roots.chunk_by(|a, b| parent(a) == parent(b)) {
        let (mut part, any) = lines(together, is_part);
        folded |= any;
        if let Some(parent) = together.first().map(parent).filter(|parent| !parent.is_empty()) {
            part.iter_mut().for_each(|line| line.level += 1);
            all.push(Line { level: 0, text: format!("{parent}/") });
        }
        all.append(&mut part);
    }
    (all, folded)
}

fn parent(node: &Node) -> &str {
    let above = node.path.strip_suffix(&node.name);
    above.and_then(|above| above.strip_suffix('/')).unwrap_or_default()
}

#[cfg(test)]
mod tests;
