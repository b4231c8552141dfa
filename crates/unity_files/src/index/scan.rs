//! Scans one file's text for what the index stores. Whatever a search can find is not parsed: this
//! runs over every text file of a project before the first answer.

mod guids;
mod pointers;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use foldhash::fast::RandomState;
use memchr::memmem::Finder;
use scenewright_engine::Context;

use super::content::{
    AssetContent, FileScan, NO_POSITION, ObjectEntry, PackedReference, SuspectObjects,
};
use crate::class_ids::{GAME_OBJECT, MONO_BEHAVIOUR};
use crate::document::{foreign_content_reason, is_unmarked_handle, parse_header, unread_reason};
use crate::pointer::Guid;
use crate::yaml::YamlValue;
use scenewright_project_files::root::{merge_conflict, not_text};

/// Classes other than GameObject have `m_Name` before their own data, after at most nine short fields.
const NAME_WINDOW: usize = 1024;

/// Unity folds plain text that is wider than this.
const MAX_UNFOLDED_WIDTH: usize = 70;

/// The capacity above which a buffer is dropped: one huge file must not make clearing slow for
/// every later file.
const MAX_KEPT_CAPACITY: usize = 1 << 14;

/// Rounds of a loop between two checks for cancellation.
const CANCEL_CHECK_INTERVAL: usize = 1 << 14;

/// Buffers that a worker reuses for each file.
pub(super) struct TextScanner {
    header: Finder<'static>,
    pointer: Finder<'static>,
    name: Finder<'static>,
    lower: Finder<'static>,
    upper: Finder<'static>,
    /// The position of each object of the current file, by its id.
    ids: HashMap<i64, u32, RandomState>,
    numbers: HashMap<Guid, u32, RandomState>,
    guids: Vec<Guid>,
    objects: Vec<ObjectEntry>,
    references: Vec<PackedReference>,
    /// Offsets of the guids that belong to a pointer.
    pointed: Vec<usize>,
    local: u32,
    suspects: SuspectObjects,
    /// The call that waits for the scan.
    cx: Option<Context>,
}

impl Default for TextScanner {
    fn default() -> TextScanner {
        TextScanner {
            header: Finder::new("\n---"),
            pointer: Finder::new("{fileID:"),
            name: Finder::new("\n  m_Name:"),
            lower: Finder::new("uid"),
            upper: Finder::new("UID"),
            ids: HashMap::default(),
            numbers: HashMap::default(),
            guids: Vec::new(),
            objects: Vec::new(),
            references: Vec::new(),
            pointed: Vec::new(),
            local: 0,
            suspects: SuspectObjects::default(),
            cx: None,
        }
    }
}

impl TextScanner {
    /// Stops when the call is cancelled or out of time; the result is useless then.
    pub(super) fn for_call(cx: &Context) -> TextScanner {
        TextScanner { cx: Some(cx.clone()), ..TextScanner::default() }
    }

    /// Called in loops over a file's contents, with the number of the round.
    fn is_cancelled(&self, round: usize) -> bool {
        round.is_multiple_of(CANCEL_CHECK_INTERVAL)
            && self.cx.as_ref().is_some_and(|cx| cx.check().is_err())
    }

    /// Scans a file that should be Unity's text.
    pub(super) fn scan_yaml(&mut self, bytes: &[u8]) -> AssetContent {
        self.clear();
        if is_suspect(bytes)
            && let Some(reason) = unread_reason(bytes)
        {
            return AssetContent::Unread(reason);
        }
        if !self.find_objects(bytes) {
            return unread_reason(bytes).map_or(AssetContent::NotText, AssetContent::Unread);
        }
        self.find_pointers(bytes);
        self.find_names(bytes);
        self.find_bare_guids(bytes);
        AssetContent::Text(self.take_scan())
    }

    /// Scans a file of another format that may hold guids.
    pub(super) fn scan_text(&mut self, bytes: &[u8]) -> AssetContent {
        if let Some(reason) = not_text(bytes).or_else(|| merge_conflict(bytes)) {
            return AssetContent::Unread(reason);
        }
        self.clear();
        self.find_guids(bytes);
        AssetContent::Text(self.take_scan())
    }

    /// The assets that a `.meta` file references from offset `start` on, each once.
    pub(super) fn scan_meta(&mut self, bytes: &[u8], start: usize) -> Box<[Guid]> {
        self.clear();
        let bytes = &bytes[start..];
        self.find_pointers(bytes);
        self.find_bare_guids(bytes);
        self.guids.as_slice().into()
    }

    fn clear(&mut self) {
        if self.ids.capacity() > MAX_KEPT_CAPACITY {
            self.ids = HashMap::default();
        }
        if self.pointed.capacity() > MAX_KEPT_CAPACITY {
            self.pointed = Vec::new();
        }
        self.ids.clear();
        self.numbers.clear();
        self.guids.clear();
        self.objects.clear();
        self.references.clear();
        self.pointed.clear();
        self.local = 0;
    }

