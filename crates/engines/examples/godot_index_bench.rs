//! Indexes every Godot project below a folder once, in a process that has done nothing else, and says
//! what that took: one JSON object on stdout. `cargo xtask bench godot-index` starts it again for every
//! sample.
//!
//! `cargo run --release -p scenewright-engines --example godot_index_bench -- FOLDER`

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use scenewright_engine::Context;
use scenewright_engines::find;
use scenewright_godot_files::measure::{GodotFigures, MeasuredGodot};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("say where: godot_index_bench FOLDER")?;
    let mut roots = Vec::new();
    add_projects(Path::new(&folder), &mut roots);
    let projects: Vec<MeasuredGodot> = roots
        .iter()
        .map(|root| Ok(MeasuredGodot::new(&find(root)?)))
        .collect::<Result<_, Box<dyn Error>>>()?;
    let cx = Context::unbounded();
    let begin = Instant::now();
    for project in &projects {
        project.refresh(&cx)?;
    }
    let cold = begin.elapsed();
    let begin = Instant::now();
    for project in &projects {
        project.refresh(&cx)?;
    }
    let again = begin.elapsed();
    let mut sum = GodotFigures::default();
    for project in &projects {
        let figures = project.figures(&cx)?;
        sum.files += figures.files;
        sum.uids += figures.uids;
        sum.references += figures.references;
        sum.dependencies += figures.dependencies;
        sum.broken += figures.broken;
        sum.refused += figures.refused;
    }
    let report = json!({
        "coldNanoseconds": cold.as_nanos() as u64,
        "refreshNanoseconds": again.as_nanos() as u64,
        "projects": projects.len(),
        "files": sum.files,
        "uids": sum.uids,
        "references": sum.references,
        "dependencies": sum.dependencies,
        "broken": sum.broken,
        "refused": sum.refused,
    });
    println!("{report}");
    Ok(())
}

/// Projects inside of projects are projects of their own. Links are not followed.
fn add_projects(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("project.godot").is_file() {
        found.push(folder.to_owned());
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    for below in folders {
        add_projects(&below.path(), found);
    }
}
