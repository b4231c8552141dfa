//! Programs that claim to be a Godot: which are asked, how often, and what is said of the others.

use std::fs;
use std::process::Command;

use super::*;
use scenewright_engines::LocalEditor;
use scenewright_model::EngineKind;

/// Writes a small reference into the folder where it runs.
const TELLS: &str = r#"
case "$1" in --version) echo "$VERSION.stable"; exit;; esac
echo asked >> "$0.log"
cat > extension_api.json <<EOF
{"header": {"version_major": 4, "version_minor": ${VERSION#4.}, "version_patch": 0},
 "classes": [{"name": "Node"}, {"name": "Timer", "inherits": "Node", "brief_description": "Of $VERSION.",
   "properties": [{"name": "wait_time", "type": "float", "setter": "set_wait_time", "getter": "get_wait_time"}]}]}
EOF
"#;

/// Written by a process of its own, which no other start can keep open.
fn program(files: &Fixture, script: &str) {
    let write = r#"printf '#!/bin/sh\n%s' "$2" > "$1" && chmod +x "$1""#;
    let mut shell = Command::new("sh");
    shell.args(["-c", write, "sh"]).arg(files.path("godot")).arg(script);
    assert!(shell.status().unwrap().success());
}

fn look(files: &Fixture, named: bool) -> (String, Option<String>, Vec<String>) {
    let fixture = Fixture::new(PROJECT);
    let godot = LocalEditor {
        kind: EngineKind::GODOT,
        program: files.path("godot"),
        named,
        cache: files.path("cache"),
    };
    let around = EngineEnvironment { editors: vec![godot], ..EngineEnvironment::default() };
    let engine = engine(&fixture, around);
    let timer = engine.as_docs().unwrap().class("Timer", false, &Context::unbounded()).unwrap();
    let default = timer.value.properties.iter().find(|it| it.name == "wait_time");
    (timer.value.brief, default.unwrap().default.clone(), timer.diagnostics)
}

#[test]
fn a_godot_of_the_projects_version_is_asked_once() {
    let files = Fixture::new("");
    program(&files, &format!("VERSION=4.6\n{TELLS}"));
    for _ in 0..2 {
        let (brief, default, diagnostics) = look(&files, false);
        assert_eq!((&*brief, default.as_deref()), ("Of 4.6.", Some("1.0")));
        assert_eq!(diagnostics, Vec::<String>::new());
    }
    assert_eq!(fs::read_to_string(files.path("godot.log")).unwrap(), "asked\n");
    let left = fs::read_dir(files.path("cache")).unwrap().count();
    assert_eq!(left, 1, "what Godot needed to run is gone");
}

#[test]
fn a_godot_that_does_not_fit_or_fails_is_passed_over_with_a_reason() {
    for (named, script, reason) in [
        (false, format!("VERSION=4.5\n{TELLS}"), "it is Godot 4.5"),
        (false, "echo 3.6.stable".to_owned(), "it is Godot 3.6"),
        (true, "echo 4.6.stable".to_owned(), "it cannot be used: "),
        (false, "exit 1".to_owned(), "it failed (exit status: 1)"),
        (false, "echo 4.6.stable; echo '{}' > extension_api.json".to_owned(), "cannot be read"),
    ] {
        let files = Fixture::new("");
        program(&files, &script);
        let (brief, _, diagnostics) = look(&files, named);
        assert_eq!(brief, "", "{script}");
        assert!(diagnostics[0].contains(reason), "{reason}: {diagnostics:?}");
    }
}
