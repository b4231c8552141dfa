//! A running Godot game: starts, round trips, acts, trees and pictures; beside a Godot that is started to run a script.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::godot_live::agent::Agent;
use super::godot_live::editor;
use super::godot_live::measure;
use super::program::{Program, target_folder};
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::test::{self, Found};
use crate::{Result, shell};

const STARTS: usize = 7;
const ROUND_TRIPS: usize = 100;
const ACTS: usize = 50;
const TREES: usize = 10;
const PICTURES: usize = 20;
const NODES: usize = 10_000;
const TICKS: u32 = 300;
/// How many properties are reported at each tick.
const PROPERTIES: u32 = 20;

/// What a program does that starts a Godot for each question: as many ticks, then a value.
const SCRIPT: &str = "\
extends SceneTree

var ticks := 0

func _initialize() -> void:
\tchange_scene_to_file(\"res://scenes/main.tscn\")
\tphysics_frame.connect(func() -> void:
\t\tticks += 1
\t\tif ticks == 300:
\t\t\tprint(current_scene.get_node(\"Player\").position)
\t\t\tquit())
";

struct Row {
    what: String,
    samples: Samples,
    goal: &'static str,
    /// Whether a script of its own would do the same.
    has_floor: bool,
}

pub(super) fn run(program: &Program) -> Result {
    let godot = match test::godot()? {
        Found::At(path) => path,
        Found::Absent(reason) => {
            println!("skipped: running games ({reason})");
            return Ok(());
        }
    };
    let folder = make_project(program, &godot)?;
    let floor = script(&godot, &folder)?;
    let mut agent = Agent::playing(program, &folder, &godot)?;
    let mut rows = starts(&mut agent)?;
    rows.extend(acts(&mut agent)?);
    rows.extend(trees(&mut agent)?);
    agent.stop()?;
    rows.extend(pictures(program, &folder)?);
    let mut table =
        Table::new(["running game", "p50", "p95", "goal (p50)", "a Godot with a script"]);
    for row in rows {
        let median = row.samples.median();
        let floor = if row.has_floor { ratio(floor, median) } else { String::new() };
        let (p95, goal) = (time(row.samples.percentile(95)), row.goal.to_owned());
        table.row([row.what, time(median), p95, goal, floor]);
    }
    table.print();
    println!(
        "a Godot with a script: it takes {} for {TICKS} ticks, start and end included",
        time(floor)
    );
    Ok(())
}

/// The sample, imported, with a scene of many nodes.
fn make_project(program: &Program, godot: &Path) -> Result<PathBuf> {
    let folder = target_folder()?.join("bench/play");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    copy(&program.sample("godot"), &folder)?;
    let mut scene = "[gd_scene format=3]\n\n[node name=\"Big\" type=\"Node2D\"]\n".to_owned();
    for number in 0..NODES {
        write!(scene, "\n[node name=\"N{number}\" type=\"Node2D\" parent=\".\"]\n")?;
    }
    fs::write(folder.join("big.tscn"), scene)?;
    let settings = folder.join("project.godot");
    let text = fs::read_to_string(&settings)?;
    let text = text.replace("viewport_width=960", "viewport_width=1920");
    fs::write(settings, text.replace("viewport_height=540", "viewport_height=1080"))?;
    shell::quietly(editor::command(godot, &folder).args(["--headless", "--import"]))?;
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => fs::copy(entry.path(), target).map(drop)?,
        }
    }
    Ok(())
}

fn script(godot: &Path, folder: &Path) -> Result<Duration> {
    let file = folder.join("wait.gd");
    fs::write(&file, SCRIPT)?;
    let samples = measure(STARTS, || {
        let mut command = editor::command(godot, folder);
        command.args(["--headless", "--fixed-fps", "60", "--script", "wait.gd"]);
        shell::quietly(&mut command)
    })?;
    fs::remove_file(file)?;
    Ok(samples.median())
}

/// From the call to its answer; the end of each game is not measured.
fn starts(agent: &mut Agent) -> Result<Vec<Row>> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let begin = Instant::now();
        agent.ask("game.start", json!({ "seed": 1 }))?;
        times.push(begin.elapsed());
        agent.ask("game.stop", json!({}))?;
    }
    let row = Row::new("start to the first answer", Samples::new(times), "");
    Ok(vec![Row { has_floor: true, ..row }])
}

