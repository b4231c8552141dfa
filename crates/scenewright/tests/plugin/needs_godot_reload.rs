//! Reloading a scene while any of its nodes is selected: Godot's inspector must survive it.

use serde_json::{Value, json};

use crate::client::Client;
use crate::editor::{Editor, project};

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Reload"

//- /game/other.tscn
[gd_scene format=3]

[node name="Other" type="Node"]
"#;

const SCENE: &str = "res://many.tscn";

/// Node classes with editors of their own, or with resources that the inspector previews. The first two crashed Godot 4.6.
const CLASSES: &str = "WorldEnvironment AudioStreamPlayer AudioStreamPlayer2D AudioStreamPlayer3D AnimationPlayer AnimationTree \
    Camera2D Camera3D CollisionShape2D CollisionShape3D CollisionPolygon2D CPUParticles3D CSGBox3D DirectionalLight3D GPUParticles2D \
    GPUParticles3D GridMap Label Label3D MeshInstance2D MeshInstance3D MultiMeshInstance3D NavigationRegion2D NavigationRegion3D \
    Node Path2D Path3D Polygon2D ReflectionProbe RichTextLabel Skeleton3D Sprite2D Sprite3D SubViewport TextureRect TileMapLayer \
    Timer Tree VideoStreamPlayer VoxelGI AnimatedSprite2D LightmapGI Decal FogVolume ItemList GraphEdit";

#[test]
fn a_scene_is_reloaded_whichever_node_is_selected() {
    let fixture = project(GAME);
    fixture.write("game/many.tscn", scene());
    let mut editor = Editor::headless(fixture);
    let mut client = editor.connect();
    client.call("scenewright.open_scene", json!({ "path": SCENE }));
    // Both ways to reload, in turn: they share what they do.
    for (number, class) in CLASSES.split_whitespace().enumerate() {
        let node = format!("/root/Many/{class}");
        client.act("select_node", json!({ "node_path": node }));
        match number % 2 {
            0 => client.act("reload_scene", json!({})),
            _ => client.call("scenewright.reload_scene", json!({ "path": SCENE })),
        };
        assert_eq!(selected(&mut client), [node.as_str()], "still selected");
    }

    // From another tab, and with a node that is gone afterwards.
    client.act("select_node", json!({ "node_path": "/root/Many/WorldEnvironment" }));
    client.call("scenewright.open_scene", json!({ "path": "res://other.tscn" }));
    client.act("select_node", json!({ "node_path": "/root/Other" }));
    client.call("scenewright.reload_scene", json!({ "path": SCENE }));
    assert_eq!(selected(&mut client), ["/root/Other"]);
    client.call("scenewright.open_scene", json!({ "path": SCENE }));
    client.act("select_node", json!({ "node_path": "/root/Many/AudioStreamPlayer" }));
    editor
        .project
        .write("game/many.tscn", "[gd_scene format=3]\n\n[node name=\"Many\" type=\"Node\"]\n");
    client.act("reload_scene", json!({}));
    assert_eq!(selected(&mut client), [""; 0]);
    close_and_open(&editor, &mut client);

    assert!(editor.is_running());
    assert_eq!(editor.complaints(), Vec::<String>::new());
}

/// Closing a scene ends it in the same way; the classes that crashed represent the others.
fn close_and_open(editor: &Editor, client: &mut Client) {
    editor.project.write("game/many.tscn", scene());
    client.act("reload_scene", json!({}));
    for class in CLASSES.split_whitespace().take(2) {
        client.act("select_node", json!({ "node_path": format!("/root/Many/{class}") }));
        client.call("scenewright.close_scene", json!({ "path": SCENE }));
        client.call("scenewright.open_scene", json!({ "path": SCENE }));
    }
}

fn selected(client: &mut Client) -> Vec<String> {
    let answer = client.call("get_selected_nodes", json!({}));
    let path = |node: &Value| node["path"].as_str().unwrap().to_owned();
    answer["nodes"].as_array().unwrap().iter().map(path).collect()
}

fn scene() -> String {
    let mut text = String::from(
        r#"[gd_scene load_steps=4 format=3]

[sub_resource type="Environment" id="environment"]
background_mode = 1
glow_enabled = true

[sub_resource type="AudioStreamWAV" id="stream"]

[sub_resource type="BoxMesh" id="mesh"]

[node name="Many" type="Node"]
"#,
    );
    for class in CLASSES.split_whitespace() {
        text.push_str(&format!("\n[node name=\"{class}\" type=\"{class}\" parent=\".\"]\n"));
        text.push_str(match class {
            "WorldEnvironment" => "environment = SubResource(\"environment\")\n",
            "AudioStreamPlayer" | "AudioStreamPlayer2D" | "AudioStreamPlayer3D" => {
                "stream = SubResource(\"stream\")\n"
            }
            "MeshInstance3D" => "mesh = SubResource(\"mesh\")\n",
            _ => "",
        });
    }
    text
}
