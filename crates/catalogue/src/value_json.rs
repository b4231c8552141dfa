//! Values as JSON, in two forms.
//!
//! A list of members is one object from names to values, in the most readable form: plain scalars,
//! vectors as `{"x": …}`, references as `{"ref": "Assets/…", "type": "Material"}`. Its schema is an
//! unspecified object, because members differ between components. A single value is a
//! [`ValueRecord`], because a schema must have one type for each property: it contains the kind, a
//! one-line text, and the parts in the one property that fits.

use scenewright_model::{CurveKey, Member, MemberReference, MemberValue};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Number, Value as Json, json};

/// Beyond this, common parsers lose digits: such numbers are written as text.
const MAX_SAFE_INTEGER: u64 = 1 << 53;

/// One value.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ValueRecord {
    /// null, boolean, number, string, vector2, vector3, vector4, quaternion, color, rect, bounds, curve, gradient, reference, array, object, data (packed bytes) or raw (as the engine writes it)
    #[serde(rename = "type")]
    kind: &'static str,
    /// The engine's own name for the type, e.g. Vector2i; absent for engines without
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_type: Option<String>,
    /// The value in a line
    text: String,
    /// Of a number: its value
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<Number>,
    /// Of a boolean: its value
    #[serde(skip_serializing_if = "Option::is_none")]
    boolean: Option<bool>,
    /// Of everything with parts: its parts by name
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Map<String, Json>>,
    /// Of an array: its items, or the first of them
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<ValueRecord>>,
}

impl ValueRecord {
    /// Recursion is as deep as the value, whose depth the engine limits.
    pub(crate) fn new(value: &MemberValue) -> ValueRecord {
        if let MemberValue::Typed(typed) = value {
            let (engine_type, text) = (Some(typed.type_name.clone()), typed.text.clone());
            return ValueRecord { engine_type, text, ..ValueRecord::new(&typed.value) };
        }
        let mut record = ValueRecord {
            kind: kind(value),
            engine_type: None,
            text: text(value),
            number: None,
            boolean: None,
            fields: None,
            items: None,
        };
        match value {
            MemberValue::Array { items, .. } => {
                record.items = Some(items.iter().map(ValueRecord::new).collect())
            }
            other => match to_json(other) {
                Json::Number(number) => record.number = Some(number),
                Json::Bool(flag) => record.boolean = Some(flag),
                Json::Object(fields) => record.fields = Some(fields),
                _ => {}
            },
        }
        record
    }
}

/// The kinds of a [`ValueRecord`].
const KINDS: [&str; 18] = [
    "null",
    "boolean",
    "number",
    "string",
    "vector2",
    "vector3",
    "vector4",
    "quaternion",
    "color",
    "rect",
    "bounds",
    "curve",
    "gradient",
    "reference",
    "array",
    "object",
    "data",
    "raw",
];

/// The kind of a [`ValueRecord`] in JSON; `None` for any other object.
pub(crate) fn record_kind(fields: &Map<String, Json>) -> Option<&'static str> {
    const FIELDS: [&str; 7] =
        ["type", "engineType", "text", "number", "boolean", "fields", "items"];
    let kind = fields.get("type")?.as_str()?;
    let is_record =
        fields.contains_key("text") && fields.keys().all(|key| FIELDS.contains(&key.as_str()));
    KINDS.into_iter().find(|known| *known == kind).filter(|_| is_record)
}

/// Members by name. A repeated name (which old Unity files have) gets a number.
pub(crate) fn members_to_json(members: &[Member]) -> Map<String, Json> {
    let mut map = Map::with_capacity(members.len());
    for Member { name, value } in members {
        let names = std::iter::once(name.clone()).chain((1..).map(|n| format!("{name}[{n}]")));
        let free = names.into_iter().find(|name| !map.contains_key(name));
        map.insert(free.unwrap_or_default(), to_json(value));
    }
    map
}

/// Plain scalars, and everything else as the engine itself writes it: the form of Godot's own
/// tools.
pub(crate) fn to_flat_json(value: &MemberValue) -> Json {
    match value {
        MemberValue::Typed(typed) => match &typed.value {
            scalar @ (MemberValue::Null
            | MemberValue::Bool(_)
            | MemberValue::Int(_)
            | MemberValue::Float(_)) => to_json(scalar),
            MemberValue::Text(text) => json!(text),
            MemberValue::Reference(reference) => flat_reference(reference),
            _ => json!(typed.text),
        },
        MemberValue::Reference(reference) => flat_reference(reference),
        other => to_json(other),
    }
}

