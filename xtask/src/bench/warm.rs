//! Calls of a server that runs, on a made-up project of 55,000 files: watched, and looked through for every
//! call.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::load::Link;
use super::program::{Program, target_folder};
use super::running::Running;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::Result;

/// Each prefab has its `.meta` file.
const PREFABS: usize = 27_500;
const WARM_CALLS: usize = 300;
const SCANNED_CALLS: usize = 7;
const SCENE: &str = "Assets/Scenes/Main.unity";

const CALLS: [(&str, &str); 4] = [
    ("project.info", "{}"),
    ("mcp.health", "{}"),
    ("scene.object.read", r#"{"scenePath":"Assets/Scenes/Main.unity","objectPath":"Pier"}"#),
    (
        "scene.member.read",
        r#"{"scenePath":"Assets/Scenes/Main.unity","objectPath":"Pier","component":"Transform","member":"m_LocalPosition"}"#,
    ),
];

struct WarmCalls {
    latencies: Vec<Samples>,
    /// CPU time of the server per call, if the system reports it.
    cpu: Vec<Option<Duration>>,
    /// Of the call after a file was written.
    after_write: Samples,
}

pub(super) fn run(program: &Program) -> Result {
    let project = make_project(program)?;
    let floor = stat_all(&project)?;
    let watched = measure(&mut program.stdio(&project)?, &project, WARM_CALLS)?;
    let mut scanning = program.stdio(&project)?;
    let scanned = measure(scanning.arg("--no-watch"), &project, SCANNED_CALLS)?;
    let mut table = Table::new([
        "warm calls, 55,000 files",
        "p50",
        "CPU",
        "goal",
        "p50 without watching",
        "a stat of all files",
    ]);
    let goal = |tool: &str| if tool == "mcp.health" { "" } else { "≤ 0.3 ms" };
    for (at, (tool, _)) in CALLS.iter().enumerate() {
        table.row([
            (*tool).to_owned(),
            time(watched.latencies[at].median()),
            watched.cpu[at].map_or("only on Linux".to_owned(), time),
            goal(tool).to_owned(),
            time(scanned.latencies[at].median()),
            time(floor),
        ]);
    }
    table.row([
        "scene.object.read after a write".to_owned(),
        time(watched.after_write.median()),
        String::new(),
        String::new(),
        time(scanned.after_write.median()),
        ratio(watched.after_write.median(), floor),
    ]);
    table.print();
    Ok(())
}

fn measure(command: &mut Command, project: &Path, calls: usize) -> Result<WarmCalls> {
    let (running, mut lines) = Running::over_stdio(command)?;
    let (mut latencies, mut cpu) = (Vec::new(), Vec::new());
    for (tool, arguments) in CALLS {
        // The first call makes the index, and reads the scene.
        call(&mut lines, tool, arguments)?;
        call(&mut lines, tool, arguments)?;
        let before = running.cpu_time();
        let times: Result<Vec<Duration>> =
            (0..calls).map(|_| call(&mut lines, tool, arguments)).collect();
        latencies.push(Samples::new(times?));
        let used = running.cpu_time().zip(before).map(|(after, before)| after - before);
        cpu.push(used.map(|used| used / calls as u32));
    }
    let file = project.join(SCENE);
    let scene = fs::read_to_string(&file)?;
    let mut times = Vec::new();
    for number in 0..SCANNED_CALLS {
        fs::write(&file, scene.replacen("m_Layer: 0", &format!("m_Layer: {number}"), 1))?;
        let (tool, arguments) = CALLS[2];
        times.push(call(&mut lines, tool, arguments)?);
    }
    fs::write(&file, scene)?;
    Ok(WarmCalls { latencies, cpu, after_write: Samples::new(times) })
}

fn call(lines: &mut impl Link, tool: &str, arguments: &str) -> Result<Duration> {
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"tool":"{tool}","arguments":{arguments}}}}}"#
    );
    let begun = Instant::now();
    lines.send(&request)?;
    let answer = lines.receive()?;
    let took = begun.elapsed();
    let answer = String::from_utf8_lossy(answer);
    if !answer.contains("\"result\"") {
        return Err(format!("{tool} failed: {answer}").into());
    }
    Ok(took)
}

/// The Unity sample with many more prefabs, each with a guid of its own.
fn make_project(program: &Program) -> Result<PathBuf> {
    let project = target_folder()?.join("bench/warm");
    let finished = project.join("Assets/finished.txt");
    if finished.is_file() {
        return Ok(project);
    }
    copy(&program.sample("unity"), &project)?;
    let prefab = fs::read_to_string(project.join("Assets/Prefabs/Lighthouse.prefab"))?;
    for number in 0..PREFABS {
        let folder = project.join(format!("Assets/Folder {}", number / 50));
        fs::create_dir_all(&folder)?;
        let meta = format!("fileFormatVersion: 2\nguid: {number:032x}\nPrefabImporter:\n");
        fs::write(folder.join(format!("{number}.prefab.meta")), meta)?;
        fs::write(folder.join(format!("{number}.prefab")), &prefab)?;
    }
    fs::write(finished, "")?;
    Ok(project)
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => drop(fs::copy(entry.path(), target)?),
        }
    }
    Ok(())
}

/// What looking at all files costs at least.
fn stat_all(project: &Path) -> Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..SCANNED_CALLS {
        let begun = Instant::now();
        let mut open = vec![project.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                if entry.metadata()?.is_dir() {
                    open.push(entry.path());
                }
            }
        }
        times.push(begun.elapsed());
    }
    Ok(Samples::new(times).median())
}
