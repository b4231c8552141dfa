//! Parses every Unity text file below a folder on one thread, and says how fast. `cargo xtask bench`
//! runs it; by hand: `cargo run --release --example parse_bench FOLDER`.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use scenewright_embedded::formats::UnityFile;

const ROUNDS: u32 = 5;

fn main() {
    let folder = std::env::args().nth(1).expect("usage: parse_bench FOLDER");
    let texts = texts(Path::new(&folder));
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut best = f64::INFINITY;
    let mut nodes = 0;
    let mut failed = 0;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let parsed = texts.iter().map(|text| UnityFile::parse(text).map(|file| file.nodes()));
        (nodes, failed) = parsed.fold((0, 0), |(nodes, failed), result| match result {
            Ok(count) => (nodes + count, failed),
            Err(_) => (nodes, failed + 1),
        });
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let megabytes = bytes as f64 / 1e6;
    println!(
        "{} files, {megabytes:.1} MB, {nodes} nodes, {failed} failed, {:.0} MB/s",
        texts.len(),
        megabytes / best
    );
}

fn texts(folder: &Path) -> Vec<String> {
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    let mut texts = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = fs::read_to_string(&path)
                && text.starts_with("%YAML")
            {
                texts.push(text);
            }
        }
    }
    texts
}
