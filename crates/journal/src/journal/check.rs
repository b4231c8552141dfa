//! Checks changes before they are made: each path inside the project, each file with its `before`.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use scenewright_model::FileChange;

use crate::digest::ContentDigest;
use crate::disk::{InheritedMetadata, is_absent};
use crate::error::{FileRevision, IoAction, JournalError, PathError};
use crate::native::retry_while_in_use;
use crate::replace::{FileReplacement, InodeStamp, read_version, temporary_path};
use crate::resolved_file::{ResolvedFile, resolve};

/// Files that do not change are left out.
pub(super) fn check_changes<'a>(
    root: &Path,
    changes: &'a [FileChange],
    handle: &str,
) -> Result<Vec<FileReplacement<'a>>, JournalError> {
    let mut targets = Vec::new();
    for change in changes {
        let (place, seen, keep) = check_before(root, change)?;
        if change.before != change.after {
            check_writable(&change.path, &place)?;
            targets.push(FileReplacement {
                path: change.path.to_string(),
                temporary: temporary_path(place.folder(), handle, targets.len()),
                place,
                from: change.before.as_deref().map(Cow::Borrowed),
                to: change.after.as_deref().map(Cow::Borrowed),
                seen,
                keep,
            });
        }
    }
    if targets.is_empty() {
        return Err(JournalError::NothingToChange);
    }
    check_distinct(&targets)?;
    Ok(targets)
}

type Seen = (ResolvedFile, Option<InodeStamp>, InheritedMetadata);

fn check_before(root: &Path, change: &FileChange) -> Result<Seen, JournalError> {
    let place = resolve(root, &change.path)?;
    if place.linked && change.after.is_none() {
        return Err(JournalError::path(&change.path, PathError::RemovesLink));
    }
    let failed = |source| JournalError::io_named(IoAction::Read, &change.path, source);
    // Read before the content: a file that is saved meanwhile has another stamp later.
    let metadata = match fs::metadata(&place.real) {
        Ok(metadata) => Some(metadata),
        Err(error) if is_absent(&error) => None,
        Err(error) => return Err(failed(error)),
    };
    let same = match (&metadata, &change.before) {
        (None, None) => true,
        (Some(metadata), Some(before)) => {
            metadata.len() == before.len() as u64
                && content_equals(&place.real, before).map_err(failed)?
        }
        _ => false,
    };
    if !same {
        let expected = change.before.as_deref().map(ContentDigest::compute);
        return Err(JournalError::FileChanged {
            path: change.path.to_string(),
            expected: expected.map(|digest| FileRevision::from_digest(digest, None)),
            found: read_version(&place.real),
        });
    }
    let seen = metadata.as_ref().map(InodeStamp::from_metadata);
    let keep = metadata.map_or(InheritedMetadata::Nothing, |metadata| {
        InheritedMetadata::from_file(metadata, &place.real)
    });
    Ok((place, seen, keep))
}

/// Whether a file has exactly these bytes, without reading all of it into memory.
fn content_equals(real: &Path, mut bytes: &[u8]) -> io::Result<bool> {
    let mut file = retry_while_in_use(|| File::open(real))?;
    let mut buffer = vec![0; 256 << 10];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(bytes.is_empty());
        }
        match bytes.strip_prefix(&buffer[..count]) {
            Some(rest) => bytes = rest,
            None => return Ok(false),
        }
    }
}

/// A rename would replace a read-only file too, so this is checked.
pub(super) fn check_writable(path: &str, place: &ResolvedFile) -> Result<(), JournalError> {
    let read_only = |at: &Path| fs::metadata(at).is_ok_and(|at| at.permissions().readonly());
    // On Windows the flag of a folder does not apply to its files.
    let folder =
        place.missing.first().map_or(place.folder(), |first| first.parent().unwrap_or(first));
    if read_only(&place.real) || (cfg!(unix) && read_only(folder)) {
        return Err(JournalError::ReadOnly { path: path.to_owned() });
    }
    Ok(())
}

/// No file may be named twice, also not through a link or in another case where that is the same file.
fn check_distinct(targets: &[FileReplacement<'_>]) -> Result<(), JournalError> {
    let mut names: Vec<(String, &str)> =
        targets.iter().map(|target| (comparable_name(&target.place), &target.path[..])).collect();
    names.sort();
    match names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => {
            Err(JournalError::path(pair[1].1, PathError::SameFile { other: pair[0].1.to_owned() }))
        }
    }
}

fn comparable_name(place: &ResolvedFile) -> String {
    if cfg!(any(windows, target_os = "macos")) {
        place.inner.to_lowercase()
    } else {
        place.inner.clone()
    }
}
