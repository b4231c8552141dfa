//! The script of a node with the scripts that it extends, up to the engine's class.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use scenewright_model::{self as model, Component};

use super::api::Api;
use super::files::{Files, Target, extension, file_name};
use super::scene::Resolved;
use super::value;
use scenewright_csharp as csharp;
use scenewright_gdscript::{Extends, Script, Variable};

/// Scripts that are followed; a chain of more is a circle.
const MAX_SCRIPTS: usize = 64;

pub(super) struct Ancestry {
    /// The node's own script first.
    scripts: Vec<Attached>,
    /// Whether the chain is known to its end, the class that the engine brings.
    is_complete: bool,
}

/// The ancestries of the scripts of one scene, each read once.
pub(super) struct Ancestries<'a> {
    files: &'a Files<'a>,
    api: Option<&'a Api>,
    resolved: &'a Resolved,
    /// By the paths of scripts.
    known: RefCell<HashMap<String, Rc<Ancestry>>>,
}

struct Attached {
    name: String,
    code: Code,
    makes_signals: bool,
}

enum Code {
    GdScript(Arc<Script>),
    CSharp(csharp::Declaration),
    Unknown,
}

/// A variable of a script.
pub(super) struct ScriptVariable<'a> {
    pub name: &'a str,
    pub type_name: Option<&'a str>,
    /// As Godot writes a value; `None` when only running the script would tell.
    pub default: Option<&'a str>,
    pub is_exported: bool,
    /// What people call the script.
    pub script: &'a str,
}

/// What a script extends.
enum Next {
    File(String),
    Engine,
    Unknown,
}

impl<'a> Ancestries<'a> {
    pub(super) fn new(
        files: &'a Files<'a>,
        api: Option<&'a Api>,
        resolved: &'a Resolved,
    ) -> Ancestries<'a> {
        Ancestries { files, api, resolved, known: RefCell::default() }
    }

    /// That of a node's script.
    pub(super) fn of(&self, component: &Component) -> Rc<Ancestry> {
        let path = match &component.script {
            model::Script::Found(path) => path,
            _ => return Rc::new(Ancestry::unknown()),
        };
        if let Some(known) = self.known.borrow().get(path) {
            return Rc::clone(known);
        }
        let found = match relative_of(path) {
            Some(relative) => Ancestry::of(self.files, self.api, relative),
            None => self.inside(path).unwrap_or_else(Ancestry::unknown),
        };
        let found = Rc::new(found);
        self.known.borrow_mut().insert(path.clone(), Rc::clone(&found));
        found
    }

    /// Of a script inside of one of the scene's files: `res://a.tscn::GDScript_1`.
    fn inside(&self, path: &str) -> Option<Ancestry> {
        let (file, id) = path.split_once("::")?;
        let relative = file.strip_prefix("res://")?;
        let source = self.resolved.documents.iter().find(|source| source.relative == relative)?;
        let section = source.document.sub_resource(id)?;
        let text = value::string(section.property("script/source")?)?;
        Some(Ancestry::of_source(self.files, self.api, &text, relative))
    }
}

impl Ancestry {
    /// Of the script at a project-relative path.
    fn of(files: &Files<'_>, api: Option<&Api>, relative: &str) -> Ancestry {
        let mut ancestry = Ancestry { scripts: Vec::new(), is_complete: false };
        let mut next = Next::File(relative.to_owned());
        while let Next::File(relative) = next {
            if ancestry.scripts.len() == MAX_SCRIPTS {
                return ancestry;
            }
            let attached = Attached::read(files, &relative);
            next = attached.next(files, api, &relative);
            ancestry.scripts.push(attached);
        }
        ancestry.is_complete = matches!(next, Next::Engine);
        ancestry
    }

    /// Of a script that cannot be read.
    fn unknown() -> Ancestry {
        Ancestry { scripts: Vec::new(), is_complete: false }
    }

    /// Of a script that is stored inside a scene.
    fn of_source(files: &Files<'_>, api: Option<&Api>, source: &str, file: &str) -> Ancestry {
        let script = Arc::new(Script::parse(source));
        let own = Attached {
            name: "(built-in script)".to_owned(),
            code: Code::GdScript(script),
            makes_signals: makes_signals(source),
        };
        let (above, is_complete) = match own.next(files, api, file) {
            Next::File(relative) => {
                let above = Ancestry::of(files, api, &relative);
                (above.scripts, above.is_complete)
            }
            Next::Engine => (Vec::new(), true),
            Next::Unknown => (Vec::new(), false),
        };
        Ancestry { scripts: std::iter::once(own).chain(above).collect(), is_complete }
    }

