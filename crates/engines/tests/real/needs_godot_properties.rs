//! A real Godot is the judge of what a node holds that its class and its script do not have anyway.

use std::collections::HashSet;
use std::path::Path;

use scenewright_engine::{Context, Engine};
use scenewright_engines::{find, open};
use scenewright_godot_files::formats::Variant;
use scenewright_model::{MemberReference, MemberValue, NodeProperty, ObjectId};
use scenewright_testkit::{Fixture, own_projects};

use crate::needs_godot::{SAMPLE, copy, differences, godots_dump};

#[test]
fn agrees_on_what_the_sample_sets() {
    let project = Fixture::new("");
    copy(Path::new(SAMPLE), &project, "game");
    check(&project);
}

#[test]
fn agrees_on_values_of_every_kind() {
    check(&Fixture::new(KINDS));
}

/// Of projects of the caller's own. A few values differ: those that nodes change as they are made, and
/// those of models, whose nodes are not told here.
#[test]
fn needs_projects_whose_properties_agree() {
    let (mut properties, mut wrong) = (0, Vec::new());
    for folder in own_projects() {
        let project = Fixture::new("");
        copy(&folder, &project, "game");
        let (ours, godots) = readings(&project);
        let differing = differences(&ours, &godots);
        properties += ours.len();
        wrong.extend(differing.iter().map(|line| format!("{}: {line}", folder.display())));
    }
    assert!(properties > 0, "the folder has projects with scenes");
    assert!(
        wrong.len() * 100 <= properties,
        "of {properties} properties {} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

const KINDS: &str = r#"
//- /game/project.godot
config_version=5
//- /game/base.gd
extends Node2D
@export var speed := 5.0
@export var title: String = "none"
//- /game/actor.gd
extends "res://base.gd"
enum Mood { CALM, ANGRY = 4 }
@export var mood := Mood.CALM
@export var cells: Array[Vector2i] = [Vector2i(1, 2)]
@export var target: Node
@export var at: NodePath
@export_range(0, 10) var level := 3
var hidden := 1
//- /game/leaf.tscn
[gd_scene format=3]

[ext_resource type="Script" path="res://actor.gd" id="1"]

[node name="Leaf" type="Node2D"]
position = Vector2(3, 4)
rotation = 0.5
script = ExtResource("1")
speed = 7.5
mood = 4

[node name="Label" type="Label" parent="."]
offset_right = 40.0
mouse_filter = 1
theme_override_colors/font_color = Color(1, 0, 0.5, 1)
text = "a \"b\"
c"
metadata/note = "kept"
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://leaf.tscn" id="1"]

[sub_resource type="RectangleShape2D" id="shape"]
size = Vector2(8, 8)

[node name="Main" type="Node3D"]
transform = Transform3D(1, 0, 0, 0, 0.5, 0, 0, 0, 1, 1, 2, 3)

[node name="Turned" type="Node3D" parent="."]
transform = Transform3D(0.775733239, 0.655011958, 1.61827067, -0.189796061, 1.87258673, -0.88656062, -0.601843332, 0.253728761, 2.36541969, 0, 0, -4.5)

[node name="Leaf" parent="." node_paths=PackedStringArray("target") instance=ExtResource("1")]
position = Vector2(0, 0)
speed = 6.0
title = "some"
cells = Array[Vector2i]([Vector2i(5, 6), Vector2i(0, 0)])
target = NodePath("../Area")
at = NodePath("Label")
level = 4

[node name="Area" type="Area2D" parent="."]
collision_layer = 0
collision_mask = 4294967295
gravity = 12.5

[node name="Shape" type="CollisionShape2D" parent="Area"]
shape = SubResource("shape")
disabled = true

[node name="Line" type="Line2D" parent="."]
points = PackedVector2Array(0, 0, 1.5, 2)
closed = false
"#;

fn check(project: &Fixture) {
    let (ours, godots) = readings(project);
    assert!(!ours.is_empty(), "the project sets properties");
    assert_eq!(differences(&ours, &godots), [""; 0]);
}

/// What both say each node sets, one property a line.
fn readings(project: &Fixture) -> (Vec<String>, Vec<String>) {
    let engine = open(&find(&project.path("game")).expect("the project is recognised"));
    let cx = Context::unbounded();
    let scenes = engine.scenes(&cx).expect("the scenes are listed").value;
    let paths: Vec<String> = scenes.iter().map(|scene| scene.path.clone()).collect();
    let ours: Vec<String> = paths.iter().flat_map(|path| properties(&*engine, path, &cx)).collect();
    let mut godots = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for node in godots_dump(project, &paths) {
        let text = |key: &str| node[key].as_str().unwrap_or_default().to_owned();
        let place = format!("{} | {} | ", text("scene"), text("path"));
        known.insert(place.clone());
        let set = node["properties"].as_array().into_iter().flatten();
        godots.extend(set.filter_map(|line| {
            let (name, value) = line.as_str()?.split_once('=')?;
            let is_math = Variant::parse(value).is_ok_and(|value| value.text().ends_with(')'));
            let value = if is_math { numbers(value) } else { value.to_owned() };
            Some(format!("{place}{name}={value}"))
        }));
    }
    let is_known = |line: &String| known.iter().any(|place| line.starts_with(place.as_str()));
    (ours.into_iter().filter(is_known).collect(), godots)
}

fn properties(engine: &dyn Engine, path: &str, cx: &Context) -> Vec<String> {
    let nodes = engine.as_nodes().expect("Godot has nodes");
    let scene = engine.scene(path, cx).expect("a listed scene is read").value;
    let ids: Vec<ObjectId> = scene.objects.iter().map(|object| object.id).collect();
    let all = nodes.node_properties(path, &ids, false, cx).expect("all nodes are read").value;
    let mut lines = Vec::new();
    for (object, read) in scene.objects.iter().zip(all) {
        let all = read.properties.iter().chain(&read.script_properties);
        let all = all.filter(|property| !is_missing(property));
        let mut own: Vec<String> = all
            .map(|property| {
                format!("{path} | {} | {}={}", object.path, property.name, value(property))
            })
            .collect();
        own.sort();
        lines.extend(own);
    }
    lines
}

/// What is gone is null in Godot.
fn is_missing(property: &NodeProperty) -> bool {
    let MemberValue::Typed(typed) = &property.value else {
        return false;
    };
    typed.type_name != "NodePath"
        && matches!(typed.value, MemberValue::Reference(MemberReference::Missing { .. }))
}

/// In the words of `dump_tree.gd`.
fn value(property: &NodeProperty) -> String {
    let MemberValue::Typed(typed) = &property.value else {
        return "?".to_owned();
    };
    let is_packed = typed.type_name.starts_with("Packed");
    match &typed.value {
        MemberValue::Array { length, .. } if is_packed => format!("{length} packed"),
        MemberValue::Data { bytes, .. } => format!("{bytes} packed"),
        MemberValue::Array { length, .. } => format!("{length} items"),
        MemberValue::Object(members) if typed.type_name == "Dictionary" => {
            format!("{} fields", members.len())
        }
        MemberValue::Reference(_) if typed.type_name != "NodePath" => "object".to_owned(),
        MemberValue::Reference(_) => node_path(&typed.text),
        MemberValue::Text(text) => text.replace(|c: char| c < ' ', "?"),
        MemberValue::Float(text) => numbers(&format!("Vector2({text}, 0)")),
        _ => numbers(&typed.text),
    }
}

fn node_path(text: &str) -> String {
    text.trim_start_matches("NodePath(\"").trim_end_matches("\")").to_owned()
}

/// `Vector2(1.0,2)` as `Vector2(1, 2)`.
fn numbers(text: &str) -> String {
    let Some((name, list)) = text.trim_end_matches(')').split_once('(') else {
        return text.to_owned();
    };
    let parts: Vec<String> = list
        .split(',')
        .map(|part| part.trim().parse::<f32>().map_or(part.to_owned(), |number| number.to_string()))
        .collect();
    format!("{name}({})", parts.join(", "))
}
