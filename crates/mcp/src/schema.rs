//! The schemas of the catalogue in the few words that a list of tools can afford: every client
//! pays for them in each conversation.

use rmcp::model::JsonObject;
use scenewright_catalogue::Definition;
use serde_json::{Map, Value, json};

/// The argument that every tool with a long answer has beside its own.
pub(crate) const MAX_TOKENS: &str = "maxTokens";
/// Added to every output: what is to be known about the answer.
pub(crate) const DIAGNOSTICS: &str = "diagnostics";
/// Stands for the tree of a scene when that is too long.
pub(crate) const OUTLINE: &str = "outline";

/// What the same parameter of many tools is called in the list.
const SHORT: [(&str, &str); 3] = [
    ("cursor", "nextCursor of the previous answer"),
    ("limit", "How many at most"),
    ("scenePath", "Scene or prefab, e.g. 'Assets/Scenes/Main.unity' or 'res://main.tscn'"),
];

pub(crate) fn input(definition: &Definition) -> JsonObject {
    let mut schema = object(&definition.input_schema);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            shorten(name, property);
        }
        if answers_at_length(definition) {
            properties.insert(MAX_TOKENS.to_owned(), json!({ "type": "integer", "minimum": 500 }));
        }
    }
    schema
}

/// The top level only, without descriptions: enough to check an answer by.
pub(crate) fn output(definition: &Definition) -> JsonObject {
    let schema = &definition.output_schema;
    let mut properties: JsonObject = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, property)| (name.clone(), shallow(property)))
        .collect();
    if is_tree(definition) {
        properties.insert(OUTLINE.to_owned(), json!({ "type": "string" }));
    }
    let text = json!({ "type": "array", "items": { "type": "string" } });
    properties.insert(DIAGNOSTICS.to_owned(), text);
    let mut closed = Map::new();
    closed.insert("type".to_owned(), json!("object"));
    closed.insert("properties".to_owned(), Value::Object(properties));
    closed.extend(schema.get("required").map(|names| ("required".to_owned(), names.clone())));
    closed.insert("additionalProperties".to_owned(), json!(false));
    closed
}

/// Trees are told as outlines where they are long.
pub(crate) fn is_tree(definition: &Definition) -> bool {
    definition.id == "scene.hierarchy.dump"
}

fn answers_at_length(definition: &Definition) -> bool {
    let mut properties = definition.output_schema["properties"].as_object().into_iter().flatten();
    properties.any(|(_, property)| property["type"] == "array" || property["type"] == "object")
}

fn shorten(name: &str, property: &mut Value) {
    let Value::Object(property) = property else { return };
    if let Some((_, description)) = SHORT.iter().find(|(known, _)| *known == name) {
        property.insert("description".to_owned(), json!(description));
    }
    if property.get("default") == Some(&Value::Null) {
        property.remove("default");
    }
}

fn shallow(property: &Value) -> Value {
    match property.get("items") {
        Some(items) => json!({ "type": "array", "items": { "type": items["type"] } }),
        None => json!({ "type": property["type"] }),
    }
}

fn object(schema: &Value) -> JsonObject {
    schema.as_object().cloned().unwrap_or_default()
}
