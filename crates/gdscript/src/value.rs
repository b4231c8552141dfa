//! Constant values, displayed as Godot writes them into scenes.

use std::fmt::{self, Write};

use super::types;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum GdValue {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    StringName(String),
    NodePath(String),
    Array(Vec<GdValue>),
    Dictionary(Vec<(GdValue, GdValue)>),
    /// `Vector2`, `Color` and other types that consist of numbers.
    Numbers(&'static NumericType, Vec<f64>),
    /// `PackedInt32Array(…)`, empty.
    Packed(&'static str),
    /// `Array[int]([…])`
    Typed(Box<str>, Vec<GdValue>),
    /// A file that the script preloads, by its full path.
    Resource(String),
}

/// A type that consists of numbers.
#[derive(Debug, PartialEq)]
pub(super) struct NumericType {
    pub(super) name: &'static str,
    pub(super) zero: &'static [f64],
    is_whole: bool,
}

const fn float_type(name: &'static str, zero: &'static [f64]) -> NumericType {
    NumericType { name, zero, is_whole: false }
}

const fn int_type(name: &'static str, zero: &'static [f64]) -> NumericType {
    NumericType { name, zero, is_whole: true }
}

static NUMERIC_TYPES: [NumericType; 14] = [
    float_type("Vector2", &[0.0; 2]),
    int_type("Vector2i", &[0.0; 2]),
    float_type("Vector3", &[0.0; 3]),
    int_type("Vector3i", &[0.0; 3]),
    float_type("Vector4", &[0.0; 4]),
    int_type("Vector4i", &[0.0; 4]),
    float_type("Rect2", &[0.0; 4]),
    int_type("Rect2i", &[0.0; 4]),
    float_type("Color", &[0.0, 0.0, 0.0, 1.0]),
    float_type("Quaternion", &[0.0, 0.0, 0.0, 1.0]),
    float_type("Plane", &[0.0; 4]),
    float_type("AABB", &[0.0; 6]),
    float_type("Transform2D", &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
    float_type("Basis", &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
];

const PACKED_TYPES: [&str; 10] = [
    "PackedByteArray",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "PackedColorArray",
];

impl GdValue {
    /// The value of a variable of a built-in type that has no default.
    pub(super) fn default_of_type(type_name: &str) -> Option<GdValue> {
        Some(match type_name {
            "bool" => GdValue::Bool(false),
            "int" => GdValue::Int(0),
            "float" => GdValue::Float(0.0),
            "String" => GdValue::String(String::new()),
            "StringName" => GdValue::StringName(String::new()),
            "NodePath" => GdValue::NodePath(String::new()),
            "Array" => GdValue::Array(Vec::new()),
            "Dictionary" => GdValue::Dictionary(Vec::new()),
            "Variant" => GdValue::Null,
            _ => {
                if let Some(name) = PACKED_TYPES.iter().find(|name| **name == type_name) {
                    return Some(GdValue::Packed(name));
                }
                if let Some(element) = array_element_type(type_name) {
                    return Some(GdValue::Typed(element.into(), Vec::new()));
                }
                let shape = NumericType::by_name(type_name)?;
                GdValue::Numbers(shape, shape.zero.to_vec())
            }
        })
    }

    /// `None` for `null`, and for an array with an element type.
    pub(super) fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            GdValue::Null | GdValue::Typed(..) => return None,
            GdValue::Bool(_) => "bool",
            GdValue::Int(_) => "int",
            GdValue::Float(_) => "float",
            GdValue::String(_) => "String",
            GdValue::StringName(_) => "StringName",
            GdValue::NodePath(_) => "NodePath",
            GdValue::Array(_) => "Array",
            GdValue::Dictionary(_) => "Dictionary",
            GdValue::Numbers(shape, _) => shape.name,
            GdValue::Packed(name) => name,
            GdValue::Resource(path) => types::resource_type(path),
        })
    }

    /// The value converted to the declared type of its variable.
    pub(super) fn convert_to(self, type_name: &str) -> Option<GdValue> {
        Some(match (type_name, self) {
            ("float", GdValue::Int(number)) => GdValue::Float(number as f64),
            ("int", GdValue::Float(number)) => GdValue::Int(number as i64),
            ("StringName", GdValue::String(text)) => GdValue::StringName(text),
            ("NodePath", GdValue::String(text)) => GdValue::NodePath(text),
            ("String", GdValue::StringName(text)) => GdValue::String(text),
            (name, GdValue::Array(items)) => match array_element_type(name) {
                Some(element) => GdValue::Typed(
                    element.into(),
                    items
                        .into_iter()
                        .map(|item| item.convert_to(element))
                        .collect::<Option<_>>()?,
                ),
                None if name.starts_with("Packed") && !items.is_empty() => return None,
                None if name.starts_with("Packed") => return GdValue::default_of_type(name),
                None => GdValue::Array(items),
            },
            (name, GdValue::Dictionary(_)) if name.contains('[') => return None,
            (name, GdValue::Numbers(shape, numbers)) if name != shape.name => {
                match NumericType::by_name(name) {
                    Some(other) if other.zero.len() == numbers.len() => other.to_value(numbers),
                    _ => GdValue::Numbers(shape, numbers),
                }
            }
            (_, value) => value,
        })
    }
}

/// The element type of a typed array, if Godot writes it as a plain name.
fn array_element_type(type_name: &str) -> Option<&str> {
    let element = type_name.strip_prefix("Array[")?.strip_suffix(']')?;
    matches!(element, "bool" | "int" | "float" | "String" | "StringName" | "NodePath")
        .then_some(element)
        .or_else(|| NumericType::by_name(element).map(|shape| shape.name))
}

impl NumericType {
    pub(super) fn by_name(name: &str) -> Option<&'static NumericType> {
        NUMERIC_TYPES.iter().find(|shape| shape.name == name)
    }

    pub(super) fn to_value(&'static self, mut numbers: Vec<f64>) -> GdValue {
        if self.is_whole {
            numbers.iter_mut().for_each(|number| *number = number.trunc());
        }
        GdValue::Numbers(self, numbers)
    }
}

