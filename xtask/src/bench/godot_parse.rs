//! The lossless parser of Godot's text beside the `tscn` crate, on the files of the corpus.

use std::path::Path;

use serde_json::Value;

use super::indexing::example;
use super::parse::{megabytes, seconds};
use super::program::Program;
use super::table::Table;
use crate::test::{Found, corpus};
use crate::{Result, shell};

/// What the examples call a parser, what it does, and what it should reach: times the speed of the
/// floor, times the size of the file.
const ROWS: [(&str, &str, [&str; 2]); 4] = [
    ("tscn", "floor: tscn 0.3.6", ["", ""]),
    ("spans", "sections, keys, values bounded", ["≥ 3×", "≤ 3×"]),
    ("typed", "and every value typed", ["≥ 3×", "≤ 3×"]),
    ("walked", "and every nested value visited", ["", "≤ 3×"]),
];

pub(super) fn run(_: &Program) -> Result {
    let corpus = match corpus()? {
        Found::At(folder) => folder,
        Found::Absent(reason) => {
            println!("skipped: parsing the files of real Godot projects ({reason})");
            return Ok(());
        }
    };
    let times = report("godot_parse_bench", &corpus)?;
    let peaks = report("godot_peak_bench", &corpus)?;
    print("scenes", "Godot scenes, one thread", &times, &peaks);
    print("settings", "Godot settings, one thread", &times, &peaks);
    println!(
        "Here × floor is speed; memory is the peak over the size of each of the largest files."
    );
    Ok(())
}

fn report(name: &str, corpus: &Path) -> Result<Value> {
    let report = shell::quietly(shell::command(example(name)?).arg(corpus))?;
    Ok(serde_json::from_str(&report)?)
}

/// Settings have no floor: the `tscn` crate does not read them.
fn print(files: &str, title: &str, times: &Value, peaks: &Value) {
    let times = &times[files];
    let speed = |name: &str| {
        named(&times["rows"], name)
            .map(|row| megabytes(&times["bytes"]) / seconds(&row["nanoseconds"]))
    };
    let floor = speed("tscn");
    let mut table =
        Table::new([title, "MB/s", "refused", "× floor", "goal", "memory", "worst", "goal"]);
    for (name, label, [speed_goal, memory_goal]) in ROWS {
        let (Some(own), Some(row), Some(peak)) =
            (speed(name), named(&times["rows"], name), named(&peaks[files], name))
        else {
            continue;
        };
        let ratio = floor.map(|floor| format!("{:.1}×", own / floor));
        let speed_goal = if floor.is_some() { speed_goal } else { "" };
        let memory = |key: &str| format!("{:.1}×", peak[key].as_f64().unwrap_or_default());
        table.row([
            label.to_owned(),
            format!("{own:.0}"),
            row["refused"].to_string(),
            ratio.unwrap_or_default(),
            speed_goal.to_owned(),
            memory("mean"),
            memory("worst"),
            memory_goal.to_owned(),
        ]);
    }
    table.print();
    println!("{} files, {:.0} MB", times["files"], megabytes(&times["bytes"]));
}

fn named<'v>(rows: &'v Value, name: &str) -> Option<&'v Value> {
    rows.as_array()?.iter().find(|row| row["name"] == name)
}
