//! Unsaved changes that are given up.

use std::collections::BTreeSet;

use scenewright_engine::{Context, EngineError};

use super::{Host, records};
use crate::unsaved::{Drafts, is_pseudo};

/// Drops what is unsaved in some scenes, and in files that were changed along with these and with no
/// other scene.
pub(super) fn discard(
    host: &impl Host,
    scenes: &[String],
    cx: &Context,
) -> Result<(), EngineError> {
    let loaded = host.memory().scenes(host, cx);
    let is_other = |path: &str| loaded.iter().any(|scene| scene == path);
    let drafts = host.root().unsaved().snapshot();
    let goes = drafts.together(scenes.iter().cloned(), is_other);
    let stays = shared(&drafts, &goes, scenes);
    let gone: BTreeSet<String> = goes.difference(&stays).chain(scenes).cloned().collect();
    records::forget(host, &drafts, &gone)?;
    host.root().unsaved().change(|drafts| {
        drafts.drop_all(&gone);
        drafts.untie(scenes);
    });
    Ok(())
}

/// Those that other files need: their changes made sense together.
fn shared(drafts: &Drafts, goes: &BTreeSet<String>, scenes: &[String]) -> BTreeSet<String> {
    let beside = goes.iter().filter(|path| !scenes.contains(path));
    let needed = beside.filter(|path| {
        drafts.iter().any(|(other, draft)| {
            !goes.contains(other)
                && !is_pseudo(other)
                && (draft.with.contains(*path)
                    || drafts.get(path).is_some_and(|own| own.with.contains(other)))
        })
    });
    needed.cloned().collect()
}
