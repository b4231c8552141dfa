//! What a class declares, in the shape of the answer.

use scenewright_model as model;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Members {
    /// Variables that the editor shows and scenes store
    exports: Vec<Export>,
    /// Signals
    signals: Vec<Signal>,
    /// Functions; empty for C#
    functions: Vec<Function>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Export {
    /// The variable's name
    name: String,
    /// Its type, declared or told by its default; absent when the source does not tell
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    /// Its default as Godot writes values; absent when only running the script would tell
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    /// The default as the source writes it, where its value is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    default_expression: Option<String>,
    /// What exports it, with its arguments
    annotation: String,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Signal {
    /// The signal's name
    name: String,
    /// What it is sent with
    parameters: Vec<Parameter>,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Function {
    /// The function's name
    name: String,
    /// What it takes
    parameters: Vec<Parameter>,
    /// What it gives back; absent when the source does not tell
    #[serde(skip_serializing_if = "Option::is_none")]
    return_type: Option<String>,
    /// true for a static function; absent otherwise
    #[serde(rename = "static", skip_serializing_if = "super::is_false")]
    is_static: bool,
    /// true for an abstract function; absent otherwise
    #[serde(rename = "abstract", skip_serializing_if = "super::is_false")]
    is_abstract: bool,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Parameter {
    /// The parameter's name; `...name` takes all that are left
    name: String,
    /// Its type; absent when the source does not tell
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    /// Its default as the source writes it; absent when it has to be given
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

impl From<model::ClassMembers> for Members {
    fn from(members: model::ClassMembers) -> Members {
        Members {
            exports: members.exports.into_iter().map(Export::from).collect(),
            signals: members.signals.into_iter().map(Signal::from).collect(),
            functions: members.functions.into_iter().map(Function::from).collect(),
        }
    }
}

impl From<model::ExportedVariable> for Export {
    fn from(variable: model::ExportedVariable) -> Export {
        let (default, default_expression) = match variable.default {
            model::DefaultValue::Known(value) => (Some(value), None),
            model::DefaultValue::Expression(text) => (None, Some(text)),
            model::DefaultValue::Absent => (None, None),
        };
        Export {
            name: variable.name,
            type_name: variable.type_name,
            default,
            default_expression,
            annotation: variable.annotation,
            description: variable.description,
        }
    }
}

impl From<model::ClassSignal> for Signal {
    fn from(signal: model::ClassSignal) -> Signal {
        Signal {
            name: signal.name,
            parameters: signal.parameters.into_iter().map(Parameter::from).collect(),
            description: signal.description,
        }
    }
}

impl From<model::ClassFunction> for Function {
    fn from(function: model::ClassFunction) -> Function {
        Function {
            name: function.name,
            parameters: function.parameters.into_iter().map(Parameter::from).collect(),
            return_type: function.return_type,
            is_static: function.is_static,
            is_abstract: function.is_abstract,
            description: function.description,
        }
    }
}

impl From<model::ClassParameter> for Parameter {
    fn from(parameter: model::ClassParameter) -> Parameter {
        Parameter {
            name: parameter.name,
            type_name: parameter.type_name,
            default: parameter.default,
        }
    }
}
