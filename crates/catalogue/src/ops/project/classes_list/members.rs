//! What a class declares, in the shape of the answer.

use scenewright_model as model;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClassMembersOutput {
    /// Variables that the editor shows and scenes store
    exports: Vec<ExportedVariableRow>,
    /// Signals
    signals: Vec<ClassSignalRow>,
    /// Functions; empty for C#
    functions: Vec<ClassFunctionRow>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedVariableRow {
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
struct ClassSignalRow {
    /// The signal's name
    name: String,
    /// What it is sent with
    parameters: Vec<ClassParameterRow>,
    /// From its `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ClassFunctionRow {
    /// The function's name
    name: String,
    /// What it takes
    parameters: Vec<ClassParameterRow>,
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
struct ClassParameterRow {
    /// The parameter's name; `...name` takes all that are left
    name: String,
    /// Its type; absent when the source does not tell
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    /// Its default as the source writes it; absent when it has to be given
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

impl From<model::ClassMembers> for ClassMembersOutput {
    fn from(members: model::ClassMembers) -> ClassMembersOutput {
        ClassMembersOutput {
            exports: members.exports.into_iter().map(ExportedVariableRow::from).collect(),
            signals: members.signals.into_iter().map(ClassSignalRow::from).collect(),
            functions: members.functions.into_iter().map(ClassFunctionRow::from).collect(),
        }
    }
}

impl From<model::ExportedVariable> for ExportedVariableRow {
    fn from(variable: model::ExportedVariable) -> ExportedVariableRow {
        let (default, default_expression) = match variable.default {
            model::DefaultValue::Known(value) => (Some(value), None),
            model::DefaultValue::Expression(text) => (None, Some(text)),
            model::DefaultValue::Absent => (None, None),
        };
        ExportedVariableRow {
            name: variable.name,
            type_name: variable.type_name,
            default,
            default_expression,
            annotation: variable.annotation,
            description: variable.description,
        }
    }
}

impl From<model::ClassSignal> for ClassSignalRow {
    fn from(signal: model::ClassSignal) -> ClassSignalRow {
        ClassSignalRow {
            name: signal.name,
            parameters: signal.parameters.into_iter().map(ClassParameterRow::from).collect(),
            description: signal.description,
        }
    }
}

impl From<model::ClassFunction> for ClassFunctionRow {
    fn from(function: model::ClassFunction) -> ClassFunctionRow {
        ClassFunctionRow {
            name: function.name,
            parameters: function.parameters.into_iter().map(ClassParameterRow::from).collect(),
            return_type: function.return_type,
            is_static: function.is_static,
            is_abstract: function.is_abstract,
            description: function.description,
        }
    }
}

impl From<model::ClassParameter> for ClassParameterRow {
    fn from(parameter: model::ClassParameter) -> ClassParameterRow {
        ClassParameterRow {
            name: parameter.name,
            type_name: parameter.type_name,
            default: parameter.default,
        }
    }
}
