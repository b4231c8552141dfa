//! Discarding unsaved changes.

use std::collections::BTreeSet;

use scenewright_engine::{Context, EngineError};
use scenewright_model::ProjectPath;

use super::{Workspace, records};
use crate::unsaved::Drafts;

/// Drops the unsaved changes of some scenes, and of files that were changed along with these and with no
/// other scene.
pub(super) fn discard(
    workspace: &Workspace,
    scenes: &[ProjectPath],
    cx: &Context,
) -> Result<(), EngineError> {
    let loaded = workspace.loaded_paths(cx);
    let drafts = workspace.drafts();
    let candidates = drafts.together(scenes.iter().cloned(), |path| loaded.contains(path));
    let needed = needed_by_others(&drafts, &candidates, scenes);
    let dropped: BTreeSet<ProjectPath> =
        candidates.difference(&needed).chain(scenes).cloned().collect();
    records::forget(workspace, &drafts, &dropped)?;
    workspace.root().unsaved().change(|drafts| {
        drafts.drop_all(&dropped);
        drafts.untie(scenes);
    });
    Ok(())
}

/// Those that other files need, because their changes were made together.
fn needed_by_others(
    drafts: &Drafts,
    candidates: &BTreeSet<ProjectPath>,
    scenes: &[ProjectPath],
) -> BTreeSet<ProjectPath> {
    let beside = candidates.iter().filter(|path| !scenes.contains(path));
    let needed = beside.filter(|path| {
        drafts.iter().any(|(other, draft)| {
            !candidates.contains(other)
                && !other.is_pseudo_scene()
                && (draft.with.contains(*path)
                    || drafts.get(path).is_some_and(|own| own.with.contains(other)))
        })
    });
    needed.cloned().collect()
}
