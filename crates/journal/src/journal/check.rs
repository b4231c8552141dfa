//! Whether changes may be made: each path inside the project, each file as it is said to be.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use scenewright_model::FileChange;

use crate::digest::Digest;
use crate::disk::{Keep, absent};
use crate::place::{Place, resolve};
use crate::refused::{Refused, Version};
use crate::switch::{Stamp, Target, found, temporary};

/// Files that stay the same are left out.
pub(super) fn check<'a>(
    root: &Path,
    changes: &'a [FileChange],
    handle: &str,
) -> Result<Vec<Target<'a>>, Refused> {
    let mut targets = Vec::new();
    for change in changes {
        let (place, seen, keep) = as_said(root, change)?;
        if change.before != change.after {
            writable(&change.path, &place)?;
            targets.push(Target {
                path: change.path.clone(),
                temporary: temporary(place.folder(), handle, targets.len()),
                place,
                from: change.before.as_deref().map(Cow::Borrowed),
                to: change.after.as_deref().map(Cow::Borrowed),
                seen,
                keep,
            });
        }
    }
    if targets.is_empty() {
        return Err(Refused::Nothing);
    }
    apart(&targets)?;
    Ok(targets)
}

type Seen = (Place, Option<Stamp>, Keep);

fn as_said(root: &Path, change: &FileChange) -> Result<Seen, Refused> {
    let place = resolve(root, &change.path)?;
    if place.linked && change.after.is_none() {
        return Err(Refused::path(&change.path, "it is a link, which cannot be removed"));
    }
    let failed = |source| Refused::Io { what: format!("read {}", change.path), source };
    // Before the content: a file that is saved while it is read has another stamp later.
    let metadata = match fs::metadata(&place.real) {
        Ok(metadata) => Some(metadata),
        Err(error) if absent(&error) => None,
        Err(error) => return Err(failed(error)),
    };
    let same = match (&metadata, &change.before) {
        (None, None) => true,
        (Some(metadata), Some(before)) => {
            metadata.len() == before.len() as u64 && has(&place.real, before).map_err(failed)?
        }
        _ => false,
    };
    if !same {
        let expected = change.before.as_deref().map(Digest::of);
        return Err(Refused::Changed {
            path: change.path.clone(),
            expected: expected.map(|digest| Version::new(digest, None)),
            found: found(&place.real),
        });
    }
    let seen = metadata.as_ref().map(Stamp::of);
    let keep = metadata.map_or(Keep::Nothing, |metadata| Keep::of(metadata, &place.real));
    Ok((place, seen, keep))
}

/// Whether a file has exactly these bytes. It is not read into memory as a whole.
fn has(real: &Path, mut bytes: &[u8]) -> io::Result<bool> {
    let mut file = File::open(real)?;
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

/// A rename would replace a read-only file; that it is one is somebody's will.
pub(super) fn writable(path: &str, place: &Place) -> Result<(), Refused> {
    let read_only = |at: &Path| fs::metadata(at).is_ok_and(|at| at.permissions().readonly());
    // On Windows the flag of a folder says nothing about what is in it.
    let folder =
        place.missing.first().map_or(place.folder(), |first| first.parent().unwrap_or(first));
    if read_only(&place.real) || (cfg!(unix) && read_only(folder)) {
        return Err(Refused::ReadOnly { path: path.to_owned() });
    }
    Ok(())
}

/// One file may be named once: by another link, or in another case where that is the same file.
fn apart(targets: &[Target<'_>]) -> Result<(), Refused> {
    let mut names: Vec<(String, &str)> =
        targets.iter().map(|target| (name(&target.place), &target.path[..])).collect();
    names.sort();
    match names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => Err(Refused::path(pair[1].1, format!("{} is the same file", pair[0].1))),
    }
}

fn name(place: &Place) -> String {
    if cfg!(any(windows, target_os = "macos")) {
        place.inner.to_lowercase()
    } else {
        place.inner.clone()
    }
}