    fn take_scan(&mut self) -> FileScan {
        let doubts = std::mem::take(&mut self.suspects);
        let has_doubts = !doubts.null_scripts.is_empty() || !doubts.dangling.is_empty();
        FileScan {
            by_id: positions_by_id(&self.objects),
            objects: to_boxed(&mut self.objects),
            guids: to_boxed(&mut self.guids),
            references: to_boxed(&mut self.references),
            local_references: self.local,
            doubts: has_doubts.then(|| Box::new(doubts)),
        }
    }

    /// Returns `false` when a header is malformed or there are no objects.
    fn find_objects(&mut self, bytes: &[u8]) -> bool {
        for (round, at) in self.header.find_iter(bytes).enumerate() {
            if self.is_cancelled(round) {
                break;
            }
            let line = line_from(bytes, at + 1);
            let header = str::from_utf8(line).ok().and_then(parse_header);
            let Some((class, id, stripped)) = header else {
                return false;
            };
            let body = bytes.get(at + 1 + line.len()..).unwrap_or_default();
            let stripped = stripped || is_unmarked_handle(body.trim_ascii_start());
            self.ids.insert(id, self.objects.len() as u32);
            self.objects.push(ObjectEntry::new(class, id, stripped, at + 1));
        }
        !self.objects.is_empty()
    }

    fn find_names(&mut self, bytes: &[u8]) {
        for position in 0..self.objects.len() {
            let next = self.objects.get(position + 1);
            let end = next.map_or(bytes.len(), |next| next.offset as usize);
            let object = &mut self.objects[position];
            let start = object.offset as usize;
            let window = match object.class {
                GAME_OBJECT => end,
                MONO_BEHAVIOUR => end.min(start + NAME_WINDOW),
                // Built-in components have the name of their GameObject.
                _ if object.game_object != NO_POSITION => continue,
                _ => end.min(start + NAME_WINDOW),
            };
            if let Some(at) = self.name.find(&bytes[start..window]) {
                let key = start + at + 1;
                object.set_name(value_span(&bytes[..end], key, key + "  m_Name:".len()));
            }
        }
    }

    /// The number of a guid in the current file.
    fn number(&mut self, guid: Guid) -> u32 {
        let next = self.guids.len() as u32;
        let number = *self.numbers.entry(guid).or_insert(next);
        if number == next {
            self.guids.push(guid);
        }
        number
    }
}

/// Whether it may not be Unity's text, or may be truncated. Cheap, and always true for text that
/// [`UnityText`] rejects as a whole.
fn is_suspect(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_end();
    let last_line = memchr::memrchr(b'\n', text).map_or(text, |at| &text[at + 1..]);
    foreign_content_reason(bytes).is_some()
        || !(bytes.is_ascii() || str::from_utf8(bytes).is_ok())
        || !bytes.ends_with(b"\n")
        || text.ends_with(b",")
        || last_line.starts_with(b"---")
}

/// Copies a buffer that is reused; one that a huge file has grown is given away instead.
fn to_boxed<T: Copy>(list: &mut Vec<T>) -> Box<[T]> {
    if list.capacity() > MAX_KEPT_CAPACITY {
        std::mem::take(list).into()
    } else {
        list.as_slice().into()
    }
}

/// Positions sorted by id, or empty when the objects are already in that order.
fn positions_by_id(objects: &[ObjectEntry]) -> Box<[u32]> {
    if objects.is_sorted_by_key(|object| object.file_id) {
        return Box::default();
    }
    let mut order: Box<[u32]> = (0..objects.len() as u32).collect();
    order.sort_unstable_by_key(|&at| (objects[at as usize].file_id, at));
    order
}

fn line_from(bytes: &[u8], start: usize) -> &[u8] {
    let rest = &bytes[start..];
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    rest[..end].trim_ascii_end()
}

/// The range of the value of the entry whose line starts at `line` and whose key ends at `key_end`.
fn value_span(bytes: &[u8], line: usize, key_end: usize) -> std::ops::Range<usize> {
    let value = line_from(bytes, key_end);
    let text = value.trim_ascii_start();
    let start = key_end + value.len() - text.len();
    let is_whole =
        text.len() <= MAX_UNFOLDED_WIDTH && !text.starts_with(b"'") && !text.starts_with(b"\"");
    if is_whole {
        return start..start + text.len();
    }
    let length = parsed_length(&bytes[line..]).unwrap_or(text.len());
    start..start + length
}

fn parsed_length(entry: &[u8]) -> Option<usize> {
    match YamlValue::parse_entry(str::from_utf8(entry).ok()?, 0).ok()? {
        YamlValue::Scalar(raw) => Some(raw.len()),
        _ => None,
    }
}
