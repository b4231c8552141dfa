//! The nodes of imported models and binary scenes, with the editor open: the same as in the editor's own tree.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::agent::{self, Agent};
use crate::editor::{self, Editor};

const MAIN: &str = "res://main.tscn";

#[test]
fn an_agent_sees_the_nodes_of_models_in_an_open_editor() {
    let project = editor::project(PROJECT);
    let root = project.path("");
    editor::import(&project);
    agent::run(&["install", "godot", root.join("game").to_str().unwrap()], &root);
    let editor = Editor::installed(project);
    let mut bare = editor.connect();
    bare.call("scenewright.open_scene", json!({ "path": MAIN, "allow_missing": true }));
    let mut agent = Agent::start(&root);

    let seen = bare.call("get_scene_tree", json!({ "max_depth": 10 }));
    let read = agent.live("scene.tree.read", json!({ "scenePath": MAIN, "maxDepth": 10 }));
    let (mut ours, mut in_editor) = (BTreeSet::new(), BTreeSet::new());
    collect(&seen["tree"], "", &mut in_editor);
    collect(&read["tree"], "", &mut ours);
    assert_eq!(ours, in_editor);
    assert!(ours.contains("Main/Ship/Hull/Mast: Camera3D"), "{ours:?}");

    // A node of the model is overridden in the text scene.
    let mast = json!({ "scenePath": MAIN, "objectPath": "Main/Ship/Hull/Mast" });
    let class = agent.live("scene.object.read", mast.clone());
    assert!(class.to_string().contains("Camera3D"), "{class}");
    let mut write = mast;
    write["member"] = json!("fov");
    write["value"] = json!(40);
    agent.live("scene.member.write", write);
    let text = fs::read_to_string(root.join("game/main.tscn")).unwrap();
    assert!(text.contains("[node name=\"Mast\" parent=\"Ship/Hull\""), "{text}");
    assert!(text.contains("fov = 40"), "{text}");

    // The model itself is read, and never written.
    let hull = json!({ "scenePath": "res://ship.gltf", "objectPath": "ship/Hull" });
    agent.live("scene.object.read", hull.clone());
    let mut rename = hull;
    rename["name"] = json!("Other");
    let refused = agent.refused("scene.object.rename", rename);
    assert!(refused.contains("it is imported"), "{refused}");
    assert_eq!(editor.complaints(), [""; 0]);
}

/// The paths and classes of all nodes.
fn collect(node: &Value, parent: &str, nodes: &mut BTreeSet<String>) {
    let name = node["name"].as_str().unwrap();
    let path = if parent.is_empty() { name.to_owned() } else { format!("{parent}/{name}") };
    for child in node["children"].as_array().into_iter().flatten() {
        collect(child, &path, nodes);
    }
    nodes.insert(format!("{path}: {}", node["type"].as_str().unwrap()));
}

const PROJECT: &str = r#"
//- /game/project.godot
config_version=5
//- /game/ship.gltf
{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,2]}],"nodes":[
{"name":"Hull","children":[1]},{"name":"Mast","camera":0},{"name":"Deck.1"}],
"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}]}
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://ship.gltf" id="1"]

[node name="Main" type="Node3D"]

[node name="Ship" parent="." instance=ExtResource("1")]

[node name="Flag" type="Node3D" parent="Ship/Hull" index="1"]

[editable path="Ship"]
"#;
