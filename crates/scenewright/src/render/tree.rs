//! The objects of a scene, as a tree.

use serde_json::{Map, Value};

use super::{object, scalar};
use crate::print::dim;

/// The answer of `scene.hierarchy.dump`, which has several roots, or of `scene.tree.read`.
pub(super) fn scene(output: &Map<String, Value>) -> String {
    let is_tree = |name: &str| ["rootObjects", "tree"].contains(&name);
    let rest = output.iter().filter(|(name, _)| !is_tree(name));
    let mut text = object(&rest.map(|(name, own)| (name.clone(), own.clone())).collect());
    let roots = output.get("rootObjects").and_then(Value::as_array);
    for root in roots.into_iter().flatten().chain(output.get("tree")) {
        text.push_str(&label(root));
        children(root, "", &mut text);
    }
    text
}

/// The depth limit of the hierarchy bounds the recursion.
fn children(item: &Value, indent: &str, text: &mut String) {
    let children = item["children"].as_array().map_or(&[][..], Vec::as_slice);
    for (index, child) in children.iter().enumerate() {
        let last = index + 1 == children.len();
        text.push_str(&dim(&format!("{indent}{}", if last { "└─ " } else { "├─ " })));
        text.push_str(&label(child));
        self::children(child, &format!("{indent}{}", if last { "   " } else { "│  " }), text);
    }
}

fn label(item: &Value) -> String {
    let made_of: Vec<String> = ["components", "type", "script"]
        .iter()
        .filter_map(|name| item.get(*name))
        .map(scalar)
        .collect();
    let mut label = format!("{}  {}", scalar(&item["name"]), dim(&made_of.join(", ")));
    let state = state(item);
    if !state.is_empty() {
        label.push_str(&format!("  ({})", state.join(", ")));
    }
    label.push('\n');
    label
}

/// The state that most objects do not have.
fn state(item: &Value) -> Vec<String> {
    let mut state = Vec::new();
    if item["active"] == false {
        state.push("inactive".to_owned());
    }
    if let Some(groups) = item.get("groups") {
        state.push(format!("groups {}", scalar(groups)));
    }
    if item["uniqueName"] == true {
        state.push("unique name".to_owned());
    }
    if let Some(scene) = item.get("instanceOf") {
        state.push(format!("instance of {}", scalar(scene)));
    }
    if let Some(properties) = item["properties"].as_object().filter(|own| !own.is_empty()) {
        state.push(scalar(&Value::Object(properties.clone())));
    }
    state
}
