//! What counts as missing, and what only looks so.

use super::*;

#[test]
fn missing_files_are_reported_where_they_are_used() {
    let (_fixture, engine) = project(
        r#"[application]
run/main_scene="res://nowhere.tscn"
[autoload]
Lost="*res://lost.gd"
//- /item.tres
[gd_resource type="Resource" format=3]
[ext_resource type="Script" path="res://item.gd" id="1"]
[ext_resource type="Texture2D" path="res://unused.png" id="2"]
[resource]
script = ExtResource("1")
//- /main.tscn
[gd_scene format=3]
[ext_resource type="Script" path="res://gone.gd" id="1"]
[ext_resource type="PackedScene" uid="uid://x" path="res://gone.tscn" id="2"]
[ext_resource type="Texture2D" path="res://gone.png" id="3"]
[sub_resource type="StyleBoxTexture" id="S"]
texture = ExtResource("3")
[node name="Main" type="Node"]
script = ExtResource("1")
[node name="A" parent="." instance=ExtResource("2")]
[node name="B" type="Sprite2D" parent="A/Inner"]
frames = [ExtResource("3"), { "texture": ExtResource("3") }, "ExtResource(\"1\")"]
[node name="C" parent="A" instance_placeholder="res://later.tscn"]
//- /gone.gd.uid
uid://left
//- /left.tscn
[gd_scene format=3]
[ext_resource type="Script" uid="uid://left" path="res://gone.gd" id="1"]
[node name="Left" type="Node"]
script = ExtResource("1")
//- /bad.tscn
[gd_scene format=3]
[node name="
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    script res://item.tres "" #0: res://item.gd: the file does not exist
    script res://left.tscn "Left" #1: res://gone.gd: the file does not exist
    script res://main.tscn "Main" #1: res://gone.gd: the file does not exist
    reference res://project.godot ""  application/run/main_scene -> res://nowhere.tscn: the file does not exist
    reference res://project.godot ""  autoload/Lost -> res://lost.gd: the file does not exist
    reference res://item.tres ""   -> res://unused.png: the file does not exist
    reference res://main.tscn "" StyleBoxTexture texture -> res://gone.png: the file does not exist
    reference res://main.tscn "Main/A"  instance -> res://gone.tscn: the file does not exist
    reference res://main.tscn "Main/A/Inner/B" Sprite2D frames -> res://gone.png: the file does not exist
    reference res://main.tscn "Main/A/C"  instance_placeholder -> res://later.tscn: the file does not exist
    note skipped 'res://bad.tscn', line 2: the file ends inside a string that begins here
    "#);
}

#[test]
fn what_moved_or_cannot_be_known_is_not_missing() {
    let (_fixture, engine) = project(
        r#"//- /new/tool.gd
//- /new/tool.gd.uid
uid://tool
//- /new/a.png
//- /new/a.png.import
[remap]
uid="uid://image"
[deps]
source_file="res://new/a.png"
//- /new/b.tres
[gd_resource type="Resource" format=3 uid="uid://res"]
//- /main.tscn
[gd_scene format=3]
[ext_resource type="Script" uid="uid://tool" path="res://tool.gd" id="1"]
[ext_resource type="Texture2D" uid="uid://image" path="res://a.png" id="2"]
[ext_resource type="Resource" uid="uid://res" path="res://b.tres" id="3"]
[ext_resource type="Resource" path="user://save.tres" id="4"]
[ext_resource type="Texture2D" path="res://.godot/imported/a.ctex" id="5"]
[ext_resource type="Texture2D" path="res://new/a.png::1" id="6"]
[node name="Main" type="Node"]
script = ExtResource("1")
"#,
    );
    assert_eq!(findings(&engine), "");
}

#[test]
fn a_scan_out_of_time_keeps_what_it_has() {
    use std::time::{Duration, Instant};
    let (_fixture, engine) = project("//- /a.tscn\n");
    let soon = Instant::now() + Duration::from_secs(60);
    let cx = Context::new(soon, Duration::ZERO, Default::default());
    let reading = engine.missing(&cx).unwrap();
    assert!(reading.diagnostics[0].starts_with("Scan stopped after"));
}
