//! Files that are broken, or made to break a reader: an error or a tree, never a panic.

use super::*;

const SCENE: &str = r#"[gd_scene load_steps=2 format=3 uid="uid://x"]

[ext_resource type="Script" path="res://é.gd" id="1_a"]

[sub_resource type="Curve" id="C"]
points = [Vector2(0, 1), { "a": &"b\"", "c": PackedByteArray("AQ==") }] ; note

[node name="Root" type="Node"]
script = ExtResource("1_a")

[node name="Text" type="Label" parent="."]
text = "[b]é\u00e9\\
[node name=\"no\"]"
visible = false
"#;

fn read(engine: &FileEngine) -> ReadResult<Arc<Scene>> {
    let _ = engine.as_references().unwrap().missing(&Context::unbounded());
    let _ = engine.scenes(&Context::unbounded());
    engine.scene("main.tscn", &Context::unbounded())
}

#[test]
fn a_scene_cut_at_any_byte_is_read_or_refused() {
    let (fixture, engine) = project("");
    for end in 0..SCENE.len() {
        fixture.write("main.tscn", &SCENE.as_bytes()[..end]);
        let _ = read(&engine);
    }
    fixture.write("main.tscn", SCENE);
    assert_eq!(read(&engine).unwrap().value.objects.len(), 2);
}

#[test]
fn a_scene_with_any_byte_changed_is_read_or_refused() {
    let (fixture, engine) = project("");
    for at in 0..SCENE.len() {
        for byte in [b'"', b'[', b']', b'\\', b'=', b'\n', 0, 0xff] {
            let mut bytes = SCENE.as_bytes().to_vec();
            bytes[at] = byte;
            fixture.write("main.tscn", bytes);
            let _ = read(&engine);
        }
    }
}

#[test]
fn what_is_not_a_scene_of_godot_3_or_4_says_why() {
    for (content, expected) in [
        ("", "line 1: it does not begin with [gd_scene]"),
        ("[gd_scene format=1]\n", "it is in Godot 2's format"),
        ("RSRC\0\0", "it is in Godot's binary format"),
        (
            "[gd_scene format=3]\n<<<<<<< HEAD\n",
            "line 2: it has the markers of an unfinished merge",
        ),
        (
            "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n[node name=\"B\" type=\"Node\"]\n",
            "line 3: a second root node",
        ),
        (
            "[gd_scene format=3]\n[node name=\"A\" parent=\".\"]\n",
            "line 2: the root node has a parent",
        ),
    ] {
        let (fixture, engine) = project("");
        fixture.write("main.tscn", content);
        let error = read(&engine).unwrap_err().to_string();
        assert!(error.contains(expected), "{content:?}: {error}");
    }
}

#[test]
fn a_scene_without_nodes_is_empty_and_said_to_be() {
    let (_fixture, engine) = project("//- /main.tscn\n[gd_scene format=3]\n");
    let reading = read(&engine).unwrap();
    assert!(reading.value.objects.is_empty());
    assert_eq!(reading.diagnostics, ["the scene has no nodes"]);
}

#[test]
fn sections_that_name_nodes_of_an_empty_scene_are_passed_over() {
    for section in [
        "[editable path=\"A\"]",
        "[editable path=\".\"]",
        "[connection signal=\"a\" from=\"..\" to=\".\" method=\"b\" from_uid_path=PackedInt32Array(1, 2)]",
    ] {
        let (_fixture, engine) =
            project(&format!("//- /main.tscn\n[gd_scene format=3]\n{section}\n"));
        assert!(read(&engine).unwrap().value.objects.is_empty(), "{section}");
    }
}

#[test]
fn scenes_are_listed_when_the_settings_are_broken() {
    let (fixture, engine) = project("//- /main.tscn\n");
    fixture.write("project.godot", "<<<<<<< HEAD\n");
    let reading = engine.scenes(&Context::unbounded()).unwrap();
    assert_eq!(reading.value.len(), 1);
    let expected = "'res://project.godot', line 1: it has the markers of an unfinished merge";
    assert_eq!(reading.diagnostics, [expected]);
}

#[test]
fn scenes_that_multiply_are_cut_short() {
    let (fixture, engine) =
        project("//- /s0.tscn\n[gd_scene format=3]\n[node name=\"N\" type=\"Node\"]\n");
    for level in 1..=8 {
        let mut text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://s{}.tscn\" id=\"1\"]\n[node name=\"N\" type=\"Node\"]\n",
            level - 1
        );
        for copy in 0..10 {
            writeln!(text, "[node name=\"C{copy}\" parent=\".\" instance=ExtResource(\"1\")]")
                .unwrap();
        }
        fixture.write(&format!("s{level}.tscn"), text);
    }
    let reading = engine.scene("s8.tscn", &Context::unbounded()).unwrap();
    assert!(reading.value.objects.len() < 1_000_000);
    assert!(reading.diagnostics.iter().any(|note| note.contains("too many nodes")));
}

#[test]
fn scenes_nested_without_end_are_cut_short() {
    let (fixture, engine) = project("");
    for level in 0..200 {
        let text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://s{}.tscn\" id=\"1\"]\n[node name=\"N\" type=\"Node\"]\n[node name=\"C\" parent=\".\" instance=ExtResource(\"1\")]\n",
            level + 1
        );
        fixture.write(&format!("s{level}.tscn"), text);
    }
    let reading = engine.scene("s0.tscn", &Context::unbounded()).unwrap();
    assert!(reading.diagnostics.iter().any(|note| note.contains("nested too deeply")));
}
