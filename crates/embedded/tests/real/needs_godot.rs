//! A real Godot is the judge of what the reader says.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use scenewright_embedded::{find, open};
use scenewright_engine::{Context, Engine};
use scenewright_model::{Object, Script};
use scenewright_testkit::Fixture;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenewright/samples/godot");
const DUMP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/dump_tree.gd");

#[test]
fn agrees_on_every_sample_scene() {
    let project = Fixture::new("");
    copy(Path::new(SAMPLE), &project, "game");
    check(&project);
}

#[test]
fn agrees_on_instances_in_odd_places() {
    check(&Fixture::new(ODD_PLACES));
}

/// Sibling order, overrides through two levels, a node of an instance that is gone, a script that
/// is taken off, a number in a name.
const ODD_PLACES: &str = r#"
//- /game/project.godot
config_version=5
//- /game/a.gd
extends Node
//- /game/leaf.tscn
[gd_scene format=3]

[ext_resource type="Script" path="res://a.gd" id="1"]

[node name="Leaf" type="Node"]
script = ExtResource("1")

[node name="One" type="Node" parent="."]

[node name="Two" type="Node2D" parent="."]
script = ExtResource("1")

[node name="Deep" type="Timer" parent="Two"]
//- /game/branch.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://leaf.tscn" id="1"]

[node name="Branch" type="Node"]

[node name="LeafA" parent="." instance=ExtResource("1")]
script = null

[node name="First" type="Label" parent="LeafA" index="0"]

[node name="InDeep" type="Button" parent="LeafA/Two/Deep"]

[node name="LeafB" parent="." instance=ExtResource("1")]
//- /game/derived.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://branch.tscn" id="1"]
[ext_resource type="Script" path="res://a.gd" id="2"]

[node name="Derived" instance=ExtResource("1")]
script = ExtResource("2")

[node name="Two" parent="LeafA" index="2"]
script = null

[node name="Gone" parent="LeafA" index="7"]
process_mode = 1

[node name="Lost" type="Node" parent="LeafA/Gone"]

[node name="Past" type="Node" parent="." index="40"]

[node name="Between" type="Node" parent="." index="1"]

[node name="Inner" parent="LeafB/Two" instance=ExtResource("1") index="0"]
"#;

/// Both readings of every scene, line by line.
fn check(project: &Fixture) {
    let engine = open(&find(&project.path("game")).expect("the project is recognised"));
    let cx = Context::unbounded();
    let scenes = engine.scenes(&cx).expect("the scenes are listed").value;
    let paths: Vec<String> = scenes.into_iter().map(|scene| scene.path).collect();
    let ours: Vec<String> = paths.iter().flat_map(|path| nodes(&*engine, path, &cx)).collect();
    assert!(!ours.is_empty(), "the project has nodes");
    assert_eq!(ours, godots_nodes(project, &paths));
}

fn nodes(engine: &dyn Engine, path: &str, cx: &Context) -> Vec<String> {
    let scene = engine.scene(path, cx).expect("a listed scene is read").value;
    let line = |object: &Object| {
        let class = &object.components[0].type_name;
        let script = match object.components.get(1).map(|component| &component.script) {
            Some(Script::Found(path)) => path,
            _ => "",
        };
        format!("{path} {} {class} {script}", object.path)
    };
    scene.objects.iter().map(line).collect()
}

fn godots_nodes(project: &Fixture, scenes: &[String]) -> Vec<String> {
    godot(project, &["--import"]);
    let mut arguments = vec!["--script", DUMP, "--"];
    arguments.extend(scenes.iter().map(String::as_str));
    let output = godot(project, &arguments);
    output.lines().filter(|line| line.starts_with('{')).map(godots_node).collect()
}

fn godots_node(line: &str) -> String {
    let node: serde_json::Value = serde_json::from_str(line).expect("the dump is JSON");
    let part = |key: &str| node[key].as_str().unwrap_or("?").to_owned();
    let parts = ["scene", "path", "class", "script"].map(part);
    parts.join(" ")
}

/// Runs Godot on the project, with nothing of its own outside the fixture, and gives its output.
pub(crate) fn godot(project: &Fixture, arguments: &[&str]) -> String {
    let Some(program) = env::var_os("SCENEWRIGHT_GODOT") else {
        panic!(
            "set SCENEWRIGHT_GODOT to a Godot 4 binary, or run `cargo xtask test`, which installs one"
        );
    };
    let output = Command::new(program)
        .args(["--headless", "--path"])
        .arg(project.path("game"))
        .args(arguments)
        .env("XDG_CONFIG_HOME", project.path("xdg/config"))
        .env("XDG_DATA_HOME", project.path("xdg/data"))
        .env("XDG_CACHE_HOME", project.path("xdg/cache"))
        .output()
        .expect("Godot can be started");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn copy(from: &Path, to: &Fixture, below: &str) {
    for entry in fs::read_dir(from).expect("the sample is there") {
        let entry = entry.expect("the sample can be listed");
        let name = entry.file_name().into_string().expect("names are UTF-8");
        let target = format!("{below}/{name}");
        if entry.path().is_dir() {
            copy(&entry.path(), to, &target);
        } else {
            to.write(&target, fs::read(entry.path()).expect("a sample file is read"));
        }
    }
}
