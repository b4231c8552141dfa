//! One entry of the journal as bytes: a header that tells what it is about, and a body with what the
//! files had and have. Each has its checksum, so that the first can be trusted without the second.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::digest::ContentDigest;
use crate::entry::{EntryFile, EntryState, JournalEntry, RequestKey};
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
    /// Folders that this entry makes, the outermost first.
    pub(crate) folders: Vec<String>,
    pub(crate) body: ContentDigest,
    /// What asked for it.
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
    /// Unix: what `before` had, for the day it comes back.
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

    /// From the file `handle` is the name of.
    pub(crate) fn read(path: &Path, handle: &str) -> Result<RecordHeader, String> {
        let mut file = File::open(path).map_err(|error| error.to_string())?;
        let room = file.metadata().map_err(|error| error.to_string())?.len();
        let start = read(&mut file, room, 16)?;
        let size = start[8..].try_into().map_or(u64::MAX, u64::from_le_bytes);
        if start[..8] != *MAGIC {
            return Err("it is not a record of this version".into());
        }
        let header = read(&mut file, room, size)?;
        let hash = read(&mut file, room, HASH_CHARS as u64)?;
        if ContentDigest::compute(&header).hash.as_bytes() != hash {
            return Err("its header does not match its checksum".into());
        }
        let header: RecordHeader =
            serde_json::from_slice(&header).map_err(|error| error.to_string())?;
        if header.handle != handle {
            return Err(format!("it is the record of {}", header.handle));
        }
        Ok(header)
    }
}

fn read(file: &mut File, room: u64, size: u64) -> Result<Vec<u8>, String> {
    let cut_short = || "it is cut short".to_owned();
    if size > room {
        return Err(cut_short());
    }
    let mut bytes = vec![0; usize::try_from(size).map_err(|_| cut_short())?];
    file.read_exact(&mut bytes).map_err(|_| cut_short())?;
    Ok(bytes)
}

impl EntryRecord {
    pub(crate) fn read(path: &Path, header: RecordHeader) -> Result<EntryRecord, String> {
        let mut body = fs::read(path).map_err(|error| error.to_string())?;
        let size = usize::try_from(header.body.size).unwrap_or(usize::MAX);
        let start = body.len().checked_sub(size).ok_or("it is cut short")?;
        body.drain(..start);
        if ContentDigest::compute(&body) != header.body {
            return Err("its body does not match its checksum".into());
        }
        Ok(EntryRecord { header, body })
    }

    /// What each file becomes, given what it is; in the order of the header. Of a file that is there
    /// already (`None`), nothing.
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

    /// `None` if the pieces do not give what the checksum says.
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
