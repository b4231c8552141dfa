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
    missing-file res://project.godot ""  application/run/main_scene -> res://nowhere.tscn: the file does not exist
    missing-file res://project.godot ""  autoload/Lost -> res://lost.gd: the file does not exist
    missing-file res://item.tres ""   -> res://unused.png: the file does not exist
    missing-file res://main.tscn "" StyleBoxTexture texture -> res://gone.png: the file does not exist
    missing-prefab res://main.tscn "Main/A"  instance -> res://gone.tscn: the file does not exist
    missing-file res://main.tscn "Main/A/Inner/B" Sprite2D frames -> res://gone.png: the file does not exist
    missing-prefab res://main.tscn "Main/A/C"  instance_placeholder -> res://later.tscn: the file does not exist
    unread 'res://bad.tscn', line 2: the file ends inside a string that begins here
    "#);
}

#[test]
fn what_is_found_by_one_of_two_ways_is_outdated() {
    let (_fixture, engine) = project(
        r#"//- /new/tool.gd
extends Node
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
[ext_resource type="Resource" uid="uid://other" path="res://new/b.tres" id="3"]
[ext_resource type="Resource" uid="uid://res" path="res://new/b.tres" id="4"]
[node name="Main" type="Node"]
script = ExtResource("1")
//- /copy.tscn
[gd_scene format=3 uid="uid://same"]
[node name="A" type="Node"]
//- /copied.tscn
[gd_scene format=3 uid="uid://same"]
[node name="A" type="Node"]
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    duplicate-uid res://copy.tscn ""  uid -> uid://same: 'res://copied.tscn' has the same uid
    stale-path res://main.tscn ""  ext_resource -> res://tool.gd: only the uid leads to the file, which is 'res://new/tool.gd' now
    stale-path res://main.tscn ""  ext_resource -> res://a.png: only the uid leads to the file, which is 'res://new/a.png' now
    stale-uid res://main.tscn ""  ext_resource -> uid://other: no file has this uid; only the path leads to 'res://new/b.tres'
    "#);
}

#[test]
fn what_cannot_be_known_is_not_missing() {
    let (_fixture, engine) = project(
        r#"[application]
run/main_scene="uid://inabinaryfile"
//- /elsewhere/packed.res
RSRC
//- /never_imported.png
//- /main.tscn
[gd_scene format=3]
[ext_resource type="Resource" path="user://save.tres" id="4"]
[ext_resource type="Texture2D" path="res://.godot/imported/a.ctex" id="5"]
[ext_resource type="Texture2D" path="res://never_imported.png::1" id="6"]
[ext_resource type="Texture2D" uid="uid://image" path="res://never_imported.png" id="7"]
[ext_resource type="Resource" uid="uid://packed" path="res://packed.res" id="8"]
[ext_resource type="Resource" uid="uid://<invalid>" path="res://elsewhere/packed.res" id="9"]
[node name="Main" type="Node"]
metadata/a = [ExtResource("4"), ExtResource("5"), ExtResource("6"), ExtResource("7"), ExtResource("8")]
"#,
    );
    let unread = "unread 'res://elsewhere/packed.res': it is damaged: it ends too early\n";
    assert_eq!(findings(&engine), unread);
}

#[test]
fn ids_that_the_file_does_not_declare_dangle() {
    let (_fixture, engine) = project(
        r#"//- /main.tscn
[gd_scene format=3]
[sub_resource type="BoxShape3D" id="Box"]
[sub_resource type="Resource" id="Outer"]
shapes = [SubResource("Box"), SubResource("Ball")]
[node name="Main" type="Node"]
[node name="Shape" type="CollisionShape3D" parent="."]
shape = SubResource("Gone")
script = ExtResource("9")
metadata/text = "SubResource(\"Text\")"
//- /old.tres
[gd_resource type="Resource" format=2]
[sub_resource type="Resource" id=1]
[resource]
a = SubResource( 1 )
b = SubResource( 2 )
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    dangling-file-id res://main.tscn "" Resource shapes -> SubResource("Ball"): the file has no resource of this id
    dangling-file-id res://main.tscn "Main/Shape" CollisionShape3D shape -> SubResource("Gone"): the file has no resource of this id
    dangling-file-id res://main.tscn "Main/Shape" CollisionShape3D script -> ExtResource("9"): the file has no external resource of this id
    dangling-file-id res://old.tres ""  b -> SubResource("2"): the file has no resource of this id
    "#);
}

#[test]
fn scripts_name_files_that_they_cannot_do_without() {
    let (_fixture, engine) = project(
        r#"[editor_plugins]
enabled=PackedStringArray("res://addons/a/plugin.cfg", "res://addons/b/plugin.cfg")
//- /addons/a/plugin.cfg
[plugin]
script="gone.gd"
//- /tool.gd
extends "res://gone.gd"
const HERE = preload("res://here.gd")
const GONE = preload("res://gone.png")
const BESIDE = preload("beside.png")
const PART = preload("res://part" + ".png")
const UNKNOWN = preload("uid://nobody")
# preload("res://comment.png")
var later = load("res://later.png")
//- /here.gd
extends Node
//- /script_templates/Node/a.gd
extends _BASE_
const GONE = preload("res://gone.png")
"#,
    );
    assert_snapshot!(findings(&engine), @r#"
    missing-file res://addons/a/plugin.cfg ""  plugin/script -> gone.gd: the file does not exist
    missing-file res://project.godot ""  editor_plugins/enabled -> res://addons/b/plugin.cfg: the file does not exist
    missing-file res://tool.gd ""  preload -> uid://nobody: no file of the project has this uid
    missing-file res://tool.gd ""  preload -> beside.png: the file does not exist
    missing-file res://tool.gd ""  extends -> res://gone.gd: the file does not exist
    missing-file res://tool.gd ""  preload -> res://gone.png: the file does not exist
    "#);
}

#[test]
fn a_scan_out_of_time_keeps_what_it_has() {
    use std::time::{Duration, Instant};
    let (_fixture, engine) = project("//- /a.tscn\n");
    let soon = Instant::now() + Duration::from_secs(60);
    let cx = Context::new(soon, Duration::ZERO, Default::default());
    let reading = engine.as_references().unwrap().missing(&cx).unwrap();
    assert!(reading.diagnostics[0].starts_with("Scan stopped after"));
}

#[test]
fn a_file_or_line_over_the_limit_is_named_and_not_read() {
    let long = format!("[gd_scene format=3]\n[node name=\"A\"]\na = [{}1]\n", "1, ".repeat(400));
    let large = format!("[gd_resource format=3]\n{}", "; a comment\n".repeat(200));
    let (fixture, _) = project(&format!("//- /long.tscn\n{long}//- /large.tres\n{large}"));
    let limits =
        scenewright_project_files::root::ReadLimits { file_bytes: 2_000, line_bytes: 1_000 };
    let root = ProjectRoot::new(fixture.root()).with_limits(limits);
    let engine = FileEngine::new(GodotFormat::new(root, &EngineEnvironment::default()), None);
    assert_snapshot!(findings(&engine), @"
    unread 'res://large.tres': it has 2423 bytes, more than the limit of 2000
    unread 'res://long.tscn', line 3: the line is longer than the limit of 1000 bytes
    ");
    let refused = engine.scene("res://long.tscn", &Context::unbounded()).unwrap_err();
    assert!(refused.to_string().contains("longer than the limit of 1000 bytes"), "{refused}");
}
