//! Edits of one small project, with what they change in its files and what a real Godot then reads.
//! The module's own tests and those that need a Godot share this table.

use scenewright_model::{Edit, EditValue, ObjectRef};

/// As Godot 4.6.3 saves it.
pub const PROJECT: &str = r#"//- /game/project.godot
config_version=5

[application]

config/name="Edits"
config/features=PackedStringArray("4.6")
//- /game/base.gd
extends Node2D
@export var health := 1
//- /game/base.gd.uid
uid://bbaseaaaaaa11
//- /game/hero.gd
extends "res://base.gd"
@export var speed := 1.5
@export var target: Node
@export var way: NodePath
@export var names: Array[String] = []
@export var friends: Array[Node] = []
@export var texture: Texture2D
@export var table: Dictionary = {}
//- /game/hero.gd.uid
uid://bheroaaaaaa11
//- /game/plain.gd
extends Node
//- /game/plain.gd.uid
uid://bplainaaaaa11
//- /game/gradient.tres
[gd_resource type="GradientTexture2D" format=3 uid="uid://bgradaaaaaa11"]

[resource]
//- /game/leaf.tscn
[gd_scene format=3 uid="uid://bleafaaaaaa11"]

[node name="Leaf" type="Node2D" unique_id=11 groups=["leaves"]]

[node name="Inner" type="Sprite2D" parent="." unique_id=12]
position = Vector2(1, 2)

[node name="Deep" type="Node2D" parent="Inner" unique_id=13]
//- /game/main.tscn
[gd_scene format=3 uid="uid://bmainaaaaaa11"]

[ext_resource type="Script" uid="uid://bheroaaaaaa11" path="res://hero.gd" id="1_aaaaa"]
[ext_resource type="PackedScene" uid="uid://bleafaaaaaa11" path="res://leaf.tscn" id="2_bbbbb"]

[sub_resource type="RectangleShape2D" id="RectangleShape2D_aaaaa"]
size = Vector2(3, 4)

[sub_resource type="StandardMaterial3D" id="StandardMaterial3D_bbbbb"]
roughness = 0.5

[sub_resource type="BoxMesh" id="BoxMesh_ccccc"]
material = SubResource("StandardMaterial3D_bbbbb")

[node name="Main" type="Node2D" unique_id=1]

[node name="Hero" type="Node2D" parent="." unique_id=2 node_paths=PackedStringArray("target", "friends") groups=["a", "b"]]
unique_name_in_owner = true
position = Vector2(10, 20)
script = ExtResource("1_aaaaa")
speed = 2.25
target = NodePath("../L/Inner/Deep")
way = NodePath("../Body/Shape:position")
names = Array[String](["one", "two"])
friends = [NodePath("../L"), NodePath("../Body/Shape")]
table = {
"a": 1
}
metadata/note = "x"

[node name="Hand" type="Node2D" parent="Hero" unique_id=3]
position = Vector2(5, 0)

[node name="L" parent="." unique_id=4 instance=ExtResource("2_bbbbb")]
position = Vector2(5, 6)

[node name="Inner" parent="L" index="0" unique_id=12]
position = Vector2(7, 8)

[node name="Added" type="Node" parent="L/Inner" index="1" unique_id=5]

[node name="Body" type="StaticBody2D" parent="." unique_id=6]
rotation = 0.5
scale = Vector2(2, 2)

[node name="Shape" type="CollisionShape2D" parent="Body" unique_id=7]
shape = SubResource("RectangleShape2D_aaaaa")

[node name="Box" type="MeshInstance3D" parent="." unique_id=8]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3)
mesh = SubResource("BoxMesh_ccccc")

[node name="Label" type="Label" parent="." unique_id=9]
offset_right = 40.0
offset_bottom = 23.0
text = "hello"

[node name="Timer" type="Timer" parent="." unique_id=10]

[connection signal="ready" from="Hero" to="." method="queue_redraw"]
[connection signal="ready" from="L/Inner" to="Hero" method="queue_redraw"]
[connection signal="timeout" from="Timer" to="Hero/Hand" method="queue_redraw"]

