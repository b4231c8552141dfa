//! The shared nouns. Plain data: nothing here reads a file, opens a socket or knows a protocol.

mod class;
mod finding;
mod mixer;
mod object_id;
mod package;
mod project;
mod scene;
mod settings;
mod text_match;

pub use class::{Class, ClassKind};
pub use finding::{BrokenReference, Findings, MissingScript};
pub use mixer::{
    EffectValue, ExposedParameter, ExposedValue, GroupLevels, Mixer, MixerEffect, MixerGroup,
    MixerParameter, MixerSnapshot,
};
pub use object_id::ObjectId;
pub use package::{Package, PackageSource, Packages, ScopedRegistry};
pub use project::{EngineKind, ProjectInfo, Source};
pub use scene::{Component, Object, ObjectIndex, Scene, SceneSummary, Script};
pub use settings::{
    AxisKind, InputAxis, InputHandling, InputSettings, Layer, PhysicsSettings, PlatformDefines,
    PlatformValue, PlayerSettings, ProjectSettings, Quality, QualityLevel, Setting, SettingsArea,
    SortingLayer,
};
pub use text_match::{TextMatch, TextMatches};
