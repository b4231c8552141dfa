//! What is left of an edit that was interrupted: readers report it and write nothing, the next edit takes
//! it back and says so, and a person decides a conflict.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::edited_project::{Files, Kind, Project};
use crate::support::{parse, program};

const KINDS: [Kind; 2] = [Kind::Unity, Kind::Godot];

/// A project as a kill leaves it: of the two scenes of an edit only the first is written.
struct HalfDone {
    project: Project,
    old: Files,
    new: Files,
    /// The scenes, in the order of their names.
    scenes: Vec<String>,
    handle: String,
}

fn edits(kind: Kind) -> Value {
    match kind {
        Kind::Unity => json!({ "label": "Both scenes", "edits": [
            { "op": "scene.object.create", "scenePath": "Assets/Scenes/Main.unity", "name": "First" },
            { "op": "scene.object.create", "scenePath": "Assets/Scenes/Menu.unity", "name": "Second" },
        ] }),
        Kind::Godot => json!({ "label": "Both scenes", "edits": [
            { "op": "scene.object.create", "scenePath": "res://scenes/main.tscn", "name": "First" },
            { "op": "scene.object.create", "scenePath": "res://scenes/menu.tscn", "name": "Second" },
        ] }),
    }
}

impl HalfDone {
    fn new(kind: Kind) -> HalfDone {
        let project = Project::new(kind, 3);
        let old = project.files();
        let output = project.done("edit.apply", &edits(kind));
        let new = project.files();
        let handle = output["undoHandle"].as_str().unwrap().to_owned();
        let scenes: Vec<String> = new
            .iter()
            .filter(|(path, text)| old.get(*path) != Some(text))
            .map(|it| it.0.clone())
            .collect();
        assert_eq!(scenes.len(), 2, "{scenes:?}");
        let entries = project.entries().unwrap();
        let base: Vec<u8> = scenes.iter().flat_map(|path| old[path].clone()).collect();
        fs::write(entries.join(format!("{handle}.base")), base).unwrap();
        let record = |ending: &str| entries.join(format!("{handle}.{ending}"));
        fs::rename(record("done"), record("intent")).unwrap();
        fs::write(project.root().join(&scenes[1]), &old[&scenes[1]]).unwrap();
        HalfDone { project, old, new, scenes, handle }
    }

    /// Somebody changes the second scene by hand.
    fn conflict(kind: Kind) -> HalfDone {
        let half = HalfDone::new(kind);
        let path = half.project.root().join(&half.scenes[1]);
        let mine = [&half.old[&half.scenes[1]][..], b"\n"].concat();
        fs::write(path, mine).unwrap();
        half
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = program();
        command.env("SCENEWRIGHT_DATA", self.data());
        command.args(args).arg(self.project.root()).stdin(Stdio::null());
        command
    }

    fn data(&self) -> PathBuf {
        self.project.root().with_file_name("data")
    }

    /// What is printed, on both streams.
    fn run(&self, args: &[&str]) -> String {
        let output = self.command(args).output().unwrap();
        let text = [&output.stdout[..], &output.stderr[..]].concat();
        String::from_utf8(text).unwrap()
    }

    /// Both folders, to the byte.
    fn everything(&self) -> (Files, Files) {
        (self.project.files(), crate::edited_project::files_in(&self.data()))
    }

    fn serve_lines(&self) -> String {
        let mut child = self
            .command(&["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let text: Vec<String> = lines.take(2).map(Result::unwrap).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        text.join("\n")
    }

    fn mcp_instructions(&self) -> String {
        use std::io::Write;

        let mut command = self.command(&["mcp"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } } });
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{hello}").unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        drop(input);
        child.wait().unwrap();
        parse(line.as_bytes())["result"]["instructions"].as_str().unwrap().to_owned()
    }
}

