//! Access to the index for the example `godot_index_bench`, which `cargo xtask bench` runs. Not a stable API.

use scenewright_engine::{Context, EngineError};
use scenewright_project_files::RecognisedProject;
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::store::IndexStore;

use crate::GodotIndex;

/// The index of a Godot project.
pub struct MeasuredGodot {
    root: ProjectRoot,
    store: IndexStore<GodotIndex>,
}

#[derive(Debug, Default)]
pub struct GodotFigures {
    pub files: usize,
    pub uids: usize,
    pub references: usize,
    /// Pairs of a file and a file that it references.
    pub dependencies: usize,
    /// References without a target that need one.
    pub broken: usize,
    pub refused: usize,
}

impl MeasuredGodot {
    pub fn new(project: &RecognisedProject) -> MeasuredGodot {
        MeasuredGodot { root: ProjectRoot::new(project.root.clone()), store: IndexStore::default() }
    }

    /// Updates the index; `figures` counts its contents.
    pub fn refresh(&self, cx: &Context) -> Result<(), EngineError> {
        self.store.snapshot(&self.root, cx).map(drop)
    }

    pub fn figures(&self, cx: &Context) -> Result<GodotFigures, EngineError> {
        let index = self.store.snapshot(&self.root, cx)?;
        let mut figures = GodotFigures::default();
        for (number, file) in (0..).zip(index.files()) {
            figures.files += 1;
            figures.uids += usize::from(file.uid().is_some());
            figures.references += file.references().count();
            figures.dependencies += index.targets(number).len();
            figures.broken += index.broken(number).len();
            figures.refused += usize::from(file.is_refused());
        }
        Ok(figures)
    }
}
