//! Finds objects whose position among their siblings changed, by the ids of their Transforms or
//! instances.

use scenewright_engine::EngineError;

use super::excerpt::{ChangedDocuments, VersionDocuments, child_order};
use super::overrides;
use crate::document::UnityDocument;
use crate::prefab::PREFAB_INSTANCE;
use crate::tree_builder::{RECT_TRANSFORM, TRANSFORM};
use scenewright_project_files::sibling_order::{self, Reordered};

/// The field in which older editors store the position of a root.
pub(super) const ROOT_ORDER: &str = "m_RootOrder";

pub(super) fn find_reordered(
    [before, after]: &[VersionDocuments<'_>; 2],
    differing: &ChangedDocuments,
) -> Result<Vec<Reordered<i64>>, EngineError> {
    let mut found = Vec::new();
    let mut roots = Vec::new();
    let mut made_room = !differing.added.is_empty() || !differing.removed.is_empty();
    for &id in &differing.changed {
        let (Some(old), Some(new)) = (before.find(id), after.find(id)) else { continue };
        found.extend(sibling_order::reordered(&child_order(old)?, &child_order(new)?));
        made_room |= root_order(old)?.is_some() != root_order(new)?.is_some();
        if let (Some(old), Some(new)) = (root_order(old)?, root_order(new)?)
            && old != new
        {
            roots.push(Reordered { child: id, before: old, after: new });
        }
    }
    // A single change may be a root that was moved to an occupied position, which Unity sorts out.
    // It may also have made room for a new root, or have filled the position of a removed one.
    found.extend(match roots.len() {
        1 if !made_room => roots,
        _ => sibling_order::out_of_order(roots),
    });
    found.sort_by_key(|moved| (moved.after, moved.child));
    Ok(found)
}

/// The position of a root, in files that do not list the roots.
fn root_order(document: &UnityDocument<'_>) -> Result<Option<usize>, EngineError> {
    let text = match document.class {
        TRANSFORM | RECT_TRANSFORM if document.pointer("m_Father")?.is_null() => {
            document.text(ROOT_ORDER)?
        }
        PREFAB_INSTANCE => overrides::root_order(document)?.unwrap_or_default(),
        _ => return Ok(None),
    };
    Ok(text.parse().ok())
}
