//! `scenewright.edit`, `undo` and `redo`: one action, all or nothing.

use serde_json::{Value, json};

use crate::client::Client;
use crate::editor::{Editor, sample};

const MENU: &str = "res://scenes/menu.tscn";
const MAIN: &str = "res://scenes/main.tscn";
const TEST: &str = "res://scenes/lantern_test.tscn";

#[test]
fn every_kind_of_edit() {
    let editor = Editor::headless(sample());
    let mut client = editor.connect();
    for path in [MENU, TEST, MAIN] {
        client.call("scenewright.open_scene", json!({ "path": path, "allow_missing": true }));
    }
    everything_in_one_action(&mut client);
    instances(&mut client);
    values(&mut client);
    refusals(&mut client);
    classes_just_written(&editor, &mut client);
    other_peoples_changes(&mut client);
    assert_eq!(editor.complaints(), [""; 0]);
}

fn edit(client: &mut Client, scene: &str, edits: Value) -> Value {
    client.call("scenewright.edit", json!({ "scene": scene, "label": "Test", "edits": edits }))
}

fn text(client: &mut Client, scene: &str) -> String {
    let answer = client.call("scenewright.scene_text", json!({ "path": scene }));
    answer["text"].as_str().unwrap().to_owned()
}

/// Undone, the scene is what it was to the byte; done again, what it became.
fn there_and_back(client: &mut Client, scene: &str, edits: Value) -> String {
    let before = text(client, scene);
    let done = edit(client, scene, edits);
    let after = text(client, scene);
    assert_ne!(before, after);
    let version = done["version"].as_u64().unwrap();
    assert_eq!(done["version_before"], version - 1, "one action");
    let undone = client.call("scenewright.undo", json!({ "scene": scene, "version": version }));
    assert_eq!(undone, json!({ "success": true, "version": version - 1 }));
    assert_eq!(text(client, scene), before);
    client.call("scenewright.redo", json!({ "scene": scene, "version": version - 1 }));
    assert_eq!(text(client, scene), after);
    after
}

/// On a scene that is not the current one.
fn everything_in_one_action(client: &mut Client) {
    let edits = json!([
        { "kind": "create_node", "parent": "Choices", "name": "New", "type": "Button", "sibling": 1 },
        { "kind": "set_property", "node": "Choices/New", "property": "text", "value": { "json": "hello" } },
        { "kind": "set_property", "node": "Choices/New", "property": "metadata/x", "value": { "literal": "Vector2(1, 2)" } },
        { "kind": "set_property", "node": "Choices/New", "property": "custom_minimum_size:x", "value": { "json": 5 } },
        { "kind": "set_group", "node": "Choices/New", "group": "g1", "member": true },
        { "kind": "duplicate_node", "node": "Choices/New", "name": "Copy" },
        { "kind": "rename_node", "node": "Choices/GoHome", "name": "Home" },
        { "kind": "reparent_node", "node": "Choices/CastOff", "parent": ".", "keep_world": false },
        { "kind": "delete_node", "node": "Choices/Home" },
        { "kind": "attach_script", "node": "Choices", "script": "res://scripts/menu.gd" },
        { "kind": "detach_script", "node": "." },
        { "kind": "instantiate", "source": "res://actors/player.tscn", "parent": "Choices", "sibling": 0, "name": "Crew" },
    ]);
    let after = there_and_back(client, MENU, edits);
    let names: Vec<&str> = after
        .lines()
        .filter(|line| line.starts_with("[node"))
        .map(|l| l.split('"').nth(1).unwrap())
        .collect();
    assert_eq!(names, ["Menu", "Choices", "Crew", "Title", "New", "Copy", "CastOff"]);
    assert!(after.contains("custom_minimum_size = Vector2(5, 0)"), "{after}");
    assert!(after.contains("metadata/x = Vector2(1, 2)"), "{after}");
    assert_eq!(after.matches("groups=[\"g1\"]").count(), 2, "{after}");
    let state = client.call("scenewright.state", json!({}));
    let current = state["scenes"].as_array().unwrap().iter().find(|scene| scene["current"] == true);
    assert_eq!(current.unwrap()["path"], MAIN, "the tab is the one before");
}

