//! JSON Schemas of Rust types, reduced to what every client understands, and the same schemas in
//! the form of definitions.
//!
//! Invariant: no schema from this module contains `$ref`, a list of types, or an array without
//! items, because some clients reject them.

use scenewright_model::EngineKind;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::validate::{ConstraintViolation, shorten_value};

/// Marks a parameter that accepts any JSON value; clients see a string, and never the mark.
const JSON_MARK: &str = "x-json";

/// Marks a parameter that only one engine supports: `godot`, `unity`; clients never see it either.
const ENGINE_MARK: &str = "x-engine";

/// The equivalent parameter of the other engine.
const INSTEAD_MARK: &str = "x-instead";

/// The schema of an arguments type, as listed by tools.
pub fn for_arguments<T: JsonSchema>() -> Value {
    simplified::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

pub(crate) fn for_output<T: JsonSchema>() -> Value {
    simplified::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// The schema of the arguments with the internal marks.
pub(crate) fn with_marks<T: JsonSchema>() -> Value {
    raw::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The same, if there are any marks.
pub(crate) fn marked<T: JsonSchema>() -> Option<Value> {
    Some(with_marks::<T>()).filter(has_marks)
}

fn has_marks(schema: &Value) -> bool {
    takes_json(schema)
        || schema.get(ENGINE_MARK).is_some()
        || properties(schema).any(|(_, property)| has_marks(property))
        || schema.get("items").is_some_and(has_marks)
}

/// Parses the JSON in marked parameters, once. A schema must have a single type, but clients send a
/// number or its text where a number is meant.
pub(crate) fn parse_json_parameters(schema: &Value, arguments: &mut Map<String, Value>) {
    for (name, parameter) in properties(schema) {
        if let Some(value) = arguments.get_mut(name) {
            parse_json(parameter, value);
        }
    }
}

fn parse_json(schema: &Value, value: &mut Value) {
    match value {
        Value::String(text) if takes_json(schema) => *value = json_or_text(std::mem::take(text)),
        _ if takes_json(schema) => {}
        Value::Object(fields) => parse_json_parameters(schema, fields),
        Value::Array(items) => items.iter_mut().for_each(|item| parse_json(&schema["items"], item)),
        _ => {}
    }
}

/// Parses text that is JSON, and keeps any other text: `3.5`, `true`, `[1, 2]`, `Hello`. A single value with spaces or line
/// ends around it is text, too, such as the text of a label.
pub(crate) fn json_or_text(text: String) -> Value {
    match serde_json::from_str(&text) {
        Ok(parsed @ (Value::Object(_) | Value::Array(_))) => parsed,
        Ok(parsed) if text.trim() == text => parsed,
        _ => Value::String(text),
    }
}

/// Whether a parameter of a marked schema accepts any JSON value, although clients see a string.
pub(crate) fn takes_json(marked: &Value) -> bool {
    marked[JSON_MARK] == true
}

/// The arguments that this engine does not support. Empty values are accepted.
pub(crate) fn foreign_engine_violations(
    schema: &Value,
    arguments: &Map<String, Value>,
    engine: EngineKind,
) -> Vec<ConstraintViolation> {
    let mut found = Vec::new();
    for (name, parameter) in properties(schema) {
        let Some(own) = parameter[ENGINE_MARK].as_str().filter(|own| *own != engine.as_str())
        else {
            continue;
        };
        let says_nothing = |value: &Value| match value {
            Value::Array(items) => items.is_empty(),
            value => value.is_null() || parameter.get("default") == Some(value),
        };
        let Some(actual) = arguments.get(name).filter(|value| !says_nothing(value)) else {
            continue;
        };
        let counterparts = [EngineKind::UNITY, EngineKind::GODOT];
        let own_kind = counterparts.iter().find(|kind| kind.as_str() == own);
        let (own, here) = (own_kind.map_or(own, |kind| kind.name()), engine.name());
        // The alternative belongs to the counterpart; another engine may have none.
        let instead = parameter[INSTEAD_MARK].as_str().filter(|_| counterparts.contains(&engine));
        let reason = match instead {
            Some(instead) => format!("only {own} has it; in {here} use {instead}"),
            None => format!("only {own} has it; leave it out in {here}"),
        };
        found.push(ConstraintViolation {
            parameter: name.clone(),
            constraint: "engine",
            allowed: Value::String(reason),
            actual: shorten_value(actual.clone()),
        });
    }
    found
}

fn raw<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| settings.meta_schema = None);
    SchemaGenerator::new(settings).into_root_schema_for::<T>().to_value()
}

fn simplified<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let raw = raw::<T>(settings);
    let mut schema = SchemaSimplifier { raw: &raw, expanding: vec!["#".to_owned()] }.schema(&raw);
    if let Value::Object(object) = &mut schema {
        object.entry("properties").or_insert_with(|| json!({}));
        object.insert("additionalProperties".to_owned(), json!(false));
        object.remove("description");
    }
    schema
}

