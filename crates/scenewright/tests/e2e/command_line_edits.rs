//! Changing a project from a terminal: `call`, `history`, `undo` and `redo`.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{contents, copied, parse, program};

fn run(project: &Path, args: &[&str]) -> Output {
    program().args(args).current_dir(project).stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", err(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const RENAME: [&str; 8] = [
    "call",
    "scene.object.rename",
    "--arg",
    "scenePath=res://scenes/main.tscn",
    "--arg",
    "objectPath=Main/Deck/Poster",
    "--arg",
    "name=Placard",
];

fn rename(project: &Path, more: &[&str]) -> Output {
    run(project, &[&RENAME[..], more].concat())
}

#[test]
fn a_change_is_made_listed_undone_and_redone() {
    let project = copied("godot");
    let before = contents(project.path());
    assert!(out(&run(project.path(), &["history"])).contains("total    0"));
    let preview = rename(project.path(), &["--allow-writes", "--arg", "dryRun=true"]);
    let preview = &parse(out(&preview).as_bytes())["output"];
    assert_eq!(preview["files"][0]["linesAdded"], 1);
    assert_eq!(preview["files"][0].get("diff"), None, "{preview}");
    let change = &preview["changes"][0];
    assert_eq!(change["change"], "objectMoved", "{preview}");
    assert_eq!(change["from"], "Main/Deck/Poster", "{preview}");
    assert_eq!(change["object"], "Main/Deck/Placard", "{preview}");
    assert_eq!(contents(project.path()), before);

    let done = parse(out(&rename(project.path(), &["--allow-writes"])).as_bytes());
    let handle = done["output"]["undoHandle"].as_str().unwrap().to_owned();
    let after = contents(project.path());
    assert_ne!(after, before);
    let history = out(&run(project.path(), &["history"]));
    for expected in [handle.as_str(), "Rename an Object", "done", "res://scenes/main.tscn"] {
        assert!(history.contains(expected), "{expected}: {history}");
    }

    let shown = out(&run(project.path(), &["undo", "--dry-run"]));
    for expected in [
        "main.tscn would change (+1 -1 lines)\n  Main/Deck/Placard -> Main/Deck/Poster\n",
        "Nothing was written",
    ] {
        assert!(shown.contains(expected), "{shown}");
    }
    assert!(!shown.contains("[node"), "{shown}");
    let shown = out(&run(project.path(), &["undo", "--dry-run", "--diff"]));
    assert!(shown.contains("-[node name=\"Placard\""), "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    assert_eq!(contents(project.path()), after);
    let undone = out(&run(project.path(), &["undo", &handle]));
    assert!(undone.contains(&format!("scenewright redo {handle}\n")), "{undone}");
    assert_eq!(contents(project.path()), before);
    let redone = out(&run(project.path(), &["redo"]));
    assert!(redone.contains(&format!("scenewright undo {handle}\n")), "{redone}");
    assert_eq!(contents(project.path()), after);
    let json = out(&run(project.path(), &["history", "--json"]));
    assert_eq!(parse(json.as_bytes())["output"]["entries"][0]["state"], "done");
}

/// The hint is a command that works where it was printed.
#[cfg(unix)]
#[test]
fn undo_hints_can_be_pasted() {
    let project = copied("godot");
    let before = contents(project.path());
    out(&rename(project.path(), &["--allow-writes"]));
    let elsewhere = tempfile::tempdir().unwrap();
    let undo = ["undo", "--project", project.path().to_str().unwrap()];
    let undone = out(&run(elsewhere.path(), &undo));
    assert_eq!(contents(project.path()), before);
    let hint = undone.lines().find_map(|line| line.strip_prefix("redo with: ")).unwrap();
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", hint]).current_dir(elsewhere.path());
    shell.env("SCENEWRIGHT_DATA", crate::support::data_folder());
    let redone = out(&shell.output().unwrap());
    assert_ne!(contents(project.path()), before);
    assert!(redone.contains("undo with: "), "{redone}");
}

#[test]
fn refusals_say_what_to_do() {
    let project = copied("godot");
    let off = rename(project.path(), &[]);
    assert_eq!(off.status.code(), Some(1));
    assert!(err(&off).contains("add --allow-writes"), "{}", err(&off));

    let nothing = run(project.path(), &["undo"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(err(&nothing).contains("nothing to undo"), "{}", err(&nothing));

    out(&rename(project.path(), &["--allow-writes"]));
    let file = project.path().join("scenes/main.tscn");
    let foreign = fs::read_to_string(&file).unwrap() + "; mine\n";
    fs::write(&file, &foreign).unwrap();
    let refused = run(project.path(), &["undo"]);
    assert_eq!(refused.status.code(), Some(1));
    for expected in ["main.tscn' has changed", "hint", "git"] {
        assert!(err(&refused).contains(expected), "{expected}: {}", err(&refused));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), foreign);
}

#[cfg(unix)]
#[test]
fn without_a_place_for_a_journal_nothing_is_written() {
    let project = copied("godot");
    let before = contents(project.path());
    let mut command = program();
    command.args(RENAME).arg("--allow-writes").current_dir(project.path());
    for name in ["SCENEWRIGHT_DATA", "HOME", "XDG_DATA_HOME"] {
        command.env_remove(name);
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("SCENEWRIGHT_DATA"), "{}", err(&output));
    assert_eq!(contents(project.path()), before);
}
