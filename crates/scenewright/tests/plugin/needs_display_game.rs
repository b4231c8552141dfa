//! Pictures of a running game on a virtual screen, decoded and looked into, and recordings that expect pictures.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor::project;
use crate::needs_display_pictures::Picture;
use crate::needs_godot_play::{first_reason, play};

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Pictures"
run/main_scene="res://main.tscn"

[display]

window/size/viewport_width=640
window/size/viewport_height=360

[rendering]

environment/defaults/default_clear_color=Color(0, 0, 0.5, 1)
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/main.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://red.gd" id="1"]

[node name="Main" type="Node2D"]

[node name="Red" type="ColorRect" parent="."]
offset_left = 20.0
offset_top = 120.0
offset_right = 220.0
offset_bottom = 220.0
color = Color(1, 0, 0, 1)
script = ExtResource("1")

[node name="Start" type="Button" parent="."]
offset_left = 400.0
offset_top = 20.0
offset_right = 500.0
offset_bottom = 60.0
text = "Start"
//- /game/red.gd
extends ColorRect

func _physics_process(_delta: float) -> void:
	position.x += 4.0
//- /game/tests/play/move.play.toml
play = 1

[start]
display = "virtual"
seed = 1

[[segment]]
ticks = 40

[segment.expect]
ticks = 40
pictures = [
  { tick = 30, file = "move-30.png" },
]
"#;

#[test]
fn a_game_is_seen_and_its_pictures_are_expected() {
    let project = project(GAME);
    let mut agent = Agent::playing(&project.path(""), &[]);
    agent.played("game.start", json!({ "display": "virtual", "seed": 1 }));
    // Its first code runs in the first tick, where it is stopped: the rectangle has moved once.
    agent.played("game.act", json!({ "ticks": 10 }));
    let looked = agent.result("game.look", json!({ "view": "picture", "format": "png" }));
    let picture = png(&looked["content"][1]);
    assert_eq!((picture.width, picture.height), (640, 360), "{}", looked["content"][0]);
    // The picture shows the frame before the values: nine or ten steps of four pixels.
    assert_eq!((picture.at(70, 150), picture.at(50, 150)), ([255, 0, 0], [0, 0, 128]));
    let marks = looked["structuredContent"]["marks"].as_array().unwrap();
    let mark =
        |name: &str| marks.iter().find(|mark| mark["path"] == json!(format!("/root/Main/{name}")));
    assert_eq!(mark("Start").unwrap()["rect"], json!([400, 20, 100, 40]), "{marks:?}");
    assert_eq!(mark("Red").unwrap()["rect"], json!([64, 120, 200, 100]), "{marks:?}");

    let missing = play(&project.path(""), &[]);
    assert!(missing.0 == 2 && first_reason(&missing.1).contains("move-30.png"), "{missing:?}");
    assert_eq!(play(&project.path(""), &["--update"]).0, 0);
    let (exit, report) = play(&project.path(""), &[]);
    assert_eq!(exit, 0, "{report}");
    let scene = project.path("game/main.tscn");
    let text = fs::read_to_string(&scene).unwrap();
    fs::write(&scene, text.replace("offset_bottom = 220.0", "offset_bottom = 240.0")).unwrap();
    let trace = project.path("trace");
    let (exit, report) = play(&project.path(""), &["--trace", trace.to_str().unwrap()]);
    // A strip of 200 x 20 pixels.
    let expected =
        "segment 1, tick 30: 1.74 % of the picture differs from move-30.png (tolerance 0.1 %)";
    assert_eq!((exit, first_reason(&report)), (1, expected), "{report}");
    for what in ["expected", "found", "difference"] {
        let file = trace.join(format!("tests-play-move/segment-1-tick-30-{what}.png"));
        assert!(file.is_file(), "{what}");
    }
}

/// Things before and behind each other, with everything that a picture of colours must neither show nor change: materials of all kinds,
/// an environment, smoothing, and a layer that is there and cannot be seen.
const COVERED: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Covered"
run/main_scene="res://main.tscn"

[display]

window/size/viewport_width=640
window/size/viewport_height=360

[rendering]

anti_aliasing/quality/msaa_3d=1
anti_aliasing/quality/msaa_2d=1
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/main.tscn
[gd_scene load_steps=10 format=3]

[sub_resource type="BoxMesh" id="box"]

[sub_resource type="QuadMesh" id="quad"]

[sub_resource type="StandardMaterial3D" id="red"]
albedo_color = Color(1, 0, 0, 1)

[sub_resource type="StandardMaterial3D" id="glass"]
transparency = 1
albedo_color = Color(0, 1, 0, 0.3)

[sub_resource type="Environment" id="env"]
background_mode = 1
background_color = Color(0.2, 0.3, 0.9, 1)
ambient_light_source = 2
ambient_light_color = Color(1, 1, 1, 1)
tonemap_mode = 4
fog_enabled = true

