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

fn png(image: &Value) -> Picture {
    Picture::from_png(&STANDARD.decode(image["data"].as_str().unwrap()).unwrap())
}
