//! A parsed text resource, settings file or import file: its text, and the positions of its parts.
//!
//! Invariant: the text is the only copy. Values are slices of it, and writing it back is exact to the byte.
//! Invariant: a broken file is an error with a path, a line and a reason.
//!
//! Why not the `tscn` crate: it copies every part into strings of its own, nine to ten times the file in memory,
//! reads numbers as floats, and is several times slower (`cargo xtask bench godot-parse`).

use std::ops::Range;

use scenewright_engine::{Context, EngineError};
use scenewright_model::UnreadReason;

use super::lexer::{EntrySpans, GodotLexer, HeaderStyle, LexError, LexedItem, TextSpan};
use super::value;

/// The deadline is checked after this many entries.
const ENTRIES_PER_CHECK: usize = 1 << 14;

pub(crate) struct GodotDocument {
    text: String,
    sections: Vec<SectionParts>,
    entries: Vec<EntrySpans>,
}

/// One section: its tag, its header, and the ranges of its attributes and properties.
struct SectionParts {
    tag: TextSpan,
    /// From `[` to `]`, inclusive; empty for the entries before the first header.
    header: TextSpan,
    attributes: Range<u32>,
    /// The end of its properties.
    end: u32,
}

/// Why a text cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DocumentError {
    /// Counted from 1.
    pub line: usize,
    pub reason: &'static str,
    pub kind: DocumentErrorKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentErrorKind {
    LfsPointer,
    MergeConflict,
    NotUtf8,
    Malformed,
}

impl DocumentError {
    fn new(line: usize, reason: &'static str, kind: DocumentErrorKind) -> DocumentError {
        DocumentError { line, reason, kind }
    }

    fn into_engine_error(self, path: &str) -> EngineError {
        let DocumentError { line, reason, kind } = self;
        let reason = match kind {
            DocumentErrorKind::Malformed => {
                let (path, reason) = (path.to_owned(), reason.to_owned());
                return EngineError::Malformed { path, line, reason };
            }
            DocumentErrorKind::LfsPointer => UnreadReason::LfsPointer,
            DocumentErrorKind::MergeConflict => UnreadReason::MergeConflict { line },
            DocumentErrorKind::NotUtf8 => UnreadReason::NotUtf8 { line },
        };
        EngineError::unread(path, reason)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Section<'d> {
    document: &'d GodotDocument,
    index: usize,
}

/// A key and its raw value with their positions in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocatedEntry<'d> {
    pub key: &'d str,
    pub value: &'d str,
    pub key_bytes: Range<usize>,
    pub value_bytes: Range<usize>,
}

impl GodotDocument {
    /// `path` is the path of the file in errors.
    pub(super) fn parse(
        bytes: Vec<u8>,
        headers: HeaderStyle,
        path: &str,
    ) -> Result<GodotDocument, EngineError> {
        GodotDocument::read(bytes, headers).map_err(|refused| refused.into_engine_error(path))
    }

    /// The same, with cancellation.
    pub(super) fn parse_for(
        cx: &Context,
        bytes: Vec<u8>,
        headers: HeaderStyle,
        path: &str,
    ) -> Result<GodotDocument, EngineError> {
        let read = GodotDocument::read_while(bytes, headers, &|| cx.check().is_ok());
        read.map_err(|refused| cx.check().err().unwrap_or_else(|| refused.into_engine_error(path)))
    }

    pub(crate) fn read(
        bytes: Vec<u8>,
        headers: HeaderStyle,
    ) -> Result<GodotDocument, DocumentError> {
        GodotDocument::read_while(bytes, headers, &|| true)
    }

