//! Converts a client's JSON to a value to write. The values that reads return can be sent back
//! unchanged: `{"ref": "Assets/Wood.mat"}`, `{"object": "Player/Hand", "type": "Light"}`, `{"x": 1,
//! "y": 2}`.

use scenewright_model::{EditValue, ObjectId, ObjectRef};
use serde_json::{Map, Number, Value as Json};

use crate::editing::component_ref;
use crate::failure::Failure;
use crate::value_json;

/// The parameter of all operations that accept such a value.
const PARAMETER: &str = "value";

pub(crate) fn from_json(json: Json) -> Result<EditValue, Failure> {
    Ok(match json {
        Json::Null => EditValue::Null,
        Json::Bool(flag) => EditValue::Bool(flag),
        Json::Number(number) => self::number(&number),
        Json::String(text) => EditValue::Text(text),
        Json::Array(items) => {
            EditValue::List(items.into_iter().map(from_json).collect::<Result<_, _>>()?)
        }
        Json::Object(fields) => object(fields)?,
    })
}

/// A whole number that does not fit into 64 bits keeps its digits as text.
fn number(number: &Number) -> EditValue {
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(whole), _, _) => EditValue::Int(whole),
        (None, None, Some(float)) => EditValue::Float(float),
        _ => EditValue::Text(number.to_string()),
    }
}

fn object(fields: Map<String, Json>) -> Result<EditValue, Failure> {
    if let Some(kind) = value_json::record_kind(&fields) {
        return record(kind, fields);
    }
    let text = |key: &str| fields.get(key).and_then(Json::as_str).map(str::to_owned);
    let only = |keys: &[&str]| match fields.keys().find(|key| !keys.contains(&key.as_str())) {
        None => Ok(()),
        Some(other) => Err(wrong(&fields, &format!("beside '{}', '{other}' is unknown", keys[0]))),
    };
    if let Some(path) = text("ref") {
        only(&["ref", "type", "fileId"])?;
        return Ok(EditValue::Asset { path, inner: text("fileId") });
    }
    if let Some(literal) = text("literal") {
        only(&["literal"])?;
        return Ok(EditValue::Literal(literal));
    }
    if let Some(path) = text("object") {
        only(&["object", "type", "instanceId"])?;
        let id = fields.get("instanceId").and_then(Json::as_u64).map(ObjectId::from_number);
        let object = id.map_or_else(|| object_ref(&path), ObjectRef::Id);
        let component = text("type").filter(|kind| kind != "GameObject" && kind != "Node");
        let component = component.as_deref().map(component_ref);
        return Ok(EditValue::Object { object, component });
    }
    let fields = fields.into_iter().map(|(key, value)| Ok((key, from_json(value)?)));
    Ok(EditValue::Fields(fields.collect::<Result<_, Failure>>()?))
}

/// A value as `scene.member.read` returns it, with its kind, its text and its parts.
fn record(kind: &str, mut fields: Map<String, Json>) -> Result<EditValue, Failure> {
    let text = fields.get("text").and_then(Json::as_str).unwrap_or_default().to_owned();
    let parts = ["fields", "number", "boolean"].into_iter().find_map(|part| fields.remove(part));
    match (kind, parts) {
        ("null", _) | ("reference", None) => Ok(EditValue::Null),
        ("reference", Some(parts)) => from_json(parts),
        _ if fields.contains_key("engineType") => Ok(EditValue::Literal(text)),
        (_, Some(parts)) => from_json(parts),
        ("array", None) => {
            from_json(fields.remove("items").unwrap_or_else(|| Json::Array(Vec::new())))
        }
        _ => Ok(EditValue::Text(text)),
    }
}

fn wrong(fields: &Map<String, Json>, reason: &str) -> Failure {
    Failure::argument(PARAMETER, Json::Object(fields.clone()), reason)
}

