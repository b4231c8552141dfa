//! What a tool takes, and the schema that says so.

use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy)]
pub(crate) struct ToolParam {
    name: &'static str,
    description: &'static str,
    kind: ParamKind,
    required: bool,
    default: ParamDefault,
}

#[derive(Debug, Clone, Copy)]
enum ParamKind {
    Text,
    Flag,
    Number,
    Count,
    Texts,
    Vector,
    Choice(&'static [&'static str]),
}

#[derive(Debug, Clone, Copy)]
enum ParamDefault {
    None,
    False,
    Text(&'static str),
}

const fn param(name: &'static str, about: &'static str, kind: ParamKind) -> ToolParam {
    ToolParam { name, description: about, kind, required: false, default: ParamDefault::None }
}

pub(super) const fn text(name: &'static str, about: &'static str) -> ToolParam {
    param(name, about, ParamKind::Text)
}

pub(super) const fn flag(name: &'static str, about: &'static str) -> ToolParam {
    param(name, about, ParamKind::Flag)
}

pub(super) const fn number(name: &'static str, about: &'static str) -> ToolParam {
    param(name, about, ParamKind::Number)
}

pub(super) const fn count(name: &'static str, about: &'static str) -> ToolParam {
    param(name, about, ParamKind::Count)
}

pub(super) const fn texts(name: &'static str, about: &'static str) -> ToolParam {
    param(name, about, ParamKind::Texts)
}

pub(super) const fn vector(name: &'static str, about: &'static str) -> ToolParam {
    param(name, about, ParamKind::Vector)
}

/// The first is what it is when nothing is said.
pub(super) const fn choice(
    name: &'static str,
    about: &'static str,
    of: &'static [&'static str],
) -> ToolParam {
    ToolParam { default: ParamDefault::Text(of[0]), ..param(name, about, ParamKind::Choice(of)) }
}

pub(super) const fn required(param: ToolParam) -> ToolParam {
    ToolParam { required: true, ..param }
}

impl ToolParam {
    pub(super) const fn or_false(self) -> ToolParam {
        ToolParam { default: ParamDefault::False, ..self }
    }

    pub(super) const fn or(self, default: &'static str) -> ToolParam {
        ToolParam { default: ParamDefault::Text(default), ..self }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            ParamKind::Text => json!({ "type": "string" }),
            ParamKind::Flag => json!({ "type": "boolean" }),
            ParamKind::Number => json!({ "type": "number" }),
            ParamKind::Count => json!({ "type": "integer" }),
            ParamKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            ParamKind::Choice(of) => json!({ "type": "string", "enum": of }),
            ParamKind::Vector => {
                let number = json!({ "type": "number" });
                json!({
                    "type": "object",
                    "properties": { "X": number, "Y": number, "Z": number },
                    "required": ["X", "Y", "Z"],
                })
            }
        };
        schema["description"] = json!(self.description);
        match self.default {
            ParamDefault::None => {}
            ParamDefault::False => schema["default"] = json!(false),
            ParamDefault::Text(text) => schema["default"] = json!(text),
        }
        schema
    }
}

pub(super) fn schema(params: &[ToolParam]) -> Value {
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
