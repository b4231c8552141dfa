//! What a class is to Godot. It follows bases through the project's scripts, until one of the
//! engine's own classes.

use std::collections::HashMap;

use scenewright_model::ClassKind;

use super::{File, Source, file_name};
use scenewright_gdscript::{Class, Extends, Script};

/// Bases that are followed; a chain of more is a circle.
const MAX_BASES: usize = 64;

/// A class of the project: its file and its place in there.
pub(crate) type At = (usize, usize);

pub(super) struct Kinds {
    kinds: HashMap<At, ClassKind>,
    /// Classes whose base is neither the project's nor known of the engine, and one such base.
    unknown: usize,
    example: Option<String>,
}

impl Kinds {
    /// `parent` gives what a class of the engine derives from.
    pub(super) fn of<'a>(files: &[File], parent: &dyn Fn(&str) -> Option<&'a str>) -> Kinds {
        let project = Project::of(files);
        let mut found = Kinds { kinds: HashMap::new(), unknown: 0, example: None };
        for (file, entry) in files.iter().enumerate() {
            for class in 0..entry.classes() {
                let kind = match project.engine_class((file, class)) {
                    None => ClassKind::Other,
                    Some(base) => kind(&base, parent).unwrap_or_else(|| found.miss(base)),
                };
                found.kinds.insert((file, class), kind);
            }
        }
        found
    }

    fn miss(&mut self, base: String) -> ClassKind {
        self.unknown += 1;
        self.example.get_or_insert(base);
        ClassKind::Other
    }

    pub(super) fn kind(&self, file: usize, class: usize) -> ClassKind {
        self.kinds.get(&(file, class)).copied().unwrap_or(ClassKind::Other)
    }

    pub(super) fn diagnostic(&self) -> Option<String> {
        let example = self.example.as_deref()?;
        Some(format!(
            "Classes whose base is neither in the project nor known of the engine: {} (e.g. one of {example}). Their kind is given as other.",
            self.unknown
        ))
    }
}

/// `None` for a class that nobody knows.
fn kind<'a>(base: &str, parent: &dyn Fn(&str) -> Option<&'a str>) -> Option<ClassKind> {
    let mut class = base;
    for _ in 0..MAX_BASES {
        match class {
            _ if class.starts_with("Editor") => return Some(ClassKind::Editor),
            "Node" => return Some(ClassKind::Node),
            "Resource" => return Some(ClassKind::Resource),
            "Object" | "RefCounted" | "Reference" | "GodotObject" => {
                return Some(ClassKind::Other);
            }
            _ => class = parent(class)?,
        }
    }
    None
}

impl File {
    fn classes(&self) -> usize {
        match &self.source {
            Source::GdScript(script) => script.classes.len(),
            Source::CSharp(source) => source.classes.len(),
        }
    }

    pub(crate) fn script(&self) -> Option<&Script> {
        match &self.source {
            Source::GdScript(script) => Some(script),
            Source::CSharp(_) => None,
        }
    }
}

/// The project's classes by what they can be named with.
pub(crate) struct Project<'a> {
    files: &'a [File],
    by_name: HashMap<&'a str, At>,
    by_path: HashMap<&'a str, usize>,
    by_uid: HashMap<&'a str, usize>,
}

pub(crate) enum Step {
    To(At),
    Engine(String),
    /// A file that is gone, a C# class that is not here.
    Lost(String),
    /// Nothing is extended.
    Nothing,
}

