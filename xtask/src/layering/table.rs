//! The Markdown table of ARCHITECTURE.md as rules.

use std::collections::{BTreeMap, BTreeSet};

use crate::Result;

const BEGIN: &str = "<!-- layering:begin -->";
const END: &str = "<!-- layering:end -->";

/// In `may depend on`: every crate of the table.
const ALL: &str = "all";

pub(super) struct Table {
    rules: BTreeMap<String, Rule>,
}

pub(super) struct Rule {
    may: BTreeSet<String>,
    never: BTreeSet<String>,
}

impl Rule {
    pub(super) fn may(&self, name: &str) -> bool {
        self.may.contains(name) || self.may.contains(ALL)
    }

    pub(super) fn never(&self, name: &str) -> bool {
        self.never.contains(name)
    }
}

impl Table {
    pub(super) fn parse(markdown: &str) -> Result<Table> {
        let mut lines = marked(markdown)?.lines().filter(|line| line.contains('|'));
        let columns = Columns::parse(lines.next().unwrap_or_default())?;
        let mut rules = BTreeMap::new();
        // The line below the header only draws a rule.
        for line in lines.skip(1) {
            let (name, rule) = columns.row(line)?;
            if rules.insert(name.clone(), rule).is_some() {
                return Err(
                    format!("the layering table has two rows for `{name}`: keep one").into()
                );
            }
        }
        let table = Table { rules };
        table.check_names()?;
        Ok(table)
    }

    pub(super) fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.get(name)
    }

    pub(super) fn crates(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    pub(super) fn len(&self) -> usize {
        self.rules.len()
    }

    /// A misspelt name would allow nothing and look as if it did.
    fn check_names(&self) -> Result {
        for (name, rule) in &self.rules {
            let known = |may: &str| may == ALL || self.rules.contains_key(may);
            if let Some(unknown) = rule.may.iter().find(|may| !known(may)) {
                return Err(format!(
                    "the layering table lets `{name}` depend on `{unknown}`, which has no row: add the row or correct the name"
                )
                .into());
            }
        }
        Ok(())
    }
}

fn marked(markdown: &str) -> Result<&str> {
    let between = markdown.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
    match between {
        Some((table, _)) => Ok(table),
        None => Err(format!("ARCHITECTURE.md has no table between `{BEGIN}` and `{END}`").into()),
    }
}

/// Where the columns stand; others may stand between them.
struct Columns {
    name: usize,
    may: usize,
    never: Option<usize>,
}

impl Columns {
    fn parse(header: &str) -> Result<Columns> {
        let titles: Vec<String> = cells(header).map(str::to_lowercase).collect();
        let find = |title: &str| titles.iter().position(|cell| cell == title);
        let required = |title: &str| {
            find(title).ok_or_else(|| format!("the layering table has no column `{title}`"))
        };
        Ok(Columns {
            name: required("crate")?,
            may: required("may depend on")?,
            never: find("never"),
        })
    }

    fn row(&self, line: &str) -> Result<(String, Rule)> {
        let cells: Vec<&str> = cells(line).collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let name = bare(cell(self.name));
        if name.is_empty() {
            return Err(format!("the layering table has a row without a crate: `{line}`").into());
        }
        let rule = Rule {
            may: names(cell(self.may)),
            never: self.never.map(cell).map(names).unwrap_or_default(),
        };
        Ok((name.to_owned(), rule))
    }
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.split('|').map(str::trim)
}

fn names(cell: &str) -> BTreeSet<String> {
    cell.split(',')
        .map(bare)
        .filter(|name| !matches!(*name, "" | "-" | "–" | "—"))
        .map(str::to_owned)
        .collect()
}

fn bare(name: &str) -> &str {
    name.trim().trim_matches('`')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rows: &str) -> Result<Table> {
        Table::parse(&format!("# Layers\n{BEGIN}\n{rows}\n{END}\nmore | text\n"))
    }

    fn error(rows: &str) -> String {
        parse(rows).err().expect("the table is refused").to_string()
    }

    #[test]
    fn reads_names_lists_and_dashes() {
        let table = parse(
            "| Crate | why | May depend on | never |\n\
             | --- | --- | --- | --- |\n\
             | `model` | nouns | — | `tokio`, axum |\n\
             | engine | port | model | |\n\
             | scenewright | program | all |",
        )
        .unwrap();
        assert_eq!(table.crates().collect::<Vec<_>>(), ["engine", "model", "scenewright"]);
        let rule = |name| table.rule(name).unwrap();
        assert!(rule("model").never("tokio") && rule("model").never("axum"));
        assert!(!rule("model").may("engine") && !rule("model").may("—"));
        assert!(rule("engine").may("model") && !rule("engine").never("tokio"));
        assert!(rule("scenewright").may("engine"));
    }

    #[test]
    fn says_what_is_wrong_with_a_table() {
        let head = "| crate | may depend on |\n| --- | --- |\n";
        assert!(error(&format!("{head}| a | b |")).contains("lets `a` depend on `b`"));
        assert!(error(&format!("{head}| a | |\n| a | |")).contains("two rows for `a`"));
        assert!(error(&format!("{head}| | — |")).contains("without a crate"));
        assert!(error("| crate | uses |\n| --- | --- |").contains("no column `may depend on`"));
    }

    #[test]
    fn a_page_without_the_marks_is_refused() {
        let error = Table::parse("# Architecture\n").err().unwrap().to_string();
        assert!(error.contains(BEGIN) && error.contains(END), "{error}");
    }
}