/// What belongs to instanced scenes stays theirs.
fn instances(client: &mut Client) {
    let edits = json!([
        { "kind": "revert", "node": "Deck/LanternMast", "property": "flame_color" },
        { "kind": "set_property", "node": "Deck/LanternMast/Light", "property": "energy", "value": { "json": 2 } },
        { "kind": "set_property", "node": "Deck/Rail/Shape", "property": "shape:size", "value": { "json": { "x": 1, "y": 2 } } },
        { "kind": "duplicate_node", "node": "Deck/LanternMast" },
        { "kind": "delete_node", "node": "Deck/LanternMast" },
        { "kind": "duplicate_node", "node": "Clock" },
        { "kind": "reparent_node", "node": "Player", "parent": "Deck", "sibling": 0, "keep_world": true },
        { "kind": "revert", "node": "Deck/LanternStern" },
    ]);
    let after = there_and_back(client, MAIN, edits);
    let copy = after.split("[node name=\"LanternMast2\"").nth(1).unwrap();
    let copy = copy.split("\n\n").take(2).collect::<Vec<_>>().join("\n");
    assert!(!copy.contains("flame_color") && !copy.contains("script ="), "{copy}");
    assert!(copy.contains("energy = 2.0"), "{copy}");
    assert!(after.contains("[editable path=\"Deck/LanternMast2\"]"), "{after}");
    assert!(after.contains("size = Vector2(1, 2)"), "{after}");
    assert!(after.contains("from=\"Clock2\""), "{after}");
    let player = after.split("[node name=\"Player\" parent=\"Deck\"").nth(1).unwrap();
    assert!(player.starts_with(' ') && player.contains("position = Vector2(-10, 10)"), "{player}");
    let stern =
        after.split("[node name=\"LanternStern\"").nth(1).unwrap().split("\n\n").next().unwrap();
    assert!(!stern.contains("is_lit") && !stern.contains("visible"), "{stern}");
}

fn values(client: &mut Client) {
    edit(
        client,
        TEST,
        json!([
            { "kind": "create_node", "parent": ".", "name": "L", "type": "Label" },
            { "kind": "create_node", "parent": ".", "name": "S", "type": "Sprite2D" },
            { "kind": "create_node", "parent": ".", "name": "P", "type": "Polygon2D" },
            { "kind": "create_node", "parent": ".", "name": "R", "type": "RemoteTransform2D" },
        ]),
    );
    for (node, property, value, expected) in [
        ("L", "text", json!({ "json": "a \"b\"\n" }), "a \"b\"\n"),
        ("L", "horizontal_alignment", json!({ "json": "Right" }), "2"),
        ("L", "horizontal_alignment", json!({ "json": 1 }), "1"),
        ("L", "modulate", json!({ "json": [1, 0, 0] }), "Color(1, 0, 0, 1)"),
        ("L", "modulate", json!({ "json": { "g": 1, "a": 0.5 } }), "Color(0, 1, 0, 0.5)"),
        ("L", "modulate", json!({ "json": "#0000ff" }), "Color(0, 0, 1, 1)"),
        ("L", "visible", json!({ "json": false }), "false"),
        ("S", "position", json!({ "json": { "x": 1.5, "y": -2 } }), "Vector2(1.5, -2)"),
        ("S", "position", json!({ "literal": "Vector2i(3, 4)" }), "Vector2(3, 4)"),
        ("S", "position:y", json!({ "json": 7 }), "7"),
        ("S", "region_rect", json!({ "json": [1, 2, 3, 4] }), "Rect2(1, 2, 3, 4)"),
        (
            "S",
            "region_rect",
            json!({ "json": { "position": { "x": 5, "y": 6 }, "size": { "x": 7, "y": 8 } } }),
            "Rect2(5, 6, 7, 8)",
        ),
        ("S", "rotation", json!({ "json": 1 }), "1"),
        ("S", "texture", json!({ "resource": "res://icon.svg" }), "res://icon.svg"),
        ("S", "texture", json!({ "json": null }), ""),
        ("S", "texture", json!({ "json": "res://icon.svg" }), "res://icon.svg"),
        (
            "P",
            "polygon",
            json!({ "literal": "PackedVector2Array(0, 0, 1, 0, 1, 1)" }),
            "PackedVector2Array(0, 0, 1, 0, 1, 1)",
        ),
        ("R", "remote_path", json!({ "node": "S" }), "../S"),
        ("Whole", "is_lit", json!({ "json": false }), "false"),
    ] {
        let set =
            json!([{ "kind": "set_property", "node": node, "property": property, "value": value }]);
        edit(client, TEST, set);
        assert_eq!(shown(client, node, property), expected, "{property} {value}");
    }
}

