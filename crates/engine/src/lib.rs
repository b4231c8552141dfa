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
    Asset, AssetDependency, AssetDependent, AssetDetails, Coverage, DataSource, EngineKind,
    Findings, Member, MemberValue, Mixer, MixerSnapshot, NodeProperties, ObjectId, ProjectInfo,
    ProjectPackages, ProjectSettings, Scene, SceneSummary, ScriptClass, SettingsArea, SharedId,
    TextMatches,
};

pub use cancel::{CancelHook, CancelToken, CommitPermit};
pub use changes::{ChangeListener, FileWatch, ListenerGuard};
pub use context::{BoundedScan, ChangeOwner, Context, Progress};
pub use docs::DocsReader;
pub use edit::Editing;
pub use error::{EngineError, FileKind, Requirement, Subject};
pub use glob::{Glob, GlobError};
pub use live::{Capture, Editor, EditorEvents, EventListener, FileOverlay, OverlayFile, Play};
pub use text_query::{PatternError, TextPattern, TextQuery};
pub use world::World;

/// What an engine read, with what the reader should know about it.
#[derive(Debug, Clone)]
pub struct Reading<T> {
    pub value: T,
    pub source: DataSource,
    /// Limits and oddities met on the way; never errors.
    pub diagnostics: Vec<String>,
    /// Which files the value rests on, where it rests on many.
    pub coverage: Coverage,
}

impl<T> Reading<T> {
    pub fn new(value: T, source: DataSource) -> Reading<T> {
        Reading { value, source, diagnostics: Vec::new(), coverage: Coverage::default() }
    }

    pub fn from_files(value: T) -> Reading<T> {
        Reading::new(value, DataSource::Files)
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

pub type ReadResult<T> = std::result::Result<Reading<T>, EngineError>;

/// A back end: the project's files, a live editor, a running game.
///
/// Reads may run at the same time. Long ones ask [`Context::check`] between files.
pub trait Engine: Send + Sync {
    fn kind(&self) -> EngineKind;

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo>;

    /// All scenes of the project, sorted by path.
    fn scenes(&self, cx: &Context) -> ReadResult<Vec<SceneSummary>>;

    /// One scene (or prefab), with its instances resolved.
    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>>;

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        None
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        None
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        None
    }

    fn as_assets(&self) -> Option<&dyn AssetDatabase> {
        None
    }

    fn as_settings(&self) -> Option<&dyn SettingsReader> {
        None
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        None
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        None
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        None
    }

    fn as_mixers(&self) -> Option<&dyn MixerReader> {
        None
    }

    fn as_file_watch(&self) -> Option<&dyn FileWatch> {
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

    fn as_events(&self) -> Option<&dyn EditorEvents> {
        None
    }

    fn as_file_overlay(&self) -> Option<&dyn FileOverlay> {
        None
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        None
    }
}

/// Checking what points where.
pub trait ReferenceChecker {
    /// Everything that points at nothing. Stops at the context's scan limit with what it has.
    fn missing(&self, cx: &Context) -> ReadResult<Findings>;
}

/// Reading what components hold. An object is named by its id in the scene, a component by its
/// position among the object's components.
pub trait MemberReader {
    /// The members of some components of one object, in the order asked for: what the editor's
    /// inspector shows, with all overrides applied.
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>>;

    /// One member by its path, also one that [`members`](Members::members) leaves out:
    /// `m_LocalPosition.x`, `m_Materials[0]`, `m_Materials.Array.size`.
    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue>;

    /// The namespaces that a script declares types in; `None` if that cannot be told.
    fn script_namespaces(&self, _script: &str, _cx: &Context) -> Option<Vec<String>> {
        None
    }
}

/// Godot's nodes, with what their classes and scripts say of each property.
pub trait NodePropertyReader {
    /// Of some nodes of one scene, in the order asked for. `with_defaults`: also what the scene leaves
    /// as it is.
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>>;
}

/// What the project is set up with.
pub trait SettingsReader {
    /// The areas that are asked for; the others stay `None`.
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> ReadResult<ProjectSettings>;
}

/// What the project depends on.
pub trait PackageList {
    fn packages(&self, cx: &Context) -> ReadResult<ProjectPackages>;
}

/// What the project's sources declare.
pub trait ScriptClassReader {
    /// All classes, sorted by namespace, name and path. Stops at the context's scan limit.
    fn classes(&self, cx: &Context) -> ReadResult<Vec<ScriptClass>>;
}

/// Looking for a text in the project's files.
pub trait TextSearch {
    /// The lines that match, by path and line. Stops at the context's scan limit.
    fn search(&self, query: &TextQuery, cx: &Context) -> ReadResult<TextMatches>;
}

/// Audio mixers.
pub trait MixerReader {
    /// All mixers, sorted by path.
    fn mixers(&self, cx: &Context) -> ReadResult<Vec<Mixer>>;

    /// What a snapshot sets; without a name the one that the mixer starts with.
    fn mixer_snapshot(
        &self,
        path: &str,
        snapshot: Option<&str>,
        cx: &Context,
    ) -> ReadResult<MixerSnapshot>;
}

/// The project's assets, and who needs whom.
pub trait AssetDatabase {
    /// All assets, sorted by path. Stops at the context's scan limit.
    fn assets(&self, cx: &Context) -> ReadResult<Vec<Asset>>;

    /// Ids that several assets claim.
    fn shared_ids(&self, cx: &Context) -> ReadResult<Vec<SharedId>>;

    fn asset(&self, path: &str, cx: &Context) -> ReadResult<AssetDetails>;

    /// What an asset needs, down to a depth, nearest first, each once.
    fn dependencies(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependency>>;

    /// Who needs an asset, up to a depth, nearest first, each once.
    fn dependents(&self, path: &str, depth: usize, cx: &Context)
    -> ReadResult<Vec<AssetDependent>>;
}
