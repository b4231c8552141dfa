//! Which description of Godot's classes holds for a project.
//!
//! To read files and start a program while doing so may surprise, so a local Godot is asked only
//! - if the user names it (`SCENEWRIGHT_GODOT`), or
//! - if it is on the PATH, has the minor version that the project is made for, and the built-in
//!   description has another.
//!
//! One that fails, hangs, has another major version or is older than the project is passed over with
//! a diagnostic, and the built-in description is used. A project that is not of Godot 4 has none: its
//! defaults are unknown. The environment is the program's to read; it hands over a [`LocalEditor`].

use scenewright_project_files::LocalEditor;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Api, GodotVersion, local};

/// Godot needs one or two seconds, on a busy machine some more.
pub(crate) const RUN_TIMEOUT: Duration = Duration::from_secs(20);

/// The description that is used, and why.
#[derive(Debug)]
pub(crate) struct ApiChoice {
    /// `None`: what a class is made of is not known.
    pub(crate) api: Option<Arc<Api>>,
    pub(crate) because: String,
    pub(crate) diagnostics: Vec<String>,
}

/// Chooses once for each version that the project says it has.
#[derive(Debug)]
pub(crate) struct ApiSource {
    local: Option<LocalEditor>,
    limit: Duration,
    last: Mutex<Option<(Option<String>, Arc<ApiChoice>)>>,
}

/// The Godot 4 that a project is made for.
#[derive(Clone, Copy)]
pub(crate) struct TargetVersion {
    /// `None`: the project does not tell.
    pub(crate) minor: Option<u16>,
}

impl ApiSource {
    pub(crate) fn new(local: Option<LocalEditor>) -> ApiSource {
        ApiSource::with_limit(local, RUN_TIMEOUT)
    }

    pub(super) fn with_limit(local: Option<LocalEditor>, limit: Duration) -> ApiSource {
        ApiSource { local, limit, last: Mutex::new(None) }
    }

    /// `version` is what the project says: `4.6`, `4`, `3`. Asked again, it answers at once.
    pub(crate) fn describe(&self, version: Option<&str>) -> Arc<ApiChoice> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((known, described)) if known.as_deref() == version => described.clone(),
            _ => {
                let described = Arc::new(self.choose(version));
                *last = Some((version.map(str::to_owned), described.clone()));
                described
            }
        }
    }

    fn choose(&self, version: Option<&str>) -> ApiChoice {
        let Some(made) = TargetVersion::parse(version) else {
            let because = "only Godot 4 projects have their classes described".to_owned();
            return ApiChoice { api: None, because, diagnostics: Vec::new() };
        };
        match self.local.as_ref().filter(|local| local.named || made.differs_from_built_in()) {
            Some(local) => self.query_local(local, made),
            None => choose_built_in(Vec::new()),
        }
    }

    fn query_local(&self, local: &LocalEditor, made: TargetVersion) -> ApiChoice {
        match local::query_classes(local, |found| made.accepts(found, local.named), self.limit) {
            Ok(api) => ApiChoice {
                because: format!(
                    "of Godot {}, told by {}, {}",
                    api.version_text(),
                    local.program.display(),
                    if local.named { "which you named" } else { "the version of the project" },
                ),
                api: Some(Arc::new(api)),
                diagnostics: Vec::new(),
            },
            // Nobody asked for this one, and there is nothing wrong with it.
            Err(local::LocalGodotError::OtherVersion(_)) if !local.named => {
                choose_built_in(Vec::new())
            }
            Err(problem) => choose_built_in(vec![format!(
                "{} is not asked about Godot's classes: {problem}; the built-in description is used",
                local.program.display()
            )]),
        }
    }
}

impl TargetVersion {
    pub(crate) fn parse(version: Option<&str>) -> Option<TargetVersion> {
        let version = version?;
        let minor = GodotVersion::parse(version).map(|version| version.minor);
        (version.split('.').next() == Some("4")).then_some(TargetVersion { minor })
    }

    fn differs_from_built_in(self) -> bool {
        self.minor.is_some_and(|minor| minor != Api::built_in().version().minor)
    }

    pub(crate) fn accepts(self, found: GodotVersion, named: bool) -> bool {
        let minor = self.minor.unwrap_or_default();
        found.major == 4 && if named { found.minor >= minor } else { found.minor == minor }
    }
}

fn choose_built_in(diagnostics: Vec<String>) -> ApiChoice {
    let api = Api::built_in();
    let because = format!("of Godot {}, built in", api.version_text());
    ApiChoice { api: Some(api), because, diagnostics }
}
