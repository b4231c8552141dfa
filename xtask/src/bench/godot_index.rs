//! The indexes of all Godot projects of the corpus, beside ripgrep searching the same files once.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::indexing::{Bench, Indexing, RUNS, folders};
use super::program::Program;
use super::stats::{ratio, time};
use super::table::Table;
use crate::Result;

const GOAL: &str = "≤ 3×";

pub(super) fn run(_: &Program) -> Result {
    let bench = Bench {
        what: "the index of real Godot projects",
        example: "godot_index_bench",
        find: sets,
        floor: search,
    };
    bench.measure()?.into_iter().for_each(print);
    Ok(())
}

fn search(set: &Indexing, ripgrep: &mut Command) {
    ripgrep.args(["-c", "ext_resource"]).arg(&set.root);
}

fn row(set: Indexing) -> [String; 10] {
    let [projects, files, references] =
        ["projects", "files", "references"].map(|key| set.count(key).to_string());
    let [cold, again, floor] = set.samples();
    [
        set.name,
        projects,
        files,
        references,
        time(cold.median()),
        time(cold.min()),
        time(floor.median()),
        ratio(cold.median(), floor.median()),
        GOAL.to_owned(),
        time(again.median()),
    ]
}

fn print(sets: Vec<Indexing>) {
    let mut table = Table::new([
        "Godot index",
        "projects",
        "files",
        "references",
        "median",
        "min",
        "floor: rg",
        "× floor",
        "goal",
        "again",
    ]);
    for set in sets {
        table.row(row(set));
    }
    table.print();
    println!("{RUNS} processes for each row, taken in turns; each indexes all projects of its row");
}

/// The folders of the corpus with a Godot project somewhere below.
fn sets(corpus: &Path) -> Vec<Indexing> {
    let mut found: Vec<PathBuf> = folders(corpus);
    found.retain(|folder| has_project(folder));
    found.sort();
    let name = |root: &PathBuf| root.file_name().unwrap_or_default().to_string_lossy().into_owned();
    found.into_iter().map(|root| Indexing::new(name(&root), root)).collect()
}

fn has_project(folder: &Path) -> bool {
    folder.join("project.godot").is_file() || folders(folder).iter().any(|inner| has_project(inner))
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn a_row_is_a_folder_of_the_corpus_with_godot_projects() {
        let fixture = Fixture::new(
            "//- /one/files/a/project.godot\n//- /one/files/b/project.godot\n//- /two/Assets/a\n",
        );
        let names: Vec<PathBuf> = sets(&fixture.root()).into_iter().map(|set| set.root).collect();
        assert_eq!(names, [fixture.path("one")]);
    }
}
