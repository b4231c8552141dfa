//! The classes that a project's sources declare.

/// One class in one file; a class in parts has one of these for each file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptClass {
    /// With the types around it: `Inventory.Slot`. A script that gives itself no name has that of
    /// its file: `player.gd`.
    pub name: String,
    pub namespace: String,
    /// As the source writes them; a file without its quotes.
    pub bases: Vec<String>,
    pub is_abstract: bool,
    pub kind: ClassKind,
    pub language: ScriptLanguage,
    pub path: String,
    /// The file's id; `None` where the engine has not given one.
    pub guid: Option<String>,
    /// What the file is compiled into; `None` when it is not compiled.
    pub assembly: Option<String>,
    /// Godot: known by its name in the whole project.
    pub is_global: bool,
    /// Godot: runs in the editor too.
    pub is_tool: bool,
    /// From the comment that belongs to it.
    pub description: Option<String>,
    pub members: ClassMembers,
}

/// What a class offers to scenes and to other classes, itself: that of its bases is not here.
/// Empty where the engine's reader does not look for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassMembers {
    pub exports: Vec<ExportedVariable>,
    pub signals: Vec<ClassSignal>,
    pub functions: Vec<ClassFunction>,
}

/// A variable that the editor shows and scenes store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedVariable {
    pub name: String,
    /// `None` when the source does not tell.
    pub type_name: Option<String>,
    pub default: DefaultValue,
    /// As the source writes it: `@export_range(0, 10)`.
    pub annotation: String,
    pub description: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefaultValue {
    /// In the engine's spelling.
    Known(String),
    /// Only running the script would tell; the expression as the source writes it.
    Expression(String),
    /// The source gives none, and what its type begins with is not known.
    Absent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassSignal {
    pub name: String,
    pub parameters: Vec<ClassParameter>,
    pub description: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFunction {
    pub name: String,
    pub parameters: Vec<ClassParameter>,
    pub return_type: Option<String>,
    pub is_static: bool,
    pub is_abstract: bool,
    pub description: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassParameter {
    pub name: String,
    pub type_name: Option<String>,
    /// As the source writes it.
    pub default: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScriptLanguage {
    CSharp,
    GdScript,
}

/// What a class is to the engine, through all of its bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassKind {
    MonoBehaviour,
    ScriptableObject,
    Node,
    Resource,
    /// Part of the editor: inspectors, windows, drawers, importers, plugins.
    Editor,
    Other,
}
