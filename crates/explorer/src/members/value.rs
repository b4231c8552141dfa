//! A value for a reader: its C# type, a line of text, and JSON where it is a number, a vector or an id.

use scenewright_model::{Member, MemberReference, MemberValue as Held, ObjectId};
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

    pub(crate) fn from_member(name: &str, value: &Held, ids: &InstanceIds) -> DisplayValue {
        if let Held::Int(number @ (0 | 1)) = value
            && is_switch(name)
        {
            return DisplayValue::from_member(name, &Held::Bool(*number == 1), ids);
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

    pub(crate) fn to_json(&self) -> Value {
        let text = truncate_text(&self.text);
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

fn display_parts(value: &Held, ids: &InstanceIds) -> (String, Value) {
    match value {
        Held::Null => null_parts(),
        Held::Bool(flag) => (flag.to_string(), json!(flag)),
        Held::Int(number) => (number.to_string(), json!(number)),
        Held::Float(text) => {
            let number = text.parse().unwrap_or(f64::NAN);
            (
                if number.is_finite() { single_precision_text(number) } else { text.clone() },
                json_number(number),
            )
        }
        Held::Text(text) => (text.clone(), json!(truncate_text(text))),
        Held::Vector2(parts) => vector_parts(["x", "y"], parts),
        Held::Vector3(parts) => vector_parts(["x", "y", "z"], parts),
        Held::Vector4(parts) => vector_parts(["x", "y", "z", "w"], parts),
        Held::Quaternion { xyzw, .. } => vector_parts(["x", "y", "z", "w"], xyzw),
        Held::Colour(parts) => vector_parts(["r", "g", "b", "a"], parts),
        Held::Rect { position: [x, y], size: [width, height] } => {
            vector_parts(["x", "y", "width", "height"], &[*x, *y, *width, *height])
        }
        Held::Bounds { center, extents } => (
            format!("Center: {}, Extents: {}", tuple_text(center), tuple_text(extents)),
            Value::Null,
        ),
        Held::Curve(curve) => (format!("AnimationCurve ({} keys)", curve.keys), Value::Null),
        Held::Gradient(it) => (format!("Gradient ({} colour keys)", it.colour_keys), Value::Null),
        Held::Reference(reference) => reference_parts(reference, ids),
        Held::Array { items, length } => (array_text(items, *length, ids), Value::Null),
        Held::Object(fields) => match layer_mask_bits(fields) {
            Some(bits) => display_parts(bits, ids),
            None => (format!("{} fields", fields.len()), Value::Null),
        },
        Held::Data { bytes, .. } => (format!("{bytes} bytes"), Value::Null),
        Held::Raw(text) => (text.clone(), Value::Null),
        Held::Typed(typed) => (typed.text.clone(), display_parts(&typed.value, ids).1),
    }
}

/// Files write a set of layers as an object with its bits.
fn layer_mask_bits(fields: &[Member]) -> Option<&Held> {
    fields.iter().find(|field| field.name == "m_Bits").map(|field| &field.value)
}

/// Assets have no place in a scene; their ids come from their paths.
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

fn array_text(items: &[Held], length: usize, ids: &InstanceIds) -> String {
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

/// The engine computes with single precision, and so are numbers written.
#[expect(clippy::cast_possible_truncation, reason = "that precision is what is wanted")]
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

pub(super) fn type_name(name: &str, value: &Held) -> String {
    let name = match value {
        Held::Object(fields) if layer_mask_bits(fields).is_some() => "UnityEngine.LayerMask",
        Held::Null | Held::Object(_) | Held::Raw(_) => "System.Object",
        Held::Bool(_) => "System.Boolean",
        Held::Int(_) if is_fraction(name) => "System.Single",
        Held::Int(0 | 1) if is_switch(name) => "System.Boolean",
        Held::Int(number) if i32::try_from(*number).is_ok() => "System.Int32",
        Held::Int(_) => "System.Int64",
        Held::Float(_) => "System.Single",
        Held::Text(_) => "System.String",
        Held::Vector2(_) => "UnityEngine.Vector2",
        Held::Vector3(_) => "UnityEngine.Vector3",
        Held::Vector4(_) => "UnityEngine.Vector4",
        Held::Quaternion { .. } => "UnityEngine.Quaternion",
        Held::Colour(_) => "UnityEngine.Color",
        Held::Rect { .. } => "UnityEngine.Rect",
        Held::Bounds { .. } => "UnityEngine.Bounds",
        Held::Curve(_) => "UnityEngine.AnimationCurve",
        Held::Gradient(_) => "UnityEngine.Gradient",
        Held::Data { .. } => "System.Byte[]",
        Held::Reference(reference) => return reference_type(reference),
        Held::Array { items, .. } => {
            let item = items
                .first()
                .map_or_else(|| "System.Object".to_owned(), |item| type_name("", item));
            return format!("{item}[]");
        }
        Held::Typed(typed) => return typed.type_name.clone(),
    };
    name.to_owned()
}

/// Files write switches of the engine as 0 and 1.
fn is_switch(name: &str) -> bool {
    let switches = [
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
    switches.contains(&name) || prefixes.iter().any(follows)
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

    fn check(name: &str, value: &Held, type_name: &str, text: &str, json: Value) {
        assert_eq!(
            DisplayValue::from_member(name, value, &InstanceIds::default()),
            DisplayValue::new(type_name, text, json),
            "{value:?}"
        );
    }

    #[test]
    fn values_have_a_type_a_text_and_json() {
        check("intensity", &Held::Int(1), "System.Single", "1", json!(1));
        check("x", &Held::Float("0.1".to_owned()), "System.Single", "0.1", json!(0.1));
        check("enabled", &Held::Int(1), "System.Boolean", "true", json!(true));
        let at = Held::Vector3([1.0, 2.5, -0.1]);
        let json = json!({ "x": 1, "y": 2.5, "z": -0.1 });
        check("", &at, "UnityEngine.Vector3", "(1, 2.5, -0.1)", json);
        let red = Held::Colour([1.0, 0.0, 0.0, 1.0]);
        let json = json!({ "r": 1, "g": 0, "b": 0, "a": 1 });
        check("", &red, "UnityEngine.Color", "(1, 0, 0, 1)", json);
        let none = Held::Reference(MemberReference::None);
        check("", &none, "UnityEngine.Object", "<null>", Value::Null);
        let items = Held::Array { items: vec![Held::Int(1), Held::Int(2)], length: 3 };
        check("", &items, "System.Int32[]", "3 items: [1, 2, …]", Value::Null);
    }

    #[test]
    fn long_texts_end_at_1024_characters() {
        let long =
            DisplayValue::from_member("", &Held::Text("ä".repeat(2000)), &InstanceIds::default())
                .to_json();
        assert_eq!(long["valueText"].as_str().unwrap().chars().count(), 1024);
    }
}
