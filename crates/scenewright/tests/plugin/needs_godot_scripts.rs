//! Scripts that a real Godot compiles: `scenewright check --scripts` and `project.scripts.check`.

use std::process::Output;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::agent::{self, Agent};
use crate::editor::{self, project};
use crate::needs_godot_game::contents;

/// Imported, with a list of classes that is older than the scripts.
const PROJECT: &str = r#"
//- /game ü 1/project.godot
config_version=5
[application]
config/name="Scripts"
config/features=PackedStringArray("4.6")
[autoload]
Score="*res://score.gd"
Broken="*res://broken_autoload.gd"
[debug]
gdscript/warnings/untyped_declaration=1
gdscript/warnings/integer_division=2
//- /game ü 1/.godot/global_script_class_cache.cfg
list=[]
//- /game ü 1/score.gd
extends Node
var points: int = 0
//- /game ü 1/broken_autoload.gd
extends Node
func _ready(:
	pass
//- /game ü 1/uses_autoload.gd
extends Node
func win() -> void:
	Score.points = 3
//- /game ü 1/new_class.gd
class_name NewClass
extends "res://sub folder/base [1].gd"
func half(value: int) -> int:
	return value / 2
//- /game ü 1/child.gd
extends Resource
var parent: NewClass
func wrong() -> int:
	return "text"
//- /game ü 1/sub folder/base [1].gd
extends Node
func warned(a) -> void:
	if a:
		var unused: int = 3
//- /game ü 1/cycle_a.gd
extends Node
const B: GDScript = preload("res://cycle_b.gd")
//- /game ü 1/cycle_b.gd
extends Node
const A: GDScript = preload("res://cycle_a.gd")
//- /game ü 1/addons/other/plugin.gd
@tool
extends EditorPlugin
func _enter_tree():
	var unused = EditorInterface.get_editor_settings()
//- /game ü 1/Sharp.cs
public class Sharp {}
"#;

fn check(project: &Fixture, folder: &str, arguments: &[&str]) -> Output {
    let mut command = agent::program(&project.path(""));
    command.env("SCENEWRIGHT_GODOT", editor::program());
    command.arg("check").arg(project.path(folder)).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// `file:line:column kind code message` of the compiler's findings.
fn rows(document: &Value) -> Vec<String> {
    let row = |finding: &Value| {
        let [file, kind, message] =
            ["file", "kind", "target"].map(|key| finding[key].as_str().unwrap());
        let code = finding["code"].as_str().unwrap_or("-");
        format!("{file}:{}:{} {kind} {code} {message}", finding["line"], finding["column"])
    };
    document["findings"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn every_script_is_compiled_and_nothing_changes() {
    let project = project(PROJECT);
    // A script of no bytes, which a fixture cannot have.
    std::fs::write(project.path("game ü 1/empty.gd"), "").unwrap();
    let before = contents(&project.path("game ü 1"));
    let output = check(&project, "game ü 1", &["--scripts", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["scriptsCompiled"], 10);
    assert_eq!(
        rows(&document),
        [
            "broken_autoload.gd:2:1 script-error - Expected parameter name.",
            "child.gd:4:2 script-error - Cannot return a value of type \"String\" as \"int\".",
            "child.gd:4:2 script-error - Cannot return value of type \"String\" because the function return type is \"int\".",
            "empty.gd:1:1 script-warning EMPTY_FILE Empty script file.",
            "new_class.gd:4:2 script-error INTEGER_DIVISION Integer division. Decimal part will be discarded. (Warning treated as error.)",
            "sub folder/base [1].gd:2:1 script-warning UNTYPED_DECLARATION Parameter \"a\" has no static type.",
            "sub folder/base [1].gd:4:3 script-warning UNUSED_VARIABLE The local variable \"unused\" is declared but never used in the block. If this is intended, prefix it with an underscore: \"_unused\".",
        ]
    );
    let notes = document["notes"].to_string();
    assert!(notes.contains("1 C# script was not checked"), "{notes}");
    for (format, expected) in [
        (
            "text",
            "script-error INTEGER_DIVISION: Integer division. Decimal part will be discarded. (Warning treated as error.)\n  new_class.gd:4:2\n",
        ),
        ("sarif", "\"startLine\": 4"),
        ("junit", "new_class.gd:4:2: script-error: Script error: INTEGER_DIVISION"),
        (
            "github",
            "::error file=new_class.gd,line=4,col=2,title=script-error::Script error: INTEGER_DIVISION",
        ),
    ] {
        let output = check(&project, "game ü 1", &["--scripts", "--format", format]);
        let report = text(&output.stdout);
        assert!(report.contains(expected), "{format}: {report}");
    }
    assert_eq!(contents(&project.path("game ü 1")), before);
}

#[test]
fn scripts_are_not_compiled_unless_asked_for() {
    let project = project(PROJECT);
    let plain = check(&project, "game ü 1", &["--format", "json"]);
    assert_eq!(plain.status.code(), Some(0), "{}", text(&plain.stdout));
    let output = check(&project, "game ü 1", &["--only", "script-error"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("add --scripts"), "{}", text(&output.stderr));
    let known = project.path("known.json");
    let known = known.to_str().unwrap();
    let accepted = check(&project, "game ü 1", &["--scripts", "--write-baseline", known]);
    assert_eq!(accepted.status.code(), Some(0));
    for arguments in [&["--baseline", known][..], &["--scripts", "--baseline", known]] {
        let output = check(&project, "game ü 1", arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        let notes = text(&output.stderr);
        assert!(!notes.contains("no longer occur"), "{arguments:?}: {notes}");
    }
}

#[test]
fn an_agent_checks_what_it_has_changed() {
    let project =
        project(&PROJECT.replace("game ü 1", "game").replace("_ready(:", "_ready() -> void:"));
    let mut agent = Agent::playing(&project.path(""), &[]);
    let script = json!({ "paths": ["res://child.gd"] });
    let answer = agent.played("project.scripts.check", script.clone());
    assert_eq!(answer["scripts"], 1);
    let problems = answer["problems"].as_array().unwrap();
    let wrong = problems.iter().find(|problem| problem["path"] == "res://child.gd").unwrap();
    assert_eq!((&wrong["line"], &wrong["column"]), (&json!(4), &json!(2)), "{answer}");
    std::fs::write(project.path("game/child.gd"), "extends NewClass\n").unwrap();
    std::fs::write(project.path("game/new_class.gd"), "class_name NewClass\nextends Node\n")
        .unwrap();
    let answer = agent.played("project.scripts.check", script);
    assert_eq!((&answer["errors"], &answer["warnings"]), (&json!(0), &json!(0)), "{answer}");
    let gone = json!({ "paths": ["res://gone.gd"] });
    assert!(agent.refused("project.scripts.check", gone).contains("does not exist"));
    std::fs::remove_dir_all(project.path("game/.godot")).unwrap();
    let refused = agent.refused("project.scripts.check", json!({}));
    assert!(refused.contains("never been imported") && refused.contains("copy"), "{refused}");
    let mut command = agent::program(&project.path(""));
    command.args(["call", "project.scripts.check", "--project"]).arg(project.path("game"));
    let output = command.output().unwrap();
    assert!(text(&output.stderr).contains("add --allow-play"), "{}", text(&output.stderr));
}

#[test]
fn a_project_that_was_never_imported_is_imported_in_a_copy() {
    let project = editor::sample();
    let before = contents(&project.path("game"));
    let output =
        check(&project, "game", &["--scripts", "--only", "script-error", "--format", "json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["findings"], json!([]), "{document}");
    assert!(document["notes"].to_string().contains("a copy of it was imported"), "{document}");
    assert_eq!(contents(&project.path("game")), before);
}

#[test]
fn scripts_that_end_godot_or_never_return_are_errors_of_their_own() {
    let project = project(
        r#"
//- /game/project.godot
config_version=5
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/a_ends.gd
static var x: int = end()
static func end() -> int:
	return OS.kill(OS.get_process_id())
//- /game/b_loops.gd
static var x: int = turn()
static func turn() -> int:
	while true:
		pass
	return 1
//- /game/c_prints.gd
static var x: int = talk()
static func talk() -> int:
	for line: int in 50000:
		print("x".repeat(400))
	return 1
//- /game/d_wrong.gd
var x: int = "text"
"#,
    );
    let output = check(&project, "game", &["--scripts", "--format", "json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        rows(&document),
        [
            "a_ends.gd:1:1 script-error - Godot ended (signal 9) while it loaded this script.",
            "b_loops.gd:1:1 script-error - Godot did not finish loading this script within 10 s: a static initialiser in it, or in what it loads, does not return.",
            "d_wrong.gd:1:1 script-error - Cannot assign a value of type \"String\" as \"int\".",
            "d_wrong.gd:1:1 script-error - Cannot assign a value of type String to variable \"x\" with specified type int.",
        ]
    );
}

#[test]
fn a_check_that_cannot_be_made_says_why() {
    let godot = |version: u32, more: &str| {
        format!(
            "//- /game/project.godot\nconfig_version={version}\n{more}//- /game/.godot/global_script_class_cache.cfg\nlist=[]\n//- /game/a.gd\nextends Node\n"
        )
    };
    let autoload = "[autoload]\nLoop=\"*res://loop.gd\"\n//- /game/loop.gd\nextends Node\nvar x: int = turn()\nfunc turn() -> int:\n\twhile true:\n\t\tpass\n\treturn 1\n";
    let unity = "//- /game/Assets/.keep\n//- /game/ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 2022.3.1f1\n";
    for (files, arguments, expected) in [
        (godot(4, ""), &["--scripts"][..], "the project is one of Godot 3"),
        (godot(5, autoload), &["--scripts", "--timeout", "4"], "an autoload may not return"),
        (unity.to_owned(), &["--scripts"], "this is a unity project"),
    ] {
        let output = check(&project(&files), "game", arguments);
        assert_eq!(output.status.code(), Some(2), "{expected}");
        let said = text(&output.stderr);
        assert!(said.to_lowercase().contains(&expected.to_lowercase()), "{expected}: {said}");
    }
    let project = project(&godot(5, ""));
    let mut command = agent::program(&project.path(""));
    command.env("SCENEWRIGHT_GODOT", "/no/such/godot");
    let output = command.arg("check").arg(project.path("game")).arg("--scripts").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("/no/such/godot"), "{}", text(&output.stderr));
}
