//! Converts a [`Literal`] to a type of Godot, without a look at the scene.

use super::literal::{Literal, format_real32};
use super::math_fields;
use crate::variant::{MathType, PackedType};

/// Converts a value to a built-in type. `None` if it cannot be converted.
pub(super) fn convert(value: Literal, wanted: &str) -> Option<Literal> {
    if let Some(math) = MathType::by_name(wanted) {
        return as_math(value, math);
    }
    if let Some(packed) = PackedType::by_name(wanted) {
        return as_packed(value, packed);
    }
    Some(match (wanted, value) {
        ("bool", value) => Literal::Bool(to_bool(&value)?),
        ("int", value) => Literal::Int(to_integer(&value)?),
        ("float", value) => Literal::Float(to_number(&value)?),
        ("String", value) => Literal::String(to_text(value)?),
        ("StringName", value) => Literal::StringName(to_quoted(value, wanted)?),
        ("NodePath", value) => Literal::NodePath(to_quoted(value, wanted)?),
        ("PackedStringArray", value) => Literal::Strings(to_strings(value)?),
        ("Array", value @ Literal::Array { .. })
        | ("Dictionary", value @ Literal::Dictionary { .. }) => value,
        ("Array" | "Dictionary", Literal::String(text)) => {
            return convert(parse_text(&text)?, wanted);
        }
        // Their values cannot be stored in a scene, except for those that are empty.
        ("Callable" | "Signal" | "RID", value @ Literal::Raw(_)) => value,
        _ => return None,
    })
}

/// A value in Godot's notation, given as text. A quoted string is none: it would be read as itself again.
pub(super) fn parse_text(text: &str) -> Option<Literal> {
    Literal::parse(text.trim()).filter(|value| !matches!(value, Literal::String(_)))
}

