//! Parameters of a request, checked one by one. `null` is as good as absent.

use serde_json::{Map, Value};

use super::errors::Trouble;

pub(super) struct Params(Map<String, Value>);

impl Params {
    pub(super) fn new(params: Option<Value>) -> Result<Params, Trouble> {
        match params {
            None | Some(Value::Null) => Ok(Params(Map::new())),
            Some(Value::Object(params)) => Ok(Params(params)),
            Some(_) => Err(Trouble::param("params", "an object")),
        }
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, Trouble> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Trouble::param(name, "a string")),
        }
    }

    pub(super) fn required(&self, name: &str) -> Result<&str, Trouble> {
        self.text(name)?.ok_or_else(|| Trouble::missing(name))
    }

    pub(super) fn one_of<'a>(
        &self,
        name: &str,
        choices: &[&'a str],
        default: &'a str,
    ) -> Result<&'a str, Trouble> {
        let Some(asked) = self.text(name)? else { return Ok(default) };
        let found = choices.iter().copied().find(|choice| *choice == asked);
        found.ok_or_else(|| Trouble::param(name, &format!("one of {}", choices.join(", "))))
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, Trouble> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Trouble::param(name, "true or false")),
        }
    }

    /// Some clients have one type for numbers, and write `10.0`.
    pub(super) fn whole(&self, name: &str, default: i64) -> Result<i64, Trouble> {
        match self.number(name)? {
            None => Ok(default),
            Some(number) if number.fract() == 0.0 => Ok(number as i64),
            Some(_) => Err(Trouble::param(name, "a whole number")),
        }
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, Trouble> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => value.as_f64().map(Some).ok_or_else(|| Trouble::param(name, "a number")),
        }
    }

    pub(super) fn texts(&self, name: &str) -> Result<Option<Vec<&str>>, Trouble> {
        let odd = || Trouble::param(name, "an array of strings");
        match self.value(name) {
            None => Ok(None),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().ok_or_else(odd))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(odd()),
        }
    }

    pub(super) fn object(&self, name: &str) -> Result<Params, Trouble> {
        match self.value(name) {
            None => Ok(Params(Map::new())),
            Some(Value::Object(inner)) => Ok(Params(inner.clone())),
            Some(_) => Err(Trouble::param(name, "an object")),
        }
    }
}
