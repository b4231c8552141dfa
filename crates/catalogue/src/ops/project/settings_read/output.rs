//! The settings as the operation shows them.

use scenewright_model::{self as model, AxisKind, InputHandling};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// The project's own tags, without the ones that every project has
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
    /// The layers that have a name
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<Vec<Layer>>,
    /// The sorting layers of 2D rendering, back to front
    #[serde(skip_serializing_if = "Option::is_none")]
    sorting_layers: Option<Vec<SortingLayer>>,
    /// The quality levels
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<Quality>,
    /// What the player's input is read from
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Input>,
    /// 3D physics
    #[serde(skip_serializing_if = "Option::is_none")]
    physics: Option<Physics>,
    /// 2D physics
    #[serde(rename = "physics2D", skip_serializing_if = "Option::is_none")]
    physics_2d: Option<Physics>,
    /// Names, version and script compilation of the built game
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Player>,
    /// Time steps and scale
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Vec<Setting>>,
    /// Rendering; lists and nested settings are left out
    #[serde(skip_serializing_if = "Option::is_none")]
    graphics: Option<Vec<Setting>>,
    /// Sound
    #[serde(skip_serializing_if = "Option::is_none")]
    audio: Option<Vec<Setting>>,
}

#[derive(Serialize, JsonSchema)]
struct Setting {
    /// The setting's name in its file
    name: String,
    /// Its value as text; a reference to an asset is its guid
    value: String,
}

