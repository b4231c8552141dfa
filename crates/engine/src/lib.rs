//! The engine port. A back end answers [`Engine`]; what only some can do is an optional interface,
//! and the `Option` is the capability: there is no second list of flags.

mod context;
pub mod contract;
mod error;

use std::sync::Arc;

use scenewright_model::{
    EngineKind, Findings, Member, ObjectId, ProjectInfo, Scene, SceneSummary, Source, Value,
};

pub use context::{CancelToken, Context, Progress, Scan};
pub use error::EngineError;

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

    fn as_members(&self) -> Option<&dyn Members> {
        None
    }
}

/// Checking what points where.
pub trait References {
    /// Everything that points at nothing. Stops at the context's scan limit with what it has.
    fn missing(&self, cx: &Context) -> Result<Findings>;
}

/// Reading what components hold. An object is named by its id in the scene, a component by its
/// position among the object's components.
pub trait Members {
    /// The members of some components of one object, in the order asked for: what the editor's
    /// inspector shows, with all overrides applied.
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> Result<Vec<Vec<Member>>>;

    /// One member by its path, also one that [`members`](Members::members) leaves out:
    /// `m_LocalPosition.x`, `m_Materials[0]`, `m_Materials.Array.size`.
    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> Result<Value>;
}