/// The `inputs` of a definition: one entry per parameter.
pub(crate) fn inputs(schema: &Value) -> Map<String, Value> {
    let required = required(schema);
    let input = |(name, parameter): (&String, &Value)| {
        let is_required = required.contains(&name.as_str());
        let mut entry = Map::new();
        entry.insert("type".to_owned(), parameter["type"].clone());
        entry.insert("required".to_owned(), json!(is_required));
        entry.insert("description".to_owned(), parameter["description"].clone());
        if !is_required {
            entry.insert("default".to_owned(), parameter["default"].clone());
        }
        for key in ["enum", "minimum", "maximum"] {
            if let Some(value) = parameter.get(key) {
                entry.insert(key.to_owned(), value.clone());
            }
        }
        (name.clone(), Value::Object(entry))
    };
    properties(schema).map(input).collect()
}

/// The `outputs` of a definition: one entry per property, nested ones in full.
pub(crate) fn outputs(schema: &Value) -> Map<String, Value> {
    properties(schema).map(|(name, property)| (name.clone(), without_closing(property))).collect()
}

pub(crate) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

pub(crate) fn required(schema: &Value) -> Vec<&str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The definition form cannot express closed objects and required properties.
fn without_closing(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => object
            .iter()
            .filter(|(key, _)| !["additionalProperties", "required"].contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), without_closing(value)))
            .collect(),
        other => other.clone(),
    }
}

struct SchemaSimplifier<'a> {
    raw: &'a Value,
    /// The references being expanded; a repeated one is a recursive type.
    expanding: Vec<String>,
}

impl SchemaSimplifier<'_> {
    fn schema(&mut self, schema: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.reference(reference, schema);
        }
        if let Some(inner) = optional(schema) {
            let mut inner = self.schema(inner);
            copy(schema, &mut inner, &["description", "default"]);
            return inner;
        }
        if let Some(choices) = choices(schema) {
            let mut all = json!({ "type": "string", "enum": choices });
            copy(schema, &mut all, &["description", "default"]);
            return all;
        }
        self.plain(schema)
    }

    fn reference(&mut self, reference: &str, around: &Value) -> Value {
        if self.expanding.iter().any(|open| open == reference) {
            return json!({ "type": "object", "description": "The same again, one level down" });
        }
        let target = self.raw.pointer(&reference[1..]).cloned().unwrap_or_default();
        self.expanding.push(reference.to_owned());
        let mut inner = self.schema(&target);
        // The comment of a type is for readers of the code, like that of the outermost type.
        if let Value::Object(inner) = &mut inner {
            inner.shift_remove("description");
        }
        self.expanding.pop();
        copy(around, &mut inner, &["description", "default"]);
        inner
    }

    fn plain(&mut self, schema: &Value) -> Value {
        let mut tidy = json!({ "type": single_type(&schema["type"]) });
        let kept = ["description", "default", "enum", "minimum", "maximum", "minItems", "maxItems"];
        copy(schema, &mut tidy, &kept);
        if let Some(items) = schema.get("items") {
            tidy["items"] = self.schema(items);
        }
        if let Some(properties) = schema["properties"].as_object() {
            tidy["properties"] = properties
                .iter()
                .map(|(name, property)| (name.clone(), self.schema(property)))
                .collect();
            copy(schema, &mut tidy, &["required"]);
            tidy["additionalProperties"] = json!(false);
        }
        tidy
    }
}

