//! The class reference of the project's GDScript files, from their `##` comments.

use std::collections::HashMap;

use scenewright_engine::EngineError;
use scenewright_godot_docs::{ClassDocs, ClassReference, markdown};
use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocOrigin, EnumDoc, MethodDoc, PropertyDoc, SignalDoc,
};

use crate::classes::kinds::{BaseClass, GodotProjectClasses};
use crate::classes::{self, GodotSourceFile};
use crate::files::{GodotFileView, res_path};
use scenewright_gdscript::{
    DocComment, GdClass, GdConstant, GdEnum, GdFunction, GdParameter, GdSignal, GdVariable,
};

/// The base of a script that does not declare one.
const DEFAULT_BASE: &str = "RefCounted";

pub(super) struct ScriptDocs {
    pub(super) docs: ClassDocs,
    /// The names of classes by the paths of their scripts.
    pub(super) by_path: HashMap<String, String>,
    /// Set if some files were not read.
    pub(super) problem: Option<String>,
}

impl ScriptDocs {
    pub(super) fn read(files: &GodotFileView<'_>) -> Result<ScriptDocs, EngineError> {
        let classes::GodotSources { files: sources, diagnostic: problem, .. } =
            classes::read_sources(files)?;
        let project = GodotProjectClasses::new(&sources);
        let mut found = Vec::new();
        let mut by_path = HashMap::new();
        for (file, source) in sources.iter().enumerate() {
            let Some(script) = source.script() else { continue };
            if let Some(name) = script.class_name() {
                by_path.insert(res_path(&source.path), name.to_owned());
            }
            for (at, class) in script.classes.iter().enumerate() {
                let inherits = match project.base_of((file, at)) {
                    BaseClass::InProject((file, at)) => class_reference_name(&sources[file], at),
                    BaseClass::Engine(name) | BaseClass::Unresolved(name) => name,
                    BaseClass::Absent => DEFAULT_BASE.to_owned(),
                };
                found.push(class_doc(
                    class_reference_name(source, at),
                    inherits,
                    res_path(&source.path),
                    class,
                ));
            }
        }
        let docs = ClassDocs::new(&ClassReference { version: String::new(), classes: found });
        Ok(ScriptDocs { docs, by_path, problem })
    }
}

/// The `class_name`, or else the path; an inner class has the name of its outer class before its own.
fn class_reference_name(file: &GodotSourceFile, at: usize) -> String {
    let Some(script) = file.script() else { return res_path(&file.path) };
    let own = script.class_name().map_or_else(|| res_path(&file.path), str::to_owned);
    match script.classes.get(at).and_then(|class| class.name.as_deref()).filter(|_| at > 0) {
        Some(inner) => format!("{own}.{inner}"),
        None => own,
    }
}

fn class_doc(name: String, inherits: String, path: String, class: &GdClass) -> ClassDoc {
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

fn description(doc: &DocComment) -> String {
    doc.text().map(|text| markdown(&text)).unwrap_or_default()
}

/// Types are optional in scripts.
fn type_or_variant(type_name: &Option<Box<str>>) -> String {
    type_name.as_deref().unwrap_or("Variant").to_owned()
}

fn method(function: &GdFunction) -> MethodDoc {
    let words = [(function.is_static, "static"), (function.is_abstract, "abstract")];
    let qualifiers: Vec<&str> = words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
    MethodDoc {
        name: function.name.to_string(),
        return_type: type_or_variant(&function.return_type),
        qualifiers: qualifiers.join(" "),
        arguments: function.parameters.iter().map(argument).collect(),
        description: description(&function.doc),
        ..MethodDoc::default()
    }
}

fn argument(parameter: &GdParameter) -> ArgumentDoc {
    let dots = if parameter.is_rest { "..." } else { "" };
    ArgumentDoc {
        name: format!("{dots}{}", parameter.name),
        type_name: type_or_variant(&parameter.type_name),
        enumeration: None,
        default: parameter.default.as_ref().map(ToString::to_string),
    }
}

fn property(variable: &GdVariable) -> PropertyDoc {
    let default = variable.value.as_ref().or(variable.default.as_ref());
    PropertyDoc {
        name: variable.name.to_string(),
        type_name: type_or_variant(&variable.type_name),
        default: default.map(ToString::to_string),
        description: description(&variable.doc),
        ..PropertyDoc::default()
    }
}

fn signal(signal: &GdSignal) -> SignalDoc {
    SignalDoc {
        name: signal.name.to_string(),
        arguments: signal.parameters.iter().map(argument).collect(),
        description: description(&signal.doc),
        ..SignalDoc::default()
    }
}

fn enumeration(it: &GdEnum) -> EnumDoc {
    let value = |value: &scenewright_gdscript::GdEnumValue| ConstantDoc {
        name: value.name.to_string(),
        type_name: "int".to_owned(),
        value: value.number.map(|number| number.to_string()),
        description: description(&value.doc),
        ..ConstantDoc::default()
    };
    EnumDoc {
        name: it.name.as_deref().unwrap_or_default().to_owned(),
        values: it.values.iter().map(value).collect(),
        description: description(&it.doc),
        ..EnumDoc::default()
    }
}

fn constant(constant: &GdConstant) -> ConstantDoc {
    let value = constant.value.as_ref().or(constant.default.as_ref());
    ConstantDoc {
        name: constant.name.to_string(),
        type_name: type_or_variant(&constant.type_name),
        value: value.map(ToString::to_string),
        description: description(&constant.doc),
        ..ConstantDoc::default()
    }
}
