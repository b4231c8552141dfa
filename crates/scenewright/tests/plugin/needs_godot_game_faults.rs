//! Games that do not start, end, hang or are left alone: each is told with its reason, and no process is left behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use scenewright_testkit::Fixture;
use serde_json::json;

use crate::agent::Agent;
use crate::editor::{self, project};
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
            "its script is at res://main.gd:4 in _ready",
        ),
        (
            "a loop in an autoload",
            changed(&[
                ("project.godot", &with_main(&script("au.gd"))),
                ("au.gd", "extends Node\nfunc _ready() -> void:\n\twhile true:\n\t\tpass\n"),
            ]),
            json!({}),
            "its script is at res://au.gd:4",
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
            "did not come to its first tick within",
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

#[test]
fn a_program_that_is_no_godot_is_told_with_what_it_has_to_be() {
    let project = changed(&[]);
    let mut agent = Agent::playing_with(Path::new("/bin/true"), &project.path(""), &[]);
    let refused = agent.refused("game.start", json!({}));
    assert!(
        refused.contains("ended before it connected") && refused.contains("a Godot 4 editor"),
        "{refused}"
    );
}

/// An import that takes longer than a call goes on, is waited for by the next one, and is not done again.
#[test]
fn a_slow_import_goes_on_and_is_done_once() {
    let project = without_import();
    let slow = project.path("slow-godot");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--import*) echo x >> '{}'; sleep 4;; esac\nexec '{}' \"$@\"\n",
        project.path("imports").display(),
        editor::program()
    );
    fs::write(&slow, script).unwrap();
    fs::set_permissions(&slow, PermissionsExt::from_mode(0o755)).unwrap();
    let mut agent = Agent::playing_with(&slow, &project.path(""), &["--timeout", "3"]);
    let refused = agent.refused("game.start", json!({ "import": "copy" }));
    assert!(refused.contains("still being imported"), "{refused}");
    agent.crash();
    while imports_of(&slow) > 0 {
        sleep(Duration::from_millis(20));
    }

    let mut agent = Agent::playing_with(&slow, &project.path(""), &["--timeout", "60"]);
    fs::remove_file(project.path("imports")).unwrap();
    for game in ["1", "2"] {
        let info = agent.played("game.start", json!({ "import": "copy" }));
        assert_eq!(info["game"], game);
    }
    assert_eq!(fs::read_to_string(project.path("imports")).unwrap(), "x\n");
}

#[test]
fn an_act_that_is_not_over_in_time_stands_where_it_came_to() {
    let project = changed(&[(
        "main.gd",
        "extends Node2D\nfunc _process(_delta: float) -> void:\n\tOS.delay_msec(20)\n",
    )]);
    let mut agent = Agent::playing(&project.path(""), &["--timeout", "8"]);
    agent.played("game.start", json!({}));
    let refused = agent.refused("game.act", json!({ "until": ".:position:x > 5", "ticks": 90000 }));
    assert!(
        refused.contains("the act was not over within")
            && refused.contains("the game stands after"),
        "{refused}"
    );
    assert_eq!(agent.played("game.act", json!({ "ticks": 2 }))["ticks"], 2);
}

#[test]
fn a_game_that_does_not_answer_is_still_listed() {
    let main = "extends Node2D\nfunc _process(_delta: float) -> void:\n\tif Engine.get_physics_frames() > 3:\n\t\tOS.delay_msec(60000)\n";
    let project = changed(&[("main.gd", main)]);
    let mut agent = Agent::playing(&project.path(""), &["--timeout", "8"]);
    agent.played("game.start", json!({}));
    let refused = agent.refused("game.act", json!({ "ticks": 20 }));
    assert!(refused.contains("did not answer") && refused.contains("game_stop"), "{refused}");
    let state = agent.played("game.state", json!({}));
    assert_eq!(state["games"][0]["state"], "running", "{state}");
    assert!(state["diagnostics"].to_string().contains("did not answer"), "{state}");
    assert_eq!(agent.played("game.stop", json!({}))["ended"], "stopped");
}

#[test]
fn large_answers_much_output_children_and_odd_paths_do_no_harm() {
    let main = "extends Node2D\nvar s := \"y\".repeat(9000000)\nfunc _ready() -> void:\n\tOS.create_process(\"/bin/sleep\", [\"614.25\"])\n\tfor _line in 200000:\n\t\tprint(s.left(99))\n";
    let project = changed(&[("main.gd", main)]);
    let folder = project.path("my gäme's #1");
    fs::create_dir(&folder).unwrap();
    fs::rename(project.path("game"), folder.join("game")).unwrap();
    let before = contents(&folder.join("game"));
    let mut agent = Agent::playing(&folder, &[]);
    agent.played("game.start", json!({}));
    let read = agent.played("game.read", json!({ "path": ".", "properties": ["s"] }));
    let text = read["values"]["s"].as_str().unwrap();
    assert!(text.starts_with("yyy") && text.len() < 100_000, "{}", text.len());
    assert_eq!(agent.played("game.act", json!({ "ticks": 2 }))["ticks"], 2);
    let children = || processes(|command| command.trim() == "/bin/sleep 614.25");
    assert_eq!(children(), 1);
    agent.played("game.stop", json!({}));
    assert_eq!(children(), 0);
    assert_eq!(contents(&folder.join("game")), before);
}

/// The number of imports that a Godot of ours does.
fn imports_of(godot: &Path) -> usize {
    processes(|command| command.contains(&*godot.to_string_lossy()) && command.contains("--import"))
}

/// The number of processes that run the project.
fn games_of(project: &Fixture) -> usize {
    let folder = project.path("game").to_string_lossy().into_owned();
    processes(|command| command.contains(&folder) && command.contains("--remote-debug"))
}

fn processes(is_meant: impl Fn(&str) -> bool) -> usize {
    let is_meant = |path: &Path| {
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        is_meant(&String::from_utf8_lossy(&command).replace('\0', " "))
    };
    fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_meant(&entry.path())).count()
}

fn wait_until_gone(project: &Fixture) {
    while games_of(project) > 0 {
        sleep(Duration::from_millis(20));
    }
}
