//! The figures of one row: sizes, comments, unwraps and names.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use super::tree::SourceFile;

static TYPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union)\s+(\w+)")
        .expect("a valid pattern")
});
static UNWRAP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\.unwrap\(\)").expect("a valid pattern"));

/// How often each type name is defined.
pub(super) type TypeNames = BTreeMap<String, usize>;

/// Median, 90th percentile and maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spread {
    median: usize,
    p90: usize,
    max: usize,
}

#[derive(Debug)]
pub(super) struct Figures {
    pub(super) files: usize,
    pub(super) file_lines: Option<Spread>,
    pub(super) function_lines: Option<Spread>,
    code_lines: usize,
    comment_lines: usize,
    unwraps: usize,
    pub(super) types: usize,
    shared_types: usize,
}

impl Spread {
    fn new(mut values: Vec<usize>) -> Option<Spread> {
        values.sort_unstable();
        let max = *values.last()?;
        let middle = values.len() / 2;
        let median = match values.len() % 2 {
            1 => values[middle],
            _ => values[middle - 1].midpoint(values[middle]),
        };
        let p90 = values[(values.len() * 9 / 10).min(values.len() - 1)];
        Some(Spread { median, p90, max })
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.median, self.p90, self.max)
    }
}

/// The type names that `files` define.
pub(super) fn type_names(files: &[&SourceFile]) -> TypeNames {
    let mut names = TypeNames::new();
    for name in files.iter().flat_map(|file| types(file)) {
        *names.entry(name.to_owned()).or_default() += 1;
    }
    names
}

fn types(file: &SourceFile) -> Vec<&str> {
    file.matches(&TYPE).collect()
}

impl Figures {
    /// `names` are those of the whole workspace: a name is shared if any other type has it.
    pub(super) fn new(files: &[&SourceFile], names: &TypeNames) -> Figures {
        let counts: Vec<_> = files.iter().map(|file| file.count_lines()).collect();
        let functions = files.iter().flat_map(|file| file.function_lengths()).collect();
        let types: Vec<&str> = files.iter().flat_map(|file| types(file)).collect();
        let is_shared = |name: &&&str| names.get(**name).is_some_and(|count| *count > 1);
        let unwraps = |file: &&SourceFile| file.matches(&UNWRAP).count();
        Figures {
            files: files.len(),
            file_lines: Spread::new(counts.iter().map(|count| count.total()).collect()),
            function_lines: Spread::new(functions),
            code_lines: counts.iter().map(|count| count.code).sum(),
            comment_lines: counts.iter().map(|count| count.comment).sum(),
            unwraps: files.iter().map(unwraps).sum(),
            shared_types: types.iter().filter(is_shared).count(),
            types: types.len(),
        }
    }

    /// Comment lines among the lines with code or comments, in percent.
    pub(super) fn comment_share(&self) -> f64 {
        percent(self.comment_lines, self.comment_lines + self.code_lines)
    }

    pub(super) fn unwraps_per_thousand(&self) -> f64 {
        1000.0 * self.unwraps as f64 / self.code_lines.max(1) as f64
    }

    /// Types that share their name with another, in percent.
    pub(super) fn shared_share(&self) -> f64 {
        percent(self.shared_types, self.types)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The names that several types have, the most frequent first.
pub(super) fn most_shared(names: &TypeNames) -> Vec<(&str, usize)> {
    let shared = names.iter().filter(|(_, count)| **count > 1);
    let mut shared: Vec<(&str, usize)> =
        shared.map(|(name, count)| (name.as_str(), *count)).collect();
    shared.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(krate: &str, source: &str) -> SourceFile {
        SourceFile::new("crates/a/src/a.rs", krate.to_owned(), source.to_owned())
    }

    #[test]
    fn a_spread_has_median_p90_and_maximum() {
        assert_eq!(Spread::new((1..=10).collect()).unwrap().to_string(), "5/10/10");
        assert_eq!(Spread::new(vec![3, 1, 2]).unwrap().to_string(), "2/3/3");
        assert_eq!(Spread::new(Vec::new()), None);
    }

    #[test]
    fn a_name_is_shared_across_crates() {
        let one = file("one", "struct Args;\npub(crate) enum Kind { A }\n");
        let two = file(
            "two",
            "pub trait Args {}\n// struct Kind;\n#[cfg(test)]\nmod tests { struct Kind; }\n",
        );
        let names = type_names(&[&one, &two]);
        assert_eq!(most_shared(&names), [("Args", 2)]);
        let figures = Figures::new(&[&one], &names);
        assert_eq!((figures.types, figures.shared_types), (2, 1));
    }

    #[test]
    fn comments_and_unwraps_are_counted_outside_of_tests() {
        let file = file(
            "one",
            "// Why.\nfn a() {\n    b().unwrap();\n}\n#[cfg(test)]\nmod tests { fn c() { d().unwrap(); } }\n",
        );
        let figures = Figures::new(&[&file], &TypeNames::new());
        assert_eq!((figures.code_lines, figures.comment_lines, figures.unwraps), (3, 1, 1));
        assert!((figures.comment_share() - 25.0).abs() < 1e-9);
    }
}
