//! Chooses the reference of Godot's own classes for a project, in this order:
//! - the one that a live editor sent ([`EngineDocsSource::learn`]), now or earlier for the same minor version;
//! - the one of a local Godot, if the user configures it or it has the project's minor version. The built-in
//!   description has no texts of any version, so that a Godot on the PATH is run even if the facts are built
//!   in;
//! - names, types and defaults, which are part of the binary.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use scenewright_engine::EngineError;
use scenewright_godot_docs::{ClassDocs, PACK_LAYOUT, read_doc_cache};

use super::{built_in, local};
use crate::api::{Api, ApiChoice, LocalEditor, RUN_TIMEOUT, TargetVersion};

/// Far more than a real reference has; a stored file may have any content.
pub(super) const MAX_DOCS_BYTES: u64 = 64 << 20;

/// The chosen reference.
pub(super) struct EngineDocs {
    pub(super) docs: Arc<ClassDocs>,
    pub(super) diagnostics: Vec<String>,
}

/// Chooses once for each version of the project.
pub(crate) struct EngineDocsSource {
    local: Option<LocalEditor>,
    /// The folder for references that editors sent.
    kept: Option<PathBuf>,
    limit: Duration,
    state: Mutex<EngineDocsState>,
}

#[derive(Default)]
struct EngineDocsState {
    /// From the editor that has the project open, which takes precedence over all other sources.
    learnt: Option<Arc<EngineDocs>>,
    last: Option<(Option<String>, Arc<EngineDocs>)>,
}

impl EngineDocsSource {
    /// `data` is the user's data folder.
    pub(crate) fn new(local: Option<LocalEditor>, data: Option<&Path>) -> EngineDocsSource {
        let kept = data.map(|data| data.join("godot-docs"));
        EngineDocsSource { local, kept, limit: RUN_TIMEOUT, state: Mutex::default() }
    }

    /// `version` is the one that the project declares. The first call may run a Godot, later ones are cached.
    pub(super) fn choose(
        &self,
        version: Option<&str>,
        described: &dyn Fn() -> Arc<ApiChoice>,
    ) -> Arc<EngineDocs> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(learnt) = &state.learnt {
            return Arc::clone(learnt);
        }
        match &state.last {
            Some((known, chosen)) if known.as_deref() == version => Arc::clone(chosen),
            _ => {
                let chosen = Arc::new(self.find_docs(version, described));
                state.last = Some((version.map(str::to_owned), Arc::clone(&chosen)));
                chosen
            }
        }
    }

    /// Reads the documentation cache of an editor. It is used even if it cannot be stored.
    pub(super) fn learn(&self, version: &str, classes: &[u8]) -> Result<(), EngineError> {
        let reference =
            read_doc_cache(version, classes).map_err(|error| EngineError::Unreadable {
                path: "the editor's class reference".to_owned(),
                source: io::Error::other(error),
            })?;
        let docs = ClassDocs::new(&reference);
        if let Some(path) = self.cache_file(TargetVersion::parse(Some(version)))
            && let Err(error) = store_packed(&path, docs.packed())
        {
            tracing::warn!(path = %path.display(), %error, "the class reference cannot be stored");
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.learnt = Some(Arc::new(EngineDocs { docs: Arc::new(docs), diagnostics: Vec::new() }));
        Ok(())
    }

    fn find_docs(
        &self,
        version: Option<&str>,
        described: &dyn Fn() -> Arc<ApiChoice>,
    ) -> EngineDocs {
        let made = TargetVersion::parse(version);
        if let Some(docs) = self.cache_file(made).and_then(|path| load_packed(&path).ok()) {
            return EngineDocs { docs: Arc::new(docs), diagnostics: Vec::new() };
        }
        let api = described().api.clone();
        if let (None, Some(api)) = (made, api.as_deref().filter(|api| api.version().major == 3)) {
            return godot_3_facts(api);
        }
        let (Some(local), Some(made)) = (&self.local, made) else {
            return facts_only(api, None);
        };
        let accepts = |found| made.accepts(found, local.named);
        match local::query_docs(local, accepts, api.as_deref(), self.limit) {
            Ok(docs) => EngineDocs { docs: Arc::new(docs), diagnostics: Vec::new() },
            Err(problem) => {
                let program = local.program.display();
                facts_only(api, Some(format!("{program} is not used: {problem}")))
            }
        }
    }

    /// By minor version: patch versions hardly change the reference.
    fn cache_file(&self, made: Option<TargetVersion>) -> Option<PathBuf> {
        let minor = made?.minor?;
        Some(self.kept.as_ref()?.join(format!("godot-docs-{PACK_LAYOUT}-4.{minor}.txt")))
    }
}

fn godot_3_facts(api: &Api) -> EngineDocs {
    let version = api.version_text();
    EngineDocs {
        docs: Arc::new(built_in::facts_from_api(api)),
        diagnostics: vec![format!(
            "Godot's own classes come from the built-in data of Godot {version}, which has no descriptions and no enums"
        )],
    }
}

/// The reference without texts.
fn facts_only(api: Option<Arc<Api>>, why: Option<String>) -> EngineDocs {
    let api = api.unwrap_or_else(Api::built_in);
    let docs = built_in::facts_from_api(&api);
    let why = why.unwrap_or_else(|| "no Godot of the project's version was found".to_owned());
    let version = api.version_text();
    EngineDocs {
        docs: Arc::new(docs),
        diagnostics: vec![format!(
            "Godot's own classes have no descriptions and come from the built-in data of Godot {version}: {why}. Set SCENEWRIGHT_GODOT to the program of a Godot 4, or put one on the PATH, to get the descriptions from it."
        )],
    }
}

pub(super) fn load_packed(path: &Path) -> io::Result<ClassDocs> {
    if fs::metadata(path)?.len() > MAX_DOCS_BYTES {
        return Err(io::Error::other("the file is too large"));
    }
    ClassDocs::unpack(fs::read_to_string(path)?).map_err(io::Error::other)
}

/// Writes the file completely or not at all.
pub(super) fn store_packed(path: &Path, packed: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let draft = path.with_extension(format!("{}.new", process::id()));
    fs::write(&draft, packed)?;
    fs::rename(&draft, path)
}
