//! A real Godot's editor is the judge of edits: it opens what they make of a scene without a complaint,
//! reads the new values, and saving it there changes nothing.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_testkit::Fixture;

#[path = "../../../godot_files/src/edit/tests/cases.rs"]
mod cases;

use cases::{Case, PROJECT};

const PLUGIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/resave.gd");

const SETTINGS: &str = "config_version=5\n\n[application]\n\nconfig/name=\"Edits\"\nconfig/features=PackedStringArray(\"4.6\")\n\n[editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/resave/plugin.cfg\")\n";

const ABOUT: &str = "[plugin]\nname=\"Resave\"\ndescription=\"\"\nauthor=\"\"\nversion=\"1\"\nscript=\"resave.gd\"\n";

/// All cases lie in one project, each in a folder of its own: a start of the editor takes seconds.
#[test]
fn the_editor_accepts_every_edit_and_has_nothing_to_add() {
    let judged = Fixture::new("//- /game/project.godot\n");
    judged.write("game/project.godot", SETTINGS);
    judged.write("game/addons/resave/plugin.cfg", ABOUT);
    judged.write("game/addons/resave/resave.gd", fs::read(PLUGIN).unwrap());
    let mut cases = originals();
    cases.extend(cases::cases());
    let checks: Vec<_> =
        cases.iter().enumerate().map(|(at, case)| lay(&judged, at, case)).collect();
    judged.write("game/checks.json", serde_json::to_vec(&checks).unwrap());
    let before: Vec<String> =
        cases.iter().enumerate().map(|(at, case)| saved(&judged, at, case)).collect();
    let (output, complaints) = run(&judged);
    let mut problems: Vec<String> =
        output.lines().filter(|line| line.starts_with("FAILED")).map(str::to_owned).collect();
    problems.extend(complaints);
    for ((at, case), before) in cases.iter().enumerate().zip(before) {
        if !output.contains(&format!("SAVED {}\n", case.name)) {
            problems.push(format!("{} was not judged", case.name));
        }
        let after = saved(&judged, at, case);
        if before != after {
            problems.push(format!(
                "{}: Godot saves\n{}",
                case.name,
                cases::difference(&before, &after)
            ));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the table starts from is as Godot saves it.
fn originals() -> Vec<Case> {
    let case = |name, scene| Case { name, edits: Vec::new(), scene, reads: Vec::new() };
    vec![
        case("original leaf", "res://leaf.tscn"),
        case("original main", "res://main.tscn"),
        case("original derived", "res://derived.tscn"),
        case("original types", "res://types.tscn"),
    ]
}

/// Writes the files of a case after its edits, and answers what is to be looked at.
fn lay(judged: &Fixture, at: usize, case: &Case) -> serde_json::Value {
    let project = Fixture::new(PROJECT);
    let engine = open(&find(&project.path("game")).unwrap());
    let plan = engine.as_editing().unwrap().plan(&case.edits, &Context::unbounded());
    let plan = plan.unwrap_or_else(|error| panic!("{}: {error}", case.name)).value;
    for file in plan.files {
        let relative = &file.path;
        project.write(&format!("game/{relative}"), file.after.unwrap());
    }
    copy(&project.path("game"), judged, &format!("game/case{at}"), at);
    let reads: Vec<_> = case
        .reads
        .iter()
        .map(|(node, name, value)| [*node, *name, &own(value, at)].map(str::to_owned))
        .collect();
    serde_json::json!({ "name": case.name, "scene": own(case.scene, at), "reads": reads })
}

fn copy(from: &Path, to: &Fixture, below: &str, at: usize) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let target = format!("{below}/{name}");
        if entry.path().is_dir() {
            copy(&entry.path(), to, &target, at);
        } else if name != "project.godot" {
            to.write(&target, own(&fs::read_to_string(entry.path()).unwrap(), at));
        }
    }
}

/// Each case has its own paths and uids.
fn own(text: &str, at: usize) -> String {
    let text = text.replace("res://", &format!("res://case{at}/"));
    let mut parts = text.split("uid://");
    let mut changed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        let letter = |number: usize| char::from(b"abcdefghijklmnopqrstuvwxy"[number]);
        let uid = &part[..end.saturating_sub(2)];
        changed.push_str(&format!(
            "uid://{uid}{}{}{}",
            letter(at / 25),
            letter(at % 25),
            &part[end..]
        ));
    }
    changed
}

fn saved(judged: &Fixture, at: usize, case: &Case) -> String {
    let path = own(case.scene, at).replace("res://", "game/");
    fs::read_to_string(judged.path(&path)).unwrap()
}

/// What the editor prints, and what it complains of, each with its case.
fn run(judged: &Fixture) -> (String, Vec<String>) {
    let Some(program) = env::var_os("SCENEWRIGHT_GODOT") else {
        panic!(
            "set SCENEWRIGHT_GODOT to a Godot 4 binary, or run `cargo xtask test`, which installs one"
        );
    };
    let start = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(["--headless", "--path"]).arg(judged.path("game")).args(arguments);
        for (variable, folder) in
            [("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache")]
        {
            command.env(variable, judged.path(&format!("xdg/{folder}")));
        }
        command.output().expect("Godot can be started")
    };
    start(&["--import"]);
    // It ends by itself, unless the plugin is broken.
    let output = start(&["--editor", "--quit-after", "6000"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (String::from_utf8_lossy(&output.stdout).into_owned(), complaints(&errors))
}

/// Without a screen there is no picture of a scene for the file browser.
fn complaints(errors: &str) -> Vec<String> {
    let mut case = "";
    let mut found = Vec::new();
    let lines: Vec<&str> = errors.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = line.strip_prefix("CASE ") {
            case = name;
        } else if (line.contains("ERROR:") || line.contains("WARNING:")) && !case.is_empty() {
            let place = lines.get(at + 1).copied().unwrap_or_default();
            if !place.contains("texture_2d_get") && !place.contains("texture_storage") {
                found.push(format!("{case}: {line} {}", place.trim()));
            }
        }
    }
    found
}
