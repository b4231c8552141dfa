//! The script of a node and the scripts that it extends, up to a class of the engine.

use scenewright_engine::Subject;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use scenewright_model::{self as model, Component};

use super::api::Api;
use super::files::{GodotFileView, ReferenceTarget, extension, file_name};
use super::scene::ResolvedScene;
use super::value;
use scenewright_csharp as csharp;
use scenewright_gdscript::{Extends, GdEnumValue, GdScript, GdVariable};

/// A longer chain of scripts is a cycle.
const MAX_SCRIPTS: usize = 64;

/// The base of a script that does not name one.
fn default_base(api: Option<&Api>) -> &'static str {
    match api.map(|api| api.version().major) {
        Some(3) => "Reference",
        _ => "RefCounted",
    }
}

pub(super) struct ScriptAncestry {
    /// The node's own script first.
    scripts: Vec<AncestryScript>,
    /// The class of the engine at the end; `None` if the chain is not known up to it.
    engine_base: Option<String>,
}

/// The ancestries of the scripts of one scene; each script is read once.
pub(super) struct ScriptAncestries<'a> {
    files: &'a GodotFileView<'a>,
    api: Option<&'a Api>,
    resolved: &'a ResolvedScene,
    /// By the path of the script.
    known: RefCell<HashMap<String, Rc<ScriptAncestry>>>,
}

struct AncestryScript {
    name: String,
    code: ScriptCode,
    makes_signals: bool,
}

enum ScriptCode {
    GdScript(Arc<GdScript>),
    CSharp(csharp::ClassDeclaration),
    Unknown,
}

/// A variable of a script.
pub(super) struct ScriptVariable<'a> {
    pub name: &'a str,
    pub type_name: Option<&'a str>,
    /// In Godot's text form; `None` if it is only known when the script runs.
    pub default: Option<&'a str>,
    pub is_exported: bool,
    /// The names of the values of an enum: `A,B:4`.
    pub enum_labels: Option<&'a str>,
    /// The display name of the script.
    pub script: &'a str,
}

/// The base of a script.
enum BaseScript {
    File(String),
    Engine(String),
    Unknown,
}

impl<'a> ScriptAncestries<'a> {
    pub(super) fn new(
        files: &'a GodotFileView<'a>,
        api: Option<&'a Api>,
        resolved: &'a ResolvedScene,
    ) -> ScriptAncestries<'a> {
        ScriptAncestries { files, api, resolved, known: RefCell::default() }
    }

    /// The ancestry of a node's script.
    pub(super) fn ancestry_of(&self, component: &Component) -> Rc<ScriptAncestry> {
        let path = match &component.script {
            model::ComponentScript::Found(path) => path,
            _ => return Rc::new(ScriptAncestry::unknown()),
        };
        if let Some(known) = self.known.borrow().get(path) {
            return Rc::clone(known);
        }
        let found = match script_file(path) {
            Some(relative) => ScriptAncestry::follow(self.files, self.api, relative),
            None => self.embedded_script(path).unwrap_or_else(ScriptAncestry::unknown),
        };
        let found = Rc::new(found);
        self.known.borrow_mut().insert(path.clone(), Rc::clone(&found));
        found
    }

    /// A script that is embedded in one of the scene's files: `res://a.tscn::GDScript_1`.
    fn embedded_script(&self, path: &str) -> Option<ScriptAncestry> {
        let (file, id) = path.split_once("::")?;
        let relative = file.strip_prefix("res://")?;
        let source = self.resolved.documents.iter().find(|source| source.relative == relative)?;
        let section = source.document.sub_resource(id)?;
        let text = value::string(section.property("script/source")?)?;
        Some(ScriptAncestry::from_source(self.files, self.api, &text, relative))
    }
}

impl ScriptAncestry {
    /// Follows the bases of the script at a project-relative path.
    pub(super) fn follow(
        files: &GodotFileView<'_>,
        api: Option<&Api>,
        relative: &str,
    ) -> ScriptAncestry {
        let mut ancestry = ScriptAncestry::unknown();
        let mut next = BaseScript::File(relative.to_owned());
        while let BaseScript::File(relative) = next {
            if ancestry.scripts.len() == MAX_SCRIPTS {
                return ancestry;
            }
            let attached = AncestryScript::read(files, &relative);
            next = attached.base(files, api, &relative);
            ancestry.scripts.push(attached);
        }
        if let BaseScript::Engine(class) = next {
            ancestry.engine_base = Some(class);
        }
        ancestry
    }

