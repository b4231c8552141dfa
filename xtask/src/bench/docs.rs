//! Godot's class reference: loaded, kept in memory and searched, beside looking through all of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::indexing::example_of;
use super::program::Program;
use super::stats::{Samples, median, ratio, time};
use super::table::Table;
use crate::test::{Found, godot};
use crate::{Result, shell};

const RUNS: usize = 7;

pub(super) fn run(_: &Program) -> Result {
    let godot = match godot()? {
        Found::At(program) => program,
        Found::Absent(reason) => {
            println!("skipped: searching Godot's class reference ({reason})");
            return Ok(());
        }
    };
    let example = example_of("scenewright-godot-docs", "docs_bench")?;
    let packed = packed(&godot, &example)?;
    let reports: Vec<Value> =
        (0..RUNS).map(|_| measure(&example, &packed)).collect::<Result<_>>()?;
    print(&reports);
    Ok(())
}

/// Godot's class reference in its stored form.
fn packed(godot: &Path, example: &Path) -> Result<PathBuf> {
    let folder = shell::root().join("target/bench-docs");
    fs::create_dir_all(&folder)?;
    let mut ask = shell::command(godot);
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "APPDATA"] {
        ask.env(variable, &folder);
    }
    ask.args(["--headless", "--dump-extension-api-with-docs"]).current_dir(&folder);
    shell::quietly(&mut ask)?;
    let packed = folder.join("docs.txt");
    let mut pack = shell::command(example);
    shell::quietly(pack.arg("pack").arg(folder.join("extension_api.json")).arg(&packed))?;
    Ok(packed)
}

fn measure(example: &Path, packed: &Path) -> Result<Value> {
    let report = shell::quietly(shell::command(example).arg("run").arg(packed))?;
    Ok(serde_json::from_str(&report)?)
}

fn print(reports: &[Value]) {
    let [search, scan] = ["searchNanoseconds", "scanNanoseconds"].map(|key| samples(reports, key));
    let load = samples(reports, "loadNanoseconds");
    let memory = |key: &str| {
        let sizes = reports.iter().map(|it| it[key].as_f64().unwrap_or_default()).collect();
        format!("{:.1} MB", median(sizes) / 1024.0)
    };
    let mut table = Table::new(["class reference", "p50", "p99", "floor: scan", "× floor", "goal"]);
    table.row([
        "search".to_owned(),
        time(search.median()),
        time(search.percentile(99)),
        time(scan.median()),
        ratio(search.median(), scan.median()),
        "≤ 5 ms".to_owned(),
    ]);
    table.row([
        "load".to_owned(),
        time(load.median()),
        time(load.percentile(99)),
        String::new(),
        String::new(),
        "≤ 150 ms".to_owned(),
    ]);
    table.print();
    println!(
        "{} classes; memory {} (goal: ≤ 25 MB), peak of the process {}; {RUNS} processes",
        reports[0]["classes"],
        memory("memoryKilobytes"),
        memory("peakKilobytes"),
    );
}

/// Of all runs together; a report has one number or a list.
fn samples(reports: &[Value], key: &str) -> Samples {
    let numbers = reports.iter().flat_map(|report| match &report[key] {
        Value::Array(numbers) => numbers.clone(),
        number => vec![number.clone()],
    });
    Samples::new(numbers.filter_map(|it| it.as_u64()).map(Duration::from_nanos).collect())
}
