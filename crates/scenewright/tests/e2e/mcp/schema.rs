//! As much of JSON Schema as the lists of tools use.

use serde_json::Value;

/// Where `value` is not what `schema` says; empty if it is.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, value, "$", &mut found);
    found
}

fn check(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if !is_of_type(schema["type"].as_str(), value) {
        found.push(format!("{at} is not {}: {value}", schema["type"]));
        return;
    }
    if let Some(choices) = schema["enum"].as_array().filter(|choices| !choices.contains(value)) {
        found.push(format!("{at} is none of {choices:?}: {value}"));
    }
    for item in value.as_array().into_iter().flatten() {
        check(&schema["items"], item, &format!("{at}[]"), found);
    }
    if let Value::Object(members) = value {
        check_object(schema, members, at, found);
    }
}

fn check_object(
    schema: &Value,
    members: &serde_json::Map<String, Value>,
    at: &str,
    found: &mut Vec<String>,
) {
    for name in schema["required"].as_array().into_iter().flatten() {
        if !members.contains_key(name.as_str().unwrap()) {
            found.push(format!("{at} has no {name}"));
        }
    }
    for (name, member) in members {
        match schema["properties"].get(name) {
            Some(property) => check(property, member, &format!("{at}.{name}"), found),
            None if schema["additionalProperties"] == false => {
                found.push(format!("{at} may not have {name}"));
            }
            None => {}
        }
    }
}

fn is_of_type(name: Option<&str>, value: &Value) -> bool {
    match name {
        None => true,
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("null") => value.is_null(),
        Some(other) => panic!("no type of JSON Schema: {other}"),
    }
}

/// What some client or model would refuse in a schema.
pub fn complaints(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    inspect(schema, "$", &mut found);
    found
}

fn inspect(schema: &Value, at: &str, found: &mut Vec<String>) {
    if !schema["type"].is_string() {
        found.push(format!("{at} has no single type: {schema}"));
    }
    for key in ["$ref", "$defs", "$schema", "oneOf", "anyOf", "allOf", "not", "format", "nullable"]
    {
        if schema.get(key).is_some() {
            found.push(format!("{at} has {key}"));
        }
    }
    if schema["type"] == "array" {
        match schema["items"]["type"].is_string() {
            true => inspect(&schema["items"], &format!("{at}[]"), found),
            false => found.push(format!("{at} is an array of anything")),
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        inspect(property, &format!("{at}.{name}"), found);
    }
    if schema.get("properties").is_some() && schema["additionalProperties"] != false {
        found.push(format!("{at} is open"));
    }
}

#[test]
fn the_checker_sees_what_is_wrong() {
    use serde_json::json;
    let items = json!({ "type": "array", "items": { "type": "string" } });
    let schema = json!({
        "type": "object",
        "properties": { "a": items, "n": { "type": "integer" } },
        "required": ["n"],
        "additionalProperties": false,
    });
    for (value, expected) in [
        (json!({ "a": ["x"], "n": 1 }), &[][..]),
        (json!({ "a": [1], "n": 1 }), &["$.a[] is not \"string\": 1"]),
        (json!({ "n": 1.5 }), &["$.n is not \"integer\": 1.5"]),
        (json!({ "b": 1 }), &["$ has no \"n\"", "$ may not have b"]),
        (json!([]), &["$ is not \"object\": []"]),
    ] {
        assert_eq!(violations(&schema, &value), expected, "{value}");
    }
    let bad = json!({ "type": "object", "properties": { "a": { "type": "array" }, "b": { "type": ["string", "null"] } } });
    assert_eq!(complaints(&bad).len(), 3, "{:?}", complaints(&bad));
}
