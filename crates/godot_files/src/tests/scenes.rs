//! One small project for each way in which a scene can be put together.

use super::*;

const LEAF: &str = r#"//- /leaf.tscn
[gd_scene format=3 uid="uid://leaf"]
[node name="Leaf" type="Area2D"]
[node name="A" type="Node" parent="."]
[node name="B" type="Sprite2D" parent="A"]
"#;

fn check(files: &str, expected: &str) {
    let (_fixture, engine) = project(files);
    assert_eq!(outline(&engine, "main.tscn"), expected, "{files}");
}

/// `main.tscn` with these sections, beside [`LEAF`], which it knows as `ExtResource("1")`.
fn check_main(sections: &str, expected: &str) {
    let header = "//- /main.tscn\n[gd_scene format=3]\n\
                  [ext_resource type=\"PackedScene\" uid=\"uid://leaf\" path=\"res://leaf.tscn\" id=\"1\"]\n";
    check(&format!("{LEAF}{header}{sections}"), expected);
}

#[test]
fn an_instance_shows_its_nodes_and_real_class() {
    check_main(
        "[node name=\"Main\" type=\"Node\"]\n[node name=\"L\" parent=\".\" instance=ExtResource(\"1\")]\nvisible = false\n",
        "Main: Node\n  L: Area2D (hidden)\n    A: Node\n      B: Sprite2D\n",
    );
}

#[test]
fn an_inherited_scene_begins_with_its_base() {
    check_main(
        "[node name=\"Main\" instance=ExtResource(\"1\")]\n[node name=\"B\" parent=\"A\" index=\"0\"]\nvisible = false\n\
         [node name=\"C\" type=\"Timer\" parent=\"A\" index=\"0\"]\n[node name=\"D\" type=\"Timer\" parent=\".\" index=\"1\"]\n",
        "Main: Area2D\n  A: Node\n    C: Timer\n    B: Sprite2D (hidden)\n  D: Timer\n",
    );
}

#[test]
fn a_placeholder_is_shown_as_the_scene_it_stands_for() {
    check_main(
        "[node name=\"Main\" type=\"Node\"]\n[node name=\"L\" parent=\".\" instance_placeholder=\"res://leaf.tscn\"]\n",
        "Main: Node\n  L: Area2D\n    A: Node\n      B: Sprite2D\n",
    );
}

#[test]
fn a_moved_scene_is_found_by_its_uid() {
    check(
        &format!(
            "{}//- /main.tscn\n[gd_scene format=3]\n[ext_resource type=\"PackedScene\" uid=\"uid://leaf\" path=\"res://old/leaf.tscn\" id=\"1\"]\n\
             [node name=\"Main\" instance=ExtResource(\"1\")]\n",
            LEAF
        ),
        "Main: Area2D\n  A: Node\n    B: Sprite2D\n",
    );
}

#[test]
fn godot_3_scenes_are_read() {
    check(
        "//- /sub/leaf.tscn\n[gd_scene format=2]\n[node name=\"Leaf\" type=\"Spatial\"]\n\
         //- /main.tscn\n[gd_scene load_steps=2 format=2]\n[ext_resource path=\"sub/leaf.tscn\" type=\"PackedScene\" id=1]\n\
         [node name=\"Main\" type=\"Node\"]\n[node name=\"L\" parent=\".\" instance=ExtResource( 1 )]\ntransform = Transform( 1, 0 )\n",
        "Main: Node\n  L: Spatial\n",
    );
}

#[test]
fn scripts_are_attached_replaced_and_taken_off() {
    check(
        r#"//- /named.gd
class_name Hero extends Node
//- /plain.gd
extends Node
//- /Boat.cs
public partial class Boat : Node {}
//- /leaf.tscn
[gd_scene format=3]
[ext_resource type="Script" path="res://named.gd" id="1"]
[node name="Leaf" type="Node"]
script = ExtResource("1")
//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://leaf.tscn" id="1"]
[ext_resource type="Script" path="res://plain.gd" id="2"]
[ext_resource type="Script" path="res://Boat.cs" id="3"]
[ext_resource type="Script" path="res://gone.gd" id="4"]
[sub_resource type="GDScript" id="G"]
script/source = "class_name Inner
extends Node"
[node name="Main" type="Node"]
script = SubResource("G")
[node name="Kept" parent="." instance=ExtResource("1")]
[node name="Replaced" parent="." instance=ExtResource("1")]
script = ExtResource("2")
[node name="TakenOff" parent="." instance=ExtResource("1")]
script = null
[node name="Sharp" type="Node" parent="."]
script = ExtResource("3")
[node name="Gone" type="Node" parent="."]
script = ExtResource("4")
"#,
        "Main: Node, Inner\n  Kept: Node, Hero\n  Replaced: Node, plain.gd\n  TakenOff: Node\n  \
         Sharp: Node, Boat\n  Gone: Node, (missing script)\n",
    );
}