impl<'a> Project<'a> {
    pub(crate) fn of(files: &'a [File]) -> Project<'a> {
        let (mut by_name, mut by_path) = (HashMap::new(), HashMap::new());
        let mut by_uid = HashMap::new();
        for (index, file) in files.iter().enumerate() {
            by_path.insert(file.path.as_str(), index);
            by_uid.extend(file.uid.as_deref().map(|uid| (uid, index)));
            match &file.source {
                Source::GdScript(script) => {
                    by_name.extend(script.class_name().map(|name| (name, (index, 0))));
                }
                Source::CSharp(source) => {
                    let classes = source.classes.iter().enumerate();
                    by_name.extend(classes.map(|(at, class)| (class.name.as_str(), (index, at))));
                }
            }
        }
        Project { files, by_name, by_path, by_uid }
    }

    /// The class of the engine that a class ends up at; `None` when it names none.
    fn engine_class(&self, start: At) -> Option<String> {
        let mut at = start;
        for _ in 0..MAX_BASES {
            match self.step(at) {
                Step::To(base) => at = base,
                Step::Engine(name) | Step::Lost(name) => return Some(name),
                Step::Nothing => return None,
            }
        }
        None
    }

    pub(crate) fn step(&self, (file, class): At) -> Step {
        match &self.files[file].source {
            Source::GdScript(script) => match &script.classes[class].extends {
                Some(extends) => self.base(file, script, class, extends),
                None => Step::Nothing,
            },
            Source::CSharp(source) => match source.classes[class].bases.first() {
                Some(base) => {
                    let name = base.name.rsplit('.').next().unwrap_or(&base.name);
                    let other = self.by_name.get(name).filter(|&&at| at != (file, class));
                    other.map_or_else(|| Step::Engine(name.to_owned()), |&at| Step::To(at))
                }
                None => Step::Nothing,
            },
        }
    }

    fn base(&self, file: usize, script: &Script, class: usize, extends: &Extends) -> Step {
        let Some(path) = &extends.path else {
            return self.named(file, script, class, &extends.name);
        };
        match self.file(path, file) {
            Some(found) => self.inside(found, &extends.name),
            None => Step::Lost(path.to_string()),
        }
    }

    fn file(&self, path: &str, from: usize) -> Option<usize> {
        if path.starts_with("uid://") {
            return self.by_uid.get(path).copied();
        }
        if let Some(relative) = path.strip_prefix("res://") {
            return self.by_path.get(relative).copied();
        }
        let own = &self.files[from].path;
        let folder = &own[..own.len() - file_name(own).len()];
        self.by_path.get(joined(folder, path).as_str()).copied()
    }

    /// A class of a file, by its name in there; the file's own for no name.
    fn inside(&self, file: usize, name: &str) -> Step {
        let Some(script) = self.files[file].script() else {
            return Step::To((file, 0));
        };
        if name.is_empty() {
            return Step::To((file, 0));
        }
        match position(script, name) {
            Some(class) => Step::To((file, class)),
            None => Step::Lost(name.to_owned()),
        }
    }

    /// Classes inside of the file, outwards; then those of the project, constants, the engine.
    fn named(&self, file: usize, script: &Script, class: usize, name: &str) -> Step {
        let mut around = Some(class);
        while let Some(index) = around {
            let scope = &script.classes[index];
            let full = match (&scope.name, index) {
                (Some(outer), 1..) => format!("{outer}.{name}"),
                _ => name.to_owned(),
            };
            if let Some(found) = position(script, &full).filter(|&found| found != class) {
                return Step::To((file, found));
            }
            around = scope.around;
        }
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        if let Some(&(global, class)) = self.by_name.get(first)
            && (global != file || class != 0 || !rest.is_empty())
        {
            return if rest.is_empty() {
                Step::To((global, class))
            } else {
                self.inside(global, rest)
            };
        }
        if let Some(found) = script.classes.iter().find_map(|scope| preloaded(scope, first))
            && let Some(found) = self.file(found, file)
        {
            return self.inside(found, rest);
        }
        Step::Engine(name.to_owned())
    }
}

fn position(script: &Script, name: &str) -> Option<usize> {
    let inner = script.classes.iter().skip(1);
    inner.clone().position(|class| class.name.as_deref() == Some(name)).map(|at| at + 1)
}

/// `const Base = preload("res://base.gd")`
fn preloaded<'c>(class: &'c Class, name: &str) -> Option<&'c str> {
    let constant = class.constants.iter().find(|constant| &*constant.name == name)?;
    let path = constant.default.as_deref()?.strip_prefix("preload(")?.strip_suffix(')')?;
    Some(path.trim().trim_matches(['"', '\'']))
}

/// A path relative to a folder, whose `.` and `..` are taken out.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