    /// The ancestry of a script that cannot be read.
    fn unknown() -> ScriptAncestry {
        ScriptAncestry { scripts: Vec::new(), engine_base: None }
    }

    /// The ancestry of a script that is embedded in a scene.
    fn from_source(
        files: &GodotFileView<'_>,
        api: Option<&Api>,
        source: &str,
        file: &str,
    ) -> ScriptAncestry {
        let script = Arc::new(GdScript::parse(source));
        let own = AncestryScript {
            name: "(built-in script)".to_owned(),
            code: ScriptCode::GdScript(script),
            makes_signals: adds_user_signals(source),
        };
        let (above, engine_base) = match own.base(files, api, file) {
            BaseScript::File(relative) => {
                let above = ScriptAncestry::follow(files, api, &relative);
                (above.scripts, above.engine_base)
            }
            BaseScript::Engine(class) => (Vec::new(), Some(class)),
            BaseScript::Unknown => (Vec::new(), None),
        };
        ScriptAncestry { scripts: std::iter::once(own).chain(above).collect(), engine_base }
    }

    /// The variables of the base come first, as in the inspector.
    pub(super) fn variables(&self) -> Vec<ScriptVariable<'_>> {
        self.scripts.iter().rev().flat_map(AncestryScript::variables).collect()
    }

    /// The names of all variables in the order in which Godot stores them: the script's own, then those
    /// of its base.
    pub(super) fn names_own_first(&self) -> Vec<&str> {
        let scripts = self.scripts.iter().flat_map(AncestryScript::variables);
        scripts.map(|variable| variable.name).collect()
    }

    fn gd_scripts(&self) -> impl Iterator<Item = &GdScript> {
        self.scripts.iter().filter_map(|attached| match &attached.code {
            ScriptCode::GdScript(script) => Some(&**script),
            ScriptCode::CSharp(_) | ScriptCode::Unknown => None,
        })
    }

    /// The names and numbers of an enum of the scripts.
    pub(super) fn enum_values(&self, name: &str) -> Option<Vec<(String, i64)>> {
        let mut enums = self.gd_scripts().flat_map(|script| &script.class().enums);
        let found = enums.find(|declared| declared.name.as_deref() == Some(name))?;
        let value = |value: &GdEnumValue| Some((value.name.to_string(), value.number?));
        Some(found.values.iter().filter_map(value).collect())
    }

    /// The path of a script that a constant preloads: `const Weapon = preload("weapon.gd")`.
    pub(super) fn preloaded_script(&self, name: &str) -> Option<String> {
        let mut constants = self.gd_scripts().flat_map(|script| &script.class().constants);
        let found = constants.find(|constant| &*constant.name == name)?;
        let inner = found.default.as_deref()?.strip_prefix("preload(")?.strip_suffix(')')?;
        let path = inner.trim().trim_matches(['"', '\'']);
        matches!(extension(path), "gd" | "cs").then(|| path.to_owned())
    }

    /// Whether all variables are known.
    pub(super) fn is_known(&self) -> bool {
        let is_read = |attached: &AncestryScript| !matches!(attached.code, ScriptCode::Unknown);
        self.engine_base.is_some() && self.scripts.iter().all(is_read)
    }

    /// The class of the engine that the last script of the chain extends.
    pub(super) fn engine_base(&self) -> Option<&str> {
        self.engine_base.as_deref()
    }

    /// `None` if a part of the chain cannot be read, and the rest does not have the method.
    pub(super) fn has_method(&self, name: &str) -> Option<bool> {
        self.has(|script| script.has_method(name))
    }

    /// Also `None` if a script adds signals when it runs.
    pub(super) fn has_signal(&self, name: &str) -> Option<bool> {
        let makes = self.scripts.iter().any(|attached| attached.makes_signals);
        self.has(|script| script.has_signal(name)).filter(|has| *has || !makes)
    }

    fn has(&self, wanted: impl Fn(&GdScript) -> bool) -> Option<bool> {
        let mut is_readable = self.engine_base.is_some();
        for attached in &self.scripts {
            match &attached.code {
                ScriptCode::GdScript(script) if wanted(script) => return Some(true),
                ScriptCode::GdScript(script) => is_readable &= script.errors.is_empty(),
                ScriptCode::CSharp(_) | ScriptCode::Unknown => is_readable = false,
            }
        }
        is_readable.then_some(false)
    }
}

