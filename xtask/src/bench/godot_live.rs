//! The plugin in a real Godot editor, over the protocol and through the server; beside a Godot that is
//! started for each question.

pub(super) mod agent;
pub(super) mod editor;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::program::{Program, target_folder};
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::test::{self, Found};
use crate::{Result, shell};
use agent::Agent;
use editor::{Editor, SCENE, SMALL};

const PINGS: usize = 1000;
const TREES: usize = 30;
const PICTURES: usize = 30;
const EDITS: usize = 50;
const STARTS: usize = 5;
const PING_GOAL: &str = "p50 ≤ 2 ms, p99 ≤ 8 ms";
const FASTER: &str = "50×";

/// What a server does that starts a Godot for each operation.
struct Script {
    file: &'static str,
    text: &'static str,
}

const TREE: Script = Script {
    file: "tree.gd",
    text: "\
extends SceneTree

func _init() -> void:
\tvar root: Node = load(\"res://big.tscn\").instantiate()
\tvar tree := []
\tfor node: Node in root.find_children(\"*\", \"\", true, false):
\t\ttree.append([node.name, node.get_class()])
\tprint(JSON.stringify(tree).length())
\troot.free()
\tquit()
",
};

const NODE: Script = Script {
    file: "node.gd",
    text: "\
extends SceneTree

func _init() -> void:
\tvar root: Node = load(\"res://other.tscn\").instantiate()
\tvar node := Node2D.new()
\troot.add_child(node)
\tnode.owner = root
\tvar scene := PackedScene.new()
\tscene.pack(root)
\tResourceSaver.save(scene, \"res://other.tscn\")
\troot.free()
\tquit()
",
};

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
    let started =
        Started { tree: TREE.median(&godot, &folder)?, node: NODE.median(&godot, &folder)? };
    let mut rows = closed(program, &folder, &started)?;
    let editor = Editor::headless(&godot, &folder)?;
    rows.extend(headless(program, &editor, &folder, &started)?);
    drop(editor);
    rows.extend(pictures(&folder)?);
    print(&rows, &started);
    Ok(())
}

/// How long the scripts take, from the start of their Godot to its end.
struct Started {
    tree: Duration,
    node: Duration,
}

/// A measurement, what is aimed at, and how long a Godot of its own takes for the same.
struct Row {
    what: String,
    samples: Samples,
    goal: &'static str,
    started: Option<Duration>,
}

impl Row {
    fn new(what: impl Into<String>, samples: Samples, goal: &'static str) -> Row {
        Row { what: what.into(), samples, goal, started: None }
    }

    fn beside(self, started: Duration) -> Row {
        Row { started: Some(started), ..self }
    }
}

/// With no editor running: the server reads and writes the files itself.
fn closed(program: &Program, folder: &Path, started: &Started) -> Result<Vec<Row>> {
    let mut agent = Agent::start(program, folder)?;
    let whole = json!({ "scenePath": SCENE });
    let read = measure(TREES, || agent.ask("scene.tree.read", whole.clone()))?;
    let create = add_nodes(&mut agent)?;
    agent.stop()?;
    Ok(vec![
        Row::new("editor closed: the tree of 10,001 nodes", read, FASTER).beside(started.tree),
        Row::new("editor closed: add a node, save", create, FASTER).beside(started.node),
    ])
}

fn add_nodes(agent: &mut Agent) -> Result<Samples> {
    measure(EDITS, || {
        let node = json!({ "scenePath": SMALL, "class": "Node2D", "name": "Node" });
        agent.ask("scene.object.create", node)
    })
}

fn headless(
    program: &Program,
    editor: &Editor,
    folder: &Path,
    started: &Started,
) -> Result<Vec<Row>> {
    let mut client = editor.connect()?;
    client.call("scenewright.open_scene", json!({ "path": SCENE }))?;
    let ping = measure(PINGS, || client.call("ping", json!({})))?;
    let tree = measure(TREES, || client.call("get_scene_tree", json!({})))?;
    let mut agent = Agent::start(program, folder)?;
    let info = measure(PINGS / 10, || agent.ask("editor.info", json!({})))?;
    let whole = json!({ "scenePath": SCENE });
    let read = measure(TREES, || agent.ask("scene.tree.read", whole.clone()))?;
    client.call("scenewright.open_scene", json!({ "path": SMALL }))?;
    let create = add_nodes(&mut agent)?;
    agent.stop()?;
    Ok(vec![
        Row::new("ping", ping, PING_GOAL),
        Row::new("get_scene_tree, 10,001 nodes", tree, "p50 ≤ 178 ms").beside(started.tree),
        Row::new("through the server: that tree", read, FASTER).beside(started.tree),
        Row::new("through the server: editor.info", info, FASTER).beside(started.node),
        Row::new("through the server: add a node, save", create, FASTER).beside(started.node),
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
    client.call("scenewright.open_scene", json!({ "path": SMALL }))?;
    let ping = measure(PINGS, || client.call("ping", json!({})))?;
    let mut rows = vec![Row::new("ping, editor on a display, unfocused", ping, PING_GOAL)];
    // As the editor draws it, which is a little more than 1080p; and as agents get it.
    for (pixels, goal) in [(4096, "≤ 40 ms"), (900, "")] {
        let params = json!({
            "viewport_type": "2d", "format": "jpg", "max_width": pixels, "max_height": pixels,
        });
        let first = client.call("capture_viewport", params.clone())?;
        let (width, height) = (&first["result"]["width"], &first["result"]["height"]);
        let what = format!("capture_viewport, JPG, {width}×{height}");
        let samples = measure(PICTURES, || client.call("capture_viewport", params.clone()))?;
        rows.push(Row::new(what, samples, goal));
    }
    Ok(rows)
}

pub(super) fn measure<T>(times: usize, mut call: impl FnMut() -> Result<T>) -> Result<Samples> {
    call()?;
    let one = |_| {
        let begin = Instant::now();
        call()?;
        Ok(begin.elapsed())
    };
    Ok(Samples::new((0..times).map(one).collect::<Result<_>>()?))
}

impl Script {
    fn median(&self, godot: &Path, folder: &Path) -> Result<Duration> {
        std::fs::write(folder.join(self.file), self.text)?;
        let mut times = Vec::new();
        for _ in 0..STARTS {
            let mut command = editor::command(godot, folder);
            command.args(["--headless", "--script", self.file]);
            let begin = Instant::now();
            shell::quietly(&mut command)?;
            times.push(begin.elapsed());
        }
        Ok(Samples::new(times).median())
    }
}

fn print(rows: &[Row], started: &Started) {
    let mut table = Table::new(["live Godot", "p50", "p99", "goal", "a Godot each time"]);
    for Row { what, samples, goal, started } in rows {
        let median = samples.median();
        table.row([
            what.clone(),
            time(median),
            time(samples.percentile(99)),
            (*goal).to_owned(),
            started.map(|started| ratio(started, median)).unwrap_or_default(),
        ]);
    }
    table.print();
    println!(
        "a Godot each time: `godot --headless --script` takes {} to add a node and {} for the tree \
         (medians of {STARTS}), and how many times as long that is",
        time(started.node),
        time(started.tree),
    );
}
