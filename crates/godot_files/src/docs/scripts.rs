//! The classes of the project's GDScript files with their `##` comments.

use std::collections::HashMap;

use scenewright_engine::EngineError;
use scenewright_godot_docs::{ClassDocs, Reference, markdown};
use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocOrigin, EnumDoc, MethodDoc, PropertyDoc, SignalDoc,
};

use crate::classes::kinds::{Project, Step};
use crate::classes::{self, File};
use crate::files::{Files, res};
use scenewright_gdscript::{Class, Constant, Doc, Enum, Function, Parameter, Signal, Variable};

/// What a script extends that does not say so.
const BASE: &str = "RefCounted";

pub(super) struct Scripts {
    pub(super) docs: ClassDocs,
    /// The classes that have a name, by the paths of their scripts.
    pub(super) by_path: HashMap<String, String>,
    /// Some files were not read.
    pub(super) problem: Option<String>,
}

impl Scripts {
    pub(super) fn read(files: &Files<'_>) -> Result<Scripts, EngineError> {
        let classes::Sources { files: sources, diagnostic: problem, .. } = classes::sources(files)?;
        let project = Project::of(&sources);
        let mut found = Vec::new();
        let mut by_path = HashMap::new();
        for (file, source) in sources.iter().enumerate() {
            let Some(script) = source.script() else { continue };
            if let Some(name) = script.class_name() {
                by_path.insert(res(&source.path), name.to_owned());
            }
            for (at, class) in script.classes.iter().enumerate() {
                let inherits = match project.step((file, at)) {
                    Step::To((file, at)) => name(&sources[file], at),
                    Step::Engine(name) | Step::Lost(name) => name,
                    Step::Nothing => BASE.to_owned(),
                };
                found.push(documented(name(source, at), inherits, res(&source.path), class));
            }
        }
        let docs = ClassDocs::new(&Reference { version: String::new(), classes: found });
        Ok(Scripts { docs, by_path, problem })
    }
}

/// The `class_name` or else the path; a class inside has both names.
fn name(file: &File, at: usize) -> String {
    let Some(script) = file.script() else { return res(&file.path) };
    let own = script.class_name().map_or_else(|| res(&file.path), str::to_owned);
    match script.classes.get(at).and_then(|class| class.name.as_deref()).filter(|_| at > 0) {
        Some(inner) => format!("{own}.{inner}"),
        None => own,
    }
}

fn documented(name: String, inherits: String, path: String, class: &Class) -> ClassDoc {
    let text = |text: &Option<Box<str>>| text.as_deref().map(markdown).unwrap_or_default();
    ClassDoc {
        name,
        inherits: Some(inherits),
        from: DocOrigin::Script { path },
        brief: text(&class.doc.brief),
        description: text(&class.doc.description),
        methods: class.functions.iter().map(method).collect(),
        properties: class.variables.iter().map(property).collect(),
        signals: class.signals.iter().map(signal).collect(),
        enums: class.enums.iter().map(enumeration).collect(),
        constants: class.constants.iter().map(constant).collect(),
        ..ClassDoc::default()
    }
}

fn said(doc: &Doc) -> String {
    doc.text().map(|text| markdown(&text)).unwrap_or_default()
}

/// A script need not say what it takes or returns.
fn or_any(type_name: &Option<Box<str>>) -> String {
    type_name.as_deref().unwrap_or("Variant").to_owned()
}

fn method(function: &Function) -> MethodDoc {
    let words = [(function.is_static, "static"), (function.is_abstract, "abstract")];
    let qualifiers: Vec<&str> = words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
    MethodDoc {
        name: function.name.to_string(),
        return_type: or_any(&function.return_type),
        qualifiers: qualifiers.join(" "),
        arguments: function.parameters.iter().map(argument).collect(),
        description: said(&function.doc),
        ..MethodDoc::default()
    }
}

fn argument(parameter: &Parameter) -> ArgumentDoc {
    let dots = if parameter.is_rest { "..." } else { "" };
    ArgumentDoc {
        name: format!("{dots}{}", parameter.name),
        type_name: or_any(&parameter.type_name),
        enumeration: None,
        default: parameter.default.as_ref().map(ToString::to_string),
    }
}

fn property(variable: &Variable) -> PropertyDoc {
    let default = variable.value.as_ref().or(variable.default.as_ref());
    PropertyDoc {
        name: variable.name.to_string(),
        type_name: or_any(&variable.type_name),
        default: default.map(ToString::to_string),
        description: said(&variable.doc),
        ..PropertyDoc::default()
    }
}

fn signal(signal: &Signal) -> SignalDoc {
    SignalDoc {
        name: signal.name.to_string(),
        arguments: signal.parameters.iter().map(argument).collect(),
        description: said(&signal.doc),
        ..SignalDoc::default()
    }
}

fn enumeration(it: &Enum) -> EnumDoc {
    let value = |value: &scenewright_gdscript::EnumValue| ConstantDoc {
        name: value.name.to_string(),
        type_name: "int".to_owned(),
        value: value.number.map(|number| number.to_string()),
        description: said(&value.doc),
        ..ConstantDoc::default()
    };
    EnumDoc {
        name: it.name.as_deref().unwrap_or_default().to_owned(),
        values: it.values.iter().map(value).collect(),
        description: said(&it.doc),
        ..EnumDoc::default()
    }
}

fn constant(constant: &Constant) -> ConstantDoc {
    let value = constant.value.as_ref().or(constant.default.as_ref());
    ConstantDoc {
        name: constant.name.to_string(),
        type_name: or_any(&constant.type_name),
        value: value.map(ToString::to_string),
        description: said(&constant.doc),
        ..ConstantDoc::default()
    }
}
