//! Validates arguments against a schema and reports all violations at once.

use serde_json::{Map, Value, json};

use crate::schema::{properties, required, takes_json};
use scenewright_engine::names::nearest;
use scenewright_engine::quote::shorten;

/// Lists and objects whose text is longer are shortened like text.
const MAX_VALUE_CHARS: usize = 200;

/// The violations in a call's arguments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Violations {
    pub missing: Vec<String>,
    pub mismatches: Vec<TypeMismatch>,
    pub constraints: Vec<ConstraintViolation>,
    pub unknown: Vec<UnknownParameter>,
}

/// A value of the wrong type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeMismatch {
    pub parameter: String,
    pub expected: String,
    pub actual: &'static str,
}

/// A value of the right type that is not allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstraintViolation {
    pub parameter: String,
    /// The schema keyword: `minimum`, `maximum`, `enum`, `minItems`, `maxItems`, `value`.
    pub constraint: &'static str,
    pub allowed: Value,
    pub actual: Value,
}

/// A parameter that the tool does not have.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownParameter {
    pub parameter: String,
    pub similar: Vec<String>,
}

impl Violations {
    pub fn is_empty(&self) -> bool {
        *self == Violations::default()
    }

    /// The violations in one item, with its position before the names.
    pub(crate) fn with_parameter_prefix(mut self, place: &str) -> Violations {
        let within = |name: &mut String| *name = format!("{place}.{name}");
        self.missing.iter_mut().for_each(within);
        self.mismatches.iter_mut().for_each(|it| within(&mut it.parameter));
        self.constraints.iter_mut().for_each(|it| within(&mut it.parameter));
        self.unknown.iter_mut().for_each(|it| within(&mut it.parameter));
        self
    }

    /// One clause per violation, for agents.
    pub fn clauses(&self) -> Vec<String> {
        let missing = self.missing.iter().map(|name| format!("{name} is required"));
        let mismatches = self.mismatches.iter().map(|m| {
            let article = if m.expected.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
            format!("{} must be {article} {}, not {}", m.parameter, m.expected, m.actual)
        });
        let constraints = self.constraints.iter().map(ConstraintViolation::clause);
        let unknown = self.unknown.iter().map(|unknown| match unknown.similar.first() {
            Some(name) => format!(
                "{} is not a parameter of this tool (did you mean {name}?)",
                unknown.parameter
            ),
            None => format!("{} is not a parameter of this tool", unknown.parameter),
        });
        missing.chain(mismatches).chain(constraints).chain(unknown).collect()
    }
}

impl ConstraintViolation {
    fn clause(&self) -> String {
        let ConstraintViolation { parameter, constraint, allowed, actual } = self;
        let actual = shorten_value(actual.clone());
        match *constraint {
            "minimum" => format!("{parameter} must be at least {allowed}, not {actual}"),
            "maximum" => format!("{parameter} must be at most {allowed}, not {actual}"),
            "minItems" => format!("{parameter} must have at least {allowed} items, not {actual}"),
            "maxItems" => format!("{parameter} must have at most {allowed} items, not {actual}"),
            "enum" => format!("{parameter} must be one of {}, not {actual}", list(allowed)),
            _ => format!("{parameter}: {}", allowed.as_str().unwrap_or_default()),
        }
    }
}

/// Checks `arguments` and normalises them for operations: `null` counts as absent where a parameter
/// is optional, and `2.0` as `2` where a whole number is expected.
///
/// `marks` is the schema with its marks: a parameter that accepts any JSON is not checked further.
pub(crate) fn arguments(
    schema: &Value,
    marks: &Value,
    arguments: &mut Map<String, Value>,
) -> Violations {
    let mut found = Violations::default();
    object((schema, marks), arguments, "", &mut found);
    found
}

/// Checks a value of any kind, for outputs and examples.
pub(crate) fn value(schema: &Value, value: &mut Value, at: &str, found: &mut Violations) {
    marked_value((schema, &Value::Null), value, at, found);
}

fn marked_value(
    (schema, marks): (&Value, &Value),
    value: &mut Value,
    at: &str,
    found: &mut Violations,
) {
    if takes_json(marks) {
        return;
    }
    let expected = schema["type"].as_str().unwrap_or("object");
    if expected == "integer" {
        normalise_integer(value);
    }
    if !is_a(expected, value) {
        let (parameter, expected) = (at.to_owned(), expected.to_owned());
        found.mismatches.push(TypeMismatch { parameter, expected, actual: type_name(value) });
        return;
    }
    limits(schema, value, at, found);
    match value {
        Value::Object(map) if schema.get("properties").is_some() => {
            object((schema, marks), map, at, found);
        }
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                let inner = (schema, &marks["items"]);
                for (index, item) in items.iter_mut().enumerate() {
                    marked_value(inner, item, &format!("{at}[{index}]"), found);
                }
            }
        }
        _ => {}
    }
}

