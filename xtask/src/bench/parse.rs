//! The lossless parser beside a general one, on the scenes and prefabs of the corpus.

use std::time::Duration;

use serde_json::Value;

use super::indexing::example;
use super::program::Program;
use super::table::Table;
use crate::test::{Found, corpus};
use crate::{Result, shell};

pub(super) fn run(_: &Program) -> Result {
    let corpus = match corpus()? {
        Found::At(folder) => folder,
        Found::Absent(reason) => {
            println!("skipped: parsing the scenes of real projects ({reason})");
            return Ok(());
        }
    };
    let report = shell::quietly(shell::command(example("parse_bench")?).arg(corpus))?;
    let report: Value = serde_json::from_str(&report)?;
    let speed = |key: &str| megabytes(&report["bytes"]) / seconds(&report[key]);
    let (own, peer) = (speed("nanoseconds"), speed("peerNanoseconds"));
    let mut table = Table::new(["parse, one thread", "MB/s", "refused", "× floor", "goal"]);
    table.row([
        "floor: saphyr-parser".to_owned(),
        format!("{peer:.0}"),
        report["peerFailed"].to_string(),
        "1.0×".to_owned(),
        String::new(),
    ]);
    table.row([
        "lossless".to_owned(),
        format!("{own:.0}"),
        report["failed"].to_string(),
        format!("{:.1}×", own / peer),
        "≥ 10×".to_owned(),
    ]);
    table.print();
    println!(
        "{} files, {:.0} MB; here × floor is speed",
        report["files"],
        megabytes(&report["bytes"])
    );
    Ok(())
}

pub(super) fn megabytes(bytes: &Value) -> f64 {
    bytes.as_f64().unwrap_or_default() / 1e6
}

pub(super) fn seconds(nanoseconds: &Value) -> f64 {
    Duration::from_nanos(nanoseconds.as_u64().unwrap_or_default()).as_secs_f64()
}
