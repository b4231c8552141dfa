//! The Rust files that git tracks: which belong to which crate, which are tests, and what is in them.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::mask::Masked;
use crate::{Result, shell};

/// Crates that exist for tests only.
const TEST_CRATES: [&str; 2] = ["testkit", "fuzz"];
/// Crates that are not part of the product.
const TOOL_CRATES: [&str; 1] = ["xtask"];
const TEST_FOLDERS: [&str; 4] = ["tests", "benches", "examples", "integration"];

static TEST_MODULE: LazyLock<Regex> = LazyLock::new(|| {
    let attributes = r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*";
    Regex::new(&format!(r"{attributes}(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;"))
        .expect("a valid pattern")
});
static FUNCTION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bfn\s+([A-Za-z_]\w*)").expect("a valid pattern"));

pub(super) struct SourceFile {
    pub(super) path: String,
    pub(super) krate: String,
    pub(super) is_test: bool,
    source: String,
    pub(super) code: String,
    comments: Vec<Range<usize>>,
    /// Items behind `#[cfg(test)]`, both ends included.
    test_spans: Vec<(usize, usize)>,
}

/// How many lines of a file are what, without its tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineCount {
    pub(super) code: usize,
    pub(super) comment: usize,
    pub(super) blank: usize,
}

impl LineCount {
    pub(super) fn total(&self) -> usize {
        self.code + self.comment + self.blank
    }
}

/// Every Rust file below `root`.
pub(super) fn load(root: &Path) -> Result<Vec<SourceFile>> {
    let listed = shell::quietly(shell::command("git").args(["ls-files", "-z"]).current_dir(root))?;
    let paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
    let crates: BTreeSet<&str> =
        paths.iter().filter(|path| name(path) == "Cargo.toml").map(|path| folder(path)).collect();
    let mut files = Vec::new();
    for path in paths.iter().filter(|path| path.ends_with(".rs")) {
        // A file that is deleted and not committed is still listed.
        if let Ok(source) = fs::read(root.join(path)) {
            let source = String::from_utf8_lossy(&source).into_owned();
            files.push(SourceFile::new(path, crate_of(path, &crates), source));
        }
    }
    mark_test_modules(&mut files);
    Ok(files)
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn crate_of(path: &str, crates: &BTreeSet<&str>) -> String {
    let mut at = folder(path);
    while !at.is_empty() && !crates.contains(at) {
        at = folder(at);
    }
    if at.is_empty() { ".".to_owned() } else { name(at).to_owned() }
}

/// `#[cfg(test)] mod x;` makes `x.rs` and everything below `x/` a test.
fn mark_test_modules(files: &mut [SourceFile]) {
    let mut modules = Vec::new();
    for file in files.iter() {
        let stem = file.path.trim_end_matches(".rs");
        let is_root = ["lib", "main", "mod"].contains(&name(stem));
        let base = if is_root { folder(stem) } else { stem };
        let found = TEST_MODULE.captures_iter(&file.code).filter_map(|found| found.get(1));
        modules.extend(found.map(|module| format!("{base}/{}", module.as_str())));
    }
    for file in files {
        let rest = |module: &String| file.path.strip_prefix(module.as_str()).map(str::to_owned);
        let is_below = |rest: String| rest == ".rs" || rest.starts_with('/');
        file.is_test |= modules.iter().filter_map(rest).any(is_below);
    }
}

impl SourceFile {
    pub(super) fn new(path: &str, krate: String, source: String) -> SourceFile {
        let Masked { text: code, comments } = Masked::new(&source);
        let name = name(path);
        let mut folders = folder(path).split('/');
        let is_test = TEST_CRATES.contains(&krate.as_str())
            || folders.any(|folder| TEST_FOLDERS.contains(&folder))
            || ["tests.rs", "test.rs"].contains(&name)
            || name.ends_with("_tests.rs");
        let test_spans = test_spans(&code);
        SourceFile { path: path.to_owned(), krate, is_test, source, code, comments, test_spans }
    }

    pub(super) fn is_tool(&self) -> bool {
        TOOL_CRATES.contains(&self.krate.as_str())
    }

    pub(super) fn is_in_test(&self, at: usize) -> bool {
        self.is_test || self.test_spans.iter().any(|(start, end)| (*start..=*end).contains(&at))
    }

    fn line_of(&self, at: usize) -> usize {
        self.source.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1
    }

    pub(super) fn count_lines(&self) -> LineCount {
        let commented: BTreeSet<usize> = self
            .comments
            .iter()
            .flat_map(|comment| self.line_of(comment.start)..=self.line_of(comment.end))
            .collect();
        let mut count = LineCount::default();
        let mut at = 0;
        for (index, (source, code)) in
            self.source.split('\n').zip(self.code.split('\n')).enumerate()
        {
            let is_test = self.is_in_test(at);
            at += source.len() + 1;
            match (code.trim().is_empty(), source.trim().is_empty()) {
                _ if is_test => {}
                (false, _) => count.code += 1,
                (true, _) if commented.contains(&(index + 1)) => count.comment += 1,
                // Inside of a string.
                (true, false) => count.code += 1,
                (true, true) => count.blank += 1,
            }
        }
        count
    }

    /// The length in lines of each function outside of tests, from `fn` to the closing brace.
    pub(super) fn function_lengths(&self) -> Vec<usize> {
        let outside =
            FUNCTION.find_iter(&self.code).filter(|found| !self.is_in_test(found.start()));
        let length = |found: regex::Match<'_>| {
            let open = body_of(&self.code, found.end())?;
            let close = closing_brace(&self.code, open);
            Some(self.line_of(close) - self.line_of(found.start()) + 1)
        };
        outside.filter_map(length).collect()
    }

    /// Where a pattern's first group, or else the pattern, is found outside of tests.
    pub(super) fn matches<'a>(
        &'a self,
        pattern: &'a Regex,
    ) -> impl Iterator<Item = &'a str> + use<'a> {
        pattern.captures_iter(&self.code).filter_map(|found| {
            let whole = found.get(0).filter(|whole| !self.is_in_test(whole.start()))?;
            Some(found.get(1).unwrap_or(whole).as_str())
        })
    }
}

