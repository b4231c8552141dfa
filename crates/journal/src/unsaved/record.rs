//! One unsaved edit as bytes: a header with its checksum, then the old and new contents of the files. For a
//! file that an earlier edit changed, only the pieces that differ.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::{UnsavedEdit, UnsavedFile};
use crate::digest::ContentDigest;
use crate::error::{IoAction, JournalError, RecordError};
use crate::splice::{self, SplicePiece, take};

const MAGIC: &[u8; 8] = b"SWUNSV1\n";
const HASH_CHARS: usize = 32;

#[derive(Serialize, Deserialize)]
struct UnsavedHeader {
    handle: String,
    label: String,
    owner: String,
    /// Milliseconds since 1970.
    time: u64,
    scenes: Vec<String>,
    with: Vec<String>,
    files: Vec<UnsavedFileRecord>,
    body: ContentDigest,
}

#[derive(Serialize, Deserialize)]
struct UnsavedFileRecord {
    path: String,
    /// The body has all of `before`, and then the pieces.
    is_first: bool,
    before: Option<ContentDigest>,
    after: Option<ContentDigest>,
    pieces: Vec<SplicePiece>,
}

/// Everything that goes into the file.
pub(super) fn encode(edit: &UnsavedEdit) -> Result<Vec<Cow<'_, [u8]>>, JournalError> {
    let mut body: Vec<&[u8]> = Vec::new();
    let mut files = Vec::new();
    for file in &edit.files {
        let [before, after] = [&file.before, &file.after].map(Option::as_deref);
        if file.is_first {
            body.extend(before);
        }
        let found = splice::find_pieces(before.unwrap_or_default(), after.unwrap_or_default());
        body.extend(found.contents);
        files.push(UnsavedFileRecord {
            path: file.path.clone(),
            is_first: file.is_first,
            before: before.map(ContentDigest::compute),
            after: after.map(ContentDigest::compute),
            pieces: found.pieces,
        });
    }
    let time = edit.time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let header = UnsavedHeader {
        handle: edit.handle.clone(),
        label: edit.label.clone(),
        owner: edit.owner.clone(),
        time: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        scenes: edit.scenes.clone(),
        with: edit.with.clone(),
        files,
        body: ContentDigest::compute_parts(&body),
    };
    let header = serde_json::to_vec(&header)
        .map_err(|error| JournalError::io_named(IoAction::Write, &edit.handle, error.into()))?;
    let size = (header.len() as u64).to_le_bytes();
    let hash = ContentDigest::compute(&header).hash;
    let head = [MAGIC, &size[..], &header, hash.as_bytes()].concat();
    Ok([Cow::Owned(head)].into_iter().chain(body.into_iter().map(Cow::Borrowed)).collect())
}

/// Reads edits in their order: each builds on the contents of the earlier ones.
#[derive(Default)]
pub(super) struct UnsavedReader {
    latest: HashMap<String, Option<Arc<[u8]>>>,
}

impl UnsavedReader {
    pub(super) fn read(&mut self, path: &Path, handle: &str) -> Result<UnsavedEdit, RecordError> {
        let bytes = fs::read(path)?;
        let (header, mut body) = decode(&bytes)?;
        if header.handle != handle {
            return Err(RecordError::OtherEntry { handle: header.handle });
        }
        let files: Result<Vec<UnsavedFile>, RecordError> =
            header.files.iter().map(|file| self.file(file, &mut body)).collect();
        let files = files?;
        for file in &files {
            self.latest.insert(file.path.clone(), file.after.clone());
        }
        Ok(UnsavedEdit {
            handle: header.handle,
            label: header.label,
            owner: header.owner,
            time: UNIX_EPOCH.checked_add(Duration::from_millis(header.time)).unwrap_or(UNIX_EPOCH),
            scenes: header.scenes,
            with: header.with,
            files,
        })
    }

    fn file(&self, file: &UnsavedFileRecord, body: &mut &[u8]) -> Result<UnsavedFile, RecordError> {
        let before: Option<Arc<[u8]>> = match (&file.before, file.is_first) {
            (None, _) => None,
            (Some(digest), true) => {
                Some(take(body, digest.size).ok_or(RecordError::Truncated)?.into())
            }
            (Some(_), false) => self.latest.get(&file.path).cloned().flatten(),
        };
        if before.as_deref().map(ContentDigest::compute) != file.before {
            return Err(RecordError::MissingEarlierEdit { path: file.path.clone() });
        }
        let mut sizes = file.pieces.iter().flat_map(|piece| [piece.before, piece.after]);
        let size = sizes.try_fold(0u64, |sum, size| sum.checked_add(size));
        let contents = size.and_then(|size| take(body, size)).ok_or(RecordError::Truncated)?;
        let after = match &file.after {
            None => None,
            Some(digest) => {
                let from = before.as_deref().unwrap_or_default();
                let after = splice::apply(from, &file.pieces, contents, false);
                let after = after.filter(|after| ContentDigest::compute(after) == *digest);
                Some(after.ok_or(RecordError::PiecesMismatch)?.into())
            }
        };
        Ok(UnsavedFile { path: file.path.clone(), is_first: file.is_first, before, after })
    }
}

fn decode(bytes: &[u8]) -> Result<(UnsavedHeader, &[u8]), RecordError> {
    let mut rest = bytes;
    if take(&mut rest, 8).ok_or(RecordError::Truncated)? != MAGIC {
        return Err(RecordError::UnknownVersion);
    }
    let size = take(&mut rest, 8).and_then(|size| size.try_into().ok()).map(u64::from_le_bytes);
    let header = size.and_then(|size| take(&mut rest, size)).ok_or(RecordError::Truncated)?;
    let hash = take(&mut rest, HASH_CHARS as u64).ok_or(RecordError::Truncated)?;
    if ContentDigest::compute(header).hash.as_bytes() != hash {
        return Err(RecordError::HeaderChecksum);
    }
    let header: UnsavedHeader = serde_json::from_slice(header)?;
    if ContentDigest::compute(rest) != header.body {
        return Err(RecordError::BodyChecksum);
    }
    Ok((header, rest))
}
