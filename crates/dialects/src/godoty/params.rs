//! Parameters of a method or an action: declared in its row, checked once before its handler runs.
//! `null` counts as absent.

use serde_json::{Map, Value};

use super::errors::GodotyError;

/// A declared parameter.
#[derive(Debug, Clone, Copy)]
pub(super) struct GodotyParam {
    pub(super) name: &'static str,
    pub(super) kind: ParamKind,
    pub(super) is_required: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParamKind {
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    Flag,
    /// Some clients have one type for numbers and send `10.0`.
    Integer,
    /// A number of pixels and the like.
    Positive,
    Number,
    TextList,
    /// A list of these words.
    ChoiceList(&'static [&'static str]),
    Object,
    Any,
}

pub(super) const fn optional(name: &'static str, kind: ParamKind) -> GodotyParam {
    GodotyParam { name, kind, is_required: false }
}

pub(super) const fn required(name: &'static str, kind: ParamKind) -> GodotyParam {
    GodotyParam { name, kind, is_required: true }
}

impl ParamKind {
    /// What a wrong value must be instead; `None` for a value that fits.
    fn expectation(self, value: &Value) -> Option<String> {
        let is_text_list =
            || value.as_array().is_some_and(|items| items.iter().all(Value::is_string));
        let is_among =
            |words: &[&str], item: &Value| item.as_str().is_some_and(|item| words.contains(&item));
        let expected = |fits: bool, what: &str| (!fits).then(|| what.to_owned());
        match self {
            ParamKind::Text => expected(value.is_string(), "a string"),
            ParamKind::Choice(_) if !value.is_string() => Some("a string".to_owned()),
            ParamKind::Choice(words) => {
                expected(is_among(words, value), &format!("one of {}", words.join(", ")))
            }
            ParamKind::Flag => expected(value.is_boolean(), "true or false"),
            ParamKind::Number => expected(value.is_number(), "a number"),
            ParamKind::Integer | ParamKind::Positive => match value.as_f64() {
                None => Some("a number".to_owned()),
                Some(number) if number.fract() != 0.0 => Some("a whole number".to_owned()),
                Some(number) => expected(self == ParamKind::Integer || number >= 1.0, "at least 1"),
            },
            ParamKind::TextList => expected(is_text_list(), "an array of strings"),
            ParamKind::ChoiceList(_) if !is_text_list() => Some("an array of strings".to_owned()),
            ParamKind::ChoiceList(words) => {
                let mut items = value.as_array().into_iter().flatten();
                let fits = items.all(|item| is_among(words, item));
                expected(fits, &format!("an array of {}", words.join(", ")))
            }
            ParamKind::Object => expected(value.is_object(), "an object"),
            ParamKind::Any => None,
        }
    }
}

/// The checked parameters of one request.
#[derive(Debug)]
pub(super) struct GodotyParams {
    values: Map<String, Value>,
    declared: &'static [GodotyParam],
}

impl GodotyParams {
    /// The parameters of a method.
    pub(super) fn new(
        params: Option<Value>,
        declared: &'static [GodotyParam],
    ) -> Result<GodotyParams, GodotyError> {
        let values = match params {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(values)) => values,
            Some(_) => return Err(GodotyError::invalid_param("params", "an object")),
        };
        GodotyParams::check(values, declared, "")
    }

    /// The arguments of an action, which are inside the method's parameter `args`.
    pub(super) fn args(
        &self,
        declared: &'static [GodotyParam],
    ) -> Result<GodotyParams, GodotyError> {
        let args = self.value("args").and_then(Value::as_object).cloned().unwrap_or_default();
        GodotyParams::check(args, declared, "args.")
    }

    fn check(
        values: Map<String, Value>,
        declared: &'static [GodotyParam],
        prefix: &str,
    ) -> Result<GodotyParams, GodotyError> {
        let params = GodotyParams { values, declared };
        for param in declared {
            let full_name = || format!("{prefix}{}", param.name);
            match params.value(param.name) {
                None if param.is_required => return Err(GodotyError::missing_param(&full_name())),
                None => {}
                Some(value) => {
                    if let Some(expected) = param.kind.expectation(value) {
                        return Err(GodotyError::invalid_param(&full_name(), &expected));
                    }
                }
            }
        }
        Ok(params)
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        debug_assert!(
            self.declared.iter().any(|param| param.name == name),
            "{name} is not declared"
        );
        self.values.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(Value::as_str)
    }

    /// A text that the row declares as required.
    pub(super) fn required_text(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.value(name).and_then(Value::as_bool).unwrap_or_default()
    }

    pub(super) fn integer(&self, name: &str, default: i64) -> i64 {
        self.number(name).map_or(default, |number| number as i64)
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.value(name).and_then(Value::as_f64)
    }

    pub(super) fn strings(&self, name: &str) -> Option<Vec<&str>> {
        let items = self.value(name)?.as_array()?;
        Some(items.iter().filter_map(Value::as_str).collect())
    }
}
