//! What nodes hold, through instances and inherited scripts.

use scenewright_model::{MemberReference, MemberValue, NodeProperty, SceneObject};

use super::*;

const FILES: &str = r#"
//- /base.gd
extends Node2D
class_name Base
@export var speed := 5.0
@export var label: String = "none"
//- /actor.gd
extends Base
enum Mood { CALM, ANGRY = 4 }
@export var mood := Mood.CALM
@export var target: Node
@export var at: NodePath
var hidden := 1
//- /leaf.tscn
[gd_scene format=3]

[ext_resource type="Script" path="res://actor.gd" id="1"]
[ext_resource type="Texture2D" path="res://gone.png" id="2"]

[node name="Leaf" type="Node2D"]
position = Vector2(3, 4)
script = ExtResource("1")
speed = 7.5

[node name="Sprite" type="Sprite2D" parent="."]
unique_name_in_owner = true
texture = ExtResource("2")
metadata/note = "kept"
//- /main.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://leaf.tscn" id="1"]

[sub_resource type="RectangleShape2D" id="box"]
size = Vector2(8, 9)

[node name="Main" type="Node2D"]

[node name="Leaf" parent="." node_paths=PackedStringArray("target") instance=ExtResource("1")]
position = Vector2(0, 0)
speed = 5.0
label = "some"
target = NodePath("../Shape")
at = NodePath("%Sprite:modulate")

[node name="Shape" type="CollisionShape2D" parent="."]
shape = SubResource("box")

[node name="Lost" type="RemoteTransform2D" parent="."]
remote_path = NodePath("../Nowhere")

[node name="Box" type="MeshInstance3D" parent="."]
transform = Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 1.5, 0)

[node name="Plain" type="Node3D" parent="."]

[node name="Label" type="Label" parent="."]
offset_left = 10.0
"#;

fn find(engine: &FileEngine, path: &str) -> SceneObject {
    let scene = engine.scene("res://main.tscn", &Context::unbounded()).unwrap().value;
    scene.objects.iter().find(|object| object.path == path).unwrap().clone()
}

fn shown(value: &MemberValue) -> String {
    let MemberValue::Typed(typed) = value else { panic!("{value:?}") };
    let target = match &typed.value {
        MemberValue::Reference(MemberReference::Object { path, .. }) => format!(" -> {path}"),
        MemberValue::Reference(MemberReference::Asset { path, inner, .. }) => {
            format!(" -> {path} {inner:?}")
        }
        MemberValue::Reference(MemberReference::Missing { target, .. }) => {
            format!(" -> no {target}")
        }
        _ => String::new(),
    };
    format!("{} {}{target}", typed.type_name, typed.text)
}

fn members(engine: &FileEngine, path: &str) -> String {
    let object = find(engine, path);
    let all: Vec<usize> = (0..object.components.len()).collect();
    let cx = Context::unbounded();
    let lists = engine
        .as_members()
        .unwrap()
        .members("res://main.tscn", object.id, &all, &cx)
        .unwrap()
        .value;
    let mut text = String::new();
    for (index, members) in lists.iter().enumerate() {
        for member in members {
            writeln!(text, "{index} {}: {}", member.name, shown(&member.value)).unwrap();
        }
    }
    text
}

fn properties(engine: &FileEngine, path: &str, with_defaults: bool) -> Vec<NodeProperty> {
    let id = find(engine, path).id;
    let cx = Context::unbounded();
    let read = engine
        .as_nodes()
        .unwrap()
        .node_properties("res://main.tscn", &[id], with_defaults, &cx)
        .unwrap();
    let read = read.value.into_iter().next().unwrap();
    read.properties.into_iter().chain(read.script_properties).collect()
}

