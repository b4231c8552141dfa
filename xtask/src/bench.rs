//! Measures the program as users run it, each figure next to a floor measured in the same run.

mod calls;
mod check;
mod cpu;
mod docs;
mod dump;
pub(crate) mod echo;
mod edit;
mod godot_index;
mod godot_live;
mod godot_parse;
mod http;
mod index;
mod indexing;
mod lines;
mod load;
mod mcp;
mod parse;
mod play;
mod program;
mod request;
mod running;
mod scale;
mod startup;
mod stats;
pub(crate) mod table;
mod warm;

use crate::{Result, Subcommand, shell};
use program::Program;

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "bench",
    summary: "Measure start, memory, calls per second and the index",
    help: "\
Usage: cargo xtask bench [startup] [calls] [mcp] [index] [check] [godot-index] [scale] [warm] [parse] [godot-parse] [dump] [edit] [docs] [godot-live] [play]

Builds the binary as README.md does (`cargo build --release`) and measures it on its bundled
sample projects:
  startup  From starting the process to its first answer over stdio, and the peak
           memory; the floor is to start and reap `true`
  calls    Calls per second and latencies over stdio and HTTP; the floor is an
           echo over a loopback socket between two processes
  mcp      MCP over stdio and HTTP: calls per second, the server's CPU time per call,
           cold start, memory and the tokens of its list; compared with an echo on the official TypeScript SDK
           (npm installs it in target/bench-node), one on the Python SDK (found as for
           `cargo xtask test`), one without any protocol over a loopback socket, and
           the goals
  index    The index of the largest Unity projects of the corpus (found as for
           `cargo xtask test`), each time in a fresh process; the floor is ripgrep
           listing every guid of the same folders
  check    `scenewright check` on every Unity project of the corpus, in CPU time; the
           floor is ripgrep listing every guid of the same folders. Also on made-up
           projects of 5,500 and 55,000 files, with the peak memory
  godot-index
           The indexes of all Godot projects of the corpus, each row in a fresh
           process; the floor is ripgrep searching the same files once
  scale    The index of two made-up projects, one with ten times the files
  warm     Calls of a server that runs, on a made-up project of 55,000 files: watched,
           and with `--no-watch`; the floor is a stat of all files
  parse    A lossless parse of all Unity scenes and prefabs of the corpus, on one
           thread; the floor is the fastest general YAML parser on the same files
  godot-parse
           A lossless parse of all Godot text files of the corpus, on one thread,
           and its peak memory; the floor is the `tscn` crate on the same files
  dump     The outline of made-up scenes of 4 and 100 MB of both engines over MCP, the
           first and later ones, and the peak memory; the floor is to read the file
  edit     One member set in made-up scenes of 10 and 100 MB of both engines, written to
           the disk and journaled; compared with reading the file, reading the scene
           and a plain durable rewrite of the file
  docs     Godot's class reference, from the Godot of `cargo xtask test`: loading
           it, its memory, warm searches; the floor is a linear scan of all texts
  godot-live
           The plugin in a real editor (the Godots of `cargo xtask test`): pings, a
           tree of 10,001 nodes, pictures; compared with a Godot started per question
  play     A running Godot game: its start, round trips, acts of 1 and 300 ticks, a tree
           of 10,001 nodes, pictures with marks; compared with a Godot that is
           started to run a script for 300 ticks

The ratio `× floor` is the time relative to the floor. No figure makes this
command fail: compare two runs on the same quiet machine.

SCENEWRIGHT_BIN names another binary to measure; nothing is built then.
",
    run,
};

/// The hidden command of the floor's other end.
pub(crate) const ECHO_SERVER: &str = "echo-server";

type Bench = fn(&Program) -> Result;

const BENCHES: [(&str, Bench); 15] = [
    ("startup", startup::run),
    ("calls", calls::run),
    ("mcp", mcp::run),
    ("index", index::run),
    ("check", check::run),
    ("godot-live", godot_live::run),
    ("godot-index", godot_index::run),
    ("scale", scale::run),
    ("warm", warm::run),
    ("parse", parse::run),
    ("godot-parse", godot_parse::run),
    ("dump", dump::run),
    ("edit", edit::run),
    ("docs", docs::run),
    ("play", play::run),
];

fn run(names: &[String]) -> Result {
    let benches = chosen(names)?;
    if cfg!(debug_assertions) {
        return run_optimised(names);
    }
    let program = Program::prepare()?;
    for bench in benches {
        bench(&program).map_err(|error| format!("{error} ({})", program.log_hint()))?;
    }
    Ok(())
}

/// An unoptimised client would mostly measure itself.
fn run_optimised(names: &[String]) -> Result {
    let mut xtask = shell::cargo(["run", "--quiet", "--release", "--package", "xtask", "--"]);
    shell::run(xtask.arg(SUBCOMMAND.name).args(names))
}

fn chosen(names: &[String]) -> Result<Vec<Bench>> {
    if names.is_empty() {
        return Ok(BENCHES.iter().map(|(_, bench)| *bench).collect());
    }
    names.iter().map(|name| by_name(name)).collect()
}

fn by_name(name: &str) -> Result<Bench> {
    let found = BENCHES.iter().find(|(known, _)| *known == name);
    found.map(|(_, bench)| *bench).ok_or_else(|| {
        let known = BENCHES.map(|(known, _)| known).join(", ");
        format!("unknown bench `{name}`: choose from {known}").into()
    })
}
