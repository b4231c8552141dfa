//! The embedded engine: what a project's files say, read with nothing else installed.
//!
//! [`find`] recognises a project, [`open`] makes an engine of it.

mod detect;
pub mod formats;
mod godot;
#[doc(hidden)]
pub mod measure;
mod root;
mod store;
mod text_search;
mod unity;

use std::sync::Arc;

use scenewright_engine::Engine;
use scenewright_model::EngineKind;

pub use detect::{NotAProject, Recognised, find, recognise};

/// An engine over the files of a recognised project. Nothing is read until it is asked.
pub fn open(project: &Recognised) -> Arc<dyn Engine> {
    let root = root::ProjectRoot::new(project.root.clone());
    match project.kind {
        EngineKind::Unity => Arc::new(unity::UnityFiles::new(root)),
        EngineKind::Godot => Arc::new(godot::GodotFiles::new(root)),
    }
}