[editable path="L"]
//- /game/typed.gd
extends Node
enum Kind { SWORD, BOW = 4 }
@export var kind: Kind = Kind.SWORD
@export var scene: PackedScene
@export var scenes: Array[PackedScene] = []
@export var size: int = 0:  # a comment
	set(value):
		size = value
@export var icon: Texture2D = preload("res://gradient.tres")
@export_enum("Slow", "Fast:5") var pace: int = 0
//- /game/typed.gd.uid
uid://btypdaaaaaa11
//- /game/metal.tres
[gd_resource type="StandardMaterial3D" format=3 uid="uid://bmetaaaaaaa11"]

[resource]
//- /game/box.tres
[gd_resource type="StyleBoxFlat" format=3 uid="uid://bboxaaaaaaa11"]

[resource]
//- /game/moves.tres
[gd_resource type="AnimationLibrary" format=3 uid="uid://bmoveaaaaaa11"]

[resource]
//- /game/types.tscn
[gd_scene format=3 uid="uid://btypeaaaaaa11"]

[ext_resource type="Script" uid="uid://btypdaaaaaa11" path="res://typed.gd" id="1_aaaaa"]

[sub_resource type="BoxMesh" id="BoxMesh_eeeee"]

[sub_resource type="StandardMaterial3D" id="StandardMaterial3D_ddddd"]
roughness = 0.5

[sub_resource type="AnimationLibrary" id="AnimationLibrary_fffff"]

[node name="Types" type="Node" unique_id=31]
script = ExtResource("1_aaaaa")
metadata/tint = Color(1, 0, 0, 1)

[node name="Mesh" type="MeshInstance3D" parent="." unique_id=32]
mesh = SubResource("BoxMesh_eeeee")
surface_material_override/0 = SubResource("StandardMaterial3D_ddddd")

[node name="List" type="ItemList" parent="." unique_id=33]
offset_right = 40.0
offset_bottom = 40.0
item_count = 1
item_0/text = "one"

[node name="Row" type="HBoxContainer" parent="List" unique_id=34]
layout_mode = 0
offset_right = 40.0
offset_bottom = 40.0

[node name="Press" type="Button" parent="List/Row" unique_id=35]
layout_mode = 2

[node name="Player" type="AnimationPlayer" parent="." unique_id=36]
libraries/ = SubResource("AnimationLibrary_fffff")

[node name="Part" type="Sprite2D" parent="." unique_id=37]
region_enabled = true
region_rect = Rect2(0, 0, 8, 8)

[node name="Goal" type="Node3D" parent="." unique_id=39]

[node name="Remote" type="RemoteTransform3D" parent="." unique_id=38]
remote_path = NodePath("../Goal")

[connection signal="renamed" from="." to="List/Row/Press" method="hide" flags=3]
[connection signal="pressed" from="List/Row/Press" to="." method="set_meta" flags=18 binds= ["pressed"]]
//- /game/derived.tscn
[gd_scene format=3 uid="uid://bderiaaaaaa11"]

[ext_resource type="PackedScene" uid="uid://bmainaaaaaa11" path="res://main.tscn" id="1_ddddd"]

[node name="Main" unique_id=1 instance=ExtResource("1_ddddd")]

[node name="Label" parent="." index="4" unique_id=9]
text = "derived"

[node name="Extra" type="Node2D" parent="." index="6" unique_id=21]

[node name="More" type="Node2D" parent="." index="7" unique_id=22]

[editable path="L"]
"#;

