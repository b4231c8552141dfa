//! The embedded engine: what a project's files say, read with nothing else installed.
//!
//! [`find`] recognises a project, [`open`] makes an engine of it.

#[cfg(test)]
mod changes_shown;
mod csharp;
mod detect;
#[cfg(test)]
mod every_edit;
pub mod formats;
mod godot;
#[doc(hidden)]
pub mod measure;
mod new_file;
mod patch;
mod root;
mod sibling_order;
mod store;
mod text_search;
mod unity;
mod watch;
mod world;
mod writer;

use std::path::PathBuf;
use std::sync::Arc;

use scenewright_engine::Engine;
use scenewright_model::EngineKind;

pub use detect::{NotAProject, Recognised, find, recognise};
pub use godot::{GodotClasses, LocalGodot};

/// What an engine may use beside the project itself.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// A Godot that may be asked about its classes.
    pub godot: Option<LocalGodot>,
    /// The folder for journals of changes, outside of any project. Without one nothing is written.
    pub data: Option<PathBuf>,
}

/// An engine over the files of a recognised project. Nothing is read until it is asked.
pub fn open(project: &Recognised) -> Arc<dyn Engine> {
    open_in(project, Surroundings::default())
}

pub fn open_in(project: &Recognised, around: Surroundings) -> Arc<dyn Engine> {
    let root = root::ProjectRoot::new(project.root.clone());
    match project.kind {
        EngineKind::Unity => Arc::new(unity::UnityFiles::new(root, around)),
        EngineKind::Godot => {
            let root = root.with_limits(root::ReadLimits::GODOT);
            Arc::new(godot::GodotFiles::new(root, around))
        }
    }
}

/// Which description of Godot's classes is used for a project, and why. `None` for Unity.
pub fn godot_classes(project: &Recognised, local: Option<LocalGodot>) -> Option<GodotClasses> {
    let root = root::ProjectRoot::new(project.root.clone());
    match project.kind {
        EngineKind::Unity => None,
        EngineKind::Godot => Some(
            godot::GodotFiles::new(root, Surroundings { godot: local, data: None })
                .class_description(),
        ),
    }
}
