//! The type of the values that a property holds.

use crate::api::{Api, ApiClass};
use crate::variant::{MathType, PackedType};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum PropertyType {
    /// Any value, such as metadata.
    #[default]
    Any,
    /// A type of Godot without elements of a declared type: `int`, `Vector2`, `Array`.
    BuiltIn(String),
    /// A whole number with names.
    Enum(Vec<(String, i64)>),
    Array(Box<PropertyType>),
    Dictionary {
        key: Box<PropertyType>,
        value: Box<PropertyType>,
        /// Files contain these types.
        is_typed: bool,
    },
    /// A resource of one of these classes; of any class if there are none.
    Resource(Vec<String>),
    Node(String),
    /// An object of a class that is neither known as a resource nor as a node.
    Object(String),
    /// Nothing tells its type.
    Unknown,
}

/// Types that are neither numbers nor packed numbers.
const PLAIN_TYPES: [&str; 13] = [
    "bool",
    "int",
    "float",
    "String",
    "StringName",
    "NodePath",
    "PackedStringArray",
    "Array",
    "Dictionary",
    "Callable",
    "Signal",
    "RID",
    "Nil",
];

/// C# has other names for some types.
fn godot_name(name: &str) -> &str {
    match name {
        "string" => "String",
        "double" => "float",
        "long" | "ulong" | "uint" | "short" | "ushort" | "byte" | "sbyte" => "int",
        "Vector2I" => "Vector2i",
        "Vector3I" => "Vector3i",
        "Vector4I" => "Vector4i",
        "Rect2I" => "Rect2i",
        "Aabb" => "AABB",
        other => other.strip_prefix("Godot.").unwrap_or(other),
    }
}

/// Classes of the project's scripts, which the table of Godot's classes does not contain.
pub(super) trait ScriptTypes {
    /// The type that a script means by a name: one of its enums, a class of another script.
    fn script_type(&self, name: &str) -> Option<PropertyType>;
}

impl PropertyType {
    pub(super) fn built_in(name: &str) -> PropertyType {
        PropertyType::BuiltIn(name.to_owned())
    }

    /// Of a property in the table of classes; `hint` contains the details of its type.
    pub(super) fn from_class(api: &Api, type_name: &str, hint: &str) -> PropertyType {
        match type_name {
            "Variant" => PropertyType::Any,
            "Object" => PropertyType::from_object_classes(api, hint),
            "int" => match enum_labels(hint) {
                labels if labels.is_empty() => PropertyType::built_in("int"),
                labels => PropertyType::Enum(labels),
            },
            "Array" if !hint.is_empty() => match array_element(hint) {
                "RID" => PropertyType::built_in("Array"),
                element => {
                    PropertyType::Array(Box::new(PropertyType::from_name(api, element, &NoScripts)))
                }
            },
            name => PropertyType::built_in(name),
        }
    }

    /// Of a property that depends on the instance.
    pub(super) fn from_dynamic(api: &Api, type_name: &str) -> PropertyType {
        if type_name.starts_with("Dictionary[") {
            return match PropertyType::from_name(api, type_name, &NoScripts) {
                PropertyType::Dictionary { key, value, .. } => {
                    PropertyType::Dictionary { key, value, is_typed: false }
                }
                other => other,
            };
        }
        match is_built_in(type_name) {
            true => PropertyType::built_in(type_name),
            false => PropertyType::from_object_classes(api, type_name),
        }
    }

    fn from_object_classes(api: &Api, classes: &str) -> PropertyType {
        let classes: Vec<String> = classes
            .split(',')
            .map(str::trim)
            .filter(|class| !class.is_empty() && !class.starts_with('-'))
            .map(str::to_owned)
            .collect();
        match classes.first() {
            None => PropertyType::Object("Object".to_owned()),
            Some(first) if is_class(api, first, "Node") => PropertyType::Node(first.clone()),
            Some(_) => PropertyType::Resource(classes),
        }
    }

