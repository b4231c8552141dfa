//! What the figures should be, and whether they are.

use std::time::Duration;

use super::super::load::Load;
use super::super::stats::time;
use super::super::table::Table;
use super::rounds::{IN_FLIGHT, Memory, Series};
use super::servers::{FLOOR, INFO, OURS, TYPESCRIPT};
use super::{Report, per_second};

/// Calls per second beside those of the TypeScript SDK: 1 in flight, and many.
const HTTP: [f64; 2] = [1.5, 5.0];
const STDIO: [f64; 2] = [1.5, 1.5];
/// An echo knows nothing about files.
const INFO_GOALS: [f64; 2] = [1.0, 1.0];
const COLD_START: Duration = Duration::from_millis(10);
const MEGABYTES: f64 = 20.0;
const TOKENS: usize = 6_000;

type Verdicts = Table<4>;

type Rounds = fn(&Series) -> &[Load];

/// How many calls are in flight, and the rounds of that.
const SHAPES: [(usize, Rounds); 2] =
    [(1, |series| &series.alone), (IN_FLIGHT, |series| &series.many)];

pub(super) fn print(report: &Report) {
    let mut table = Table::new(["target", "goal", "measured", ""]);
    for (transport, goals, all) in
        [("HTTP", HTTP, &report.http.0), ("stdio", STDIO, &report.stdio.0)]
    {
        let peer = all.iter().find(|series| series.server == TYPESCRIPT);
        let floor = all.iter().find(|series| series.server == FLOOR);
        for ours in all.iter().filter(|series| series.server == OURS) {
            let goals = if ours.call.tool == INFO.tool { INFO_GOALS } else { goals };
            for ((in_flight, rounds), goal) in SHAPES.into_iter().zip(goals) {
                let name = format!("{transport}, {}, {in_flight} in flight", ours.name());
                let beside = |own: &Series| peer.map(|peer| ratio(rounds(own), rounds(peer)));
                speed(&mut table, name, goal, beside(ours), floor.and_then(beside));
            }
        }
    }
    processes(&mut table, report);
    table.print();
}

fn ratio(ours: &[Load], peer: &[Load]) -> f64 {
    per_second(ours) / per_second(peer)
}

/// Where no protocol at all reaches the goal on this machine, the row says so.
fn speed(table: &mut Verdicts, name: String, goal: f64, measured: Option<f64>, floor: Option<f64>) {
    let mut shown = measured.map_or("skipped".to_owned(), |measured| format!("{measured:.2} ×"));
    if let Some(floor) = floor.filter(|floor| *floor < goal) {
        shown += &format!(" ({FLOOR}: {floor:.2} ×)");
    }
    let met = measured.map(|measured| measured >= goal);
    row(table, name, format!("≥ {goal} × TypeScript SDK"), shown, met);
}

fn processes(table: &mut Verdicts, report: &Report) {
    if let Some(ours) = report.starts.iter().find(|starts| starts.server == OURS) {
        let measured = ours.times.median();
        let met = Some(measured <= COLD_START);
        let name = "start to tools/list over stdio".to_owned();
        row(table, name, format!("≤ {}", time(COLD_START)), time(measured), met);
        memory(table, "memory after tools/list", ours.memory);
    }
    let loaded = |all: &[Memory]| {
        all.iter().find(|memory| memory.server == OURS).and_then(|memory| memory.loaded)
    };
    memory(table, "memory after the load over stdio", loaded(&report.stdio.1));
    memory(table, "memory after the load over HTTP", loaded(&report.http.1));
    let met = Some(report.tokens <= TOKENS);
    let name = "tokens (o200k) of tools/list".to_owned();
    row(table, name, format!("≤ {TOKENS}"), report.tokens.to_string(), met);
}

fn memory(table: &mut Verdicts, name: &str, bytes: Option<u64>) {
    let met = bytes.map(|bytes| bytes as f64 / 1e6 <= MEGABYTES);
    row(table, name.to_owned(), format!("≤ {MEGABYTES} MB"), super::memory(bytes), met);
}

fn row(table: &mut Verdicts, name: String, goal: String, measured: String, met: Option<bool>) {
    let verdict = match met {
        Some(true) => "met",
        Some(false) => "NOT met",
        None => "not judged",
    };
    table.row([name, goal, measured, verdict.to_owned()]);
}
