//! What is unsaved when a server is stopped or killed.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use super::{MAIN, Place};
use crate::support::{Server, contents, tool_call};

const LEFT: &str = "'Assets/Scenes/Main.unity' has 1 unsaved edit of restored (EditorMCP)";

fn ask(server: &Server, tool: &str, arguments: Value) -> Result<Value, String> {
    let answer = server.post(&tool_call(tool, &arguments)).body;
    match answer["result"].get("output") {
        Some(output) => Ok(output.clone()),
        None => Err(answer.to_string()),
    }
}

fn keep_rename(server: &Server) -> Value {
    let arguments = json!({
        "scenePath": MAIN, "objectPath": "Player", "name": "Hero", "save": false,
    });
    ask(server, "scene.object.rename", arguments).unwrap()
}

/// A project whose server was killed with an edit unsaved.
fn killed() -> (Place, String) {
    let place = Place::new();
    let disk = place.disk(MAIN);
    let server = place.writing();
    keep_rename(&server);
    // SIGKILL.
    drop(server);
    assert_eq!(place.disk(MAIN), disk);
    (place, disk)
}

/// What a server says when it starts, to the line that is looked for.
fn start_lines(place: &Place, args: &[&str], until: &str) -> Vec<String> {
    let mut serve = place.program();
    serve.args(["serve", "--port", "0"]).args(args).arg(place.project());
    let mut child =
        serve.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut said = Vec::new();
    for line in lines {
        let is_last = line.contains(until);
        said.push(line);
        if is_last {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    said
}

#[test]
fn after_a_kill_it_is_named_at_the_start_by_doctor_and_in_the_list() {
    let (place, disk) = killed();
    for args in [&[][..], &["--allow-writes"]] {
        let said = start_lines(&place, args, "unsaved edit");
        assert!(said.last().unwrap().contains(LEFT), "{said:?}");
        assert!(said.concat().contains("recover --unsaved keep"), "{said:?}");
    }
    let project = place.project();
    let (reported, _) = place.run(&["doctor", project.to_str().unwrap()]);
    assert!(reported.contains(LEFT) && reported.contains("recover --unsaved"), "{reported}");
    let server = place.serve(&[]);
    let listed = ask(&server, "world.scenes.list", json!({})).unwrap();
    let work = &listed["unsaved"][0];
    assert_eq!(work["owner"], "restored (EditorMCP)", "{listed}");
    assert_eq!((&work["scenePath"], &work["editCount"]), (&json!(MAIN), &json!(1)));
    assert_eq!((&work["isRestored"], &work["isConflicted"]), (&json!(true), &json!(false)));
    assert_eq!(listed["scenes"][0]["isDirty"], false);
    assert_eq!(place.disk(MAIN), disk);
}

#[test]
fn who_only_reads_writes_nothing_about_it() {
    let (place, _) = killed();
    let before = contents(place.folder());
    let server = place.serve(&[]);
    ask(&server, "world.scenes.list", json!({})).unwrap();
    ask(&server, "scene.hierarchy.dump", json!({ "scenePath": MAIN })).unwrap();
    drop(server);
    let project = place.project();
    place.run(&["doctor", project.to_str().unwrap()]);
    place.run(&["recover", project.to_str().unwrap(), "--unsaved", "list"]);
    let after = contents(place.folder());
    let changed: Vec<_> =
        after.keys().filter(|path| after.get(*path) != before.get(*path)).collect();
    assert!(changed.is_empty() && after.len() == before.len(), "{changed:?}");
}

#[test]
fn recover_keeps_it() {
    let (place, disk) = killed();
    let project = place.project();
    let project = project.to_str().unwrap();
    let (reported, _) = place.run(&["recover", project, "--unsaved", "list"]);
    assert!(reported.contains(LEFT), "{reported}");
    let (reported, is_done) = place.run(&["recover", project, "--unsaved", "keep"]);
    assert!(is_done, "{reported}");
    assert_eq!(place.disk(MAIN), disk.replace("m_Name: Player\n", "m_Name: Hero\n"));
    let (reported, _) = place.run(&["recover", project, "--unsaved", "list"]);
    assert!(reported.contains("There are no unsaved changes"), "{reported}");
    let (reported, is_done) = place.run(&["undo", "--project", project]);
    assert!(is_done, "{reported}");
    assert_eq!(place.disk(MAIN), disk);
}

#[test]
fn recover_drops_it() {
    let (place, disk) = killed();
    let project = place.project();
    let project = project.to_str().unwrap();
    let (reported, is_done) =
        place.run(&["recover", project, "--unsaved", "drop", "--scene", MAIN]);
    assert!(is_done && reported.contains("Discarded"), "{reported}");
    let (reported, _) = place.run(&["recover", project, "--unsaved", "list"]);
    assert!(reported.contains("There are no unsaved changes"), "{reported}");
    assert_eq!(place.disk(MAIN), disk);
}

#[test]
fn over_a_disk_that_has_changed_it_is_not_written_unasked() {
    let (place, disk) = killed();
    let other = disk.replace("m_Name: Sign\n", "m_Name: Lawn\n");
    std::fs::write(place.project().join(MAIN), &other).unwrap();
    let project = place.project();
    let project = project.to_str().unwrap();
    let (reported, _) = place.run(&["recover", project, "--unsaved", "list"]);
    assert!(reported.contains("the file has changed since"), "{reported}");
    let (reported, is_done) = place.run(&["recover", project, "--unsaved", "keep"]);
    assert!(!is_done && reported.contains("has changed"), "{reported}");
    assert_eq!(place.disk(MAIN), other);
    let (reported, _) = place.run(&["recover", project, "--unsaved", "list"]);
    assert!(reported.contains("unsaved edit"), "a refusal loses nothing: {reported}");
    let (reported, is_done) = place.run(&["recover", project, "--unsaved", "keep", "--overwrite"]);
    assert!(is_done, "{reported}");
    assert!(place.disk(MAIN).contains("m_Name: Hero\n"));
}

#[test]
fn the_next_server_goes_on_with_it_when_asked_to() {
    let (place, disk) = killed();
    let server = place.writing();
    let rename = |include: bool| {
        let arguments = json!({
            "scenePath": MAIN, "objectPath": "Sign", "name": "Floor", "save": false,
            "includeOthers": include,
        });
        ask(&server, "scene.object.rename", arguments)
    };
    let refused = rename(false).unwrap_err();
    assert!(refused.contains(LEFT) && refused.contains("includeOthers"), "{refused}");
    rename(true).unwrap();
    assert_eq!(place.disk(MAIN), disk);
    ask(&server, "world.scene.save", json!({})).unwrap();
    let saved = place.disk(MAIN);
    assert!(saved.contains("m_Name: Hero\n") && saved.contains("m_Name: Floor\n"));
}

#[cfg(unix)]
#[test]
fn a_server_that_is_stopped_leaves_it_too() {
    let place = Place::new();
    let server = place.writing();
    keep_rename(&server);
    assert!(server.terminate());
    let project = place.project();
    let (reported, _) = place.run(&["recover", project.to_str().unwrap(), "--unsaved", "list"]);
    assert!(reported.contains(LEFT), "{reported}");
}

#[test]
fn while_a_server_runs_its_unsaved_edits_are_not_left_behind() {
    let place = Place::new();
    let server = place.writing();
    keep_rename(&server);
    let project = place.project();
    let (reported, _) = place.run(&["recover", project.to_str().unwrap(), "--unsaved", "list"]);
    assert!(reported.contains("There are no unsaved changes"), "{reported}");
}
