//! Godot projects: their formats, index, scenes, members and edits, as a
//! [`Format`](scenewright_project_files::Format) of the shared engine on files ([`format`]).

mod ancestry;
mod api;
mod assets;
mod changes;
mod classes;
mod diagnostics;
mod docs;
mod edit;
mod externals;
mod files;
mod format;
pub mod formats;
mod held;
mod imported;
mod index;
mod interfaces;
#[doc(hidden)]
pub mod judged;
mod layers;
pub(crate) mod lexer;
#[doc(hidden)]
pub mod measure;
mod members;
mod node_paths;
mod placing;
mod reachable;
mod references;
mod scene;
mod scripts;
mod settings;
pub(crate) mod shader;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod transform;
mod tree;
mod value;
pub(crate) mod variant;

use std::sync::Arc;

use scenewright_engine::{EngineError, Subject};
use scenewright_model::EngineKind;
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::{
    EngineEnvironment, FileEngine, LocalEditor, ProjectType, RecognisedProject,
};

pub(crate) use format::{GodotFormat, scene_file};
use format::{LAYOUT, READ_LIMITS};
pub(crate) use index::GodotIndex;

/// Godot projects, for the list of engines.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: EngineKind::GODOT,
    evidence: &["project.godot"],
    is_project: |folder| folder.join("project.godot").is_file(),
    unsupported: |folder| {
        folder.join("engine.cfg").is_file().then_some(
            "engine.cfg belongs to Godot 2, whose files differ from those of Godot 3 and 4",
        )
    },
    open: |project, environment| {
        let root = ProjectRoot::new(project.root.clone()).with_limits(READ_LIMITS);
        let root = if environment.watch_files { root.watched(&LAYOUT) } else { root };
        let format = GodotFormat::new(root, environment);
        Arc::new(FileEngine::new(format, environment.data.clone()))
    },
};

/// Which description of Godot's classes is used for a project, and why.
pub fn class_description(
    project: &RecognisedProject,
    local: Option<LocalEditor>,
) -> ClassDescription {
    let root = ProjectRoot::new(project.root.clone());
    let editors = local.into_iter().collect();
    let environment = EngineEnvironment { editors, ..EngineEnvironment::default() };
    GodotFormat::new(root, &environment).class_description()
}

/// The description of Godot's classes that is used for a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassDescription {
    /// Without one, defaults are unknown.
    pub known: bool,
    pub because: String,
    pub problems: Vec<String>,
}

fn not_found(what: Subject, path: impl ToString) -> EngineError {
    EngineError::NotFound { what, path: path.to_string() }
}
