//! docs/reference.md is what the program says about itself, never written by hand.

use std::fs;
use std::path::PathBuf;

use crate::{Chore, Result, no_arguments, shell};

pub(crate) const CHORE: Chore = Chore {
    name: "docs",
    summary: "Write docs/reference.md from the program's own list of tools",
    help: "\
Usage: cargo xtask docs [--check]

Writes what `scenewright tools --markdown` prints to docs/reference.md.

  --check  Write nothing; fail if the file is not up to date
",
    run,
};

fn run(arguments: &[String]) -> Result {
    match arguments.split_first() {
        Some((flag, rest)) if flag == "--check" => {
            no_arguments("docs", rest)?;
            check()
        }
        _ => {
            no_arguments("docs", arguments)?;
            write()
        }
    }
}

fn write() -> Result {
    let path = reference();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, generated()?)?;
    println!("wrote docs/reference.md");
    Ok(())
}

pub(crate) fn check() -> Result {
    let generated = generated()?;
    match fs::read_to_string(reference()) {
        Ok(committed) if same(&committed, &generated) => Ok(()),
        _ => Err("docs/reference.md is stale: run `cargo xtask docs`".into()),
    }
}

fn reference() -> PathBuf {
    shell::root().join("docs/reference.md")
}

fn generated() -> Result<String> {
    shell::capture(&mut shell::cargo([
        "run",
        "--quiet",
        "--package",
        "scenewright",
        "--",
        "tools",
        "--markdown",
    ]))
}

/// A checkout on Windows may have other line ends than the program writes.
fn same(left: &str, right: &str) -> bool {
    left.lines().eq(right.lines())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_do_not_make_the_docs_stale() {
        assert!(same("# Tools\r\none\r\n", "# Tools\none\n"));
        assert!(!same("# Tools\none\n", "# Tools\ntwo\n"));
    }
}
