//! A value for display: its C# type, a line of text, and JSON where it is a number, a vector or an id.

use scenewright_model::{Member, MemberReference, MemberValue, ObjectId};
use serde_json::{Number, Value, json};

use super::names::is_fraction;
use crate::instance_ids::InstanceIds;
use crate::view::types::{built_in, packaged};

/// The longest text of a value, in characters.
const MAX_TEXT_CHARS: usize = 1024;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DisplayValue {
    pub(crate) type_name: String,
    pub(crate) text: String,
    pub(crate) json: Value,
}

impl DisplayValue {
    pub(crate) fn new(type_name: &str, text: impl Into<String>, json: Value) -> DisplayValue {
        DisplayValue { type_name: type_name.to_owned(), text: text.into(), json }
    }

    pub(crate) fn from_member(name: &str, value: &MemberValue, ids: &InstanceIds) -> DisplayValue {
        if let MemberValue::Int(number @ (0 | 1)) = value
            && is_flag(name)
        {
            return DisplayValue::from_member(name, &MemberValue::Bool(*number == 1), ids);
        }
        let (text, json) = display_parts(value, ids);
        DisplayValue { type_name: type_name(name, value), text, json }
    }

    pub(crate) fn vector3(parts: [f64; 3]) -> DisplayValue {
        let (text, json) = vector_parts(["x", "y", "z"], &parts);
        DisplayValue::new("UnityEngine.Vector3", text, json)
    }

    pub(crate) fn object(type_name: &str, id: Option<ObjectId>, ids: &InstanceIds) -> DisplayValue {
        let (text, json) = id.map_or_else(null_parts, |id| id_parts(id, ids));
        DisplayValue::new(type_name, text, json)
    }

    pub(crate) fn shown_text(&self) -> String {
        truncate_text(&self.text)
    }

    pub(crate) fn to_json(&self) -> Value {
        let text = self.shown_text();
        json!({ "ok": true, "type": self.type_name, "valueText": text, "valueJson": self.json })
    }
}

fn truncate_text(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        None => text.to_owned(),
        Some((cut, _)) => text[..cut].to_owned(),
    }
}

fn null_parts() -> (String, Value) {
    ("<null>".to_owned(), Value::Null)
}

fn id_parts(id: ObjectId, ids: &InstanceIds) -> (String, Value) {
    let text = ids.text(id);
    (text.clone(), json!(text))
}

fn display_parts(value: &MemberValue, ids: &InstanceIds) -> (String, Value) {
    match value {
        MemberValue::Null => null_parts(),
        MemberValue::Bool(flag) => (flag.to_string(), json!(flag)),
        MemberValue::Int(number) => (number.to_string(), json!(number)),
        MemberValue::Float(text) => {
            let number = text.parse().unwrap_or(f64::NAN);
            (
                if number.is_finite() { single_precision_text(number) } else { text.clone() },
                json_number(number),
            )
        }
        MemberValue::Text(text) => (text.clone(), json!(truncate_text(text))),
        MemberValue::Vector2(parts) => vector_parts(["x", "y"], parts),
        MemberValue::Vector3(parts) => vector_parts(["x", "y", "z"], parts),
        MemberValue::Vector4(parts) => vector_parts(["x", "y", "z", "w"], parts),
        MemberValue::Quaternion { xyzw, .. } => vector_parts(["x", "y", "z", "w"], xyzw),
        MemberValue::Colour(parts) => vector_parts(["r", "g", "b", "a"], parts),
        MemberValue::Rect { position: [x, y], size: [width, height] } => {
            vector_parts(["x", "y", "width", "height"], &[*x, *y, *width, *height])
        }
        MemberValue::Bounds { center, extents } => (
            format!("Center: {}, Extents: {}", tuple_text(center), tuple_text(extents)),
            Value::Null,
        ),
        MemberValue::Curve(curve) => (format!("AnimationCurve ({} keys)", curve.keys), Value::Null),
        MemberValue::Gradient(it) => {
            (format!("Gradient ({} colour keys)", it.colour_keys), Value::Null)
        }
        MemberValue::Reference(reference) => reference_parts(reference, ids),
        MemberValue::Array { items, length } => (array_text(items, *length, ids), Value::Null),
        MemberValue::Object(fields) => match layer_mask_bits(fields) {
            Some(bits) => display_parts(bits, ids),
            None => (format!("{} fields", fields.len()), Value::Null),
        },
        MemberValue::Data { bytes, .. } => (format!("{bytes} bytes"), Value::Null),
        MemberValue::Raw(text) => (text.clone(), Value::Null),
        MemberValue::Typed(typed) => (typed.text.clone(), display_parts(&typed.value, ids).1),
    }
}

/// Files write a set of layers as an object with its bits.
fn layer_mask_bits(fields: &[Member]) -> Option<&MemberValue> {
    fields.iter().find(|field| field.name == "m_Bits").map(|field| &field.value)
}

/// Assets are in no scene; their ids come from their paths.
fn reference_parts(reference: &MemberReference, ids: &InstanceIds) -> (String, Value) {
    match reference {
        MemberReference::Object { id, .. } => id_parts(*id, ids),
        MemberReference::Asset { path, inner, .. } => {
            id_parts(ObjectId::new(path, inner.as_deref().unwrap_or_default()), ids)
        }
        MemberReference::BuiltIn { name } => id_parts(ObjectId::new("built-in", name), ids),
        MemberReference::None
        | MemberReference::Missing { .. }
        | MemberReference::Unknown { .. } => null_parts(),
    }
}

fn array_text(items: &[MemberValue], length: usize, ids: &InstanceIds) -> String {
    let first: Vec<String> = items.iter().take(10).map(|item| display_parts(item, ids).0).collect();
    let more = if length > first.len() { ", …" } else { "" };
    format!("{length} items: [{}{more}]", first.join(", "))
}

