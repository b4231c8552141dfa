//! Parameters of a request, checked one by one. `null` is as good as absent.

use serde_json::{Map, Value};

use super::errors::GodotyError;

pub(super) struct GodotyParams {
    values: Map<String, Value>,
    /// What stands before the names of these in an error: `args.`.
    prefix: &'static str,
}

impl GodotyParams {
    pub(super) fn new(params: Option<Value>) -> Result<GodotyParams, GodotyError> {
        match params {
            None | Some(Value::Null) => Ok(GodotyParams { values: Map::new(), prefix: "" }),
            Some(Value::Object(values)) => Ok(GodotyParams { values, prefix: "" }),
            Some(_) => Err(GodotyError::invalid_param("params", "an object")),
        }
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, GodotyError> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.invalid(name, "a string")),
        }
    }

    pub(super) fn required(&self, name: &str) -> Result<&str, GodotyError> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    pub(super) fn one_of<'a>(
        &self,
        name: &str,
        choices: &[&'a str],
        default: &'a str,
    ) -> Result<&'a str, GodotyError> {
        let Some(asked) = self.text(name)? else { return Ok(default) };
        let found = choices.iter().copied().find(|choice| *choice == asked);
        found.ok_or_else(|| self.invalid(name, &format!("one of {}", choices.join(", "))))
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, GodotyError> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(self.invalid(name, "true or false")),
        }
    }

    /// Some clients have one type for numbers, and write `10.0`.
    pub(super) fn integer(&self, name: &str, default: i64) -> Result<i64, GodotyError> {
        match self.number(name)? {
            None => Ok(default),
            Some(number) if number.fract() == 0.0 => Ok(number as i64),
            Some(_) => Err(self.invalid(name, "a whole number")),
        }
    }

    /// A number of pixels and the like.
    pub(super) fn positive(&self, name: &str, default: i64) -> Result<i64, GodotyError> {
        let number = self.integer(name, default)?;
        if number < 1 { Err(self.invalid(name, "at least 1")) } else { Ok(number) }
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, GodotyError> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => value.as_f64().map(Some).ok_or_else(|| self.invalid(name, "a number")),
        }
    }

    pub(super) fn strings(&self, name: &str) -> Result<Option<Vec<&str>>, GodotyError> {
        let odd = || self.invalid(name, "an array of strings");
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

    /// The arguments of an action.
    pub(super) fn args(&self) -> Result<GodotyParams, GodotyError> {
        match self.value("args") {
            None => Ok(GodotyParams { values: Map::new(), prefix: "args." }),
            Some(Value::Object(inner)) => {
                Ok(GodotyParams { values: inner.clone(), prefix: "args." })
            }
            Some(_) => Err(self.invalid("args", "an object")),
        }
    }

    pub(super) fn invalid(&self, name: &str, expected: &str) -> GodotyError {
        GodotyError::invalid_param(&format!("{}{name}", self.prefix), expected)
    }

    pub(super) fn missing(&self, name: &str) -> GodotyError {
        GodotyError::missing_param(&format!("{}{name}", self.prefix))
    }
}
