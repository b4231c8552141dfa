//! The properties of a Godot node, as in Godot's inspector.

use crate::MemberValue;

#[derive(Debug, Clone, PartialEq)]
pub struct NodeProperties {
    pub class: String,
    /// The script's path.
    pub script: Option<String>,
    /// The properties of the node's class and its base classes.
    pub properties: Vec<NodeProperty>,
    /// The variables of its script.
    pub script_properties: Vec<NodeProperty>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NodeProperty {
    pub name: String,
    /// Godot's type name: `Vector2`, `Texture2D`.
    pub type_name: String,
    pub value: MemberValue,
    /// The class that declares it; for a script variable, the script's name.
    pub category: String,
    pub is_default: bool,
    /// Whether the inspector shows it and scenes store it.
    pub is_exported: bool,
}
