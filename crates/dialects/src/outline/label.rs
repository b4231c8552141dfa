//! What a line says of an object beside its name.

use std::borrow::Cow;

use super::Node;

/// The name, in quotes where it could be read as something else.
pub(super) fn name(name: &str, has_details: bool) -> Cow<'_, str> {
    if needs_quotes(name, has_details) { Cow::Owned(format!("{name:?}")) } else { name.into() }
}

fn needs_quotes(name: &str, has_details: bool) -> bool {
    let marks = [" #", " [", " ←", " ×", " … ", "{", "/", "\""];
    name.is_empty()
        || name.trim() != name
        || name.contains(char::is_control)
        || marks.iter().any(|mark| name.contains(mark))
        || name.split(' ').skip(1).any(|word| matches!(word, "off" | "unique"))
        || name.ends_with(']')
        || (name.ends_with(')') && name.contains(" (") && !has_details)
}

/// Components, state, groups and origin: everything behind the name but the id.
pub(super) fn details(node: &Node) -> Details {
    let mut rest = String::new();
    if !node.active {
        rest.push_str(" off");
    }
    if node.unique_name {
        rest.push_str(" unique");
    }
    match node.groups.as_slice() {
        [] => {}
        [group] => rest.push_str(&format!(" [group: {group}]")),
        groups => rest.push_str(&format!(" [groups: {}]", groups.join(", "))),
    }
    if let Some(scene) = &node.instance_of {
        rest.push_str(&format!(" ← {scene}"));
    }
    Details { components: components(node), rest }
}

#[derive(PartialEq, Eq, Hash)]
pub(super) struct Details {
    /// In parentheses, or empty.
    pub(super) components: String,
    pub(super) rest: String,
}

/// Every GameObject has a transform, and every part of a UI a rect and a renderer: they are named
/// only where there is nothing else to tell.
fn components(node: &Node) -> String {
    let script = node.script.as_deref().map(|path| path.rsplit('/').next().unwrap_or(path));
    let all = node.class.as_deref().into_iter().chain(script);
    let all = all.chain(node.components.iter().map(String::as_str));
    let all: Vec<&str> = all.filter(|name| *name != "Transform").collect();
    let told: Vec<&str> = all
        .iter()
        .copied()
        .filter(|name| !["RectTransform", "CanvasRenderer"].contains(name))
        .collect();
    let named = if told.is_empty() { all } else { told };
    let counted = named.chunk_by(|a, b| a == b).map(|same| match same {
        [one] => (*one).to_owned(),
        _ => format!("{} ×{}", same[0], same.len()),
    });
    let counted: Vec<String> = counted.collect();
    if counted.is_empty() { String::new() } else { format!(" ({})", counted.join(", ")) }
}