fn test_spans(code: &str) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    for (start, attribute) in code.match_indices("#[cfg(test)]") {
        let after = start + attribute.len();
        let next = code[after..].find(['{', ';']).map(|next| after + next);
        if let Some(open) = next.filter(|next| code[*next..].starts_with('{')) {
            spans.push((start, closing_brace(code, open)));
        }
    }
    spans
}

/// The opening brace of a function's body; a declaration without one ends with a semicolon.
fn body_of(code: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b';' if depth == 0 => return None,
            b'{' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

fn closing_brace(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at;
        }
    }
    code.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
//! Docs.

fn one(a: [u8; 2]) -> u8 {
    a[0]
}

trait Two {
    fn two();
}

#[cfg(test)]
mod tests {
    fn three() {}
}
";

    fn file(path: &str, source: &str) -> SourceFile {
        SourceFile::new(path, "model".to_owned(), source.to_owned())
    }

    #[test]
    fn tests_and_declarations_are_not_counted() {
        let file = file("crates/model/src/a.rs", SOURCE);
        assert_eq!(file.function_lengths(), [3]);
        assert_eq!(file.count_lines(), LineCount { code: 6, comment: 1, blank: 4 });
    }

    #[test]
    fn tests_are_recognised_by_their_place() {
        for (path, is_test) in [
            ("crates/model/src/a.rs", false),
            ("crates/model/src/tests.rs", true),
            ("crates/model/src/a_tests.rs", true),
            ("crates/model/tests/e2e/main.rs", true),
            ("crates/model/examples/a.rs", true),
        ] {
            assert_eq!(file(path, "").is_test, is_test, "{path}");
        }
    }

    #[test]
    fn a_module_for_tests_includes_the_files_below_it() {
        let mut files = [
            file("crates/model/src/a.rs", "#[cfg(test)]\nmod cases;\nmod b;\n"),
            file("crates/model/src/a/cases.rs", ""),
            file("crates/model/src/a/cases/more.rs", ""),
            file("crates/model/src/a/b.rs", ""),
        ];
        mark_test_modules(&mut files);
        assert_eq!(files.map(|file| file.is_test), [false, true, true, false]);
    }

    #[test]
    fn a_file_belongs_to_the_nearest_crate() {
        let crates = BTreeSet::from(["", "crates/model", "fuzz"]);
        assert_eq!(crate_of("crates/model/src/a/b.rs", &crates), "model");
        assert_eq!(crate_of("scripts/a.rs", &crates), ".");
    }
}
