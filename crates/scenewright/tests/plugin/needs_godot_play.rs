//! Recordings: written by an agent's acts, replayed by `scenewright play`, and compared from run to run.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::agent::{Agent, program};
use crate::editor::{self, project};
use crate::needs_godot_game::{GAME, contents};

const RECORDING: &str = "tests/play/walk.play.toml";

/// The exit code and the report of `scenewright play --json`.
pub fn play(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let mut command = program(folder);
    command.args(["play", "--json", "--project"]).arg(folder.join("game")).args(arguments);
    command.env("SCENEWRIGHT_GODOT", editor::program());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let report = serde_json::from_slice(&stdout).unwrap_or_else(|error| {
        let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        panic!("{error}\n{stdout}\n{stderr}")
    });
    (status.code().unwrap(), report)
}

pub fn first_reason(report: &Value) -> &str {
    report["recordings"][0]["reasons"][0].as_str().unwrap_or_default()
}

#[test]
fn what_is_recorded_is_repeated_and_a_change_is_found_at_its_tick() {
    let project = project(GAME);
    record(&project.path(""));
    let before = contents(&project.path("game"));

    let (exit, report) = play(&project.path(""), &["--junit", "/dev/null"]);
    assert_eq!((exit, &report["recordings"][0]["status"]), (0, &json!("passed")), "{report}");
    let recording = &report["recordings"][0];
    assert_eq!((&recording["segments"], &recording["ticks"]), (&json!(2), &json!(25)));

    // The third run is compared with the first one, node by node and tick by tick.
    let (exit, report) = play(&project.path(""), &["--prove", "3"]);
    assert_eq!((exit, &report["recordings"][0]["status"]), (0, &json!("same")), "{report}");
    assert_eq!(contents(&project.path("game")), before);

    let script = project.path("game/player.gd");
    let source = fs::read_to_string(&script).unwrap();
    fs::write(&script, source.replace("speed := 120.0", "speed := 121.2")).unwrap();
    let trace = project.path("trace");
    let (exit, report) = play(&project.path(""), &["--trace", trace.to_str().unwrap()]);
    assert_eq!(exit, 1, "{report}");
    let first = &report["recordings"][0]["first"];
    // The key is pressed at tick 2, and the player has moved in the tick after it.
    assert_eq!((&first["segment"], &first["tick"]), (&json!(1), &json!(3)));
    assert_eq!(
        first_reason(&report),
        "segment 1, tick 3: Player:position:x is 102.02, expected 102 (tolerance 0.0001)"
    );
    let answers = fs::read_to_string(trace.join("tests-play-walk/answers.json")).unwrap();
    assert!(answers.contains("102.02"), "{answers}");

    let (exit, report) = play(&project.path(""), &["--update"]);
    assert_eq!((exit, &report["recordings"][0]["status"]), (0, &json!("updated")), "{report}");
    assert_eq!(play(&project.path(""), &[]).0, 0);
}

/// The sample has never been imported, so each run plays an imported copy.
#[test]
fn the_bundled_recording_passes_and_finds_another_speed() {
    let project = project("//- /readme.txt\n");
    let demo = project.path("demo");
    let mut tour = program(&project.path(""));
    tour.args(["demo", "--once", "--dir"]).arg(&demo).env("SCENEWRIGHT_GODOT", editor::program());
    let toured = String::from_utf8(tour.output().unwrap().stdout).unwrap();
    // Where there is a Godot the tour plays it.
    assert!(toured.contains("passed  tests/play/tend_the_bow_lantern.play.toml"), "{toured}");
    let sample = demo.join("godot");
    fs::rename(&sample, project.path("game")).unwrap();
    let (exit, report) = play(&project.path(""), &["--import", "copy"]);
    assert_eq!(exit, 0, "{report}");
    let script = project.path("game/scripts/player.gd");
    let source = fs::read_to_string(&script).unwrap();
    fs::write(&script, source.replace("* speed", "* speed * 1.01")).unwrap();
    let (exit, report) = play(&project.path(""), &["--import", "copy"]);
    let first = &report["recordings"][0]["first"];
    assert_eq!((exit, &first["segment"], &first["tick"]), (1, &json!(1), &json!(1)), "{report}");
}

/// Two acts, the second one until something happens.
fn record(folder: &Path) {
    let mut agent = Agent::playing(folder, &["--allow-writes"]);
    agent.played("game.start", json!({ "seed": 7 }));
    let walk = json!({
        "inputs": [{ "tick": 2, "action": "ui_right", "hold": 10 }],
        "ticks": 20,
        "report": ["Player:position:x"],
        "record": RECORDING,
    });
    let acted = agent.played("game.act", walk);
    let report = json!([{ "tick": 20, "values": { "Player:position:x": 120 } }]);
    assert_eq!((&acted["report"], &acted["recorded"]), (&report, &json!(RECORDING)));
    let arrive = json!({
        "inputs": [{ "action": "ui_right", "hold": 0 }],
        "until": "signal Player:arrived",
        "record": RECORDING,
    });
    assert_eq!(agent.played("game.act", arrive)["ticks"], 5);
    // A recording of somebody else is not overwritten.
    agent.played("game.start", json!({ "seed": 7 }));
    let other = agent.played("game.act", json!({ "ticks": 1, "record": RECORDING }));
    let diagnostics = other["diagnostics"].to_string();
    assert!(other["recorded"].is_null() && diagnostics.contains("exists already"), "{other}");
}