[sub_resource type="CanvasItemMaterial" id="add"]
blend_mode = 1

[sub_resource type="Shader" id="shader"]
code = "shader_type canvas_item; void fragment() { COLOR = vec4(0.0, 0.0, 0.0, 0.1); }"

[sub_resource type="ShaderMaterial" id="effect"]
shader = SubResource("shader")

[sub_resource type="ViewportTexture" id="screen"]
viewport_path = NodePath("World/Screen")

[node name="Main" type="Node"]

[node name="World" type="Node3D" parent="."]

[node name="Environment" type="WorldEnvironment" parent="World"]
environment = SubResource("env")

[node name="Camera" type="Camera3D" parent="World"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5)

[node name="Wall" type="StaticBody3D" parent="World"]
transform = Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 0)

[node name="Mesh" type="MeshInstance3D" parent="World/Wall"]
mesh = SubResource("box")
material_override = SubResource("red")
material_overlay = SubResource("glass")

[node name="Behind" type="StaticBody3D" parent="World"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, -3)

[node name="Mesh" type="MeshInstance3D" parent="World/Behind"]
mesh = SubResource("box")

[node name="Half" type="StaticBody3D" parent="World"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, -1)

[node name="Mesh" type="MeshInstance3D" parent="World/Half"]
mesh = SubResource("box")
surface_material_override/0 = SubResource("red")

[node name="Glass" type="MeshInstance3D" parent="World"]
transform = Transform3D(9, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 2)
mesh = SubResource("quad")
surface_material_override/0 = SubResource("glass")

[node name="Screen" type="SubViewport" parent="World"]
size = Vector2i(100, 100)
render_target_update_mode = 4

[node name="Press" type="Button" parent="World/Screen"]
offset_right = 100.0
offset_bottom = 50.0

[node name="Shown" type="Sprite2D" parent="."]
modulate = Color(0.5, 0.5, 0.5, 1)
position = Vector2(60, 310)
texture = SubResource("screen")

[node name="Diamond" type="Polygon2D" parent="."]
position = Vector2(100, 100)
polygon = PackedVector2Array(0, -50, 50, 0, 0, 50, -50, 0)

[node name="Glow" type="Polygon2D" parent="Diamond"]
material = SubResource("add")
polygon = PackedVector2Array(-90, -90, 90, -90, 90, 90, -90, 90)

[node name="Under" type="Button" parent="."]
offset_left = 500.0
offset_top = 20.0
offset_right = 580.0
offset_bottom = 60.0
text = "Under"

[node name="Sheet" type="ColorRect" parent="."]
offset_left = 490.0
offset_top = 10.0
offset_right = 590.0
offset_bottom = 70.0

[node name="Ok" type="Button" parent="Sheet"]
offset_right = 20.0
offset_bottom = 10.0

[node name="Unseen" type="ColorRect" parent="."]
modulate = Color(1, 1, 1, 0)
offset_right = 640.0
offset_bottom = 360.0

[node name="Effect" type="ColorRect" parent="."]
material = SubResource("effect")
offset_right = 640.0
offset_bottom = 360.0
mouse_filter = 2
"#;

#[test]
fn marks_are_on_what_is_seen_and_leave_no_trace() {
    let project = project(COVERED);
    let mut agent = Agent::playing(&project.path(""), &[]);
    agent.played("game.start", json!({ "display": "virtual" }));
    agent.played("game.act", json!({ "ticks": 5 }));
    let look = |agent: &mut Agent, marks: bool| {
        let arguments = json!({ "view": "picture", "format": "png", "marks": marks });
        let looked = agent.result("game.look", arguments);
        (looked["structuredContent"]["marks"].clone(), looked["content"][1]["data"].clone())
    };
    let (_, before) = look(&mut agent, false);
    let (marks, _) = look(&mut agent, true);
    let (_, after) = look(&mut agent, false);
    assert!(before == after, "the picture differs after marks");
    agent.played("game.act", json!({ "ticks": 2 }));
    assert!(look(&mut agent, false).1 == before, "the next picture differs");

    let mut seen: Vec<String> = marks.as_array().unwrap().iter().map(describe).collect();
    seen.sort();
    insta::assert_snapshot!(seen.join("\n"), @r#"
    Diamond [50,50,99,100] "pixels"
    Sheet [490,10,100,60] "rectangle"
    Sheet/Ok [490,10,20,10] "rectangle"
    World/Half [320,159,43,42] "pixels"
    World/Screen/Press [10,260,100,50] "pixels"
    World/Wall [363,128,113,104] "pixels"
    "#);
}

fn describe(mark: &Value) -> String {
    let path = mark["path"].as_str().unwrap().trim_start_matches("/root/Main/");
    format!("{path} {} {}", mark["rect"], mark["foundBy"])
}

fn png(image: &Value) -> Picture {
    Picture::from_png(&STANDARD.decode(image["data"].as_str().unwrap()).unwrap())
}
