//! Parses every Godot text file below the folders on one thread, beside the `tscn` crate on those
//! that it reads, and prints times and peak memory as JSON. `cargo xtask bench godot-parse` runs it.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::alloc::System;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use cap::Cap;
use scenewright_embedded::formats::{GodotFile, GodotFormat, Variant, walk};
use serde_json::{Value, json};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const ROUNDS: u32 = 5;
/// How many files memory is measured on.
const LARGEST: usize = 12;
/// The hidden command that [`ratio`] gives.
const PEAK: &str = "--peak";

/// Takes a text and says whether it was read.
type Parse = fn(Text) -> bool;

/// `tscn` reads scenes and resources only.
const PARSERS: [(&str, Parse); 4] =
    [("tscn", peer), ("spans", spans), ("typed", typed), ("walked", walked)];

#[derive(Clone)]
struct Text {
    path: PathBuf,
    content: String,
    format: GodotFormat,
}

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match arguments.as_slice() {
        [command, parser, path] if command.as_os_str() == PEAK => {
            print_peak(&parser.to_string_lossy(), path);
        }
        [] => panic!("usage: godot_parse_bench FOLDER…"),
        folders => compare(folders),
    }
}

fn compare(folders: &[PathBuf]) {
    let mut texts = Vec::new();
    folders.iter().for_each(|folder| collect(folder, &mut texts));
    let (scenes, settings): (Vec<Text>, Vec<Text>) =
        texts.into_iter().partition(|text| text.format == GodotFormat::Resource);
    let report = json!({
        "scenes": measured(&scenes, &PARSERS),
        "settings": measured(&settings, &PARSERS[1..]),
    });
    println!("{report}");
}

/// Sections, keys, and values with their brackets and strings followed to the end.
fn spans(text: Text) -> bool {
    document(text).is_some()
}

/// And every value checked to its last number.
fn typed(text: Text) -> bool {
    document(text).is_some_and(|file| {
        file.entries().all(|entry| Variant::parse(entry.value).map(black_box).is_ok())
    })
}

/// And every value inside a value visited.
fn walked(text: Text) -> bool {
    document(text).is_some_and(|file| {
        file.entries().all(|entry| {
            Variant::parse(entry.value)
                .map(|value| {
                    walk(value, &mut |value| {
                        black_box(value);
                    })
                })
                .is_ok()
        })
    })
}

fn document(text: Text) -> Option<GodotFile> {
    GodotFile::parse(text.content.into_bytes(), text.format).map(black_box).ok()
}

fn peer(text: Text) -> bool {
    tscn::Document::parse(&text.content).map(black_box).is_ok()
}

fn measured(texts: &[Text], parsers: &[(&str, Parse)]) -> Value {
    let bytes: usize = texts.iter().map(|text| text.content.len()).sum();
    let rows = parsers.iter().map(|&(name, parse)| {
        let (nanoseconds, refused) = best_of(texts, parse);
        json!({
            "name": name,
            "nanoseconds": nanoseconds,
            "refused": refused,
            "memory": memory(texts, name),
        })
    });
    json!({ "files": texts.len(), "bytes": bytes, "rows": rows.collect::<Vec<Value>>() })
}

/// The shortest time in nanoseconds, and how many texts were refused. Parsers take their text, so
/// each gets a copy that was made before the clock began.
fn best_of(texts: &[Text], parse: Parse) -> (u64, usize) {
    let mut best = u64::MAX;
    let mut refused = 0;
    for _ in 0..ROUNDS {
        let copies = texts.to_vec();
        let begun = Instant::now();
        refused = copies.into_iter().map(parse).filter(|read| !read).count();
        best = best.min(begun.elapsed().as_nanos() as u64);
    }
    (best, refused)
}

/// The most bytes that were allocated at a time over the size of the file, the text included: the
/// mean and the worst of the largest files. Each is parsed in a process of its own, because the
/// highest mark of an allocator never falls.
fn memory(texts: &[Text], parser: &str) -> Value {
    let mut largest: Vec<&Text> = texts.iter().collect();
    largest.sort_by_key(|text| std::cmp::Reverse(text.content.len()));
    largest.truncate(LARGEST);
    let ratios: Vec<f64> = largest.iter().filter_map(|text| ratio(text, parser)).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
    json!({ "mean": mean, "worst": ratios.iter().copied().fold(0.0, f64::max) })
}

fn ratio(text: &Text, parser: &str) -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).arg(PEAK).arg(parser).arg(&text.path).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

/// The other end of [`ratio`].
fn print_peak(parser: &str, path: &Path) {
    let (_, parse) = PARSERS.iter().find(|(name, _)| *name == parser).expect("a known parser");
    let before = HEAP.allocated();
    let text = text(path).expect("a Godot text file");
    let size = text.content.len();
    assert!(parse(text), "it is read");
    println!("{}", HEAP.max_allocated().saturating_sub(before) as f64 / size as f64);
}

fn collect(folder: &Path, texts: &mut Vec<Text>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, texts);
        } else {
            texts.extend(text(&path));
        }
    }
}

fn text(path: &Path) -> Option<Text> {
    let format = GodotFormat::of(path.file_name()?.to_str()?)?;
    let content = fs::read_to_string(path).ok()?;
    // Other engines have files of these names as well.
    content.contains('[').then(|| Text { path: path.to_owned(), content, format })
}
