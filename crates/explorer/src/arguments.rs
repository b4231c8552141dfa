//! Arguments of a tool, which are also the parameters of an address: there everything is text.

use scenewright_model::ObjectId;
use serde_json::{Map, Value};

use crate::address::QueryParams;
use crate::fault::{ExplorerError, ExplorerResult};

/// `null` counts as left out; what a tool does not know it passes over.
#[derive(Debug, Default)]
pub(crate) struct ExplorerArgs(Map<String, Value>);

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageRange {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

impl ExplorerArgs {
    pub(crate) fn new(arguments: Option<Value>) -> ExplorerResult<ExplorerArgs> {
        match arguments {
            None | Some(Value::Null) => Ok(ExplorerArgs::default()),
            Some(Value::Object(map)) => Ok(ExplorerArgs(map)),
            Some(_) => Err(ExplorerError::invalid_argument("'arguments' must be an object")),
        }
    }

    /// The named parameters, and what an address says with its path.
    pub(crate) fn from_query(
        query: &QueryParams,
        names: &[(&str, &str)],
        path: &[(&str, &str)],
    ) -> ExplorerArgs {
        let given = names.iter().filter_map(|(name, key)| Some((*name, query.text(key)?)));
        let all = given.chain(path.iter().copied());
        ExplorerArgs(all.map(|(name, value)| (name.to_owned(), Value::from(value))).collect())
    }

    pub(crate) fn map(&self) -> &Map<String, Value> {
        &self.0
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> ExplorerResult<Option<&str>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong_type(name, "a string", other)),
        }
    }

    /// One that says something.
    pub(crate) fn nonblank(&self, name: &str) -> ExplorerResult<Option<&str>> {
        Ok(self.text(name)?.filter(|text| !text.trim().is_empty()))
    }

    pub(crate) fn required(&self, name: &str) -> ExplorerResult<&str> {
        self.nonblank(name)?
            .ok_or_else(|| ExplorerError::invalid_argument(format!("'{name}' is required")))
    }

    pub(crate) fn flag(&self, name: &str) -> ExplorerResult<Option<bool>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
            Some(other) => Err(wrong_type(name, "true or false", other)),
        }
    }

    pub(crate) fn required_flag(&self, name: &str) -> ExplorerResult<bool> {
        self.flag(name)?
            .ok_or_else(|| ExplorerError::invalid_argument(format!("'{name}' is required")))
    }

    pub(crate) fn number(&self, name: &str) -> ExplorerResult<Option<f64>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number: &f64| number.is_finite());
        number.map(Some).ok_or_else(|| wrong_type(name, "a number", value))
    }

    pub(crate) fn required_number(&self, name: &str) -> ExplorerResult<f64> {
        self.number(name)?
            .ok_or_else(|| ExplorerError::invalid_argument(format!("'{name}' is required")))
    }

    pub(crate) fn integer(&self, name: &str) -> ExplorerResult<Option<i64>> {
        let Some(number) = self.number(name)? else { return Ok(None) };
        if number.fract() != 0.0 || number.abs() > 9e15 {
            return Err(ExplorerError::invalid_argument(format!(
                "'{name}' must be a whole number"
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and within i64")]
        Ok(Some(number as i64))
    }

    pub(crate) fn strings(&self, name: &str) -> ExplorerResult<Option<Vec<String>>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let items =
            value.as_array().ok_or_else(|| wrong_type(name, "an array of strings", value))?;
        let text = |item: &Value| item.as_str().map(str::to_owned);
        let texts: Option<Vec<String>> = items.iter().map(text).collect();
        texts.map(Some).ok_or_else(|| wrong_type(name, "an array of strings", value))
    }

    /// `{X, Y, Z}`, in either case.
    pub(crate) fn vector(&self, name: &str) -> ExplorerResult<[f64; 3]> {
        let missing = || {
            ExplorerError::invalid_argument(format!("'{name}' must be an object with X, Y and Z"))
        };
        let map = self.get(name).and_then(Value::as_object).ok_or_else(missing)?;
        let part = |axis: &str| {
            let mut parts = map.iter().filter(|(key, _)| key.eq_ignore_ascii_case(axis));
            let part = parts.next().and_then(|(_, value)| value.as_f64());
            part.filter(|part| part.is_finite()).ok_or_else(missing)
        };
        Ok([part("X")?, part("Y")?, part("Z")?])
    }

    /// At least one item, from the first on; `usual` many if nothing is said.
    pub(crate) fn page_range(&self, usual: usize) -> ExplorerResult<PageRange> {
        let limit =
            self.integer("limit")?.map_or(usual, |limit| usize::try_from(limit).unwrap_or(0));
        let offset = self.integer("offset")?.map_or(0, |at| usize::try_from(at).unwrap_or(0));
        Ok(PageRange { offset, limit: limit.max(1) })
    }

    pub(crate) fn object(&self, name: &str) -> ExplorerResult<ObjectId> {
        let text = self.required(name)?;
        parse_object_id(text).ok_or_else(|| {
            ExplorerError::invalid_argument(format!(
                "'{text}' is no object id; '{name}' is obj:<instanceId>"
            ))
            .hint("ids come from ListObjects, SearchObjects and GetSelection")
        })
    }
}

impl PageRange {
    /// The part of all items, as a page with their number.
    pub(crate) fn to_page<T>(self, items: Vec<T>, show: impl Fn(&T) -> Value) -> Value {
        let total = items.len();
        let shown: Vec<Value> = items.iter().skip(self.offset).take(self.limit).map(show).collect();
        serde_json::json!({ "Total": total, "Items": shown })
    }
}

pub(crate) fn parse_object_id(text: &str) -> Option<ObjectId> {
    let digits = text.strip_prefix("obj:")?;
    digits.parse().ok().map(ObjectId::from_number)
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn args(value: Value) -> ExplorerArgs {
        ExplorerArgs::new(Some(value)).unwrap()
    }

    #[test]
    fn parts_begin_somewhere_and_hold_something() {
        let part = |value| args(value).page_range(100).map(|part| (part.offset, part.limit));
        assert_eq!(part(json!({})), Ok((0, 100)));
        assert_eq!(part(json!({ "limit": 0, "offset": -3 })), Ok((0, 1)));
        assert_eq!(part(json!({ "limit": "7", "offset": 2.0 })), Ok((2, 7)));
        assert_eq!(part(json!({ "limit": null })), Ok((0, 100)));
        assert!(part(json!({ "limit": "x" })).is_err());
        assert!(part(json!({ "limit": 1.5 })).is_err());
    }

    #[test]
    fn arguments_of_the_wrong_kind_are_named() {
        let given = args(json!({ "a": 1, "b": "x", "c": [1], "d": "obj:12", "e": "12" }));
        assert_eq!(given.text("a").unwrap_err().message, "'a' must be a string, not a number");
        assert_eq!(given.flag("b").unwrap_err().message, "'b' must be true or false, not a string");
        assert!(given.strings("c").is_err() && given.required("none").is_err());
        assert_eq!(given.object("d").unwrap().get(), 12);
        assert!(given.object("e").is_err() && ExplorerArgs::new(Some(json!([]))).is_err());
        assert_eq!(args(json!({ "p": { "X": 1, "y": 2, "Z": 3 } })).vector("p"), Ok([1., 2., 3.]));
    }
}
