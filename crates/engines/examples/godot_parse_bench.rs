//! Parses every Godot text file below the folders on one thread, beside the `tscn` crate on those
//! that it reads, and prints the times as JSON. `cargo xtask bench godot-parse` runs it.

#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "shared/godot_texts.rs"]
mod godot_texts;

use std::path::PathBuf;
use std::time::Instant;

use godot_texts::{PARSERS, Parse, Text};
use serde_json::{Value, json};

const ROUNDS: u32 = 5;

fn main() {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    assert!(!folders.is_empty(), "usage: godot_parse_bench FOLDER…");
    let [scenes, settings] = godot_texts::files(&folders).map(|files| {
        files.iter().filter_map(|path| godot_texts::text(path)).collect::<Vec<Text>>()
    });
    let report = json!({
        "scenes": measured(&scenes, &PARSERS),
        "settings": measured(&settings, &PARSERS[1..]),
    });
    println!("{report}");
}

/// The parsers take turns, so that a busy moment of the machine does not fall on one of them.
fn measured(texts: &[Text], parsers: &[(&str, Parse)]) -> Value {
    let mut best = vec![(u64::MAX, 0); parsers.len()];
    for _ in 0..ROUNDS {
        for ((_, parse), best) in parsers.iter().zip(&mut best) {
            *best = (*best).min(round(texts, *parse));
        }
    }
    let rows = parsers.iter().zip(best).map(|((name, _), (nanoseconds, refused))| {
        json!({ "name": name, "nanoseconds": nanoseconds, "refused": refused })
    });
    let bytes: usize = texts.iter().map(|text| text.content.len()).sum();
    json!({ "files": texts.len(), "bytes": bytes, "rows": rows.collect::<Vec<Value>>() })
}

/// The time in nanoseconds, and how many texts were refused. Parsers take their text, so each gets a
/// copy that was made before the clock began.
fn round(texts: &[Text], parse: Parse) -> (u64, usize) {
    let copies = texts.to_vec();
    let begun = Instant::now();
    let refused = copies.into_iter().map(parse).filter(|read| !read).count();
    (begun.elapsed().as_nanos() as u64, refused)
}
