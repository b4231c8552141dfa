//! One member set in a large scene, with everything that makes it safe, beside reading the same file.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use super::indexing::example;
use super::program::{Program, target_folder};
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::{Result, shell};

const MEGABYTES: [&str; 2] = ["10", "100"];

/// What the example calls it, and what it is.
const ROWS: [(&str, &str); 5] = [
    ("read", "a: read the file"),
    ("scene", "b: read the scene"),
    ("rewrite", "c: read and durably rewrite the file"),
    ("plan", "plan an edit (a preview without its diff)"),
    ("edit", "edit: plan, journal, durable write, diff"),
];

pub(super) fn run(_: &Program) -> Result {
    let folder = target_folder()?.join("bench/edits");
    let example = example("edit_bench")?;
    for megabytes in MEGABYTES {
        // What an earlier run left in the journal would be cleared away in this one's time.
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let reports = shell::quietly(shell::command(&example).arg(&folder).arg(megabytes))?;
        for report in reports.lines() {
            print(&serde_json::from_str(report)?);
        }
    }
    println!("× a, × b, × c: how many times as long; goals: b ≥ 150 MB/s, an edit ≤ 5 × c");
    Ok(())
}

fn print(report: &Value) {
    let samples = |name: &str| {
        let times = report["nanoseconds"][name].as_array().into_iter().flatten();
        let times = times.filter_map(Value::as_u64).map(Duration::from_nanos);
        Samples::new(times.collect())
    };
    let [read, scene, rewrite] = ["read", "scene", "rewrite"].map(|name| samples(name).median());
    let engine = report["engine"].as_str().unwrap_or_default();
    let megabytes = report["bytes"].as_f64().unwrap_or_default() / 1e6;
    let title = format!("{engine}, {megabytes:.1} MB");
    let mut table = Table::new([title.as_str(), "median", "fastest", "MB/s", "× a", "× b", "× c"]);
    for (name, what) in ROWS {
        let samples = samples(name);
        let median = samples.median();
        table.row([
            what.to_owned(),
            time(median),
            time(samples.min()),
            format!("{:.0}", megabytes / median.as_secs_f64().max(1e-9)),
            ratio(median, read),
            ratio(median, scene),
            ratio(median, rewrite),
        ]);
    }
    table.print();
}
