//! Arguments of tools, read by the schema of their type. The same reader takes the parameters of an
//! address, where everything is text: texts are accepted as numbers and flags. `null` counts as absent,
//! and arguments that a tool does not know are ignored.

use scenewright_model::ObjectId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::error::{ExplorerError, ExplorerResult};

/// Parameters whose text is content: a blank one is a value, not an absent one.
const CONTENT_PARAMS: [&str; 5] = ["code", "content", "jsonValue", "source", "text"];

/// Content that may be left out, and then is empty.
const EMPTY_IF_ABSENT: [&str; 2] = ["content", "text"];

/// The arguments of a call, as they came.
pub(crate) type RawArguments = Map<String, Value>;

pub(crate) fn from_params(arguments: Option<Value>) -> ExplorerResult<RawArguments> {
    match arguments {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(map)) => Ok(map),
        Some(_) => Err(ExplorerError::invalid_argument("'arguments' must be an object")),
    }
}

/// Reads arguments into their type, whose schema is given.
pub(crate) fn read<A: DeserializeOwned>(schema: &Value, given: &RawArguments) -> ExplorerResult<A> {
    let is_required = |name: &str| {
        let mut required = schema["required"].as_array().into_iter().flatten();
        required.any(|required| required == name)
    };
    let mut read = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let value = match given.get(name).filter(|value| !value.is_null()) {
            Some(value) => to_type(name, property, value)?,
            None => None,
        };
        match value {
            Some(value) => drop(read.insert(name.clone(), value)),
            None if EMPTY_IF_ABSENT.contains(&name.as_str()) => {
                read.insert(name.clone(), json!(""));
            }
            None if is_required(name) => return Err(missing(name)),
            None => {}
        }
    }
    // The schema is derived from the same type.
    serde_json::from_value(Value::Object(read))
        .map_err(|error| ExplorerError::internal(error.to_string()))
}

/// A flag that is read before the other arguments.
pub(crate) fn flag(given: &RawArguments, name: &str) -> ExplorerResult<bool> {
    match given.get(name).filter(|value| !value.is_null()) {
        Some(value) => to_flag(name, value),
        None => Ok(false),
    }
}

/// The value as its schema has it; `None` for a blank text, which counts as absent.
fn to_type(name: &str, schema: &Value, value: &Value) -> ExplorerResult<Option<Value>> {
    let kind = schema["type"].as_str().unwrap_or_default();
    Ok(Some(match kind {
        "boolean" => to_flag(name, value)?.into(),
        "number" => to_number(name, value)?.into(),
        "integer" => to_integer(name, value)?.into(),
        "array" => {
            let items = value.as_array().filter(|items| items.iter().all(Value::is_string));
            json!(items.ok_or_else(|| wrong_type(name, "an array of strings", value))?)
        }
        "object" => to_vector(name, schema, value)?,
        _ => {
            let text = value.as_str().ok_or_else(|| wrong_type(name, "a string", value))?;
            if text.trim().is_empty() && !CONTENT_PARAMS.contains(&name) {
                return Ok(None);
            }
            to_choice(name, schema, text)?
        }
    }))
}

fn to_flag(name: &str, value: &Value) -> ExplorerResult<bool> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Ok(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Ok(false),
        other => Err(wrong_type(name, "true or false", other)),
    }
}

fn to_number(name: &str, value: &Value) -> ExplorerResult<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let number = number.filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| wrong_type(name, "a number", value))
}

