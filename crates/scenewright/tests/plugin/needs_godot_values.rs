//! Values in an open editor: they are written in the forms in which they are read, with their types.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor::{self, Editor};

#[path = "../../../godot_files/src/edit/tests/cases.rs"]
#[expect(dead_code, reason = "only the project is used; the editor has it open")]
mod cases;

const TYPES: &str = "res://types.tscn";

fn on(object: &str) -> Value {
    let path = if object == "." { "Types".to_owned() } else { format!("Types/{object}") };
    json!({ "scenePath": TYPES, "objectPath": path })
}

/// An object, a member, a value to write, and what is read afterwards.
fn rows() -> Vec<(&'static str, &'static str, Value, Value)> {
    let same = |object, member, value: Value| (object, member, value.clone(), value);
    let transform = "Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3)";
    let part = |x: i64, y: i64, z: i64| json!({ "x": x, "y": y, "z": z });
    vec![
        same("Mesh", "surface_material_override/0", json!("res://metal.tres")),
        same("List", "item_0/icon", json!("res://gradient.tres")),
        same("Player", "libraries/", json!("res://moves.tres")),
        same("List", "theme_override_styles/panel", json!("res://box.tres")),
        same(".", "scene", json!("res://leaf.tscn")),
        (".", "kind", json!("bow"), json!(4)),
        (".", "pace", json!("Fast"), json!(5)),
        same(".", "size", json!(3)),
        same(".", "metadata/tint", json!("Color(0, 1, 0, 0.5)")),
        same("List", "modulate", json!("Color(1, 1, 1, 0.7)")),
        same("Part", "region_rect", json!("Rect2(1, 2, 3, 4)")),
        (
            "Part",
            "region_rect",
            json!({ "x": 5, "y": 6, "width": 7, "height": 8 }),
            json!("Rect2(5, 6, 7, 8)"),
        ),
        same("Mesh", "transform", json!(transform)),
        (
            "Mesh",
            "transform",
            json!({ "origin": part(4, 5, 6), "rotation": part(0, 0, 0), "scale": part(3, 3, 3) }),
            json!("Transform3D(3, 0, 0, 0, 3, 0, 0, 0, 3, 4, 5, 6)"),
        ),
        ("Remote", "remote_path", json!("../List/Row"), json!("Types/List/Row")),
        ("Remote", "remote_path", json!("Types/Player"), json!("Types/Player")),
        (
            "List",
            "modulate",
            json!({ "type": "color", "engineType": "Color", "text": "Color(1, 0, 0, 1)" }),
            json!("Color(1, 0, 0, 1)"),
        ),
    ]
}

#[test]
fn an_open_editor_takes_values_as_they_are_shown() {
    let project = editor::project(cases::PROJECT);
    let root = project.path("");
    let editor = Editor::headless(project);
    let mut bare = editor.connect();
    bare.call("scenewright.open_scene", json!({ "path": TYPES, "allow_missing": true }));
    let mut agent = Agent::start(&root);
    for (object, member, value, expected) in rows() {
        let mut input = on(object);
        (input["member"], input["value"]) = (json!(member), value.clone());
        let written = agent.live("scene.member.write", input);
        let read = agent.live("scene.node.properties", on(object));
        let found = read["properties"].get(member).or(read["scriptProperties"].get(member));
        let found = found.map(|row| &row["value"]);
        assert_eq!(found, Some(&expected), "{object} {member} {value}: {written}");
    }
    let scenes = json!({ "member": "scenes", "value": ["res://leaf.tscn"] });
    let mut input = on(".");
    input.as_object_mut().unwrap().extend(scenes.as_object().unwrap().clone());
    agent.live("scene.member.write", input);
    let read = agent.live("scene.node.properties", on("."));
    let shown = read["scriptProperties"]["scenes"]["value"].as_str().unwrap().to_owned();
    assert!(shown.starts_with("Array[PackedScene]([ExtResource("), "{shown}");
    everything_back(&mut agent);
    let refused = on("Mesh");
    let refused = agent.refused(
        "scene.member.write",
        json!({
            "scenePath": refused["scenePath"], "objectPath": refused["objectPath"],
            "member": "surface_material_override/0", "value": "5",
        }),
    );
    assert!(refused.contains("BaseMaterial3D"), "{refused}");
    assert_eq!(editor.complaints(), [""; 0]);
}

/// All that is read is written back, and nothing changes.
fn everything_back(agent: &mut Agent) {
    let mut edits = Vec::new();
    for object in [".", "Mesh", "List", "List/Row", "Player", "Part", "Remote"] {
        let mut edit = |member: &String, value: &Value| {
            let mut edit = on(object);
            edit["op"] = json!("scene.member.write");
            (edit["member"], edit["value"]) = (json!(member), value.clone());
            edits.push(edit);
        };
        let read = agent.live("scene.object.read", on(object));
        for component in read["components"].as_array().unwrap() {
            let members = component["members"].as_object().unwrap();
            members.iter().for_each(|(member, value)| edit(member, value));
        }
        let read = agent.live("scene.node.properties", on(object));
        for group in ["properties", "scriptProperties"] {
            let rows = read[group].as_object().unwrap();
            rows.iter().for_each(|(member, row)| edit(member, &row["value"]));
        }
    }
    let (answer, _) = agent.call("edit.apply", json!({ "edits": edits }));
    assert_eq!(answer["files"], json!([]), "{answer}");
}
