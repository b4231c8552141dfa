//! The class reference of a Godot project: Godot's classes and those of the project's scripts.

mod built_in;
mod local;
mod scripts;
mod source;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use scenewright_engine::{Context, DocsReader, EngineError, ReadResult, Reading, Subject};
use scenewright_godot_docs::Library;
use scenewright_model::{ClassDoc, DocKind, DocSearchResults, FoundMethod};

use super::files::GodotFileView;
use super::index::GodotIndex;
use super::settings::GodotSettings;
use super::{GodotFormat, not_found};
use scripts::ScriptDocs;
use source::EngineDocs;
pub(super) use source::EngineDocsSource;

/// The class references of a project, each made on first use.
pub(super) struct ProjectDocs {
    source: EngineDocsSource,
    /// Valid as long as the index is the same object.
    scripts: Mutex<Option<(Arc<GodotIndex>, Arc<ScriptDocs>)>>,
}

impl ProjectDocs {
    pub(super) fn new(source: EngineDocsSource) -> ProjectDocs {
        ProjectDocs { source, scripts: Mutex::new(None) }
    }

    fn scripts(
        &self,
        files: &GodotFileView<'_>,
    ) -> std::result::Result<Arc<ScriptDocs>, EngineError> {
        let index = files.snapshot()?;
        let lock = || self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, scripts)) = &*lock()
            && Arc::ptr_eq(known, index)
        {
            return Ok(Arc::clone(scripts));
        }
        let scripts = Arc::new(ScriptDocs::read(files)?);
        if scripts.problem.is_none() {
            *lock() = Some((Arc::clone(index), Arc::clone(&scripts)));
        }
        Ok(scripts)
    }
}

/// The class references for one call.
struct DocLookup {
    engine: Arc<EngineDocs>,
    scripts: Arc<ScriptDocs>,
}

impl DocLookup {
    fn answer<T>(&self, look: impl FnOnce(Library<'_>) -> T) -> Reading<T> {
        let sources = [&self.scripts.docs, &*self.engine.docs];
        let mut diagnostics = self.engine.diagnostics.clone();
        diagnostics.extend(self.scripts.problem.clone());
        Reading { diagnostics, ..Reading::from_files(look(Library::new(&sources))) }
    }

    /// A class can be given by the path of its script.
    fn class_name<'n>(&'n self, name: &'n str) -> &'n str {
        self.scripts.by_path.get(name).map_or(name, String::as_str)
    }
}

impl GodotFormat {
    fn doc_lookup(&self, cx: &Context) -> std::result::Result<DocLookup, EngineError> {
        cx.check()?;
        let scripts = self.docs.scripts(&self.files(cx))?;
        let version =
            GodotSettings::read(&self.root).ok().and_then(|settings| settings.engine_version);
        let engine = self.docs.source.choose(version.as_deref(), &|| self.class_api());
        Ok(DocLookup { engine, scripts })
    }
}

impl DocsReader for GodotFormat {
    fn class(&self, name: &str, inherited: bool, cx: &Context) -> ReadResult<ClassDoc> {
        let shelf = self.doc_lookup(cx)?;
        let found = shelf.answer(|library| library.class(shelf.class_name(name), inherited));
        require(found, || not_found(Subject::Class, name))
    }

    fn method(&self, class: &str, method: &str, cx: &Context) -> ReadResult<FoundMethod> {
        let shelf = self.doc_lookup(cx)?;
        let name = shelf.class_name(class);
        let found = shelf.answer(|library| match library.method(name, method) {
            Some(found) => Ok(found),
            None if library.inherited(name).is_empty() => Err(not_found(Subject::Class, class)),
            None => Err(not_found(Subject::Method, method)),
        });
        found.transpose()
    }

    fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
        cx: &Context,
    ) -> ReadResult<DocSearchResults> {
        Ok(self.doc_lookup(cx)?.answer(|library| library.search(query, kinds, limit)))
    }

    fn class_names(&self, cx: &Context) -> ReadResult<Vec<String>> {
        let names = |library: Library<'_>| library.names().into_iter().map(str::to_owned).collect();
        Ok(self.doc_lookup(cx)?.answer(names))
    }

    fn learn(&self, version: &str, classes: &[u8]) -> std::result::Result<(), EngineError> {
        self.docs.source.learn(version, classes)
    }
}

fn require<T>(reading: Reading<Option<T>>, missing: impl FnOnce() -> EngineError) -> ReadResult<T> {
    reading.map(|value| value.ok_or_else(missing)).transpose()
}
