//! The engines that the rows are run on, with what the rows are filled with.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use scenewright_testkit::Fixture;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::explorer::{Explorer, harbour};
use crate::support::{contents, copy_folder, program, request};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineUnderTest {
    UnityFiles,
    GodotFiles,
    GodotGame,
}

/// An engine, and names of things in its project.
pub struct Subject {
    pub engine: EngineUnderTest,
    pub explorer: Explorer,
    pub runtime: &'static str,
    /// An object with a place, and its id.
    pub name: &'static str,
    pub object: String,
    /// Another one, below which it can be moved.
    pub parent: String,
    pub component: &'static str,
    pub member: &'static str,
    /// What is written to the member, and what is read back.
    pub value: Value,
    pub script: &'static str,
    pub method: &'static str,
    pub arguments: &'static str,
    /// What the method returns; for Unity's `GetInstanceID` it is the object's number.
    pub result: Option<&'static str>,
    /// A component that can be added.
    pub added: &'static str,
    /// A method that can be hooked: its type and its name.
    pub hooked: [&'static str; 2],
    /// Another scene.
    pub scene: &'static str,
    project: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

const GODOT: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Walk"
run/main_scene="res://main.tscn"
config/features=PackedStringArray("4.3")

[autoload]

Keeper="*res://keeper.gd"

[display]

window/size/viewport_width=640
window/size/viewport_height=360
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/main.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://player.gd" id="1"]

[node name="Main" type="Node2D"]

[node name="Player" type="Node2D" parent="."]
position = Vector2(100, 200)
script = ExtResource("1")
speed = 12.5

[node name="Shadow" type="Sprite2D" parent="Player"]

[node name="Camera" type="Camera2D" parent="."]
position = Vector2(320, 180)

[node name="Start" type="Button" parent="."]
offset_right = 100.0
offset_bottom = 40.0
text = "Start"
//- /game/menu.tscn
[gd_scene format=3]

[node name="Menu" type="Control"]
//- /game/player.gd
extends Node2D

@export var speed := 120.0

func double(number: int) -> int:
	return 2 * number

//- /game/keeper.gd
extends Node

func say() -> void:
	print("hello")
"#;

impl Subject {
    pub fn unity_files() -> Subject {
        let folder = tempfile::tempdir().unwrap();
        harbour(folder.path());
        let explorer = Explorer::start_on(folder, "unity", program(), &["--allow-writes"]);
        Subject {
            component: "UnityEngine.Transform",
            member: "localPosition",
            value: json!({ "x": 1, "y": 2, "z": 3 }),
            script: "UnityEngine.Transform",
            method: "GetInstanceID",
            arguments: "[]",
            result: None,
            added: "UnityEngine.Light",
            hooked: ["UnityEngine.GameObject", "SetActive"],
            scene: "Menu",
            ..Subject::new(EngineUnderTest::UnityFiles, explorer, "Player", "Sign")
        }
    }

    pub fn godot_files() -> Subject {
        let explorer = Explorer::start_on(fixture(GODOT), "game", program(), &["--allow-writes"]);
        let subject = Subject::new(EngineUnderTest::GodotFiles, explorer, "Player", "Start");
        Subject { method: "GetInstanceID", arguments: "[]", result: None, ..subject }
    }

    /// A game that is frozen at its first tick.
    pub fn godot_game() -> Subject {
        let folder = fixture(GODOT);
        let project = folder.path().join("game");
        let before = contents(&project);
        let explorer = start_in(folder);
        let subject = Subject::new(EngineUnderTest::GodotGame, explorer, "Player", "Start");
        Subject { runtime: "Game", project, before, ..subject }
    }

    fn new(
        engine: EngineUnderTest,
        explorer: Explorer,
        name: &'static str,
        parent: &'static str,
    ) -> Subject {
        let id = |name: &str| {
            let found = explorer.read(&format!("unity://search?name={name}&limit=1"));
            found["Items"][0]["Id"].as_str().unwrap_or_else(|| panic!("{name}: {found}")).to_owned()
        };
        let (object, parent) = (id(name), id(parent));
        let (project, before) = Default::default();
        Subject {
            engine,
            explorer,
            runtime: "Embedded",
            name,
            object,
            parent,
            component: "Node2D",
            member: "position",
            value: json!({ "x": 1, "y": 2 }),
            script: "player.gd",
            method: "double",
            arguments: "[21]",
            result: Some("42"),
            added: "player.gd",
            hooked: ["player.gd", "set_speed"],
            scene: "menu",
            project,
            before,
        }
    }

    /// Calls a tool of the catalogue, through another protocol of the same server.
    pub fn tool(&self, name: &str, arguments: Value) -> Value {
        tool(&self.explorer, name, &arguments)
    }

    /// A row's text with what belongs to this engine.
    pub fn fill(&self, text: &str) -> String {
        let value = self.value.to_string().replace('"', "\\\"");
        let places = [
            ("{object}", self.object.as_str()),
            ("{parent}", &self.parent),
            ("{component}", self.component),
            ("{member}", self.member),
            ("{value}", &value),
            ("{script}", self.script),
            ("{method}", self.method),
            ("{arguments}", self.arguments),
            ("{added}", self.added),
            ("{hooked}", self.hooked[0]),
            ("{hookedMethod}", self.hooked[1]),
            ("{scene}", self.scene),
            ("{name}", self.name),
        ];
        places.iter().fold(text.to_owned(), |text, (place, by)| text.replace(place, by))
    }

    pub fn arguments(&self, text: &str) -> Value {
        let text = self.fill(text);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }
}

fn fixture(files: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let fixture = Fixture::new(files);
    copy_folder(&fixture.path("game"), &folder.path().join("game"));
    folder
}

/// A game of a project of its own, frozen at its first tick.
pub fn start_godot(files: &str) -> Explorer {
    start_in(fixture(files))
}

fn start_in(folder: TempDir) -> Explorer {
    let godot = env::var("SCENEWRIGHT_GODOT").unwrap_or_else(|_| {
        panic!("set SCENEWRIGHT_GODOT to a Godot 4 binary, or run `cargo xtask test`")
    });
    let mut program = program();
    program.env("SCENEWRIGHT_GODOT", godot);
    let explorer = Explorer::start_on(folder, "game", program, &["--allow-writes", "--allow-play"]);
    start_game(&explorer);
    explorer
}

fn start_game(explorer: &Explorer) {
    let status = explorer.read("unity://status");
    assert_eq!(status["Runtime"], "Embedded", "no read starts a game");
    let started = tool(explorer, "game-start", &json!({}));
    assert!(started["result"].is_object(), "{started}");
}

fn tool(explorer: &Explorer, name: &str, arguments: &Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let body = request(&json!(1), "tools/call", &params);
    explorer.server.http("POST /", &[], body.as_bytes()).body
}

/// Whatever was done to the game, its project has the same files.
pub fn stays_the_same_on_disk(subject: &Subject) {
    assert_eq!(contents(&subject.project), subject.before);
    assert!(fs::exists(Path::new(&subject.project).join("project.godot")).unwrap());
}
