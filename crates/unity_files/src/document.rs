//! A Unity text file as its documents: one `--- !u!CLASS &ID` header each, with fields that are
//! parsed on demand.
//!
//! Invariant: no file, however broken, is more than an error that names the file, the line and the
//! reason.

mod one_line;
mod scanned;

use std::borrow::Cow;
use std::str::Utf8Error;

use memchr::{memchr_iter, memmem};
use scenewright_engine::EngineError;
use scenewright_model::UnreadReason;

use super::class_ids;
use super::pointer::Pointer;
use super::syntax::SyntaxTree;
use super::yaml::{YamlSyntaxError, YamlValue, check_flows};
pub(crate) use scanned::ScannedText;
use scenewright_project_files::root::{merge_conflict, not_text};

/// The first lines of every text file that Unity writes.
pub(crate) const YAML_HEADER: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

/// The fields that name the instance of an object and the object in its source: now, and before
/// Unity 2018.3.
pub(crate) const PREFAB_LINKS: [(&str, &str); 2] = [
    ("m_PrefabInstance", "m_CorrespondingSourceObject"),
    ("m_PrefabInternal", "m_PrefabParentObject"),
];

/// The text of a Unity file, without the byte order mark that some editors write.
pub(crate) struct UnityText {
    pub(crate) path: String,
    text: String,
}

/// One object of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnityDocument<'a> {
    path: &'a str,
    /// The text before its header: lines are counted only for an error.
    before: &'a str,
    pub(crate) class: u32,
    pub(crate) id: i64,
    /// The object is stored in a prefab; this document is only a handle for it.
    pub(crate) stripped: bool,
    pub(crate) body: &'a str,
}

impl UnityText {
    /// Rejects what cannot be Unity's text, with the reason.
    pub(crate) fn new(path: &str, bytes: Vec<u8>) -> Result<UnityText, EngineError> {
        if let Some(reason) = foreign_content_reason(&bytes) {
            return Err(unread_error(path, reason));
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| not_utf8(path, error.as_bytes(), error.utf8_error()))?;
        Ok(UnityText { path: path.to_owned(), text })
    }

    /// For text that came from [`UnityText::new`] and was changed without breaking it.
    pub(crate) fn from_checked(path: &str, text: String) -> UnityText {
        UnityText { path: path.to_owned(), text }
    }

    pub(crate) fn documents(&self) -> Result<Vec<UnityDocument<'_>>, EngineError> {
        self.as_ref().documents()
    }

    fn as_ref(&self) -> UnityTextRef<'_> {
        UnityTextRef { path: &self.path, text: &self.text }
    }

    pub(crate) fn has_documents(&self) -> bool {
        memmem::find(self.text.as_bytes(), b"\n---").is_some()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_string(self) -> String {
        self.text
    }
}

/// Why the content is not Unity's text, checked to its end; nothing is kept.
pub(crate) fn unread_reason(bytes: &[u8]) -> Option<UnreadReason> {
    let read = UnityTextRef::new("", bytes).and_then(UnityTextRef::documents);
    read.err().and_then(EngineError::into_unread_reason)
}

/// A text that is stored elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct UnityTextRef<'a> {
    path: &'a str,
    text: &'a str,
}

