//! References that lead on by one of their two ways, a path and a uid, and not by the other.

use scenewright_engine::EngineError;
use scenewright_model::FindingKind;

use super::report::Problem;
use crate::externals::External;
use crate::files::{Files, Target, file_name, res};
use crate::index::{Content, Index};

/// What is outdated in an external that leads to the file `found`.
pub(super) fn stale(
    files: &Files<'_>,
    external: &External<'_>,
    from: &str,
    found: &str,
) -> Result<Option<Problem>, EngineError> {
    let Some(uid) = external.uid.as_deref().filter(|uid| is_given(uid)) else {
        return Ok(None);
    };
    if external.path.starts_with("uid://") {
        return Ok(None);
    }
    if let Target::Missing { .. } = files.locate(&external.path, None, from)? {
        return Ok(Some(Problem {
            kind: FindingKind::StalePath,
            target: external.path.to_string(),
            reason: format!("only the uid leads to the file, which is '{}' now", res(found)),
        }));
    }
    let index = files.index()?;
    let is_stale = index.by_uid(uid).is_none() && tells_its_uid(index, found);
    Ok(is_stale.then(|| Problem {
        kind: FindingKind::StaleUid,
        target: uid.to_owned(),
        reason: format!("no file has this uid; only the path leads to '{}'", res(found)),
    }))
}

/// Godot writes `uid://<invalid>` for a file that had none.
fn is_given(uid: &str) -> bool {
    uid.starts_with("uid://") && !uid.contains('<')
}

/// Whether a file that shows another uid, or none, certainly has not got the one that is sought: of
/// binary files and of those that were never imported that cannot be said.
fn tells_its_uid(index: &Index, relative: &str) -> bool {
    index.find(relative).is_some_and(|number| {
        let file = index.file(number);
        file.uid().is_some() || file.scan().is_some()
    })
}

/// Whether a target that was not found is certainly missing. A uid may be in a file whose uid cannot
/// be read, and a file that moved may be one of those.
pub(super) fn is_certain(files: &Files<'_>, target: &str) -> Result<bool, EngineError> {
    let hides = |content: &Content| matches!(content, Content::Binary | Content::Refused(_));
    let index = files.index()?;
    if index.unlisted().iter().any(|unread| unread.reason.is_of_folder()) {
        return Ok(false);
    }
    let mut hidden = index.files().iter().filter(|file| hides(file.content()));
    Ok(!hidden
        .any(|file| target.starts_with("uid://") || file_name(&file.path) == file_name(target)))
}
