//! The engine port. A back end answers [`Engine`]; what only some can do is an optional interface,
//! and the `Option` is the capability: there is no second list of flags.

mod context;
pub mod contract;
mod error;
mod glob;
mod text_query;

use std::sync::Arc;

use scenewright_model::{
    Class, EngineKind, Findings, Mixer, MixerSnapshot, Packages, ProjectInfo, ProjectSettings,
    Scene, SceneSummary, SettingsArea, Source, TextMatches,
};

pub use context::{CancelToken, Context, Progress, Scan};
pub use error::EngineError;
pub use glob::Glob;
pub use text_query::{BadPattern, TextPattern, TextQuery};

/// What an engine read, with what the reader should know about it.
#[derive(Debug, Clone)]
pub struct Reading<T> {
    pub value: T,
    pub source: Source,
    /// Limits and oddities met on the way; never errors.
    pub diagnostics: Vec<String>,
}

impl<T> Reading<T> {
    pub fn from_files(value: T) -> Reading<T> {
        Reading { value, source: Source::Files, diagnostics: Vec::new() }
    }
}

pub type Result<T> = std::result::Result<Reading<T>, EngineError>;

/// A back end: the project's files, a live editor, a running game.
///
/// Reads may run at the same time. Long ones ask [`Context::check`] between files.
pub trait Engine: Send + Sync {
    fn kind(&self) -> EngineKind;

    fn project(&self, cx: &Context) -> Result<ProjectInfo>;

    /// All scenes of the project, sorted by path.
    fn scenes(&self, cx: &Context) -> Result<Vec<SceneSummary>>;

    /// One scene (or prefab), with its instances resolved.
    fn scene(&self, path: &str, cx: &Context) -> Result<Arc<Scene>>;

    fn as_references(&self) -> Option<&dyn References> {
        None
    }

    fn as_settings(&self) -> Option<&dyn Settings> {
        None
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        None
    }

    fn as_classes(&self) -> Option<&dyn Classes> {
        None
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        None
    }

    fn as_mixers(&self) -> Option<&dyn Mixers> {
        None
    }
}

/// Checking what points where.
pub trait References {
    /// Everything that points at nothing. Stops at the context's scan limit with what it has.
    fn missing(&self, cx: &Context) -> Result<Findings>;
}

/// What the project is set up with.
pub trait Settings {
    /// The areas that are asked for; the others stay `None`.
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> Result<ProjectSettings>;
}

/// What the project depends on.
pub trait PackageList {
    fn packages(&self, cx: &Context) -> Result<Packages>;
}

/// What the project's sources declare.
pub trait Classes {
    /// All classes, sorted by namespace, name and path. Stops at the context's scan limit.
    fn classes(&self, cx: &Context) -> Result<Vec<Class>>;
}

/// Looking for a text in the project's files.
pub trait TextSearch {
    /// The lines that match, by path and line. Stops at the context's scan limit.
    fn search(&self, query: &TextQuery, cx: &Context) -> Result<TextMatches>;
}

/// Audio mixers.
pub trait Mixers {
    /// All mixers, sorted by path.
    fn mixers(&self, cx: &Context) -> Result<Vec<Mixer>>;

    /// What a snapshot sets; without a name the one that the mixer starts with.
    fn mixer_snapshot(
        &self,
        path: &str,
        snapshot: Option<&str>,
        cx: &Context,
    ) -> Result<MixerSnapshot>;
}