impl AncestryScript {
    fn read(files: &GodotFileView<'_>, relative: &str) -> AncestryScript {
        let file = file_name(relative);
        let bytes = files.root.read(Subject::Script, relative).ok();
        let source = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        match (extension(relative), source) {
            ("gd", Some(source)) => {
                let script = GdScript::parse(&source);
                let name = script.class_name().unwrap_or(file).to_owned();
                let makes_signals = adds_user_signals(&source);
                AncestryScript { name, code: ScriptCode::GdScript(Arc::new(script)), makes_signals }
            }
            ("cs", source) => {
                let stem = file.trim_end_matches(".cs");
                let classes = source.map(|source| csharp::CSharpSource::parse(&source).classes);
                let own = classes.into_iter().flatten().find(|class| class.name == stem);
                AncestryScript::other(stem, own.map_or(ScriptCode::Unknown, ScriptCode::CSharp))
            }
            _ => AncestryScript::other(file, ScriptCode::Unknown),
        }
    }

    fn other(name: &str, code: ScriptCode) -> AncestryScript {
        AncestryScript { name: name.to_owned(), code, makes_signals: false }
    }

    fn base(&self, files: &GodotFileView<'_>, api: Option<&Api>, relative: &str) -> BaseScript {
        match &self.code {
            ScriptCode::GdScript(script) => match script.extends() {
                None => BaseScript::Engine(default_base(api).to_owned()),
                Some(extends) => resolve_base(extends, files, api, relative),
            },
            ScriptCode::CSharp(class) => match class.bases.first() {
                Some(base) if api.is_some_and(|api| api.class(&base.name).is_some()) => {
                    BaseScript::Engine(base.name.clone())
                }
                _ => BaseScript::Unknown,
            },
            ScriptCode::Unknown => BaseScript::Unknown,
        }
    }

    fn variables(&self) -> Vec<ScriptVariable<'_>> {
        match &self.code {
            ScriptCode::GdScript(script) => {
                let own = script.class().variables.iter().filter(|variable| !variable.is_static);
                own.map(|variable| self.variable(variable)).collect()
            }
            ScriptCode::CSharp(class) => {
                class.exports.iter().map(|field| self.field(field)).collect()
            }
            ScriptCode::Unknown => Vec::new(),
        }
    }

    fn field<'a>(&'a self, field: &'a csharp::ExportedField) -> ScriptVariable<'a> {
        ScriptVariable {
            name: &field.name,
            type_name: Some(&field.type_name),
            default: None,
            is_exported: true,
            enum_labels: None,
            script: &self.name,
        }
    }

    fn variable<'a>(&'a self, variable: &'a GdVariable) -> ScriptVariable<'a> {
        ScriptVariable {
            name: &variable.name,
            type_name: variable.type_name.as_deref(),
            default: variable.value.as_deref(),
            is_exported: variable.export.is_some(),
            enum_labels: variable.enum_labels.as_deref(),
            script: &self.name,
        }
    }
}

fn adds_user_signals(source: &str) -> bool {
    memchr::memmem::find(source.as_bytes(), b"add_user_signal").is_some()
}

fn resolve_base(
    extends: &Extends,
    files: &GodotFileView<'_>,
    api: Option<&Api>,
    relative: &str,
) -> BaseScript {
    let is_engine = |name: &str| api.is_none_or(|api| api.class(name).is_some());
    match &extends.path {
        // Inner classes are not followed.
        Some(_) if !extends.name.is_empty() => BaseScript::Unknown,
        Some(path) => match files.locate(path, None, relative) {
            Ok(ReferenceTarget::File(file)) => BaseScript::File(file),
            _ => BaseScript::Unknown,
        },
        None => match files.script_of_class(&extends.name) {
            Some(file) => BaseScript::File(file),
            None if is_engine(&extends.name) => BaseScript::Engine(extends.name.to_string()),
            None => BaseScript::Unknown,
        },
    }
}

/// The project-relative path of a script; `None` for a script that is embedded in a scene.
fn script_file(path: &str) -> Option<&str> {
    path.strip_prefix("res://").filter(|path| !path.contains("::"))
}
