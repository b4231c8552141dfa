//! What a Godot node holds, in the terms of Godot's inspector.

use crate::MemberValue;

#[derive(Debug, Clone, PartialEq)]
pub struct NodeProperties {
    pub class: String,
    /// The script's path.
    pub script: Option<String>,
    /// Those of the node's class and the classes above it.
    pub properties: Vec<NodeProperty>,
    /// The variables of its script.
    pub script_properties: Vec<NodeProperty>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NodeProperty {
    pub name: String,
    /// Godot's name for it: `Vector2`, `Texture2D`.
    pub type_name: String,
    pub value: MemberValue,
    /// The class that declares it; for a variable of a script the script's name.
    pub category: String,
    pub is_default: bool,
    /// Whether the inspector shows it and scenes store it.
    pub is_exported: bool,
}