fn flat_reference(reference: &MemberReference) -> Json {
    match reference {
        MemberReference::None => Json::Null,
        MemberReference::Object { path, .. } => json!(path),
        MemberReference::Asset { path, inner: Some(inner), .. } => {
            json!(format!("{path}::{inner}"))
        }
        MemberReference::Asset { path, .. } => json!(path),
        MemberReference::BuiltIn { name } => json!(name),
        MemberReference::Missing { target, .. } | MemberReference::Unknown { target, .. } => {
            json!(target.to_string())
        }
    }
}

/// The most readable form.
pub(crate) fn to_json(value: &MemberValue) -> Json {
    match value {
        MemberValue::Null => Json::Null,
        MemberValue::Bool(flag) => json!(flag),
        MemberValue::Int(number) if number.unsigned_abs() <= MAX_SAFE_INTEGER => json!(number),
        MemberValue::Int(number) => json!(number.to_string()),
        MemberValue::Float(spelled) => spelled.parse().map_or_else(|_| json!(spelled), number),
        MemberValue::Text(text) | MemberValue::Raw(text) => json!(text),
        MemberValue::Vector2(parts) => fields(["x", "y"], parts),
        MemberValue::Vector3(parts) => fields(["x", "y", "z"], parts),
        MemberValue::Vector4(parts) => fields(["x", "y", "z", "w"], parts),
        MemberValue::Quaternion { xyzw, euler } => {
            let mut parts = fields(["x", "y", "z", "w"], xyzw);
            parts["euler"] = fields(["x", "y", "z"], euler);
            parts
        }
        MemberValue::Colour(parts) => fields(["r", "g", "b", "a"], parts),
        MemberValue::Rect { position: [x, y], size: [width, height] } => {
            fields(["x", "y", "width", "height"], &[*x, *y, *width, *height])
        }
        MemberValue::Bounds { center, extents } => json!({
            "center": fields(["x", "y", "z"], center),
            "extents": fields(["x", "y", "z"], extents),
        }),
        MemberValue::Curve(curve) => json!({
            "keys": curve.keys,
            "first": curve.first.map(curve_key),
            "last": curve.last.map(curve_key),
        }),
        MemberValue::Gradient(gradient) => {
            let colour = |parts: [f64; 4]| fields(["r", "g", "b", "a"], &parts);
            json!({
                "colorKeys": gradient.colour_keys,
                "alphaKeys": gradient.alpha_keys,
                "first": gradient.first.map(colour),
                "last": gradient.last.map(colour),
            })
        }
        MemberValue::Reference(reference) => self::reference(reference),
        MemberValue::Array { items, length } if items.len() == *length => {
            items.iter().map(to_json).collect()
        }
        MemberValue::Array { items, length } => {
            json!({ "length": length, "first": items.iter().map(to_json).collect::<Json>() })
        }
        MemberValue::Object(members) => Json::Object(self::members_to_json(members)),
        MemberValue::Data { bytes, head } => json!({ "bytes": bytes, "startsWith": head }),
        MemberValue::Typed(typed) => to_json(&typed.value),
    }
}

fn reference(reference: &MemberReference) -> Json {
    match reference {
        MemberReference::None => Json::Null,
        MemberReference::Object { id, path, type_name } => {
            json!({ "object": path, "type": type_name, "instanceId": id.get() })
        }
        MemberReference::Asset { path, type_name, inner } => {
            let mut asset = json!({ "ref": path });
            if let Some(type_name) = type_name {
                asset["type"] = json!(type_name);
            }
            if let Some(inner) = inner {
                asset["fileId"] = json!(inner);
            }
            asset
        }
        MemberReference::BuiltIn { name } => json!({ "builtIn": name }),
        MemberReference::Missing { target, reason } => {
            json!({ "missing": target.to_string(), "reason": reason.to_string() })
        }
        MemberReference::Unknown { target, reason } => {
            json!({ "unknown": target.to_string(), "reason": reason.to_string() })
        }
    }
}

