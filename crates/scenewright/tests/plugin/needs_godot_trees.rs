//! The trees of scenes with the editor open: every node that the editor's own tree has, with the same class.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use scenewright_engine::{Context, Engine};
use scenewright_model::DataSource;
use scenewright_testkit::{Fixture, own_projects};
use serde_json::json;

use crate::client::Client;
use crate::editor::{self, Editor};

/// What was compared.
#[derive(Default)]
struct TreeFigures {
    scenes: usize,
    nodes: usize,
    /// Scenes that the editor does not open, with the reason.
    unopened: Vec<String>,
    /// Nodes that only one side has.
    wrong: Vec<String>,
}

#[test]
fn trees_agree_with_those_of_an_open_editor() {
    let project = editor::project(PROJECT);
    editor::import(&project);
    let figures = compare(project);
    assert_eq!(figures.unopened, [""; 0]);
    assert_eq!(figures.wrong, [""; 0]);
    assert_eq!((figures.scenes, figures.nodes), (3, 22));
}

/// Of projects of the caller's own, such as Godot's demos: all below the folder, each in a copy.
#[test]
fn needs_projects_whose_live_trees_agree() {
    let mut all = TreeFigures::default();
    let mut projects = 0;
    for folder in own_projects() {
        let project = editor::project("");
        editor::copy(&folder, &project.path("game"));
        if !folder.join(".godot/uid_cache.bin").is_file() {
            editor::import(&project);
        }
        let name = folder.display();
        let Ok(figures) = catch_unwind(AssertUnwindSafe(|| compare(project))) else {
            all.unopened.push(format!("{name}: the editor did not answer"));
            continue;
        };
        println!(
            "{name}: {} scenes, {} nodes, {} differ",
            figures.scenes,
            figures.nodes,
            figures.wrong.len()
        );
        projects += 1;
        all.scenes += figures.scenes;
        all.nodes += figures.nodes;
        all.unopened.extend(figures.unopened.iter().map(|it| format!("{name}: {it}")));
        all.wrong.extend(figures.wrong.iter().map(|it| format!("{name}: {it}")));
    }
    println!("{projects} projects, {} scenes, {} nodes", all.scenes, all.nodes);
    println!("not opened ({}):\n{}", all.unopened.len(), all.unopened.join("\n"));
    assert!(all.nodes > 0, "the folder has projects with scenes");
    assert!(all.wrong.is_empty(), "{} differ:\n{}", all.wrong.len(), all.wrong.join("\n"));
}

fn compare(project: Fixture) -> TreeFigures {
    let root = project.path("game");
    let editor = Editor::headless(project);
    let mut bare = editor.connect();
    editor.wait("the first look at the files", || {
        (bare.call("scenewright.state", json!({}))["importing"] == false).then_some(())
    });
    let engine = live_engine(&root);
    let cx = Context::unbounded();
    let listed = engine.scenes(&cx).unwrap().value;
    let mut figures = TreeFigures::default();
    for scene in
        listed.iter().map(|scene| scene.path.clone()).filter(|path| path.ends_with(".tscn"))
    {
        match editors_tree(&editor, &mut bare, &scene) {
            Ok(in_editor) => compare_scene(&mut figures, &*engine, &scene, &in_editor),
            Err(reason) => figures.unopened.push(format!("{scene}: {reason}")),
        }
    }
    figures
}

fn live_engine(root: &Path) -> Arc<dyn Engine> {
    let project = scenewright_engines::find(root).unwrap();
    scenewright_engines::connect(&project, scenewright_engines::open(&project))
}

/// The nodes of a scene that the editor opens, as its own code lists them.
fn editors_tree(
    editor: &Editor,
    bare: &mut Client,
    scene: &str,
) -> Result<BTreeSet<String>, String> {
    let opened =
        bare.ask("scenewright.open_scene", &json!({ "path": scene, "allow_missing": true }));
    if let Some(error) = opened.get("error") {
        return Err(error["message"].to_string());
    }
    editor.drive("tree");
    let file = editor.project.path("game/.godot/tree.txt");
    let text =
        editor.wait("the tree", || fs::read_to_string(&file).ok().filter(|it| !it.is_empty()));
    fs::remove_file(file).unwrap();
    Ok(text.lines().map(str::to_owned).collect())
}

fn compare_scene(
    figures: &mut TreeFigures,
    engine: &dyn Engine,
    scene: &str,
    in_editor: &BTreeSet<String>,
) {
    let read = engine.scene(scene, &Context::unbounded()).unwrap();
    if read.source != DataSource::Live {
        figures.wrong.push(format!("{scene}: read from {:?}", read.source));
    }
    let objects = read.value.objects.iter();
    let ours: BTreeSet<String> = objects
        .map(|object| format!("{}: {}", object.path, object.components[0].type_name))
        .collect();
    figures.scenes += 1;
    figures.nodes += in_editor.len();
    let only = |mark: &str, these: &BTreeSet<String>, others: &BTreeSet<String>| -> Vec<String> {
        these.difference(others).map(|node| format!("{scene}: {mark} {node}")).collect()
    };
    figures.wrong.extend(only("-", &ours, in_editor));
    figures.wrong.extend(only("+", in_editor, &ours));
}

/// A model, a scene that inherits, nodes of instances that are overridden, extended and renamed, and a node that a
/// script adds.
const PROJECT: &str = r#"
//- /game/project.godot
config_version=5
//- /game/ship.gltf
{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,2]}],"nodes":[
{"name":"Hull","children":[1]},{"name":"Mast","camera":0},{"name":"Deck.1"}],
"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}]}
//- /game/adds.gd
@tool
extends Node3D
func _ready() -> void: add_child(Node3D.new())
//- /game/leaf.tscn
[gd_scene format=3]

[ext_resource type="Script" path="res://adds.gd" id="1"]

[node name="Leaf" type="Node3D"]
script = ExtResource("1")

[node name="Twin" type="Node3D" parent="."]

[node name="Timer" type="Timer" parent="Twin"]
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://ship.gltf" id="1"]
[ext_resource type="PackedScene" path="res://leaf.tscn" id="2"]

[node name="Main" type="Node3D"]

[node name="Ship" parent="." instance=ExtResource("1")]

[node name="Flag" type="Sprite3D" parent="Ship/Hull" index="1"]

[node name="Leaf" parent="." instance=ExtResource("2")]

[node name="Timer" parent="Leaf/Twin" index="0"]
wait_time = 2.0

[editable path="Ship"]
[editable path="Leaf"]
//- /game/derived.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://main.tscn" id="1"]

[node name="Derived" instance=ExtResource("1")]

[node name="More" type="Label3D" parent="Leaf/Twin" index="1"]
"#;
