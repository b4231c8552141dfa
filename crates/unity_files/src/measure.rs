//! The index by itself, for the example `index_bench`, which `cargo xtask bench` runs. Not a stable
//! interface.

use std::path::PathBuf;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError};

use scenewright_project_files::RecognisedProject;
use scenewright_project_files::index_store::IndexStore;
use scenewright_project_files::root::ProjectRoot;

use crate::{AssetContent, FileScan, UnityIndex};

/// The index of a Unity project.
pub struct MeasuredIndex {
    root: ProjectRoot,
    store: IndexStore<UnityIndex>,
}

/// A snapshot of the index.
pub struct IndexSnapshot(Arc<UnityIndex>);

#[derive(Debug, Default)]
pub struct IndexFigures {
    pub files: usize,
    pub guids: usize,
    pub objects: usize,
    pub named: usize,
    pub children: usize,
    pub references: usize,
    pub local_references: usize,
    pub import_references: usize,
    /// Pairs of a file and an asset that it references.
    pub dependencies: usize,
    /// Those of them whose asset is in the project.
    pub dependents: usize,
    pub refused: usize,
    /// Guids that several assets claim.
    pub duplicates: usize,
}

impl MeasuredIndex {
    pub fn new(project: &RecognisedProject) -> MeasuredIndex {
        MeasuredIndex { root: ProjectRoot::new(project.root.clone()), store: IndexStore::default() }
    }

    pub fn snapshot(&self, cx: &Context) -> Result<IndexSnapshot, EngineError> {
        Ok(IndexSnapshot(self.store.snapshot(&self.root, cx)?))
    }

    /// The folders that were read, including those of packages outside the project.
    pub fn folders(&self, snapshot: &IndexSnapshot) -> Vec<PathBuf> {
        snapshot.0.walked_folders(&self.root)
    }
}

impl IndexSnapshot {
    pub fn figures(&self) -> IndexFigures {
        let mut figures =
            IndexFigures { duplicates: self.0.duplicates().count(), ..IndexFigures::default() };
        for file in self.0.files() {
            figures.files += 1;
            figures.dependencies += self.0.dependencies(file).len();
            match file.content() {
                AssetContent::Text(scan) => figures.add(scan),
                AssetContent::Unread(_) => figures.refused += 1,
                AssetContent::NotText => {}
            }
        }
        for file in self.0.with_guids() {
            figures.guids += 1;
            figures.import_references += file.import_references().len();
            figures.dependents += file.guid.map_or(0, |guid| self.0.dependents(guid).len());
        }
        figures
    }
}

impl IndexFigures {
    fn add(&mut self, scan: &FileScan) {
        let count = |wanted: fn(&crate::ObjectEntry) -> bool| {
            scan.objects().iter().filter(|object| wanted(object)).count()
        };
        self.objects += scan.objects().len();
        self.named += count(|object| object.name().is_some_and(|name| !name.is_empty()));
        self.children += count(|object| object.father().is_some());
        self.references += scan.references().count();
        self.local_references += scan.local_references();
    }
}
