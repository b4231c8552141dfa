//! `--since REF`: leaves out the findings that were there before, by checking the files of the merge base too.
//!
//! Invariant: the user's work tree and index are not touched; Git writes to a temporary folder with its own index.

mod export;

use std::collections::{HashMap, HashSet};

use scenewright_engines::RecognisedProject;
use scenewright_model::{FindingKind, UnreadKind};

use super::finding::{CheckFinding, relative};
use super::{CheckScan, scan};
use crate::cli::CheckArgs;
use crate::error::CommandError;
use crate::project;
use export::{BaseCommit, ExportedTree};

/// What a change is compared with.
pub(super) struct SinceReport {
    pub(super) reference: String,
    pub(super) commit: String,
    /// The number of findings that were there before.
    pub(super) before: usize,
    /// The files that differ, relative to the project.
    changes: HashSet<String>,
}

impl SinceReport {
    /// Whether the change touches the file, or something in the folder.
    pub(super) fn has_changed(&self, path: &str) -> bool {
        let is_inside = |file: &String| {
            file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.changes.contains(path) || self.changes.iter().any(is_inside)
    }
}

/// Removes the findings and unknown targets that the files of the merge base have too.
pub(super) fn remove_old(
    project: &RecognisedProject,
    args: &CheckArgs,
    reference: &str,
    scanned: &mut CheckScan,
) -> Result<SinceReport, CommandError> {
    let base = BaseCommit::find(&project.root, reference)?;
    let notes = &mut scanned.notes;
    notes.extend(base.note.clone());
    let tree = ExportedTree::new(&base, notes)?;
    let total = scanned.findings.len();
    match project::find(Some(&tree.folder(&base))) {
        Ok(before) if before.kind == project.kind => {
            let renames = base.renames()?;
            let mut old = OldFindings::new(scan_base(&before, &tree, &base, args, notes)?, renames);
            old.remove_from(&mut scanned.findings);
            scanned.unknown.retain_mut(|target| {
                target.places.retain(|place| !old.has_unknown(place));
                !target.places.is_empty()
            });
        }
        _ => notes.push(format!("the project did not exist at {}", base.short())),
    }
    let before = total - scanned.findings.len();
    let changes = base.changes()?;
    let (reference, commit) = (reference.to_owned(), base.commit);
    Ok(SinceReport { reference, commit, before, changes })
}

/// A second time if contents of Git LFS that the first time lacked are in the local store.
fn scan_base(
    before: &RecognisedProject,
    tree: &ExportedTree,
    base: &BaseCommit,
    args: &CheckArgs,
    notes: &mut Vec<String>,
) -> Result<CheckScan, CommandError> {
    let mut scanned = scan(before, args)?;
    let unread = scanned.coverage.unread.iter();
    let pointers = unread.filter(|it| it.reason.kind() == UnreadKind::LfsPointer);
    let files = pointers.map(|unread| before.root.join(relative(&unread.path)));
    if tree.fill_pointers(base, files) > 0 {
        scanned = scan(before, args)?;
    }
    let missing = scanned.coverage.unjudged().count() + scanned.coverage.out_of_time;
    if missing > 0 {
        let files = if missing == 1 { "1 file" } else { &format!("{missing} files") };
        notes.push(format!(
            "{files} could not be checked as at {}: findings there count as new",
            base.short()
        ));
    }
    Ok(scanned)
}

/// What the merge base has, under the present names of its files.
struct OldFindings {
    /// By fingerprint.
    findings: HashMap<String, CheckFinding>,
    /// Targets that may have been missing already, by file and object.
    unknown: HashMap<(String, String), Vec<String>>,
    /// The old paths of files that were moved.
    renames: HashMap<String, String>,
}

impl OldFindings {
    fn new(scanned: CheckScan, renames: HashMap<String, String>) -> OldFindings {
        let mut unknown: HashMap<_, Vec<String>> = HashMap::new();
        for target in scanned.unknown {
            for place in target.places {
                let list = unknown.entry((place.file, place.object)).or_default();
                list.push(target.target.clone());
            }
        }
        let findings = scanned.findings.into_iter();
        let findings = findings.map(|finding| (finding.fingerprint(), finding)).collect();
        OldFindings { findings, unknown, renames }
    }

    /// First those at the same place, then as many at another place of the same file as there were: an object
    /// that was renamed or moved has the findings it had.
    fn remove_from(&mut self, findings: &mut Vec<CheckFinding>) {
        findings.retain(|finding| {
            let before = self.before(finding);
            self.findings.remove(&before.fingerprint()).is_none() && !self.has_unknown(finding)
        });
        let mut elsewhere: HashMap<_, usize> = HashMap::new();
        for finding in self.findings.values() {
            *elsewhere.entry(cause_in_file(finding)).or_default() += 1;
        }
        findings.retain(|finding| match elsewhere.get_mut(&cause_in_file(&self.before(finding))) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
    }

    /// Files that are not in Git, such as a package cache, make certain what the base leaves unknown.
    fn has_unknown(&self, finding: &CheckFinding) -> bool {
        let before = self.before(finding);
        let targets = self.unknown.get(&(before.file, before.object));
        let is_same =
            |target: &String| !before.target.is_empty() && target.ends_with(&before.target);
        targets.is_some_and(|targets| targets.iter().any(is_same))
    }

    fn before(&self, finding: &CheckFinding) -> CheckFinding {
        let mut before = finding.clone();
        if let Some(old) = self.renames.get(&finding.file) {
            before.file.clone_from(old);
        }
        before
    }
}

fn cause_in_file(finding: &CheckFinding) -> (FindingKind, String, String, String) {
    let CheckFinding { kind, file, property, target, .. } = finding;
    (*kind, file.clone(), property.clone(), target.clone())
}
