//! Project settings, area by area.

use std::fmt::Write;

use scenewright_model::{InputSettings, ProjectSettings, Setting, SettingsArea};

use super::*;

fn settings(engine: &FileEngine, areas: &[SettingsArea]) -> Reading<ProjectSettings> {
    engine.as_settings().unwrap().settings(areas, &Context::unbounded()).unwrap()
}

fn one(text: &str, area: SettingsArea) -> Reading<ProjectSettings> {
    settings(&project(text).1, &[area])
}

fn lines(values: Option<Vec<Setting>>) -> String {
    values.unwrap().iter().map(|value| format!("{} = {}\n", value.name, value.value)).collect()
}

fn actions(input: Option<InputSettings>) -> String {
    let mut text = String::new();
    for action in input.unwrap().actions {
        let deadzone = action.deadzone.map(|deadzone| format!(" ({deadzone})"));
        let events = action.events.join(", ");
        writeln!(text, "{}{}: {events}", action.name, deadzone.unwrap_or_default()).unwrap();
    }
    text
}

#[test]
fn autoloads_lead_to_files() {
    let found = one(
        "[autoload]\nGame=\"*res://game.gd\"\nByUid=\"*uid://abc123\"\nLost=\"*uid://nowhere\"\n\
         Plain=\"res://gone.tscn\"\nMod=\"*user://mod.gd\"\nCleared=\"\"\nOdd=5\n\
         [autoload_prepend]\nFirst=\"*res://game.gd\"\n\
         //- /game.gd\nextends Node\n//- /by_uid.gd\nextends Node\n//- /by_uid.gd.uid\nuid://abc123\n",
        SettingsArea::Autoloads,
    );
    let shown: String = found
        .value
        .autoloads
        .unwrap()
        .iter()
        .map(|a| format!("{} {} global={} exists={:?}\n", a.name, a.path, a.is_global, a.exists))
        .collect();
    assert_snapshot!(shown, @r"
    First res://game.gd global=true exists=Some(true)
    Game res://game.gd global=true exists=Some(true)
    ByUid res://by_uid.gd global=true exists=Some(true)
    Lost uid://nowhere global=true exists=Some(false)
    Plain res://gone.tscn global=false exists=Some(false)
    Mod user://mod.gd global=true exists=None
    ");
    assert_eq!(found.diagnostics, ["'res://project.godot': the autoload 'Odd' is not a string"]);
}

#[test]
fn input_events_are_said_in_words() {
    let found = one(
        r#"[input]
jump={
"deadzone": 0.5,
"events": [Object(InputEventKey,"device":-1,"keycode":32,"physical_keycode":0,"script":null)
, Object(InputEventKey,"keycode":0,"physical_keycode":69,"unicode":101)
, Object(InputEventKey,"keycode":0,"physical_keycode":0,"key_label":65)
, Object(InputEventJoypadButton,"device":-1,"button_index":0,"pressure":0.0)
, Object(InputEventJoypadMotion,"axis":1,"axis_value":1.0)
, Object(InputEventJoypadMotion,"axis":0,"axis_value":-1.0)
]
}
"save as"={
"deadzone": 0.2,
"events": [Object(InputEventKey,"ctrl_pressed":true,"shift_pressed":true,"keycode":83)
, Object(InputEventKey,"command_or_control_autoremap":true,"alt_pressed":true,"keycode":4194336)
, Object(InputEventKey,"keycode":4194400)
, Object(InputEventKey,"alt_pressed":true,"keycode":8388607)
, Object(InputEventMouseButton,"shift_pressed":true,"button_index":1)
, Object(InputEventAction,"action":&"other")
, Object(InputEventMIDI,"channel":1)
, null
]
}
empty={
"deadzone": 0.5,
"events": [Object(InputEventKey,"keycode":0,"scancode":0), Object(InputEventKey,"keycode":16777221)]
}
"#,
        SettingsArea::Input,
    );
    assert_snapshot!(actions(found.value.input), @r"
    jump (0.5): Key Space, Key E (physical), Key A (label), Joypad Button 0, Joypad Axis 1 +, Joypad Axis 0 -
    save as (0.2): Ctrl+Shift+S, Ctrl/Cmd+Alt+F5, Key 4194400, Alt+Key 8388607, Shift+Mouse Button 1, Action other, MIDI
    empty (0.5): Key (unset), Key 16777221
    ");
    assert_eq!(found.diagnostics, Vec::<String>::new());
}

#[test]
fn godot_3_is_read() {
    let fixture = Fixture::new(
        r#"//- /project.godot
config_version=4
_global_script_classes=[  ]

[application]

config/name="Old"
run/main_scene="res://Main.tscn"

[editor_plugins]

enabled=PoolStringArray( "res://addons/a/plugin.cfg", "b" )

[input]

down={
"deadzone": 0.5,
"events": [ Object(InputEventKey,"device":0,"alt":false,"shift":false,"control":true,"meta":false,"scancode":16777234,"physical_scancode":0)
, Object(InputEventKey,"scancode":0,"physical_scancode":87)
 ]
}
older=[ Object(InputEventJoypadButton,"button_index":13,"pressed":false,"script":null)
 ]

[layer_names]

2d_physics/layer_1="Walls"
2d_physics/layer_2=""

[physics]

common/physics_fps=30
//- /addons/a/plugin.cfg
[plugin]
name="A"
version="1.0"
//- /addons/b/plugin.cfg
[plugin]
name="B"
author="Me"
"#,
    );
    let found = settings(&engine(fixture.root()), &SettingsArea::ALL);
    assert_eq!(found.diagnostics, Vec::<String>::new());
    let found = found.value;
    assert_snapshot!(actions(found.input), @r"
    down (0.5): Ctrl+Down, Key W (physical)
    older: Joypad Button 13
    ");
    let layers = found.layers.unwrap();
    let layers: Vec<_> =
        layers.iter().map(|l| (l.kind.as_deref(), l.number, l.name.as_str())).collect();
    assert_eq!(layers, [(Some("2d_physics"), 1, "Walls")]);
    assert_eq!(lines(found.time), "physics/common/physics_fps = 30\n");
    let plugins: Vec<String> = found
        .plugins
        .unwrap()
        .iter()
        .map(|p| format!("{} {}|{}|{}", p.path, p.name, p.version, p.author))
        .collect();
    assert_eq!(plugins, ["res://addons/a/plugin.cfg A|1.0|", "res://addons/b/plugin.cfg B||Me"]);
}

#[test]
fn the_application_and_its_window() {
    let found = one(
        "[application]\nconfig/name=\"Game\"\nconfig/description=\"Two\nlines\"\nconfig/version=\"1.2\"\n\
         config/features=PackedStringArray(\"4.4\", \"C#\")\nconfig/icon=\"uid://icon\"\n\
         run/main_scene=\"res://gone.tscn\"\nrun/max_fps=60\nboot_splash/show_image=false\n\
         config/name=\"Last\"\n[display]\nwindow/size/viewport_width=960\nmouse_cursor/x=1\n\
         [other]\nx=1\n//- /icon.svg\n<svg/>\n//- /icon.svg.import\n[remap]\nuid=\"uid://icon\"\n",
        SettingsArea::Player,
    );
    let player = found.value.player.unwrap();
    assert_eq!((player.product.as_str(), player.version.as_str()), ("Last", "1.2"));
    assert_eq!(player.description, "Two\nlines");
    assert_eq!(player.main_scene.as_deref(), Some("res://gone.tscn"));
    assert_eq!(player.icon.as_deref(), Some("res://icon.svg"));
    assert_eq!(player.features, ["4.4", "C#"]);
    assert_snapshot!(lines(Some(player.values)), @r"
    application/run/max_fps = 60
    application/boot_splash/show_image = false
    display/window/size/viewport_width = 960
    ");
}

#[test]
fn layers_and_groups_by_name() {
    let text = "[global_group]\nenemies=\"All that bite\"\n\"odd name\"=\"\"\nbare=5\n[layer_names]\n\
        2d_render/layer_1=\"World\"\n3d_physics/layer_32=\"Last\"\navoidance/layer_2=\"Boats\"\n\
        2d_physics/layer_x=\"no\"\n2d_physics/layer_-1=\"no\"\n2d_physics/layer_99999999999=\"no\"\n\
        layer_1=\"no\"\n2d_navigation/layer_1=7\n";
    let (_fixture, engine) = project(text);
    let found = settings(&engine, &[SettingsArea::Layers, SettingsArea::Groups]).value;
    let layers: String = found
        .layers
        .unwrap()
        .iter()
        .map(|l| format!("{} {} {}\n", l.kind.as_deref().unwrap_or_default(), l.number, l.name))
        .collect();
    assert_snapshot!(layers, @r"
    2d_render 1 World
    3d_physics 32 Last
    avoidance 2 Boats
    ");
    let groups = found.groups.unwrap();
    let groups: Vec<_> = groups.iter().map(|g| (g.name.as_str(), g.description.as_str())).collect();
    assert_eq!(groups, [("enemies", "All that bite"), ("odd name", ""), ("bare", "")]);
}

#[test]
fn values_go_to_the_area_that_they_are_about() {
    let (_fixture, engine) = project(&format!(
        "[physics]\n2d/default_gravity=0.0\n3d/physics_engine=\"Jolt Physics\"\n\
         common/physics_ticks_per_second=120\n[rendering]\n\
         renderer/rendering_method.mobile=\"gl_compatibility\"\n\
         environment/defaults/default_clear_color=Color(0, 0, 0, 1)\nlong=\"{}\"\n[audio]\n\
         driver/mix_rate=48000\n[application]\nrun/max_fps.mobile=30\nrun/max_fpses=1\n",
        "é".repeat(100_000)
    ));
    let found = settings(&engine, &SettingsArea::ALL).value;
    let physics = found.physics.unwrap();
    assert_eq!(physics.ignored_pairs, None);
    assert_snapshot!(lines(Some(physics.values)), @r"
    physics/3d/physics_engine = Jolt Physics
    physics/common/physics_ticks_per_second = 120
    ");
    assert_eq!(lines(Some(found.physics_2d.unwrap().values)), "physics/2d/default_gravity = 0.0\n");
    assert_snapshot!(lines(found.time), @r"
    physics/common/physics_ticks_per_second = 120
    application/run/max_fps.mobile = 30
    ");
    assert_eq!(lines(found.audio), "audio/driver/mix_rate = 48000\n");
    let graphics = lines(found.graphics);
    assert!(graphics.ends_with("é… (200000 bytes)\n"), "{graphics}");
    assert!(graphics.contains("default_clear_color = Color(0, 0, 0, 1)\n"), "{graphics}");
    assert_eq!(
        found.lacking,
        [SettingsArea::Tags, SettingsArea::SortingLayers, SettingsArea::Quality]
    );
}

const PRESETS: &str = r#"//- /export_presets.cfg
[preset.0]

name="Android"
platform="Android"
runnable=true
export_filter="all_resources"
export_path="out/game.apk"
script_encryption_key="SECRET"

[preset.0.options]

keystore/release_password="SECRET"
name="SECRET"

[preset.1]

name="Web"
platform="Web"
runnable="yes"

[preset.x]
name="SECRET"
"#;

#[test]
fn presets_come_without_their_secrets() {
    let found = one(PRESETS, SettingsArea::Exports);
    let exports = format!("{:?}", found.value.exports.unwrap());
    assert!(!exports.contains("SECRET"), "{exports}");
    assert_snapshot!(exports, @r#"[ExportPreset { name: "Android", platform: "Android", runnable: true, path: "out/game.apk", filter: "all_resources" }, ExportPreset { name: "Web", platform: "Web", runnable: false, path: "", filter: "" }]"#);
    assert_eq!(one("", SettingsArea::Exports).value.exports, Some(Vec::new()));
}

#[test]
fn what_is_broken_is_said_and_the_rest_answers() {
    let (_fixture, engine) = project(
        "[editor_plugins]\nenabled=PackedStringArray(\"res://addons/a/plugin.cfg\", \
         \"res://addons/gone/plugin.cfg\", \"res://../outside/plugin.cfg\")\n\
         [layer_names]\n2d_render/layer_1=\"World\"\n\
         //- /addons/a/plugin.cfg\n[plugin]\nname=\"open\n//- /export_presets.cfg\n[preset.0]\nname=\n",
    );
    let found = settings(&engine, &SettingsArea::ALL);
    assert_snapshot!(found.diagnostics.join("\n"), @r"
    'res://addons/a/plugin.cfg', line 2: the file ends inside a string that begins here
    Plugin description 'addons/gone/plugin.cfg' does not exist
    'res://../outside/plugin.cfg' is outside the project
    'res://export_presets.cfg', line 2: a key without a value
    ");
    let plugins = found.value.plugins.unwrap();
    assert_eq!(
        plugins.iter().map(|plugin| plugin.exists).collect::<Vec<_>>(),
        [true, false, false]
    );
    assert_eq!(found.value.exports, None);
    assert_eq!(found.value.layers.unwrap().len(), 1);
}

#[test]
fn a_broken_project_file_leaves_the_presets() {
    let fixture = Fixture::new(&format!("//- /project.godot\n[application\n{PRESETS}"));
    let found = settings(&engine(fixture.root()), &SettingsArea::ALL);
    assert_eq!(found.diagnostics.len(), 1, "{:?}", found.diagnostics);
    assert_eq!(found.value.exports.unwrap().len(), 2);
    assert_eq!(found.value.player, None);
}

#[test]
fn values_of_the_wrong_type_harm_nothing() {
    let deep = format!("{}{}", "[".repeat(60), "]".repeat(60));
    let huge = "9".repeat(10_000);
    for value in [
        "5",
        "\"text\"",
        "null",
        "{}",
        "[]",
        "{\"deadzone\": nan, \"events\": 5}",
        "{\"deadzone\": \"x\", \"events\": [5, \"a\", {}, Object(Node,\"a\":1)]}",
        "{\"events\": [Object(InputEventKey,\"keycode\":\"a\"), Object(InputEventKey,1:2)]}",
        "Object(InputEventKey,\"keycode\":99999999999999999999)",
        "PackedStringArray(\"\", \"..\", \"res://\", \"\\u0000\")",
        "Unheard(of, 1)",
        &deep,
        &huge,
    ] {
        let keys = [
            ("application", "config/name"),
            ("application", "config/features"),
            ("application", "run/main_scene"),
            ("application", "config/icon"),
            ("autoload", "A"),
            ("input", "a"),
            ("layer_names", "2d_physics/layer_1"),
            ("global_group", "g"),
            ("editor_plugins", "enabled"),
            ("physics", "2d/x"),
        ];
        let sections = keys.map(|(section, key)| format!("[{section}]\n{key}={value}\n"));
        let presets =
            format!("//- /export_presets.cfg\n[preset.0]\nname={value}\nrunnable={value}\n");
        let (_fixture, engine) = project(&(sections.concat() + &presets));
        let found = settings(&engine, &SettingsArea::ALL).value;
        assert_eq!(found.exports.map(|presets| presets.len()), Some(1), "{value:.60}");
        assert!(found.player.is_some() && found.physics_2d.is_some(), "{value:.60}");
    }
}