fn to_integer(name: &str, value: &Value) -> ExplorerResult<i64> {
    let number = to_number(name, value)?;
    if number.fract() != 0.0 || number.abs() > 9e15 {
        let message = format!("'{name}' must be a whole number");
        return Err(ExplorerError::invalid_argument(message));
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and within i64")]
    Ok(number as i64)
}

/// An object of numbers, whose names may be written in either case.
fn to_vector(name: &str, schema: &Value, value: &Value) -> ExplorerResult<Value> {
    let wrong =
        || ExplorerError::invalid_argument(format!("'{name}' must be an object with X, Y and Z"));
    let map = value.as_object().ok_or_else(wrong)?;
    let part = |axis: &String| {
        let (_, value) = map.iter().find(|(key, _)| key.eq_ignore_ascii_case(axis))?;
        Some((axis.clone(), json!(value.as_f64().filter(|part| part.is_finite())?)))
    };
    let axes = schema["properties"].as_object().into_iter().flat_map(Map::keys);
    axes.map(|axis| part(axis).ok_or_else(wrong)).collect()
}

fn to_choice(name: &str, schema: &Value, text: &str) -> ExplorerResult<Value> {
    let Some(choices) = schema["enum"].as_array() else { return Ok(json!(text)) };
    let mut choices = choices.iter().filter_map(Value::as_str);
    if let Some(choice) = choices.clone().find(|choice| choice.eq_ignore_ascii_case(text)) {
        return Ok(json!(choice));
    }
    let (first, others) = (choices.next().unwrap_or_default(), choices.collect::<Vec<_>>());
    let known = [&[first], others.as_slice()].concat().join(" or ");
    let message = format!("unknown {name} '{}': use {known}", text.to_ascii_lowercase());
    Err(ExplorerError::invalid_argument(message))
}

pub(crate) fn missing(name: &str) -> ExplorerError {
    ExplorerError::invalid_argument(format!("'{name}' is required"))
}

fn wrong_type(name: &str, expected: &str, given: &Value) -> ExplorerError {
    let kind = match given {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    ExplorerError::invalid_argument(format!("'{name}' must be {expected}, not {kind}"))
}

/// For tools that take nothing.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct NoArguments {}

/// An object, for tools that take nothing else.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectArguments {
    /// obj:<instanceId>
    pub(crate) object_id: String,
}

/// The part of a list to return.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct PageArguments {
    /// How many items at most
    limit: Option<i64>,
    /// How many items to skip
    offset: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageRange {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

impl PageArguments {
    /// At least one item, from the first on; `default` many if no limit is given.
    pub(crate) fn range(&self, default: usize) -> PageRange {
        let size = |number: i64| usize::try_from(number).unwrap_or(0);
        let (limit, offset) = (self.limit.map_or(default, size), self.offset.map_or(0, size));
        PageRange { offset, limit: limit.max(1) }
    }
}

impl PageRange {
    /// That part of the items, with the number of all.
    pub(crate) fn to_page<T>(self, items: Vec<T>, show: impl Fn(&T) -> Value) -> Value {
        let total = items.len();
        let shown: Vec<Value> = items.iter().skip(self.offset).take(self.limit).map(show).collect();
        json!({ "Total": total, "Items": shown })
    }
}

/// An object's id among the arguments.
pub(crate) fn object_id(name: &str, text: &str) -> ExplorerResult<ObjectId> {
    parse_object_id(text).ok_or_else(|| {
        let message = format!("'{text}' is not an object id; '{name}' must be obj:<instanceId>");
        ExplorerError::invalid_argument(message)
            .hint("ListObjects, SearchObjects and GetSelection return ids")
    })
}

pub(crate) fn parse_object_id(text: &str) -> Option<ObjectId> {
    let digits = text.strip_prefix("obj:")?;
    digits.parse().ok().map(ObjectId::from_number)
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::argument_schema;

    use super::*;
    use crate::tools::ExplorerTool;

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Sample {
        /// A text
        text_one: Option<String>,
        /// A flag
        flag: Option<bool>,
        /// Names
        names: Option<Vec<String>>,
        #[serde(flatten)]
        page: PageArguments,
    }

    fn sample(value: Value) -> ExplorerResult<Sample> {
        read(&argument_schema::<Sample>(), value.as_object().unwrap())
    }

    #[test]
    fn a_range_begins_somewhere_and_is_never_empty() {
        let range = |value| sample(value).map(|sample| sample.page.range(100));
        let is = |offset, limit| Ok(PageRange { offset, limit });
        assert_eq!(range(json!({})), is(0, 100));
        assert_eq!(range(json!({ "limit": 0, "offset": -3 })), is(0, 1));
        assert_eq!(range(json!({ "limit": "7", "offset": 2.0 })), is(2, 7));
        assert_eq!(range(json!({ "limit": null, "unknown": [] })), is(0, 100));
        assert!(range(json!({ "limit": "x" })).is_err());
        assert!(range(json!({ "limit": 1.5 })).is_err());
    }

    #[test]
    fn arguments_of_the_wrong_type_are_named() {
        let message = |value| sample(value).unwrap_err().message;
        assert_eq!(message(json!({ "text_one": 1 })), "'text_one' must be a string, not a number");
        assert_eq!(message(json!({ "flag": "x" })), "'flag' must be true or false, not a string");
        assert!(message(json!({ "names": [1] })).contains("an array of strings"));
        let read = sample(json!({ "flag": "TRUE", "text_one": " ", "names": ["a"] })).unwrap();
        assert_eq!((read.flag, read.text_one), (Some(true), None));
        assert_eq!(read.names, Some(vec!["a".to_owned()]));
        assert_eq!(object_id("id", "obj:12").unwrap().get(), 12);
        assert!(object_id("id", "12").is_err() && from_params(Some(json!([]))).is_err());
    }

    #[test]
    fn content_parameters_exist() {
        let has = |name: &&str| {
            ExplorerTool::all().any(|tool| tool.schema["properties"].get(name).is_some())
        };
        assert!(CONTENT_PARAMS.iter().all(has));
        assert!(EMPTY_IF_ABSENT.iter().all(|name| CONTENT_PARAMS.contains(name)));
    }
}
