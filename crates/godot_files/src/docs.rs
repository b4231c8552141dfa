//! The class reference of a Godot project: Godot's classes and those of the project's scripts.

mod built_in;
mod local;
mod scripts;
mod source;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use scenewright_engine::{Context, Docs, EngineError, Reading, Result};
use scenewright_godot_docs::Library;
use scenewright_model::{ClassDoc, DocHits, DocKind, FoundMethod};

use super::files::Files;
use super::index::Index;
use super::{GodotFiles, Settings, not_found};
use scripts::Scripts;
use source::Chosen;
pub(super) use source::Source;

/// The references of a project, each made when it is first asked for.
pub(super) struct References {
    source: Source,
    /// Holds as long as the index is the very same.
    scripts: Mutex<Option<(Arc<Index>, Arc<Scripts>)>>,
}

impl References {
    pub(super) fn new(source: Source) -> References {
        References { source, scripts: Mutex::new(None) }
    }

    fn scripts(&self, files: &Files<'_>) -> std::result::Result<Arc<Scripts>, EngineError> {
        let index = files.snapshot()?;
        let lock = || self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, scripts)) = &*lock()
            && Arc::ptr_eq(known, index)
        {
            return Ok(Arc::clone(scripts));
        }
        let scripts = Arc::new(Scripts::read(files)?);
        if scripts.problem.is_none() {
            *lock() = Some((Arc::clone(index), Arc::clone(&scripts)));
        }
        Ok(scripts)
    }
}

/// What one call looks things up in.
struct Shelf {
    engine: Arc<Chosen>,
    scripts: Arc<Scripts>,
}

impl Shelf {
    fn answer<T>(&self, look: impl FnOnce(Library<'_>) -> T) -> Reading<T> {
        let sources = [&self.scripts.docs, &*self.engine.docs];
        let mut diagnostics = self.engine.diagnostics.clone();
        diagnostics.extend(self.scripts.problem.clone());
        Reading { diagnostics, ..Reading::from_files(look(Library::new(&sources))) }
    }

    /// A class may be named by the path of its script.
    fn class_name<'n>(&'n self, name: &'n str) -> &'n str {
        self.scripts.by_path.get(name).map_or(name, String::as_str)
    }
}

impl GodotFiles {
    fn shelf(&self, cx: &Context) -> std::result::Result<Shelf, EngineError> {
        cx.check()?;
        let scripts = self.docs.scripts(&self.files(cx))?;
        let version = Settings::read(&self.root).ok().and_then(|settings| settings.engine_version);
        let engine = self.docs.source.choose(version.as_deref(), &|| self.described());
        Ok(Shelf { engine, scripts })
    }
}

impl Docs for GodotFiles {
    fn class(&self, name: &str, inherited: bool, cx: &Context) -> Result<ClassDoc> {
        let shelf = self.shelf(cx)?;
        let found = shelf.answer(|library| library.class(shelf.class_name(name), inherited));
        present(found, || not_found("Class", name))
    }

    fn method(&self, class: &str, method: &str, cx: &Context) -> Result<FoundMethod> {
        let shelf = self.shelf(cx)?;
        let name = shelf.class_name(class);
        let found = shelf.answer(|library| match library.method(name, method) {
            Some(found) => Ok(found),
            None if library.inherited(name).is_empty() => Err(not_found("Class", class)),
            None => Err(not_found("Method", method)),
        });
        found.transpose()
    }

    fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
        cx: &Context,
    ) -> Result<DocHits> {
        Ok(self.shelf(cx)?.answer(|library| library.search(query, kinds, limit)))
    }

    fn class_names(&self, cx: &Context) -> Result<Vec<String>> {
        let names = |library: Library<'_>| library.names().into_iter().map(str::to_owned).collect();
        Ok(self.shelf(cx)?.answer(names))
    }

    fn learn(&self, version: &str, classes: &[u8]) -> std::result::Result<(), EngineError> {
        self.docs.source.learn(version, classes)
    }
}

fn present<T>(reading: Reading<Option<T>>, missing: impl FnOnce() -> EngineError) -> Result<T> {
    reading.map(|value| value.ok_or_else(missing)).transpose()
}
