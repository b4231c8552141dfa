//! The project settings: tags, layers, quality, input, physics, the player, autoloads.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// A part of the settings that can be requested on its own.
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectSettings {
    /// The project's own tags, without the built-in ones
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// The layers that have a name
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<ProjectLayer>>,
    /// The sorting layers of 2D rendering, back to front
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sorting_layers: Option<Vec<SortingLayer>>,
    /// The quality levels
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<QualitySettings>,
    /// Input settings
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<InputSettings>,
    /// 3D physics, and settings shared with 2D
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physics: Option<PhysicsSettings>,
    /// 2D physics
    #[serde(rename = "physics2D", skip_serializing_if = "Option::is_none")]
    pub physics_2d: Option<PhysicsSettings>,
    /// Names, version and script compilation of the built game
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerSettings>,
    /// Time steps and scale
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Vec<Setting>>,
    /// Rendering; Unity's lists and nested settings are omitted
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graphics: Option<Vec<Setting>>,
    /// Sound
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audio: Option<Vec<Setting>>,
    /// Autoloads, in loading order
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoloads: Option<Vec<Autoload>>,
    /// The editor plugins that are enabled
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plugins: Option<Vec<EditorPlugin>>,
    /// The project's global groups; scenes may define others
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<GlobalGroup>>,
    /// The export presets
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exports: Option<Vec<ExportPreset>>,
    /// What was asked for and does not exist in this engine.
    #[serde(skip)]
    pub lacking: Vec<SettingsArea>,
}

/// A value under the name that the engine's own file gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Setting {
    /// The setting's name in its file
    pub name: String,
    /// Its value as text, truncated when very long; a Unity asset reference is shown as its guid
    pub value: String,
}

/// A layer that has a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProjectLayer {
    /// Purpose of the layer, such as `2d_physics`; absent in Unity, which has a single set of layers
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its number: from 0 in Unity, from 1 in Godot
    pub number: u32,
    /// The layer's name
    pub name: String,
}

/// A sorting layer of 2D rendering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SortingLayer {
    /// The layer's name
    pub name: String,
    /// The number that renderers store
    pub id: i64,
}

/// The quality levels, and which of them is used where.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QualitySettings {
    /// The level used in the editor; absent when not set
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// The levels, in order
    pub levels: Vec<QualityLevel>,
    /// The default level of each platform
    pub defaults: Vec<PlatformQualityLevel>,
}

/// A quality level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QualityLevel {
    /// The level's name
    pub name: String,
    /// Its main values
    pub values: Vec<Setting>,
}

/// The quality level that a platform starts with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlatformQualityLevel {
    /// The platform
    pub platform: String,
    /// The level's name
    pub level: String,
}

/// The id of the application on a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlatformBundleId {
    /// The platform; `all` in projects with one id
    pub platform: String,
    /// The application's id
    pub id: String,
}

/// How scripts are compiled on a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlatformScriptingBackend {
    /// The platform
    pub platform: String,
    /// `Mono` or `IL2CPP`
    pub backend: String,
}

/// What the player's input is read from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputSettings {
    /// Which of Unity's input systems is enabled: `old` (the axes below), `new` (the Input System package) or `both`; absent when not set
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub handling: Option<InputHandling>,
    /// The axes of Unity's old system; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<InputAxis>,
    /// Paths of the .inputactions files of Unity's new system; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub action_files: Vec<String>,
    /// The actions of Godot's input map that the project sets; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<InputAction>,
}

/// A name that scripts ask for, and what triggers it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct InputAction {
    /// The name that scripts use
    pub name: String,
    /// Dead zone of the axes; absent when not set
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadzone: Option<f64>,
    /// The events that trigger it: `Key Space`, `Ctrl+S`, `Mouse Button 1`, `Joypad Button 0`, `Joypad Axis 1 +`; `(physical)` means the key at this position on a US keyboard
    pub events: Vec<String>,
}

/// Which of its input systems the engine uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InputHandling {
    Old,
    New,
    Both,
}

