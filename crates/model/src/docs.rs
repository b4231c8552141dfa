//! The contents of a class reference: Godot's own, and that of the project's scripts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A class with all of its declarations. Texts are Markdown, and empty where there is no
/// description.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClassDoc {
    /// `Node2D`, `@GlobalScope`; for a script without a class name, its path.
    pub name: String,
    pub inherits: Option<String>,
    pub from: DocOrigin,
    pub brief: String,
    pub description: String,
    pub attributes: DocAttributes,
    pub constructors: Vec<MethodDoc>,
    pub methods: Vec<MethodDoc>,
    pub operators: Vec<MethodDoc>,
    pub annotations: Vec<MethodDoc>,
    pub properties: Vec<PropertyDoc>,
    pub theme_items: Vec<ThemeItemDoc>,
    pub signals: Vec<SignalDoc>,
    pub enums: Vec<EnumDoc>,
    /// The constants that belong to no enum.
    pub constants: Vec<ConstantDoc>,
}

/// Where a class is declared. In JSON it is the path of the script, or null.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum DocOrigin {
    #[default]
    Engine,
    /// A file of the project.
    Script { path: String },
}

impl DocOrigin {
    fn is_engine(&self) -> bool {
        *self == DocOrigin::Engine
    }

    /// The path of the script; `None` for a class of the engine.
    pub fn into_script_path(self) -> Option<String> {
        match self {
            DocOrigin::Engine => None,
            DocOrigin::Script { path } => Some(path),
        }
    }
}

impl Serialize for DocOrigin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            DocOrigin::Engine => serializer.serialize_none(),
            DocOrigin::Script { path } => serializer.serialize_str(path),
        }
    }
}

/// Attributes of a class or a member.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocAttributes {
    /// Why it should not be used; may be empty.
    pub deprecated: Option<String>,
    /// What may still change; may be empty.
    pub experimental: Option<String>,
    /// Additional search words.
    pub keywords: String,
    /// The base class that declares it, in a list with members of several classes.
    pub inherited_from: Option<String>,
}

/// A method, constructor, operator or annotation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodDoc {
    pub name: String,
    /// Empty if unknown.
    pub return_type: String,
    /// The enum to which an `int` belongs.
    pub return_enum: Option<String>,
    /// `const`, `static`, `virtual`, `vararg`, separated by spaces.
    pub qualifiers: String,
    pub arguments: Vec<ArgumentDoc>,
    pub description: String,
    pub attributes: DocAttributes,
}

/// Godot describes no argument by itself: the method's text does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArgumentDoc {
    /// Its name
    pub name: String,
    /// Its type; absent when unknown
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub type_name: String,
    /// The enum that an int value belongs to; absent for other types
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<String>,
    /// Default value, '?' when unknown; absent when the argument is required
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct PropertyDoc {
    pub name: String,
    pub type_name: String,
    pub enumeration: Option<String>,
    pub default: Option<String>,
    pub setter: Option<String>,
    pub getter: Option<String>,
    /// The base class that declares it; this class has a different default.
    pub overrides: Option<String>,
    pub description: String,
    pub attributes: DocAttributes,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ThemeItemDoc {
    pub name: String,
    /// `color`, `constant`, `font`, `font_size`, `icon`, `style`.
    pub kind: String,
    pub type_name: String,
    pub default: Option<String>,
    pub description: String,
    pub attributes: DocAttributes,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct SignalDoc {
    pub name: String,
    pub arguments: Vec<ArgumentDoc>,
    pub description: String,
    pub attributes: DocAttributes,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct EnumDoc {
    /// Empty if unnamed.
    pub name: String,
    pub is_bitfield: bool,
    pub values: Vec<ConstantDoc>,
    pub description: String,
    pub attributes: DocAttributes,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConstantDoc {
    pub name: String,
    pub type_name: String,
    /// As Godot writes it; `None` when only running the script would show it.
    pub value: Option<String>,
    pub description: String,
    pub attributes: DocAttributes,
}

/// What a class reference has entries for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DocKind {
    Class,
    Constructor,
    Method,
    Operator,
    Annotation,
    Property,
    ThemeItem,
    Signal,
    Enum,
    Constant,
}

/// A method, and where it was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundMethod {
    /// The requested class, as it is spelled.
    pub class: String,
    /// The class that declares the method: this class or a base class.
    pub declared_in: String,
    pub method: MethodDoc,
}

/// Search results, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocSearchResults {
    pub hits: Vec<DocSearchHit>,
    /// The number of results without the limit.
    pub total: usize,
}

/// One result of a search.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DocSearchHit {
    /// What it is
    pub kind: DocKind,
    /// The class itself, or the class that declares the member
    #[serde(rename = "className")]
    pub class: String,
    /// Its name
    pub name: String,
    /// The first sentences of its description; absent when there is none
    #[serde(rename = "description", skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Relevance, between 0 and 1
    pub relevance: f64,
    /// The enum that a constant belongs to; absent for others
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<String>,
    /// Path of the script that declares it; absent for engine classes
    #[serde(rename = "scriptPath", skip_serializing_if = "DocOrigin::is_engine")]
    #[schemars(with = "String")]
    pub from: DocOrigin,
}
