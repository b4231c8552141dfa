//! Edits while a process of Godot's editor has the project open and does not answer, or has no working plugin.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::support::{Pipe, Server, parse, program, request, tool_call};

const GAME: &str = "
//- /project.godot
config_version=5
[application]
run/main_scene=\"res://open.tscn\"
//- /open.tscn
[gd_scene format=3]

[node name=\"Open\" type=\"Node2D\"]
//- /closed.tscn
[gd_scene format=3]

[node name=\"Closed\" type=\"Node2D\"]
";

/// A process with an editor's command line that says nothing.
struct SilentEditor(Child);

impl SilentEditor {
    fn start(project: &Fixture) -> SilentEditor {
        let mut command = Command::new("sh");
        // One process: a child would have the same arguments for a moment, and outlive it.
        command.args(["-c", "read line", "silent", "--editor", "--path"]).arg(project.root());
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        SilentEditor(command.spawn().unwrap())
    }

    /// As the plugin does. Nobody listens on the port.
    fn announce(&self, project: &Fixture, started: f64) {
        let (pid, port) = (self.0.id(), 1);
        let announcement = json!({ "port": port, "token": "none", "pid": pid, "started": started });
        project.write(".godot/scenewright/editor.json", announcement.to_string());
    }

    fn publish_scenes(&self, project: &Fixture, scenes: &[&str]) {
        let scenes = json!({ "pid": self.0.id(), "scenes": scenes });
        project.write(".godot/scenewright/scenes.json", scenes.to_string());
    }
}

impl Drop for SilentEditor {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

/// The answer to a change of a scene, or why it was refused.
fn write(project: &Path, scene: &str) -> Result<Value, String> {
    let name = format!("Node{}", now());
    let arguments =
        json!({ "scenePath": scene, "class": "Node2D", "name": name.replace('.', "_") });
    let call = ["call", "scene.object.create", "--allow-writes", &arguments.to_string()];
    let output = program().args(call).current_dir(project).output().unwrap();
    match output.status.success() {
        true => Ok(parse(&output.stdout)),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn install(project: &Path) {
    let installed = program().args(["install", "godot"]).arg(project).output().unwrap();
    assert!(installed.status.success());
}

#[test]
fn without_the_plugin_an_edit_is_made_with_a_warning() {
    let project = Fixture::new(GAME);
    let root = project.root();
    let answer = write(&root, "res://open.tscn").unwrap();
    assert!(!answer.to_string().contains("does not notice"), "nobody has it open: {answer}");
    let editor = SilentEditor::start(&project);
    let answer = write(&root, "res://open.tscn").unwrap().to_string();
    assert!(answer.contains("does not notice the change"), "{answer}");
    assert!(answer.contains(&format!("process {}", editor.0.id())), "{answer}");
}

#[test]
fn with_a_plugin_that_does_not_work_no_scene_is_written() {
    let project = Fixture::new(GAME);
    let root = project.root();
    install(&root);
    write(&root, "res://open.tscn").unwrap();
    let editor = SilentEditor::start(&project);
    let before = fs::read(project.path("open.tscn")).unwrap();
    for scene in ["res://open.tscn", "res://closed.tscn"] {
        let refused = write(&root, scene).unwrap_err();
        assert!(refused.contains("cannot be written now"), "{refused}");
        assert!(refused.contains("plugin") && refused.contains("scenewright doctor"), "{refused}");
    }
    assert_eq!(fs::read(project.path("open.tscn")).unwrap(), before);
    drop(editor);
    write(&root, "res://open.tscn").unwrap();
}

#[test]
fn of_a_silent_editor_only_the_open_scenes_are_refused_and_all_if_they_are_unknown() {
    let project = Fixture::new(GAME);
    let root = project.root();
    install(&root);
    let editor = SilentEditor::start(&project);
    editor.announce(&project, now());
    for scene in ["res://open.tscn", "res://closed.tscn"] {
        let refused = write(&root, scene).unwrap_err();
        assert!(refused.contains("does not answer, and may have it open"), "{refused}");
    }
    editor.publish_scenes(&project, &["res://open.tscn"]);
    let refused = write(&root, "res://open.tscn").unwrap_err();
    assert!(refused.contains("has it open and does not answer"), "{refused}");
    assert!(refused.contains("or close it; then send the call again"), "{refused}");
    write(&root, "res://closed.tscn").unwrap();
    drop(editor);
    write(&root, "res://open.tscn").unwrap();
}

#[test]
fn the_process_id_of_an_ended_editor_that_is_used_again_holds_nothing() {
    let project = Fixture::new(GAME);
    let root = project.root();
    install(&root);
    let other = SilentEditor(Command::new("sleep").arg("600").spawn().unwrap());
    other.publish_scenes(&project, &["res://open.tscn"]);
    other.announce(&project, now());
    write(&root, "res://open.tscn").unwrap_err();
    other.announce(&project, now() - 1e6);
    write(&root, "res://open.tscn").unwrap();
}

#[test]
fn every_protocol_refuses_with_its_own_code() {
    let project = Fixture::new(GAME);
    let root = project.root();
    install(&root);
    let editor = SilentEditor::start(&project);
    editor.announce(&project, now());
    editor.publish_scenes(&project, &["res://open.tscn"]);
    let before = fs::read(project.path("open.tscn")).unwrap();
    let rename = json!({ "scenePath": "res://open.tscn", "objectPath": "Open", "name": "Other" });

    let mut envelope = Pipe::open_with(&root, &["--allow-writes"]);
    let refused = envelope.ask(&tool_call("scene.object.rename", &rename));
    assert_eq!(refused["error"]["code"], -32004, "{refused}");
    assert!(refused.to_string().contains("does not answer"), "{refused}");
    assert!(refused.to_string().contains("then send the call again"), "{refused}");

    let server = Server::start(&root, &["--allow-writes"]);
    let params = json!({ "name": "scene-object-rename", "arguments": rename });
    let body = request(&json!(1), "tools/call", &params);
    let refused = server.http("POST /", &[], body.as_bytes()).body;
    assert!(refused.to_string().contains("does not answer"), "{refused}");

    let explore = |tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = request(&json!(1), "call_tool", &params);
        server.http("POST /message", &[], body.as_bytes()).body["result"]["content"][0]["json"]
            .clone()
    };
    explore("SetConfig", json!({ "allowWrites": true, "requireConfirm": false }));
    let found = server.http("GET /read?uri=unity://search?name=Open", &[], b"").body;
    let id = found["Items"][0]["Id"].as_str().unwrap_or_else(|| panic!("{found}"));
    let refused = explore("SetActive", json!({ "objectId": id, "active": false }));
    assert_eq!(refused["error"]["kind"], "NotReady", "{refused}");
    assert!(refused.to_string().contains("does not answer"), "{refused}");
    assert_eq!(fs::read(project.path("open.tscn")).unwrap(), before);
}
