//! A real Godot is the judge of what the reader says.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use scenewright_engine::{Context, Engine};
use scenewright_engines::{find, open};
use scenewright_model::{ComponentScript, ObjectIndex, Scene, SceneObject};
use scenewright_testkit::{Fixture, own_projects};

pub(crate) const SAMPLE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../scenewright/samples/godot");
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

#[test]
fn agrees_on_groups_owners_signals_and_bad_input() {
    check(&Fixture::new(FACTS));
}

/// Projects of the caller's own, such as Godot's demos: all below the folder, each in a copy that Godot
/// imports first. Every node of every scene that Godot loads is compared, those of models and binary scenes
/// included. Scenes with missing files are left out: paths into them are assumed to be valid.
#[test]
fn needs_projects_whose_trees_agree() {
    let mut wrong = Vec::new();
    let (mut projects, mut scenes, mut nodes) = (0, HashSet::new(), 0);
    for folder in own_projects() {
        let project = Fixture::new("");
        copy(&folder, &project, "game");
        let (mut ours, mut godots) = readings(&project);
        let is_missing = |line: &&String| line.contains("(missing scene)");
        let broken: HashSet<String> =
            ours.iter().filter(is_missing).map(|line| scene_of(line).to_owned()).collect();
        godots.retain(|line| !broken.contains(scene_of(line)));
        let loaded: HashSet<&str> = godots.iter().map(|line| scene_of(line)).collect();
        ours.retain(|line| loaded.contains(scene_of(line)));
        projects += 1;
        nodes += godots.len();
        scenes.extend(loaded.iter().map(|scene| format!("{}/{scene}", folder.display())));
        let differing = differences(&ours, &godots);
        wrong.extend(differing.iter().map(|line| format!("{}: {line}", folder.display())));
    }
    println!("{projects} projects, {} scenes, {nodes} nodes", scenes.len());
    assert!(nodes > 0, "the folder has projects with scenes");
    assert!(wrong.is_empty(), "{} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn scene_of(line: &str) -> &str {
    line.split(" | ").next().unwrap_or_default()
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

/// Everything of a node that only some have: groups, numbers of Godot 4.6 after a renaming, open
/// instances, placeholders, signals at every level, and what the editor makes of bad input.
const FACTS: &str = r#"
//- /game/project.godot
config_version=5
//- /game/a.gd
@tool
extends Node
func go(_a = 0, _b = 0): pass
//- /game/leaf.tscn
[gd_scene format=3]

[ext_resource type="Script" path="res://a.gd" id="1"]

[node name="Leaf" type="Node" unique_id=11 groups=["base", "z"]]
script = ExtResource("1")

[node name="Renamed" type="Node2D" parent="." unique_id=12 groups=["b", "a"]]
unique_name_in_owner = true

[node name="Deep" type="Timer" parent="Renamed" unique_id=13]

[node name="Push" type="Button" parent="." unique_id=14]

[connection signal="timeout" from="Renamed/Deep" to="." method="go"]
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://leaf.tscn" id="1"]
[ext_resource type="Script" path="res://a.gd" id="2"]

[node name="Main" type="Node" unique_id=1]
script = ExtResource("2")

[node name="L" parent="." unique_id=2 groups=["outer"] instance=ExtResource("1")]

[node name="Old" parent="L" parent_id_path=PackedInt32Array(2) index="0" unique_id=12 groups=["a", "over"]]
visible = false

[node name="Added" type="Node" parent="L/Old/Older" parent_id_path=PackedInt32Array(2, 13) index="0" unique_id=99]
unique_name_in_owner = true

[node name="Later" parent="." groups=["p"] instance_placeholder="res://leaf.tscn"]

[connection signal="pressed" from="L/OldPush" to="." method="go" from_uid_path=PackedInt32Array(2, 14)]
[connection signal="pressed" from="L/Push" to="." method="go"]
[connection signal="pressed" from="L/Push" to="L" method="go" flags=3 binds= [1, "x"]]
[connection signal="pressed" from="L/Push" to="Nowhere" method="go"]
[connection signal="toggled" from="L/Push" to="L" method="go" unbinds=1]

[editable path="L"]
//- /game/derived.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://main.tscn" id="1"]

[node name="Derived" groups=["d"] instance=ExtResource("1")]

[node name="Mine" type="Node" parent="." index="0"]

[node name="Deep" parent="L/Renamed" index="0" groups=["top"]]

[node name="Under" type="Node" parent="L/Gone" parent_id_path=PackedInt32Array(2, 12) index="0"]

[connection signal="pressed" from="L/Push" to="L" method="go"]
[connection signal="pressed" from="Later/Push" to="." method="go"]
//- /game/outer.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://derived.tscn" id="1"]

[node name="Outer" type="Node"]

[node name="D" parent="." instance=ExtResource("1")]

[node name="InL" type="Node" parent="D/L" index="1"]

[connection signal="timeout" from="D/L/Renamed/Deep" to="D" method="go"]

[editable path="D"]
[editable path="D/L"]
//- /game/old.tscn
[gd_scene load_steps=2 format=2]

[ext_resource path="res://leaf.tscn" type="PackedScene" id=1]

[node name="Old" type="Node" groups=[
"one",
"two",
]]

[node name="L" parent="." instance=ExtResource( 1 )]

[connection signal="pressed" from="L/Push" to="L" method="go"]
//- /game/odd.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://gone.tscn" id="1"]
[ext_resource type="PackedScene" path="res://leaf.tscn" id="2"]

[node name="a.b" type="Node"]

[node name="Nope" type="NopeClass" parent="."]

[node name="Gone" parent="." instance=ExtResource("1")]

[node name="Typeless" parent="."]

[node name="Twin" type="Node" parent="."]

[node name="Twin" type="Timer" parent="."]

[node name="Twin09" type="Timer" parent="."]

[node name="Twin09" type="Timer" parent="."]

[node name="Twin" type="Timer" parent="."]

[node name="x.y%z" type="Node" parent="."]

[node name="Both" type="Node2D" parent="." instance=ExtResource("2")]

[node name="Twin" type="Node" parent="A/B"]

[node name="Up" type="Node" parent="Twin/../Twin09"]
"#;

/// Both readings of every scene, line by line.
pub(crate) fn check(project: &Fixture) {
    let (ours, godots) = readings(project);
    assert!(!ours.is_empty(), "the project has nodes");
    assert_eq!(differences(&ours, &godots), [""; 0]);
}

/// The lines that only one of both has; where both have the same, those whose places differ.
pub(crate) fn differences(ours: &[String], godots: &[String]) -> Vec<String> {
    let only = |mark: &str, these: &[String], others: &[String]| -> Vec<String> {
        let others: HashSet<&String> = others.iter().collect();
        let lines = these.iter().filter(|line| !others.contains(line));
        lines.map(|line| format!("{mark} {line}")).collect()
    };
    let mut found = only("-", ours, godots);
    found.extend(only("+", godots, ours));
    if found.is_empty() {
        let moved = ours.iter().zip(godots).filter(|(ours, godots)| ours != godots);
        found.extend(moved.map(|(ours, _)| format!("moved: {ours}")));
    }
    found
}

fn readings(project: &Fixture) -> (Vec<String>, Vec<String>) {
    godot(project, &["--import"]);
    let engine = open(&find(&project.path("game")).expect("the project is recognised"));
    let cx = Context::unbounded();
    let scenes = engine.scenes(&cx).expect("the scenes are listed").value;
    let paths: Vec<String> = scenes.iter().map(|scene| scene.path.clone()).collect();
    let ours: Vec<String> = paths.iter().flat_map(|path| nodes(&*engine, path, &cx)).collect();
    let godots = godots_dump(project, &paths);
    // What Godot cannot load has no nodes to compare.
    let godots = godots.iter().filter(|node| node["failed"].is_null());
    (ours, godots.map(godots_node).collect())
}

fn nodes(engine: &dyn Engine, path: &str, cx: &Context) -> Vec<String> {
    let scene = engine.scene(path, cx).expect("a listed scene is read").value;
    let objects = scene.objects.iter().enumerate();
    objects.map(|(index, object)| node(&scene, ObjectIndex(index as u32), object)).collect()
}

/// The words of `dump_tree.gd`, one node a line.
fn node(scene: &Scene, index: ObjectIndex, object: &SceneObject) -> String {
    let facts = object.node.as_deref().expect("a Godot node");
    let script = match object.components.get(1).map(|component| &component.script) {
        Some(ComponentScript::Found(path)) => path,
        _ => "",
    };
    let is_missing = object.components[0].type_name == "(missing scene)";
    let instance = facts.instance_of.as_deref().filter(|_| index.0 > 0 && !is_missing);
    let owner = facts.owner.map_or("", |owner| scene.object(owner).path.as_str());
    let parts = [
        scene.path.as_str(),
        &object.path,
        &object.components[0].type_name,
        script,
        &facts.groups.join(","),
        &facts.unique_name.to_string(),
        owner,
        instance.unwrap_or_default(),
        &facts.placeholder.to_string(),
        &facts.editable.to_string(),
        &connections(scene, index).join(","),
    ];
    parts.join(" | ")
}

fn connections(scene: &Scene, from: ObjectIndex) -> Vec<String> {
    let own = scene.connections.iter().filter(|connection| connection.from == from);
    let mut lines: Vec<String> = own
        .map(|connection| {
            let to = &scene.object(connection.to).path;
            let is_bound = connection.binds.is_some() && connection.unbinds == 0;
            let (signal, method) = (&connection.signal, &connection.method);
            let (flags, unbinds) = (connection.flags, connection.unbinds);
            format!("{signal} {to} {method} {flags} {} {unbinds}", u8::from(is_bound))
        })
        .collect();
    lines.sort();
    lines
}

/// The editor builds the trees in a plugin: only there are placeholders and what is missing shown.
pub(crate) fn godots_dump(project: &Fixture, scenes: &[String]) -> Vec<serde_json::Value> {
    godot(project, &["--import"]);
    let settings = project.path("game/project.godot");
    let mut text = fs::read_to_string(&settings).expect("the settings are read");
    text.push_str(
        "\n[editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/dump_tree/plugin.cfg\")\n",
    );
    project.write("game/project.godot", text);
    project.write("game/addons/dump_tree/plugin.cfg", PLUGIN);
    project
        .write("game/addons/dump_tree/dump_tree.gd", fs::read(DUMP).expect("the plugin is read"));
    let mut arguments = vec!["--editor", "--"];
    arguments.extend(scenes.iter().map(String::as_str));
    let output = godot(project, &arguments);
    let nodes = output.lines().filter(|line| line.starts_with('{'));
    nodes.map(|line| serde_json::from_str(line).expect("the dump is JSON")).collect()
}

const PLUGIN: &str = "[plugin]\nname=\"Dump\"\ndescription=\"\"\nauthor=\"\"\nversion=\"1\"\nscript=\"dump_tree.gd\"\n";

fn godots_node(node: &serde_json::Value) -> String {
    let part = |key: &str| match &node[key] {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => {
            items.iter().filter_map(|item| item.as_str()).collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    };
    let keys = ["scene", "path", "class", "script", "groups", "unique", "owner", "instance"];
    let rest = ["placeholder", "editable", "connections"];
    let parts: Vec<String> = keys.into_iter().chain(rest).map(part).collect();
    parts.join(" | ")
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

pub(crate) fn copy(from: &Path, to: &Fixture, below: &str) {
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
