//! Finds references of which only the path or only the uid is valid.

use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind};

use super::report::ReferenceProblem;
use crate::externals::ExternalResource;
use crate::files::{GodotFileView, ReferenceTarget, file_name, res_path};
use crate::index::{GodotContent, GodotIndex};

/// The outdated part of an external resource that leads to the file `found`.
pub(super) fn stale_reference(
    files: &GodotFileView<'_>,
    external: &ExternalResource<'_>,
    from: &str,
    found: &str,
) -> Result<Option<ReferenceProblem>, EngineError> {
    let Some(uid) = external.uid.as_deref().filter(|uid| is_valid_uid(uid)) else {
        return Ok(None);
    };
    if external.path.starts_with("uid://") {
        return Ok(None);
    }
    if let ReferenceTarget::Missing { .. } = files.locate(&external.path, None, from)? {
        return Ok(Some(ReferenceProblem {
            kind: FindingKind::StalePath,
            target: external.path.to_string(),
            reason: BrokenReason::Moved { path: res_path(found) },
        }));
    }
    let index = files.index()?;
    let is_stale = index.by_uid(uid).is_none() && has_known_uid(index, found);
    Ok(is_stale.then(|| ReferenceProblem {
        kind: FindingKind::StaleUid,
        target: uid.to_owned(),
        reason: BrokenReason::OutdatedUid { path: res_path(found) },
    }))
}

/// Godot writes `uid://<invalid>` for a file that had none.
fn is_valid_uid(uid: &str) -> bool {
    uid.starts_with("uid://") && !uid.contains('<')
}

/// Whether the uid of a file is known. It is not for binary files and for files that were never imported.
fn has_known_uid(index: &GodotIndex, relative: &str) -> bool {
    index.find(relative).is_some_and(|number| {
        let file = index.file(number);
        file.uid().is_some() || file.scan().is_some()
    })
}

/// Whether a target that was not found is certainly missing. It may be a file whose uid cannot be read.
pub(super) fn is_certainly_missing(
    files: &GodotFileView<'_>,
    target: &str,
) -> Result<bool, EngineError> {
    let hides =
        |content: &GodotContent| matches!(content, GodotContent::Binary | GodotContent::Refused(_));
    let index = files.index()?;
    if index.unlisted().iter().any(|unread| unread.reason.is_of_folder()) {
        return Ok(false);
    }
    let mut hidden = index.files().iter().filter(|file| hides(file.content()));
    Ok(!hidden
        .any(|file| target.starts_with("uid://") || file_name(&file.path) == file_name(target)))
}
