//! Connections and node paths that lead nowhere, and the many that only look so.

use super::*;

#[test]
fn what_a_scene_connects_wrongly_is_reported_in_its_own_file() {
    let (_fixture, engine) = project(
        r#"//- /main.gd
extends "res://base.gd"
signal ready_to_go
@export var target: NodePath
@export var button: Button
@export var others: Array[NodePath]
var hidden: NodePath
func _on_known(): pass
//- /base.gd
extends Control
//- /main.tscn
[gd_scene format=3]
[ext_resource type="Script" path="res://main.gd" id="1"]
[node name="Main" type="Control" node_paths=PackedStringArray("button")]
script = ExtResource("1")
target = NodePath("Gone")
button = NodePath("Button/Gone")
others = [NodePath("Button"), NodePath("Button/Lost")]
hidden = NodePath("NotExported")
removed = NodePath("NotDeclared")
[node name="Button" type="Button" parent="."]
focus_next = NodePath("../Nobody")
[connection signal="pressed" from="Button" to="." method="_on_gone"]
[connection signal="vanished" from="Button" to="." method="_on_known"]
[connection signal="also_vanished" from="." to="Button" method="no_such_method"]
[connection signal="pressed" from="Button" to="Nowhere" method="_on_known"]
[connection signal="pressed" from="Lost" to="." method="_on_known"]
//- /outer.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://main.tscn" id="1"]
[node name="Outer" type="Node"]
[node name="Main" parent="." instance=ExtResource("1")]
[connection signal="pressed" from="Main/Button" to="Main" method="_on_outer"]
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    broken-node-path res://main.tscn "Main" main.gd target -> Gone: it leads to no node of the scene
    broken-node-path res://main.tscn "Main" main.gd button -> Button/Gone: it leads to no node of the scene
    broken-node-path res://main.tscn "Main" main.gd others -> Button/Lost: it leads to no node of the scene
    broken-node-path res://main.tscn "Main/Button" Button focus_next -> ../Nobody: it leads to no node of the scene
    missing-node res://main.tscn "Main/Button" Button pressed -> Nowhere: the scene has no node 'Nowhere'
    missing-node res://main.tscn ""  pressed -> Lost: the scene has no node 'Lost'
    missing-method res://main.tscn "Main/Button" Button pressed -> .::_on_gone: the node 'Main' has no method '_on_gone'
    missing-signal res://main.tscn "Main/Button" Button vanished -> vanished: the node has no signal 'vanished'
    missing-signal res://main.tscn "Main" Control also_vanished -> also_vanished: the node has no signal 'also_vanished'
    missing-method res://main.tscn "Main" Control also_vanished -> Button::no_such_method: the node 'Main/Button' has no method 'no_such_method'
    missing-method res://outer.tscn "Outer/Main/Button" Button pressed -> Main::_on_outer: the node 'Outer/Main' has no method '_on_outer'
    "#);
}

/// Godot opens each of these without a word.
#[test]
fn what_can_be_right_is_not_reported() {
    let (_fixture, engine) = project(
        r#"[application]
run/main_scene="res://main.tscn"
[autoload]
Game="*res://game.tscn"
//- /game.tscn
[gd_scene format=3]
[node name="Game" type="Node"]
//- /base.gd
class_name Base
extends Button
signal from_base
func _on_base(): pass
//- /main.gd
extends Base
@export var target: NodePath
@export var node: Node
//- /makes.gd
extends Node
func _init(): add_user_signal("made")
//- /broken.gd
extends Node
func (
//- /Sharp.cs
using Godot;
public partial class Sharp : Node { [Export] public NodePath Other; }
//- /unknown_base.gd
extends ClassOfAnExtension
//- /inner.tscn
[gd_scene format=3]
[ext_resource type="Script" path="res://main.gd" id="1"]
[node name="Inner" type="Button"]
script = ExtResource("1")
target = NodePath("../Sibling")
[node name="Label" type="Label" parent="."]
unique_name_in_owner = true
[node name="Deep" type="Node" parent="Label"]
[connection signal="pressed" from="." to="." method="_on_base"]
[connection signal="from_base" from="." to="Label" method="queue_free"]
//- /inherited.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://inner.tscn" id="1"]
[node name="Inherited" instance=ExtResource("1")]
target = NodePath("%Label/Deep")
[connection signal="pressed" from="." to="." method="_on_base"]
[connection signal="resized" from="Label" to="Label/Deep" method="queue_free"]
//- /model.glb
//- /classes.gdextension
//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://inner.tscn" id="1"]
[ext_resource type="PackedScene" path="res://model.glb" id="2"]
[ext_resource type="Script" path="res://Sharp.cs" id="3"]
[ext_resource type="Script" path="res://makes.gd" id="4"]
[ext_resource type="Script" path="res://broken.gd" id="5"]
[ext_resource type="Script" path="res://unknown_base.gd" id="6"]
[sub_resource type="GDScript" id="Own"]
script/source = "extends Node
func _on_own(): pass
"
[node name="Main" type="Node"]
script = SubResource("Own")
[node name="Inner" parent="." node_paths=PackedStringArray("node") instance=ExtResource("1")]
target = NodePath("../Model/Skeleton/Bone")
node = NodePath("Label/Deep")
[node name="Label" parent="Inner" index="0"]
focus_next = NodePath("%Label")
[node name="Absolute" type="Button" parent="."]
focus_next = NodePath("/root/Game/Anything")
focus_previous = NodePath("../../Outside")
focus_neighbor_left = NodePath("")
focus_neighbor_right = NodePath("../Inner/_v_scroll")
[node name="Model" parent="." instance=ExtResource("2")]
[node name="Sharp" type="Node" parent="."]
script = ExtResource("3")
[node name="Makes" type="Node" parent="."]
script = ExtResource("4")
[node name="Broken" type="Node" parent="."]
script = ExtResource("5")
[node name="Extended" type="Node" parent="."]
script = ExtResource("6")
[node name="Extension" type="ClassOfAnExtension" parent="."]
path = NodePath("Nowhere")
[node name="Later" parent="." instance_placeholder="res://inner.tscn"]
[connection signal="pressed" from="Inner" to="." method="_on_own"]
[connection signal="from_base" from="Inner" to="Inner" method="_on_base"]
[connection signal="resized" from="Inner/Label" to="Inner/Label/Deep" method="queue_free"]
[connection signal="any" from="Model" to="Model/Skeleton" method="anything"]
[connection signal="AnySignal" from="Sharp" to="Sharp" method="AnyMethod"]
[connection signal="made" from="Makes" to="Makes" method="set_name"]
[connection signal="any" from="Broken" to="Broken" method="anything"]
[connection signal="any" from="Extended" to="Extended" method="anything"]
[connection signal="any" from="Extension" to="Extension" method="anything"]
[connection signal="any" from="Later" to="Later" method="anything"]
[editable path="Inner"]
"#,
    );
    assert_eq!(findings(&engine), "");
}

#[test]
fn a_missing_script_is_one_finding() {
    let (_fixture, engine) = project(
        r#"//- /main.tscn
[gd_scene format=3]
[ext_resource type="Script" path="res://gone.gd" id="1"]
[node name="Main" type="Button"]
script = ExtResource("1")
target = NodePath("Gone")
[connection signal="unknown" from="." to="." method="unknown"]
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    script res://main.tscn "Main" #1: res://gone.gd: the file does not exist
    "#);
}
