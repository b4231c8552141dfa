//! Parses every Unity text file below a folder on one thread, beside a general YAML parser, and
//! prints the times as JSON. `cargo xtask bench parse` runs it.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use saphyr_parser::Parser;
use scenewright_unity_files::formats::UnityFile;

const ROUNDS: u32 = 5;

fn main() {
    let folder = std::env::args().nth(1).expect("usage: parse_bench FOLDER");
    let texts = texts(Path::new(&folder));
    let bytes: usize = texts.iter().map(String::len).sum();
    let (own, failed) = best_of(ROUNDS, &texts, |text| UnityFile::parse(text).is_ok());
    // A strict parser refuses the tags of all documents but the first.
    let plain: Vec<String> = texts.iter().map(|text| without_tags(text)).collect();
    let (peer, peer_failed) =
        best_of(1, &plain, |text| Parser::new_from_str(text).all(|event| event.is_ok()));
    let report = serde_json::json!({
        "files": texts.len(),
        "bytes": bytes,
        "nanoseconds": own,
        "failed": failed,
        "peerNanoseconds": peer,
        "peerFailed": peer_failed,
    });
    println!("{report}");
}

/// The shortest time in nanoseconds, and how many texts were refused.
fn best_of(rounds: u32, texts: &[String], parse: impl Fn(&str) -> bool) -> (u128, usize) {
    let mut best = u128::MAX;
    let mut failed = 0;
    for _ in 0..rounds {
        let begun = Instant::now();
        failed = texts.iter().filter(|text| !parse(text)).count();
        best = best.min(begun.elapsed().as_nanos());
    }
    (best, failed)
}

fn without_tags(text: &str) -> String {
    let line = |line: &str| match line {
        tagged if tagged.starts_with("--- !u!") => "---\n".to_owned(),
        directive if directive.starts_with('%') => String::new(),
        other => format!("{other}\n"),
    };
    text.lines().map(line).collect()
}

fn texts(folder: &Path) -> Vec<String> {
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    let mut texts = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if is_scene(&path)
                && let Ok(text) = fs::read_to_string(&path)
                && text.starts_with("%YAML")
            {
                texts.push(text);
            }
        }
    }
    texts
}

fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "unity" || extension == "prefab")
}
