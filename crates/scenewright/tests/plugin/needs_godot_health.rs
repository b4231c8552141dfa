//! A plugin that does not work in an open editor: what the program says about it.

use std::fs;

use serde_json::json;

use crate::agent::{self, Agent};
use crate::editor::{self, Editor};

#[test]
fn a_plugin_that_fails_is_named_with_its_error_and_the_remedy() {
    let project = editor::sample();
    let root = project.path("");
    let game = root.join("game").to_str().unwrap().to_owned();
    editor::install(&project);
    let server = project.path("game/addons/scenewright/server.gd");
    let good = fs::read_to_string(&server).unwrap();
    fs::write(&server, good.replacen("const HOST", "constt HOST", 1)).unwrap();
    let line = 1 + good.lines().position(|line| line.starts_with("const HOST")).unwrap();

    let mut editor = Editor::installed(project);
    let report = root.join("game/.godot/scenewright/plugin.json");
    editor.wait("the plugin's report", || report.exists().then_some(()));
    let mut agent = Agent::start(&root);
    let expected = format!("res://addons/scenewright/server.gd:{line}: Parse Error: ");
    let remedy = "run `scenewright install godot`, then choose Project > Reload Current Project";
    let refused = agent.refused("editor.info", json!({}));
    assert!(refused.contains(&expected) && refused.contains(remedy), "{refused}");
    // Nobody knows which scenes this editor has open.
    let create = json!({ "scenePath": "res://scenes/menu.tscn", "name": "New", "class": "Node" });
    let refused = agent.refused("scene.object.create", create.clone());
    assert!(refused.contains("cannot be written now") && refused.contains(&expected), "{refused}");
    let doctor = agent::run(&["doctor", &game], &root);
    assert!(doctor.contains(&expected) && doctor.contains(remedy), "{doctor}");
    assert_eq!(doctor.matches("Parse Error").count(), 1, "only the cause: {doctor}");

    // One that has ended is not open, whatever it left behind.
    editor.crash();
    assert!(report.exists());
    let refused = agent.refused("editor.info", json!({}));
    assert!(refused.contains("no Godot editor has this project open"), "{refused}");
    let mut is_written = || agent.result("scene.object.create", create.clone())["isError"] != true;
    editor.wait("the write", || is_written().then_some(()));

    // The remedy works.
    agent::run(&["install", "godot", &game], &root);
    editor.start_again();
    editor.connect().call("ping", json!({}));
    switched_off(&editor, &mut agent);
}

/// The user may also turn the plugin off in its dock; the project stays open.
fn switched_off(editor: &Editor, agent: &mut Agent) {
    agent.live("editor.info", json!({}));
    editor.drive("switch off");
    let off = || editor.published().is_none().then_some(());
    editor.wait("the switch", off);
    // The link may not have noticed yet that the connection has ended.
    editor.wait("the reason", || {
        agent.refused("editor.info", json!({})).contains("turn on \"Serve\"").then_some(())
    });
    let create = json!({ "scenePath": "res://scenes/menu.tscn", "name": "New", "class": "Node" });
    let refused = agent.refused("scene.object.create", create);
    assert!(refused.contains("cannot be written now"), "{refused}");
    editor.drive("switch on");
    let mut is_reached = || agent.result("editor.info", json!({}))["isError"] != true;
    editor.wait("the editor's answer", || is_reached().then_some(()));
}
