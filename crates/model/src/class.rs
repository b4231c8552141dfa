//! The classes that a project's sources declare.

/// One class in one file; a class in parts has one of these for each file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// With the types around it: `Inventory.Slot`.
    pub name: String,
    pub namespace: String,
    /// As the source writes them.
    pub bases: Vec<String>,
    pub is_abstract: bool,
    pub kind: ClassKind,
    pub path: String,
    /// The file's id; `None` where the engine has not given one.
    pub guid: Option<String>,
    /// What the file is compiled into; `None` when it is not compiled.
    pub assembly: Option<String>,
}

/// What a class is to the engine, through all of its bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassKind {
    MonoBehaviour,
    ScriptableObject,
    /// Part of the editor: inspectors, windows, drawers, importers.
    Editor,
    Other,
}