impl fmt::Display for GdValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GdValue::Null => f.write_str("null"),
            GdValue::Bool(value) => write!(f, "{value}"),
            GdValue::Int(value) => write!(f, "{value}"),
            GdValue::Float(value) => write_float(f, *value),
            GdValue::String(text) => write_quoted(f, text),
            GdValue::StringName(text) => {
                f.write_char('&')?;
                write_quoted(f, text)
            }
            GdValue::NodePath(text) => {
                f.write_str("NodePath(")?;
                write_quoted(f, text)?;
                f.write_char(')')
            }
            GdValue::Array(items) => write_array(f, items),
            GdValue::Dictionary(pairs) => write_dictionary(f, pairs),
            GdValue::Numbers(shape, numbers) => {
                f.write_str(shape.name)?;
                let texts: Vec<String> = numbers
                    .iter()
                    .map(|&number| format_component(number, shape.is_whole))
                    .collect();
                write!(f, "({})", texts.join(", "))
            }
            GdValue::Packed(name) => write!(f, "{name}()"),
            GdValue::Resource(path) => {
                f.write_str("Resource(")?;
                write_quoted(f, path)?;
                f.write_char(')')
            }
            GdValue::Typed(element, items) => {
                write!(f, "Array[{element}](")?;
                write_array(f, items)?;
                f.write_char(')')
            }
        }
    }
}

fn write_array(f: &mut fmt::Formatter<'_>, items: &[GdValue]) -> fmt::Result {
    f.write_char('[')?;
    for (at, item) in items.iter().enumerate() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        write!(f, "{item}")?;
    }
    f.write_char(']')
}

/// Godot writes one pair per line.
fn write_dictionary(f: &mut fmt::Formatter<'_>, pairs: &[(GdValue, GdValue)]) -> fmt::Result {
    f.write_char('{')?;
    for (at, (key, value)) in pairs.iter().enumerate() {
        f.write_str(if at > 0 { ",\n" } else { "\n" })?;
        write!(f, "{key}: {value}")?;
    }
    f.write_str(if pairs.is_empty() { "}" } else { "\n}" })
}

/// Vectors have 32-bit numbers.
fn format_component(number: f64, is_whole: bool) -> String {
    if is_whole { format!("{number}") } else { format!("{}", number as f32) }
}

fn write_float(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    if value.is_nan() {
        return f.write_str("nan");
    }
    if value.is_infinite() {
        return f.write_str(if value > 0.0 { "inf" } else { "-inf" });
    }
    let size = value.abs();
    if size != 0.0 && !(1e-5..1e15).contains(&size) {
        return write_exponent(f, value);
    }
    write!(f, "{value:?}")
}

/// `1e-07`: at least two digits after the sign.
fn write_exponent(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            let (sign, power) = power.strip_prefix('-').map_or(('+', power), |rest| ('-', rest));
            write!(f, "{digits}e{sign}{power:0>2}")
        }
        None => f.write_str(&text),
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            _ => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}
