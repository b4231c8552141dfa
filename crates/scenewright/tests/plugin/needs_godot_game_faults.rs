//! Games that do not start, end, hang or are left alone: each is told with its reason, and no process is left behind.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use scenewright_testkit::Fixture;
use serde_json::json;

use crate::agent::Agent;
use crate::editor::project;
use crate::needs_godot_game::{GAME, changed, contents};

const PROJECT: &str = "config_version=5\n[application]\nconfig/name=\"Faults\"\n";

#[test]
fn a_game_that_does_not_start_says_why() {
    let with_main = |more: &str| format!("{PROJECT}run/main_scene=\"res://main.tscn\"\n{more}");
    let script = |text: &str| format!("[autoload]\nBad=\"*res://{text}\"\n");
    for (name, project, arguments, expected) in [
        (
            "no main scene",
            changed(&[("project.godot", PROJECT)]),
            json!({}),
            "the project has no main scene",
        ),
        (
            "a scene that does not exist",
            changed(&[]),
            json!({ "scenePath": "res://gone.tscn" }),
            "'res://gone.tscn' does not exist",
        ),
        (
            "a loop at the start",
            changed(&[(
                "main.gd",
                "extends Node2D\nfunc _ready() -> void:\n\twhile true:\n\t\tpass\n",
            )]),
            json!({}),
            "did not answer within",
        ),
        (
            "another main loop",
            changed(&[
                ("project.godot", &with_main("run/main_loop_type=\"Bare\"\n")),
                ("bare.gd", "class_name Bare\nextends MainLoop\n"),
                (
                    ".godot/global_script_class_cache.cfg",
                    "list=[{\n\"base\": &\"MainLoop\",\n\"class\": &\"Bare\",\n\"icon\": \"\",\n\"is_abstract\": false,\n\"is_tool\": false,\n\"language\": &\"GDScript\",\n\"path\": \"res://bare.gd\"\n}]\n",
                ),
            ]),
            json!({}),
            "replaces Godot's main loop",
        ),
        (
            "a native call that blocks",
            changed(&[(
                "main.gd",
                "extends Node2D\nfunc _ready() -> void:\n\tOS.delay_msec(60000)\n",
            )]),
            json!({}),
            "did not answer within",
        ),
        ("never imported", without_import(), json!({}), "never been imported"),
    ] {
        let mut agent = Agent::playing(&project.path(""), &["--timeout", "8"]);
        let refused = agent.refused("game.start", arguments);
        assert!(refused.contains(expected), "{name}: {refused}");
        wait_until_gone(&project);
    }
    // Script errors do not keep a game from running.
    let autoload = changed(&[
        ("project.godot", &with_main(&script("bad.gd"))),
        ("bad.gd", "extends Node\nfunc _ready() -> void:\n\tthis is no code\n"),
    ]);
    let mut agent = Agent::playing(&autoload.path(""), &[]);
    let info = agent.played("game.start", json!({}));
    assert_eq!(info["scenePath"], "res://main.tscn");
    let told = info["diagnostics"].to_string();
    assert!(told.contains("while it started: SCRIPT ERROR: Parse Error"), "{info}");
    assert!(told.contains("(res://bad.gd:3)"), "{info}");
}

#[test]
fn a_project_that_was_never_imported_runs_as_a_copy() {
    let project = without_import();
    let before = contents(&project.path("game"));
    let mut agent = Agent::playing(&project.path(""), &["--timeout", "60"]);
    let info = agent.played("game.start", json!({ "import": "copy" }));
    assert_eq!(info["scenePath"], "res://main.tscn");
    assert_eq!(contents(&project.path("game")), before);
}

#[test]
fn the_end_of_a_game_is_told() {
    let project = changed(&[]);
    let mut agent = Agent::playing(&project.path(""), &["--timeout", "8"]);
    let call = |method: &str, arguments: &str| json!({ "path": ".", "method": method, "arguments": arguments });

    agent.played("game.start", json!({}));
    agent.played("game.call", call("leave", "[7]"));
    let refused = agent.refused("game.act", json!({}));
    assert!(refused.contains("the game has ended (exit code 7)"), "{refused}");
    let state = agent.played("game.state", json!({}));
    assert_eq!(state["games"][0]["ended"], "exit code 7", "{state}");

    agent.played("game.start", json!({}));
    let refused = agent.refused("game.call", call("crash", "[]"));
    assert!(
        refused.contains("the game has ended (signal") && refused.contains("crash (res://main.gd:"),
        "{refused}"
    );
    // What it printed can still be read.
    let log = agent.played("game.log", json!({}));
    assert!(log.to_string().contains("crash (res://main.gd:"), "{log}");

    agent.played("game.start", json!({}));
    agent.played("game.write", json!({ "path": ".", "property": "clicks", "value": "-1" }));
    let refused = agent.refused("game.act", json!({}));
    assert!(
        refused.contains("its script is at res://main.gd:") && refused.contains("in hang"),
        "{refused}"
    );
    // It is stopped there, answers, and can be ended.
    let read = agent.played("game.read", json!({ "path": ".", "properties": ["clicks"] }));
    assert_eq!(read["values"], json!({ "clicks": -1 }));
    assert_eq!(agent.played("game.stop", json!({}))["state"], "ended");

    // A method that does not return keeps the game from answering anything.
    agent.played("game.start", json!({}));
    let refused = agent.refused("game.call", call("hang", "[]"));
    assert!(refused.contains("the game did not answer within"), "{refused}");
    assert_eq!(agent.played("game.stop", json!({}))["state"], "ended");

    agent.played("game.start", json!({ "frozen": false }));
    agent.crash();
    wait_until_gone(&project);
}

#[test]
fn no_game_outlives_its_server() {
    for frozen in [true, false] {
        let project = changed(&[]);
        let mut agent = Agent::playing(&project.path(""), &[]);
        agent.played("game.start", json!({ "frozen": frozen }));
        assert_eq!(games_of(&project), 1);
        agent.crash();
        wait_until_gone(&project);
    }
}

#[test]
fn what_is_not_allowed_is_refused_with_the_flag() {
    let project = changed(&[]);
    let mut agent = Agent::playing(&project.path(""), &[]);
    agent.played("game.start", json!({}));
    for (tool, arguments) in [
        ("game.write", json!({ "path": "Player", "property": "script", "value": "null" })),
        ("game.call", json!({ "path": "Player", "method": "set_script", "arguments": "[null]" })),
    ] {
        let refused = agent.refused(tool, arguments);
        assert!(refused.contains("--allow-eval"), "{refused}");
    }
}

fn without_import() -> Fixture {
    let project = project(GAME);
    fs::remove_dir_all(project.path("game/.godot")).unwrap();
    project
}

/// The number of processes that run the project.
fn games_of(project: &Fixture) -> usize {
    let folder = project.path("game").to_string_lossy().into_owned();
    let is_game = |path: &Path| {
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        command.contains(&folder) && command.contains("--remote-debug")
    };
    fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_game(&entry.path())).count()
}

fn wait_until_gone(project: &Fixture) {
    while games_of(project) > 0 {
        sleep(Duration::from_millis(20));
    }
}