impl<'a> UnityTextRef<'a> {
    /// Rejects what cannot be Unity's text, with the reason.
    pub(crate) fn new(path: &'a str, bytes: &'a [u8]) -> Result<UnityTextRef<'a>, EngineError> {
        match foreign_content_reason(bytes) {
            Some(reason) => Err(unread_error(path, reason)),
            None => UnityTextRef::from_scanned(path, bytes),
        }
    }

    /// For a file that the index has found to be Unity's text.
    pub(crate) fn from_scanned(
        path: &'a str,
        bytes: &'a [u8],
    ) -> Result<UnityTextRef<'a>, EngineError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(UnityTextRef { path, text }),
            Err(error) => Err(not_utf8(path, bytes, error)),
        }
    }

    pub(crate) fn documents(self) -> Result<Vec<UnityDocument<'a>>, EngineError> {
        let documents = self.unchecked_documents()?;
        // A truncated file was cut off in its last document.
        documents.last().map_or(Ok(()), UnityDocument::check_syntax)?;
        Ok(documents)
    }

    /// Without a look at the last one: for a file that the index has found to be whole.
    pub(crate) fn unchecked_documents(self) -> Result<Vec<UnityDocument<'a>>, EngineError> {
        let mut documents: Vec<UnityDocument<'a>> = Vec::with_capacity(self.expected_documents());
        let bytes = self.text.as_bytes();
        let mut starts = memmem::find_iter(bytes, "\n---").map(|at| at + 1).peekable();
        while let Some(start) = starts.next() {
            let end = starts.peek().copied().unwrap_or(bytes.len());
            documents.push(self.document(start, end)?);
        }
        match documents.is_empty() {
            true => Err(self.malformed(1, "it contains no objects")),
            false => Ok(documents),
        }
    }

    /// Counted only for large files, where growing the list would cost more memory than counting
    /// costs time.
    fn expected_documents(self) -> usize {
        const LARGE: usize = 16 << 20;
        if self.text.len() < LARGE {
            0
        } else {
            memmem::find_iter(self.text.as_bytes(), "\n---").count()
        }
    }

    fn document(self, start: usize, end: usize) -> Result<UnityDocument<'a>, EngineError> {
        let (before, text) = (&self.text[..start], &self.text[start..end]);
        let (header, body) = text.split_once('\n').unwrap_or_else(|| text.split_at(text.len()));
        let Some((class, id, stripped)) = parse_header(header.trim_end()) else {
            let line = line_at(before.as_bytes(), start);
            return Err(self.malformed(line, "expected '--- !u!CLASS &ID'"));
        };
        let stripped = stripped || is_unmarked_handle(body.as_bytes());
        Ok(UnityDocument { path: self.path, before, class, id, stripped, body })
    }

    fn malformed(self, line: usize, reason: &str) -> EngineError {
        let path = self.path.to_owned();
        EngineError::Malformed { path, line, reason: reason.to_owned() }
    }
}

