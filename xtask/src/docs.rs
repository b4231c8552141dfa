//! The tool reference in docs/ is what the program prints about itself, never written by hand.

mod links;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Result, Subcommand, no_arguments, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "docs",
    summary: "Write the tool reference in docs/ from the program's own list of tools",
    help: "\
Usage: cargo xtask docs [--check]

Writes what `scenewright tools --markdown` prints to docs/reference.md, and one
page per category to docs/reference/.

  --check  Write nothing; fail if a page is not up to date, or if a link between
           the Markdown files of the repository leads nowhere
",
    run,
};

const INDEX: &str = "docs/reference.md";
const PAGES: &str = "docs/reference";

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
    let root = shell::root();
    let pages = generate()?;
    for stale in committed(&root)?.iter().filter(|path| !pages.contains_key(*path)) {
        fs::remove_file(root.join(stale))?;
    }
    fs::create_dir_all(root.join(PAGES))?;
    for (path, text) in &pages {
        fs::write(root.join(path), text)?;
    }
    println!("wrote {INDEX} and {} pages in {PAGES}", pages.len() - 1);
    Ok(())
}

pub(crate) fn check() -> Result {
    let root = shell::root();
    let pages = generate()?;
    let is_current = |path: &str, text: &str| {
        fs::read_to_string(root.join(path)).is_ok_and(|committed| same(&committed, text))
    };
    let mut stale: BTreeSet<&str> = pages
        .iter()
        .filter(|(path, text)| !is_current(path, text))
        .map(|(path, _)| path.as_str())
        .collect();
    let committed = committed(&root)?;
    stale.extend(committed.iter().filter(|path| !pages.contains_key(*path)).map(String::as_str));
    if !stale.is_empty() {
        let stale: Vec<&str> = stale.into_iter().collect();
        return Err(format!("stale: {}: run `cargo xtask docs`", stale.join(", ")).into());
    }
    links::check(&root)
}

/// The pages that are there now, relative to the root.
fn committed(root: &Path) -> Result<BTreeSet<String>> {
    let Ok(entries) = fs::read_dir(root.join(PAGES)) else { return Ok(BTreeSet::new()) };
    let name = |entry: std::io::Result<fs::DirEntry>| -> Result<String> {
        Ok(format!("{PAGES}/{}", entry?.file_name().to_string_lossy()))
    };
    entries.map(name).collect()
}

/// Every page, by its path from the root.
fn generate() -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::from([(INDEX.to_owned(), tools(&["--markdown"])?)]);
    for category in categories()? {
        let path = format!("{PAGES}/{}.md", category.replace('.', "-"));
        pages.insert(path, tools(&["--markdown", &category])?);
    }
    Ok(pages)
}

fn categories() -> Result<BTreeSet<String>> {
    let listed: Value = serde_json::from_str(&tools(&["--json"])?)?;
    let tools = listed["tools"].as_array().ok_or("`scenewright tools --json` lists no tools")?;
    Ok(tools.iter().filter_map(|tool| tool["category"].as_str()).map(str::to_owned).collect())
}

fn tools(arguments: &[&str]) -> Result<String> {
    let mut command = shell::cargo(["run", "--quiet", "--package", "scenewright", "--", "tools"]);
    shell::quietly(command.args(arguments))
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