#[test]
fn readers_report_an_unfinished_edit_and_write_nothing() {
    for (half, is_conflict) in [
        (HalfDone::new(KINDS[0]), false),
        (HalfDone::new(KINDS[1]), false),
        (HalfDone::conflict(KINDS[0]), true),
    ] {
        let before = half.everything();
        let history = half.run(&["call", "edit.history", "--json", "--project"]);
        let health = half.run(&["call", "mcp.health", "--json", "--project"]);
        for (what, said) in [
            ("doctor", half.run(&["doctor"])),
            ("check", half.run(&["check"])),
            ("recover", half.run(&["recover"])),
            ("recover --list", half.run(&["recover", "--list"])),
            ("serve", half.serve_lines()),
            ("mcp", half.mcp_instructions()),
            ("edit.history", history.clone()),
            ("mcp.health", health.clone()),
        ] {
            assert!(said.contains("was interrupted"), "{what}: {said}");
            assert!(said.contains(&half.handle), "{what}: {said}");
            assert!(said.contains("scenewright recover"), "{what}: {said}");
            assert!(said.contains("(new)"), "{what}: {said}");
            assert!(!is_conflict || said.contains("(other: "), "{what}: {said}");
        }
        assert!(history.contains("\"unfinished\""), "{history}");
        assert!(health.contains("\"degraded\""), "{health}");
        assert!(half.everything() == before, "somebody wrote");
    }
}

#[test]
fn the_next_edit_takes_it_back_first_and_says_so() {
    for kind in KINDS {
        let half = HalfDone::new(kind);
        let mut server = half.project.stdio();
        let answer = server.ask_whole("edit.undo", &json!({ "handle": "none" })).unwrap();
        assert!(answer["error"].is_object(), "{answer}");
        assert!(half.project.files() == half.old, "rolled back to the byte");
        let logs = server.ask("mcp.logs.read", &json!({ "category": "audit" })).unwrap().unwrap();
        let logs = logs.to_string();
        assert!(logs.contains("was rolled back") && logs.contains(&half.handle), "{logs}");

        let half = HalfDone::new(kind);
        let answer = half.project.stdio().ask_whole("edit.apply", &edits(kind)).unwrap();
        let diagnostics = answer["result"]["diagnostics"].to_string();
        assert!(diagnostics.contains("was rolled back"), "{answer}");
        assert!(half.project.files() == half.new, "then the edit itself was made");
        assert_eq!(half.project.history(), ["done"]);
    }
}

/// `git checkout` brings back the files and knows nothing of the journal.
#[test]
fn after_the_files_were_restored_nothing_is_written() {
    for kind in KINDS {
        let half = HalfDone::new(kind);
        for path in &half.scenes {
            fs::write(half.project.root().join(path), &half.old[path]).unwrap();
        }
        let said = half.run(&["doctor"]);
        assert!(said.contains("none of its files has changed"), "{said}");
        let answer = half.project.stdio().ask_whole("edit.apply", &edits(kind)).unwrap();
        let diagnostics = answer["result"]["diagnostics"].to_string();
        assert!(diagnostics.contains("it was discarded"), "{answer}");
        half.project.done("edit.undo", &json!({}));
        assert!(half.project.files() == half.old);
    }
}

#[test]
fn a_person_decides_a_conflict_and_can_take_that_back() {
    for kind in KINDS {
        for direction in ["--back", "--forward"] {
            let half = HalfDone::conflict(kind);
            let conflicting = half.project.files();
            let _ = half.project.ask("edit.undo", &json!({ "handle": "none" }));
            assert!(half.project.files() == conflicting, "a conflict is left alone");
            assert_eq!(half.project.history(), ["conflicted"]);
            let said = half.run(&["recover", direction, "--handle", &half.handle]);
            let wanted = if direction == "--back" { &half.old } else { &half.new };
            assert!(half.project.files() == *wanted, "{direction}: {said}");
            assert_eq!(half.run(&["recover"]).trim(), "Nothing is unfinished.");
            // Newest first: the entry that keeps what the file had.
            half.project.done("edit.undo", &json!({}));
            assert!(half.project.files() == conflicting, "{said}");
        }
    }
}

#[test]
fn recovering_what_is_not_there_is_an_error() {
    let half = HalfDone::new(Kind::Godot);
    let output = half.command(&["recover", "--back", "--handle", "000001-none"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let listed = parse(&half.command(&["recover", "--json"]).output().unwrap().stdout);
    assert_eq!(listed["unfinished"][0]["plan"], "take-back");
    assert_eq!(listed["unfinished"][0]["files"][1]["has"], "old");
}
