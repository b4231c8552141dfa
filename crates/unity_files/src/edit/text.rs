//! A text file while it is edited, and where its documents are.

use std::collections::HashSet;
use std::ops::Range;

use foldhash::fast::RandomState;
use memchr::memmem;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use scenewright_engine::{EngineError, Subject};

use crate::class_ids::{GAME_OBJECT, PREFAB_INSTANCE};
use crate::document::{UnityText, is_unmarked_handle, parse_header};
use crate::syntax::SyntaxTree;
use crate::yaml::YamlSyntaxError;
use scenewright_project_files::CheckedTexts;
use scenewright_project_files::patch::TextPatch;

pub(super) struct EditedText {
    pub(super) path: String,
    pub(super) text: String,
    /// Whether all of it is known to be sound: what was read, and each body that was changed since. An
    /// edit that adds or removes documents leaves that open.
    is_checked: bool,
}

/// The size of the chunks that are checked in parallel.
const CHUNK_BYTES: usize = 256 << 10;

/// The location of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentSpan {
    pub(super) class: u32,
    pub(super) id: i64,
    pub(super) stripped: bool,
    pub(super) start: usize,
    /// Its lines without the header.
    pub(super) body: Range<usize>,
}

/// A document to be added; `body` with `\n` at the end of each line.
pub(super) struct NewDocument {
    pub(super) class: u32,
    pub(super) id: i64,
    pub(super) stripped: bool,
    pub(super) body: String,
}

impl EditedText {
    /// Rejects a file that cannot be parsed to its last byte.
    pub(super) fn read(
        path: &str,
        bytes: Vec<u8>,
        checked: &CheckedTexts,
    ) -> Result<EditedText, EngineError> {
        let text = UnityText::new(path, bytes)?;
        if checked.contains(text.as_str()) {
            let text = text.into_string();
            return Ok(EditedText { path: path.to_owned(), text, is_checked: true });
        }
        text.documents()?;
        let text = EditedText { text: text.into_string(), ..EditedText::new(path, "") };
        let docs = text.docs();
        text.check_syntax(&docs)?;
        let mut ids: HashSet<i64, RandomState> = HashSet::default();
        ids.reserve(docs.len());
        if let Some(doc) = docs.iter().find(|doc| !ids.insert(doc.id)) {
            let reason = "another object of the file has the same id";
            return Err(text.malformed(doc.start, YamlSyntaxError { offset: 0, reason }));
        }
        checked.insert(&text.text);
        Ok(EditedText { is_checked: true, ..text })
    }

    pub(super) fn new(path: &str, text: impl Into<String>) -> EditedText {
        EditedText { path: path.to_owned(), text: text.into(), is_checked: false }
    }

    /// Spares the next edit the check.
    pub(super) fn remember(&self, checked: &CheckedTexts) {
        if self.is_checked {
            checked.insert(&self.text);
        }
    }

    /// Documents are independent of each other, so chunks of them are parsed in parallel. The first
    /// error in the file's order is returned.
    fn check_syntax(&self, docs: &[DocumentSpan]) -> Result<(), EngineError> {
        let stretches: Vec<Range<usize>> = docs
            .chunk_by(|a, b| a.start / CHUNK_BYTES == b.start / CHUNK_BYTES)
            .map(span_of)
            .collect();
        let parsed: Vec<Result<(), EngineError>> = stretches
            .into_par_iter()
            .map(|bytes| {
                let parsed = SyntaxTree::parse(&self.text[bytes.clone()]).map(drop);
                parsed.map_err(|error| self.malformed(bytes.start, error))
            })
            .collect();
        parsed.into_iter().collect()
    }

    pub(super) fn malformed(&self, base: usize, error: YamlSyntaxError) -> EngineError {
        let before = &self.text.as_bytes()[..(base + error.offset).min(self.text.len())];
        EngineError::Malformed {
            path: self.path.clone(),
            line: 1 + memchr::memchr_iter(b'\n', before).count(),
            reason: error.reason.to_owned(),
        }
    }

