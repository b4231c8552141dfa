//! `check` against Godot on projects as they are: every error that Godot's loaders report for a scene or resource is
//! explained by a finding, and every finding is confirmed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use scenewright_testkit::{Fixture, own_projects};

use crate::load_verdicts::{FileVerdict, judge_files};
use crate::needs_godot_check::{imported_copy, texts_below};
use crate::project_findings::{ComparedFinding, findings};

/// What was compared.
#[derive(Debug, Default)]
struct LoadScore {
    errors: usize,
    explained: usize,
    findings: usize,
    confirmed: usize,
    /// Findings in files that Godot does not load at all.
    not_judged: usize,
}

#[test]
fn needs_projects_whose_load_errors_are_findings() {
    let mut score = LoadScore::default();
    for folder in own_projects() {
        if let Some(project) = imported_copy(&folder) {
            score.compare(&project, &folder.display().to_string());
        }
    }
    println!("{score:?}");
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    assert!(share(score.explained, score.errors) >= 0.95, "recall: {score:?}");
    assert!(share(score.confirmed, score.findings) >= 0.98, "precision: {score:?}");
}

impl LoadScore {
    fn compare(&mut self, project: &Fixture, name: &str) {
        let root = project.path("game");
        let texts = texts_below(&root);
        let is_loaded = |path: &&String| path.ends_with(".tscn") || path.ends_with(".tres");
        let files: Vec<&String> = texts.keys().filter(is_loaded).collect();
        let verdicts = judge_files(project, &files);
        let ours = findings(&root);
        let ours: Vec<&ComparedFinding> =
            ours.iter().filter(|finding| finding.kind != "unread").collect();
        let said: BTreeSet<&String> =
            verdicts.values().flat_map(|verdict| &verdict.loader_errors).collect();
        for error in said.into_iter().filter(|error| names_something(error)) {
            self.errors += 1;
            match ours.iter().any(|finding| explains(finding, error)) {
                true => self.explained += 1,
                false => println!("{name}: not explained: {error}"),
            }
        }
        for finding in &ours {
            self.judge(name, finding, &verdicts, &root);
        }
    }

    fn judge(
        &mut self,
        name: &str,
        finding: &ComparedFinding,
        verdicts: &BTreeMap<String, FileVerdict>,
        root: &Path,
    ) {
        let is_confirmed = is_confirmed(finding, verdicts, root);
        let verdict = verdicts.get(&finding.file);
        if !is_confirmed && verdict.is_some_and(|verdict| verdict.is_of_unloadable(&finding.file)) {
            self.not_judged += 1;
            return;
        }
        self.findings += 1;
        match is_confirmed {
            true => self.confirmed += 1,
            false => println!("{name}: not confirmed: {finding:?}"),
        }
    }
}

/// Other errors follow from one that does.
fn names_something(error: &str) -> bool {
    error.contains("res://") || error.contains('\'')
}

/// An error names what is missing, its imported version, or the file that cannot be loaded because of it.
fn explains(finding: &ComparedFinding, error: &str) -> bool {
    let node = finding.object.rsplit('/').next().unwrap_or_default();
    let target = finding.target.rsplit('/').next().unwrap_or_default();
    (!target.is_empty() && error.contains(target))
        || error.contains(&finding.file)
        || (!node.is_empty() && error.contains(&format!("{node}'")))
}

fn is_confirmed(
    finding: &ComparedFinding,
    verdicts: &BTreeMap<String, FileVerdict>,
    root: &Path,
) -> bool {
    let target = finding.target.rsplit("::").next().unwrap_or_default();
    let node = finding.object.rsplit('/').next().unwrap_or_default();
    let names = |error: &String| {
        error.contains(target) || (!node.is_empty() && error.contains(&format!("{node}'")))
    };
    match (finding.kind.as_str(), finding.target.strip_prefix("res://")) {
        ("missing-file" | "missing-prefab" | "missing-script" | "stale-path", Some(path)) => {
            !root.join(path).exists()
        }
        // Godot does not load it by itself: a script, a binary file, the settings.
        _ => match verdicts.get(&finding.file) {
            None => verdicts.values().any(|verdict| verdict.errors.iter().any(names)),
            Some(verdict) => {
                verdict.dead.iter().any(|(_, dead)| dead == target)
                    || verdict.errors.iter().any(names)
            }
        },
    }
}
