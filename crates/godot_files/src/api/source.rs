//! Chooses the description of Godot's classes for a project.
//!
//! Invariant: a local Godot is run only
//! - if the user configures it (`SCENEWRIGHT_GODOT`), or
//! - if it is on the PATH, has the minor version of the project, and the built-in description has another
//!   one.
//!
//! A Godot that fails, hangs, has another major version or is older than the project is ignored with a
//! diagnostic, and the built-in description is used. A project of Godot 3 has the built-in description of
//! Godot 3.6. The program reads the environment and passes a [`LocalEditor`].

use scenewright_project_files::LocalEditor;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Api, GodotVersion, local};

/// Godot needs one or two seconds, more on a busy machine.
pub(crate) const RUN_TIMEOUT: Duration = Duration::from_secs(20);

/// The chosen description, and the reason for it.
#[derive(Debug, Default)]
pub(crate) struct ApiChoice {
    /// `None` if there is no description of the classes.
    pub(crate) api: Option<Arc<Api>>,
    pub(crate) because: String,
    /// The project is of a newer Godot, which may have more classes, signals and methods.
    pub(crate) is_older_than_project: bool,
    pub(crate) diagnostics: Vec<String>,
}

/// Chooses once for each version of the project.
#[derive(Debug)]
pub(crate) struct ApiSource {
    local: Option<LocalEditor>,
    limit: Duration,
    last: Mutex<Option<(Option<String>, Arc<ApiChoice>)>>,
}

/// The version of Godot 4 that a project targets.
#[derive(Clone, Copy)]
pub(crate) struct TargetVersion {
    /// `None` if the project does not declare it.
    pub(crate) minor: Option<u16>,
}

impl ApiSource {
    pub(crate) fn new(local: Option<LocalEditor>) -> ApiSource {
        ApiSource::with_limit(local, RUN_TIMEOUT)
    }

    pub(super) fn with_limit(local: Option<LocalEditor>, limit: Duration) -> ApiSource {
        ApiSource { local, limit, last: Mutex::new(None) }
    }

    /// `version` is the one that the project declares: `4.6`, `4`, `3`. The choice is cached.
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
            return choose_without_version(version);
        };
        let choice =
            match self.local.as_ref().filter(|local| local.named || made.differs_from_built_in()) {
                Some(local) => self.query_local(local, made),
                None => choose_built_in(Vec::new()),
            };
        let minor = choice.api.as_deref().map(|api| api.version().minor);
        ApiChoice { is_older_than_project: minor < made.minor, ..choice }
    }

    fn query_local(&self, local: &LocalEditor, made: TargetVersion) -> ApiChoice {
        match local::query_classes(local, |found| made.accepts(found, local.named), self.limit) {
            Ok(api) => ApiChoice {
                because: format!(
                    "of Godot {}, from {}, {}",
                    api.version_text(),
                    local.program.display(),
                    if local.named { "which you configured" } else { "the version of the project" },
                ),
                api: Some(Arc::new(api)),
                ..ApiChoice::default()
            },
            // The user did not ask for this Godot, and nothing is wrong with it.
            Err(local::LocalGodotError::OtherVersion(_)) if !local.named => {
                choose_built_in(Vec::new())
            }
            Err(problem) => choose_built_in(vec![format!(
                "{} is not used to describe Godot's classes: {problem}; the built-in description is used",
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

/// For a project that is not of Godot 4.
fn choose_without_version(version: Option<&str>) -> ApiChoice {
    if version.and_then(|version| version.split('.').next()) == Some("3") {
        return describe_built_in(Arc::clone(Api::built_in_godot_3()), Vec::new());
    }
    let because = "classes are only described for projects of Godot 3 and 4".to_owned();
    ApiChoice { because, ..ApiChoice::default() }
}

fn choose_built_in(diagnostics: Vec<String>) -> ApiChoice {
    describe_built_in(Api::built_in(), diagnostics)
}

fn describe_built_in(api: Arc<Api>, diagnostics: Vec<String>) -> ApiChoice {
    let because = format!("of Godot {}, built in", api.version_text());
    ApiChoice { api: Some(api), because, diagnostics, ..ApiChoice::default() }
}
