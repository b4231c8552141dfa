//! A real Godot is the judge of models and binary scenes: what is read of a model before its import, of the
//! imported scene, and of scenes that Godot saves in its binary format.

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::needs_godot::{check, godot};

#[test]
fn agrees_on_models_and_binary_scenes() {
    let project = Fixture::new(PROJECT);
    let models = models();
    for (name, model) in &models {
        project.write(&format!("game/{name}.gltf"), model.to_string());
    }
    let before: Vec<String> = models.iter().map(|(name, _)| tree(&project, name)).collect();
    godot(&project, &["--import"]);
    for ((name, _), before) in models.iter().zip(before) {
        assert_eq!(before, tree(&project, name), "{name}");
    }
    godot(&project, &["--script", "res://save.gd"]);
    for saved in ["plain.scn", "compressed.scn", "derived.scn"] {
        assert!(project.path(&format!("game/{saved}")).is_file(), "{saved}");
    }
    check(&project);
}

/// The nodes and classes of a model.
fn tree(project: &Fixture, name: &str) -> String {
    let engine = open(&find(&project.path("game")).unwrap());
    let scene = engine.scene(&format!("res://{name}.gltf"), &Context::unbounded()).unwrap().value;
    let line = |object: &scenewright_model::SceneObject| {
        format!("{} {}\n", object.path, object.components[0].type_name)
    };
    scene.objects.iter().map(line).collect()
}

fn models() -> Vec<(&'static str, Value)> {
    let named = |names: &[&str], mesh: bool| -> Vec<Value> {
        let node = |(at, name): (usize, &&str)| match mesh {
            true => json!({"name": name, "mesh": at}),
            false => json!({"name": name}),
        };
        names.iter().enumerate().map(node).collect()
    };
    let suffixes =
        ["A-col", "B-convcol", "C-colonly", "D-noimp", "E-rigid", "F-vehicle", "G-col.001"];
    vec![
        (
            "names",
            model(
                &[0, 3, 4, 5, 6],
                json!([
                    {"name": "A.b:c@d/e%f\"g", "children": [1, 2]},
                    {"name": "Same"}, {"name": "Same", "camera": 0},
                    {"mesh": 0}, {}, {"name": "Same2"}, {"name": "names"},
                ]),
            ),
        ),
        ("suffixes", model(&[0, 1, 2, 3, 4, 5, 6], named(&suffixes, true).into())),
        ("empties", model(&[0, 1, 2, 3, 4, 5, 6], named(&suffixes, false).into())),
        (
            "skin",
            with(
                model(
                    &[0],
                    json!([
                        {"name": "Armature", "children": [1, 3]},
                        {"name": "Hip", "children": [2, 4, 6]},
                        {"name": "Knee"},
                        {"name": "Body", "mesh": 0, "skin": 0},
                        {"name": "Sword", "mesh": 1, "children": [5]},
                        {"name": "Gem"},
                        {"name": "Belt"},
                    ]),
                ),
                json!({"skins": [{"joints": [1, 2]}]}),
            ),
        ),
        (
            "single",
            with(
                model(&[0], json!([{"name": "Top", "mesh": 0, "children": [1]}, {"name": "In"}])),
                json!({"extensionsUsed": ["GODOT_single_root"]}),
            ),
        ),
        (
            "physics",
            with(
                model(
                    &[0, 2],
                    json!([
                        {"name": "B", "children": [1],
                         "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}},
                        {"name": "C", "extensions": {"OMI_physics_body": {"collider": {"shape": 0}}}},
                        {"name": "T", "extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}}},
                    ]),
                ),
                json!({
                    "extensionsUsed": ["OMI_physics_body", "OMI_physics_shape"],
                    "extensions": {"OMI_physics_shape":
                        {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}]}},
                }),
            ),
        ),
    ]
}

/// A document with these nodes. Each mesh is a triangle that bones can move.
fn model(roots: &[usize], nodes: Value) -> Value {
    let mesh = |number: usize| {
        let attributes = json!({"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2});
        json!({"name": format!("Mesh{number}"), "primitives": [{"attributes": attributes}]})
    };
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": roots}],
        "nodes": nodes,
        "meshes": (0..8).map(mesh).collect::<Vec<Value>>(),
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}],
        "buffers": [{"byteLength": 96, "uri": DATA}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 12},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
             "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"},
        ],
    })
}

fn with(mut model: Value, more: Value) -> Value {
    let (Value::Object(model), Value::Object(more)) = (&mut model, more) else { unreachable!() };
    model.extend(more);
    Value::Object(std::mem::take(model))
}

/// Three corners, no joints, and a weight for each corner.
const DATA: &str = "data:application/octet-stream;base64,AACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAA";

/// `names` has a root of another class and name.
const PROJECT: &str = r#"
//- /game/project.godot
config_version=5
//- /game/a.gd
@tool
extends Node
@export var target: Node
func go(_a = 0): pass
//- /game/save.gd
extends SceneTree

func _initialize() -> void:
	var main := load("res://main.tscn")
	ResourceSaver.save(main, "res://plain.scn")
	ResourceSaver.save(main, "res://compressed.scn", ResourceSaver.FLAG_COMPRESS)
	ResourceSaver.save(load("res://derived.tscn"), "res://derived.scn")
	quit()
//- /game/derived.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://skin.gltf" id="1"]

[node name="Derived" instance=ExtResource("1")]

[node name="Gem" parent="Armature/Skeleton3D/Hip/Sword" index="0" groups=["gems"]]
visible = false

[node name="Extra" type="Node3D" parent="Armature" index="0"]
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://names.gltf" id="1"]
[ext_resource type="PackedScene" path="res://skin.gltf" id="2"]
[ext_resource type="PackedScene" path="res://single.gltf" id="3"]
[ext_resource type="Script" path="res://a.gd" id="4"]
[ext_resource type="PackedScene" path="res://derived.tscn" id="5"]

[node name="Main" type="Node3D" node_paths=PackedStringArray("target")]
script = ExtResource("4")
target = NodePath("Skin/Armature")

[node name="Names" parent="." instance=ExtResource("1")]

[node name="Skin" parent="." groups=["rigs"] instance=ExtResource("2")]

[node name="Armature" parent="Skin" index="0"]
unique_name_in_owner = true

[node name="Hat" type="Node3D" parent="Skin/Armature/Skeleton3D" index="0"]

[node name="Single" parent="." instance=ExtResource("3")]

[node name="Derived" parent="." instance=ExtResource("5")]

[node name="Later" parent="." instance_placeholder="res://single.gltf"]

[connection signal="visibility_changed" from="Skin/Armature" to="." method="go" flags=3 binds= [1]]

[editable path="Skin"]
"#;
