//! Values as JSON, in two forms.
//!
//! A list of members is one object, name to value, in the form that reads best: scalars plain,
//! vectors as `{"x": …}`, references as `{"ref": "Assets/…", "type": "Material"}`. Its schema is an
//! object without further word, as members differ from component to component. A single value has a
//! [`Record`], as a schema must promise one type for each property: what it is, how it reads in a
//! line, and its parts in the one property that fits.

use scenewright_model::{CurveKey, Member, Reference, Value};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Number, Value as Json, json};

/// Beyond this, common readers lose digits: such numbers are written as text.
const EXACT: u64 = 1 << 53;

/// One value.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
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
    items: Option<Vec<Record>>,
}

impl Record {
    /// Recursion is as deep as the value, which its engine bounds.
    pub(crate) fn of(value: &Value) -> Record {
        if let Value::Typed(typed) = value {
            let (engine_type, text) = (Some(typed.type_name.clone()), typed.text.clone());
            return Record { engine_type, text, ..Record::of(&typed.value) };
        }
        let mut record = Record {
            kind: kind(value),
            engine_type: None,
            text: text(value),
            number: None,
            boolean: None,
            fields: None,
            items: None,
        };
        match value {
            Value::Array { items, .. } => {
                record.items = Some(items.iter().map(Record::of).collect())
            }
            other => match plain(other) {
                Json::Number(number) => record.number = Some(number),
                Json::Bool(flag) => record.boolean = Some(flag),
                Json::Object(fields) => record.fields = Some(fields),
                _ => {}
            },
        }
        record
    }
}

/// Members by name. A name that comes again (old Unity files have such) gets a number.
pub(crate) fn members(members: &[Member]) -> Map<String, Json> {
    let mut map = Map::with_capacity(members.len());
    for Member { name, value } in members {
        let names = std::iter::once(name.clone()).chain((1..).map(|n| format!("{name}[{n}]")));
        let free = names.into_iter().find(|name| !map.contains_key(name));
        map.insert(free.unwrap_or_default(), plain(value));
    }
    map
}

/// Scalars plain, everything else as the engine itself writes it: how Godot's own tools show values.
pub(crate) fn flat(value: &Value) -> Json {
    match value {
        Value::Typed(typed) => match &typed.value {
            scalar @ (Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_)) => {
                plain(scalar)
            }
            Value::Text(text) => json!(text),
            Value::Reference(reference) => flat_reference(reference),
            _ => json!(typed.text),
        },
        Value::Reference(reference) => flat_reference(reference),
        other => plain(other),
    }
}

fn flat_reference(reference: &Reference) -> Json {
    match reference {
        Reference::None => Json::Null,
        Reference::Object { path, .. } => json!(path),
        Reference::Asset { path, inner: Some(inner), .. } => json!(format!("{path}::{inner}")),
        Reference::Asset { path, .. } => json!(path),
        Reference::BuiltIn { name } => json!(name),
        Reference::Missing { target, .. } | Reference::Unknown { target, .. } => json!(target),
    }
}

/// In the form that reads best.
fn plain(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => json!(flag),
        Value::Int(number) if number.unsigned_abs() <= EXACT => json!(number),
        Value::Int(number) => json!(number.to_string()),
        Value::Float(spelled) => spelled.parse().map_or_else(|_| json!(spelled), number),
        Value::Text(text) | Value::Raw(text) => json!(text),
        Value::Vector2(parts) => fields(["x", "y"], parts),
        Value::Vector3(parts) => fields(["x", "y", "z"], parts),
        Value::Vector4(parts) => fields(["x", "y", "z", "w"], parts),
        Value::Quaternion { xyzw, euler } => {
            let mut parts = fields(["x", "y", "z", "w"], xyzw);
            parts["euler"] = fields(["x", "y", "z"], euler);
            parts
        }
        Value::Colour(parts) => fields(["r", "g", "b", "a"], parts),
        Value::Rect { position: [x, y], size: [width, height] } => {
            fields(["x", "y", "width", "height"], &[*x, *y, *width, *height])
        }
        Value::Bounds { center, extents } => json!({
            "center": fields(["x", "y", "z"], center),
            "extents": fields(["x", "y", "z"], extents),
        }),
        Value::Curve(curve) => json!({
            "keys": curve.keys,
            "first": curve.first.map(curve_key),
            "last": curve.last.map(curve_key),
        }),
        Value::Gradient(gradient) => {
            let colour = |parts: [f64; 4]| fields(["r", "g", "b", "a"], &parts);
            json!({
                "colorKeys": gradient.colour_keys,
                "alphaKeys": gradient.alpha_keys,
                "first": gradient.first.map(colour),
                "last": gradient.last.map(colour),
            })
        }
        Value::Reference(reference) => self::reference(reference),
        Value::Array { items, length } if items.len() == *length => {
            items.iter().map(plain).collect()
        }
        Value::Array { items, length } => {
            json!({ "length": length, "first": items.iter().map(plain).collect::<Json>() })
        }
        Value::Object(members) => Json::Object(self::members(members)),
        Value::Data { bytes, head } => json!({ "bytes": bytes, "startsWith": head }),
        Value::Typed(typed) => plain(&typed.value),
    }
}

