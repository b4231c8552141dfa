//! Whose unsaved changes are whose, and who may touch them.

use std::collections::BTreeSet;

use scenewright_engine::{ChangeOwner, Context, EngineError};
use scenewright_model::UnsavedWork;

use super::Host;
use super::scenes::on_disk;
use crate::unsaved::{Drafts, KeptEdit};

type Result<T> = std::result::Result<T, EngineError>;

/// What others have unsaved in these files refuses the caller, unless others are included; then it is
/// what is included.
pub(super) fn may_touch(
    host: &impl Host,
    drafts: &Drafts,
    paths: &BTreeSet<String>,
    what: impl FnOnce() -> String,
    cx: &Context,
) -> Result<Vec<UnsavedWork>> {
    let work = of_others(host, drafts, paths, cx.owner())?;
    match work.is_empty() || cx.includes_others() {
        true => Ok(work),
        false => Err(EngineError::UnsavedChanges { what: what(), work }),
    }
}

pub(super) fn of_others(
    host: &impl Host,
    drafts: &Drafts,
    paths: &BTreeSet<String>,
    owner: &ChangeOwner,
) -> Result<Vec<UnsavedWork>> {
    let unsaved = with_drafts(drafts, paths);
    let owners: BTreeSet<&ChangeOwner> =
        drafts.edits_of(&unsaved).map(|edit| &edit.owner).collect();
    let others = owners.into_iter().filter(|other| *other != owner);
    others.map(|other| described(host, drafts, &unsaved, other)).collect()
}

/// What is unsaved in these files, by owner.
pub(super) fn work(
    host: &impl Host,
    drafts: &Drafts,
    paths: &BTreeSet<String>,
) -> Result<Vec<UnsavedWork>> {
    let unsaved = with_drafts(drafts, paths);
    let owners: BTreeSet<&ChangeOwner> =
        drafts.edits_of(&unsaved).map(|edit| &edit.owner).collect();
    owners.into_iter().map(|owner| described(host, drafts, &unsaved, owner)).collect()
}

fn with_drafts(drafts: &Drafts, paths: &BTreeSet<String>) -> BTreeSet<String> {
    paths.iter().filter(|path| drafts.contains(path)).cloned().collect()
}

fn described(
    host: &impl Host,
    drafts: &Drafts,
    paths: &BTreeSet<String>,
    owner: &ChangeOwner,
) -> Result<UnsavedWork> {
    let edits: Vec<&KeptEdit> =
        drafts.edits_of(paths).filter(|edit| edit.owner == *owner).collect();
    let is_touched = |path: &&String| edits.iter().any(|edit| edit.touches(path));
    let files: Vec<&String> = paths.iter().filter(is_touched).collect();
    let scene = edits.iter().flat_map(|edit| &edit.scenes).find(|scene| files.contains(scene));
    let scene = scene.or(files.first().copied()).cloned().unwrap_or_default();
    let mut is_conflicted = false;
    for file in &files {
        let base = drafts.get(file).and_then(|draft| draft.base.as_deref());
        is_conflicted |= on_disk(host, file)?.as_deref() != base;
    }
    let spelled = |path: &String| host.writer().to_engine_path(path);
    Ok(UnsavedWork {
        scene: spelled(&scene),
        files: files.into_iter().map(spelled).collect(),
        owner: owner.to_string(),
        since: edits.iter().map(|edit| edit.time).min().unwrap_or(std::time::UNIX_EPOCH),
        edits: edits.len(),
        is_restored: false,
        is_conflicted,
    })
}

/// Of these files, those in which somebody else has unsaved changes.
pub(super) fn foreign(
    drafts: &Drafts,
    paths: &BTreeSet<String>,
    owner: &ChangeOwner,
) -> BTreeSet<String> {
    let others: Vec<&KeptEdit> =
        drafts.edits_of(paths).filter(|edit| edit.owner != *owner).collect();
    paths.iter().filter(|path| others.iter().any(|edit| edit.touches(path))).cloned().collect()
}

/// For the answer to whoever included others.
pub(super) fn notes(included: &[UnsavedWork]) -> impl Iterator<Item = String> {
    included.iter().map(|work| format!("Unsaved changes of others are included: {work}"))
}
