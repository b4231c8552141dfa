//! The plugin in a real Godot editor, over the protocol and through the server; beside a Godot that is
//! started for each question.

mod editor;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::load::Link;
use super::program::{Program, target_folder};
use super::running::Running;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::test::{self, Found};
use crate::{Result, shell};
use editor::{Editor, SCENE};

const PINGS: usize = 1000;
const TREES: usize = 30;
const PICTURES: usize = 30;
const STARTS: usize = 3;

/// What is asked of an editor that is started for it: the same tree.
const TREE_SCRIPT: &str = "\
extends SceneTree

func _init() -> void:
\tvar tree := []
\tfor node: Node in load(\"res://big.tscn\").instantiate().find_children(\"*\", \"\", true, false):
\t\ttree.append([node.name, node.get_class()])
\tprint(JSON.stringify(tree).length())
\tquit()
";

pub(super) fn run(program: &Program) -> Result {
    let godot = match test::godot()? {
        Found::At(path) => path,
        Found::Absent(reason) => {
            println!("skipped: the live editor ({reason})");
            return Ok(());
        }
    };
    let folder = target_folder()?.join("bench/live");
    editor::make_project(program, &folder)?;
    let started = starts(&godot, &folder)?;
    let editor = Editor::headless(&godot, &folder)?;
    let rows = headless(program, &editor, &folder)?;
    drop(editor);
    let pictures = pictures(&folder)?;
    print(&rows, &pictures, started);
    Ok(())
}

/// A measurement, what is aimed at, and whether a Godot of its own could answer the same.
struct Row {
    what: &'static str,
    samples: Samples,
    goal: &'static str,
    is_compared: bool,
}

fn headless(program: &Program, editor: &Editor, folder: &Path) -> Result<Vec<Row>> {
    let mut client = editor.connect()?;
    client.call("scenewright.open_scene", json!({ "path": SCENE }))?;
    let ping = measure(PINGS, || client.call("ping", json!({})))?;
    let tree = measure(TREES, || client.call("get_scene_tree", json!({})))?;
    let (running, mut link) = Running::over_stdio(&mut program.stdio(folder)?)?;
    let mut ask = |tool: &str, arguments: Value| {
        let params = json!({ "tool": tool, "arguments": arguments });
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        link.send(&request.to_string())?;
        let answer: Value = serde_json::from_slice(link.receive()?)?;
        match answer.get("error") {
            Some(error) => Err(format!("{tool}: {error}").into()),
            None => Ok(answer),
        }
    };
    let info = measure(PINGS / 10, || ask("editor.info", json!({})))?;
    let whole = json!({ "scenePath": SCENE });
    let read = measure(TREES, || ask("scene.tree.read", whole.clone()))?;
    drop(link);
    running.wait()?;
    Ok(vec![
        Row { what: "ping", samples: ping, goal: "p50 ≤ 2 ms, p99 ≤ 8 ms", is_compared: false },
        Row {
            what: "get_scene_tree, 10,001 nodes",
            samples: tree,
            goal: "p50 ≤ 178 ms",
            is_compared: true,
        },
        Row { what: "editor.info through the server", samples: info, goal: "", is_compared: true },
        Row {
            what: "scene.tree.read through the server",
            samples: read,
            goal: "",
            is_compared: true,
        },
    ])
}

/// Nothing where nothing draws.
fn pictures(folder: &Path) -> Result<Vec<Row>> {
    let godot = match test::display()? {
        Found::At(path) => path,
        Found::Absent(reason) => {
            println!("skipped: pictures of the live editor ({reason})");
            return Ok(Vec::new());
        }
    };
    let editor = Editor::drawing(&godot, folder)?;
    let mut client = editor.connect()?;
    client.call("scenewright.open_scene", json!({ "path": "res://small.tscn" }))?;
    let ping = measure(PINGS, || client.call("ping", json!({})))?;
    let full =
        json!({ "viewport_type": "2d", "format": "jpg", "max_width": 1920, "max_height": 1080 });
    client.call("capture_viewport", full.clone())?;
    let picture = measure(PICTURES, || client.call("capture_viewport", full.clone()))?;
    let goal = "p50 ≤ 2 ms, p99 ≤ 8 ms";
    let what = "ping, editor on a display, unfocused";
    Ok(vec![
        Row { what, samples: ping, goal, is_compared: false },
        Row {
            what: "capture_viewport, JPG",
            samples: picture,
            goal: "≤ 40 ms",
            is_compared: false,
        },
    ])
}

fn measure<T>(times: usize, mut call: impl FnMut() -> Result<T>) -> Result<Samples> {
    call()?;
    let one = |_| {
        let begin = Instant::now();
        call()?;
        Ok(begin.elapsed())
    };
    Ok(Samples::new((0..times).map(one).collect::<Result<_>>()?))
}

/// What a server pays that starts Godot for each question.
fn starts(godot: &Path, folder: &Path) -> Result<Duration> {
    std::fs::write(folder.join("tree.gd"), TREE_SCRIPT)?;
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let mut command = editor::command(godot, folder);
        command.args(["--headless", "--script", "res://tree.gd"]);
        let begin = Instant::now();
        shell::quietly(&mut command)?;
        times.push(begin.elapsed());
    }
    Ok(Samples::new(times).median())
}

fn print(rows: &[Row], pictures: &[Row], started: Duration) {
    let mut table = Table::new(["live Godot", "p50", "p99", "goal", "faster than a start"]);
    for Row { what, samples, goal, is_compared } in rows.iter().chain(pictures) {
        let median = samples.median();
        table.row([
            (*what).to_owned(),
            time(median),
            time(samples.percentile(99)),
            (*goal).to_owned(),
            if *is_compared { ratio(started, median) } else { String::new() },
        ]);
    }
    table.print();
    println!(
        "a start: Godot started for the same tree, {} (median of {STARTS}); the goal is 50×",
        time(started)
    );
}