#[test]
fn what_cannot_be_followed_is_shown_and_said() {
    let (_fixture, engine) = project(
        r#"//- /self.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://self.tscn" id="1"]
[node name="Self" type="Node"]
[node name="Again" parent="." instance=ExtResource("1")]
//- /bad.tscn
[gd_scene
//- /model.glb
//- /model.glb.import
nodes/root_type="Area3D"
//- /plain.glb
//- /plain.glb.import
importer="scene"
nodes/root_type=""
//- /bare.glb
//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://self.tscn" id="1"]
[ext_resource type="PackedScene" path="res://gone.tscn" id="2"]
[ext_resource type="PackedScene" path="res://bad.tscn" id="3"]
[ext_resource type="PackedScene" path="res://model.glb" id="4"]
[ext_resource type="PackedScene" path="res://plain.glb" id="5"]
[ext_resource type="PackedScene" path="res://bare.glb" id="6"]
[node name="Main" type="Node"]
[node name="Cycle" parent="." instance=ExtResource("1")]
[node name="Gone" parent="." instance=ExtResource("2")]
[node name="Bad" parent="." instance=ExtResource("3")]
[node name="Model" parent="." instance=ExtResource("4")]
[node name="Plain" parent="." instance=ExtResource("5")]
[node name="Bare" parent="." instance=ExtResource("6")]
[node name="Hand" type="Marker3D" parent="Model/Skeleton3D"]
[node name="Lost" parent="Cycle/Nowhere"]
[node name="Stray" type="Node" parent="Cycle/Nowhere"]
[node name="Twin" type="Node" parent="."]
[node name="Twin" type="Timer" parent="."]
"#,
    );
    assert_snapshot!(outline(&engine, "main.tscn"), @r"
    Main: Node
      Cycle: Node
        Again: (cyclic scene)
      Gone: (missing scene)
      Bad: (unreadable scene)
      Model: Area3D
        Skeleton3D: (unknown class)
          Hand: Marker3D
      Plain: Node3D
      Bare: (unknown class)
      Cycle_Nowhere#Stray: Node
      Twin: Node
      Twin2: Timer
    ");
    assert_snapshot!(diagnostics(&engine, "main.tscn").join("\n"), @r"
    the instanced scene 'res://self.tscn' contains itself
    the instanced scene 'res://gone.tscn' does not exist
    the instanced scene 'res://bad.tscn' cannot be read: 'res://bad.tscn', line 2: the file ends inside a section header
    'res://main.tscn' overrides or extends the node 'Cycle/Nowhere/Lost', which its instance does not have
    'res://main.tscn' overrides or extends the node 'Cycle/Nowhere', which its instance does not have
    'res://main.tscn' has two nodes 'Twin' with the same parent
    Godot has not imported everything yet (`godot --headless --import` does it): only the root of 'res://bare.glb', 'res://model.glb', 'res://plain.glb' is shown
    ");
}

#[test]
fn a_scene_answers_to_each_of_its_names() {
    let (fixture, engine) = project(LEAF);
    let absolute = fixture.path("leaf.tscn");
    for path in ["leaf.tscn", "res://leaf.tscn", "uid://leaf", absolute.to_str().unwrap()] {
        let scene = engine.scene(path, &Context::unbounded()).unwrap().value;
        assert_eq!(scene.path, "res://leaf.tscn", "{path}");
    }
    for (path, expected) in [
        ("uid://other", "Scene file 'uid://other' does not exist"),
        ("none.gd", "Scene file 'none.gd' does not exist"),
        ("project.godot", "'project.godot' is a file of the project's settings, not a scene"),
    ] {
        let error = engine.scene(path, &Context::unbounded()).unwrap_err();
        assert!(error.is_not_found(), "{path}: {error}");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn scenes_of_other_projects_and_ignored_folders_are_not_listed() {
    let (_fixture, engine) = project(
        "//- /b.tscn\n//- /a/a.tscn\n//- /inner/project.godot\n//- /inner/c.tscn\n//- /raw/.gdignore\n//- /raw/deep/d.tscn\n",
    );
    let scenes = engine.scenes(&Context::unbounded()).unwrap().value;
    let paths: Vec<&str> = scenes.iter().map(|scene| scene.path.as_str()).collect();
    assert_eq!(paths, ["res://a/a.tscn", "res://b.tscn"]);
}

#[test]
fn scenes_are_reached_over_autoloads_scripts_and_strings() {
    let fixture = Fixture::new(
        r#"//- /project.godot
config_version=5
[application]
run/main_scene="uid://main"
[autoload]
Game="*res://game.gd"
//- /game.gd
var next = preload("uid://byuid") # "res://comment.tscn"
//- /main.tscn
[gd_scene format=3 uid="uid://main"]
[node name="Main" type="Node"]
level = "res://bystring.tscn"
//- /byuid.tscn
[gd_scene format=3 uid="uid://byuid"]
[ext_resource type="PackedScene" path="res://byinstance.tscn" id="1"]
//- /byinstance.tscn
//- /bystring.tscn
//- /comment.tscn
"#,
    );
    let engine = engine(fixture.root());
    let scenes = engine.scenes(&Context::unbounded()).unwrap().value;
    let off: Vec<&str> = scenes
        .iter()
        .filter(|scene| !scene.enabled_in_build)
        .map(|scene| scene.name.as_str())
        .collect();
    assert_eq!((scenes.len(), off), (5, vec!["comment"]));
    let info = engine.project(&Context::unbounded()).unwrap().value;
    assert_eq!(info.main_scene.as_deref(), Some("res://main.tscn"));
}