    /// An error in the body of a document, with its line in the file.
    pub(super) fn body_error(&self, doc: &DocumentSpan, error: BodyError) -> EngineError {
        match error {
            BodyError::Syntax(error) => self.malformed(doc.body.start, error),
            BodyError::Engine(error) => error,
        }
    }

    pub(super) fn docs(&self) -> Vec<DocumentSpan> {
        let mut starts =
            memmem::find_iter(self.text.as_bytes(), "\n---").map(|at| at + 1).peekable();
        let mut docs = Vec::new();
        while let Some(start) = starts.next() {
            let end = starts.peek().copied().unwrap_or(self.text.len());
            let header = self.text[start..end].lines().next().unwrap_or_default();
            let body = self.text[start..end].find('\n').map_or(end, |at| start + at + 1);
            if let Some((class, id, stripped)) = parse_header(header.trim_end()) {
                let stripped = stripped || is_unmarked_handle(&self.text.as_bytes()[body..end]);
                docs.push(DocumentSpan { class, id, stripped, start, body: body..end });
            }
        }
        docs
    }

    /// Searches for the header: a large file has a hundred thousand documents.
    pub(super) fn doc(&self, id: i64) -> Result<DocumentSpan, EngineError> {
        let mark = format!(" &{id}");
        let mut places = memmem::find_iter(self.text.as_bytes(), &mark);
        places.find_map(|at| self.doc_at(at).filter(|doc| doc.id == id)).ok_or_else(|| {
            EngineError::NotFound {
                what: Subject::Object,
                path: format!("{}, fileID {id}", self.path),
            }
        })
    }

    /// The document whose header contains this offset.
    fn doc_at(&self, at: usize) -> Option<DocumentSpan> {
        let bytes = self.text.as_bytes();
        let start = memchr::memrchr(b'\n', &bytes[..at])? + 1;
        let header_end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
        let header = &self.text[start..header_end];
        let (class, id, stripped) = parse_header(header.trim_end())?;
        let body = (header_end + 1).min(bytes.len());
        // The next header can follow the end of the header's line at the earliest.
        let end = memmem::find(&bytes[header_end..], b"\n---");
        let end = end.map_or(bytes.len(), |end| header_end + end + 1);
        let stripped = stripped || is_unmarked_handle(&bytes[body..end]);
        Some(DocumentSpan { class, id, stripped, start, body: body..end })
    }

    pub(super) fn body(&self, doc: &DocumentSpan) -> &str {
        &self.text[doc.body.clone()]
    }

    pub(super) fn patch(&mut self, patches: TextPatch) {
        self.is_checked = false;
        self.text = patches.apply_outer(&self.text);
    }

    /// Changes the body of one document.
    pub(super) fn change<E: Into<BodyError>>(
        &mut self,
        id: i64,
        change: impl FnOnce(&str) -> Result<String, E>,
    ) -> Result<(), EngineError> {
        let doc = self.doc(id)?;
        let newlines = self.body(&doc).matches('\n').count();
        let returns = self.body(&doc).matches("\r\n").count();
        if returns != 0 && returns != newlines {
            let reason = "it mixes LF and CRLF line endings";
            return Err(self.malformed(doc.start, YamlSyntaxError { offset: 0, reason }));
        }
        let unix = self.body(&doc).replace("\r\n", "\n");
        let body = change(&unix).map_err(|error| self.body_error(&doc, error.into()))?;
        if body != unix {
            let body = if returns > 0 { body.replace('\n', "\r\n") } else { body };
            self.is_checked &= body.ends_with('\n') && SyntaxTree::parse_body(&body).is_ok();
            let has_header = body.starts_with("---") || body.contains("\n---");
            self.is_checked &= !has_header;
            self.text.replace_range(doc.body, &body);
        }
        Ok(())
    }

    pub(super) fn with_line_ends(&self, text: String) -> String {
        if self.is_crlf() { text.replace('\n', "\r\n") } else { text }
    }

    fn is_crlf(&self) -> bool {
        memchr::memchr(b'\n', self.text.as_bytes())
            .is_some_and(|at| self.text[..at].ends_with('\r'))
    }

    pub(super) fn is_prefab(&self) -> bool {
        self.path.ends_with(".prefab")
    }