fn vector_parts<const N: usize>(names: [&str; N], parts: &[f64; N]) -> (String, Value) {
    let fields = names.into_iter().zip(parts);
    let json = fields.map(|(name, part)| (name.to_owned(), json_number(*part))).collect();
    (tuple_text(parts), json)
}

fn tuple_text(parts: &[f64]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| single_precision_text(*part)).collect();
    format!("({})", parts.join(", "))
}

/// Unity computes in single precision, so numbers are written in it.
#[expect(clippy::cast_possible_truncation, reason = "single precision is intended")]
pub(crate) fn single_precision_text(number: f64) -> String {
    (number as f32).to_string()
}

pub(crate) fn json_number(number: f64) -> Value {
    let shortest: f64 = single_precision_text(number).parse().unwrap_or(number);
    if shortest.fract() == 0.0 && shortest.abs() < 1e15 {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within i64")]
        return json!(shortest as i64);
    }
    Number::from_f64(shortest).map_or(Value::Null, Value::Number)
}

pub(super) fn type_name(name: &str, value: &MemberValue) -> String {
    let name = match value {
        MemberValue::Object(fields) if layer_mask_bits(fields).is_some() => "UnityEngine.LayerMask",
        MemberValue::Null | MemberValue::Object(_) | MemberValue::Raw(_) => "System.Object",
        MemberValue::Bool(_) => "System.Boolean",
        MemberValue::Int(_) if is_fraction(name) => "System.Single",
        MemberValue::Int(0 | 1) if is_flag(name) => "System.Boolean",
        MemberValue::Int(number) if i32::try_from(*number).is_ok() => "System.Int32",
        MemberValue::Int(_) => "System.Int64",
        MemberValue::Float(_) => "System.Single",
        MemberValue::Text(_) => "System.String",
        MemberValue::Vector2(_) => "UnityEngine.Vector2",
        MemberValue::Vector3(_) => "UnityEngine.Vector3",
        MemberValue::Vector4(_) => "UnityEngine.Vector4",
        MemberValue::Quaternion { .. } => "UnityEngine.Quaternion",
        MemberValue::Colour(_) => "UnityEngine.Color",
        MemberValue::Rect { .. } => "UnityEngine.Rect",
        MemberValue::Bounds { .. } => "UnityEngine.Bounds",
        MemberValue::Curve(_) => "UnityEngine.AnimationCurve",
        MemberValue::Gradient(_) => "UnityEngine.Gradient",
        MemberValue::Data { .. } => "System.Byte[]",
        MemberValue::Reference(reference) => return reference_type(reference),
        MemberValue::Array { items, .. } => {
            let item = items
                .first()
                .map_or_else(|| "System.Object".to_owned(), |item| type_name("", item));
            return format!("{item}[]");
        }
        MemberValue::Typed(typed) => return typed.type_name.clone(),
    };
    name.to_owned()
}

/// Files hold flags of the engine as 0 and 1.
fn is_flag(name: &str) -> bool {
    let flags = [
        "enabled",
        "loop",
        "maskable",
        "mute",
        "orthographic",
        "playOnAwake",
        "raycastTarget",
        "receiveShadows",
    ];
    let prefixes = ["is", "use", "allow", "flip", "preserve"];
    let follows = |prefix: &&str| {
        let rest = name.strip_prefix(*prefix);
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
    };
    flags.contains(&name) || prefixes.iter().any(follows)
}

fn reference_type(reference: &MemberReference) -> String {
    let named = match reference {
        MemberReference::Object { type_name, .. } => Some(type_name.as_str()),
        MemberReference::Asset { type_name, .. } => type_name.as_deref(),
        _ => None,
    };
    let Some(name) = named else { return "UnityEngine.Object".to_owned() };
    packaged(name).map_or_else(|| built_in(name), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, value: &MemberValue, type_name: &str, text: &str, json: Value) {
        assert_eq!(
            DisplayValue::from_member(name, value, &InstanceIds::default()),
            DisplayValue::new(type_name, text, json),
            "{value:?}"
        );
    }

    #[test]
    fn values_have_a_type_a_text_and_json() {
        check("intensity", &MemberValue::Int(1), "System.Single", "1", json!(1));
        check("x", &MemberValue::Float("0.1".to_owned()), "System.Single", "0.1", json!(0.1));
        check("enabled", &MemberValue::Int(1), "System.Boolean", "true", json!(true));
        let at = MemberValue::Vector3([1.0, 2.5, -0.1]);
        let json = json!({ "x": 1, "y": 2.5, "z": -0.1 });
        check("", &at, "UnityEngine.Vector3", "(1, 2.5, -0.1)", json);
        let red = MemberValue::Colour([1.0, 0.0, 0.0, 1.0]);
        let json = json!({ "r": 1, "g": 0, "b": 0, "a": 1 });
        check("", &red, "UnityEngine.Color", "(1, 0, 0, 1)", json);
        let none = MemberValue::Reference(MemberReference::None);
        check("", &none, "UnityEngine.Object", "<null>", Value::Null);
        let items =
            MemberValue::Array { items: vec![MemberValue::Int(1), MemberValue::Int(2)], length: 3 };
        check("", &items, "System.Int32[]", "3 items: [1, 2, …]", Value::Null);
    }

    #[test]
    fn long_texts_end_at_1024_characters() {
        let long = DisplayValue::from_member(
            "",
            &MemberValue::Text("ä".repeat(2000)),
            &InstanceIds::default(),
        )
        .to_json();
        assert_eq!(long["valueText"].as_str().unwrap().chars().count(), 1024);
    }
}