/// An axis of Unity's old input system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InputAxis {
    /// The name that scripts use; several axes may share one
    pub name: String,
    #[serde(flatten)]
    pub kind: AxisKind,
    /// Keys and buttons for the positive direction
    pub positive: Vec<String>,
    /// Keys and buttons for the negative direction
    pub negative: Vec<String>,
}

/// The input of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AxisKind {
    #[serde(rename = "key")]
    KeyOrButton,
    #[serde(rename = "mouse")]
    MouseMovement,
    /// The joystick axis, starting at 1.
    Joystick { axis: u32 },
}

/// Serialised as properties of the axis itself, because clients do not understand alternatives.
impl JsonSchema for AxisKind {
    fn schema_name() -> Cow<'static, str> {
        "AxisKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "kind": {
                    "description": "What moves it: `key` (a key or button), `mouse` or `joystick`",
                    "type": "string",
                },
                "axis": {
                    "description": "Number of the joystick axis, starting at 1; absent for other kinds",
                    "type": "integer",
                    "minimum": 0,
                },
            },
            "required": ["kind"],
        })
    }
}

/// The settings of 2D or 3D physics.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhysicsSettings {
    /// The main values
    pub values: Vec<Setting>,
    /// Pairs of named layers that do not collide; absent in Godot, where collisions are set per object
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored_pairs: Option<Vec<LayerPair>>,
}

/// Two layers whose colliders pass through each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LayerPair {
    /// Name of one layer, or its number if the names cannot be read
    pub first: String,
    /// Name of the other layer, which may be the same
    pub second: String,
}

/// Names, version and script compilation of the built game. Texts are empty where there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerSettings {
    /// Company name; absent when not set
    #[serde(skip_serializing_if = "String::is_empty")]
    pub company: String,
    /// Name of the game
    pub product: String,
    /// Version of the game; absent when not set
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Description of the game; absent when not set
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    // As a path of the project; as written where there is no such file.
    /// Path of the main scene (Godot)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_scene: Option<String>,
    /// Path of the icon (Godot)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Engine features a Godot project requires: its version, its renderer, C#
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The application's id on each platform that has its own
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bundle_ids: Vec<PlatformBundleId>,
    /// How scripts are compiled on each platform that does not use the default
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scripting_backends: Vec<PlatformScriptingBackend>,
    /// Scripting define symbols
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defines: Vec<PlatformDefines>,
    /// The main values; in Godot, all other settings of the application and its window
    pub values: Vec<Setting>,
}

/// Symbols that scripts are compiled with on a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlatformDefines {
    /// The platform
    pub platform: String,
    /// The symbols
    pub symbols: Vec<String>,
}

/// A scene or script that is loaded before any scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Autoload {
    /// Name of the node below the root
    pub name: String,
    /// Path of the scene or script; as written in the project when it does not resolve
    pub path: String,
    /// Whether scripts can refer to it by name
    pub is_global: bool,
    /// Whether the file exists; absent when unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exists: Option<bool>,
}

/// An editor plugin that is enabled. Texts are empty where its file has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EditorPlugin {
    /// Path of its plugin.cfg
    pub path: String,
    /// Whether that file exists
    pub exists: bool,
    /// Name of the plugin; absent when not given
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Version of the plugin; absent when not given
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Author of the plugin; absent when not given
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
}

/// A group that the whole project knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GlobalGroup {
    /// The group's name
    pub name: String,
    /// What it is for; absent when there is no description
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// What is exported for which platform; never how it is signed. Texts are empty where there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExportPreset {
    /// The preset's name
    pub name: String,
    /// The platform
    pub platform: String,
    /// Whether the editor uses it to run the game on a device
    pub runnable: bool,
    /// Export path; absent when not set
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Which resources are exported: `all_resources`, `scenes`, `resources`, `exclude` or `customized`; absent when not set
    #[serde(skip_serializing_if = "String::is_empty")]
    pub filter: String,
}