/// An object as a client names it: a path, or `obj:` and a number.
pub(crate) fn object_ref(named: &str) -> ObjectRef {
    match named.strip_prefix("obj:").and_then(|id| id.parse().ok()) {
        Some(id) => ObjectRef::Id(ObjectId::from_number(id)),
        None => ObjectRef::Path(named.trim_start_matches('/').to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;
    use crate::schema::json_or_text;

    fn parse_edit_value(text: &str) -> Result<EditValue, Failure> {
        from_json(json_or_text(text.to_owned()))
    }

    #[test]
    fn a_single_value_with_spaces_around_it_is_text() {
        for text in ["10\n", " true", "null ", "\"5\" "] {
            assert_eq!(parse_edit_value(text).unwrap(), EditValue::Text(text.to_owned()));
        }
        assert_eq!(parse_edit_value("[1]\n").unwrap(), EditValue::List(vec![EditValue::Int(1)]));
    }

    #[test]
    fn text_is_json_where_it_can_be() {
        let table: Vec<_> = [
            "3",
            "-2.5",
            "18446744073709551615",
            "true",
            "null",
            "Hello",
            "\"5\"",
            "[1, \"a\"]",
            r#"{"x": 1, "y": 2.5}"#,
            r#"{"ref": "Assets/Wood.mat", "type": "Material"}"#,
            r#"{"ref": "Assets/a.fbx", "fileId": "4300000"}"#,
            r#"{"object": "Player/Hand", "type": "Light", "instanceId": 7}"#,
            r#"{"object": "obj:9"}"#,
            r#"{"literal": "Vector2i(1, 2)"}"#,
        ]
        .into_iter()
        .map(|text| format!("{text} => {:?}", parse_edit_value(text).unwrap()))
        .collect();
        assert_snapshot!(table.join("\n"), @r#"
        3 => Int(3)
        -2.5 => Float(-2.5)
        18446744073709551615 => Text("18446744073709551615")
        true => Bool(true)
        null => Null
        Hello => Text("Hello")
        "5" => Text("5")
        [1, "a"] => List([Int(1), Text("a")])
        {"x": 1, "y": 2.5} => Fields([("x", Int(1)), ("y", Float(2.5))])
        {"ref": "Assets/Wood.mat", "type": "Material"} => Asset { path: "Assets/Wood.mat", inner: None }
        {"ref": "Assets/a.fbx", "fileId": "4300000"} => Asset { path: "Assets/a.fbx", inner: Some("4300000") }
        {"object": "Player/Hand", "type": "Light", "instanceId": 7} => Object { object: Id(ObjectId(7)), component: Some(Type("Light")) }
        {"object": "obj:9"} => Object { object: Id(ObjectId(9)), component: None }
        {"literal": "Vector2i(1, 2)"} => Literal("Vector2i(1, 2)")
        "#);
    }

    #[test]
    fn the_record_of_a_single_value_is_one_too() {
        let table: Vec<_> = [
            r#"{"type": "vector2", "engineType": "Vector2i", "text": "Vector2i(1, 2)", "fields": {"x": 1, "y": 2}}"#,
            r#"{"type": "reference", "engineType": "Texture2D", "text": "ExtResource(\"1\")", "fields": {"ref": "res://a.png"}}"#,
            r#"{"type": "number", "text": "5", "number": 5}"#,
            r#"{"type": "string", "text": "5"}"#,
            r#"{"type": "array", "text": "1 items", "items": [{"type": "boolean", "text": "true", "boolean": true}]}"#,
            r#"{"type": "null", "text": "null"}"#,
            r#"{"type": "weapon", "text": "5"}"#,
        ]
        .into_iter()
        .map(|text| format!("{:?}", parse_edit_value(text).unwrap()))
        .collect();
        assert_snapshot!(table.join("\n"), @r#"
        Literal("Vector2i(1, 2)")
        Asset { path: "res://a.png", inner: None }
        Int(5)
        Text("5")
        List([Bool(true)])
        Null
        Fields([("type", Text("weapon")), ("text", Text("5"))])
        "#);
    }

    #[test]
    fn a_reference_with_more_to_it_is_refused() {
        let failure = parse_edit_value(r#"{"ref": "a.mat", "colour": 1}"#).unwrap_err();
        assert!(failure.to_string().contains("'colour' is unknown"), "{failure}");
    }
}
