//! MCP beside the official SDKs for other languages, all measured in one run and in turns.

mod client;
mod cold;
mod rounds;
mod servers;
mod targets;

use std::time::Duration;

use super::load::Load;
use super::program::Program;
use super::stats::{Samples, median, time};
use super::table::Table;
use crate::Result;
pub(super) use client::list_tools;
use cold::Starts;
use rounds::{IN_FLIGHT, Memory, ROUNDS, Series};
use servers::TYPESCRIPT;

/// Everything that was measured.
struct Report {
    stdio: (Vec<Series>, Vec<Memory>),
    http: (Vec<Series>, Vec<Memory>),
    starts: Vec<Starts>,
    tokens: usize,
}

pub(super) fn run(program: &Program) -> Result {
    let mut servers = servers::all(program)?;
    let (starts, tokens) = cold::measure(&mut servers)?;
    let report = Report {
        stdio: rounds::over_stdio(&mut servers)?,
        http: rounds::over_http(&mut servers)?,
        starts,
        tokens,
    };
    report.print();
    Ok(())
}

impl Report {
    fn print(&self) {
        print_calls("MCP over HTTP", &self.http.0);
        print_calls("MCP over stdio", &self.stdio.0);
        println!(
            "{ROUNDS} rounds of 2 s each, in turns: the median of calls/s (least to most), latencies and \
             the server's CPU time per call of that round; × TS: calls/s beside the TypeScript SDK"
        );
        self.print_processes();
        targets::print(self);
    }

    fn print_processes(&self) {
        let mut table = Table::new([
            "MCP processes",
            "start to tools/list",
            "min",
            "memory then",
            "after stdio load",
            "after HTTP load",
        ]);
        for start in &self.starts {
            let after = |all: &[Memory]| {
                let own = all.iter().find(|memory| memory.server == start.server);
                memory(own.and_then(|memory| memory.loaded))
            };
            table.row([
                start.server.to_owned(),
                time(start.times.median()),
                time(start.times.min()),
                memory(start.memory),
                after(&self.stdio.1),
                after(&self.http.1),
            ]);
        }
        table.print();
        println!("{} starts of each over stdio, in turns; resident memory", cold::RUNS);
    }
}

fn print_calls(title: &str, all: &[Series]) {
    let many = format!("{IN_FLIGHT} in flight: calls/s");
    let header = [
        title,
        "1 in flight: calls/s",
        "p50",
        "p99",
        "CPU",
        "× TS",
        &many,
        "p50",
        "p99",
        "CPU",
        "× TS",
    ];
    let mut table = Table::new(header);
    let peer = all.iter().find(|series| series.server == TYPESCRIPT);
    for series in all {
        let alone = cells(&series.alone, peer.map(|peer| peer.alone.as_slice()));
        let many = cells(&series.many, peer.map(|peer| peer.many.as_slice()));
        let [a, b, c, d, e] = alone;
        let [f, g, h, i, j] = many;
        table.row([series.name(), a, b, c, d, e, f, g, h, i, j]);
    }
    table.print();
}

/// Calls per second, p50, p99, CPU time per call and the ratio to the peer.
fn cells(rounds: &[Load], peer: Option<&[Load]>) -> [String; 5] {
    let rates = || rounds.iter().map(|round| round.per_second);
    let (least, most) = (rates().fold(f64::MAX, f64::min), rates().fold(0.0, f64::max));
    let middle = per_second(rounds);
    let shown = rounds.iter().find(|round| round.per_second == middle);
    let latency = |at: fn(&Samples) -> Duration| {
        shown.map_or("–".to_owned(), |round| time(at(&round.samples)))
    };
    [
        format!("{middle:.0} ({least:.0}–{most:.0})"),
        latency(Samples::median),
        latency(|samples| samples.percentile(99)),
        shown.and_then(|round| round.server_cpu).map_or("–".to_owned(), time),
        peer.map_or("–".to_owned(), |peer| format!("{:.1}", middle / per_second(peer))),
    ]
}

fn per_second(rounds: &[Load]) -> f64 {
    median(rounds.iter().map(|round| round.per_second).collect())
}

fn memory(bytes: Option<u64>) -> String {
    match bytes {
        Some(bytes) => format!("{:.1} MB", bytes as f64 / 1e6),
        None => "only on Linux".to_owned(),
    }
}
