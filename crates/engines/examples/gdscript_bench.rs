//! Parses every GDScript below a folder on one thread and prints the time and what could not be
//! read, as JSON.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use scenewright_gdscript::{GdScript, GdSyntaxError};

const ROUNDS: u32 = 20;

fn main() {
    let folder = std::env::args().nth(1).expect("usage: gdscript_bench FOLDER");
    let texts = texts(Path::new(&folder));
    let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let (mut best, mut declarations) = (u128::MAX, 0);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        declarations =
            texts.iter().map(|(_, text)| GdScript::parse(text).declaration_count()).sum();
        best = best.min(begun.elapsed().as_nanos());
    }
    let problems: Vec<String> =
        texts.iter().flat_map(|(path, text)| problems(path, text)).collect();
    let report = serde_json::json!({
        "files": texts.len(),
        "bytes": bytes,
        "nanoseconds": best,
        "declarations": declarations,
        "problems": problems,
    });
    println!("{report}");
}

fn problems(path: &Path, text: &str) -> Vec<String> {
    let describe =
        |error: &GdSyntaxError| format!("{}:{}: {}", path.display(), error.line, error.kind);
    GdScript::parse(text).errors.iter().map(describe).collect()
}

fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    let mut texts = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "gd")
                && let Ok(text) = fs::read_to_string(&path)
            {
                texts.push((path, text));
            }
        }
    }
    texts
}
