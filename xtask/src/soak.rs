//! `cargo xtask soak`: changes files all the time, and compares every answer with them.

use crate::{Result, Subcommand, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "soak",
    summary: "Look for an answer that is older than its call, for long",
    help: "\
Usage: cargo xtask soak [CHANGES]

Writers make CHANGES (100,000 by default) to the files of a project of each engine: files are
written, replaced, moved and deleted, and so are folders. Meanwhile readers ask for what was
changed last, and compare each answer with what was on disk when they asked. Fails at the first
stale answer. The tests do the same for less than a second.",
    run,
};

const CHANGES: usize = 100_000;

fn run(arguments: &[String]) -> Result {
    let changes: usize = match arguments {
        [] => CHANGES,
        [changes] => changes.parse().map_err(|_| format!("`{changes}` is not a number"))?,
        _ => return Err("expected one number of changes".into()),
    };
    let mut test = shell::cargo(["test", "--release", "--package", "scenewright-engines"]);
    test.args(["--test", "scenes", "freshness::soak", "--", "--nocapture", "--test-threads=1"]);
    shell::run(test.env("SCENEWRIGHT_SOAK_CHANGES", changes.to_string()))
}
