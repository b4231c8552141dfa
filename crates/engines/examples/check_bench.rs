//! Checks the references of a project once, in a process that has done nothing else, and says how many it
//! found: one JSON object on stdout. For profilers; `cargo xtask bench check` measures the program itself.
//!
//! `cargo run --release -p scenewright-engines --example check_bench -- PROJECT`

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::error::Error;
use std::path::Path;

use scenewright_engine::Context;
use scenewright_engines::{EngineEnvironment, find, open_in};
use serde_json::json;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("say which project: check_bench PROJECT")?;
    let engine = open_in(&find(Path::new(&folder))?, EngineEnvironment::default());
    let references = engine.as_references().ok_or("the engine does not check references")?;
    let found = references.missing(&Context::unbounded())?.value;
    println!(
        "{}",
        json!({ "scripts": found.missing_scripts.len(), "references": found.broken_references.len() })
    );
    Ok(())
}
