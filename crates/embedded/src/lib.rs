//! The embedded engine: what a project's files say, read with nothing else installed.
//!
//! [`find`] recognises a project, [`open`] makes an engine of it.

mod csharp;
mod detect;
pub mod formats;
mod godot;
#[doc(hidden)]
pub mod measure;
mod patch;
mod root;
mod store;
mod text_search;
mod unity;
mod watch;

use std::sync::Arc;

use scenewright_engine::Engine;
use scenewright_model::EngineKind;

pub use detect::{NotAProject, Recognised, find, recognise};
pub use godot::{GodotClasses, LocalGodot};

/// An engine over the files of a recognised project. Nothing is read until it is asked.
pub fn open(project: &Recognised) -> Arc<dyn Engine> {
    open_with(project, None)
}

/// Like [`open`], with a Godot that may be asked about its classes.
pub fn open_with(project: &Recognised, local: Option<LocalGodot>) -> Arc<dyn Engine> {
    let root = root::ProjectRoot::new(project.root.clone());
    match project.kind {
        EngineKind::Unity => Arc::new(unity::UnityFiles::new(root)),
        EngineKind::Godot => Arc::new(godot::GodotFiles::new(root, local)),
    }
}

/// Which description of Godot's classes is used for a project, and why. `None` for Unity.
pub fn godot_classes(project: &Recognised, local: Option<LocalGodot>) -> Option<GodotClasses> {
    let root = root::ProjectRoot::new(project.root.clone());
    match project.kind {
        EngineKind::Unity => None,
        EngineKind::Godot => Some(godot::GodotFiles::new(root, local).class_description()),
    }
}