fn object(
    (schema, marks): (&Value, &Value),
    map: &mut Map<String, Value>,
    at: &str,
    found: &mut Violations,
) {
    let required = required(schema);
    let marks = &marks["properties"];
    map.retain(|name, value| {
        !value.is_null() || required.contains(&name.as_str()) || takes_json(&marks[name.as_str()])
    });
    let below = |name: &str| {
        if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
    };
    found
        .missing
        .extend(required.iter().filter(|name| !map.contains_key(**name)).map(|name| below(name)));
    for (name, value) in map {
        match schema["properties"].get(name) {
            Some(schema) => {
                marked_value((schema, &marks[name.as_str()]), value, &below(name), found);
            }
            None => {
                let similar = nearest(name, properties(schema).map(|(name, _)| name.as_str()));
                found.unknown.push(UnknownParameter { parameter: below(&shorten(name)), similar });
            }
        }
    }
}

fn limits(schema: &Value, value: &Value, at: &str, found: &mut Violations) {
    let mut broken = |constraint: &'static str, actual: Value| {
        let (parameter, allowed) = (at.to_owned(), schema[constraint].clone());
        let actual = shorten_value(actual);
        found.constraints.push(ConstraintViolation { parameter, constraint, allowed, actual });
    };
    if let (Some(number), Some(least)) = (value.as_f64(), schema["minimum"].as_f64())
        && number < least
    {
        broken("minimum", value.clone());
    }
    if let (Some(number), Some(most)) = (value.as_f64(), schema["maximum"].as_f64())
        && number > most
    {
        broken("maximum", value.clone());
    }
    if let (Some(items), Some(least)) = (value.as_array(), schema["minItems"].as_u64())
        && (items.len() as u64) < least
    {
        broken("minItems", json!(items.len()));
    }
    if let (Some(items), Some(most)) = (value.as_array(), schema["maxItems"].as_u64())
        && items.len() as u64 > most
    {
        broken("maxItems", json!(items.len()));
    }
    if let Some(choices) = schema["enum"].as_array()
        && !choices.contains(value)
    {
        broken("enum", value.clone());
    }
}

/// A client's value in the form in which an error may repeat it.
pub(crate) fn shorten_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(shorten(&text)),
        value @ (Value::Array(_) | Value::Object(_)) => {
            let text = value.to_string();
            if text.len() <= MAX_VALUE_CHARS { value } else { Value::String(shorten(&text)) }
        }
        other => other,
    }
}

fn normalise_integer(value: &mut Value) {
    // Beyond 2^53 a float no longer identifies a single whole number.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if let Some(number) = value.as_f64()
        && value.is_f64()
        && number.fract() == 0.0
        && number.abs() <= EXACT
    {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "whole and within i64 by the checks above"
        )]
        let number = number as i64;
        *value = json!(number);
    }
}

fn is_a(expected: &str, value: &Value) -> bool {
    match expected {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn list(allowed: &Value) -> String {
    let names = allowed.as_array().into_iter().flatten();
    names
        .map(|name| name.as_str().map_or_else(|| name.to_string(), str::to_owned))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "scenePath": { "type": "string" },
                "depth": { "type": "integer", "minimum": 1, "maximum": 10 },
                "form": { "type": "string", "enum": ["full", "short"] },
                "names": { "type": "array", "items": { "type": "string" }, "maxItems": 2 },
                "area": {
                    "type": "object",
                    "properties": { "width": { "type": "number" } },
                    "required": ["width"],
                    "additionalProperties": false
                },
            },
            "required": ["scenePath"],
            "additionalProperties": false
        })
    }

    fn check(input: Value, expected: &[&str]) {
        let Value::Object(mut input) = input else { panic!("arguments are an object") };
        assert_eq!(arguments(&schema(), &Value::Null, &mut input).clauses(), expected, "{input:?}");
    }

    #[test]
    fn every_violation_is_found_at_once() {
        check(
            json!({ "scenePath": "a", "depth": 10, "form": "short", "names": [], "area": { "width": 1 } }),
            &[],
        );
        check(json!({}), &["scenePath is required"]);
        check(json!({ "scenePath": null }), &["scenePath must be a string, not null"]);
        check(
            json!({ "depth": "2", "form": 3, "names": "x" }),
            &[
                "scenePath is required",
                "depth must be an integer, not string",
                "form must be a string, not integer",
                "names must be an array, not string",
            ],
        );
        check(
            json!({ "scenePath": "a", "depth": 11, "form": "long", "names": ["a", "b", "c"] }),
            &[
                "depth must be at most 10, not 11",
                "form must be one of full, short, not \"long\"",
                "names must have at most 2 items, not 3",
            ],
        );
        check(
            json!({ "scenePath": "a", "scenepath": "b", "x": 1 }),
            &[
                "scenepath is not a parameter of this tool (did you mean scenePath?)",
                "x is not a parameter of this tool",
            ],
        );
        check(
            json!({ "scenePath": "a", "names": ["a", 1], "area": { "height": 1 } }),
            &[
                "area.width is required",
                "names[1] must be a string, not integer",
                "area.height is not a parameter of this tool",
            ],
        );
    }

    #[test]
    fn null_is_absent_and_whole_floats_are_whole() {
        let mut input =
            json!({ "scenePath": "a", "depth": 2.0, "form": null }).as_object().cloned().unwrap();
        assert!(arguments(&schema(), &Value::Null, &mut input).is_empty());
        assert_eq!(Value::Object(input), json!({ "scenePath": "a", "depth": 2 }));
        check(json!({ "scenePath": "a", "depth": 2.5 }), &["depth must be an integer, not number"]);
    }
}
