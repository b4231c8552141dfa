//! Nodes that an instanced scene lost, classes that cannot be created, scripts of other classes.

use super::*;

#[test]
fn a_node_that_an_instance_lost_is_one_finding() {
    let (_fixture, engine) = project(
        r#"//- /child.tscn
[gd_scene format=3]
[node name="Child" type="Control"]
[node name="Kept" type="Button" parent="."]
//- /model.glb
//- /derived.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://child.tscn" id="1"]
[node name="Derived" instance=ExtResource("1")]
[node name="Kept" parent="." index="0"]
text = "a"
[node name="Lost" parent="." index="1"]
text = "a"
//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://child.tscn" id="1"]
[ext_resource type="PackedScene" path="res://model.glb" id="2"]
[ext_resource type="PackedScene" path="res://gone.tscn" id="3"]
[node name="Main" type="Node"]
[node name="C" parent="." instance=ExtResource("1")]
[node name="Vanished" parent="C" index="0"]
visible = false
[node name="Deep" parent="C/Vanished" index="0"]
visible = false
[node name="Deeper" type="Node" parent="C/Vanished/Deep"]
[node name="Stray" type="Node" parent="C/Kept/Nowhere"]
[node name="Typeless" parent="."]
[node name="M" parent="." instance=ExtResource("2")]
[node name="Bone" parent="M" index="0"]
visible = false
[node name="G" parent="." instance=ExtResource("3")]
[node name="Any" parent="G" index="0"]
visible = false
[connection signal="pressed" from="C/Vanished" to="." method="queue_free"]
[connection signal="pressed" from="C/Vanished/Deep" to="." method="queue_free"]
[connection signal="pressed" from="Elsewhere" to="." method="queue_free"]
[connection signal="button_down" from="Elsewhere" to="." method="queue_free"]
[editable path="C"]
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    vanished-node res://derived.tscn "Derived/Lost"   -> Lost: the instanced scene 'res://child.tscn' has no such node
    missing-prefab res://main.tscn "Main/G"  instance -> res://gone.tscn: the file does not exist
    vanished-node res://main.tscn "Main/C/Vanished"   -> C/Vanished: the instanced scene 'res://child.tscn' has no such node
    vanished-node res://main.tscn "Main/C/Kept/Nowhere/Stray" Node  -> C/Kept/Nowhere: the instanced scene 'res://child.tscn' has no such node
    vanished-node res://main.tscn "Main/Typeless"   -> Typeless: the scene has no node 'Typeless'
    missing-node res://main.tscn ""  pressed -> Elsewhere: the scene has no node 'Elsewhere'
    "#);
}

#[test]
fn classes_that_cannot_be_created_are_findings() {
    let (_fixture, engine) = project(
        r#"//- /main.tscn
[gd_scene format=3]
[sub_resource type="Shape2D" id="1"]
[sub_resource type="NoSuchShape" id="2"]
[sub_resource type="Node" id="3"]
[sub_resource type="RectangleShape2D" id="4"]
[node name="Main" type="Spatial"]
[node name="A" type="Tween" parent="."]
[node name="B" type="CollisionObject2D" parent="."]
[node name="C" type="NoSuchNode" parent="."]
[node name="D" type="Viewport" parent="."]
[node name="E" type="EditorSpinSlider" parent="."]
[connection signal="finished" from="A" to="." method="nothing"]
[connection signal="finished" from="A" to="A" method="nothing"]
//- /root.tscn
[gd_scene format=3]
[node name="Main"]
//- /empty.tscn
[gd_scene format=3]
//- /data.tres
[gd_resource type="NoSuchResource" format=3]
[resource]
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    invalid-class res://data.tres "" NoSuchResource type -> NoSuchResource: Godot has no class 'NoSuchResource'
    vanished-node res://empty.tscn ""   -> : the scene has no nodes
    invalid-class res://main.tscn "" Shape2D type -> Shape2D: the class 'Shape2D' is abstract, so that Godot cannot create it
    invalid-class res://main.tscn "" NoSuchShape type -> NoSuchShape: Godot has no class 'NoSuchShape'
    invalid-class res://main.tscn "" Node type -> Node: the class 'Node' is not a resource
    invalid-class res://main.tscn "Main/A" Tween type -> Tween: the class 'Tween' is not a node
    invalid-class res://main.tscn "Main/B" CollisionObject2D type -> CollisionObject2D: the class 'CollisionObject2D' is abstract, so that Godot cannot create it
    invalid-class res://main.tscn "Main/C" NoSuchNode type -> NoSuchNode: Godot has no class 'NoSuchNode'
    missing-method res://main.tscn "Main/A" Tween finished -> .::nothing: the node 'Main' has no method 'nothing'
    invalid-class res://root.tscn "Main"  type -> : the root node has no class
    "#);
}

#[test]
fn classes_that_are_not_known_may_be_right() {
    let scene = "//- /main.tscn\n[gd_scene format=3]\n[node name=\"A\" type=\"Unknown\"]\n";
    let newer = "[application]\nconfig/features=PackedStringArray(\"4.99\")\n";
    let (_fixture, engine) = project(&format!("{newer}{scene}"));
    assert_snapshot!(findings(&engine), @"note the project is of a newer Godot than the known classes, which are of Godot 4.6.3: signals and methods that are new in it are reported as missing");
    let (_fixture, engine) = project(&format!("//- /a.gdextension\n{scene}"));
    assert_eq!(findings(&engine), "");
}

#[test]
fn a_script_needs_a_node_of_its_class() {
    let (_fixture, engine) = project(
        r#"//- /base.gd
extends Node2D
//- /heir.gd
extends "res://base.gd"
//- /data.gd
const A = 1
//- /main.tscn
[gd_scene format=3]
[ext_resource type="Script" path="res://heir.gd" id="1"]
[ext_resource type="Script" path="res://data.gd" id="2"]
[node name="Main" type="Sprite2D"]
script = ExtResource("1")
[node name="A" type="Button" parent="."]
script = ExtResource("1")
[node name="B" type="Node" parent="."]
script = ExtResource("2")
[node name="C" type="Sprite" parent="."]
script = ExtResource("1")
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    incompatible-script res://main.tscn "Main/A" Button script -> Node2D: the script extends 'Node2D', which the class 'Button' does not inherit
    incompatible-script res://main.tscn "Main/B" Node script -> RefCounted: the script extends 'RefCounted', which the class 'Node' does not inherit
    "#);
}

#[test]
fn a_root_motion_track_starts_at_the_root_of_the_animations() {
    let (_fixture, engine) = project(
        r#"//- /main.tscn
[gd_scene format=3]
[node name="Main" type="Node3D"]
[node name="Robot" type="Node3D" parent="."]
[node name="Skeleton3D" type="Skeleton3D" parent="Robot"]
[node name="Player" type="AnimationPlayer" parent="."]
root_node = NodePath("../Robot")
[node name="Tree" type="AnimationTree" parent="."]
root_node = NodePath("../Robot")
root_motion_track = NodePath("Skeleton3D:hips")
[node name="OfPlayer" type="AnimationTree" parent="."]
anim_player = NodePath("../Player")
root_motion_track = NodePath("Skeleton3D:hips")
[node name="Default" type="AnimationTree" parent="."]
root_motion_track = NodePath("Robot/Skeleton3D:hips")
[node name="Wrong" type="AnimationTree" parent="."]
root_motion_track = NodePath("Skeleton3D:hips")
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    broken-node-path res://main.tscn "Main/Wrong" AnimationTree root_motion_track -> Skeleton3D:hips: it leads to no node of the scene
    "#);
}

#[test]
fn projects_of_godot_3_have_its_classes() {
    let fixture = Fixture::new(
        r#"//- /project.godot
config_version=4
//- /body.gd
extends KinematicBody
func _on_timeout(): pass
//- /main.tscn
[gd_scene format=2]
[ext_resource path="res://body.gd" type="Script" id=1]
[node name="Main" type="Spatial"]
_import_path = NodePath("model")
[node name="Tween" type="Tween" parent="."]
[node name="Body" type="KinematicBody" parent="."]
script = ExtResource( 1 )
[node name="Sprite" type="Sprite" parent="."]
script = ExtResource( 1 )
[node name="Newer" type="Node3D" parent="."]
[node name="Timer" type="Timer" parent="."]
[connection signal="timeout" from="Timer" to="Body" method="_on_timeout"]
[connection signal="timeout" from="Timer" to="Body" method="_on_nothing"]
[connection signal="tween_all_completed" from="Tween" to="Body" method="queue_free"]
[connection signal="finished" from="Tween" to="Body" method="queue_free"]
"#,
    );
    let engine = engine(fixture.root());
    assert_snapshot!(findings(&engine), @r#"
    invalid-class res://main.tscn "Main/Newer" Node3D type -> Node3D: Godot has no class 'Node3D'
    incompatible-script res://main.tscn "Main/Sprite" Sprite script -> KinematicBody: the script extends 'KinematicBody', which the class 'Sprite' does not inherit
    missing-method res://main.tscn "Main/Timer" Timer timeout -> Body::_on_nothing: the node 'Main/Body' has no method '_on_nothing'
    missing-signal res://main.tscn "Main/Tween" Tween finished -> finished: the node has no signal 'finished'
    "#);
}