/// As the protocol shows it, as text.
fn shown(client: &mut Client, node: &str, property: &str) -> String {
    client.call("scenewright.open_scene", json!({ "path": TEST }));
    let params =
        json!({ "node_path": format!("/root/LanternTest/{node}"), "include_default": true });
    let all = client.call("get_node_properties", params);
    let (base, part) = property.split_once(':').unwrap_or((property, ""));
    let value =
        all["properties"].get(base).unwrap_or(&all["script_properties"][base])["value"].clone();
    let whole = match &value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    match part {
        "y" => whole.trim_end_matches(')').rsplit(' ').next().unwrap().to_owned(),
        _ => whole,
    }
}

/// The first edit of each batch would work; nothing of it is left.
fn refusals(client: &mut Client) {
    let before = text(client, MENU);
    for (edit, code, says) in [
        (json!({ "kind": "paint" }), -32602, "create_node"),
        (
            json!({ "kind": "create_node", "parent": ".", "name": "a/b", "type": "Node" }),
            -32602,
            "a/b",
        ),
        (
            json!({ "kind": "create_node", "parent": ".", "name": "N", "type": "Buton" }),
            -32001,
            "Button",
        ),
        (
            json!({ "kind": "create_node", "parent": ".", "name": "N", "type": "CanvasItem" }),
            -32602,
            "abstract",
        ),
        (
            json!({ "kind": "create_node", "parent": ".", "name": "N", "type": "Resource" }),
            -32602,
            "node class",
        ),
        (
            json!({ "kind": "create_node", "parent": "Nowhere", "name": "N", "type": "Node" }),
            -32000,
            "Nowhere",
        ),
        (json!({ "kind": "delete_node", "node": "." }), -32002, "root"),
        (json!({ "kind": "rename_node", "node": "Choices/New", "name": "Copy" }), -32002, "Copy"),
        (
            json!({ "kind": "reparent_node", "node": "Choices", "parent": "Choices/New", "keep_world": true }),
            -32002,
            "itself",
        ),
        (json!({ "kind": "delete_node", "node": "Choices/Crew/Sprite" }), -32002, "instance"),
        (set("Choices/Crew/Sprite", "modulate", json!({ "json": "red" })), -32002, "editable"),
        (set("Choices", "txt", json!({ "json": 1 })), -32602, "txt"),
        (set("Choices/Title", "text", json!({ "json": 1 })), -32602, "String"),
        (set("Choices/Title", "modulate", json!({ "json": [1] })), -32602, "Color"),
        (set("Choices/Title", "modulate", json!({ "literal": "Object(Node)" })), -32602, "Object("),
        (
            set(
                "Choices/Title",
                "modulate",
                json!({ "literal": "[Resource (\"res://icon.svg\")]" }),
            ),
            -32602,
            "Resource(",
        ),
        (set("Choices/Title", "modulate", json!({ "literal": "Color(1," })), -32602, "Color(1,"),
        (set("Choices/Title", "horizontal_alignment", json!({ "json": "up" })), -32602, "Center"),
        (
            set("Choices/Title", "theme", json!({ "resource": "res://none.tres" })),
            -32006,
            "none.tres",
        ),
        (set("Choices/Title", "theme", json!({ "resource": "res://icon.svg" })), -32602, "Theme"),
        (set("Choices/Title", "text", json!({ "json": "a", "literal": "b" })), -32602, "one of"),
        (
            json!({ "kind": "attach_script", "node": "Choices/Title", "script": "res://scripts/player.gd" }),
            -32602,
            "CharacterBody2D",
        ),
        (
            json!({ "kind": "instantiate", "source": "res://scenes/menu.tscn", "parent": "." }),
            -32002,
            "itself",
        ),
        (
            json!({ "kind": "instantiate", "source": "res://icon.svg", "parent": "." }),
            -32006,
            "icon.svg",
        ),
        (json!({ "kind": "set_group", "node": ".", "group": "g" }), -32602, "member"),
    ] {
        let works =
            json!({ "kind": "create_node", "parent": ".", "name": "Passing", "type": "Node" });
        let params = json!({ "scene": MENU, "label": "x", "edits": [works, edit] });
        let error = client.refused("scenewright.edit", params);
        assert_eq!(error["code"], code, "{edit}: {error}");
        assert_eq!(error["data"]["index"], 1, "{edit}: {error}");
        assert!(error.to_string().contains(says), "{edit}: {error}");
    }
    assert_eq!(text(client, MENU), before);
}

