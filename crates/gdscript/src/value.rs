//! Values that a source writes as constants, in Godot's own spelling.

use std::fmt::{self, Write};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    StringName(String),
    NodePath(String),
    Array(Vec<Value>),
    Dictionary(Vec<(Value, Value)>),
    /// `Vector2`, `Color` and the like, by their numbers.
    Numbers(&'static Shape, Vec<f64>),
    /// `PackedInt32Array(…)`, empty.
    Packed(&'static str),
    /// `Array[int]([…])`
    Typed(Box<str>, Vec<Value>),
}

/// A type that is made of numbers.
#[derive(Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) zero: &'static [f64],
    is_whole: bool,
}

const fn shape(name: &'static str, zero: &'static [f64]) -> Shape {
    Shape { name, zero, is_whole: false }
}

const fn whole(name: &'static str, zero: &'static [f64]) -> Shape {
    Shape { name, zero, is_whole: true }
}

static SHAPES: [Shape; 14] = [
    shape("Vector2", &[0.0; 2]),
    whole("Vector2i", &[0.0; 2]),
    shape("Vector3", &[0.0; 3]),
    whole("Vector3i", &[0.0; 3]),
    shape("Vector4", &[0.0; 4]),
    whole("Vector4i", &[0.0; 4]),
    shape("Rect2", &[0.0; 4]),
    whole("Rect2i", &[0.0; 4]),
    shape("Color", &[0.0, 0.0, 0.0, 1.0]),
    shape("Quaternion", &[0.0, 0.0, 0.0, 1.0]),
    shape("Plane", &[0.0; 4]),
    shape("AABB", &[0.0; 6]),
    shape("Transform2D", &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
    shape("Basis", &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
];

const PACKED: [&str; 10] = [
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

impl Value {
    /// What a variable of a built-in type holds when nothing is given.
    pub(super) fn zero(type_name: &str) -> Option<Value> {
        Some(match type_name {
            "bool" => Value::Bool(false),
            "int" => Value::Int(0),
            "float" => Value::Float(0.0),
            "String" => Value::String(String::new()),
            "StringName" => Value::StringName(String::new()),
            "NodePath" => Value::NodePath(String::new()),
            "Array" => Value::Array(Vec::new()),
            "Dictionary" => Value::Dictionary(Vec::new()),
            "Variant" => Value::Null,
            _ => {
                if let Some(name) = PACKED.iter().find(|name| **name == type_name) {
                    return Some(Value::Packed(name));
                }
                if let Some(element) = element(type_name) {
                    return Some(Value::Typed(element.into(), Vec::new()));
                }
                let shape = Shape::named(type_name)?;
                Value::Numbers(shape, shape.zero.to_vec())
            }
        })
    }

    /// `None` for what has no type of its own, or one with elements.
    pub(super) fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            Value::Null | Value::Typed(..) => return None,
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Float(_) => "float",
            Value::String(_) => "String",
            Value::StringName(_) => "StringName",
            Value::NodePath(_) => "NodePath",
            Value::Array(_) => "Array",
            Value::Dictionary(_) => "Dictionary",
            Value::Numbers(shape, _) => shape.name,
            Value::Packed(name) => name,
        })
    }

    /// The value as a variable of a declared type holds it.
    pub(super) fn of_type(self, type_name: &str) -> Option<Value> {
        Some(match (type_name, self) {
            ("float", Value::Int(number)) => Value::Float(number as f64),
            ("int", Value::Float(number)) => Value::Int(number as i64),
            ("StringName", Value::String(text)) => Value::StringName(text),
            ("NodePath", Value::String(text)) => Value::NodePath(text),
            ("String", Value::StringName(text)) => Value::String(text),
            (name, Value::Array(items)) => match element(name) {
                Some(element) => Value::Typed(
                    element.into(),
                    items.into_iter().map(|item| item.of_type(element)).collect::<Option<_>>()?,
                ),
                None if name.starts_with("Packed") && !items.is_empty() => return None,
                None if name.starts_with("Packed") => return Value::zero(name),
                None => Value::Array(items),
            },
            (name, Value::Dictionary(_)) if name.contains('[') => return None,
            (name, Value::Numbers(shape, numbers)) if name != shape.name => {
                match Shape::named(name) {
                    Some(other) if other.zero.len() == numbers.len() => other.value(numbers),
                    _ => Value::Numbers(shape, numbers),
                }
            }
            (_, value) => value,
        })
    }
}

/// What a typed array holds, if Godot writes it by that name alone.
fn element(type_name: &str) -> Option<&str> {
    let element = type_name.strip_prefix("Array[")?.strip_suffix(']')?;
    matches!(element, "bool" | "int" | "float" | "String" | "StringName" | "NodePath")
        .then_some(element)
        .or_else(|| Shape::named(element).map(|shape| shape.name))
}

impl Shape {
    pub(super) fn named(name: &str) -> Option<&'static Shape> {
        SHAPES.iter().find(|shape| shape.name == name)
    }

    pub(super) fn value(&'static self, mut numbers: Vec<f64>) -> Value {
        if self.is_whole {
            numbers.iter_mut().for_each(|number| *number = number.trunc());
        }
        Value::Numbers(self, numbers)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => float(f, *value),
            Value::String(text) => quoted(f, text),
            Value::StringName(text) => {
                f.write_char('&')?;
                quoted(f, text)
            }
            Value::NodePath(text) => {
                f.write_str("NodePath(")?;
                quoted(f, text)?;
                f.write_char(')')
            }
            Value::Array(items) => array(f, items),
            Value::Dictionary(pairs) => dictionary(f, pairs),
            Value::Numbers(shape, numbers) => {
                f.write_str(shape.name)?;
                let texts: Vec<String> =
                    numbers.iter().map(|&number| component(number, shape.is_whole)).collect();
                write!(f, "({})", texts.join(", "))
            }
            Value::Packed(name) => write!(f, "{name}()"),
            Value::Typed(element, items) => {
                write!(f, "Array[{element}](")?;
                array(f, items)?;
                f.write_char(')')
            }
        }
    }
}

fn array(f: &mut fmt::Formatter<'_>, items: &[Value]) -> fmt::Result {
    f.write_char('[')?;
    for (at, item) in items.iter().enumerate() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        write!(f, "{item}")?;
    }
    f.write_char(']')
}

/// Godot writes a pair a line.
fn dictionary(f: &mut fmt::Formatter<'_>, pairs: &[(Value, Value)]) -> fmt::Result {
    f.write_char('{')?;
    for (at, (key, value)) in pairs.iter().enumerate() {
        f.write_str(if at > 0 { ",\n" } else { "\n" })?;
        write!(f, "{key}: {value}")?;
    }
    f.write_str(if pairs.is_empty() { "}" } else { "\n}" })
}

/// A number of a vector has 32 bits.
fn component(number: f64, is_whole: bool) -> String {
    if is_whole { format!("{number}") } else { format!("{}", number as f32) }
}

fn float(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    if value.is_nan() {
        return f.write_str("nan");
    }
    if value.is_infinite() {
        return f.write_str(if value > 0.0 { "inf" } else { "-inf" });
    }
    let size = value.abs();
    if size != 0.0 && !(1e-5..1e15).contains(&size) {
        return exponent(f, value);
    }
    write!(f, "{value:?}")
}

/// `1e-07`: at least two digits after the sign.
fn exponent(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            let (sign, power) = power.strip_prefix('-').map_or(('+', power), |rest| ('-', rest));
            write!(f, "{digits}e{sign}{power:0>2}")
        }
        None => f.write_str(&text),
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
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