    /// Those of the base first, as the inspector shows them.
    pub(super) fn variables(&self) -> Vec<ScriptVariable<'_>> {
        self.scripts.iter().rev().flat_map(Attached::variables).collect()
    }

    /// The names of all variables in the order in which Godot stores them: the script's own, then
    /// those of what it extends.
    pub(super) fn own_first(&self) -> Vec<&str> {
        let scripts = self.scripts.iter().flat_map(Attached::variables);
        scripts.map(|variable| variable.name).collect()
    }

    /// Whether all variables are known.
    pub(super) fn is_known(&self) -> bool {
        let is_read = |attached: &Attached| !matches!(attached.code, Code::Unknown);
        self.is_complete && self.scripts.iter().all(is_read)
    }

    /// `None` when a part of the chain cannot be read, and the rest of it does not have the name.
    pub(super) fn has_method(&self, name: &str) -> Option<bool> {
        self.has(|script| script.has_method(name))
    }

    /// Also `None` when a script makes signals as it runs.
    pub(super) fn has_signal(&self, name: &str) -> Option<bool> {
        let makes = self.scripts.iter().any(|attached| attached.makes_signals);
        self.has(|script| script.has_signal(name)).filter(|has| *has || !makes)
    }

    fn has(&self, wanted: impl Fn(&Script) -> bool) -> Option<bool> {
        let mut is_readable = self.is_complete;
        for attached in &self.scripts {
            match &attached.code {
                Code::GdScript(script) if wanted(script) => return Some(true),
                Code::GdScript(script) => is_readable &= script.problems.is_empty(),
                Code::CSharp(_) | Code::Unknown => is_readable = false,
            }
        }
        is_readable.then_some(false)
    }
}

impl Attached {
    fn read(files: &Files<'_>, relative: &str) -> Attached {
        let file = file_name(relative);
        let bytes = files.root.read("Script", relative).ok();
        let source = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        match (extension(relative), source) {
            ("gd", Some(source)) => {
                let script = Script::parse(&source);
                let name = script.class_name().unwrap_or(file).to_owned();
                let makes_signals = makes_signals(&source);
                Attached { name, code: Code::GdScript(Arc::new(script)), makes_signals }
            }
            ("cs", source) => {
                let stem = file.trim_end_matches(".cs");
                let classes = source.map(|source| csharp::Source::read(&source).classes);
                let own = classes.into_iter().flatten().find(|class| class.name == stem);
                Attached::other(stem, own.map_or(Code::Unknown, Code::CSharp))
            }
            _ => Attached::other(file, Code::Unknown),
        }
    }

    fn other(name: &str, code: Code) -> Attached {
        Attached { name: name.to_owned(), code, makes_signals: false }
    }

    fn next(&self, files: &Files<'_>, api: Option<&Api>, relative: &str) -> Next {
        match &self.code {
            Code::GdScript(script) => match script.extends() {
                None => Next::Engine,
                Some(extends) => extended(extends, files, api, relative),
            },
            Code::CSharp(class) => match class.bases.first() {
                Some(base) if api.is_some_and(|api| api.class(&base.name).is_some()) => {
                    Next::Engine
                }
                _ => Next::Unknown,
            },
            Code::Unknown => Next::Unknown,
        }
    }

    fn variables(&self) -> Vec<ScriptVariable<'_>> {
        match &self.code {
            Code::GdScript(script) => {
                let own = script.class().variables.iter().filter(|variable| !variable.is_static);
                own.map(|variable| self.variable(variable)).collect()
            }
            Code::CSharp(class) => class.exports.iter().map(|field| self.field(field)).collect(),
            Code::Unknown => Vec::new(),
        }
    }

    fn field<'a>(&'a self, field: &'a csharp::Field) -> ScriptVariable<'a> {
        ScriptVariable {
            name: &field.name,
            type_name: Some(&field.type_name),
            default: None,
            is_exported: true,
            script: &self.name,
        }
    }

    fn variable<'a>(&'a self, variable: &'a Variable) -> ScriptVariable<'a> {
        ScriptVariable {
            name: &variable.name,
            type_name: variable.type_name.as_deref(),
            default: variable.value.as_deref(),
            is_exported: variable.export.is_some(),
            script: &self.name,
        }
    }
}

fn makes_signals(source: &str) -> bool {
    memchr::memmem::find(source.as_bytes(), b"add_user_signal").is_some()
}

fn extended(extends: &Extends, files: &Files<'_>, api: Option<&Api>, relative: &str) -> Next {
    let is_engine = |name: &str| api.is_none_or(|api| api.class(name).is_some());
    match &extends.path {
        // A class inside of a script is not followed.
        Some(_) if !extends.name.is_empty() => Next::Unknown,
        Some(path) => match files.locate(path, None, relative) {
            Ok(Target::File(file)) => Next::File(file),
            _ => Next::Unknown,
        },
        None => match files.script_of_class(&extends.name) {
            Some(file) => Next::File(file),
            None if is_engine(&extends.name) => Next::Engine,
            None => Next::Unknown,
        },
    }
}

/// The file of a script in Godot's spelling; `None` for one inside of a scene.
fn relative_of(path: &str) -> Option<&str> {
    path.strip_prefix("res://").filter(|path| !path.contains("::"))
}
