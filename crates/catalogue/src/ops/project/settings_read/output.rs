//! The settings as the operation shows them.

use scenewright_model as model;
use schemars::JsonSchema;
use serde::Serialize;

use super::input::InputOutput;
use super::loaded::{AutoloadRow, EditorPluginRow, ExportPresetRow, GlobalGroupRow, filled};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SettingsReadOutput {
    /// The project's own tags, without the ones that every project has
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
    /// The layers that have a name
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<Vec<LayerRow>>,
    /// The sorting layers of 2D rendering, back to front
    #[serde(skip_serializing_if = "Option::is_none")]
    sorting_layers: Option<Vec<SortingLayerRow>>,
    /// The quality levels
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<QualityOutput>,
    /// What the player's input is read from
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<InputOutput>,
    /// 3D physics, and what counts for 2D too
    #[serde(skip_serializing_if = "Option::is_none")]
    physics: Option<PhysicsOutput>,
    /// 2D physics
    #[serde(rename = "physics2D", skip_serializing_if = "Option::is_none")]
    physics_2d: Option<PhysicsOutput>,
    /// Names, version and script compilation of the built game
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerOutput>,
    /// Time steps and scale
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Vec<SettingRow>>,
    /// Rendering; Unity's lists and nested settings are left out
    #[serde(skip_serializing_if = "Option::is_none")]
    graphics: Option<Vec<SettingRow>>,
    /// Sound
    #[serde(skip_serializing_if = "Option::is_none")]
    audio: Option<Vec<SettingRow>>,
    /// What is loaded before any scene, in this order
    #[serde(skip_serializing_if = "Option::is_none")]
    autoloads: Option<Vec<AutoloadRow>>,
    /// The editor plugins that are enabled
    #[serde(skip_serializing_if = "Option::is_none")]
    plugins: Option<Vec<EditorPluginRow>>,
    /// The groups that the whole project knows; scenes may have others
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<GlobalGroupRow>>,
    /// The export presets
    #[serde(skip_serializing_if = "Option::is_none")]
    exports: Option<Vec<ExportPresetRow>>,
}

#[derive(Serialize, JsonSchema)]
struct SettingRow {
    /// The setting's name in its file
    name: String,
    /// Its value as text, cut when it is very long; a Unity reference to an asset is its guid
    value: String,
}