fn acts(agent: &mut Agent) -> Result<Vec<Row>> {
    agent.ask("game.start", json!({ "seed": 1 }))?;
    let mut ask =
        |times, tool: &str, arguments: Value| measure(times, || agent.ask(tool, arguments.clone()));
    let frozen = ask(ROUND_TRIPS, "game.state", json!({}))?;
    let one = ask(ACTS, "game.act", json!({ "ticks": 1 }))?;
    let many = ask(ACTS, "game.act", json!({ "ticks": TICKS }))?;
    let property = |number| format!("Player:position:{}", ["x", "y"][number as usize % 2]);
    let report: Vec<String> = (0..PROPERTIES).map(property).collect();
    let reported =
        ask(ACTS, "game.act", json!({ "ticks": TICKS, "report": report, "reportWhen": "ticks" }))?;
    ask(1, "game.freeze", json!({ "frozen": false }))?;
    let running = ask(ROUND_TRIPS, "game.state", json!({}))?;
    agent.ask("game.stop", json!({}))?;
    let per_tick = reported.median().saturating_sub(many.median()) / TICKS;
    let per_tick = Samples::new(vec![per_tick]);
    let what = format!("act of {TICKS} ticks");
    Ok(vec![
        Row::new("round trip, frozen", frozen, "≤ 8 ms"),
        Row::new("round trip, running", running, "≤ 8 ms"),
        Row::new("act of 1 tick", one, "≤ 15 ms"),
        Row { has_floor: true, ..Row::new(what.clone(), many, "≤ 40 ms") },
        Row::new(format!("{what}, {PROPERTIES} properties each"), reported, ""),
        Row::new("the properties, per tick", per_tick, "≤ 100 µs"),
    ])
}

fn trees(agent: &mut Agent) -> Result<Vec<Row>> {
    agent.ask("game.start", json!({ "scenePath": "res://big.tscn" }))?;
    let whole = json!({ "path": "/root", "limit": NODES });
    let tree = measure(TREES, || agent.ask("game.look", whole.clone()))?;
    agent.ask("game.stop", json!({}))?;
    Ok(vec![Row::new("tree of 10,001 nodes", tree, "≤ 216 ms")])
}

/// Nothing where nothing draws.
fn pictures(program: &Program, folder: &Path) -> Result<Vec<Row>> {
    let godot = match test::display()? {
        Found::At(path) => path,
        Found::Absent(reason) => {
            println!("skipped: pictures of running games ({reason})");
            return Ok(Vec::new());
        }
    };
    let mut agent = Agent::playing(program, folder, &godot)?;
    agent.ask("game.start", json!({ "display": "virtual", "seed": 1 }))?;
    agent.ask("game.act", json!({ "ticks": 2 }))?;
    let picture = |marks: bool| json!({ "view": "picture", "maxSize": 1920, "marks": marks });
    let plain = measure(PICTURES, || agent.ask("game.look", picture(false)))?;
    // The first one compiles the shaders.
    agent.ask("game.look", picture(true))?;
    let marked = measure(PICTURES, || agent.ask("game.look", picture(true)))?;
    agent.ask("game.stop", json!({}))?;
    agent.stop()?;
    Ok(vec![
        Row::new("picture, 1920×1080", plain, "≤ 60 ms"),
        Row::new("picture with marks by pixels", marked, "≤ 300 ms"),
    ])
}

impl Row {
    fn new(what: impl Into<String>, samples: Samples, goal: &'static str) -> Row {
        Row { what: what.into(), samples, goal, has_floor: false }
    }
}
