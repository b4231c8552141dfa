//! Loads a packed class reference in a fresh process, searches it, and prints the times as one JSON
//! object. `cargo xtask bench docs` starts it.
//!
//! `docs_bench pack DUMP PACKED` packs the output of `--dump-extension-api-with-docs`;
//! `docs_bench run PACKED` measures; `docs_bench ask PACKED QUERY` prints the hits of a query.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]
#![expect(clippy::disallowed_methods, reason = "it measures files being loaded")]

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use scenewright_godot_docs::{ClassDocs, pack, read_api_dump, read_doc_cache};
use serde_json::json;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Exact names, words, typos and sentences.
const QUERIES: [&str; 12] = [
    "collision layer",
    "charcterbody",
    "isOnFloor",
    "move and slide",
    "signal when body enters",
    "Node.add_child",
    "play animation backwards",
    "rotate towards point",
    "colision shpe",
    "http request completed",
    "vec",
    "how do I load a scene in the background",
];
const ROUNDS: usize = 40;

fn main() -> Result {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pack", dump, packed] => pack_file(dump, packed),
        ["run", packed] => run(packed),
        ["ask", packed, query] => ask(packed, query),
        _ => Err("docs_bench pack DUMP PACKED | run PACKED | ask PACKED QUERY".into()),
    }
}

fn pack_file(dump: &str, packed: &str) -> Result {
    let json = fs::read(dump)?;
    let reference = read_api_dump(&json).or_else(|_| read_doc_cache("", &json))?;
    Ok(fs::write(packed, pack(&reference))?)
}

fn ask(packed: &str, query: &str) -> Result {
    let docs = ClassDocs::unpack(fs::read_to_string(packed)?)?;
    let found = docs.search(query, &[], 12);
    println!("{query}: {}", found.total);
    for hit in found.hits {
        println!(
            "  {:.3} {:?} {}.{}  {}",
            hit.relevance, hit.kind, hit.class, hit.name, hit.summary
        );
    }
    Ok(())
}

fn run(packed: &str) -> Result {
    let before = memory();
    let begin = Instant::now();
    let text = fs::read_to_string(packed)?;
    let docs = ClassDocs::unpack(text)?;
    let load = begin.elapsed();
    let after = memory();
    let (search, scan) = (timed(|query| docs.search(query, &[], 20).total), scans(docs.packed()));
    let report = json!({
        "bytes": docs.packed().len(),
        "classes": docs.names().count(),
        "loadNanoseconds": load.as_nanos() as u64,
        "memoryKilobytes": after.saturating_sub(before),
        "peakKilobytes": status("VmHWM:"),
        "searchNanoseconds": nanoseconds(&search),
        "scanNanoseconds": nanoseconds(&scan),
    });
    println!("{report}");
    Ok(())
}

/// The baseline: a linear scan for all texts that contain all words of a query.
fn scans(text: &str) -> Vec<Duration> {
    let records: Vec<&str> = text.split('\x1e').collect();
    timed(|query| {
        let words: Vec<String> = query.split(' ').map(str::to_lowercase).collect();
        let has_all = |record: &&&str| {
            let record = record.to_lowercase();
            words.iter().all(|word| record.contains(word))
        };
        records.iter().filter(has_all).count()
    })
}

/// Warm: the first round is not counted.
fn timed(mut search: impl FnMut(&str) -> usize) -> Vec<Duration> {
    let mut taken = Vec::new();
    for round in 0..=ROUNDS {
        for query in QUERIES {
            let begin = Instant::now();
            std::hint::black_box(search(query));
            taken.extend((round > 0).then(|| begin.elapsed()));
        }
    }
    taken
}

fn nanoseconds(taken: &[Duration]) -> Vec<u64> {
    taken.iter().map(|taken| taken.as_nanos() as u64).collect()
}

/// Resident memory, on Linux.
fn memory() -> u64 {
    status("VmRSS:")
}

fn status(key: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