fn curve_key(key: CurveKey) -> Json {
    json!({ "time": number(key.time), "value": number(key.value) })
}

fn fields<const N: usize>(names: [&str; N], parts: &[f64; N]) -> Json {
    let fields = names.into_iter().zip(parts);
    fields.map(|(name, part)| (name.to_owned(), number(*part))).collect()
}

/// `14`, not `14.0`; numbers that JSON cannot express become text.
fn number(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within i64")]
        let whole = number as i64;
        return json!(whole);
    }
    let no_number = || match number {
        f64::INFINITY => json!("Infinity"),
        f64::NEG_INFINITY => json!("-Infinity"),
        _ => json!("NaN"),
    };
    Number::from_f64(number).map_or_else(no_number, Json::Number)
}

fn kind(value: &MemberValue) -> &'static str {
    match value {
        MemberValue::Null => "null",
        MemberValue::Bool(_) => "boolean",
        // Files do not distinguish a whole float from an integer.
        MemberValue::Int(_) | MemberValue::Float(_) => "number",
        MemberValue::Text(_) => "string",
        MemberValue::Vector2(_) => "vector2",
        MemberValue::Vector3(_) => "vector3",
        MemberValue::Vector4(_) => "vector4",
        MemberValue::Quaternion { .. } => "quaternion",
        MemberValue::Colour(_) => "color",
        MemberValue::Rect { .. } => "rect",
        MemberValue::Bounds { .. } => "bounds",
        MemberValue::Curve(_) => "curve",
        MemberValue::Gradient(_) => "gradient",
        MemberValue::Reference(_) => "reference",
        MemberValue::Array { .. } => "array",
        MemberValue::Object(_) => "object",
        MemberValue::Data { .. } => "data",
        MemberValue::Raw(_) => "raw",
        MemberValue::Typed(typed) => kind(&typed.value),
    }
}

fn text(value: &MemberValue) -> String {
    match value {
        MemberValue::Null => "null".to_owned(),
        MemberValue::Bool(flag) => flag.to_string(),
        MemberValue::Int(number) => number.to_string(),
        MemberValue::Float(text) | MemberValue::Text(text) | MemberValue::Raw(text) => text.clone(),
        MemberValue::Vector2(parts) => list(parts),
        MemberValue::Vector3(parts) => list(parts),
        MemberValue::Vector4(parts) | MemberValue::Colour(parts) => list(parts),
        MemberValue::Quaternion { euler, .. } => format!("{} degrees", list(euler)),
        MemberValue::Rect { position, size } => format!("{} size {}", list(position), list(size)),
        MemberValue::Bounds { center, extents } => {
            format!("{} extents {}", list(center), list(extents))
        }
        MemberValue::Curve(curve) => format!("{} keys", curve.keys),
        MemberValue::Gradient(gradient) => {
            format!("{} color keys, {} alpha keys", gradient.colour_keys, gradient.alpha_keys)
        }
        MemberValue::Reference(reference) => target(reference),
        MemberValue::Array { length, .. } => format!("{length} items"),
        MemberValue::Object(members) => format!("{} fields", members.len()),
        MemberValue::Data { bytes, .. } => format!("{bytes} bytes"),
        MemberValue::Typed(typed) => typed.text.clone(),
    }
}

/// A value with its contents, for a reader who sees nothing else of it.
pub(crate) fn to_line(value: &MemberValue) -> String {
    match value {
        MemberValue::Typed(typed) => match &typed.value {
            MemberValue::Reference(reference) => target(reference),
            _ => typed.text.clone(),
        },
        MemberValue::Array { .. }
        | MemberValue::Object(_)
        | MemberValue::Curve(_)
        | MemberValue::Gradient(_) => to_json(value).to_string(),
        other => text(other),
    }
}

fn target(reference: &MemberReference) -> String {
    match reference {
        MemberReference::None => "none".to_owned(),
        MemberReference::Object { path, type_name, .. } => format!("{path} ({type_name})"),
        MemberReference::Asset { path, type_name: Some(type_name), .. } => {
            format!("{path} ({type_name})")
        }
        MemberReference::Asset { path, .. } => path.clone(),
        MemberReference::BuiltIn { name } => format!("built-in {name}"),
        MemberReference::Missing { target, reason } => format!("missing {target}: {reason}"),
        MemberReference::Unknown { target, reason } => format!("unknown {target}: {reason}"),
    }
}

