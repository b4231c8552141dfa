//! Open scenes: their texts before they are saved, their state, opening and closing.

use std::fs;

use serde_json::{Value, json};

use crate::client::Client;
use crate::editor::{Editor, sample};

const MENU: &str = "res://scenes/menu.tscn";
const MAIN: &str = "res://scenes/main.tscn";

/// Groups, sub-resources of many kinds, a script in the scene, an inherited scene, node paths.
const MORE: &[(&str, &str)] = &[
    (
        "game/more/parts.tscn",
        r#"[gd_scene load_steps=5 format=3 uid="uid://c1qparts000aa"]

[ext_resource type="Texture2D" path="res://icon.svg" id="7_icon"]

[sub_resource type="StyleBoxFlat" id="StyleBoxFlat_a"]
bg_color = Color(0.5, 0.25, 0.125, 1)

[sub_resource type="Theme" id="Theme_b"]
Panel/styles/panel = SubResource("StyleBoxFlat_a")

[sub_resource type="Curve2D" id="Curve2D_c"]
_data = {
"points": PackedVector2Array(0, 0, 0, 0, 10, 20, 0, 0, 0, 0, 30, 40)
}
point_count = 2

[node name="Parts" type="Node2D" groups=["b", "a"]]
metadata/notes = {
"deep": [1, 2.5, "three", &"four", NodePath("five")]
}

[node name="Panel" type="Panel" parent="."]
unique_name_in_owner = true
offset_right = 40.0
offset_bottom = 40.0
theme = SubResource("Theme_b")

[node name="Path" type="Path2D" parent="."]
curve = SubResource("Curve2D_c")

[node name="Icon" type="Sprite2D" parent="Path" groups=["drawn"]]
texture = ExtResource("7_icon")
"#,
    ),
    ("game/more/broken.tscn", "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"\n"),
    (
        "game/more/child.tscn",
        r#"[gd_scene load_steps=2 format=3 uid="uid://c1qchild000aa"]

[ext_resource type="PackedScene" uid="uid://c1qparts000aa" path="res://more/parts.tscn" id="1_base"]

[node name="Child" instance=ExtResource("1_base")]
position = Vector2(5, 6)

[node name="Icon" parent="Path" index="0"]
flip_h = true

[node name="Extra" type="Node2D" parent="." index="2"]
"#,
    ),
];

#[test]
fn texts_are_those_that_saving_writes() {
    let project = sample();
    for (path, text) in MORE {
        project.write(path, text);
    }
    let editor = Editor::headless(project);
    let mut client = editor.connect();
    let scenes = [
        MENU,
        "res://scenes/lantern_test.tscn",
        "res://actors/player.tscn",
        "res://props/lantern.tscn",
        "res://props/lantern_broken.tscn",
        "res://more/parts.tscn",
        "res://more/child.tscn",
        MAIN,
    ];
    missing_files(&mut client);
    for scene in scenes {
        client.call("scenewright.open_scene", json!({ "path": scene, "allow_missing": true }));
    }
    for scene in scenes {
        // The editor renews a scene on the way to its tab if a scene in it was saved since.
        client.call("scenewright.open_scene", json!({ "path": scene }));
        assert_eq!(text_twice(&mut client, scene), saved(&editor, &mut client, scene), "{scene}");
    }
    edited(&editor, &mut client);
    state(&mut client);
    closing(&mut client);
    scanning(&editor, &mut client);
    assert!(!stray_files(&editor), "drafts are left below .godot");
    assert_eq!(editor.complaints(), [""; 0]);
}

/// Asking changes nothing: neither the answer, nor the file, nor what is saved.
fn text_twice(client: &mut Client, scene: &str) -> String {
    let first = client.call("scenewright.scene_text", json!({ "path": scene }));
    let second = client.call("scenewright.scene_text", json!({ "path": scene }));
    assert_eq!(first, second, "{scene}");
    assert_eq!(first["path"], scene);
    assert!(!entry(client, scene)["unsaved"].as_bool().unwrap(), "{scene}");
    first["text"].as_str().unwrap().to_owned()
}

fn saved(editor: &Editor, client: &mut Client, scene: &str) -> String {
    client.call("scenewright.save_scene", json!({ "path": scene }));
    file(editor, scene)
}

fn file(editor: &Editor, scene: &str) -> String {
    fs::read_to_string(editor.project.path(&scene.replace("res://", "game/"))).unwrap()
}

/// New resources and nodes get ids when the text is asked for, and keep them.
fn edited(editor: &Editor, client: &mut Client) {
    let edits = json!([
        { "kind": "create_node", "parent": ".", "name": "Drawn", "type": "Sprite2D" },
        { "kind": "set_property", "node": "Drawn", "property": "texture", "value": { "resource": "res://icon.svg" } },
        { "kind": "set_group", "node": "Drawn", "group": "fresh", "member": true },
        { "kind": "instantiate", "source": "res://props/lantern.tscn", "parent": "Drawn" },
    ]);
    let before = file(editor, MENU);
    client.call("scenewright.edit", json!({ "scene": MENU, "label": "x", "edits": edits }));
    let text = client.call("scenewright.scene_text", json!({ "path": MENU }));
    assert_eq!(text["version"], 2);
    assert_eq!(file(editor, MENU), before);
    assert_eq!(entry(client, MENU)["unsaved"], true);
    let text = text["text"].as_str().unwrap().to_owned();
    assert!(text.contains("res://icon.svg") && text.contains("groups=[\"fresh\"]"), "{text}");
    assert_eq!(text, saved(editor, client, MENU));
    assert_eq!(entry(client, MENU)["unsaved"], false);
}

fn state(client: &mut Client) {
    client.call("scenewright.open_scene", json!({ "path": MENU }));
    client.act("select_node", json!({ "node_path": "/root/Menu/Choices" }));
    let state = client.call("scenewright.state", json!({}));
    assert_eq!(state["selection"], json!(["Choices"]));
    assert_eq!((&state["playing"], &state["importing"]), (&Value::Null, &json!(false)));
    let current: Vec<&Value> = state["scenes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|scene| scene["current"] == true)
        .map(|scene| &scene["path"])
        .collect();
    assert_eq!(current, [MENU]);
}

fn closing(client: &mut Client) {
    let edits = json!([{ "kind": "rename_node", "node": "Choices", "name": "Other" }]);
    client.call("scenewright.edit", json!({ "scene": MENU, "edits": edits }));
    let error =
        client.refused("scenewright.close_scene", json!({ "path": MENU, "discard": false }));
    assert_eq!(error["code"], -32002, "{error}");
    client.call("scenewright.reload_scene", json!({ "path": MENU }));
    assert_eq!(entry(client, MENU)["unsaved"], false);
    let text = client.call("scenewright.scene_text", json!({ "path": MENU }));
    assert!(!text["text"].as_str().unwrap().contains("Other"), "{text}");
    client.call("scenewright.edit", json!({ "scene": MENU, "edits": edits }));
    client.call("scenewright.close_scene", json!({ "path": MENU, "discard": true }));
    let error = client.refused("scenewright.scene_text", json!({ "path": MENU }));
    assert_eq!(error["code"], -32006, "{error}");
    for broken in ["res://none.tscn", "res://more/broken.tscn"] {
        let error = client.refused("scenewright.open_scene", json!({ "path": broken }));
        assert_eq!(error["code"], -32006, "{error}");
    }
}

/// Saving would lose what refers to missing files, so opening such a scene has to be asked for.
fn missing_files(client: &mut Client) {
    let error = client.refused("scenewright.open_scene", json!({ "path": MAIN }));
    assert_eq!(error["code"], -32006, "{error}");
    let missing = json!(["res://scripts/old_bell.gd", "res://art/poster.png"]);
    assert_eq!(error["data"]["missing_dependencies"], missing);
}

fn scanning(editor: &Editor, client: &mut Client) {
    editor.project.write(
        "game/more/late.tscn",
        "[gd_scene format=3]\n\n[node name=\"Late\" type=\"Node\"]\n",
    );
    let got = client.call("scenewright.scan", json!({ "paths": ["res://more/late.tscn"] }));
    assert_eq!(got["importing"], false, "{got}");
    client.call("scenewright.scan", json!({ "paths": [] }));
    client.call("scenewright.open_scene", json!({ "path": "res://more/late.tscn" }));
}

fn entry(client: &mut Client, scene: &str) -> Value {
    let state = client.call("scenewright.state", json!({}));
    let scenes = state["scenes"].as_array().unwrap().clone();
    scenes.into_iter().find(|entry| entry["path"] == scene).unwrap()
}

fn stray_files(editor: &Editor) -> bool {
    let folder = fs::read_dir(editor.project.path("game/.godot/scenewright")).unwrap();
    let published = ["editor.json", "scenes.json"];
    folder.flatten().any(|entry| !published.iter().any(|name| entry.file_name() == *name))
}
