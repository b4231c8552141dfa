//! Indexes a Unity project once, in a process that has done nothing else, and says what that took:
//! one JSON object on stdout. `cargo xtask bench index` starts it again for every sample.
//!
//! `cargo run --release -p scenewright-engines --example index_bench -- PROJECT`
//!
//! `PROJECT once` only indexes: for the CPU time of the process.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::alloc::System;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use cap::Cap;
use scenewright_engine::Context;
use scenewright_engines::find;
use scenewright_unity_files::measure::MeasuredIndex;
use serde_json::json;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("say which project: index_bench PROJECT")?;
    let project = MeasuredIndex::new(&find(Path::new(&folder))?);
    let cx = Context::unbounded();
    let heap_before = HEAP.allocated();
    let begin = Instant::now();
    let snapshot = project.snapshot(&cx)?;
    let cold = begin.elapsed();
    if std::env::args_os().nth(2).is_some_and(|argument| argument == "once") {
        return Ok(());
    }
    let heap = HEAP.allocated().saturating_sub(heap_before);
    let begin = Instant::now();
    let again = project.snapshot(&cx)?;
    let refresh = begin.elapsed();
    drop(snapshot);
    let figures = again.figures();
    let report = json!({
        "coldNanoseconds": cold.as_nanos() as u64,
        "refreshNanoseconds": refresh.as_nanos() as u64,
        "heapBytes": heap,
        "folders": project.folders(&again),
        "files": figures.files,
        "guids": figures.guids,
        "objects": figures.objects,
        "named": figures.named,
        "children": figures.children,
        "references": figures.references,
        "localReferences": figures.local_references,
        "importReferences": figures.import_references,
        "dependencies": figures.dependencies,
        "dependents": figures.dependents,
        "refused": figures.refused,
        "duplicates": figures.duplicates,
    });
    println!("{report}");
    Ok(())
}