pub struct Case {
    pub name: &'static str,
    pub edits: Vec<Edit>,
    /// The scene that is looked at afterwards.
    pub scene: &'static str,
    /// What Godot then has: a node's path, a property, `var_to_str` of its value.
    pub reads: Vec<(&'static str, &'static str, &'static str)>,
}

const MAIN: &str = "res://main.tscn";

fn at(path: &str) -> ObjectRef {
    ObjectRef::Path(path.to_owned())
}

fn set_in(scene: &str, object: &str, member: &str, value: EditValue) -> Edit {
    Edit::SetMember {
        scene: scene.to_owned(),
        object: at(object),
        component: None,
        member: member.to_owned(),
        value,
    }
}

fn set(object: &str, member: &str, value: EditValue) -> Edit {
    set_in(MAIN, object, member, value)
}

fn text(text: &str) -> EditValue {
    EditValue::Text(text.to_owned())
}

fn literal(text: &str) -> EditValue {
    EditValue::Literal(text.to_owned())
}

fn floats(numbers: &[f64]) -> EditValue {
    EditValue::List(numbers.iter().map(|number| EditValue::Float(*number)).collect())
}

fn fields(fields: &[(&str, f64)]) -> EditValue {
    let field = |(name, number): &(&str, f64)| ((*name).to_owned(), EditValue::Float(*number));
    EditValue::Fields(fields.iter().map(field).collect())
}

type Reads<'c> = &'c [(&'static str, &'static str, &'static str)];

fn case(name: &'static str, edits: Vec<Edit>, reads: Reads<'_>) -> Case {
    Case { name, edits, scene: MAIN, reads: reads.to_vec() }
}

fn member(name: &'static str, edit: Edit, reads: Reads<'_>) -> Case {
    case(name, vec![edit], reads)
}

pub fn cases() -> Vec<Case> {
    [
        members(),
        types(),
        parts(),
        instances(),
        structure(),
        moves(),
        overrides(),
        scripts(),
        scenes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn members() -> Vec<Case> {
    let object = |path: &str| EditValue::Object { object: at(path), component: None };
    let asset = |path: &str| EditValue::Asset { path: path.to_owned(), inner: None };
    vec![
        member(
            "a vector by its numbers",
            set("Main/Hero", "position", floats(&[0.1, 1e-5])),
            &[("Hero", "position", "Vector2(0.1, 1e-05)")],
        ),
        member(
            "a vector by its fields",
            set("Main/Hero/Hand", "scale", fields(&[("x", 2.0), ("y", 0.5)])),
            &[("Hero/Hand", "scale", "Vector2(2, 0.5)")],
        ),
        member(
            "a value back to its default",
            set("Hero/Hand", "position", floats(&[0.0, 0.0])),
            &[],
        ),
        member(
            "a colour by its name",
            set("Hero", "modulate", text("#ff8000")),
            &[("Hero", "modulate:r", "1.0")],
        ),
        member(
            "an enum by its name",
            set("Timer", "process_mode", text("when paused")),
            &[("Timer", "process_mode", "2")],
        ),
        member(
            "a whole number as a float",
            set("Timer", "wait_time", EditValue::Int(3)),
            &[("Timer", "wait_time", "3.0")],
        ),
        member(
            "a text with quotes and lines",
            set("Label", "text", text("a \"b\" \\\nc\t")),
            &[("Label", "text", "\"a \\\"b\\\" \\\\\nc\t\"")],
        ),
        member(
            "a script's variables in their order",
            set("Hero", "health", EditValue::Int(7)),
            &[("Hero", "health", "7")],
        ),
        member(
            "a node",
            set("Hero", "target", object("Main/Body")),
            &[("Hero", "target:name", "&\"Body\"")],
        ),
        member("no node", set("Hero", "target", EditValue::Null), &[("Hero", "target", "null")]),
        member(
            "a path to a node",
            set("Hero", "way", object("Main/Label")),
            &[("Hero", "way", "NodePath(\"../Label\")")],
        ),
        member(
            "an asset",
            set("Hero", "texture", asset("res://gradient.tres")),
            &[("Hero", "texture:resource_path", "\"res://gradient.tres\"")],
        ),
        member(
            "metadata",
            set("Label", "metadata/list", literal("[1,2.5,&\"x\", {\"k\":Vector2i(1,2)}]")),
            &[],
        ),
        member(
            "a theme override among the class's properties",
            set("Label", "theme_override_colors/font_color", floats(&[1.0, 0.0, 0.0])),
            &[("Label", "theme_override_colors/font_color", "Color(1, 0, 0, 1)")],
        ),
    ]
}

const TYPES: &str = "res://types.tscn";

/// Values as tools show them, in properties whose types only the instance, the script or the old value tells.
fn types() -> Vec<Case> {
    let write = |name, object: &str, property, value, node, path, expected| Case {
        scene: TYPES,
        ..member(name, set_in(TYPES, object, property, value), &[(node, path, expected)])
    };
    let whole = |name, object, property, value: &str, expected| {
        write(name, object, property, text(value), object, property, expected)
    };
    let asset = |name, object, property, value: &str, path, expected| {
        write(name, object, property, text(value), object, path, expected)
    };
    vec![
        asset(
            "the material of a surface by its path",
            "Mesh",
            "surface_material_override/0",
            "res://metal.tres",
            "surface_material_override/0:resource_path",
            "\"res://metal.tres\"",
        ),
        asset(
            "the icon of an item by its path",
            "List",
            "item_0/icon",
            "res://gradient.tres",
            "item_0/icon:resource_path",
            "\"res://gradient.tres\"",
        ),
        asset(
            "a library of animations by its path",
            "Player",
            "libraries/",
            "res://moves.tres",
            "libraries/:resource_path",
            "\"res://moves.tres\"",
        ),
        asset(
            "a style by its path",
            "List",
            "theme_override_styles/panel",
            "res://box.tres",
            "theme_override_styles/panel:resource_path",
            "\"res://box.tres\"",
        ),
        asset(
            "an exported scene by its path",
            ".",
            "scene",
            "res://leaf.tscn",
            "scene:resource_path",
            "\"res://leaf.tscn\"",
        ),
        write(
            "exported scenes by their paths",
            ".",
            "scenes",
            EditValue::List(vec![text("res://leaf.tscn")]),
            ".",
            "scenes:0:resource_path",
            "\"res://leaf.tscn\"",
        ),
        whole("an exported enum by its name", ".", "kind", "bow", "4"),
        whole("an exported number by its label", ".", "pace", "Fast", "5"),
        whole("a number behind a setter", ".", "size", "3", "3"),
        whole(
            "metadata keeps its type",
            ".",
            "metadata/tint",
            "Color(0, 1, 0, 0.5)",
            "Color(0, 1, 0, 0.5)",
        ),
        whole(
            "a colour as it is shown",
            "List",
            "modulate",
            "Color(1, 1, 1, 0.7)",
            "Color(1, 1, 1, 0.7)",
        ),
        whole(
            "a rectangle as it is shown",
            "Part",
            "region_rect",
            "Rect2(1, 2, 3, 4)",
            "Rect2(1, 2, 3, 4)",
        ),
        write(
            "a rectangle by its fields",
            "Part",
            "region_rect",
            fields(&[("x", 1.0), ("y", 2.0), ("width", 3.0), ("height", 4.0)]),
            "Part",
            "region_rect",
            "Rect2(1, 2, 3, 4)",
        ),
        whole(
            "a transform as it is shown",
            "Mesh",
            "transform",
            "Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3)",
            "Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3)",
        ),
        write(
            "a transform by its parts",
            "Mesh",
            "transform",
            EditValue::Fields(vec![
                ("origin".to_owned(), fields(&[("x", 1.0), ("y", 2.0), ("z", 3.0)])),
                ("rotation".to_owned(), fields(&[("x", 0.0), ("y", 0.0), ("z", 0.0)])),
                ("scale".to_owned(), fields(&[("x", 2.0), ("y", 2.0), ("z", 2.0)])),
            ]),
            "Mesh",
            "transform",
            "Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3)",
        ),
        whole(
            "a path as it is stored",
            "Remote",
            "remote_path",
            "../List/Row",
            "NodePath(\"../List/Row\")",
        ),
        whole(
            "a path from the root",
            "Remote",
            "remote_path",
            "Types/Player",
            "NodePath(\"../Player\")",
        ),
        Case {
            scene: TYPES,
            ..case(
                "a branch whose inner nodes are connected with the rest",
                vec![Edit::CreatePrefab {
                    scene: TYPES.to_owned(),
                    object: at("List"),
                    path: "res://list.tscn".to_owned(),
                }],
                &[("List/Row/Press", "layout_mode", "2")],
            )
        },
    ]
}

fn parts() -> Vec<Case> {
    vec![
        member(
            "one number of a vector",
            set("Hero", "position.y", EditValue::Float(-3.5)),
            &[("Hero", "position", "Vector2(10, -3.5)")],
        ),
        member(
            "one number of a default",
            set("Label", "modulate:a", EditValue::Float(0.25)),
            &[("Label", "modulate", "Color(1, 1, 1, 0.25)")],
        ),
        member("an element of an array", set("Hero", "names[1]", text("three")), &[]),
        member("an entry of a dictionary", set("Hero", "table.b", literal("[1, 2]")), &[]),
        member(
            "a resource inside of the file",
            set("Body/Shape", "shape:size", floats(&[8.0, 9.0])),
            &[("Body/Shape", "shape:size", "Vector2(8, 9)")],
        ),
        member(
            "a resource inside of a resource",
            set("Box", "mesh/material/albedo_color", text("#00ff00")),
            &[("Box", "mesh:material:albedo_color", "Color(0, 1, 0, 1)")],
        ),
        member(
            "a resource's value back to its default",
            set("Box", "mesh:material:roughness", EditValue::Int(1)),
            &[("Box", "mesh:material:roughness", "1.0")],
        ),
        member(
            "a position in space",
            set("Box", "position", floats(&[4.0, 5.0, 6.0])),
            &[("Box", "position", "Vector3(4, 5, 6)")],
        ),
        member(
            "a rotation in space",
            set("Box", "rotation_degrees.y", EditValue::Int(90)),
            &[("Box", "rotation_degrees:y", "90.0")],
        ),
        member(
            "a rotation in degrees",
            set("Hero", "rotation_degrees", EditValue::Int(180)),
            &[("Hero", "rotation_degrees", "180.0")],
        ),
        member(
            "a control's position",
            set("Label", "position", floats(&[10.0, 20.0])),
            &[("Label", "position", "Vector2(10, 20)"), ("Label", "size", "Vector2(40, 23)")],
        ),
    ]
}

fn instances() -> Vec<Case> {
    vec![
        member(
            "a node of an instance that the file changes already",
            set("L/Inner", "rotation", EditValue::Float(0.25)),
            &[("L/Inner", "rotation", "0.25")],
        ),
        member(
            "a node of an instance that the file does not mention",
            set("L/Inner/Deep", "position", floats(&[3.0, 3.0])),
            &[("L/Inner/Deep", "position", "Vector2(3, 3)")],
        ),
        member(
            "an override that says what the source says",
            set("L/Inner", "position", floats(&[1.0, 2.0])),
            &[("L/Inner", "position", "Vector2(1, 2)")],
        ),
        Case {
            scene: "res://derived.tscn",
            ..member(
                "a node of the inherited scene",
                set_in("res://derived.tscn", "Body", "position", floats(&[1.0, 1.0])),
                &[("Body", "position", "Vector2(1, 1)")],
            )
        },
        Case {
            scene: "res://derived.tscn",
            ..member(
                "a node of an instance in the inherited scene",
                set_in("res://derived.tscn", "L/Inner/Deep", "position", floats(&[1.0, 1.0])),
                &[("L/Inner/Deep", "position", "Vector2(1, 1)")],
            )
        },
    ]
}

fn structure() -> Vec<Case> {
    let main = || MAIN.to_owned();
    let derived = || "res://derived.tscn".to_owned();
    let rename = |object: &str, name: &str| Edit::RenameObject {
        scene: main(),
        object: at(object),
        name: name.to_owned(),
    };
    let create = |scene: String, parent: Option<&str>, sibling: Option<usize>, name: &str| {
        Edit::CreateObject {
            scene,
            parent: parent.map(at),
            sibling,
            name: name.to_owned(),
            class: Some("Node2D".to_owned()),
            components: Vec::new(),
        }
    };
    vec![
        case("a new name", vec![rename("Hero", "Heroine")], &[("Heroine", "speed", "2.25")]),
        case(
            "a new name on the way of paths",
            vec![rename("Body", "Wall")],
            &[("Hero", "way", "NodePath(\"../Wall/Shape:position\")")],
        ),
        case(
            "a new name of an instance",
            vec![rename("L", "Leaf1")],
            &[("Leaf1/Inner", "position", "Vector2(7, 8)")],
        ),
        case(
            "a new name of the root",
            vec![rename("Main", "Level")],
            &[(".", "name", "&\"Level\"")],
        ),
        case(
            "a node less",
            vec![Edit::DeleteObject { scene: main(), object: at("Body") }],
            &[("Hero", "way", "NodePath(\"\")")],
        ),
        case(
            "an instance less",
            vec![Edit::DeleteObject { scene: main(), object: at("L") }],
            &[("Hero", "target", "null")],
        ),
        case("resources less", vec![Edit::DeleteObject { scene: main(), object: at("Box") }], &[]),
        Case {
            scene: "res://derived.tscn",
            ..case(
                "a node less in an inherited scene",
                vec![Edit::DeleteObject { scene: derived(), object: at("Extra") }],
                &[],
            )
        },
        case(
            "a node more",
            vec![create(main(), None, None, "New")],
            &[("New", "position", "Vector2(0, 0)")],
        ),
        case(
            "a node more among others",
            vec![create(main(), Some("Hero"), Some(0), "Hand")],
            &[("Hero/Hand2", "position", "Vector2(0, 0)")],
        ),
        case(
            "a node more in an instance",
            vec![create(main(), Some("L/Inner/Deep"), None, "New")],
            &[("L/Inner/Deep/New", "position", "Vector2(0, 0)")],
        ),
        case("a node more below an instance", vec![create(main(), Some("L"), None, "New")], &[]),
        Case {
            scene: "res://derived.tscn",
            ..case(
                "a node more in an inherited scene",
                vec![create(derived(), None, Some(6), "New")],
                &[],
            )
        },
        case(
            "hidden and stopped",
            vec![
                Edit::SetActive { scene: main(), object: at("Hero"), active: false },
                Edit::SetActive { scene: main(), object: at("Timer"), active: false },
            ],
            &[("Hero", "visible", "false"), ("Timer", "process_mode", "4")],
        ),
    ]
}

fn moves() -> Vec<Case> {
    let main = || MAIN.to_owned();
    let reparent = |object: &str, parent: &str, sibling: Option<usize>, keep_world: bool| {
        Edit::ReparentObject {
            scene: main(),
            object: at(object),
            parent: Some(at(parent)),
            sibling,
            keep_world,
        }
    };
    let duplicate =
        |object: &str| Edit::DuplicateObject { scene: main(), object: at(object), name: None };
    vec![
        case(
            "a new parent",
            vec![reparent("Hero", "Body", None, false)],
            &[("Body/Hero", "target:name", "&\"Deep\"")],
        ),
        case(
            "a new parent in the same place of the world",
            vec![reparent("Hero", "Body", None, true)],
            &[("Body/Hero", "global_position", "Vector2(10, 20)")],
        ),
        case(
            "a new parent inside of an instance",
            vec![reparent("Hero/Hand", "L/Inner/Deep", None, false)],
            &[],
        ),
        case("another place among siblings", vec![reparent("Box", ".", Some(0), false)], &[]),
        case("a copy", vec![duplicate("Hero")], &[("Hero2", "speed", "2.25")]),
        case(
            "a copy of an instance",
            vec![duplicate("L")],
            &[("L2/Inner", "position", "Vector2(7, 8)")],
        ),
        Case {
            scene: "res://box.tscn",
            ..case(
                "a branch as a scene, seen there",
                vec![Edit::CreatePrefab {
                    scene: main(),
                    object: at("Box"),
                    path: "res://box.tscn".to_owned(),
                }],
                &[(".", "position", "Vector3(1, 2, 3)")],
            )
        },
        case(
            "a branch that signals lead into as a scene",
            vec![Edit::CreatePrefab {
                scene: main(),
                object: at("Hero"),
                path: "res://heroes.tscn".to_owned(),
            }],
            &[("Hero", "speed", "2.25")],
        ),
        case(
            "a resource that is now needed later",
            vec![reparent("Body", "Timer", None, false)],
            &[("Hero", "way", "NodePath(\"../Timer/Body/Shape:position\")")],
        ),
        case(
            "a branch as a scene",
            vec![Edit::CreatePrefab {
                scene: main(),
                object: at("Body"),
                path: "res://body.tscn".to_owned(),
            }],
            &[("Body/Shape", "shape:size", "Vector2(3, 4)")],
        ),
    ]
}

fn overrides() -> Vec<Case> {
    let revert = |object: &str, member: Option<&str>| Edit::RevertOverride {
        scene: MAIN.to_owned(),
        object: at(object),
        component: None,
        member: member.map(str::to_owned),
    };
    let apply = |object: &str| Edit::ApplyOverride {
        scene: MAIN.to_owned(),
        object: at(object),
        component: None,
        member: Some("position".to_owned()),
    };
    vec![
        case(
            "an override less",
            vec![revert("L", Some("position"))],
            &[("L", "position", "Vector2(0, 0)")],
        ),
        case(
            "no overrides",
            vec![revert("L/Inner", None)],
            &[("L/Inner", "position", "Vector2(1, 2)")],
        ),
        case(
            "an override applied",
            vec![apply("L/Inner")],
            &[("L/Inner", "position", "Vector2(7, 8)")],
        ),
        Case {
            scene: "res://leaf.tscn",
            ..case(
                "an override applied, seen there",
                vec![apply("L")],
                &[(".", "position", "Vector2(5, 6)")],
            )
        },
    ]
}

fn scripts() -> Vec<Case> {
    let main = || MAIN.to_owned();
    let group = |object: &str, group: &str, member: bool| Edit::SetGroup {
        scene: main(),
        object: at(object),
        group: group.to_owned(),
        member,
    };
    vec![
        case(
            "a script",
            vec![Edit::AttachScript {
                scene: main(),
                object: at("Timer"),
                script: "res://plain.gd".to_owned(),
            }],
            &[("Timer", "script:resource_path", "\"res://plain.gd\"")],
        ),
        case(
            "another script",
            vec![Edit::AttachScript {
                scene: main(),
                object: at("Hero"),
                script: "res://base.gd".to_owned(),
            }],
            &[("Hero", "health", "1")],
        ),
        case(
            "no script",
            vec![Edit::DetachScript { scene: main(), object: at("Hero") }],
            &[("Hero", "script", "null")],
        ),
        case("groups", vec![group("Hero", "aa", true), group("Hero", "b", false)], &[]),
        case(
            "a first and a last group",
            vec![group("Box", "x y", true), group("L/Inner", "g", true)],
            &[],
        ),
    ]
}

fn scenes() -> Vec<Case> {
    let instantiate = |source: &str, name: Option<&str>| Edit::Instantiate {
        scene: MAIN.to_owned(),
        source: source.to_owned(),
        parent: None,
        sibling: None,
        name: name.map(str::to_owned),
    };
    vec![
        case(
            "an instance more",
            vec![instantiate("res://leaf.tscn", None)],
            &[("Leaf/Inner", "position", "Vector2(1, 2)")],
        ),
        Case {
            scene: "res://new/level_one.tscn",
            ..case(
                "a scene made, filled and started with",
                vec![
                    Edit::CreateScene {
                        path: "res://new/level_one.tscn".to_owned(),
                        class: Some("Node3D".to_owned()),
                        name: None,
                    },
                    Edit::Instantiate {
                        scene: "res://new/level_one.tscn".to_owned(),
                        source: "res://leaf.tscn".to_owned(),
                        parent: None,
                        sibling: None,
                        name: Some("First".to_owned()),
                    },
                    Edit::AddToBuild {
                        scene: "res://new/level_one.tscn".to_owned(),
                        enabled: true,
                    },
                ],
                &[("First/Inner", "position", "Vector2(1, 2)"), (".", "name", "&\"LevelOne\"")],
            )
        },
        Case {
            scene: "res://kind.tscn",
            ..case(
                "an inherited scene",
                vec![
                    Edit::InheritScene {
                        base: "res://leaf.tscn".to_owned(),
                        path: "res://kind.tscn".to_owned(),
                    },
                    set_in("res://kind.tscn", "Leaf/Inner", "position", floats(&[4.0, 4.0])),
                ],
                &[("Inner", "position", "Vector2(4, 4)")],
            )
        },
    ]
}

/// The lines that go and come, by the longest common run of lines.
pub fn difference(before: &str, after: &str) -> String {
    let mut to = String::new();
    let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut lengths = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i][j] = if a[i] == b[j] {
                lengths[i + 1][j + 1] + 1
            } else {
                lengths[i + 1][j].max(lengths[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && (j == b.len() || lengths[i + 1][j] >= lengths[i][j + 1]) {
            to.push_str(&format!("- {}\n", a[i]));
            i += 1;
        } else {
            to.push_str(&format!("+ {}\n", b[j]));
            j += 1;
        }
    }
    to
}