#[test]
fn members_belong_to_the_class_or_to_the_script() {
    let (_fixture, engine) = project(FILES);
    assert_snapshot!(members(&engine, "Main/Leaf"), @r#"
    0 position: Vector2 Vector2(0, 0)
    1 speed: float 5.0
    1 label: String "some"
    1 target: Node NodePath("../Shape") -> Main/Shape
    1 at: NodePath NodePath("%Sprite:modulate") -> Main/Leaf/Sprite
    "#);
    assert_snapshot!(members(&engine, "Main/Leaf/Sprite"), @r#"
    0 unique_name_in_owner: bool true
    0 texture: Object ExtResource("2") -> no res://gone.png
    0 metadata/note: String "kept"
    "#);
    assert_snapshot!(members(&engine, "Main/Shape"), @r#"0 shape: RectangleShape2D SubResource("box") -> res://main.tscn Some("box")"#);
    assert_snapshot!(members(&engine, "Main/Lost"), @r#"0 remote_path: NodePath NodePath("../Nowhere") -> no ../Nowhere"#);
}

#[test]
fn what_is_as_the_class_and_the_script_have_it_is_left_out() {
    let (_fixture, engine) = project(FILES);
    let names = |with_defaults| -> Vec<String> {
        let all = properties(&engine, "Main/Leaf", with_defaults);
        all.into_iter().map(|property| property.name).collect()
    };
    assert_eq!(names(false), ["label", "target", "at"]);
    let all = names(true);
    for name in ["position", "speed", "mood", "hidden", "modulate", "process_mode"] {
        assert!(all.iter().any(|known| known == name), "{name}: {all:?}");
    }
    let told = |name: &str| {
        let all = properties(&engine, "Main/Leaf", true);
        let found = all.into_iter().find(|property| property.name == name).unwrap();
        let (category, type_name) = (found.category, found.type_name);
        format!("{category} {type_name} {} {}", found.is_default, found.is_exported)
    };
    assert_eq!(told("position"), "Node2D Vector2 true false");
    assert_eq!(told("modulate"), "CanvasItem Color true false");
    assert_eq!(told("speed"), "Base float true true");
    assert_eq!(told("label"), "Base String false true");
    assert_eq!(told("hidden"), "actor.gd int true false");
}

#[test]
fn a_node_in_space_has_the_parts_of_its_transform() {
    let (_fixture, engine) = project(FILES);
    let names = |object: &str, with_defaults| -> Vec<String> {
        let all = properties(&engine, object, with_defaults).into_iter();
        all.filter(|property| property.category == "Node3D").map(|property| property.name).collect()
    };
    assert_eq!(names("Main/Box", false), ["transform", "position", "scale"]);
    assert!(names("Main/Box", true).contains(&"rotation".to_owned()));
    assert_eq!(names("Main/Plain", false), [""; 0]);
}

#[test]
fn a_member_is_read_by_its_path() {
    let (_fixture, engine) = project(FILES);
    let cx = Context::unbounded();
    for (object, component, path, expected) in [
        ("Main/Leaf", 0, "position", Some("Vector2 Vector2(0, 0)")),
        ("Main/Leaf", 0, "position.y", Some("int 0")),
        ("Main/Leaf", 0, "modulate.a", Some("int 1")),
        ("Main/Leaf", 1, "label", Some("String \"some\"")),
        ("Main/Leaf", 1, "mood", Some("int 0")),
        ("Main/Leaf", 0, "label", None),
        ("Main/Leaf", 0, "position.z", None),
        ("Main/Shape", 0, "shape.size.x", Some("int 8")),
        ("Main/Shape", 0, "shape.nothing", None),
        ("Main/Leaf/Sprite", 0, "metadata/note", Some("String \"kept\"")),
        ("Main/Box", 0, "position", Some("Vector3 Vector3(0, 1.5, 0)")),
        ("Main/Box", 0, "position.y", Some("float 1.5")),
        ("Main/Box", 0, "scale", Some("Vector3 Vector3(2, 2, 2)")),
        ("Main/Box", 0, "position.w", None),
        ("Main/Plain", 0, "position", Some("Vector3 Vector3(0, 0, 0)")),
        // It depends on anchors and on what is around it.
        ("Main/Label", 0, "position", None),
    ] {
        let id = find(&engine, object).id;
        let read = engine.as_members().unwrap().member("res://main.tscn", id, component, path, &cx);
        let shown = read.ok().map(|read| shown(&read.value));
        assert_eq!(shown.as_deref(), expected, "{object} {path}");
    }
}

#[test]
fn members_of_the_fixture_keep_the_contract() {
    contract::check(&project(FILES).1);
}
