//! The shared nouns. Plain data: nothing here reads a file, opens a socket or knows a protocol.

mod asset;
mod changed;
mod class;
mod coverage;
mod docs;
mod edit;
mod finding;
mod live;
mod mixer;
mod node;
mod object_id;
mod package;
mod project;
mod recovery;
mod scene;
mod scene_change;
mod settings;
mod text_match;
mod utc;
mod value;
mod world;

pub use asset::{
    Asset, AssetDetails, AssetObject, Dependency, DependencyState, Dependent, SharedId,
};
pub use changed::{AssetChange, ChangeKind, Changed};
pub use class::{
    Class, ClassFunction, ClassKind, ClassMembers, ClassParameter, ClassSignal, DefaultValue,
    ExportedVariable, Language,
};
pub use coverage::{Coverage, Unread, UnreadKind, UnreadReason};
pub use docs::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocHit, DocHits, DocKind, DocNotes, DocOrigin, EnumDoc,
    FoundMethod, MethodDoc, PropertyDoc, SignalDoc, ThemeItemDoc,
};
pub use edit::{
    ComponentRef, CreatedObject, Edit, EditEntry, EditMode, EditPlan, EditState, EditValue, Edited,
    FileChange, FileDiff, ObjectRef,
};
pub use finding::{BrokenReference, FindingKind, Findings, MissingScript, Severity};
pub use live::{
    EditorError, EditorEvent, EditorInfo, EditorLogLine, ErrorQuery, Excerpt, Picture,
    PictureFormat, PictureRequest, PlayTarget, Playing, View,
};
pub use mixer::{
    EffectValue, ExposedParameter, ExposedValue, GroupLevels, Mixer, MixerEffect, MixerGroup,
    MixerParameter, MixerSnapshot,
};
pub use node::{NodeProperties, NodeProperty};
pub use object_id::ObjectId;
pub use package::{Package, PackageSource, Packages, ScopedRegistry};
pub use project::{EngineKind, ProjectInfo, Source};
pub use recovery::{
    EditAction, EditRequest, FileState, RecordedRequest, Recovery, RecoveryDirection,
    RecoveryOutcome, RecoveryPlan, UnfinishedEdit, UnfinishedFile,
};
pub use scene::{
    Component, Connection, NodeFacts, Object, ObjectIndex, Origin, Scene, SceneSummary, Script,
};
pub use scene_change::{
    ChangedObject, ConnectionEnd, MemberChange, ObjectExtent, OverrideChange, SceneChange,
    SceneChangeKind,
};
pub use settings::{
    Autoload, AxisKind, EditorPlugin, ExportPreset, GlobalGroup, InputAction, InputAxis,
    InputHandling, InputSettings, Layer, PhysicsSettings, PlatformDefines, PlatformValue,
    PlayerSettings, ProjectSettings, Quality, QualityLevel, Setting, SettingsArea, SortingLayer,
};
pub use text_match::{TextMatch, TextMatches};
pub use utc::Utc;
pub use value::{Curve, CurveKey, Gradient, Member, Reference, Typed, Value};
pub use world::{
    Clipboard, HIDDEN_SCENE, KEPT_SCENE, LoadedScene, Placement, SaveMode, Selected, Selection,
    Transform, Unload, UnsavedWork,
};
