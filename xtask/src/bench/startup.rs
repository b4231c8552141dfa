//! From starting the process to its first answer, and the memory it took to get there.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::load::Link;
use super::program::Program;
use super::request::{Ask, PROJECT_INFO, answered_id};
use super::running::Running;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::Result;

const RUNS: usize = 30;
const ENGINES: [&str; 2] = ["unity", "godot"];
const GOAL_TIME: &str = "≤ 10 ms";
const GOAL_MEMORY: &str = "≤ 15 MB";

/// All starts of one kind.
#[derive(Default)]
struct Starts {
    times: Vec<Duration>,
    peak: Option<u64>,
}

pub(super) fn run(program: &Program) -> Result {
    let mut floor = Vec::new();
    let mut starts = ENGINES.map(|_| Starts::default());
    // Taken in turns, so that a busy moment of the machine falls on all of them.
    for _ in 0..RUNS {
        floor.push(start_nothing()?);
        for (engine, starts) in ENGINES.iter().zip(&mut starts) {
            starts.add(start(program, &program.sample(engine))?);
        }
    }
    print(&Samples::new(floor), starts);
    Ok(())
}

impl Starts {
    fn add(&mut self, (time, peak): (Duration, Option<u64>)) {
        self.times.push(time);
        self.peak = self.peak.max(peak);
    }
}

/// Starting and reaping a program that does nothing.
fn start_nothing() -> Result<Duration> {
    let mut nothing = nothing();
    nothing.stdin(Stdio::null()).stdout(Stdio::null());
    let begin = Instant::now();
    nothing.status()?;
    Ok(begin.elapsed())
}

fn nothing() -> Command {
    if cfg!(windows) {
        let mut shell = Command::new("cmd");
        shell.args(["/C", "exit"]);
        return shell;
    }
    Command::new("true")
}

fn start(program: &Program, project: &Path) -> Result<(Duration, Option<u64>)> {
    let mut command = program.stdio(project)?;
    let begin = Instant::now();
    let (running, mut link) = Running::over_stdio(&mut command)?;
    link.send(&PROJECT_INFO.document(1))?;
    let answer = link.receive()?;
    let elapsed = begin.elapsed();
    answered_id(answer)?;
    let peak = running.peak_memory();
    drop(link);
    running.wait()?;
    Ok((elapsed, peak))
}

fn print<const N: usize>(floor: &Samples, starts: [Starts; N]) {
    let mut table =
        Table::new(["startup", "median", "min", "p90", "× floor", "goal", "peak memory", "goal"]);
    let name = "floor: start and reap `true`".to_owned();
    table.row(row(name, floor, floor, [""; 3]));
    for (engine, starts) in ENGINES.iter().zip(starts) {
        let name = format!("first answer, {engine} sample");
        let memory = memory(starts.peak);
        let goals = [GOAL_TIME, &memory, GOAL_MEMORY];
        table.row(row(name, &Samples::new(starts.times), floor, goals));
    }
    table.print();
    println!("{RUNS} starts of each, taken in turns");
}

fn row(name: String, samples: &Samples, floor: &Samples, goals: [&str; 3]) -> [String; 8] {
    let [goal_time, memory, goal_memory] = goals.map(str::to_owned);
    [
        name,
        time(samples.median()),
        time(samples.min()),
        time(samples.percentile(90)),
        ratio(samples.median(), floor.median()),
        goal_time,
        memory,
        goal_memory,
    ]
}

fn memory(peak: Option<u64>) -> String {
    match peak {
        Some(bytes) => format!("{:.1} MB", bytes as f64 / 1e6),
        None => "only on Linux".to_owned(),
    }
}
