//! Links between the Markdown files of the repository: each leads to a file, and to a heading in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::{Result, shell};

static LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\]\(([^()\s]+)\)").expect("a valid pattern"));

pub(super) fn check(root: &Path) -> Result {
    let listed = shell::quietly(shell::command("git").args([
        "ls-files",
        "-co",
        "--exclude-standard",
        "*.md",
    ]))?;
    let mut broken = Vec::new();
    for file in listed.lines() {
        // A file that is deleted and not committed is still listed.
        let Ok(text) = fs::read_to_string(root.join(file)) else { continue };
        let targets = targets(&text).into_iter().filter(|target| !resolves(root, file, target));
        broken.extend(targets.map(|target| format!("{file} links to {target}")));
    }
    match broken.is_empty() {
        true => Ok(()),
        false => Err(format!("links that lead nowhere:\n  {}", broken.join("\n  ")).into()),
    }
}

/// What the links of a page name, without addresses on the web and without code.
fn targets(text: &str) -> BTreeSet<&str> {
    let prose = prose(text);
    let links = prose.into_iter().flat_map(|line| LINK.captures_iter(line));
    let targets = links.filter_map(|link| Some(link.get(1)?.as_str()));
    targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:")).collect()
}

/// The lines outside of code blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut is_code = false;
    let outside = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    };
    text.lines().filter(outside).collect()
}

fn resolves(root: &Path, from: &str, target: &str) -> bool {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let path = if path.is_empty() { PathBuf::from(from) } else { normal(&folder.join(path)) };
    let full = root.join(path);
    if anchor.is_empty() {
        return full.exists();
    }
    fs::read_to_string(full).is_ok_and(|text| anchors(&text).contains(anchor))
}

/// Without `..`, which may lead through a folder that is a link.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            part => normal.push(part),
        }
    }
    normal
}

/// As GitHub makes them from headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let prose = prose(text);
    let headings = prose.into_iter().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let letters = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = letters.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let page = "[a](b.md#c) and [d](https://example.org)\n```\n[e](f.md)\n```\n[g](#h)\n";
        assert_eq!(targets(page), BTreeSet::from(["b.md#c", "#h"]));
    }

    #[test]
    fn headings_have_the_anchors_of_github() {
        let page = "# `scenewright check`\n## docs.class.read\n## Who may come in, and how\n";
        let expected = ["scenewright-check", "docsclassread", "who-may-come-in-and-how"];
        assert_eq!(anchors(page), expected.map(str::to_owned).into());
    }

    #[test]
    fn a_link_leads_to_a_file_and_a_heading() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("docs")).unwrap();
        fs::write(folder.path().join("docs/a.md"), "## Limits\n").unwrap();
        fs::write(folder.path().join("README.md"), "# Top\n").unwrap();
        for (from, target, expected) in [
            ("README.md", "docs/a.md#limits", true),
            ("README.md", "docs/a.md#nothing", false),
            ("README.md", "#top", true),
            ("docs/a.md", "../README.md", true),
            ("docs/a.md", "b.md", false),
        ] {
            assert_eq!(resolves(folder.path(), from, target), expected, "{from} {target}");
        }
    }
}
