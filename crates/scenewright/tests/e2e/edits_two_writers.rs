//! Servers and single calls that write to the same files at once. Each answer is true, and the files
//! hold what was accepted and nothing else.

use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::edited_project::{Editor, Kind, Project};

const EACH: usize = 6;

/// Creates an object in both scenes at once, so that a mix of two writers would show.
fn both(kind: Kind, name: &str) -> Value {
    let edit = |scene: &str| match kind {
        Kind::Unity => {
            json!({ "op": "scene.object.create", "scenePath": format!("Assets/Scenes/{scene}.unity"), "name": name })
        }
        Kind::Godot => {
            json!({ "op": "scene.object.create", "scenePath": format!("res://scenes/{}.tscn", scene.to_lowercase()), "name": name })
        }
    };
    json!({ "edits": [edit("Main"), edit("Menu")], "label": name })
}

enum Writer {
    Server(Box<Editor>),
    Calls,
}

impl Writer {
    fn ask(&mut self, project: &Project, tool: &str, arguments: &Value) -> Result<Value, Value> {
        match self {
            Writer::Server(server) => server.ask(tool, arguments).expect("the server answers"),
            Writer::Calls => project.ask(tool, arguments),
        }
    }
}

/// How often a text stands in a file of the project.
fn count(project: &Project, file: &str, text: &str) -> usize {
    let files = project.files();
    let bytes = files.get(file).unwrap_or_else(|| panic!("there is no {file}"));
    std::str::from_utf8(bytes).unwrap().matches(text).count()
}

fn check(kind: Kind) {
    let project = Project::new(kind, 100);
    let start = project.files();
    let accepted = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..5 {
            let (project, accepted) = (&project, &accepted);
            scope.spawn(move || {
                let mut writer = match number {
                    0 | 1 => Writer::Server(Box::new(project.stdio())),
                    _ => Writer::Calls,
                };
                for turn in 0..EACH {
                    let name = format!("By{number}Turn{turn}End");
                    match writer.ask(project, "edit.apply", &both(kind, &name)) {
                        Ok(output) => {
                            assert!(output["undoHandle"].is_string(), "{output}");
                            accepted.lock().unwrap().push(name);
                        }
                        Err(error) => panic!("{name}: {error}"),
                    }
                }
            });
        }
    });
    let accepted = accepted.into_inner().unwrap();
    assert_eq!(accepted.len(), 5 * EACH, "nobody is refused for coming second");
    let [main, menu] = match kind {
        Kind::Unity => ["Assets/Scenes/Main.unity", "Assets/Scenes/Menu.unity"],
        Kind::Godot => ["scenes/main.tscn", "scenes/menu.tscn"],
    };
    for name in &accepted {
        assert_eq!([main, menu].map(|file| count(&project, file, name)), [1, 1], "{name}");
    }
    assert_eq!(project.files().len(), start.len(), "no file is left over");
    assert_eq!(project.history(), vec!["done"; accepted.len()]);
    // Undone one by one, the newest first: each entry fits on the one before it.
    let mut server = project.stdio();
    for _ in &accepted {
        server.ask("edit.undo", &json!({})).unwrap().unwrap();
    }
    assert!(project.files() == start, "what was accepted is all that was written");
}

#[test]
fn unity_writers_never_mix() {
    check(Kind::Unity);
}

#[test]
fn godot_writers_never_mix() {
    check(Kind::Godot);
}
