//! Who made which unsaved changes, and who may touch them.

use std::collections::BTreeSet;

use scenewright_engine::{ChangeOwner, Context, EngineError};
use scenewright_model::{ProjectPath, UnsavedWork};

use super::Workspace;
use crate::unsaved::{Drafts, KeptEdit};

/// Refuses the caller if others have unsaved changes in these files. If the caller includes others, it
/// returns those changes instead.
pub(super) fn may_touch(
    workspace: &Workspace,
    drafts: &Drafts,
    paths: &BTreeSet<ProjectPath>,
    what: impl FnOnce() -> String,
    cx: &Context,
) -> Result<Vec<UnsavedWork>, EngineError> {
    let work = of_others(workspace, drafts, paths, cx.owner())?;
    match work.is_empty() || cx.includes_others() {
        true => Ok(work),
        false => Err(EngineError::UnsavedChanges { what: what(), work }),
    }
}

pub(super) fn of_others(
    workspace: &Workspace,
    drafts: &Drafts,
    paths: &BTreeSet<ProjectPath>,
    owner: &ChangeOwner,
) -> Result<Vec<UnsavedWork>, EngineError> {
    let unsaved = with_drafts(drafts, paths);
    let owners: BTreeSet<&ChangeOwner> =
        drafts.edits_of(&unsaved).map(|edit| &edit.owner).collect();
    let others = owners.into_iter().filter(|other| *other != owner);
    others.map(|other| describe(workspace, drafts, &unsaved, other)).collect()
}

/// The unsaved changes in these files, by owner.
pub(super) fn work(
    workspace: &Workspace,
    drafts: &Drafts,
    paths: &BTreeSet<ProjectPath>,
) -> Result<Vec<UnsavedWork>, EngineError> {
    let unsaved = with_drafts(drafts, paths);
    let owners: BTreeSet<&ChangeOwner> =
        drafts.edits_of(&unsaved).map(|edit| &edit.owner).collect();
    owners.into_iter().map(|owner| describe(workspace, drafts, &unsaved, owner)).collect()
}

fn with_drafts(drafts: &Drafts, paths: &BTreeSet<ProjectPath>) -> BTreeSet<ProjectPath> {
    paths.iter().filter(|path| drafts.contains(path)).cloned().collect()
}

fn describe(
    workspace: &Workspace,
    drafts: &Drafts,
    paths: &BTreeSet<ProjectPath>,
    owner: &ChangeOwner,
) -> Result<UnsavedWork, EngineError> {
    let edits: Vec<&KeptEdit> =
        drafts.edits_of(paths).filter(|edit| edit.owner == *owner).collect();
    let is_touched = |path: &&ProjectPath| edits.iter().any(|edit| edit.touches(path));
    let files: Vec<&ProjectPath> = paths.iter().filter(is_touched).collect();
    let scene = edits.iter().flat_map(|edit| &edit.scenes).find(|scene| files.contains(scene));
    let scene = scene.or(files.first().copied()).cloned().unwrap_or_default();
    let mut is_conflicted = false;
    for file in &files {
        is_conflicted |= is_outdated(workspace, drafts, file)?;
    }
    Ok(UnsavedWork {
        scene: workspace.engine_path(&scene),
        files: files.into_iter().map(|path| workspace.engine_path(path)).collect(),
        owner: owner.to_string(),
        since: edits.iter().map(|edit| edit.time).min().unwrap_or(std::time::UNIX_EPOCH),
        edits: edits.len(),
        is_restored: false,
        is_conflicted,
    })
}

/// Whether the disk has another version of a file than its unsaved changes were made on.
pub(super) fn is_outdated(
    workspace: &Workspace,
    drafts: &Drafts,
    file: &ProjectPath,
) -> Result<bool, EngineError> {
    let base = drafts.get(file).and_then(|draft| draft.base.as_deref());
    Ok(workspace.root().read_disk_if_exists(file)?.as_deref() != base)
}

/// Of these files, those in which somebody else has unsaved changes.
pub(super) fn foreign(
    drafts: &Drafts,
    paths: &BTreeSet<ProjectPath>,
    owner: &ChangeOwner,
) -> BTreeSet<ProjectPath> {
    let others: Vec<&KeptEdit> =
        drafts.edits_of(paths).filter(|edit| edit.owner != *owner).collect();
    paths.iter().filter(|path| others.iter().any(|edit| edit.touches(path))).cloned().collect()
}

/// For the answer to a caller who included others.
pub(super) fn inclusion_diagnostics(included: &[UnsavedWork]) -> impl Iterator<Item = String> {
    included.iter().map(|work| format!("Unsaved changes of others are included: {work}"))
}