    /// By its name in a script: `int`, `Array[PackedScene]`, `Weapon`, `Kind`.
    pub(super) fn from_name(api: &Api, name: &str, scripts: &dyn ScriptTypes) -> PropertyType {
        let name = godot_name(name);
        let inner = |text: &str| PropertyType::from_name(api, text.trim(), scripts);
        if let Some(element) = bracketed(name, "Array") {
            return PropertyType::Array(Box::new(inner(element)));
        }
        if let Some((key, value)) =
            bracketed(name, "Dictionary").and_then(|types| types.split_once(','))
        {
            let (key, value) = (Box::new(inner(key)), Box::new(inner(value)));
            return PropertyType::Dictionary { key, value, is_typed: true };
        }
        if name == "Variant" {
            return PropertyType::Any;
        }
        if is_built_in(name) {
            return PropertyType::built_in(name);
        }
        if let Some(found) = scripts.script_type(name) {
            return found;
        }
        match api.class(name) {
            Some(class) => PropertyType::from_engine_class(class),
            None => engine_enum(api, name)
                .map_or_else(|| PropertyType::Object(name.to_owned()), PropertyType::Enum),
        }
    }

    pub(super) fn from_engine_class(class: ApiClass<'_>) -> PropertyType {
        let name = class.name().to_owned();
        if class.is_a("Node") {
            PropertyType::Node(name)
        } else if class.is_a("Resource") {
            PropertyType::Resource(vec![name])
        } else {
            PropertyType::Object(name)
        }
    }

    /// Whether Godot converts the node paths of such a value to nodes.
    pub(super) fn takes_nodes(&self) -> bool {
        match self {
            PropertyType::Node(_) | PropertyType::Object(_) => true,
            PropertyType::Array(element) => element.takes_nodes(),
            PropertyType::Dictionary { key, value, .. } => key.takes_nodes() || value.takes_nodes(),
            _ => false,
        }
    }

    /// As errors call it.
    pub(super) fn name(&self) -> String {
        match self {
            PropertyType::Any | PropertyType::Unknown => "Variant".to_owned(),
            PropertyType::BuiltIn(name) | PropertyType::Node(name) | PropertyType::Object(name) => {
                name.clone()
            }
            PropertyType::Enum(_) => "int".to_owned(),
            PropertyType::Array(element) => format!("Array[{}]", element.name()),
            PropertyType::Dictionary { key, value, .. } => {
                format!("Dictionary[{}, {}]", key.name(), value.name())
            }
            PropertyType::Resource(classes) if classes.is_empty() => "Resource".to_owned(),
            PropertyType::Resource(classes) => classes.join(" or "),
        }
    }
}

pub(super) struct NoScripts;

impl ScriptTypes for NoScripts {
    fn script_type(&self, _: &str) -> Option<PropertyType> {
        None
    }
}

pub(super) fn is_built_in(name: &str) -> bool {
    PLAIN_TYPES.contains(&name)
        || MathType::by_name(name).is_some()
        || PackedType::by_name(name).is_some()
}

fn is_class(api: &Api, name: &str, base: &str) -> bool {
    api.class(name).is_some_and(|class| class.is_a(base))
}

fn bracketed<'n>(name: &'n str, outer: &str) -> Option<&'n str> {
    name.strip_prefix(outer)?.strip_prefix('[')?.strip_suffix(']')
}

/// `NodePath`, or `24/17:Texture2D`: the number of a type, a hint and a class.
fn array_element(hint: &str) -> &str {
    match hint.split_once(':') {
        Some((_, class)) if !class.is_empty() => class,
        Some((number, _)) => crate::api::type_name(number.split('/').next().unwrap_or(number)),
        None => hint,
    }
}

/// An enum of a class of Godot: `Node.ProcessMode`.
fn engine_enum(api: &Api, name: &str) -> Option<Vec<(String, i64)>> {
    let (class, name) = name.rsplit_once('.')?;
    let mut lineage = api.class(class)?.lineage();
    lineage.find_map(|class| {
        let found = class.own_enums().find(|declared| declared.name == name)?;
        let values =
            found.parts().filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
        Some(values.collect())
    })
}

/// `Inherit,Stop` or `A:1,B:4`.
pub(super) fn enum_labels(hint: &str) -> Vec<(String, i64)> {
    let mut next = 0;
    let mut labels = Vec::new();
    for item in hint.split(',').filter(|item| !item.trim().is_empty()) {
        let (label, number) = match item.rsplit_once(':') {
            Some((label, number)) => match number.trim().parse() {
                Ok(number) => (label, number),
                Err(_) => return Vec::new(),
            },
            None => (item, next),
        };
        labels.push((label.trim().to_owned(), number));
        next = number + 1;
    }
    labels
}

/// `When Paused` equals `when_paused` and `WHEN_PAUSED`.
pub(super) fn is_same_label(label: &str, name: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_', '-'], "");
    plain(label) == plain(name)
}