    fn read_while(
        bytes: Vec<u8>,
        headers: HeaderStyle,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<GodotDocument, DocumentError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let line = line(error.as_bytes(), at);
            DocumentError::new(line, "it is not UTF-8 text", DocumentErrorKind::NotUtf8)
        })?;
        if u32::try_from(text.len()).is_err() {
            return Err(DocumentError::new(
                1,
                "it is larger than 4 GiB",
                DocumentErrorKind::Malformed,
            ));
        }
        let mut document =
            GodotDocument { text: String::new(), sections: Vec::new(), entries: Vec::new() };
        let lexed = document.lex(&text, headers, goes_on);
        lexed.map_err(|error| document_error(&text, &error))?;
        document.text = text;
        Ok(document)
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    pub(crate) fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        (0..self.sections.len()).map(|index| Section { document: self, index })
    }

    pub(super) fn section(&self, index: usize) -> Option<Section<'_>> {
        (index < self.sections.len()).then_some(Section { document: self, index })
    }

    /// A sub-resource by its id.
    pub(super) fn sub_resource(&self, id: &str) -> Option<Section<'_>> {
        self.sections().find(|section| {
            section.tag() == "sub_resource"
                && section.attribute("id").is_some_and(|raw| value::id(raw) == id)
        })
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The range of lines of these bytes, counted from 1. It scans from the start of the file, and should not be
    /// called for all sections of a large file.
    pub(crate) fn lines(&self, bytes: Range<usize>) -> Range<usize> {
        let text = self.text.as_bytes();
        let last = bytes.end.saturating_sub(1).max(bytes.start);
        line(text, bytes.start)..line(text, last) + 1
    }

    /// An error at `section`.
    pub(super) fn malformed(&self, path: &str, section: Section<'_>, reason: &str) -> EngineError {
        EngineError::Malformed {
            path: path.to_owned(),
            line: line(self.text.as_bytes(), section.parts().tag.start as usize),
            reason: reason.to_owned(),
        }
    }

    fn lex(
        &mut self,
        text: &str,
        headers: HeaderStyle,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), LexError> {
        let mut lexer = GodotLexer::new(text, headers);
        while let Some(item) = lexer.item()? {
            if self.entries.len().is_multiple_of(ENTRIES_PER_CHECK) && !goes_on() {
                return Err(lexer.unfinished());
            }
            match item {
                LexedItem::Section(tag) => {
                    let start = self.end();
                    while let Some(entry) = lexer.attribute()? {
                        self.entries.push(entry);
                    }
                    let begin = memchr::memrchr(b'[', &text.as_bytes()[..tag.start as usize]);
                    let header = TextSpan {
                        start: begin.unwrap_or_default() as u32,
                        end: lexer.position() as u32,
                    };
                    self.open(tag, header, start);
                }
                LexedItem::Property(entry) => self.add(entry),
            }
        }
        Ok(())
    }

    fn add(&mut self, property: EntrySpans) {
        if self.sections.is_empty() {
            let nowhere = TextSpan { start: 0, end: 0 };
            self.open(nowhere, nowhere, 0);
        }
        self.entries.push(property);
        let end = self.end();
        if let Some(section) = self.sections.last_mut() {
            section.end = end;
        }
    }

    /// Begins a section with the attributes from `start` on.
    fn open(&mut self, tag: TextSpan, header: TextSpan, start: u32) {
        let end = self.end();
        self.sections.push(SectionParts { tag, header, attributes: start..end, end });
    }

    fn end(&self) -> u32 {
        self.entries.len() as u32
    }

    fn slice(&self, span: TextSpan) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn entries(&self, range: &Range<u32>) -> &[EntrySpans] {
        &self.entries[range.start as usize..range.end as usize]
    }

    fn pair(&self, entry: &EntrySpans) -> (&str, &str) {
        (self.slice(entry.key), self.slice(entry.value))
    }

    fn place(&self, entry: &EntrySpans) -> LocatedEntry<'_> {
        let (key, value) = self.pair(entry);
        LocatedEntry { key, value, key_bytes: bytes(entry.key), value_bytes: bytes(entry.value) }
    }
}