fn reference(reference: &Reference) -> Json {
    match reference {
        Reference::None => Json::Null,
        Reference::Object { id, path, type_name } => {
            json!({ "object": path, "type": type_name, "instanceId": id.get() })
        }
        Reference::Asset { path, type_name, inner } => {
            let mut asset = json!({ "ref": path });
            if let Some(type_name) = type_name {
                asset["type"] = json!(type_name);
            }
            if let Some(inner) = inner {
                asset["fileId"] = json!(inner);
            }
            asset
        }
        Reference::BuiltIn { name } => json!({ "builtIn": name }),
        Reference::Missing { target, reason } => json!({ "missing": target, "reason": reason }),
        Reference::Unknown { target, reason } => json!({ "unknown": target, "reason": reason }),
    }
}

fn curve_key(key: CurveKey) -> Json {
    json!({ "time": number(key.time), "value": number(key.value) })
}

fn fields<const N: usize>(names: [&str; N], parts: &[f64; N]) -> Json {
    let fields = names.into_iter().zip(parts);
    fields.map(|(name, part)| (name.to_owned(), number(*part))).collect()
}

/// `14`, not `14.0`; what JSON has no number for is text.
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

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        // Files do not tell a whole float from an integer.
        Value::Int(_) | Value::Float(_) => "number",
        Value::Text(_) => "string",
        Value::Vector2(_) => "vector2",
        Value::Vector3(_) => "vector3",
        Value::Vector4(_) => "vector4",
        Value::Quaternion { .. } => "quaternion",
        Value::Colour(_) => "color",
        Value::Rect { .. } => "rect",
        Value::Bounds { .. } => "bounds",
        Value::Curve(_) => "curve",
        Value::Gradient(_) => "gradient",
        Value::Reference(_) => "reference",
        Value::Array { .. } => "array",
        Value::Object(_) => "object",
        Value::Data { .. } => "data",
        Value::Raw(_) => "raw",
        Value::Typed(typed) => kind(&typed.value),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(text) | Value::Text(text) | Value::Raw(text) => text.clone(),
        Value::Vector2(parts) => list(parts),
        Value::Vector3(parts) => list(parts),
        Value::Vector4(parts) | Value::Colour(parts) => list(parts),
        Value::Quaternion { euler, .. } => format!("{} degrees", list(euler)),
        Value::Rect { position, size } => format!("{} size {}", list(position), list(size)),
        Value::Bounds { center, extents } => format!("{} extents {}", list(center), list(extents)),
        Value::Curve(curve) => format!("{} keys", curve.keys),
        Value::Gradient(gradient) => {
            format!("{} color keys, {} alpha keys", gradient.colour_keys, gradient.alpha_keys)
        }
        Value::Reference(reference) => target(reference),
        Value::Array { length, .. } => format!("{length} items"),
        Value::Object(members) => format!("{} fields", members.len()),
        Value::Data { bytes, .. } => format!("{bytes} bytes"),
        Value::Typed(typed) => typed.text.clone(),
    }
}

/// A value with what is in it, for a reader who sees nothing else of it.
pub(crate) fn in_a_line(value: &Value) -> String {
    match value {
        Value::Typed(typed) => match &typed.value {
            Value::Reference(reference) => target(reference),
            _ => typed.text.clone(),
        },
        Value::Array { .. } | Value::Object(_) | Value::Curve(_) | Value::Gradient(_) => {
            plain(value).to_string()
        }
        other => text(other),
    }
}

fn target(reference: &Reference) -> String {
    match reference {
        Reference::None => "none".to_owned(),
        Reference::Object { path, type_name, .. } => format!("{path} ({type_name})"),
        Reference::Asset { path, type_name: Some(type_name), .. } => {
            format!("{path} ({type_name})")
        }
        Reference::Asset { path, .. } => path.clone(),
        Reference::BuiltIn { name } => format!("built-in {name}"),
        Reference::Missing { target, reason } => format!("missing {target}: {reason}"),
        Reference::Unknown { target, reason } => format!("unknown {target}: {reason}"),
    }
}

