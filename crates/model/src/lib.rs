//! The shared types: project, scene, object, component, member, value, asset, edit, finding.
//!
//! Invariant: plain data. Nothing here reads a file, opens a socket or knows a protocol. Types that
//! operations return as they are serialise themselves: the doc comments of their fields are the
//! descriptions that clients see.

mod asset;
mod broken;
mod changed;
mod class;
mod coverage;
mod docs;
mod edit;
mod finding;
mod game;
mod game_debug;
mod live;
mod mixer;
mod native_path;
mod node;
mod object_id;
mod package;
mod project;
mod project_path;
mod recovery;
mod runtime;
mod scene;
mod scene_change;
mod script_check;
mod settings;
mod source_position;
mod text_match;
mod utc;
mod value;
mod world;

/// For fields that are serialised only when they are true.
fn is_false(value: &bool) -> bool {
    !*value
}

pub use asset::{
    Asset, AssetDependency, AssetDependent, AssetDetails, AssetObject, DependencyState, SharedId,
};
pub use broken::{
    BrokenReason, CandidatePackage, MissingTarget, UnknownReason, UnreadOwners, join_names,
};
pub use changed::{AssetChange, ChangeKind, ProjectChanges};
pub use class::{
    ClassFunction, ClassKind, ClassMembers, ClassParameter, ClassSignal, DefaultValue,
    ExportedVariable, ScriptClass, ScriptLanguage,
};
pub use coverage::{Coverage, UnreadFile, UnreadKind, UnreadReason};
pub use docs::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocKind, DocOrigin, DocSearchHit,
    DocSearchResults, EnumDoc, FoundMethod, MethodDoc, PropertyDoc, SignalDoc, ThemeItemDoc,
};
pub use edit::{
    ComponentRef, CreatedObject, Edit, EditHistoryEntry, EditKind, EditMode, EditOutcome, EditPlan,
    EditState, EditTarget, EditValue, FileChange, FileDiff, ObjectRef, ResolvedValue,
};
pub use finding::{
    BrokenReference, FindingFacts, FindingKind, FindingProblem, FindingSeverity, Findings,
    MissingScript, PackagedReferences, ReferencePlace, UnknownReference,
};
pub use game::{
    ActDraw, ActEnd, ActOutcome, Comparison, ContactSheet, EmittedSignal, GameAct, GameCall,
    GameClock, GameCondition, GameDisplay, GameEvent, GameImport, GameInfo, GameInput, GameLog,
    GameLogEntry, GameMark, GameNode, GameObject, GameOrigin, GamePhase, GamePicture,
    GamePictureRequest, GameProperties, GameProperty, GameRemedy, GameSignal, GameStart, GameTrace,
    GameTree, GameTreeRequest, GameWrite, InputPlace, MarkSource, MouseButton, ReportMode,
    ReportRow, TickPicture, TimedInput, TracedNodes, TracedTick,
};
pub use game_debug::{
    Breakpoint, DebugCommand, DebugStep, FinishedCall, FrameVariables, GameDebug, GameMonitors,
    GameProfile, GameStop, ProfiledFunction, ScriptFrame, ScriptReload, StopKind,
};
pub use live::{
    EditorError, EditorEvent, EditorGame, EditorInfo, EditorLogLine, EditorView, ErrorQuery,
    Excerpt, Picture, PictureFormat, PictureRequest, PlayTarget, RelayAddress, RunningGame,
};
pub use mixer::{
    EffectValue, ExposedParameter, ExposedValue, GroupLevels, Mixer, MixerEffect, MixerGroup,
    MixerParameter, MixerSnapshot,
};
pub use native_path::{strip_root, without_verbatim_prefix};
pub use node::{NodeProperties, NodeProperty};
pub use object_id::ObjectId;
pub use package::{Package, PackageSource, ProjectPackages, ScopedRegistry};
pub use project::{DataSource, EngineKind, ProjectInfo};
pub use project_path::{ProjectPath, is_pseudo_scene};
pub use recovery::{
    EditAction, EditRequest, FileState, RecordedRequest, Recovery, RecoveryDirection,
    RecoveryOutcome, RecoveryPlan, UnfinishedEdit, UnfinishedFile,
};
pub use runtime::{
    PickPoint, PickTarget, RuntimeCamera, RuntimeFreecam, RuntimeHit, RuntimeMethod, RuntimePick,
    RuntimePose, RuntimeTime,
};
pub use scene::{
    Component, ComponentScript, NodeFacts, NodeOrigin, ObjectIndex, Scene, SceneObject,
    SceneSummary, SignalConnection,
};
pub use scene_change::{
    ChangedObject, ConnectionEnd, MemberChange, ObjectExtent, OverrideChange, SceneChange,
    SceneChangeKind,
};
pub use script_check::{ScriptCheck, ScriptCheckRequest, ScriptProblem, ScriptSeverity};
pub use settings::{
    Autoload, AxisKind, EditorPlugin, ExportPreset, GlobalGroup, InputAction, InputAxis,
    InputHandling, InputSettings, LayerPair, PhysicsSettings, PlatformBundleId, PlatformDefines,
    PlatformQualityLevel, PlatformScriptingBackend, PlayerSettings, ProjectLayer, ProjectSettings,
    QualityLevel, QualitySettings, Setting, SettingsArea, SortingLayer,
};
pub use source_position::{SourcePosition, source_positions};
pub use text_match::{TextMatch, TextMatches};
pub use utc::Utc;
pub use value::{Curve, CurveKey, Gradient, Member, MemberReference, MemberValue, TypedValue};
pub use world::{
    Clipboard, DONT_DESTROY_ON_LOAD_SCENE, GAME_SCENE_PREFIX, HIDDEN_SCENE, LoadedScene, Placement,
    SaveMode, SelectedObject, Selection, Transform, UnloadMode, UnsavedWork, is_game_scene,
};
