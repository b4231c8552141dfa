//! Determines the kinds of classes by following their bases through the project's scripts to a class of
//! the engine.

use std::collections::HashMap;

use scenewright_model::ClassKind;

use super::{GodotSource, GodotSourceFile, file_name};
use scenewright_gdscript::{Extends, GdClass, GdScript};

/// A longer chain of bases is a cycle.
const MAX_BASES: usize = 64;

/// A class of the project: the index of its file, and its index in the file.
pub(crate) type ClassLocation = (usize, usize);

pub(super) struct GodotClassKinds {
    kinds: HashMap<ClassLocation, ClassKind>,
    /// The number of classes with an unknown base, and one such base.
    unknown: usize,
    example: Option<String>,
}

impl GodotClassKinds {
    /// `parent` returns the base of a class of the engine.
    pub(super) fn determine<'a>(
        files: &[GodotSourceFile],
        parent: &dyn Fn(&str) -> Option<&'a str>,
    ) -> GodotClassKinds {
        let project = GodotProjectClasses::new(files);
        let mut found = GodotClassKinds { kinds: HashMap::new(), unknown: 0, example: None };
        for (file, entry) in files.iter().enumerate() {
            for class in 0..entry.classes() {
                let kind = match project.engine_class((file, class)) {
                    None => ClassKind::Other,
                    Some(base) => kind_of_engine_class(&base, parent)
                        .unwrap_or_else(|| found.count_unknown(base)),
                };
                found.kinds.insert((file, class), kind);
            }
        }
        found
    }

    fn count_unknown(&mut self, base: String) -> ClassKind {
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
            "{} classes have a base that is neither in the project nor in the engine (for example {example}). Their kind is reported as other.",
            self.unknown
        ))
    }
}

/// `None` for an unknown class.
fn kind_of_engine_class<'a>(
    base: &str,
    parent: &dyn Fn(&str) -> Option<&'a str>,
) -> Option<ClassKind> {
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

impl GodotSourceFile {
    fn classes(&self) -> usize {
        match &self.source {
            GodotSource::GdScript(script) => script.classes.len(),
            GodotSource::CSharp(source) => source.classes.len(),
        }
    }

    pub(crate) fn script(&self) -> Option<&GdScript> {
        match &self.source {
            GodotSource::GdScript(script) => Some(script),
            GodotSource::CSharp(_) => None,
        }
    }
}

/// The project's classes by name, path and uid.
pub(crate) struct GodotProjectClasses<'a> {
    files: &'a [GodotSourceFile],
    by_name: HashMap<&'a str, ClassLocation>,
    by_path: HashMap<&'a str, usize>,
    by_uid: HashMap<&'a str, usize>,
}

pub(crate) enum BaseClass {
    InProject(ClassLocation),
    Engine(String),
    /// A missing file, or an unknown inner class.
    Unresolved(String),
    /// The class has no base.
    Absent,
}

