//! What a project is set up with: tags, layers, quality, input, physics, the player, autoloads.

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
    Autoloads,
    Plugins,
    Groups,
    Exports,
}

impl SettingsArea {
    pub const ALL: [SettingsArea; 14] = [
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
        SettingsArea::Autoloads,
        SettingsArea::Plugins,
        SettingsArea::Groups,
        SettingsArea::Exports,
    ];
}

/// `None`: not asked for, unknown to the engine, or not readable, which a diagnostic then says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProjectSettings {
    /// The project's own, without those that every project has.
    pub tags: Option<Vec<String>>,
    /// Those with a name.
    pub layers: Option<Vec<ProjectLayer>>,
    /// In drawing order.
    pub sorting_layers: Option<Vec<SortingLayer>>,
    pub quality: Option<QualitySettings>,
    pub input: Option<InputSettings>,
    pub physics: Option<PhysicsSettings>,
    pub physics_2d: Option<PhysicsSettings>,
    pub player: Option<PlayerSettings>,
    pub time: Option<Vec<Setting>>,
    pub graphics: Option<Vec<Setting>>,
    pub audio: Option<Vec<Setting>>,
    /// In the order of loading.
    pub autoloads: Option<Vec<Autoload>>,
    /// The editor plugins that are enabled.
    pub plugins: Option<Vec<EditorPlugin>>,
    /// The groups that the whole project knows.
    pub groups: Option<Vec<GlobalGroup>>,
    pub exports: Option<Vec<ExportPreset>>,
    /// What was asked for and does not exist in this engine.
    pub lacking: Vec<SettingsArea>,
}

/// A value under the name that the engine's own file gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectLayer {
    /// What the layer is for, in an engine with several sets of layers: `2d_physics`.
    pub kind: Option<String>,
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
pub struct QualitySettings {
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

#[derive(Debug, Clone, Default, PartialEq)]
pub struct InputSettings {
    pub handling: Option<InputHandling>,
    pub axes: Vec<InputAxis>,
    /// The files of actions that the project has.
    pub action_files: Vec<String>,
    pub actions: Vec<InputAction>,
}

/// A name that scripts ask for, and what triggers it.
#[derive(Debug, Clone, PartialEq)]
pub struct InputAction {
    pub name: String,
    pub deadzone: Option<f64>,
    /// In words: `Ctrl+S`.
    pub events: Vec<String>,
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
    /// Pairs of layers whose colliders pass through each other; `None` where layers have no such
    /// table.
    pub apart: Option<Vec<[String; 2]>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerSettings {
    /// Empty where there is none, as the texts below.
    pub company: String,
    pub product: String,
    pub version: String,
    pub description: String,
    /// As a path of the project; as written where it leads nowhere.
    pub main_scene: Option<String>,
    pub icon: Option<String>,
    /// What the project says that it needs of the engine.
    pub features: Vec<String>,
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

/// A scene or script that is loaded before any scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Autoload {
    pub name: String,
    /// As a path of the project; as written where it leads nowhere.
    pub path: String,
    /// Whether scripts reach it by its name.
    pub is_global: bool,
    /// `None` when the project's files cannot tell.
    pub exists: Option<bool>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditorPlugin {
    /// Of the file that describes it.
    pub path: String,
    pub exists: bool,
    /// As that file says; empty where it does not.
    pub name: String,
    pub version: String,
    pub author: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobalGroup {
    pub name: String,
    pub description: String,
}

/// What is exported for which platform; never how it is signed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportPreset {
    pub name: String,
    pub platform: String,
    pub runnable: bool,
    /// Where the export goes.
    pub path: String,
    /// Which of the project's resources go with it.
    pub filter: String,
}