fn list(parts: &[f64]) -> String {
    let parts: Vec<String> = parts.iter().map(f64::to_string).collect();
    format!("({})", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use scenewright_model::{Curve, ObjectId, Typed};

    use super::*;

    fn check(value: &Value, expected: Json, record: Json) {
        assert_eq!(plain(value), expected, "{value:?}");
        assert_eq!(json!(Record::of(value)), record, "{value:?}");
    }

    #[test]
    fn scalars_are_plain_and_exact() {
        check(&Value::Null, json!(null), json!({ "type": "null", "text": "null" }));
        check(
            &Value::Bool(true),
            json!(true),
            json!({ "type": "boolean", "text": "true", "boolean": true }),
        );
        check(&Value::Int(5), json!(5), json!({ "type": "number", "text": "5", "number": 5 }));
        check(
            &Value::Int(i64::MIN),
            json!("-9223372036854775808"),
            json!({ "type": "number", "text": "-9223372036854775808" }),
        );
        check(
            &Value::Float("1e-05".to_owned()),
            json!(1e-5),
            json!({ "type": "number", "text": "1e-05", "number": 1e-5 }),
        );
        check(
            &Value::Float("-Infinity".to_owned()),
            json!("-Infinity"),
            json!({ "type": "number", "text": "-Infinity" }),
        );
        check(&Value::Text("a".to_owned()), json!("a"), json!({ "type": "string", "text": "a" }));
    }

    #[test]
    fn values_with_parts_have_fields() {
        check(
            &Value::Vector3([14.0, 0.2, f64::NAN]),
            json!({ "x": 14, "y": 0.2, "z": "NaN" }),
            json!({ "type": "vector3", "text": "(14, 0.2, NaN)", "fields": { "x": 14, "y": 0.2, "z": "NaN" } }),
        );
        let turn = Value::Quaternion { xyzw: [0.0, 0.0, 0.0, 1.0], euler: [0.0; 3] };
        assert_eq!(
            plain(&turn),
            json!({ "x": 0, "y": 0, "z": 0, "w": 1, "euler": { "x": 0, "y": 0, "z": 0 } })
        );
        let curve = Value::Curve(Curve {
            keys: 1,
            first: Some(CurveKey { time: 0.0, value: 0.5 }),
            last: None,
        });
        assert_eq!(
            plain(&curve),
            json!({ "keys": 1, "first": { "time": 0, "value": 0.5 }, "last": null })
        );
        let long = Value::Array { items: vec![Value::Int(1)], length: 9 };
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
            &Value::Reference(Reference::Object { id, path, type_name }),
            json!({ "object": "A/B", "type": "Light", "instanceId": id.get() }),
            json!({ "type": "reference", "text": "A/B (Light)", "fields": { "object": "A/B", "type": "Light", "instanceId": id.get() } }),
        );
        let asset = Reference::Asset {
            path: "a.fbx".to_owned(),
            type_name: None,
            inner: Some("-7".to_owned()),
        };
        assert_eq!(reference(&asset), json!({ "ref": "a.fbx", "fileId": "-7" }));
        assert_eq!(reference(&Reference::None), json!(null));
    }

    #[test]
    fn typed_values_keep_the_engines_words() {
        let typed = |type_name: &str, text: &str, value| {
            let (type_name, text) = (type_name.to_owned(), text.to_owned());
            Value::Typed(Box::new(Typed { type_name, text, value }))
        };
        let cell = typed("Vector2i", "Vector2i(1, 2)", Value::Vector2([1.0, 2.0]));
        check(
            &cell,
            json!({ "x": 1, "y": 2 }),
            json!({ "type": "vector2", "engineType": "Vector2i", "text": "Vector2i(1, 2)", "fields": { "x": 1, "y": 2 } }),
        );
        assert_eq!(flat(&cell), json!("Vector2i(1, 2)"));
        assert_eq!(flat(&typed("float", "0.50", Value::Float("0.50".to_owned()))), json!(0.5));
        let texture = Reference::Asset {
            path: "res://main.tscn".to_owned(),
            type_name: Some("GradientTexture2D".to_owned()),
            inner: Some("1_a".to_owned()),
        };
        let texture = typed("Texture2D", "SubResource(\"1_a\")", Value::Reference(texture));
        assert_eq!(flat(&texture), json!("res://main.tscn::1_a"));
    }

    #[test]
    fn no_member_hides_another() {
        let data = |number| Member { name: "data".to_owned(), value: Value::Int(number) };
        let map = members(&[data(1), data(2), data(3)]);
        assert_eq!(Json::Object(map), json!({ "data": 1, "data[1]": 2, "data[2]": 3 }));
    }
}