#[derive(Serialize, JsonSchema)]
struct Layer {
    /// Number from 0 to 31
    number: u32,
    /// The layer's name
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct SortingLayer {
    /// The layer's name
    name: String,
    /// The number that renderers store
    id: i64,
}

#[derive(Serialize, JsonSchema)]
struct Quality {
    /// The level that the editor works with; absent when the file names none
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<String>,
    /// The levels, in order
    levels: Vec<QualityLevel>,
    /// The level that each platform starts with
    defaults: Vec<PlatformLevel>,
}

#[derive(Serialize, JsonSchema)]
struct QualityLevel {
    /// The level's name
    name: String,
    /// Its main values
    values: Vec<Setting>,
}

#[derive(Serialize, JsonSchema)]
struct PlatformLevel {
    /// The platform
    platform: String,
    /// The level's name
    level: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Input {
    /// Which system is on: `old` (the axes below), `new` (the Input System package) or `both`; absent when the project does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    handling: Option<&'static str>,
    /// The axes of the old system
    axes: Vec<Axis>,
    /// Paths of the .inputactions files of the new system
    action_files: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Axis {
    /// The name that scripts use; several axes may share one
    name: String,
    /// What moves it: `key` (a key or button), `mouse` or `joystick`
    kind: &'static str,
    /// Number of the joystick's axis, from 1; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    axis: Option<u32>,
    /// Keys and buttons that push it up
    positive: Vec<String>,
    /// Keys and buttons that push it down
    negative: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Physics {
    /// The main values
    values: Vec<Setting>,
    /// Pairs of named layers that do not collide
    ignored_pairs: Vec<Pair>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Pair {
    /// Name of one layer; its number where the names cannot be read
    first: String,
    /// Name of the other layer, which may be the same
    second: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Player {
    /// Who makes the game
    company: String,
    /// What the game is called
    product: String,
    /// The game's version
    version: String,
    /// The application's id on each platform that has its own
    bundle_ids: Vec<BundleId>,
    /// How scripts are compiled on each platform that does not use the default
    scripting_backends: Vec<Backend>,
    /// Symbols that scripts are compiled with
    defines: Vec<Defines>,
    /// The main values
    values: Vec<Setting>,
}

#[derive(Serialize, JsonSchema)]
struct BundleId {
    /// The platform; `all` in projects with one id
    platform: String,
    /// The application's id
    id: String,
}

#[derive(Serialize, JsonSchema)]
struct Backend {
    /// The platform
    platform: String,
    /// `Mono` or `IL2CPP`
    backend: String,
}

#[derive(Serialize, JsonSchema)]
struct Defines {
    /// The platform
    platform: String,
    /// The symbols
    symbols: Vec<String>,
}

impl Output {
    /// Cuts long lists and tells of each: what it holds, which area shows all of it, how many.
    pub(super) fn shorten(&mut self, most: usize, tell: impl Fn(&str, &str, usize)) {
        fn cut<T>(list: Option<&mut Vec<T>>, most: usize) -> Option<usize> {
            let list = list.filter(|list| list.len() > most)?;
            let total = list.len();
            list.truncate(most);
            Some(total)
        }
        let physics = self.physics.as_mut().map(|physics| &mut physics.ignored_pairs);
        let physics_2d = self.physics_2d.as_mut().map(|physics| &mut physics.ignored_pairs);
        let (axes, files) = match &mut self.input {
            Some(input) => (Some(&mut input.axes), Some(&mut input.action_files)),
            None => (None, None),
        };
        let levels = self.quality.as_mut().map(|quality| &mut quality.levels);
        let lists = [
            ("tags", "tags", cut(self.tags.as_mut(), most)),
            ("sorting layers", "sorting-layers", cut(self.sorting_layers.as_mut(), most)),
            ("quality levels", "quality", cut(levels, most)),
            ("input axes", "input", cut(axes, most)),
            ("action files", "input", cut(files, most)),
            ("pairs of layers", "physics", cut(physics, most)),
            ("pairs of 2D layers", "physics", cut(physics_2d, most)),
            ("graphics settings", "graphics", cut(self.graphics.as_mut(), most)),
        ];
        for (what, area, total) in lists {
            if let Some(total) = total {
                tell(what, area, total);
            }
        }
    }
}

impl From<model::ProjectSettings> for Output {
    fn from(settings: model::ProjectSettings) -> Output {
        let layer = |layer: model::Layer| Layer { number: layer.number, name: layer.name };
        let sorting = |layer: model::SortingLayer| SortingLayer { name: layer.name, id: layer.id };
        Output {
            tags: settings.tags,
            layers: settings.layers.map(|layers| each(layers, layer)),
            sorting_layers: settings.sorting_layers.map(|layers| each(layers, sorting)),
            quality: settings.quality.map(Quality::from),
            input: settings.input.map(Input::from),
            physics: settings.physics.map(Physics::from),
            physics_2d: settings.physics_2d.map(Physics::from),
            player: settings.player.map(Player::from),
            time: settings.time.map(|values| each(values, Setting::from)),
            graphics: settings.graphics.map(|values| each(values, Setting::from)),
            audio: settings.audio.map(|values| each(values, Setting::from)),
        }
    }
}

fn each<T, U>(items: Vec<T>, show: impl FnMut(T) -> U) -> Vec<U> {
    items.into_iter().map(show).collect()
}

impl From<model::Setting> for Setting {
    fn from(setting: model::Setting) -> Setting {
        Setting { name: setting.name, value: setting.value }
    }
}

impl From<model::Quality> for Quality {
    fn from(quality: model::Quality) -> Quality {
        Quality {
            current: quality.current,
            levels: each(quality.levels, |level| QualityLevel {
                name: level.name,
                values: each(level.values, Setting::from),
            }),
            defaults: each(quality.defaults, |entry| PlatformLevel {
                platform: entry.platform,
                level: entry.value,
            }),
        }
    }
}

impl From<model::InputSettings> for Input {
    fn from(input: model::InputSettings) -> Input {
        Input {
            handling: input.handling.map(|handling| match handling {
                InputHandling::Old => "old",
                InputHandling::New => "new",
                InputHandling::Both => "both",
            }),
            axes: each(input.axes, Axis::from),
            action_files: input.action_files,
        }
    }
}

impl From<model::InputAxis> for Axis {
    fn from(axis: model::InputAxis) -> Axis {
        let buttons = |names: [String; 2]| {
            names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>()
        };
        let (kind, number) = match axis.kind {
            AxisKind::KeyOrButton => ("key", None),
            AxisKind::MouseMovement => ("mouse", None),
            AxisKind::Joystick { axis } => ("joystick", Some(axis)),
        };
        Axis {
            name: axis.name,
            kind,
            axis: number,
            positive: buttons([axis.positive, axis.alt_positive]),
            negative: buttons([axis.negative, axis.alt_negative]),
        }
    }
}

impl From<model::PhysicsSettings> for Physics {
    fn from(physics: model::PhysicsSettings) -> Physics {
        Physics {
            values: each(physics.values, Setting::from),
            ignored_pairs: each(physics.apart, |[first, second]| Pair { first, second }),
        }
    }
}

impl From<model::PlayerSettings> for Player {
    fn from(player: model::PlayerSettings) -> Player {
        Player {
            company: player.company,
            product: player.product,
            version: player.version,
            bundle_ids: each(player.bundle_ids, |entry| BundleId {
                platform: entry.platform,
                id: entry.value,
            }),
            scripting_backends: each(player.scripting_backends, |entry| Backend {
                platform: entry.platform,
                backend: entry.value,
            }),
            defines: each(player.defines, |entry| Defines {
                platform: entry.platform,
                symbols: entry.symbols,
            }),
            values: each(player.values, Setting::from),
        }
    }
}