    /// Whether Unity before 2018.3 wrote it.
    pub(super) fn is_before_2018_3(&self) -> bool {
        memmem::find(self.text.as_bytes(), b"\n  m_PrefabParentObject:").is_some()
    }

    /// Adds documents that belong together, where Unity would write them.
    pub(super) fn add(&mut self, group: Vec<NewDocument>) {
        let Some(first) = group.first() else {
            return;
        };
        if self.is_prefab() && !self.is_before_2018_3() {
            let place = group_position(&self.docs(), first, self.text.len());
            for new in group.iter().rev() {
                self.insert(place, new);
            }
        } else {
            for new in group {
                let place = sorted_position(&self.docs(), new.id, self.text.len());
                self.insert(place, &new);
            }
        }
    }

    /// What is added after the last line must not continue it.
    fn end_last_line(&mut self) {
        if !self.text.ends_with('\n') {
            self.text.push_str(if self.is_crlf() { "\r\n" } else { "\n" });
        }
    }

    /// Adds a handle: sorted by id in a scene; in a prefab, after the document at position `last`.
    pub(super) fn add_handle(&mut self, new: NewDocument, last: usize) {
        let docs = self.docs();
        let place = match docs.get(last) {
            Some(doc) if self.is_prefab() && !self.is_before_2018_3() => doc.body.end,
            _ => sorted_position(&docs, new.id, self.text.len()),
        };
        self.insert(place, &new);
    }

    fn insert(&mut self, mut at: usize, new: &NewDocument) {
        if at == self.text.len() {
            self.end_last_line();
            at = self.text.len();
        }
        let mark = if new.stripped { " stripped" } else { "" };
        let text = format!("--- !u!{} &{}{mark}\n{}", new.class, new.id, new.body);
        let text = self.with_line_ends(text);
        self.is_checked = false;
        self.text.insert_str(at, &text);
    }

    /// Puts a document right after another one: a component after those of its object.
    pub(super) fn add_after(&mut self, after: i64, new: NewDocument) -> Result<(), EngineError> {
        if !self.is_prefab() || self.is_before_2018_3() {
            self.add(vec![new]);
            return Ok(());
        }
        let at = self.doc(after)?.body.end;
        self.insert(at, &new);
        Ok(())
    }

    pub(super) fn remove(&mut self, ids: &HashSet<i64>) {
        let mut patches = TextPatch::default();
        for doc in self.docs().iter().filter(|doc| ids.contains(&doc.id)) {
            patches.remove(doc.start..doc.body.end);
        }
        self.patch(patches);
    }
}

fn span_of(docs: &[DocumentSpan]) -> Range<usize> {
    match docs {
        [first, .., last] => first.start..last.body.end,
        [one] => one.start..one.body.end,
        [] => 0..0,
    }
}

/// Scenes are sorted by id.
fn sorted_position(docs: &[DocumentSpan], id: i64, end: usize) -> usize {
    docs.iter().find(|doc| doc.id > id).map_or(end, |doc| doc.start)
}

/// Prefabs list GameObjects by id, each with its components, then instances by id, each with its
/// handles.
fn group_position(docs: &[DocumentSpan], first: &NewDocument, end: usize) -> usize {
    let is_instance = |doc: &DocumentSpan| doc.class == PREFAB_INSTANCE && !doc.stripped;
    let is_object = |doc: &DocumentSpan| doc.class == GAME_OBJECT && !doc.stripped;
    let wants_instance = first.class == PREFAB_INSTANCE;
    let next = docs.iter().find(|doc| {
        let is_greater = doc.id > first.id;
        (is_instance(doc) && (!wants_instance || is_greater))
            || (is_object(doc) && !wants_instance && is_greater)
    });
    next.map_or(end, |doc| doc.start)
}

/// An error while a body is changed.
pub(super) enum BodyError {
    Syntax(YamlSyntaxError),
    Engine(EngineError),
}

impl From<YamlSyntaxError> for BodyError {
    fn from(error: YamlSyntaxError) -> BodyError {
        BodyError::Syntax(error)
    }
}

impl From<EngineError> for BodyError {
    fn from(error: EngineError) -> BodyError {
        BodyError::Engine(error)
    }
}
