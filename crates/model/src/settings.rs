//! What a project is set up with: tags, layers, quality, input, physics, the player.

/// A part of the settings that can be asked for alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SettingsArea {
    Tags,
    Layers,
    SortingLayers,
    Quality,
    Input,
    Physics,
    Player,
    Time,
    Graphics,
    Audio,
}

impl SettingsArea {
    pub const ALL: [SettingsArea; 10] = [
        SettingsArea::Tags,
        SettingsArea::Layers,
        SettingsArea::SortingLayers,
        SettingsArea::Quality,
        SettingsArea::Input,
        SettingsArea::Physics,
        SettingsArea::Player,
        SettingsArea::Time,
        SettingsArea::Graphics,
        SettingsArea::Audio,
    ];
}

/// `None`: not asked for, or not readable, which a diagnostic then says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProjectSettings {
    /// The project's own, without those that every project has.
    pub tags: Option<Vec<String>>,
    /// Those with a name.
    pub layers: Option<Vec<Layer>>,
    /// In drawing order.
    pub sorting_layers: Option<Vec<SortingLayer>>,
    pub quality: Option<Quality>,
    pub input: Option<InputSettings>,
    pub physics: Option<PhysicsSettings>,
    pub physics_2d: Option<PhysicsSettings>,
    pub player: Option<PlayerSettings>,
    pub time: Option<Vec<Setting>>,
    pub graphics: Option<Vec<Setting>>,
    pub audio: Option<Vec<Setting>>,
}

/// A value under the name that the engine's own file gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    pub number: u32,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortingLayer {
    pub name: String,
    /// What renderers store.
    pub id: i64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quality {
    /// The level that the editor works with.
    pub current: Option<String>,
    pub levels: Vec<QualityLevel>,
    pub defaults: Vec<PlatformValue>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QualityLevel {
    pub name: String,
    pub values: Vec<Setting>,
}

/// Something that each platform has its own of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformValue {
    pub platform: String,
    pub value: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputSettings {
    pub handling: Option<InputHandling>,
    pub axes: Vec<InputAxis>,
    /// The files of actions that the project has.
    pub action_files: Vec<String>,
}

/// Which of its input systems the engine listens to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputHandling {
    Old,
    New,
    Both,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputAxis {
    pub name: String,
    pub kind: AxisKind,
    /// Empty where there is none.
    pub positive: String,
    pub negative: String,
    pub alt_positive: String,
    pub alt_negative: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisKind {
    KeyOrButton,
    MouseMovement,
    /// The joystick's axis, counted from 1.
    Joystick {
        axis: u32,
    },
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhysicsSettings {
    pub values: Vec<Setting>,
    /// Pairs of layers whose colliders pass through each other.
    pub apart: Vec<[String; 2]>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerSettings {
    pub company: String,
    pub product: String,
    pub version: String,
    pub bundle_ids: Vec<PlatformValue>,
    pub scripting_backends: Vec<PlatformValue>,
    pub defines: Vec<PlatformDefines>,
    pub values: Vec<Setting>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformDefines {
    pub platform: String,
    pub symbols: Vec<String>,
}
