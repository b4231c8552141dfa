//! How much memory the parsers of Godot's text need at a time, over the size of the file, on the
//! largest files below the folders: JSON. `cargo xtask bench godot-parse` runs it.

#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "shared/godot_texts.rs"]
mod godot_texts;

use std::alloc::System;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::Command;

use cap::Cap;
use godot_texts::PARSERS;
use serde_json::{Value, json};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// How many files are measured.
const LARGEST: usize = 12;
/// The hidden command that [`ratio`] gives.
const PEAK: &str = "--peak";

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match arguments.as_slice() {
        [command, parser, path] if command.as_os_str() == PEAK => {
            print_peak(&parser.to_string_lossy(), path);
        }
        [] => panic!("usage: godot_peak_bench FOLDER…"),
        folders => {
            let [scenes, settings] = godot_texts::files(folders);
            println!("{}", json!({ "scenes": measured(scenes), "settings": measured(settings) }));
        }
    }
}

fn measured(mut files: Vec<PathBuf>) -> Value {
    files.sort_by_key(|path| Reverse(path.metadata().map_or(0, |metadata| metadata.len())));
    files.truncate(LARGEST);
    let rows = PARSERS.iter().map(|(name, _)| {
        let ratios: Vec<f64> = files.iter().filter_map(|path| ratio(path, name)).collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
        json!({ "name": name, "mean": mean, "worst": ratios.iter().copied().fold(0.0, f64::max) })
    });
    rows.collect()
}

/// In a process of its own, because the highest mark of an allocator never falls.
fn ratio(path: &Path, parser: &str) -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).arg(PEAK).arg(parser).arg(path).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

/// The other end of [`ratio`]; the text counts as well.
fn print_peak(parser: &str, path: &Path) {
    let (_, parse) = PARSERS.iter().find(|(name, _)| *name == parser).expect("a known parser");
    let before = HEAP.allocated();
    let text = godot_texts::text(path).expect("a Godot text file");
    let size = text.content.len();
    if parse(text) {
        println!("{}", HEAP.max_allocated().saturating_sub(before) as f64 / size as f64);
    }
}
