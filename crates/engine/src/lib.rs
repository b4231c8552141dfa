//! The engine port. Every back end implements [`Engine`]; abilities that only some have are
//! optional interfaces.
//!
//! Invariant: the `Option` is the capability. There is no list of flags beside `as_references()`
//! and the others.

mod cancel;
mod changes;
mod condition;
mod context;
pub mod contract;
mod docs;
mod edit;
mod error;
mod game_debugger;
mod games;
mod glob;
mod live;
pub mod names;
pub mod quote;
mod runtime;
mod text_query;
mod world;
mod write_guard;

use std::sync::Arc;
use std::time::Instant;

use scenewright_model::{
    Asset, AssetDependency, AssetDependent, AssetDetails, Coverage, DataSource, EngineKind,
    Findings, Member, MemberValue, Mixer, MixerSnapshot, NodeProperties, ObjectId, ProjectInfo,
    ProjectPackages, ProjectSettings, Scene, SceneSummary, ScriptCheck, ScriptCheckRequest,
    ScriptClass, SettingsArea, SharedId, TextMatches,
};

pub use cancel::{CancelHook, CancelToken, CommitPermit};
pub use changes::{ChangeListener, FileFreshness, FileWatch, ListenerGuard, ScanReason};
pub use condition::{ConditionError, parse_condition, parse_property, parse_signal};
pub use context::{BoundedScan, ChangeOwner, Context, Progress};
pub use docs::DocsReader;
pub use edit::Editing;
pub use error::{EngineError, FileKind, Requirement, Subject};
pub use game_debugger::GameDebugger;
pub use games::{GameFailure, GameFailureKind, GameListener, Games, RecordingFile};
pub use glob::{Glob, GlobError};
pub use live::{
    Capture, Editor, EditorEvents, EditorGames, EventListener, FileOverlay, OverlayFile, Play,
};
pub use runtime::Runtime;
pub use text_query::{PatternError, TextPattern, TextQuery};
pub use world::World;
pub use write_guard::{EditorHold, GuardedFiles, WriteGuard};

/// A value that an engine read, with diagnostics and coverage.
#[derive(Debug, Clone)]
pub struct Reading<T> {
    pub value: T,
    pub source: DataSource,
    /// Limits and oddities met while reading; never errors.
    pub diagnostics: Vec<String>,
    /// Which files the value is based on, if it is based on many.
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
    /// Turns a reading of a result into a result of a reading.
    pub fn transpose(self) -> std::result::Result<Reading<T>, E> {
        let Reading { value, source, diagnostics, coverage } = self;
        Ok(Reading { value: value?, source, diagnostics, coverage })
    }
}

pub type ReadResult<T> = std::result::Result<Reading<T>, EngineError>;

/// A back end: the project's files, a live editor, a running game.
///
/// Reads may run concurrently. Long reads call [`Context::check`] between files.
pub trait Engine: Send + Sync {
    fn kind(&self) -> EngineKind;

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo>;

    /// Returns all scenes of the project, sorted by path.
    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>>;

    /// Whether the project and its list of scenes are in memory and as new as the files were when a
    /// call was received: then they are read without looking at any file.
    fn knows_project(&self, _received: Instant) -> bool {
        false
    }

    /// Returns one scene (or prefab), with its instances resolved.
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

    fn as_editor_games(&self) -> Option<&dyn EditorGames> {
        None
    }

    fn as_games(&self) -> Option<&dyn Games> {
        None
    }

    fn as_runtime(&self) -> Option<&dyn Runtime> {
        None
    }

    fn as_script_checker(&self) -> Option<&dyn ScriptChecker> {
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

    fn as_guarded_files(&self) -> Option<&dyn GuardedFiles> {
        None
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        None
    }
}

/// Checks references.
pub trait ReferenceChecker {
    /// Returns all broken references. Stops at the context's scan limit with the results so far.
    fn missing(&self, cx: &Context) -> ReadResult<Findings>;
}

/// Compiles scripts.
pub trait ScriptChecker {
    /// Compiles scripts with the engine's own compiler, which runs code of the project. Changes no file of it. Stops
    /// at the context's limits with the results so far.
    fn check_scripts(&self, request: &ScriptCheckRequest, cx: &Context) -> ReadResult<ScriptCheck>;
}

/// Reads the members of components. An object is identified by its id in the scene, a component by
/// its position among the object's components.
pub trait MemberReader {
    /// Returns the members of some components of one object, in the requested order: what the
    /// editor's inspector shows, with all overrides applied.
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>>;

    /// Returns one member by its path, even one that [`members`](MemberReader::members) leaves out:
    /// `m_LocalPosition.x`, `m_Materials[0]`, `m_Materials.Array.size`.
    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue>;

    /// Returns the namespaces in which a script declares types; `None` if they cannot be
    /// determined.
    fn script_namespaces(&self, _script: &str, _cx: &Context) -> Option<Vec<String>> {
        None
    }
}

/// Reads Godot nodes, with what their classes and scripts declare about each property.
pub trait NodePropertyReader {
    /// Returns the properties of some nodes of one scene, in the requested order; `with_defaults`
    /// includes those that the scene does not set.
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>>;
}

/// Reads the project's settings.
pub trait SettingsReader {
    /// Returns the requested areas; the others stay `None`.
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> ReadResult<ProjectSettings>;
}

/// Lists the packages that the project depends on.
pub trait PackageList {
    fn packages(&self, cx: &Context) -> ReadResult<ProjectPackages>;
}

/// Reads the classes that the project's sources declare.
pub trait ScriptClassReader {
    /// Returns all classes, sorted by namespace, name and path. Stops at the context's scan limit.
    fn classes(&self, cx: &Context) -> ReadResult<Vec<ScriptClass>>;
}

/// Searches text in the project's files.
pub trait TextSearch {
    /// Returns the matching lines, by path and line. Stops at the context's scan limit.
    fn search(&self, query: &TextQuery, cx: &Context) -> ReadResult<TextMatches>;
}

/// Reads audio mixers.
pub trait MixerReader {
    /// Returns all mixers, sorted by path.
    fn mixers(&self, cx: &Context) -> ReadResult<Vec<Mixer>>;

    /// Returns the values of a snapshot; without a name, of the mixer's start snapshot.
    fn mixer_snapshot(
        &self,
        path: &str,
        snapshot: Option<&str>,
        cx: &Context,
    ) -> ReadResult<MixerSnapshot>;
}

/// The project's assets and their dependencies.
pub trait AssetDatabase {
    /// Returns all assets, sorted by path. Stops at the context's scan limit.
    fn assets(&self, cx: &Context) -> ReadResult<Vec<Asset>>;

    /// Returns the ids that several assets share.
    fn shared_ids(&self, cx: &Context) -> ReadResult<Vec<SharedId>>;

    fn asset(&self, path: &str, cx: &Context) -> ReadResult<AssetDetails>;

    /// Returns the dependencies of an asset down to a depth, nearest first, each once.
    fn dependencies(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependency>>;

    /// Returns the dependents of an asset up to a depth, nearest first, each once.
    fn dependents(&self, path: &str, depth: usize, cx: &Context)
    -> ReadResult<Vec<AssetDependent>>;
}
