//! What a tool takes, and the schema that says so.

use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Param {
    name: &'static str,
    about: &'static str,
    kind: Kind,
    required: bool,
    default: Default,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Flag,
    Number,
    Count,
    Texts,
    Vector,
    Choice(&'static [&'static str]),
}

#[derive(Debug, Clone, Copy)]
enum Default {
    None,
    False,
    Text(&'static str),
}

const fn param(name: &'static str, about: &'static str, kind: Kind) -> Param {
    Param { name, about, kind, required: false, default: Default::None }
}

pub(super) const fn text(name: &'static str, about: &'static str) -> Param {
    param(name, about, Kind::Text)
}

pub(super) const fn flag(name: &'static str, about: &'static str) -> Param {
    param(name, about, Kind::Flag)
}

pub(super) const fn number(name: &'static str, about: &'static str) -> Param {
    param(name, about, Kind::Number)
}

pub(super) const fn count(name: &'static str, about: &'static str) -> Param {
    param(name, about, Kind::Count)
}

pub(super) const fn texts(name: &'static str, about: &'static str) -> Param {
    param(name, about, Kind::Texts)
}

pub(super) const fn vector(name: &'static str, about: &'static str) -> Param {
    param(name, about, Kind::Vector)
}

/// The first is what it is when nothing is said.
pub(super) const fn choice(
    name: &'static str,
    about: &'static str,
    of: &'static [&'static str],
) -> Param {
    Param { default: Default::Text(of[0]), ..param(name, about, Kind::Choice(of)) }
}

pub(super) const fn need(param: Param) -> Param {
    Param { required: true, ..param }
}

impl Param {
    pub(super) const fn or_false(self) -> Param {
        Param { default: Default::False, ..self }
    }

    pub(super) const fn or(self, default: &'static str) -> Param {
        Param { default: Default::Text(default), ..self }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({ "type": "string" }),
            Kind::Flag => json!({ "type": "boolean" }),
            Kind::Number => json!({ "type": "number" }),
            Kind::Count => json!({ "type": "integer" }),
            Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Kind::Choice(of) => json!({ "type": "string", "enum": of }),
            Kind::Vector => {
                let number = json!({ "type": "number" });
                json!({
                    "type": "object",
                    "properties": { "X": number, "Y": number, "Z": number },
                    "required": ["X", "Y", "Z"],
                })
            }
        };
        schema["description"] = json!(self.about);
        match self.default {
            Default::None => {}
            Default::False => schema["default"] = json!(false),
            Default::Text(text) => schema["default"] = json!(text),
        }
        schema
    }
}

pub(super) fn schema(params: &[Param]) -> Value {
    let properties: Map<String, Value> =
        params.iter().map(|param| (param.name.to_owned(), param.schema())).collect();
    let required: Vec<&str> =
        params.iter().filter(|param| param.required).map(|param| param.name).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema["additionalProperties"] = json!(false);
    schema
}