fn copy(from: &Value, to: &mut Value, keys: &[&str]) {
    for key in keys {
        if let Some(value) = from.get(key) {
            to[*key] = value.clone();
        }
    }
}

/// The first type of a list: the other one is `null`, which stands for an absent value.
fn single_type(kind: &Value) -> Value {
    match kind {
        Value::Array(kinds) => {
            kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or_default()
        }
        other => other.clone(),
    }
}

fn optional(schema: &Value) -> Option<&Value> {
    let [inner, null] = schema["anyOf"].as_array()?.as_slice() else {
        return None;
    };
    (null["type"] == "null").then_some(inner)
}

/// The values of an enum, whether its variants have comments (`const`) or not (`enum`).
fn choices(schema: &Value) -> Option<Vec<Value>> {
    let names = |choice: &Value| match choice.get("const") {
        Some(name) => Some(vec![name.clone()]),
        None => choice["enum"].as_array().cloned(),
    };
    Some(schema["oneOf"].as_array()?.iter().map(names).collect::<Option<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests {
    use insta::assert_json_snapshot;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Args {
        /// Path to the scene file
        scene_path: String,
        /// Maximum depth
        #[serde(default = "two")]
        #[schemars(range(min = 1, max = 10))]
        depth: u32,
        /// Only those in the build
        in_build: Option<bool>,
        /// Which form
        form: Option<Form>,
        /// Names (strings)
        #[serde(default)]
        names: Vec<String>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Form {
        /// All of it
        Full,
        /// The beginning
        Short,
    }

    fn two() -> u32 {
        2
    }

    #[derive(Serialize, JsonSchema)]
    struct Tree {
        /// Its name
        name: String,
        /// What it has
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// Below it
        children: Vec<Tree>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Forest {
        /// All trees
        trees: Vec<Tree>,
    }

    #[test]
    fn arguments_become_inputs() {
        assert_json_snapshot!(inputs(&for_arguments::<Args>()), @r#"
        {
          "scenePath": {
            "type": "string",
            "required": true,
            "description": "Path to the scene file"
          },
          "depth": {
            "type": "integer",
            "required": false,
            "description": "Maximum depth",
            "default": 2,
            "minimum": 1,
            "maximum": 10
          },
          "inBuild": {
            "type": "boolean",
            "required": false,
            "description": "Only those in the build",
            "default": null
          },
          "form": {
            "type": "string",
            "required": false,
            "description": "Which form",
            "default": null,
            "enum": [
              "full",
              "short"
            ]
          },
          "names": {
            "type": "array",
            "required": false,
            "description": "Names (strings)",
            "default": []
          }
        }
        "#);
    }

    #[test]
    fn a_type_inside_itself_ends_after_one_level() {
        assert_json_snapshot!(for_output::<Forest>(), @r#"
        {
          "type": "object",
          "properties": {
            "trees": {
              "type": "array",
              "description": "All trees",
              "items": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "Its name"
                  },
                  "note": {
                    "type": "string",
                    "description": "What it has"
                  },
                  "children": {
                    "type": "array",
                    "description": "Below it",
                    "items": {
                      "type": "object",
                      "description": "The same again, one level down"
                    }
                  }
                },
                "required": [
                  "name",
                  "children"
                ],
                "additionalProperties": false
              }
            }
          },
          "required": [
            "trees"
          ],
          "additionalProperties": false
        }
        "#);
    }
}
