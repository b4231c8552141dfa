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
    /// Name of the class, including enclosing types; the file name for an unnamed script
    pub name: String,
    /// Its namespace; empty when there is none
    pub namespace: String,
    // A file without its quotes.
    /// Base class and interfaces, as written in the source
    #[serde(rename = "baseTypes")]
    pub bases: Vec<String>,
    /// What kind of class it is to the engine, judged by all its base types
    pub kind: ClassKind,
    /// Source language
    pub language: ScriptLanguage,
    /// true for an abstract class; absent otherwise
    #[serde(rename = "abstract", skip_serializing_if = "is_false")]
    pub is_abstract: bool,
    /// true for a Godot class with a global name; absent otherwise
    #[serde(rename = "global", skip_serializing_if = "is_false")]
    pub is_global: bool,
    /// true for a Godot script that also runs in the editor; absent otherwise
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
    /// Exported variables: shown in the editor and stored in scenes
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
    /// Its type, declared or inferred from its default; absent when unknown
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(flatten, skip_serializing_if = "DefaultValue::is_absent")]
    pub default: DefaultValue,
    // As the source writes it: `@export_range(0, 10)`.
    /// The export annotation, with its arguments
    pub annotation: String,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The initial value of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum DefaultValue {
    /// In the engine's own form.
    #[serde(rename = "default")]
    Known(String),
    /// Only running the script would show it; the expression as written in the source.
    #[serde(rename = "defaultExpression")]
    Expression(String),
    /// The source gives no value, and the default of its type is unknown.
    #[serde(skip)]
    Absent,
}

impl DefaultValue {
    fn is_absent(&self) -> bool {
        *self == DefaultValue::Absent
    }
}

/// Serialised as properties of the variable itself, because clients do not understand alternatives.
impl JsonSchema for DefaultValue {
    fn schema_name() -> Cow<'static, str> {
        "DefaultValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "default": {
                    "description": "Its default in Godot's notation; absent when only running the script would reveal it",
                    "type": "string",
                },
                "defaultExpression": {
                    "description": "The default as written in the source, when its value is unknown",
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
    /// Its parameters
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
    /// Its parameters
    pub parameters: Vec<ClassParameter>,
    /// Return type; absent when unknown
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
    /// The parameter's name; `...name` is a rest parameter
    pub name: String,
    /// Its type; absent when unknown
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Its default as written in the source; absent when the parameter is required
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
