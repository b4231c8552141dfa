//! The positions of findings in real projects: each is where the file names the target.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_model::{Findings, MissingTarget, SourcePosition};

use crate::needs_corpus::{corpus, projects_below};

/// How many findings are where the file has what.
#[derive(Debug, Default, PartialEq, Eq)]
struct PositionCounts {
    /// The target itself: a guid, a path, the name of a node, signal or class.
    target: usize,
    /// `ExtResource("1")`, whose declaration has the target (Godot).
    resource: usize,
    /// Not in a text file.
    none: usize,
    /// Anything else.
    wrong: Vec<String>,
}

struct PlacedTarget<'f> {
    file: &'f str,
    target: &'f MissingTarget,
    position: Option<SourcePosition>,
}

/// The lines of the files with findings.
struct ProjectLines {
    root: PathBuf,
    files: HashMap<String, Vec<String>>,
}

impl ProjectLines {
    fn of(&mut self, file: &str) -> &[String] {
        let relative = file.strip_prefix("res://").unwrap_or(file);
        self.files.entry(file.to_owned()).or_insert_with(|| {
            let text = fs::read(self.root.join(relative)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            text.trim_start_matches('\u{feff}').split('\n').map(str::to_owned).collect()
        })
    }
}

fn placed(findings: &Findings) -> Vec<PlacedTarget<'_>> {
    let scripts = findings.missing_scripts.iter().map(|found| PlacedTarget {
        file: &found.file,
        target: &found.target,
        position: found.position,
    });
    let broken = findings.broken_references.iter().map(|found| PlacedTarget {
        file: &found.file,
        target: &found.target,
        position: found.position,
    });
    let unknown = findings.unknown_references.iter().flat_map(|unknown| {
        unknown.places.iter().map(|place| PlacedTarget {
            file: &place.file,
            target: &unknown.target,
            position: place.position,
        })
    });
    scripts.chain(broken).chain(unknown).collect()
}

fn add(counts: &mut PositionCounts, lines: &[String], found: &PlacedTarget<'_>) {
    let Some(SourcePosition { line, column }) = found.position else {
        counts.none += 1;
        return;
    };
    let text = lines.get(line as usize - 1).map(String::as_str).unwrap_or_default();
    let rest: String = text.chars().skip(column as usize - 1).collect();
    let is_at = match found.target {
        MissingTarget::Null => rest.starts_with('0'),
        MissingTarget::Guid(guid) | MissingTarget::ObjectInAsset { guid, .. } => {
            rest.starts_with(guid.as_str())
        }
        MissingTarget::FileId(id) => rest.starts_with(&id.to_string()),
        MissingTarget::Address(address) => rest.contains(name_of(address)),
    };
    let declaration = resource_id(&rest).and_then(|id| {
        let ids = [format!(" id=\"{id}\""), format!(" id={id}")];
        let is_it = |line: &&String| {
            line.starts_with("[ext_resource") && ids.iter().any(|id| line.contains(id.as_str()))
        };
        lines.iter().find(is_it)
    });
    match (found.target, declaration) {
        _ if is_at => counts.target += 1,
        (MissingTarget::Address(address), Some(line)) if line.contains(name_of(address)) => {
            counts.resource += 1;
        }
        (target, _) => {
            counts.wrong.push(format!("{}:{line}:{column} {target}: {text}", found.file))
        }
    }
}

/// The last part of a path, or the method of a connection.
fn name_of(address: &str) -> &str {
    address.rsplit(['/', ':']).next().unwrap_or(address)
}

fn resource_id(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("ExtResource(")?;
    Some(rest.split(')').next()?.trim().trim_matches('"'))
}

fn count(root: &Path) -> PositionCounts {
    let project = find(root).unwrap();
    let engine = open(&project);
    let findings = engine.as_references().unwrap().missing(&Context::unbounded()).unwrap().value;
    let mut lines = ProjectLines { root: project.root.clone(), files: HashMap::new() };
    let mut counts = PositionCounts::default();
    for found in placed(&findings) {
        add(&mut counts, lines.of(found.file), &found);
    }
    counts
}

#[test]
fn every_finding_is_where_the_file_names_its_target() {
    let corpus = corpus();
    let mut found: BTreeMap<String, PositionCounts> = BTreeMap::new();
    for root in projects_below(&corpus) {
        let name = root.strip_prefix(&corpus).unwrap().to_str().unwrap().replace("/files", "");
        let counts = count(&root);
        assert_eq!(counts.wrong, [""; 0], "{name}");
        if counts != PositionCounts::default() {
            found.insert(name, counts);
        }
    }
    // At the target; at a use of a declared resource; not in a text file.
    let total = |part: fn(&PositionCounts) -> usize| found.values().map(part).sum::<usize>();
    let sums = [total(|it| it.target), total(|it| it.resource), total(|it| it.none)];
    insta::assert_snapshot!(format!("{} projects: {sums:?}", found.len()), @"248 projects: [22555, 9678, 0]");
}
