//! Objects with children, as a tree.

use serde_json::Value;

use super::scalar;
use crate::print::dim;

pub(super) fn is_tree(items: &[Value]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| item["name"].is_string() && item["children"].is_array())
}

pub(super) fn tree(items: &[Value]) -> String {
    let mut text = String::new();
    for item in items {
        text.push_str(&label(item));
        children(item, "", &mut text);
    }
    text
}

/// The hierarchy's own limit on depth bounds the recursion.
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
    let mut label = format!("{}  {}", scalar(&item["name"]), dim(&scalar(&item["components"])));
    if item["active"] == false {
        label.push_str("  (inactive)");
    }
    label.push('\n');
    label
}
