//! Converts between the values of scripts and JSON.

use rhai::{Array, Dynamic, ImmutableString, Map};
use serde_json::{Number, Value};

use crate::object::ScriptObject;

/// Deeper values become `null`; the limits of a script keep it from building them.
const MAX_DEPTH: usize = 32;

pub(crate) fn to_json(value: &Dynamic) -> Value {
    at_depth(value, 0)
}

fn at_depth(value: &Dynamic, depth: usize) -> Value {
    if depth > MAX_DEPTH || value.is_unit() {
        return Value::Null;
    }
    if let Ok(flag) = value.as_bool() {
        return flag.into();
    }
    if let Ok(whole) = value.as_int() {
        return whole.into();
    }
    if let Ok(float) = value.as_float() {
        return Number::from_f64(float).map_or(Value::Null, Value::Number);
    }
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return text.as_str().into();
    }
    if let Some(object) = value.read_lock::<ScriptObject>() {
        return object.id().into();
    }
    if let Some(items) = value.read_lock::<Array>() {
        return items.iter().map(|item| at_depth(item, depth + 1)).collect();
    }
    if let Some(fields) = value.read_lock::<Map>() {
        let fields =
            fields.iter().map(|(key, value)| (key.to_string(), at_depth(value, depth + 1)));
        return Value::Object(fields.collect());
    }
    value.to_string().into()
}

pub(crate) fn from_json(value: &Value) -> Dynamic {
    match value {
        Value::Null => Dynamic::UNIT,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64().unwrap_or_default().into(),
        },
        Value::String(text) => text.into(),
        Value::Array(items) => items.iter().map(from_json).collect::<Array>().into(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.into(), from_json(value)));
            fields.collect::<Map>().into()
        }
    }
}
