//! The engine port. A back end answers [`Engine`]; what only some can do is an optional interface,
//! and the `Option` is the capability: there is no second list of flags.

mod cancel;
mod changes;
mod context;
pub mod contract;
mod docs;
mod edit;
mod error;
mod glob;
mod live;
pub mod names;
pub mod quote;
mod text_query;
mod world;

use std::sync::Arc;

use scenewright_model::{
    Asset, AssetDetails, Class, Coverage, Dependency, Dependent, EngineKind, Findings, Member,
    Mixer, MixerSnapshot, NodeProperties, ObjectId, Packages, ProjectInfo, ProjectSettings, Scene,
    SceneSummary, SettingsArea, SharedId, Source, TextMatches, Value,
};

pub use cancel::{CancelToken, CommitPermit};
pub use changes::{Changes, Listener, Watching};
pub use context::{Context, Owner, Progress, Scan};
pub use docs::Docs;
pub use edit::Editing;
pub use error::{EngineError, FileKind, Need};
pub use glob::{Glob, GlobError};
pub use live::{Capture, Editor, EventListener, Events, Held, HeldFile, Play};
pub use text_query::{BadPattern, TextPattern, TextQuery};
pub use world::World;

/// What an engine read, with what the reader should know about it.
#[derive(Debug, Clone)]
pub struct Reading<T> {
    pub value: T,
    pub source: Source,
    /// Limits and oddities met on the way; never errors.
    pub diagnostics: Vec<String>,
    /// Which files the value rests on, where it rests on many.
    pub coverage: Coverage,
}

impl<T> Reading<T> {
    pub fn new(value: T, source: Source) -> Reading<T> {
        Reading { value, source, diagnostics: Vec::new(), coverage: Coverage::default() }
    }

    pub fn from_files(value: T) -> Reading<T> {
        Reading::new(value, Source::Files)
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reading<U> {
        let Reading { value, source, diagnostics, coverage } = self;
        Reading { value: change(value), source, diagnostics, coverage }
    }
}

impl<T, E> Reading<std::result::Result<T, E>> {
    /// A reading of a result as a result of a reading.
    pub fn transpose(self) -> std::result::Result<Reading<T>, E> {
        let Reading { value, source, diagnostics, coverage } = self;
        Ok(Reading { value: value?, source, diagnostics, coverage })
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

    fn as_nodes(&self) -> Option<&dyn Nodes> {
        None
    }

    fn as_assets(&self) -> Option<&dyn Assets> {
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

    fn as_changes(&self) -> Option<&dyn Changes> {
        None
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        None
    }

    fn as_world(&self) -> Option<&dyn World> {
        None
    }

    fn as_capture(&self) -> Option<&dyn Capture> {
        None
    }

    fn as_play(&self) -> Option<&dyn Play> {
        None
    }

    fn as_editor(&self) -> Option<&dyn Editor> {
        None
    }

    fn as_events(&self) -> Option<&dyn Events> {
        None
    }

    fn as_held(&self) -> Option<&dyn Held> {
        None
    }

    fn as_docs(&self) -> Option<&dyn Docs> {
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

    /// The namespaces that a script declares types in; `None` if that cannot be told.
    fn script_namespaces(&self, _script: &str, _cx: &Context) -> Option<Vec<String>> {
        None
    }
}

/// Godot's nodes, with what their classes and scripts say of each property.
pub trait Nodes {
    /// Of some nodes of one scene, in the order asked for. `with_defaults`: also what the scene leaves
    /// as it is.
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> Result<Vec<NodeProperties>>;
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

/// The project's assets, and who needs whom.
pub trait Assets {
    /// All assets, sorted by path. Stops at the context's scan limit.
    fn assets(&self, cx: &Context) -> Result<Vec<Asset>>;

    /// Ids that several assets claim.
    fn shared_ids(&self, cx: &Context) -> Result<Vec<SharedId>>;

    fn asset(&self, path: &str, cx: &Context) -> Result<AssetDetails>;

    /// What an asset needs, down to a depth, nearest first, each once.
    fn dependencies(&self, path: &str, depth: usize, cx: &Context) -> Result<Vec<Dependency>>;

    /// Who needs an asset, up to a depth, nearest first, each once.
    fn dependents(&self, path: &str, depth: usize, cx: &Context) -> Result<Vec<Dependent>>;
}