#[derive(Serialize, JsonSchema)]
struct LayerRow {
    /// What the layer is for, such as `2d_physics`; absent in Unity, where all share one set
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// Its number: from 0 in Unity, from 1 in Godot
    number: u32,
    /// The layer's name
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct SortingLayerRow {
    /// The layer's name
    name: String,
    /// The number that renderers store
    id: i64,
}

#[derive(Serialize, JsonSchema)]
struct QualityOutput {
    /// The level that the editor works with; absent when the file names none
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<String>,
    /// The levels, in order
    levels: Vec<QualityLevelRow>,
    /// The level that each platform starts with
    defaults: Vec<PlatformQualityLevel>,
}

#[derive(Serialize, JsonSchema)]
struct QualityLevelRow {
    /// The level's name
    name: String,
    /// Its main values
    values: Vec<SettingRow>,
}

#[derive(Serialize, JsonSchema)]
struct PlatformQualityLevel {
    /// The platform
    platform: String,
    /// The level's name
    level: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PhysicsOutput {
    /// The main values
    values: Vec<SettingRow>,
    /// Pairs of named layers that do not collide; absent in Godot, where each object says what it collides with
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored_pairs: Option<Vec<LayerPair>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LayerPair {
    /// Name of one layer; its number where the names cannot be read
    first: String,
    /// Name of the other layer, which may be the same
    second: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerOutput {
    /// Who makes the game; absent when the project does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<String>,
    /// What the game is called
    product: String,
    /// The game's version; absent when the project does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// What the game is about; absent when the project does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Path of the scene that a Godot game starts with
    #[serde(skip_serializing_if = "Option::is_none")]
    main_scene: Option<String>,
    /// Path of a Godot game's icon
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// What a Godot project needs of the engine: its version, its renderer, C#
    #[serde(skip_serializing_if = "Vec::is_empty")]
    features: Vec<String>,
    /// The application's id on each platform that has its own
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bundle_ids: Vec<PlatformBundleId>,
    /// How scripts are compiled on each platform that does not use the default
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scripting_backends: Vec<PlatformScriptingBackend>,
    /// Symbols that scripts are compiled with
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defines: Vec<PlatformDefinesRow>,
    /// The main values; in Godot all others of the application and its window
    values: Vec<SettingRow>,
}

#[derive(Serialize, JsonSchema)]
struct PlatformBundleId {
    /// The platform; `all` in projects with one id
    platform: String,
    /// The application's id
    id: String,
}

#[derive(Serialize, JsonSchema)]
struct PlatformScriptingBackend {
    /// The platform
    platform: String,
    /// `Mono` or `IL2CPP`
    backend: String,
}

#[derive(Serialize, JsonSchema)]
struct PlatformDefinesRow {
    /// The platform
    platform: String,
    /// The symbols
    symbols: Vec<String>,
}

impl SettingsReadOutput {
    /// Cuts long lists and tells of each: what it holds, which area shows all of it, how many.
    pub(super) fn shorten(&mut self, most: usize, tell: impl Fn(&str, &str, usize)) {
        fn cut<T>(list: Option<&mut Vec<T>>, most: usize) -> Option<usize> {
            let list = list.filter(|list| list.len() > most)?;
            let total = list.len();
            list.truncate(most);
            Some(total)
        }
        let physics = self.physics.as_mut().and_then(|physics| physics.ignored_pairs.as_mut());
        let physics_2d =
            self.physics_2d.as_mut().and_then(|physics| physics.ignored_pairs.as_mut());
        let (axes, files, actions) = match &mut self.input {
            Some(input) => {
                (Some(&mut input.axes), Some(&mut input.action_files), Some(&mut input.actions))
            }
            None => (None, None, None),
        };
        let levels = self.quality.as_mut().map(|quality| &mut quality.levels);
        let lists = [
            ("tags", "tags", cut(self.tags.as_mut(), most)),
            ("sorting layers", "sorting-layers", cut(self.sorting_layers.as_mut(), most)),
            ("quality levels", "quality", cut(levels, most)),
            ("input axes", "input", cut(axes, most)),
            ("action files", "input", cut(files, most)),
            ("input actions", "input", cut(actions, most)),
            ("layers", "layers", cut(self.layers.as_mut(), most)),
            ("pairs of layers", "physics", cut(physics, most)),
            ("pairs of 2D layers", "physics", cut(physics_2d, most)),
            ("graphics settings", "graphics", cut(self.graphics.as_mut(), most)),
            ("autoloads", "autoloads", cut(self.autoloads.as_mut(), most)),
            ("plugins", "plugins", cut(self.plugins.as_mut(), most)),
            ("groups", "groups", cut(self.groups.as_mut(), most)),
            ("export presets", "exports", cut(self.exports.as_mut(), most)),
        ];
        for (what, area, total) in lists {
            if let Some(total) = total {
                tell(what, area, total);
            }
        }
    }
}

impl From<model::ProjectSettings> for SettingsReadOutput {
    fn from(settings: model::ProjectSettings) -> SettingsReadOutput {
        let layer = |layer: model::ProjectLayer| LayerRow {
            kind: layer.kind,
            number: layer.number,
            name: layer.name,
        };
        let sorting =
            |layer: model::SortingLayer| SortingLayerRow { name: layer.name, id: layer.id };
        SettingsReadOutput {
            tags: settings.tags,
            layers: settings.layers.map(|layers| each(layers, layer)),
            sorting_layers: settings.sorting_layers.map(|layers| each(layers, sorting)),
            quality: settings.quality.map(QualityOutput::from),
            input: settings.input.map(InputOutput::from),
            physics: settings.physics.map(PhysicsOutput::from),
            physics_2d: settings.physics_2d.map(PhysicsOutput::from),
            player: settings.player.map(PlayerOutput::from),
            time: settings.time.map(|values| each(values, SettingRow::from)),
            graphics: settings.graphics.map(|values| each(values, SettingRow::from)),
            audio: settings.audio.map(|values| each(values, SettingRow::from)),
            autoloads: settings.autoloads.map(|list| each(list, AutoloadRow::from)),
            plugins: settings.plugins.map(|list| each(list, EditorPluginRow::from)),
            groups: settings.groups.map(|list| each(list, GlobalGroupRow::from)),
            exports: settings.exports.map(|list| each(list, ExportPresetRow::from)),
        }
    }
}

pub(super) fn each<T, U>(items: Vec<T>, show: impl FnMut(T) -> U) -> Vec<U> {
    items.into_iter().map(show).collect()
}

impl From<model::Setting> for SettingRow {
    fn from(setting: model::Setting) -> SettingRow {
        SettingRow { name: setting.name, value: setting.value }
    }
}

impl From<model::QualitySettings> for QualityOutput {
    fn from(quality: model::QualitySettings) -> QualityOutput {
        QualityOutput {
            current: quality.current,
            levels: each(quality.levels, |level| QualityLevelRow {
                name: level.name,
                values: each(level.values, SettingRow::from),
            }),
            defaults: each(quality.defaults, |entry| PlatformQualityLevel {
                platform: entry.platform,
                level: entry.value,
            }),
        }
    }
}

impl From<model::PhysicsSettings> for PhysicsOutput {
    fn from(physics: model::PhysicsSettings) -> PhysicsOutput {
        PhysicsOutput {
            values: each(physics.values, SettingRow::from),
            ignored_pairs: physics
                .apart
                .map(|pairs| each(pairs, |[first, second]| LayerPair { first, second })),
        }
    }
}

impl From<model::PlayerSettings> for PlayerOutput {
    fn from(player: model::PlayerSettings) -> PlayerOutput {
        PlayerOutput {
            company: filled(player.company),
            product: player.product,
            version: filled(player.version),
            description: filled(player.description),
            main_scene: player.main_scene,
            icon: player.icon,
            features: player.features,
            bundle_ids: each(player.bundle_ids, |entry| PlatformBundleId {
                platform: entry.platform,
                id: entry.value,
            }),
            scripting_backends: each(player.scripting_backends, |entry| PlatformScriptingBackend {
                platform: entry.platform,
                backend: entry.value,
            }),
            defines: each(player.defines, |entry| PlatformDefinesRow {
                platform: entry.platform,
                symbols: entry.symbols,
            }),
            values: each(player.values, SettingRow::from),
        }
    }
}
