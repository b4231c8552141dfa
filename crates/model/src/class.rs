//! The classes that a project's sources declare.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::is_false;

/// One class in one file; a class in parts has one of these for each file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScriptClass {
    // For example `Inventory.Slot`, `player.gd`.
    /// The class's name, with the types around it; the file's name for a script without a name
    pub name: String,
    /// Its namespace; empty when it is in none
    pub namespace: String,
    // A file without its quotes.
    /// What it derives from and implements, as the source writes it
    #[serde(rename = "baseTypes")]
    pub bases: Vec<String>,
    /// What it is to the engine, through all of its bases
    pub kind: ClassKind,
    /// What it is written in
    pub language: ScriptLanguage,
    /// true for an abstract class; absent otherwise
    #[serde(rename = "abstract", skip_serializing_if = "is_false")]
    pub is_abstract: bool,
    /// true when Godot knows the class by its name in the whole project; absent otherwise
    #[serde(rename = "global", skip_serializing_if = "is_false")]
    pub is_global: bool,
    /// true for a Godot script that runs in the editor too; absent otherwise
    #[serde(rename = "tool", skip_serializing_if = "is_false")]
    pub is_tool: bool,
    /// From the class's `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Path of the source file
    pub path: String,
    /// The file's guid or uid; absent when it has no .meta or .uid file
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guid: Option<String>,
    /// The assembly it is compiled into; absent when it is not compiled
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assembly: Option<String>,
    /// Serialised only on request, by whoever lists classes.
    #[serde(skip)]
    pub members: ClassMembers,
}

/// What a class offers to scenes and to other classes, itself: that of its bases is not here.
/// Empty where the engine's reader does not look for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClassMembers {
    /// Variables that the editor shows and scenes store
    pub exports: Vec<ExportedVariable>,
    /// Signals
    pub signals: Vec<ClassSignal>,
    /// Functions; empty for C#
    pub functions: Vec<ClassFunction>,
}

/// A variable that the editor shows and scenes store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExportedVariable {
    /// The variable's name
    pub name: String,
    /// Its type, declared or told by its default; absent when the source does not tell
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(flatten, skip_serializing_if = "DefaultValue::is_absent")]
    pub default: DefaultValue,
    // As the source writes it: `@export_range(0, 10)`.
    /// What exports it, with its arguments
    pub annotation: String,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What a variable begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum DefaultValue {
    /// In the engine's spelling.
    #[serde(rename = "default")]
    Known(String),
    /// Only running the script would tell; the expression as the source writes it.
    #[serde(rename = "defaultExpression")]
    Expression(String),
    /// The source gives none, and what its type begins with is not known.
    #[serde(skip)]
    Absent,
}

impl DefaultValue {
    fn is_absent(&self) -> bool {
        *self == DefaultValue::Absent
    }
}

/// As properties of the variable itself: clients understand no alternatives.
impl JsonSchema for DefaultValue {
    fn schema_name() -> Cow<'static, str> {
        "DefaultValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "default": {
                    "description": "Its default as Godot writes values; absent when only running the script would tell",
                    "type": "string",
                },
                "defaultExpression": {
                    "description": "The default as the source writes it, where its value is not known",
                    "type": "string",
                },
            },
        })
    }
}

/// A signal of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClassSignal {
    /// The signal's name
    pub name: String,
    /// What it is sent with
    pub parameters: Vec<ClassParameter>,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A function of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClassFunction {
    /// The function's name
    pub name: String,
    /// What it takes
    pub parameters: Vec<ClassParameter>,
    /// What it gives back; absent when the source does not tell
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_type: Option<String>,
    /// true for a static function; absent otherwise
    #[serde(rename = "static", skip_serializing_if = "is_false")]
    pub is_static: bool,
    /// true for an abstract function; absent otherwise
    #[serde(rename = "abstract", skip_serializing_if = "is_false")]
    pub is_abstract: bool,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A parameter of a function or a signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClassParameter {
    /// The parameter's name; `...name` takes all that are left
    pub name: String,
    /// Its type; absent when the source does not tell
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Its default as the source writes it; absent when it has to be given
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// What a class is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScriptLanguage {
    CSharp,
    GdScript,
}

/// What a class is to the engine, through all of its bases. `Editor` is what belongs to the editor:
/// inspectors, windows, drawers, importers, plugins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClassKind {
    MonoBehaviour,
    ScriptableObject,
    Node,
    Resource,
    Editor,
    Other,
}
