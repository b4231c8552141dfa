//! A Godot project's files as one call sees them: what was looked up once is not looked up again.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{Component, EngineKind, Script};

use super::lexer::Headers;
use super::scripts;
use super::text::Document;
use super::uids::Uids;
use super::value;
use crate::root::ProjectRoot;

pub(super) struct Files<'a> {
    pub root: &'a ProjectRoot,
    pub cx: &'a Context,
    uids: OnceCell<Uids>,
    exists: RefCell<HashMap<String, bool>>,
    scripts: RefCell<HashMap<String, Rc<Component>>>,
}

/// Where a reference leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A file of the project, by its project-relative path.
    File(String),
    /// Somewhere that the project's files cannot tell: `user://`, the import cache.
    Elsewhere(String),
    Missing {
        target: String,
        reason: String,
    },
}

impl<'a> Files<'a> {
    pub(super) fn new(root: &'a ProjectRoot, cx: &'a Context) -> Files<'a> {
        Files {
            root,
            cx,
            uids: OnceCell::new(),
            exists: RefCell::default(),
            scripts: RefCell::default(),
        }
    }

    /// Project-relative paths of the files that `wanted` accepts, without those of projects inside
    /// the project and of folders that Godot is told to ignore.
    pub(super) fn list(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, EngineError> {
        let all = |name: &str| is_border(name) || wanted(name);
        let mut found = self.root.files("", all, self.cx)?;
        let closed: Vec<String> = found
            .iter()
            .filter_map(|path| path.rsplit_once('/'))
            .filter(|(_, name)| is_border(name))
            .map(|(folder, _)| format!("{folder}/"))
            .collect();
        found.retain(|path| {
            wanted(file_name(path)) && !closed.iter().any(|folder| path.starts_with(folder))
        });
        Ok(found)
    }

    /// A scene or resource in Godot's text format.
    pub(super) fn document(
        &self,
        what: &'static str,
        relative: &str,
    ) -> Result<Document, EngineError> {
        self.cx.check()?;
        let path = res(relative);
        let bytes = self.root.read(what, relative)?;
        if bytes.starts_with(b"RSRC") || bytes.starts_with(b"RSCC") {
            return Err(unsupported(&path, "it is in Godot's binary format"));
        }
        let document = Document::parse(bytes, Headers::Attributes, &path)?;
        let header = document.sections().next();
        let format = header
            .filter(|header| matches!(header.tag(), "gd_scene" | "gd_resource"))
            .map(|header| header.attribute("format").and_then(value::integer));
        match format {
            Some(Some(1)) => Err(unsupported(&path, "it is in Godot 2's format (format=1)")),
            Some(_) => Ok(document),
            None => Err(EngineError::Malformed {
                path,
                line: 1,
                reason: "it does not begin with [gd_scene] or [gd_resource]".to_owned(),
            }),
        }
    }

    pub(super) fn has(&self, relative: &str) -> bool {
        if let Some(&known) = self.exists.borrow().get(relative) {
            return known;
        }
        let has = self.root.has_file(relative);
        self.exists.borrow_mut().insert(relative.to_owned(), has);
        has
    }

    /// Where a path or uid leads that stands in the file `from`. A path that is gone is looked up
    /// by its `uid`, as Godot does after a file was moved.
    pub(super) fn locate(
        &self,
        path: &str,
        uid: Option<&str>,
        from: &str,
    ) -> Result<Target, EngineError> {
        if path.starts_with("uid://") {
            return self.locate_uid(path);
        }
        if is_elsewhere(path) {
            return Ok(Target::Elsewhere(path.to_owned()));
        }
        // `res://a.tscn::1` is something inside of a.tscn.
        let file = path.split("::").next().unwrap_or(path);
        let relative = self.root.relative(&beside(file, from));
        if let Ok(relative) = relative
            && self.has(&relative)
        {
            return Ok(Target::File(relative));
        }
        if let Some(uid) = uid
            && let found @ Target::File(_) = self.locate_uid(uid)?
        {
            return Ok(found);
        }
        Ok(Target::Missing {
            target: path.to_owned(),
            reason: "the file does not exist".to_owned(),
        })
    }

    pub(super) fn locate_uid(&self, uid: &str) -> Result<Target, EngineError> {
        // A `.uid` or `.import` file often outlives what it belongs to.
        let path = self.uids()?.path(uid).filter(|path| self.has(path));
        Ok(match path {
            Some(path) => Target::File(path.to_owned()),
            None => Target::Missing {
                target: uid.to_owned(),
                reason: "no file of the project has this uid".to_owned(),
            },
        })
    }

    /// A script file as a component, under the name that people use for it.
    pub(super) fn script(&self, relative: &str) -> Rc<Component> {
        if let Some(known) = self.scripts.borrow().get(relative) {
            return Rc::clone(known);
        }
        let name = scripts::name(relative, || self.root.read("Script", relative).ok());
        let component = Rc::new(Component::new(name, Script::Found(res(relative))));
        let mut scripts = self.scripts.borrow_mut();
        scripts.insert(relative.to_owned(), Rc::clone(&component));
        component
    }

    fn uids(&self) -> Result<&Uids, EngineError> {
        if let Some(uids) = self.uids.get() {
            return Ok(uids);
        }
        let uids = Uids::collect(self)?;
        Ok(self.uids.get_or_init(|| uids))
    }
}

/// A project-relative path in Godot's spelling.
pub(super) fn res(relative: &str) -> String {
    format!("res://{relative}")
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The extension, by which Godot chooses its loader.
pub(super) fn extension(path: &str) -> &str {
    file_name(path).rsplit_once('.').map_or("", |(_, ext)| ext)
}

fn is_border(name: &str) -> bool {
    matches!(name, "project.godot" | ".gdignore")
}

fn is_elsewhere(path: &str) -> bool {
    let caches = ["res://.godot/", "res://.import/"];
    (path.contains("://") && !path.starts_with("res://"))
        || caches.iter().any(|cache| path.starts_with(cache))
}

/// Godot 3 also writes paths relative to the file they stand in.
fn beside(path: &str, from: &str) -> String {
    match from.rsplit_once('/') {
        Some((folder, _)) if !path.starts_with("res://") => format!("{folder}/{path}"),
        _ => path.to_owned(),
    }
}

fn unsupported(path: &str, reason: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::Godot,
        what: format!("show '{path}' from its file alone"),
        reason: reason.to_owned(),
    }
}
