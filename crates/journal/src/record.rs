//! One entry of the journal as bytes: a header that describes it, and a body with the old and new contents
//! of the files. Each has its checksum, so that the header can be trusted without the body.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::digest::ContentDigest;
use crate::entry::{EntryFile, EntryState, JournalEntry, RequestKey};
use crate::error::RecordError;
use crate::splice::{self, SplicePiece, take};

const MAGIC: &[u8; 8] = b"SWJRNL1\n";
const HASH_CHARS: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryDirection {
    Forward,
    Back,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RecordHeader {
    pub(crate) handle: String,
    pub(crate) label: String,
    /// Milliseconds since 1970.
    pub(crate) time: u64,
    pub(crate) files: Vec<FileRecord>,
    /// Folders that this entry creates, the outermost first.
    pub(crate) folders: Vec<String>,
    pub(crate) body: ContentDigest,
    /// The request that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) request: Option<RequestKey>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    /// As the commit named it.
    pub(crate) path: String,
    /// The file itself, links followed.
    pub(crate) real: String,
    pub(crate) before: Option<ContentDigest>,
    pub(crate) after: Option<ContentDigest>,
    /// Unix: the mode of `before`, for when it is restored.
    pub(crate) mode: Option<u32>,
    pub(crate) pieces: Vec<SplicePiece>,
}

pub(crate) struct EntryRecord {
    pub(crate) header: RecordHeader,
    body: Vec<u8>,
}

impl EntryDirection {
    pub(crate) fn reversed(self) -> EntryDirection {
        match self {
            EntryDirection::Forward => EntryDirection::Back,
            EntryDirection::Back => EntryDirection::Forward,
        }
    }
}

impl RecordHeader {
    pub(crate) fn time(&self) -> SystemTime {
        UNIX_EPOCH.checked_add(Duration::from_millis(self.time)).unwrap_or(UNIX_EPOCH)
    }

    pub(crate) fn to_entry(&self, state: EntryState) -> JournalEntry {
        let size = |digest: &Option<ContentDigest>| digest.as_ref().map(|digest| digest.size);
        let files = self.files.iter().map(|file| EntryFile {
            path: file.path.clone(),
            before: size(&file.before),
            after: size(&file.after),
        });
        JournalEntry {
            handle: self.handle.clone(),
            label: self.label.clone(),
            time: self.time(),
            files: files.collect(),
            state,
            undone: None,
            hard_links: Vec::new(),
        }
    }

    /// Everything that goes before the body.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, serde_json::Error> {
        let header = serde_json::to_vec(self)?;
        let size = (header.len() as u64).to_le_bytes();
        let hash = ContentDigest::compute(&header).hash;
        Ok([MAGIC, &size[..], &header, hash.as_bytes()].concat())
    }

    /// From the file of the entry `handle`.
    pub(crate) fn read(path: &Path, handle: &str) -> Result<RecordHeader, RecordError> {
        let mut file = File::open(path)?;
        let room = file.metadata()?.len();
        let start = read(&mut file, room, 16)?;
        let size = start[8..].try_into().map_or(u64::MAX, u64::from_le_bytes);
        if start[..8] != *MAGIC {
            return Err(RecordError::UnknownVersion);
        }
        let header = read(&mut file, room, size)?;
        let hash = read(&mut file, room, HASH_CHARS as u64)?;
        if ContentDigest::compute(&header).hash.as_bytes() != hash {
            return Err(RecordError::HeaderChecksum);
        }
        let header: RecordHeader = serde_json::from_slice(&header)?;
        if header.handle != handle {
            return Err(RecordError::OtherEntry { handle: header.handle });
        }
        Ok(header)
    }
}

fn read(file: &mut File, room: u64, size: u64) -> Result<Vec<u8>, RecordError> {
    if size > room {
        return Err(RecordError::Truncated);
    }
    let mut bytes = vec![0; usize::try_from(size).map_err(|_| RecordError::Truncated)?];
    file.read_exact(&mut bytes).map_err(|_| RecordError::Truncated)?;
    Ok(bytes)
}

impl EntryRecord {
    pub(crate) fn read(path: &Path, header: RecordHeader) -> Result<EntryRecord, RecordError> {
        let mut body = fs::read(path)?;
        let size = usize::try_from(header.body.size).unwrap_or(usize::MAX);
        let start = body.len().checked_sub(size).ok_or(RecordError::Truncated)?;
        body.drain(..start);
        if ContentDigest::compute(&body) != header.body {
            return Err(RecordError::BodyChecksum);
        }
        Ok(EntryRecord { header, body })
    }

    /// The other version of each file, given its present one, in the order of the header. `None` in,
    /// `None` out.
    pub(crate) fn other_versions(
        &self,
        direction: EntryDirection,
        from: &[Option<&[u8]>],
    ) -> Option<Vec<Option<Vec<u8>>>> {
        let mut body = &self.body[..];
        let files = self.header.files.iter().zip(from);
        files
            .map(|(file, from)| {
                let contents = file.contents(&mut body)?;
                from.map_or(Some(None), |from| file.other_version(direction, from, contents))
            })
            .collect()
    }
}

impl FileRecord {
    pub(crate) fn from(&self, direction: EntryDirection) -> &Option<ContentDigest> {
        match direction {
            EntryDirection::Forward => &self.before,
            EntryDirection::Back => &self.after,
        }
    }

    pub(crate) fn to(&self, direction: EntryDirection) -> &Option<ContentDigest> {
        match direction {
            EntryDirection::Forward => &self.after,
            EntryDirection::Back => &self.before,
        }
    }

    /// Its part of the body.
    fn contents<'a>(&self, body: &mut &'a [u8]) -> Option<&'a [u8]> {
        let mut sizes = self.pieces.iter().flat_map(|piece| [piece.before, piece.after]);
        take(body, sizes.try_fold(0u64, |sum, size| sum.checked_add(size))?)
    }

    /// `None` if the result does not match its checksum.
    fn other_version(
        &self,
        to: EntryDirection,
        from: &[u8],
        contents: &[u8],
    ) -> Option<Option<Vec<u8>>> {
        let Some(digest) = self.to(to) else { return Some(None) };
        let other = splice::apply(from, &self.pieces, contents, to == EntryDirection::Back)?;
        (ContentDigest::compute(&other) == *digest).then_some(Some(other))
    }
}