impl<'a> UnityDocument<'a> {
    /// The name of its class.
    pub(crate) fn class_name(&self) -> &'a str {
        class_ids::class_name(self.class, self.written_class())
    }

    /// The class as the file spells it; old files write the base class of some.
    pub(crate) fn written_class(&self) -> &'a str {
        self.body.split([':', '\n', '\r']).next().unwrap_or_default()
    }

    /// The instance that the object is part of and its id in the source, as written in the document;
    /// zeros for an object of the file's own.
    pub(crate) fn prefab_link(&self) -> Result<(i64, i64), EngineError> {
        for (instance, source) in PREFAB_LINKS {
            let instance = self.pointer(instance)?;
            if !instance.is_null() {
                return Ok((instance.file_id, self.pointer(source)?.file_id));
            }
        }
        Ok((0, 0))
    }

    /// Parses one field without the others.
    pub(crate) fn field(&self, key: &str) -> Result<Option<YamlValue<'a>>, EngineError> {
        let Some(line) = one_line::find_line(self.body, key) else {
            return Ok(None);
        };
        YamlValue::parse_entry(self.body, line).map(Some).map_err(|error| self.malformed(error))
    }

    /// The syntax of one field, whose flow values can all be parsed.
    pub(crate) fn field_syntax(&self, key: &str) -> Result<Option<SyntaxTree<'a>>, EngineError> {
        let Some(line) = one_line::find_line(self.body, key) else {
            return Ok(None);
        };
        let syntax = SyntaxTree::parse_entry(self.body, line)
            .and_then(|syntax| check_flows(&syntax, self.body).map(|()| syntax));
        syntax.map(Some).map_err(|error| self.malformed(error))
    }

    /// The fileID of the pointer in an entry of a field; 0 when there is none.
    pub(crate) fn inner_file_id(&self, key: &str, inner: &str) -> Result<i64, EngineError> {
        let Some(line) = one_line::find_line(self.body, key) else {
            return Ok(0);
        };
        if let Some(pointer) = one_line::first_inner_pointer(self.body, line, key, inner) {
            return Ok(pointer.file_id);
        }
        let field = self.field(key)?;
        let value = field.as_ref().and_then(|field| field.get(inner));
        Ok(value.and_then(Pointer::from_value).unwrap_or_default().file_id)
    }

    /// A field's text; empty when there is no such field.
    pub(crate) fn text(&self, key: &str) -> Result<String, EngineError> {
        self.text_ref(key).map(Cow::into_owned)
    }

    /// The same, without a copy where the file has it as it is.
    pub(crate) fn text_ref(&self, key: &str) -> Result<Cow<'a, str>, EngineError> {
        let Some(line) = one_line::find_line(self.body, key) else {
            return Ok(Cow::Borrowed(""));
        };
        self.text_on(line, key)
    }

    fn text_on(&self, line: usize, key: &str) -> Result<Cow<'a, str>, EngineError> {
        match one_line::plain_scalar(self.body, line, key) {
            Some(plain) => Ok(Cow::Borrowed(plain)),
            None => {
                let value = YamlValue::parse_entry(self.body, line);
                Ok(value.map_err(|error| self.malformed(error))?.text())
            }
        }
    }

    /// The pointer in a field; null when there is no such field.
    pub(crate) fn pointer(&self, key: &str) -> Result<Pointer, EngineError> {
        let Some(line) = one_line::find_line(self.body, key) else {
            return Ok(Pointer::default());
        };
        if let Some(pointer) = one_line::pointer(self.body, line, key) {
            return Ok(pointer);
        }
        let value = self.field(key)?;
        Ok(value.as_ref().and_then(Pointer::from_value).unwrap_or_default())
    }

    /// The fileIDs in a list of pointers.
    pub(crate) fn pointer_ids(&self, key: &str) -> Result<Vec<i64>, EngineError> {
        self.list_ids(key, false)
    }

    /// The fileIDs in a list whose items each have a pointer in their first entry.
    pub(crate) fn keyed_pointer_ids(&self, key: &str) -> Result<Vec<i64>, EngineError> {
        self.list_ids(key, true)
    }

    fn list_ids(&self, key: &str, keyed: bool) -> Result<Vec<i64>, EngineError> {
        let Some(line) = one_line::find_line(self.body, key) else {
            return Ok(Vec::new());
        };
        if let Some(ids) = one_line::pointer_ids(self.body, line, key, keyed) {
            return Ok(ids);
        }
        let list = self.field(key)?;
        Ok(list.map(|list| Self::listed_ids(&list, keyed)).unwrap_or_default())
    }

    fn listed_ids(list: &YamlValue<'_>, keyed: bool) -> Vec<i64> {
        let id = |item: &YamlValue<'_>| match keyed {
            true => Some(Pointer::from_value(&item.entries().first()?.1)?.file_id),
            false => Some(Pointer::from_value(item)?.file_id),
        };
        list.items().iter().filter_map(id).collect()
    }

    /// All fields.
    pub(crate) fn fields(&self) -> Result<YamlValue<'a>, EngineError> {
        let value = YamlValue::parse(self.body).map_err(|error| self.malformed(error))?;
        match value {
            YamlValue::Map(mut classes) if !classes.is_empty() => Ok(classes.swap_remove(0).1),
            other => Ok(other),
        }
    }

    /// The syntax of its fields, which is cheaper than their values.
    pub(crate) fn syntax(&self) -> Result<SyntaxTree<'a>, EngineError> {
        SyntaxTree::parse_body(self.body).map_err(|error| self.malformed(error))
    }

    /// Fails where [`UnityDocument::fields`] does, without making the values.
    fn check_syntax(&self) -> Result<(), EngineError> {
        YamlValue::check(self.body).map_err(|error| self.malformed(error))
    }

    /// Where its body begins in the file.
    pub(crate) fn body_offset(&self) -> usize {
        self.body.as_ptr().addr().saturating_sub(self.before.as_ptr().addr())
    }

    /// The line of its header, counted from 1.
    fn line(&self) -> usize {
        line_at(self.before.as_bytes(), self.before.len())
    }

    /// An error in the body.
    pub(crate) fn malformed(&self, error: YamlSyntaxError) -> EngineError {
        EngineError::Malformed {
            path: self.path.to_owned(),
            line: self.line() + line_at(self.body.as_bytes(), error.offset),
            reason: error.reason.to_owned(),
        }
    }

    /// An error at the document's header.
    pub(crate) fn error_at_header(&self, reason: String) -> EngineError {
        EngineError::Malformed { path: self.path.to_owned(), line: self.line(), reason }
    }
}

/// Until Unity 5.0, the header of a handle does not mark it. Its first field is the source, which a
/// full document never begins with.
pub(crate) fn is_unmarked_handle(body: &[u8]) -> bool {
    const FIRST_FIELD: &[u8] = b"  m_PrefabParentObject: {fileID: ";
    let fields = memchr::memchr(b'\n', body).map_or(&[][..], |end| &body[end + 1..]);
    fields.strip_prefix(FIRST_FIELD).is_some_and(|source| !source.starts_with(b"0}"))
}

