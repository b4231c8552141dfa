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

/// Each asset has a second file: a prefab its `.meta` file, a scene its script.
const ASSETS: usize = 27_500;
const WARM_CALLS: usize = 300;
const SCANNED_CALLS: usize = 7;
/// Of `calls`, the one after a write.
const OBJECT_READ: usize = 2;

/// A sample with many more files.
struct LargeProject {
    sample: &'static str,
    folder: &'static str,
    calls: [(&'static str, &'static str); 4],
    /// The file that is written, and what in it.
    scene: &'static str,
    edited: &'static str,
    /// The text that is copied, and the files of each copy.
    original: &'static str,
    files: fn(usize, &str) -> [(String, String); 2],
}

const UNITY: LargeProject = LargeProject {
    sample: "unity",
    folder: "bench/warm",
    calls: [
        ("project.info", "{}"),
        ("mcp.health", "{}"),
        ("scene.object.read", r#"{"scenePath":"Assets/Scenes/Main.unity","objectPath":"Pier"}"#),
        (
            "scene.member.read",
            r#"{"scenePath":"Assets/Scenes/Main.unity","objectPath":"Pier","component":"Transform","member":"m_LocalPosition"}"#,
        ),
    ],
    scene: "Assets/Scenes/Main.unity",
    edited: "m_Layer: 0",
    original: "Assets/Prefabs/Lighthouse.prefab",
    files: |number, prefab| {
        let path = format!("Assets/Folder {}/{number}.prefab", number / 50);
        let meta = format!("fileFormatVersion: 2\nguid: {number:032x}\nPrefabImporter:\n");
        [(format!("{path}.meta"), meta), (path, prefab.to_owned())]
    },
};

const GODOT: LargeProject = LargeProject {
    sample: "godot",
    folder: "bench/warm-godot",
    calls: [
        ("project.info", "{}"),
        ("mcp.health", "{}"),
        ("scene.object.read", r#"{"scenePath":"res://scenes/main.tscn","objectPath":"Main"}"#),
        (
            "scene.member.read",
            r#"{"scenePath":"res://scenes/main.tscn","objectPath":"Main/Sky","component":"ColorRect","member":"color"}"#,
        ),
    ],
    scene: "scenes/main.tscn",
    edited: "name=\"Rail\"",
    original: "props/lantern.tscn",
    files: |number, scene| {
        let path = format!("folder {}/{number}", number / 50);
        let script = format!("extends Node2D\n\nvar speed = {number}\n");
        // Only the original has the uid.
        let header = scene.lines().next().unwrap_or_default();
        let own = header.split(" uid=").next().unwrap_or_default();
        let scene = scene.replacen(header, &format!("{}]", own.trim_end_matches(']')), 1);
        [(format!("{path}.gd"), script), (format!("{path}.tscn"), scene)]
    },
};

struct WarmCalls {
    latencies: Vec<Samples>,
    /// CPU time of the server per call, if the system reports it.
    cpu: Vec<Option<Duration>>,
    /// Of the call after a file was written.
    after_write: Samples,
    first: Duration,
}

pub(super) fn run(program: &Program) -> Result {
    [UNITY, GODOT].iter().try_for_each(|project| project.run(program))
}

impl LargeProject {
    fn run(&self, program: &Program) -> Result {
        let project = self.make(program)?;
        let floor = stat_all(&project)?;
        let watched = self.measure(&mut program.stdio(&project)?, &project, WARM_CALLS)?;
        let mut scanning = program.stdio(&project)?;
        let scanned = self.measure(scanning.arg("--no-watch"), &project, SCANNED_CALLS)?;
        let mut table = Table::new([
            &format!("warm calls, {}, 55,000 files", self.sample),
            "p50",
            "CPU",
            "goal",
            "p50 without watching",
            "a stat of all files",
        ]);
        let goal = |tool: &str| if tool == "mcp.health" { "" } else { "≤ 0.3 ms" };
        for (at, (tool, _)) in self.calls.iter().enumerate() {
            table.row([
                (*tool).to_owned(),
                time(watched.latencies[at].median()),
                watched.cpu[at].map_or("only on Linux".to_owned(), time),
                goal(tool).to_owned(),
                time(scanned.latencies[at].median()),
                time(floor),
            ]);
        }
        let mut row = |name: &str, watched: Duration, scanned: Duration| {
            let [cpu, goal] = [String::new(), String::new()];
            table.row([
                name.to_owned(),
                time(watched),
                cpu,
                goal,
                time(scanned),
                ratio(watched, floor),
            ]);
        };
        let after = (watched.after_write.median(), scanned.after_write.median());
        row("scene.object.read after a write", after.0, after.1);
        row("the first call", watched.first, scanned.first);
        table.print();
        Ok(())
    }

    fn measure(&self, command: &mut Command, project: &Path, calls: usize) -> Result<WarmCalls> {
        let (running, mut lines) = Running::over_stdio(command)?;
        let (tool, arguments) = self.calls[OBJECT_READ];
        // It makes the index, and reads the scene.
        let first = call(&mut lines, tool, arguments)?;
        let (mut latencies, mut cpu) = (Vec::new(), Vec::new());
        for (tool, arguments) in self.calls {
            call(&mut lines, tool, arguments)?;
            call(&mut lines, tool, arguments)?;
            let before = running.cpu_time();
            let times: Result<Vec<Duration>> =
                (0..calls).map(|_| call(&mut lines, tool, arguments)).collect();
            latencies.push(Samples::new(times?));
            let used = running.cpu_time().zip(before).map(|(after, before)| after - before);
            cpu.push(used.map(|used| used / calls as u32));
        }
        let file = project.join(self.scene);
        let scene = fs::read_to_string(&file)?;
        let mut times = Vec::new();
        for number in 0..SCANNED_CALLS {
            let edited = self.edited.trim_end_matches(['0', '"']);
            let end = &self.edited[edited.len()..].replace('0', "");
            fs::write(&file, scene.replacen(self.edited, &format!("{edited}{number}{end}"), 1))?;
            times.push(call(&mut lines, tool, arguments)?);
        }
        fs::write(&file, scene)?;
        Ok(WarmCalls { latencies, cpu, after_write: Samples::new(times), first })
    }

    fn make(&self, program: &Program) -> Result<PathBuf> {
        let project = target_folder()?.join(self.folder);
        let finished = project.join("Assets/finished.txt");
        if finished.is_file() {
            return Ok(project);
        }
        copy(&program.sample(self.sample), &project)?;
        let original = fs::read_to_string(project.join(self.original))?;
        for number in 0..ASSETS {
            for (path, content) in (self.files)(number, &original) {
                let path = project.join(path);
                fs::create_dir_all(path.parent().unwrap_or(&project))?;
                fs::write(path, content)?;
            }
        }
        fs::create_dir_all(project.join("Assets"))?;
        fs::write(finished, "")?;
        Ok(project)
    }
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