impl<'d> Section<'d> {
    /// Empty for the entries before the first header.
    pub(crate) fn tag(self) -> &'d str {
        self.document.slice(self.parts().tag)
    }

    /// The raw value of an attribute in the header.
    pub(super) fn attribute(self, key: &str) -> Option<&'d str> {
        let mut all = self.document.entries(&self.parts().attributes).iter();
        all.find(|entry| self.document.slice(entry.key) == key)
            .map(|entry| self.document.slice(entry.value))
    }

    /// The raw values of several attributes, in one pass: the first one of each name.
    pub(super) fn attributes<const N: usize>(self, keys: [&str; N]) -> [Option<&'d str>; N] {
        let mut found = [None; N];
        for entry in self.document.entries(&self.parts().attributes) {
            let key = self.document.slice(entry.key);
            if let Some(at) = keys.iter().position(|wanted| *wanted == key) {
                found[at].get_or_insert_with(|| self.document.slice(entry.value));
            }
        }
        found
    }

    /// The same for properties; the last one of each name wins.
    pub(super) fn values<const N: usize>(self, keys: [&str; N]) -> [Option<&'d str>; N] {
        let mut found = [None; N];
        for entry in self.property_entries() {
            let key = self.document.slice(entry.key);
            if let Some(at) = keys.iter().position(|wanted| *wanted == key) {
                found[at] = Some(self.document.slice(entry.value));
            }
        }
        found
    }

    /// The raw value of a property; the last one wins.
    pub(super) fn property(self, key: &str) -> Option<&'d str> {
        let mut all = self.properties().rev();
        all.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    pub(super) fn properties(self) -> impl DoubleEndedIterator<Item = (&'d str, &'d str)> {
        self.property_entries().iter().map(move |entry| self.document.pair(entry))
    }

    /// The attributes with their positions.
    pub(crate) fn attribute_places(self) -> impl Iterator<Item = LocatedEntry<'d>> {
        let entries = self.document.entries(&self.parts().attributes);
        entries.iter().map(move |entry| self.document.place(entry))
    }

    /// The properties with their positions.
    pub(crate) fn property_places(self) -> impl Iterator<Item = LocatedEntry<'d>> {
        self.property_entries().iter().map(move |entry| self.document.place(entry))
    }

    /// Where a part of the document's text begins; its header for any other text.
    pub(super) fn offset_of(self, part: &str) -> usize {
        let text = self.document.text.as_str();
        let offset = part.as_ptr().addr().checked_sub(text.as_ptr().addr());
        let inside = offset.filter(|offset| offset + part.len() <= text.len());
        inside.unwrap_or(self.header_bytes().start)
    }

    /// Where an attribute has its value; its header if there is none.
    pub(super) fn attribute_offset(self, key: &str) -> usize {
        let value = self.attribute(key);
        value.map_or(self.header_bytes().start, |value| self.offset_of(value))
    }

    /// Its index among the sections of the document.
    pub(super) fn index(self) -> usize {
        self.index
    }

    /// From `[` to `]`, inclusive.
    pub(crate) fn header_bytes(self) -> Range<usize> {
        bytes(self.parts().header)
    }

    /// From its header to the next header, including blank lines and comments.
    pub(crate) fn bytes(self) -> Range<usize> {
        let next = self.document.sections.get(self.index + 1);
        let end = next.map_or(self.document.text.len(), |next| next.header.start as usize);
        self.header_bytes().start..end
    }

    fn property_entries(self) -> &'d [EntrySpans] {
        let parts = self.parts();
        self.document.entries(&(parts.attributes.end..parts.end))
    }

    fn parts(self) -> &'d SectionParts {
        &self.document.sections[self.index]
    }
}

fn bytes(span: TextSpan) -> Range<usize> {
    span.start as usize..span.end as usize
}

fn line(bytes: &[u8], at: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..at.min(bytes.len())]).count() + 1
}

