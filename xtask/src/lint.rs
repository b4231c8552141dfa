//! Every check that needs no test run. All of them run; the end says which failed.

use crate::{Result, Subcommand, docs, layering, no_arguments, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "lint",
    summary: "Check format, clippy, layering, docs and dependencies",
    help: "\
Usage: cargo xtask lint

Runs, in this order, whatever the earlier ones said:
  format        cargo fmt --all --check
  clippy        warnings are errors
  layering      cargo xtask layering
  docs          cargo xtask docs --check
  dependencies  cargo deny check bans licenses sources, if cargo-deny is installed
",
    run,
};

type Check = fn() -> Result;

const CHECKS: [(&str, Check); 5] = [
    ("format", format),
    ("clippy", clippy),
    ("layering", layering::check),
    ("docs", docs::check),
    ("dependencies", dependencies),
];

fn run(arguments: &[String]) -> Result {
    no_arguments("lint", arguments)?;
    let mut failed = Vec::new();
    for (name, check) in CHECKS {
        if let Err(error) = check() {
            eprintln!("{name}: {error}");
            failed.push(name);
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("lint failed: {}", failed.join(", ")).into()),
    }
}

fn format() -> Result {
    shell::run(&mut shell::cargo(["fmt", "--all", "--check"]))
}

fn clippy() -> Result {
    shell::run(&mut shell::cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

fn dependencies() -> Result {
    if !shell::has_cargo("deny") {
        println!("skipped: cargo-deny is not installed (cargo install cargo-deny)");
        return Ok(());
    }
    shell::run(&mut shell::cargo(["deny", "check", "bans", "licenses", "sources"]))
}