impl<'a> GodotProjectClasses<'a> {
    pub(crate) fn new(files: &'a [GodotSourceFile]) -> GodotProjectClasses<'a> {
        let (mut by_name, mut by_path) = (HashMap::new(), HashMap::new());
        let mut by_uid = HashMap::new();
        for (index, file) in files.iter().enumerate() {
            by_path.insert(file.path.as_str(), index);
            by_uid.extend(file.uid.as_deref().map(|uid| (uid, index)));
            match &file.source {
                GodotSource::GdScript(script) => {
                    by_name.extend(script.class_name().map(|name| (name, (index, 0))));
                }
                GodotSource::CSharp(source) => {
                    let classes = source.classes.iter().enumerate();
                    by_name.extend(classes.map(|(at, class)| (class.name.as_str(), (index, at))));
                }
            }
        }
        GodotProjectClasses { files, by_name, by_path, by_uid }
    }

    /// The class of the engine that a class derives from; `None` if it has no base.
    fn engine_class(&self, start: ClassLocation) -> Option<String> {
        let mut at = start;
        for _ in 0..MAX_BASES {
            match self.base_of(at) {
                BaseClass::InProject(base) => at = base,
                BaseClass::Engine(name) | BaseClass::Unresolved(name) => return Some(name),
                BaseClass::Absent => return None,
            }
        }
        None
    }

    pub(crate) fn base_of(&self, (file, class): ClassLocation) -> BaseClass {
        match &self.files[file].source {
            GodotSource::GdScript(script) => match &script.classes[class].extends {
                Some(extends) => self.extended_class(file, script, class, extends),
                None => BaseClass::Absent,
            },
            GodotSource::CSharp(source) => match source.classes[class].bases.first() {
                Some(base) => {
                    let name = base.name.rsplit('.').next().unwrap_or(&base.name);
                    let other = self.by_name.get(name).filter(|&&at| at != (file, class));
                    other.map_or_else(
                        || BaseClass::Engine(name.to_owned()),
                        |&at| BaseClass::InProject(at),
                    )
                }
                None => BaseClass::Absent,
            },
        }
    }

    fn extended_class(
        &self,
        file: usize,
        script: &GdScript,
        class: usize,
        extends: &Extends,
    ) -> BaseClass {
        let Some(path) = &extends.path else {
            return self.resolve_name(file, script, class, &extends.name);
        };
        match self.find_file(path, file) {
            Some(found) => self.class_in_file(found, &extends.name),
            None => BaseClass::Unresolved(path.to_string()),
        }
    }

    fn find_file(&self, path: &str, from: usize) -> Option<usize> {
        if path.starts_with("uid://") {
            return self.by_uid.get(path).copied();
        }
        if let Some(relative) = path.strip_prefix("res://") {
            return self.by_path.get(relative).copied();
        }
        let own = &self.files[from].path;
        let folder = &own[..own.len() - file_name(own).len()];
        self.by_path.get(join_path(folder, path).as_str()).copied()
    }

    /// A class of a file by its inner name; the file's own class for an empty name.
    fn class_in_file(&self, file: usize, name: &str) -> BaseClass {
        let Some(script) = self.files[file].script() else {
            return BaseClass::InProject((file, 0));
        };
        if name.is_empty() {
            return BaseClass::InProject((file, 0));
        }
        match inner_class_position(script, name) {
            Some(class) => BaseClass::InProject((file, class)),
            None => BaseClass::Unresolved(name.to_owned()),
        }
    }

    /// Searches the inner classes from the inside out, then global classes, constants and the engine.
    fn resolve_name(&self, file: usize, script: &GdScript, class: usize, name: &str) -> BaseClass {
        let mut outer = Some(class);
        while let Some(index) = outer {
            let scope = &script.classes[index];
            let full = match (&scope.name, index) {
                (Some(scope), 1..) => format!("{scope}.{name}"),
                _ => name.to_owned(),
            };
            if let Some(found) = inner_class_position(script, &full).filter(|&found| found != class)
            {
                return BaseClass::InProject((file, found));
            }
            outer = scope.outer;
        }
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        if let Some(&(global, class)) = self.by_name.get(first)
            && (global != file || class != 0 || !rest.is_empty())
        {
            return if rest.is_empty() {
                BaseClass::InProject((global, class))
            } else {
                self.class_in_file(global, rest)
            };
        }
        if let Some(found) = script.classes.iter().find_map(|scope| preloaded_path(scope, first))
            && let Some(found) = self.find_file(found, file)
        {
            return self.class_in_file(found, rest);
        }
        BaseClass::Engine(name.to_owned())
    }
}

fn inner_class_position(script: &GdScript, name: &str) -> Option<usize> {
    let inner = script.classes.iter().skip(1);
    inner.clone().position(|class| class.name.as_deref() == Some(name)).map(|at| at + 1)
}

/// `const Base = preload("res://base.gd")`
fn preloaded_path<'c>(class: &'c GdClass, name: &str) -> Option<&'c str> {
    let constant = class.constants.iter().find(|constant| &*constant.name == name)?;
    let path = constant.default.as_deref()?.strip_prefix("preload(")?.strip_suffix(')')?;
    Some(path.trim().trim_matches(['"', '\'']))
}

/// Joins a path to a folder and resolves `.` and `..`.
fn join_path(folder: &str, path: &str) -> String {
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