fn list(parts: &[f64]) -> String {
    let parts: Vec<String> = parts.iter().map(f64::to_string).collect();
    format!("({})", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use scenewright_model::{Curve, ObjectId, TypedValue};

    use super::*;

    fn check(value: &MemberValue, expected: Json, record: Json) {
        assert_eq!(to_json(value), expected, "{value:?}");
        assert_eq!(json!(ValueRecord::new(value)), record, "{value:?}");
    }

    /// A client that sends back what it read sends what the model says it shows.
    fn check_sent_back(value: &MemberValue) {
        let sent = crate::edit_value::from_json(to_json(value)).unwrap();
        assert_eq!(sent, scenewright_model::EditValue::from(value), "{value:?}");
        assert!(KINDS.contains(&kind(value)), "{value:?}");
    }

    #[test]
    fn values_are_sent_back_as_they_are_shown() {
        use scenewright_model::{BrokenReason, Gradient, MissingTarget};
        let id = ObjectId::from_number(7);
        let name = || "A".to_owned();
        for value in [
            MemberValue::Null,
            MemberValue::Bool(true),
            MemberValue::Int(-3),
            MemberValue::Int(i64::MIN),
            MemberValue::Float("0.5".to_owned()),
            MemberValue::Float("3.0".to_owned()),
            MemberValue::Float("inf".to_owned()),
            MemberValue::Text(name()),
            MemberValue::Raw(name()),
            MemberValue::Vector2([0.5, 2.0]),
            MemberValue::Vector3([0.5, 2.0, f64::NEG_INFINITY]),
            MemberValue::Vector4([0.5, 2.0, 3.0, 4.0]),
            MemberValue::Quaternion { xyzw: [0.0, 0.0, 0.0, 1.0], euler: [0.5; 3] },
            MemberValue::Colour([0.5, 1.0, 0.0, 1.0]),
            MemberValue::Rect { position: [1.0, 2.0], size: [0.5, 4.0] },
            MemberValue::Bounds { center: [1.0; 3], extents: [0.5; 3] },
            MemberValue::Curve(Curve { keys: 0, first: None, last: None }),
            MemberValue::Gradient(Gradient {
                colour_keys: 1,
                alpha_keys: 1,
                first: Some([0.5; 4]),
                last: None,
            }),
            MemberValue::Reference(MemberReference::None),
            MemberValue::Reference(MemberReference::Object {
                id,
                path: name(),
                type_name: "Light".to_owned(),
            }),
            MemberValue::Reference(MemberReference::Asset {
                path: name(),
                type_name: Some(name()),
                inner: Some("B".to_owned()),
            }),
            MemberValue::Reference(MemberReference::BuiltIn { name: name() }),
            MemberValue::Reference(MemberReference::Missing {
                target: MissingTarget::Address(name()),
                reason: BrokenReason::NoNodeAtPath,
            }),
            MemberValue::Array { items: vec![MemberValue::Int(1)], length: 1 },
            MemberValue::Array { items: vec![MemberValue::Int(1)], length: 9 },
            MemberValue::Object(vec![Member { name: name(), value: MemberValue::Int(1) }]),
            MemberValue::Data { bytes: 2, head: "01ff".to_owned() },
        ] {
            check_sent_back(&value);
        }
    }

    #[test]
    fn scalars_are_plain_and_exact() {
        check(&MemberValue::Null, json!(null), json!({ "type": "null", "text": "null" }));
        check(
            &MemberValue::Bool(true),
            json!(true),
            json!({ "type": "boolean", "text": "true", "boolean": true }),
        );
        check(
            &MemberValue::Int(5),
            json!(5),
            json!({ "type": "number", "text": "5", "number": 5 }),
        );
        check(
            &MemberValue::Int(i64::MIN),
            json!("-9223372036854775808"),
            json!({ "type": "number", "text": "-9223372036854775808" }),
        );
        check(
            &MemberValue::Float("1e-05".to_owned()),
            json!(1e-5),
            json!({ "type": "number", "text": "1e-05", "number": 1e-5 }),
        );
        check(
            &MemberValue::Float("-Infinity".to_owned()),
            json!("-Infinity"),
            json!({ "type": "number", "text": "-Infinity" }),
        );
        check(
            &MemberValue::Text("a".to_owned()),
            json!("a"),
            json!({ "type": "string", "text": "a" }),
        );
    }

    #[test]
    fn values_with_parts_have_fields() {
        check(
            &MemberValue::Vector3([14.0, 0.2, f64::NAN]),
            json!({ "x": 14, "y": 0.2, "z": "NaN" }),
            json!({ "type": "vector3", "text": "(14, 0.2, NaN)", "fields": { "x": 14, "y": 0.2, "z": "NaN" } }),
        );
        let turn = MemberValue::Quaternion { xyzw: [0.0, 0.0, 0.0, 1.0], euler: [0.0; 3] };
        assert_eq!(
            to_json(&turn),
            json!({ "x": 0, "y": 0, "z": 0, "w": 1, "euler": { "x": 0, "y": 0, "z": 0 } })
        );
        let curve = MemberValue::Curve(Curve {
            keys: 1,
            first: Some(CurveKey { time: 0.0, value: 0.5 }),
            last: None,
        });
        assert_eq!(
            to_json(&curve),
            json!({ "keys": 1, "first": { "time": 0, "value": 0.5 }, "last": null })
        );
        let long = MemberValue::Array { items: vec![MemberValue::Int(1)], length: 9 };
        check(
            &long,
            json!({ "length": 9, "first": [1] }),
            json!({ "type": "array", "text": "9 items", "items": [{ "type": "number", "text": "1", "number": 1 }] }),
        );
    }

    #[test]
    fn references_name_their_target() {
        let id = ObjectId::new("a", "1");
        let (path, type_name) = ("A/B".to_owned(), "Light".to_owned());
        check(
            &MemberValue::Reference(MemberReference::Object { id, path, type_name }),
            json!({ "object": "A/B", "type": "Light", "instanceId": id.get() }),
            json!({ "type": "reference", "text": "A/B (Light)", "fields": { "object": "A/B", "type": "Light", "instanceId": id.get() } }),
        );
        let asset = MemberReference::Asset {
            path: "a.fbx".to_owned(),
            type_name: None,
            inner: Some("-7".to_owned()),
        };
        assert_eq!(reference(&asset), json!({ "ref": "a.fbx", "fileId": "-7" }));
        assert_eq!(reference(&MemberReference::None), json!(null));
    }

    #[test]
    fn typed_values_keep_the_engines_words() {
        let typed = |type_name: &str, text: &str, value| {
            let (type_name, text) = (type_name.to_owned(), text.to_owned());
            MemberValue::Typed(Box::new(TypedValue { type_name, text, value }))
        };
        let cell = typed("Vector2i", "Vector2i(1, 2)", MemberValue::Vector2([1.0, 2.0]));
        check(
            &cell,
            json!({ "x": 1, "y": 2 }),
            json!({ "type": "vector2", "engineType": "Vector2i", "text": "Vector2i(1, 2)", "fields": { "x": 1, "y": 2 } }),
        );
        assert_eq!(to_flat_json(&cell), json!("Vector2i(1, 2)"));
        assert_eq!(
            to_flat_json(&typed("float", "0.50", MemberValue::Float("0.50".to_owned()))),
            json!(0.5)
        );
        let texture = MemberReference::Asset {
            path: "res://main.tscn".to_owned(),
            type_name: Some("GradientTexture2D".to_owned()),
            inner: Some("1_a".to_owned()),
        };
        let texture = typed("Texture2D", "SubResource(\"1_a\")", MemberValue::Reference(texture));
        assert_eq!(to_flat_json(&texture), json!("res://main.tscn::1_a"));
    }

    #[test]
    fn no_member_hides_another() {
        let data = |number| Member { name: "data".to_owned(), value: MemberValue::Int(number) };
        let map = members_to_json(&[data(1), data(2), data(3)]);
        assert_eq!(Json::Object(map), json!({ "data": 1, "data[1]": 2, "data[2]": 3 }));
    }
}
