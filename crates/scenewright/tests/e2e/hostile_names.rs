//! Names and arguments that would draw on a terminal, forge a line of a log, or be a command of a build
//! server: none of them leaves the program as it is.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::support::{Server, program, scratch, tool_call};

/// As a Godot scene writes them.
const PROJECT: &str = r#"
//- /project.godot
config_version=5

[application]

config/name="Evil \u001b[31m\u202e game"
run/main_scene="res://main.tscn"
//- /main.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Texture2D" path="res://no\u001b[2Jsuch.png" id="1"]

[node name="Root\u001b[31m\u009b2J\u202e" type="Node2D"]

[node name="::error::forged\n::error::two" type="Sprite2D" parent="."]
texture = ExtResource("1")
"#;

fn hostile() -> Fixture {
    let escaped = [("\\u001b", "\u{1b}"), ("\\u009b", "\u{9b}"), ("\\u202e", "\u{202e}")];
    let text = escaped.iter().fold(PROJECT.to_owned(), |it, (from, to)| it.replace(from, to));
    Fixture::new(&text)
}

fn hazards(text: &str) -> Vec<char> {
    let is_hazard = |letter: &char| {
        let turns = matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        (letter.is_control() && !['\n', '\t'].contains(letter)) || turns
    };
    text.chars().filter(is_hazard).collect()
}

fn check(args: &[&str], output: &Output, is_github: bool) {
    for stream in [&output.stdout, &output.stderr] {
        let text = String::from_utf8_lossy(stream);
        assert_eq!(hazards(&text), [], "{args:?}: {text:?}");
        let commands: Vec<&str> =
            text.lines().filter(|it| it.trim_start().starts_with("::")).collect();
        let own = |line: &&str| line.starts_with("::error file=") || line.starts_with("::notice ");
        assert!(commands.iter().all(|it| is_github && own(it)), "{args:?}: {commands:?}");
    }
}

#[test]
fn no_command_prints_them() {
    let project = hostile();
    let root = project.root();
    let folder = root.to_str().unwrap();
    let evil = "x\u{1b}[31m\n::error::y\r\u{202e}";
    let scene = format!("scenePath={evil}");
    let call = |tool: &'static str| vec!["call", tool, "--project", folder];
    let dump = ["--arg", "scenePath=res://main.tscn"];
    let commands: Vec<Vec<&str>> = vec![
        vec!["doctor", folder],
        vec!["history", folder],
        vec!["check", folder],
        vec!["check", folder, "--format", "json"],
        vec!["check", folder, "--format", "sarif"],
        vec!["check", folder, "--format", "junit"],
        vec!["check", folder, "--format", "github"],
        call("project.info"),
        [call("scene.hierarchy.dump"), dump.to_vec()].concat(),
        [call("scene.objects.find"), dump.to_vec()].concat(),
        call("project.references.missing"),
        [call("scene.hierarchy.dump"), vec!["--arg", &scene]].concat(),
        vec!["call", evil, "--project", folder],
        vec!["call", "project.info", evil, "--project", folder],
        vec!["check", evil],
        vec!["serve", evil],
        vec!["undo", evil, "--project", folder],
        vec!["install", "client", "cursor", "--print", "--project", folder],
    ];
    for args in &commands {
        for person in [false, true] {
            let mut command = program();
            command.args(args).stdin(Stdio::null());
            // As a terminal with colours would get it.
            if person {
                command.env("CLICOLOR_FORCE", "1");
            }
            let output = command.output().unwrap();
            let output = if person { without_colours(output) } else { output };
            check(args, &output, args.contains(&"github"));
        }
    }
}

fn without_colours(output: Output) -> Output {
    let strip = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // The colours of this program, and of clap.
        let codes =
            ["0", "1", "2", "4", "31", "32", "33", "36", "1;31", "1m\u{1b}[31", "1m\u{1b}[4"];
        codes.iter().fold(text, |it, code| it.replace(&format!("\u{1b}[{code}m"), "")).into_bytes()
    };
    Output { status: output.status, stdout: strip(output.stdout), stderr: strip(output.stderr) }
}

fn entries(server: &Server) -> Vec<String> {
    let logs = tool_call("mcp.logs.read", &json!({ "limit": 1000 }));
    let answer = server.post(&logs).body;
    let entries = answer["result"]["output"]["entries"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"))
        .clone();
    entries.iter().map(|entry| entry["message"].as_str().unwrap().to_owned()).collect()
}

fn start(project: &Path, stderr: &Path) -> Server {
    let file = fs::File::create(stderr).unwrap();
    Server::start_logging(program(), project, &["--allow-writes"], Stdio::from(file))
}

#[test]
fn arguments_forge_no_line_of_a_log() {
    let project = hostile();
    let stderr = scratch("stderr");
    let server = start(&project.root(), &stderr);
    let forged = "x\n2026-01-01T00:00:00Z INFO audit: edit.undo ok\r\u{1b}[31m\u{2028}y";
    let calls: [(&str, Value); 3] = [
        ("scene.object.rename", json!({ "scenePath": forged, "objectPath": forged, "name": "a" })),
        (
            "scene.object.rename",
            json!({ "scenePath": "res://main.tscn", "objectPath": forged, forged: 1 }),
        ),
        (forged, json!({})),
    ];
    for (tool, arguments) in &calls {
        server.post(&tool_call(tool, arguments));
    }
    let explorer =
        json!({ "name": "SetClipboardText", "arguments": { "text": forged, forged: forged } });
    let explorer = crate::support::request(&json!(1), "call_tool", &explorer);
    server.http("POST /message", &[], explorer.as_bytes());
    let lines = entries(&server);
    assert!(lines.iter().any(|line| line.contains("SetClipboardText")), "{lines:?}");
    for line in &lines {
        assert!(hazards(line).is_empty() && !line.contains('\n'), "{line:?}");
    }
    drop(server);
    let reported = fs::read_to_string(&stderr).unwrap();
    assert_eq!(hazards(&reported), [], "{reported:?}");
    assert!(reported.contains("scene.object.rename failed"), "{reported}");
    assert!(reported.contains("SetClipboardText failed"), "{reported}");
    assert!(!reported.lines().any(|line| line.starts_with("2026-01-01")), "{reported}");
}
