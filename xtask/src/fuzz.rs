//! `cargo xtask fuzz`: every parser and protocol against invented input, for a bounded time.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::counts::Counts;
use crate::{Result, Subcommand, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "fuzz",
    summary: "Run every fuzz target for a bounded time",
    help: "\
Usage: cargo xtask fuzz [SECONDS] [TARGET…]

Runs each target for SECONDS, 20 by default; `cargo xtask fuzz 3600` is a long run. Inputs are
kept in fuzz/corpus/TARGET and start from the bundled samples; an input that breaks something is
written to fuzz/artifacts/TARGET and reported at the end.
Needs only a C++ compiler; `cargo fuzz`, if installed, works on the same folder.",
    run,
};

const TARGETS: [Target; 12] = [
    Target { name: "unity_text", seeds: UNITY },
    Target { name: "unity_scene", seeds: UNITY },
    Target { name: "godot_scene", seeds: GODOT },
    Target { name: "godot_variant", seeds: &[] },
    Target { name: "godot_config", seeds: GODOT },
    Target { name: "gdscript", seeds: &["godot/scripts"] },
    Target { name: "gdshader", seeds: &[] },
    Target { name: "godot_binary", seeds: &["../../godot_binary/src/tests"] },
    Target { name: "godot_docs", seeds: &[] },
    Target { name: "fbx", seeds: &["../../fbx/src/tests"] },
    Target { name: "game", seeds: &[] },
    Target { name: "messages", seeds: &[] },
];

const GODOT: &[&str] = &["godot/scenes", "godot/props", "godot/actors"];

const UNITY: &[&str] = &["unity/Assets/Scenes", "unity/Assets/Prefabs"];
const SECONDS: u32 = 20;
const BRIEF_SECONDS: u32 = 10;
/// The same inputs in every short run, so that what fails elsewhere fails here too.
const BRIEF_SEED: u32 = 1;

/// What `cargo fuzz --sanitizer none` passes: coverage that libFuzzer can follow, on stable Rust.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1";

struct Target {
    name: &'static str,
    /// Folders of the bundled samples whose files are the first inputs.
    seeds: &'static [&'static str],
}

fn run(arguments: &[String]) -> Result {
    let (seconds, names) = match arguments.split_first() {
        Some((first, rest)) if first.parse::<u32>().is_ok() => (first.parse()?, rest),
        _ => (SECONDS, arguments),
    };
    let unknown = names.iter().find(|name| TARGETS.iter().all(|target| target.name != **name));
    if let Some(name) = unknown {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return Err(
            format!("unknown fuzz target `{name}`: choose from {}", known.join(", ")).into()
        );
    }
    build()?;
    let wanted =
        |target: &&Target| names.is_empty() || names.iter().any(|name| name == target.name);
    TARGETS.iter().filter(wanted).try_for_each(|target| fuzz(target, seconds))
}

/// The short run that follows all tests: as many targets at once as there are cores, and the output
/// only of those that fail.
pub(crate) fn briefly() -> Result<Counts> {
    if shell::quietly(shell::command("c++").arg("--version")).is_err() {
        println!("skipped: fuzzing (no C++ compiler for libFuzzer)");
        return Ok(Counts { skipped: TARGETS.len(), ..Counts::default() });
    }
    build()?;
    println!("{} fuzz targets, {BRIEF_SECONDS} seconds each", TARGETS.len());
    let waiting = Mutex::new(TARGETS.iter());
    let counts = Mutex::new(Counts::default());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(target) = next() {
                    let outcome = fuzz_quietly(target);
                    *counts.lock().unwrap_or_else(PoisonError::into_inner) += outcome;
                }
            });
        }
    });
    Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn fuzz_quietly(target: &Target) -> Counts {
    let output = command(target, BRIEF_SECONDS)
        .and_then(|mut command| Ok(command.arg(format!("-seed={BRIEF_SEED}")).output()?));
    let failure = match output {
        Ok(output) if output.status.success() => {
            println!("  {}: passed", target.name);
            return Counts { passed: 1, ..Counts::default() };
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    println!("  {}: FAILED\n{failure}", target.name);
    Counts { failed: 1, ..Counts::default() }
}

fn build() -> Result {
    let mut build = shell::cargo(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    // Build scripts and macros of the host must not be instrumented, hence an explicit target.
    build.args(["--target", &host()?]).env("RUSTFLAGS", COVERAGE);
    shell::run(&mut build)
}

fn fuzz(target: &Target, seconds: u32) -> Result {
    shell::run(&mut command(target, seconds)?)
}

fn command(target: &Target, seconds: u32) -> Result<Command> {
    let fuzz = shell::root().join("fuzz");
    let corpus = fuzz.join("corpus").join(target.name);
    let artifacts = fuzz.join("artifacts").join(target.name);
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder)?;
    }
    let binary = fuzz.join("target").join(host()?).join("release").join(target.name);
    let mut command = shell::command(binary);
    command.arg(&corpus);
    command.args(target.seeds.iter().map(|folder| samples().join(folder)));
    command.args([
        format!("-max_total_time={seconds}"),
        format!("-artifact_prefix={}/", artifacts.display()),
        "-timeout=10".to_owned(),
        "-max_len=20000".to_owned(),
        "-print_final_stats=1".to_owned(),
        "-verbosity=0".to_owned(),
    ]);
    Ok(command)
}

fn samples() -> std::path::PathBuf {
    shell::root().join(Path::new("crates/scenewright/samples"))
}

fn host() -> Result<String> {
    let version = shell::quietly(&mut shell::rustc(["-vV"]))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not report its host")?.to_owned())
}