/// The editor has not read the files yet when the first call comes.
fn classes_just_written(editor: &Editor, client: &mut Client) {
    let root = client.call("get_scene_tree", json!({ "max_depth": 0 }))["tree"]["path"].clone();
    let create = |client: &mut Client, class: &str| {
        client.act("create_node", json!({ "parent_path": root, "node_type": class }))
    };
    let script = |path: &str, class: &str| {
        editor.project.write(path, format!("class_name {class}\nextends Node2D\n"));
    };
    script("game/new_thing.gd", "NewThing");
    create(client, "NewThing");
    script("game/new/folder/nested_thing.gd", "NestedThing");
    let new = json!([
        { "kind": "create_node", "parent": ".", "name": "Nested", "type": "NestedThing" },
        { "kind": "create_node", "parent": "Nested", "name": "Known", "type": "NewThing" },
    ]);
    assert_eq!(edit(client, MENU, new)["created"], json!(["Nested", "Nested/Known"]));
    assert!(text(client, MENU).contains("res://new/folder/nested_thing.gd"));
    // A file that the editor knows with another class.
    script("game/new_thing.gd", "RenamedThing");
    create(client, "RenamedThing");

    let refused = client
        .act_refused("create_node", json!({ "parent_path": root, "node_type": "NestedThin" }));
    assert_eq!(refused["code"], -32001, "{refused}");
    assert_eq!(refused["data"]["similar_classes"][0], "NestedThing", "{refused}");
}

fn set(node: &str, property: &str, value: Value) -> Value {
    json!({ "kind": "set_property", "node": node, "property": property, "value": value })
}

/// Only what is still the newest is undone.
fn other_peoples_changes(client: &mut Client) {
    let done = edit(
        client,
        MENU,
        json!([{ "kind": "rename_node", "node": "Choices/Title", "name": "Head" }]),
    );
    edit(
        client,
        MENU,
        json!([{ "kind": "rename_node", "node": "Choices/Head", "name": "Heading" }]),
    );
    let old = json!({ "scene": MENU, "version": done["version"] });
    let error = client.refused("scenewright.undo", old);
    assert_eq!(error["code"], -32002, "{error}");
    assert!(error["data"]["reason"].is_string(), "{error}");
    let error = client
        .refused("scenewright.redo", json!({ "scene": MENU, "version": error["data"]["version"] }));
    assert!(error.to_string().contains("nothing to redo"), "{error}");
    let error =
        client.refused("scenewright.edit", json!({ "scene": "res://no.tscn", "edits": [] }));
    assert_eq!(error["code"], -32006, "{error}");
}