#[test]
fn a_recording_that_does_not_fit_says_why() {
    let project = project(GAME);
    let segment = |text: &str| format!("play = 1\n[start]\nseed = 1\n[[segment]]\n{text}\n");
    for (name, text, exit, expected) in [
        ("version", "play = 9".to_owned(), 2, "version 9 of the format"),
        ("input", segment("inputs = [{ key = 'A', action = 'jump' }]"), 2, "exactly one of"),
        ("argument", segment("tics = 3"), 2, "tics"),
        ("scene", segment("").replace("seed = 1", "scenePath = 'res://gone.tscn'"), 2, "gone.tscn"),
        ("node", segment("until = 'Gone:x > 1'\nticks = 5"), 1, "there is no node 'Gone'"),
        (
            "never",
            segment("until = 'Player:position:x > 9000'\nticks = 5\nexpect.endedBy = 'until'"),
            1,
            "ended by ticks, expected by until",
        ),
        (
            "value",
            segment("ticks = 3\nexpect.values = [{ 'Player:position' = { x = 1, y = 200 } }]"),
            1,
            "expected {\"x\":1,\"y\":200}",
        ),
    ] {
        let file = project.path("").join(format!("{name}.play.toml"));
        fs::write(&file, text).unwrap();
        let (code, report) = play(&project.path(""), &[file.to_str().unwrap()]);
        let reason = first_reason(&report);
        assert!(code == exit && reason.contains(expected), "{name}: {code}: {report}");
    }
}

/// Each node moves by something that is not the same in two runs.
const RESTLESS: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Restless"
run/main_scene="res://main.tscn"
config/features=PackedStringArray("4.6")
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/main.tscn
[gd_scene load_steps=6 format=3]

[ext_resource type="Script" path="res://own.gd" id="1"]
[ext_resource type="Script" path="res://randomized.gd" id="2"]
[ext_resource type="Script" path="res://threaded.gd" id="3"]
[ext_resource type="Script" path="res://audible.gd" id="4"]
[ext_resource type="Script" path="res://calm.gd" id="5"]

[node name="Main" type="Node2D"]

[node name="Own" type="Node2D" parent="."]
script = ExtResource("1")

[node name="Randomized" type="Node2D" parent="."]
script = ExtResource("2")

[node name="Threaded" type="Node2D" parent="."]
script = ExtResource("3")

[node name="Audible" type="Node2D" parent="."]
script = ExtResource("4")

[node name="Player" type="AudioStreamPlayer" parent="Audible"]

[node name="Calm" type="Node3D" parent="."]
script = ExtResource("5")
//- /game/own.gd
extends Node2D

var rng := RandomNumberGenerator.new()

func _physics_process(_delta: float) -> void:
	position.x += rng.randf()
//- /game/randomized.gd
extends Node2D

func _ready() -> void:
	randomize()

func _physics_process(_delta: float) -> void:
	position.x = randf()
//- /game/threaded.gd
extends Node2D

var count := 0
var done := false
var thread := Thread.new()

func _ready() -> void:
	thread.start(func() -> void:
		while not done:
			count += 1)

func _physics_process(_delta: float) -> void:
	position.x = count

func _exit_tree() -> void:
	done = true
	thread.wait_to_finish()
//- /game/audible.gd
extends Node2D

@onready var player: AudioStreamPlayer = $Player

func _physics_process(_delta: float) -> void:
	position.x = player.get_playback_position() + AudioServer.get_time_since_last_mix()
//- /game/calm.gd
extends Node3D

func _physics_process(delta: float) -> void:
	position.x += delta * randf()
//- /game/tests/play/stand.play.toml
play = 1

[start]
seed = 3

[[segment]]
ticks = 60
"#;

#[test]
fn runs_that_differ_name_their_nodes_and_causes() {
    let project = project(RESTLESS);
    let (exit, report) = play(&project.path(""), &["--prove", "3"]);
    assert_eq!(exit, 1, "{report}");
    for (node, cause) in [
        ("Own", "a RandomNumberGenerator seeds itself"),
        ("Randomized", "randomize() seeds from the clock"),
        ("Threaded", "threads are done at another tick"),
        ("Audible", "audio runs in real time"),
    ] {
        let found = proven(&report, node).unwrap_or_else(|| panic!("{node}: {report}"));
        let text = found["causes"][0]["cause"].as_str().unwrap_or_default();
        assert!(text.starts_with(cause), "{node}: {found}");
    }

    // What has a remedy is the same with it.
    let recording = project.path("game/tests/play/stand.play.toml");
    let text = fs::read_to_string(&recording).unwrap();
    let remedies = "seed = 3\nremedies = [\"seedEachTick\", \"seedGenerators\"]";
    fs::write(&recording, text.replace("seed = 3", remedies)).unwrap();
    let (_, report) = play(&project.path(""), &["--prove", "3"]);
    for (node, differs) in [
        ("Own", false),
        ("Randomized", false),
        ("Calm", false),
        ("Threaded", true),
        ("Audible", true),
    ] {
        assert_eq!(proven(&report, node).is_some(), differs, "{node}: {report}");
    }
}

fn proven<'r>(report: &'r Value, node: &str) -> Option<&'r Value> {
    let nodes = report["recordings"][0]["proof"]["differences"].as_array()?;
    let path = format!("/root/Main/{node}");
    nodes.iter().find(|found| found["node"] == json!(path))
}
