//! Converts parsed sources to the classes of the model.

use scenewright_model::{
    ClassFunction, ClassMembers, ClassParameter, ClassSignal, DefaultValue, ExportedVariable,
    ScriptClass, ScriptLanguage,
};

use super::{GodotClassKinds, GodotSource, GodotSourceFile, file_name, own_name};
use crate::files::res_path;
use scenewright_csharp as csharp;
use scenewright_gdscript::{self as gdscript, GdScript};

pub(super) fn classes(files: &[GodotSourceFile], kinds: &GodotClassKinds) -> Vec<ScriptClass> {
    let mut all = Vec::new();
    for (index, file) in files.iter().enumerate() {
        match &file.source {
            GodotSource::GdScript(script) => {
                all.extend(classes_of_script(file, script, index, kinds))
            }
            GodotSource::CSharp(source) => {
                all.extend(classes_of_csharp(file, source, index, kinds))
            }
        }
    }
    all
}

fn classes_of_script<'a>(
    file: &'a GodotSourceFile,
    script: &'a GdScript,
    index: usize,
    kinds: &'a GodotClassKinds,
) -> impl Iterator<Item = ScriptClass> + 'a {
    let own = own_name(file, script);
    script.classes.iter().enumerate().map(move |(at, class)| ScriptClass {
        name: match &class.name {
            Some(inner) if at > 0 => format!("{own}.{inner}"),
            _ => own.clone(),
        },
        namespace: String::new(),
        bases: class.extends.iter().map(base_name).collect(),
        is_abstract: class.is_abstract,
        kind: kinds.kind(index, at),
        language: ScriptLanguage::GdScript,
        path: res_path(&file.path),
        guid: file.uid.clone(),
        assembly: None,
        is_global: at == 0 && class.name.is_some(),
        is_tool: script.is_tool,
        description: class.doc.text(),
        members: members(class),
    })
}

fn base_name(extends: &gdscript::Extends) -> String {
    match (&extends.path, &*extends.name) {
        (Some(path), "") => path.to_string(),
        (Some(path), name) => format!("{path}.{name}"),
        (None, name) => name.to_owned(),
    }
}

fn members(class: &gdscript::GdClass) -> ClassMembers {
    ClassMembers {
        exports: class.exports().filter_map(exported_variable).collect(),
        signals: class.signals.iter().map(signal).collect(),
        functions: class.functions.iter().map(function).collect(),
    }
}

fn exported_variable(variable: &gdscript::GdVariable) -> Option<ExportedVariable> {
    let export = variable.export.as_ref()?;
    let name = &export.annotation;
    Some(ExportedVariable {
        name: variable.name.to_string(),
        type_name: variable.type_name.as_ref().map(|name| name.to_string()),
        default: match (&variable.value, &variable.default) {
            (Some(value), _) => DefaultValue::Known(value.to_string()),
            (None, Some(text)) => DefaultValue::Expression(text.to_string()),
            (None, None) => DefaultValue::Absent,
        },
        annotation: match &export.arguments {
            Some(arguments) => format!("@{name}({arguments})"),
            None => format!("@{name}"),
        },
        description: variable.doc.text(),
    })
}

fn signal(signal: &gdscript::GdSignal) -> ClassSignal {
    ClassSignal {
        name: signal.name.to_string(),
        parameters: signal.parameters.iter().map(parameter).collect(),
        description: signal.doc.text(),
    }
}

fn function(function: &gdscript::GdFunction) -> ClassFunction {
    ClassFunction {
        name: function.name.to_string(),
        parameters: function.parameters.iter().map(parameter).collect(),
        return_type: function.return_type.as_ref().map(|name| name.to_string()),
        is_static: function.is_static,
        is_abstract: function.is_abstract,
        description: function.doc.text(),
    }
}

fn parameter(parameter: &gdscript::GdParameter) -> ClassParameter {
    let dots = if parameter.is_rest { "..." } else { "" };
    ClassParameter {
        name: format!("{dots}{}", parameter.name),
        type_name: parameter.type_name.as_ref().map(|name| name.to_string()),
        default: parameter.default.as_ref().map(|text| text.to_string()),
    }
}

fn classes_of_csharp<'a>(
    file: &'a GodotSourceFile,
    source: &'a csharp::CSharpSource,
    index: usize,
    kinds: &'a GodotClassKinds,
) -> impl Iterator<Item = ScriptClass> + 'a {
    let own = file_name(&file.path).trim_end_matches(".cs");
    source.classes.iter().enumerate().map(move |(at, class)| ScriptClass {
        name: class.name.clone(),
        namespace: class.namespace.clone(),
        bases: class.bases.iter().map(|base| base.text.clone()).collect(),
        is_abstract: class.is_abstract,
        kind: kinds.kind(index, at),
        language: ScriptLanguage::CSharp,
        path: res_path(&file.path),
        // The uid belongs to the script, which is the class with the name of the file.
        guid: file.uid.clone().filter(|_| class.name == own),
        assembly: None,
        is_global: class.has_attribute("GlobalClass"),
        is_tool: class.has_attribute("Tool"),
        description: None,
        members: csharp_members(class),
    })
}

fn csharp_members(class: &csharp::ClassDeclaration) -> ClassMembers {
    let exports = class.exports.iter().map(|field| ExportedVariable {
        name: field.name.clone(),
        type_name: Some(field.type_name.clone()),
        default: DefaultValue::Absent,
        annotation: "[Export]".to_owned(),
        description: None,
    });
    let signals = class.signals.iter().map(|name| ClassSignal {
        name: name.strip_suffix("EventHandler").unwrap_or(name).to_owned(),
        parameters: Vec::new(),
        description: None,
    });
    ClassMembers { exports: exports.collect(), signals: signals.collect(), functions: Vec::new() }
}
