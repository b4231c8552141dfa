//! `scenewright watch [PROJECT]`: checks references, and again whenever files change.

mod screen;

use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use scenewright_catalogue::{
    ReferencesMissing, ReferencesMissingArgs, ReferencesMissingOutput, RunOptions, Session,
};
use scenewright_model::{FindingKind, ProjectChanges};

use crate::cli::{SessionArgs, WatchArgs, WatchProjectArgs};
use crate::error::CommandError;
use crate::progress::CallProgress;
use crate::{print, project};
use screen::WatchReport;

/// As long as a check may take. A large project is read completely only once.
const CHECK_TIMEOUT: Duration = Duration::from_secs(300);

/// One finding, in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct WatchedFinding {
    path: String,
    /// The object and its property; empty if it is about the whole file.
    place: String,
    kind: FindingKind,
    reason: String,
}

/// The result of one check.
#[derive(Default)]
struct CheckedProject {
    findings: BTreeSet<WatchedFinding>,
    files_read: usize,
    files: usize,
    took: Duration,
}

pub(crate) fn run(args: &WatchProjectArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref())?;
    let watching = SessionArgs { timeout: CHECK_TIMEOUT, ..SessionArgs::default() };
    let session = project::files_session(&found, &watching.for_server(&WatchArgs::default()))?;
    let (sender, batches) = mpsc::channel();
    // Fails only once this command has ended.
    let watched = session.watch(move |changes| drop(sender.send(changes.clone())))?;
    let _watched = watched.ok_or_else(|| {
        CommandError::failed(format!("the files of a {} project cannot be watched", found.kind))
    })?;
    let title = format!("{} project in {}", found.kind, print::path(&found.root));
    let mut before = check(&session)?;
    WatchReport { title: &title, now: &before, last: None }.print()?;
    while let Some(changes) = next_changes(&batches) {
        let now = check(&session)?;
        WatchReport { title: &title, now: &now, last: Some((&changes, &before)) }.print()?;
        before = now;
    }
    Ok(())
}

/// Waits for changes, and takes those that came in the meantime, too.
fn next_changes(batches: &Receiver<ProjectChanges>) -> Option<ProjectChanges> {
    let mut changes = batches.recv().ok()?;
    for more in batches.try_iter() {
        changes.everything |= more.everything;
        changes.assets.extend(more.assets);
    }
    changes.assets.sort_by(|one, other| one.path.cmp(&other.path));
    changes.assets.dedup_by(|one, other| one.path == other.path);
    Some(changes)
}

fn check(session: &Session) -> Result<CheckedProject, CommandError> {
    let started = Instant::now();
    let mut options = RunOptions::default();
    let bar = CallProgress::watch(&mut options.progress);
    let pending = session.run::<ReferencesMissing>(ReferencesMissingArgs::ungrouped(), options);
    let answer = pending.wait();
    drop(bar);
    let answer = answer?;
    Ok(CheckedProject {
        findings: findings(&answer.output),
        files_read: answer.coverage.read,
        files: answer.coverage.total(),
        took: started.elapsed(),
    })
}

fn findings(output: &ReferencesMissingOutput) -> BTreeSet<WatchedFinding> {
    let scripts = output.missing_scripts.iter().flatten().map(|row| WatchedFinding {
        path: row.path.clone(),
        place: row.game_object_path.clone(),
        kind: FindingKind::MissingScript,
        reason: row.reason.clone(),
    });
    let references = output.broken_references.iter().flatten().map(|row| {
        let place = [&row.game_object_path, &row.component, &row.property];
        let place = place.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>();
        WatchedFinding {
            path: row.path.clone(),
            place: place.join(", "),
            kind: row.kind,
            reason: row.reason.clone(),
        }
    });
    scripts.chain(references).collect()
}
