//! What the code looks like in numbers. It prints, and never fails a build: the figures are for people who
//! compare them with other code bases.

mod figures;
mod mask;
mod tree;

use std::collections::BTreeSet;

use crate::bench::table::Table;
use crate::{Result, Subcommand, no_arguments, shell};
use figures::{Figures, TypeNames, most_shared, type_names};
use tree::SourceFile;

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "style",
    summary: "Print sizes, comments, unwraps and shared type names",
    help: "\
Usage: cargo xtask style

Measures the Rust files that git tracks, without tests and without xtask, and
prints a row for the workspace and one for each crate:

  file lines     lines per file: median/90th percentile/maximum
  fn lines       lines per function, from `fn` to the closing brace
  comments       comment lines among the lines that have code or comments
  unwrap per 1k  calls of unwrap() per 1,000 lines of code
  shared names   types whose name another type of the workspace has, too

The last lines list the names that most types share. Nothing fails because of
these figures. Where to be: files 150/400, functions 8/30, at most 15 % shared.
",
    run,
};

/// How many of the shared names are listed.
const LISTED_NAMES: usize = 20;

fn run(arguments: &[String]) -> Result {
    no_arguments("style", arguments)?;
    let files = tree::load(&shell::root())?;
    let code: Vec<&SourceFile> =
        files.iter().filter(|file| !file.is_test && !file.is_tool()).collect();
    let names = type_names(&code);
    let mut table = Table::new([
        "",
        "files",
        "file lines",
        "fn lines",
        "comments",
        "unwrap per 1k",
        "shared names",
    ]);
    table.row(row("workspace", &code, &names));
    let crates: BTreeSet<&str> = code.iter().map(|file| file.krate.as_str()).collect();
    for name in crates {
        let own: Vec<&SourceFile> =
            code.iter().copied().filter(|file| file.krate == name).collect();
        table.row(row(name, &own, &names));
    }
    table.print();
    print_shared(&names);
    Ok(())
}

fn row(name: &str, files: &[&SourceFile], names: &TypeNames) -> [String; 7] {
    let figures = Figures::new(files, names);
    let spread = |spread: Option<figures::Spread>| {
        spread.map_or_else(|| "-".to_owned(), |spread| spread.to_string())
    };
    [
        name.to_owned(),
        figures.files.to_string(),
        spread(figures.file_lines),
        spread(figures.function_lines),
        format!("{:.1} %", figures.comment_share()),
        format!("{:.1}", figures.unwraps_per_thousand()),
        format!("{:.0} % of {}", figures.shared_share(), figures.types),
    ]
}

fn print_shared(names: &TypeNames) {
    let shared = most_shared(names);
    let listed: Vec<String> =
        shared.iter().take(LISTED_NAMES).map(|(name, count)| format!("{name} ×{count}")).collect();
    match listed.is_empty() {
        true => println!("\nNo two types share a name."),
        false => println!("\nMost shared of {} names: {}", shared.len(), listed.join(", ")),
    }
}