fn document_error(text: &str, error: &LexError) -> DocumentError {
    let line = line(text.as_bytes(), error.at);
    match () {
        () if text.starts_with("version https://git-lfs") => {
            let reason = "it is a Git LFS pointer; its content was not fetched";
            DocumentError::new(line, reason, DocumentErrorKind::LfsPointer)
        }
        () if error.is_conflict => {
            DocumentError::new(line, error.reason, DocumentErrorKind::MergeConflict)
        }
        () => DocumentError::new(line, error.reason, DocumentErrorKind::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;
    use scenewright_engine::CancelToken;

    use super::*;

    fn parse(text: &str) -> Result<GodotDocument, EngineError> {
        GodotDocument::parse(text.as_bytes().to_vec(), HeaderStyle::Attributes, "res://a")
    }

    /// One line per section: the tag, its attributes, then its properties.
    fn outline(document: &GodotDocument) -> Vec<String> {
        let line = |section: Section<'_>| {
            let attributes =
                section.attribute_places().map(|place| format!(" {}={}", place.key, place.value));
            let properties = section.properties().map(|(k, v)| format!(" | {k} = {v}"));
            let parts: String = attributes.chain(properties).collect();
            format!("{}{parts}", section.tag())
        };
        document.sections().map(line).collect()
    }

    #[test]
    fn values_end_where_their_brackets_and_strings_end() {
        for (text, expected) in [
            ("[gd_scene load_steps=3 format=3]\n", "gd_scene load_steps=3 format=3"),
            ("[node name=\"a]b\" parent=\".\"]", "node name=\"a]b\" parent=\".\""),
            (
                "[node instance=ExtResource( 1 ) groups=[\"x\", \"y z\"]]",
                "node instance=ExtResource( 1 ) groups=[\"x\", \"y z\"]",
            ),
            ("[r]\nx = \"one\n[two]\n\\\"three\"\n", "r | x = \"one\n[two]\n\\\"three\""),
            (
                "[r]\nd = {\n\"a\": [1, 2],\n&\"b\": \"}\"\n}\ne=1\n",
                "r | d = {\n\"a\": [1, 2],\n&\"b\": \"}\"\n} | e = 1",
            ),
            (
                "[r]\na = Array[ExtResource(\"1\")]([ExtResource(\"2\")])\r\n",
                "r | a = Array[ExtResource(\"1\")]([ExtResource(\"2\")])",
            ),
            ("; note\n[r] ; note\nx=1 ; [note]\n", "r | x = 1"),
            ("[r]\n\"a = b\" = PackedByteArray()\n", "r | \"a = b\" = PackedByteArray()"),
            ("\u{feff}[r]", "r"),
            ("config_version=5\n", " | config_version = 5"),
            ("a=1 b=Vector2 (1, 2)\n", " | a = 1 | b = Vector2 (1, 2)"),
            ("a=\n\"later\"\n", " | a = \"later\""),
            ("a=null\n(b=inf\n(c=1\n", " | a = null | (b = inf | (c = 1"),
        ] {
            let document = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(outline(&document), [expected], "{text:?}");
        }
    }

    #[test]
    fn errors_have_a_line_and_a_reason() {
        let deep = format!("[r]\nx = {}\n", "[".repeat(100_000));
        for (text, expected) in [
            ("[r]\nx = \"a\nb\n", "line 2: the file ends inside a string"),
            ("[r]\nx = [1,\n2\n", "line 2: the file ends inside brackets"),
            ("[r]\nx = [1}\n", "line 2: a closing bracket that was not opened"),
            ("[r]\nx =\ny = 1\n", "line 2: a key without a value"),
            ("[r]\n\nword\n", "line 3: expected a section or key = value"),
            ("[r a=1\n[s]\n", "line 2: expected key=value in a section header"),
            ("[r a", "line 1: the file ends inside a section header"),
            ("[r]\n<<<<<<< HEAD\n", "line 2: it has the markers of an unfinished merge"),
            ("[r]\nx = {\n=======\n}\n", "line 3: it has the markers of an unfinished merge"),
            ("version https://git-lfs.github.com/spec/v1\n", "it is a Git LFS pointer"),
            ("[r]\nx = )\n", "line 2: a closing bracket that was not opened"),
            ("[r]\nx = !\n", "line 2: no value begins like this"),
            ("[r]\nx ; note = 1\n", "line 2: expected a section or key = value"),
            (&deep, "line 2: brackets are nested too deeply"),
        ] {
            let error = parse(text).err().expect(text).to_string();
            assert!(error.contains(expected), "{text:.40?}: {error}");
        }
    }

    #[test]
    fn cancellation_ends_the_parsing() {
        let cancel = CancelToken::default();
        let minute = Duration::from_secs(60);
        let cx = Context::new(Instant::now() + minute, minute, cancel.clone());
        let text = b"[r]\nx = 1\n";
        assert!(GodotDocument::parse_for(&cx, text.to_vec(), HeaderStyle::Attributes, "a").is_ok());
        cancel.cancel();
        let ended = GodotDocument::parse_for(&cx, text.to_vec(), HeaderStyle::Attributes, "a");
        assert!(matches!(ended, Err(EngineError::Cancelled)));
    }

    #[test]
    fn bytes_that_are_not_text_are_refused_with_their_line() {
        let error =
            GodotDocument::parse(b"[r]\n\nx = \"\xff\"".to_vec(), HeaderStyle::Plain, "res://a");
        let error = error.err().unwrap().to_string();
        assert_eq!(error, "'res://a', line 3: it is not UTF-8 text");
    }

    #[test]
    fn every_part_is_at_its_reported_position() {
        let text = "\u{feff}; first\r\n[a x=1]\r\n\r\nk = [\r\n2]\r\n; note\r\n\r\n[ b ]\r\nl=3";
        let document = parse(text).unwrap();
        assert_eq!(document.text(), text);
        let seen: Vec<(&str, &str, Range<usize>)> = document
            .sections()
            .map(|section| {
                (
                    &text[section.header_bytes()],
                    &text[section.bytes()],
                    document.lines(section.bytes()),
                )
            })
            .collect();
        let first = "[a x=1]\r\n\r\nk = [\r\n2]\r\n; note\r\n\r\n";
        assert_eq!(seen, [("[a x=1]", first, 2..8), ("[ b ]", "[ b ]\r\nl=3", 8..10)]);
        let places = document.sections().flat_map(Section::property_places);
        let places: Vec<(&str, &str)> =
            places.map(|place| (&text[place.key_bytes], &text[place.value_bytes])).collect();
        assert_eq!(places, [("k", "[\r\n2]"), ("l", "3")]);
    }

    proptest! {
        #[test]
        fn any_text_is_kept_or_refused(text in "([\\[\\]a-c=\" \n\r;(){},\\\\&1-3é])*") {
            for headers in [HeaderStyle::Attributes, HeaderStyle::Plain] {
                if let Ok(document) = GodotDocument::read(text.clone().into_bytes(), headers) {
                    prop_assert_eq!(document.text(), &text);
                    for section in document.sections() {
                        prop_assert!(text.get(section.bytes()).is_some());
                        for place in section.attribute_places().chain(section.property_places()) {
                            prop_assert_eq!(&text[place.value_bytes], place.value);
                        }
                    }
                }
            }
        }
    }
}