fn to_bool(value: &Literal) -> Option<bool> {
    match value {
        Literal::Bool(flag) => Some(*flag),
        Literal::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn to_integer(value: &Literal) -> Option<i64> {
    match value {
        Literal::Int(number) => Some(*number),
        Literal::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            Some(*number as i64)
        }
        Literal::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn to_number(value: &Literal) -> Option<f64> {
    match value {
        Literal::Int(number) => Some(*number as f64),
        Literal::Float(number) => Some(*number),
        Literal::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Clients send all values as text, so that `9` and `true` may be texts, too.
fn to_text(value: Literal) -> Option<String> {
    match value {
        Literal::String(text) | Literal::StringName(text) | Literal::NodePath(text) => Some(text),
        Literal::Int(_) | Literal::Float(_) | Literal::Bool(_) => Some(value.text()),
        _ => None,
    }
}

/// Text, also as reads show it: `&"name"`, `NodePath("path")`.
fn to_quoted(value: Literal, wanted: &str) -> Option<String> {
    if let Literal::String(text) = &value {
        match (wanted, parse_text(text)) {
            ("StringName", Some(Literal::StringName(inner)))
            | ("NodePath", Some(Literal::NodePath(inner))) => return Some(inner),
            _ => {}
        }
    }
    to_text(value)
}

fn to_strings(value: Literal) -> Option<Vec<String>> {
    match value {
        Literal::Strings(texts) => Some(texts),
        Literal::Array { items, .. } => items.into_iter().map(to_text).collect(),
        Literal::String(text) => to_strings(parse_text(&text)?),
        _ => None,
    }
}

/// From a list of its numbers, from its fields, from a similar type, from its notation, and a color from its
/// HTML notation.
pub(super) fn as_math(value: Literal, math: MathType) -> Option<Literal> {
    let numbers = match value {
        Literal::Math(given, numbers) if given.arity() == math.arity() => numbers,
        Literal::Array { items, .. } => flat_numbers(&items)?,
        Literal::Dictionary { entries, .. } => math_fields::numbers(&entries, math)?,
        Literal::String(text) => match parse_text(&text) {
            Some(parsed) => return as_math(parsed, math),
            None if math == MathType::Color => html_color(&text)?,
            None => return None,
        },
        Literal::Raw(text) if math == MathType::Color => html_color(&text)?,
        _ => return None,
    };
    let numbers = match (math, numbers.len()) {
        (MathType::Color, 3) => [numbers, vec![1.0]].concat(),
        _ => numbers,
    };
    let fits = numbers.len() == math.arity()
        && (!math.is_integer() || numbers.iter().all(|number| number.fract() == 0.0));
    fits.then_some(Literal::Math(math, numbers))
}

/// `[[1, 2], [3, 4]]` is as good as `[1, 2, 3, 4]`.
fn flat_numbers(items: &[Literal]) -> Option<Vec<f64>> {
    let mut numbers = Vec::new();
    for item in items {
        match item {
            Literal::Array { items, .. } => {
                numbers.extend(items.iter().map(to_number).collect::<Option<Vec<_>>>()?);
            }
            Literal::Math(_, inner) => numbers.extend(inner),
            item => numbers.push(to_number(item)?),
        }
    }
    Some(numbers)
}

/// `#ff8800`, with or without alpha, or one digit each.
fn html_color(text: &str) -> Option<Vec<f64>> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let digit = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok();
    let part = |at: usize| match digits.len() {
        3 | 4 => digit(at).map(|digit| digit * 17),
        _ => Some(digit(at * 2)? * 16 + digit(at * 2 + 1)?),
    };
    let count = match digits.len() {
        3 | 6 => 3,
        4 | 8 => 4,
        _ => return None,
    };
    let mut parts: Vec<f64> =
        (0..count).map(|at| part(at).map(|part| f64::from(part) / 255.0)).collect::<Option<_>>()?;
    parts.resize(4, 1.0);
    Some(parts)
}

pub(super) fn as_packed(value: Literal, packed: PackedType) -> Option<Literal> {
    let items = match value {
        Literal::Packed(given, _) if given == packed => return Some(value),
        Literal::Raw(_) if packed == PackedType::Byte => return Some(value),
        Literal::Array { items, .. } => items,
        Literal::String(text) => return as_packed(parse_text(&text)?, packed),
        Literal::Dictionary { entries, .. } if packed == PackedType::Byte => {
            return shown_bytes(&entries);
        }
        _ => return None,
    };
    let mut written = Vec::new();
    for item in items {
        match (packed, item) {
            (PackedType::Byte | PackedType::Int32 | PackedType::Int64, item) => {
                written.push(to_integer(&item)?.to_string());
            }
            (PackedType::Float64, item) => written.push(Literal::Float(to_number(&item)?).text()),
            (PackedType::Float32, item) => written.push(format_real32(to_number(&item)?)),
            (PackedType::Vector2, item) => {
                written.extend(element_numbers(item, MathType::Vector2)?)
            }
            (PackedType::Vector3, item) => {
                written.extend(element_numbers(item, MathType::Vector3)?)
            }
            (PackedType::Vector4, item) => {
                written.extend(element_numbers(item, MathType::Vector4)?)
            }
            (PackedType::Color, item) => written.extend(element_numbers(item, MathType::Color)?),
        }
    }
    Some(Literal::Packed(packed, written))
}

/// `{"bytes": 2, "startsWith": "01ff"}` as reads show it, if it contains all bytes.
fn shown_bytes(entries: &[(Literal, Literal)]) -> Option<Literal> {
    let named = |name: &str| {
        let is_key = |key: &Literal| matches!(key, Literal::String(key) if key == name);
        entries.iter().find(|(key, _)| is_key(key)).map(|(_, value)| value)
    };
    let (Some(Literal::Int(count)), Some(Literal::String(digits))) =
        (named("bytes"), named("startsWith"))
    else {
        return None;
    };
    if usize::try_from(*count).ok()? * 2 != digits.len() || !digits.is_ascii() {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<String>> =
        (0..digits.len()).step_by(2).map(|at| byte(at).map(|byte| byte.to_string())).collect();
    Some(Literal::Packed(PackedType::Byte, bytes?))
}

fn element_numbers(item: Literal, math: MathType) -> Option<Vec<String>> {
    match as_math(item, math)? {
        Literal::Math(_, numbers) => Some(numbers.into_iter().map(format_real32).collect()),
        _ => None,
    }
}
