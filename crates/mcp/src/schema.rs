//! The schemas of the catalogue, shortened for the list of tools: every client pays for them in each
//! conversation.

use rmcp::model::JsonObject;
use scenewright_catalogue::Definition;
use serde_json::{Map, Value, json};

/// The additional argument of every tool with a long answer.
pub(crate) const MAX_TOKENS: &str = "maxTokens";
/// The additional member of every output.
pub(crate) const DIAGNOSTICS: &str = "diagnostics";
/// Replaces the tree of a scene that is too long.
pub(crate) const OUTLINE: &str = "outline";

/// Short descriptions of parameters that many tools have. Their ranges are in the error for a wrong value,
/// and examples of paths in the instructions.
const SHORT_DESCRIPTIONS: [(&str, &str); 6] = [
    ("assetPath", "Its path; in Godot also a uid"),
    ("cursor", "nextCursor of the previous answer"),
    ("instanceId", "Instead of objectPath"),
    ("limit", "How many at most"),
    ("objectPath", "Names from the root: 'Player/Hand'; the second of equal siblings is 'Hand[1]'"),
    ("scenePath", "Path of the scene or prefab"),
];

/// For a batch, whose items have the parameters of all edits: some names need no description.
const BATCH_DESCRIPTIONS: [(&str, &str); 9] = [
    ("active", ""),
    ("components", "Unity: types beside the Transform"),
    ("enabled", ""),
    ("group", ""),
    ("keepWorld", "Stay in place in the world"),
    ("layer", ""),
    ("parentPath", "[default: a root; Godot: the root's child]"),
    ("siblingIndex", "[default: the last]"),
    ("tag", ""),
];

pub(crate) fn input(definition: &Definition) -> JsonObject {
    let mut schema = object(&definition.input_schema);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            shorten(name, property, &SHORT_DESCRIPTIONS);
            shorten_items(property);
        }
        if has_long_output(definition) {
            properties.insert(MAX_TOKENS.to_owned(), json!({ "type": "integer", "minimum": 500 }));
        }
    }
    schema
}

/// The members that every answer has, with their types. Optional members, and `required` itself, are not
/// worth their tokens.
pub(crate) fn output(definition: &Definition) -> JsonObject {
    let schema = &definition.output_schema;
    let required = schema["required"].as_array().into_iter().flatten();
    let required: Vec<&str> = required.filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let properties: JsonObject = properties
        .filter(|(name, _)| required.contains(&name.as_str()))
        .map(|(name, property)| (name.clone(), shallow(property)))
        .collect();
    let mut open = Map::new();
    open.insert("type".to_owned(), json!("object"));
    if !properties.is_empty() {
        open.insert("properties".to_owned(), Value::Object(properties));
    }
    open
}

/// Long trees are returned as outlines.
pub(crate) fn is_tree(definition: &Definition) -> bool {
    definition.id == "scene.hierarchy.dump"
}

fn has_long_output(definition: &Definition) -> bool {
    let mut properties = definition.output_schema["properties"].as_object().into_iter().flatten();
    properties.any(|(_, property)| property["type"] == "array" || property["type"] == "object")
}

fn shorten_items(list: &mut Value) {
    let Some(Value::Object(properties)) = list.pointer_mut("/items/properties") else { return };
    for (name, property) in properties {
        shorten(name, property, &SHORT_DESCRIPTIONS);
        shorten(name, property, &BATCH_DESCRIPTIONS);
    }
}

fn shorten(name: &str, property: &mut Value, words: &[(&str, &str)]) {
    let Value::Object(property) = property else { return };
    if let Some((_, description)) = words.iter().find(|(known, _)| *known == name) {
        property.remove("description");
        if !description.is_empty() {
            property.insert("description".to_owned(), json!(description));
        }
        property.remove("minimum");
        property.remove("maximum");
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