/// `--- !u!1 &12345`, `--- !u!4 &-67 stripped`.
pub(crate) fn parse_header(header: &str) -> Option<(u32, i64, bool)> {
    // A search for one byte: one for a string costs more than all the rest.
    let (class, id) = header.strip_prefix("--- !u!")?.split_once(' ')?;
    let id = id.strip_prefix('&')?;
    let (id, stripped) = match id.strip_suffix(" stripped") {
        Some(id) => (id, true),
        None => (id, false),
    };
    Some((class.parse().ok()?, id.parse().ok()?, stripped))
}

/// Why the content is not Unity's text, as far as its first bytes tell.
pub(crate) fn foreign_content_reason(bytes: &[u8]) -> Option<UnreadReason> {
    let malformed = |reason: &str| UnreadReason::Malformed { line: 1, reason: reason.to_owned() };
    if let Some(reason) = not_text(bytes) {
        return Some(reason);
    }
    if memchr::memchr(0, bytes).is_some() {
        return Some(UnreadReason::Binary);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if text.is_empty() {
        return Some(malformed("it is empty"));
    }
    if !text.starts_with(b"%YAML") {
        return Some(malformed("it does not start with '%YAML', as Unity's text files do"));
    }
    merge_conflict(bytes)
}

fn not_utf8(path: &str, bytes: &[u8], error: Utf8Error) -> EngineError {
    let line = line_at(bytes, error.valid_up_to());
    unread_error(path, UnreadReason::NotUtf8 { line })
}

/// Malformed content has a line number of its own in every message.
fn unread_error(path: &str, reason: UnreadReason) -> EngineError {
    match reason {
        UnreadReason::Malformed { line, reason } => {
            EngineError::Malformed { path: path.to_owned(), line, reason }
        }
        reason => EngineError::unread(path, reason),
    }
}

fn line_at(bytes: &[u8], offset: usize) -> usize {
    1 + memchr_iter(b'\n', &bytes[..offset.min(bytes.len())]).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(bytes: &[u8]) -> String {
        let read = UnityText::new("a.unity", bytes.to_vec());
        let error = read.and_then(|text| text.documents().map(drop));
        error.unwrap_err().to_string()
    }

    #[test]
    fn documents_carry_their_header() {
        let text = "%YAML 1.1\r\n--- !u!4 &-7 stripped\r\nTransform:\r\n  a: 1\r\n--- !u!1660057539 &9223372036854775807\r\nSceneRoots:\r\n  m_Roots: []\r\n";
        let text = UnityText::new("a.unity", text.into()).unwrap();
        let found: Vec<_> = text
            .documents()
            .unwrap()
            .iter()
            .map(|doc| (doc.line(), doc.class, doc.id, doc.stripped, doc.class_name()))
            .collect();
        assert_eq!(
            found,
            [(2, 4, -7, true, "Transform"), (5, 1_660_057_539, i64::MAX, false, "SceneRoots"),]
        );
    }

    #[test]
    fn foreign_content_is_named() {
        for (bytes, expected) in [
            (&b"\0\0\0\x16"[..], "'a.unity': it is binary, not text"),
            (b"", "'a.unity', line 1: it is empty"),
            (b"{}", "'a.unity', line 1: it does not start with '%YAML', as Unity's text files do"),
            (
                b"version https://git-lfs.github.com/spec/v1\n",
                "'a.unity': it is a Git LFS pointer; its content was not fetched",
            ),
            (
                b"%YAML 1.1\n--- !u!1 &1\nA:\n<<<<<<< HEAD\n",
                "'a.unity', line 4: it has the markers of an unfinished merge",
            ),
            (b"%YAML 1.1\n--- !u!1 &1\nA:\n  b: \xff\n", "'a.unity', line 4: it is not UTF-8 text"),
            (b"%YAML 1.1\n", "'a.unity', line 1: it contains no objects"),
            (b"%YAML 1.1\n--- !u!1 1\nA:\n", "'a.unity', line 2: expected '--- !u!CLASS &ID'"),
            (
                b"%YAML 1.1\n--- !u!1 &1\nA:\n  b: {fileID: 4",
                "'a.unity', line 4: '{' is not closed",
            ),
        ] {
            assert_eq!(refusal(bytes), expected);
        }
    }
}
