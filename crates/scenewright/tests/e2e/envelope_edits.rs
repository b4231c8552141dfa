//! Edits in the protocols other than MCP: their codes and their hints.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Pipe, Server, contents, copied, request, tool_call};

const SCENE: &str = "Assets/Scenes/Main.unity";

fn rename() -> Value {
    json!({ "scenePath": SCENE, "objectPath": "Main Camera", "name": "Eye" })
}

fn target() -> Value {
    json!({ "scenePath": SCENE, "objectPath": "Main Camera" })
}

#[test]
fn the_envelope_has_a_code_for_each_refusal() {
    let project = copied("unity");
    let before = contents(project.path());
    let mut reader = Pipe::open(project.path());
    let off = reader.ask(&tool_call("scene.object.rename", &rename()));
    assert_eq!(off["error"]["code"], -32005, "{off}");
    assert_eq!(off["error"]["data"]["details"]["hint"], "start the server with --allow-writes");

    let mut writer = Pipe::open_with(project.path(), &["--allow-writes"]);
    let destructive = writer.ask(&tool_call("scene.object.delete", &target()));
    assert_eq!(destructive["error"]["code"], -32005, "{destructive}");
    let missing = &destructive["error"]["data"]["details"]["missingParameters"];
    assert_eq!(*missing, json!(["confirm"]));
    assert_eq!(contents(project.path()), before);

    let done = writer.ask(&tool_call("scene.object.rename", &rename()));
    assert!(done["result"]["output"]["undoHandle"].is_string(), "{done}");
    let file = project.path().join(SCENE);
    fs::write(&file, fs::read_to_string(&file).unwrap() + "# mine\n").unwrap();
    let changed = writer.ask(&tool_call("edit.undo", &json!({})));
    assert_eq!(changed["error"]["code"], -32004, "{changed}");
    assert_eq!(changed["error"]["message"], "Unity Editor error: File has changed");
    let hint = changed["error"]["data"]["details"]["hint"].as_str().unwrap();
    assert!(hint.contains("git"), "{hint}");
    let unknown = writer.ask(&tool_call("edit.undo", &json!({ "handle": "none" })));
    let hint = &unknown["error"]["data"]["details"]["hint"];
    assert!(hint.as_str().unwrap().contains("edit.history"), "{unknown}");
}

#[test]
fn unity_mcp_over_http_has_a_code_for_each_refusal() {
    let project = copied("unity");
    let ask = |server: &Server, tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = request(&json!(1), "tools/call", &params);
        server.http("POST /", &[], body.as_bytes()).body
    };
    let reader = Server::start(project.path(), &[]);
    let off = ask(&reader, "scene-object-rename", rename());
    assert_eq!(off["error"]["code"], -32601, "{off}");
    assert!(off.to_string().contains("--allow-writes"), "{off}");

    let writer = Server::start(project.path(), &["--allow-writes"]);
    let destructive = ask(&writer, "scene-object-delete", target());
    assert_eq!(destructive["error"]["code"], -32602, "{destructive}");
    let done = ask(&writer, "scene-object-rename", rename());
    assert!(done.to_string().contains("undoHandle"), "{done}");
    let file = project.path().join(SCENE);
    fs::write(&file, fs::read_to_string(&file).unwrap() + "# mine\n").unwrap();
    let changed = ask(&writer, "edit-undo", json!({}));
    assert_eq!(changed["error"]["code"], -32603, "{changed}");
    assert!(changed.to_string().contains("git"), "{changed}");
}
