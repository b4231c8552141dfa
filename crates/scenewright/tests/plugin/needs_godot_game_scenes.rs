//! The scenes of a running game through the tools for scenes: reads and changes, beside the project's own files.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor::project;
use crate::needs_godot_game::{GAME, contents};

/// Tool, arguments, a pointer into its answer, and what is there.
const READS: [(&str, &str, &str, &str); 7] = [
    ("scene.hierarchy.dump", r#"{"scenePath":"game:"}"#, "/scenePath", r#""game:/root/Main""#),
    ("scene.objects.find", r#"{"scenePath":"game:","name":"Player"}"#, "/total", "1"),
    (
        "scene.object.read",
        r#"{"scenePath":"game:/root/Main","objectPath":"Main/Player"}"#,
        "/components/1/members/speed",
        "120",
    ),
    (
        "scene.member.read",
        r#"{"scenePath":"game:","objectPath":"Main/Player","component":"Node2D","member":"position"}"#,
        "/value/fields",
        r#"{"x":100,"y":200}"#,
    ),
    (
        "scene.transform.read",
        r#"{"scenePath":"game:","objects":["Main/Player"]}"#,
        "/objects/0/path",
        r#""Main/Player""#,
    ),
    (
        "scene.node.properties",
        r#"{"scenePath":"game:","objectPath":"Main/Player"}"#,
        "/scriptProperties",
        r#"{"speed":{"type":"float","value":120,"exported":true},"jumps":{"type":"int","value":0,"exported":false}}"#,
    ),
    (
        "scene.node.properties",
        r#"{"scenePath":"game:","objectPath":"Main/Player"}"#,
        "/properties/process_mode/category",
        r#""Node""#,
    ),
];

#[test]
fn the_scenes_of_a_game_are_read_and_changed_like_those_of_files() {
    let project = project(GAME);
    let before = contents(&project.path("game"));
    let flags = ["--allow-writes", "--toolsets", "all,game"];
    let mut agent = Agent::playing(&project.path(""), &flags);
    let refused = agent.refused("scene.hierarchy.dump", json!({ "scenePath": "game:" }));
    assert!(refused.contains("no game has been started"), "{refused}");
    agent.played("game.start", json!({}));
    for (tool, arguments, pointer, expected) in READS {
        let answer = agent.played(tool, parse(arguments));
        assert_eq!(answer.pointer(pointer), Some(&parse(expected)), "{tool}: {answer}");
    }
    let (file, source) =
        agent.call("scene.hierarchy.dump", json!({ "scenePath": "res://main.tscn" }));
    assert_eq!((&file["scenePath"], &*source), (&json!("res://main.tscn"), "files"));

    let player = json!({ "scenePath": "game:", "objectPath": "Main/Player" });
    let with = |more: Value| {
        let mut arguments = player.clone();
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    agent.played("scene.member.write", with(json!({ "member": "speed", "value": 77 })));
    agent.played("scene.object.activate", with(json!({ "active": false })));
    let read =
        agent.played("game.read", json!({ "path": "Player", "properties": ["speed", "visible"] }));
    assert_eq!(read["values"], json!({ "speed": 77, "visible": false }));
    let script =
        agent.refused("scene.member.write", with(json!({ "member": "script", "value": null })));
    assert!(script.contains("--allow-eval"), "{script}");
    let dry =
        agent.refused("scene.object.activate", with(json!({ "active": true, "dryRun": true })));
    assert!(dry.contains("preview"), "{dry}");
    assert_eq!(contents(&project.path("game")), before);
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}
