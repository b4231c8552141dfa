//! Types by their full names: `UnityEngine.Light`, `UnityEngine.UI.Image`, `Harbour.PlayerController`.

mod tables;

use std::cell::OnceCell;
use std::collections::HashMap;

use scenewright_model::{Component, ComponentScript, SceneObject};

use super::EngineView;
use crate::error::{ExplorerError, ExplorerResult};

pub(crate) use tables::{bases, built_in, packaged};

/// What Unity shows for a component whose script is missing.
pub(crate) const NULL_TYPE: &str = "<null>";

/// Names components. The project's classes are read only when one of its scripts has to be named.
pub(crate) struct TypeNames<'a> {
    view: EngineView<'a>,
    classes: OnceCell<HashMap<String, Vec<ProjectType>>>,
}

/// A class of the project.
struct ProjectType {
    name: String,
    full: String,
    bases: Vec<String>,
}

impl<'a> TypeNames<'a> {
    pub(crate) fn new(view: EngineView<'a>) -> TypeNames<'a> {
        TypeNames { view, classes: OnceCell::new() }
    }

    pub(crate) fn full_name(&self, component: &Component) -> String {
        let name = component.type_name.as_str();
        if !self.view.is_unity() {
            return name.to_owned();
        }
        match &component.script {
            ComponentScript::BuiltIn => built_in(name),
            ComponentScript::Missing { .. } => NULL_TYPE.to_owned(),
            ComponentScript::Unknown { .. } => {
                packaged(name).map_or_else(|| name.to_owned(), str::to_owned)
            }
            ComponentScript::Found(path) => {
                let known = path.starts_with("Packages/").then(|| packaged(name)).flatten();
                let own = || self.script(path, name, |it| it.full.clone(), || name.to_owned());
                known.map_or_else(own, str::to_owned)
            }
        }
    }

    /// All types of a component, its own first.
    pub(crate) fn lineage(&self, component: &Component) -> Vec<String> {
        let full = self.full_name(component);
        if full == NULL_TYPE {
            return Vec::new();
        }
        let mut line: Vec<String> = bases(&full).into_iter().map(str::to_owned).collect();
        if line.is_empty() && !matches!(component.script, ComponentScript::BuiltIn) {
            if let ComponentScript::Found(path) = &component.script {
                line = self.script(path, &component.type_name, |it| it.bases.clone(), Vec::new);
            }
            line.extend(["UnityEngine.MonoBehaviour", "UnityEngine.Behaviour"].map(str::to_owned));
        }
        line.insert(0, full);
        line.push("UnityEngine.Component".to_owned());
        line
    }

    /// Whether `asked` names a component's type or one that it derives from, in full or by its last
    /// part.
    pub(crate) fn is_a(&self, component: &Component, asked: &str) -> bool {
        let matches = |full: &String| {
            let last = full.rsplit('.').next().unwrap_or(full);
            full == asked || last.eq_ignore_ascii_case(asked)
        };
        self.lineage(component).iter().any(matches)
    }

    /// The component of that very type; else the only one that derives from it.
    pub(crate) fn component(&self, object: &SceneObject, asked: &str) -> ExplorerResult<usize> {
        let named = |component: &Component| {
            self.full_name(component) == asked || component.type_name == asked
        };
        if let Some(at) = object.components.iter().position(|component| named(component)) {
            return Ok(at);
        }
        let numbered = object.components.iter().enumerate();
        let fitting: Vec<usize> =
            numbered.filter(|(_, it)| self.is_a(it, asked)).map(|(at, _)| at).collect();
        match fitting.as_slice() {
            [one] => Ok(*one),
            [] => {
                Err(ExplorerError::not_found(format!("'{}' has no component {asked}", object.name))
                    .hint("GetComponents lists the types of an object"))
            }
            _ => Err(ExplorerError::invalid_argument(format!(
                "several components of '{}' are a {asked}",
                object.name
            ))
            .hint("use the exact type, as GetComponents shows it")),
        }
    }

    /// `unknown` for a script whose source does not declare the class.
    fn script<T>(
        &self,
        path: &str,
        name: &str,
        pick: impl Fn(&ProjectType) -> T,
        unknown: impl FnOnce() -> T,
    ) -> T {
        let classes = self.classes.get_or_init(|| declared_classes(self.view));
        let found = classes.get(path).and_then(|all| all.iter().find(|it| it.name == name));
        found.map_or_else(unknown, pick)
    }
}

fn declared_classes(view: EngineView<'_>) -> HashMap<String, Vec<ProjectType>> {
    let classes = view.engine.as_classes().and_then(|classes| classes.classes(view.cx).ok());
    let mut found: HashMap<String, Vec<ProjectType>> = HashMap::new();
    for class in classes.map(|reading| reading.value).unwrap_or_default() {
        let name = class.name.replace('.', "+");
        let full = match class.namespace.as_str() {
            "" => name.clone(),
            namespace => format!("{namespace}.{name}"),
        };
        let bases = class.bases;
        found.entry(class.path).or_default().push(ProjectType { name: class.name, full, bases });
    }
    found
}
