//! A text resource, settings or import file: its text, kept whole, and where its parts are in it.

use std::ops::Range;

use scenewright_engine::EngineError;

use super::lexer::{Entry, Headers, Item, LexError, Lexer, Span};

pub(super) struct Document {
    text: String,
    sections: Vec<Parts>,
    entries: Vec<Entry>,
}

/// One section: its tag, and which entries are its attributes and its properties.
struct Parts {
    tag: Span,
    attributes: Range<u32>,
    properties: Range<u32>,
}

#[derive(Clone, Copy)]
pub(super) struct Section<'d> {
    document: &'d Document,
    parts: &'d Parts,
}

impl Document {
    /// `path` is what errors call the file.
    pub(super) fn parse(
        bytes: Vec<u8>,
        headers: Headers,
        path: &str,
    ) -> Result<Document, EngineError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            malformed(path, error.as_bytes(), at, "it is not UTF-8 text")
        })?;
        let mut document =
            Document { text: String::new(), sections: Vec::new(), entries: Vec::new() };
        let lexed = document.lex(&text, headers);
        lexed.map_err(|error| malformed(path, text.as_bytes(), error.at, reason(&text, &error)))?;
        document.text = text;
        Ok(document)
    }

    pub(super) fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        self.sections.iter().map(|parts| Section { document: self, parts })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What is wrong with the part of the file at `section`.
    pub(super) fn malformed(&self, path: &str, section: Section<'_>, reason: &str) -> EngineError {
        let at = section.parts.tag.start as usize;
        malformed(path, self.text.as_bytes(), at, reason)
    }

    fn lex(&mut self, text: &str, headers: Headers) -> Result<(), LexError> {
        let mut lexer = Lexer::new(text, headers);
        while let Some(item) = lexer.item()? {
            match item {
                Item::Section(tag) => {
                    let start = self.end();
                    while let Some(entry) = lexer.attribute()? {
                        self.entries.push(entry);
                    }
                    self.open(tag, start);
                }
                Item::Property(entry) => {
                    if self.sections.is_empty() {
                        self.open(Span { start: 0, end: 0 }, 0);
                    }
                    self.entries.push(entry);
                    let end = self.end();
                    if let Some(section) = self.sections.last_mut() {
                        section.properties.end = end;
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins a section whose attributes are the entries from `start` on.
    fn open(&mut self, tag: Span, start: u32) {
        let end = self.end();
        self.sections.push(Parts { tag, attributes: start..end, properties: end..end });
    }

    fn end(&self) -> u32 {
        self.entries.len() as u32
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn entries(&self, range: &Range<u32>) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.entries[range.start as usize..range.end as usize]
            .iter()
            .map(|entry| (self.slice(entry.key), self.slice(entry.value)))
    }
}

impl<'d> Section<'d> {
    /// Empty for what stands before the first header.
    pub(super) fn tag(self) -> &'d str {
        self.document.slice(self.parts.tag)
    }

    /// The raw value of an attribute in the header.
    pub(super) fn attribute(self, key: &str) -> Option<&'d str> {
        let mut all = self.document.entries(&self.parts.attributes);
        all.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The raw value of a property; the last one counts.
    pub(super) fn property(self, key: &str) -> Option<&'d str> {
        let mut all = self.properties().rev();
        all.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    pub(super) fn properties(self) -> impl DoubleEndedIterator<Item = (&'d str, &'d str)> {
        self.document.entries(&self.parts.properties)
    }
}

fn malformed(path: &str, bytes: &[u8], at: usize, reason: &str) -> EngineError {
    let before = &bytes[..at.min(bytes.len())];
    EngineError::Malformed {
        path: path.to_owned(),
        line: memchr::memchr_iter(b'\n', before).count() + 1,
        reason: reason.to_owned(),
    }
}

fn reason(text: &str, error: &LexError) -> &'static str {
    if text.starts_with("version https://git-lfs") {
        "it is a Git LFS pointer, not the file itself"
    } else {
        error.reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Document, EngineError> {
        Document::parse(text.as_bytes().to_vec(), Headers::Attributes, "res://a")
    }

    /// One line a section: the tag, its attributes, then its properties.
    fn outline(document: &Document) -> Vec<String> {
        let line = |section: Section<'_>| {
            let attributes =
                document.entries(&section.parts.attributes).map(|(k, v)| format!(" {k}={v}"));
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
        ] {
            let document = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(outline(&document), [expected], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let deep = format!("[r]\nx = {}\n", "[".repeat(100_000));
        for (text, expected) in [
            ("[r]\nx = \"a\nb\n", "line 2: the file ends inside a string"),
            ("[r]\nx = [1,\n2\n", "line 2: the file ends inside brackets"),
            ("[r]\nx = [1}\n", "line 2: a closing bracket that was not opened"),
            ("[r]\nx =\ny = 1\n", "line 2: a key without a value"),
            ("[r]\n\nword\n", "line 3: expected a section or key = value"),
            ("[r a=1\n[s]\n", "line 2: expected key=value in a section header"),
            ("[r a", "line 1: the file ends inside a section header"),
            ("[r]\n<<<<<<< HEAD\n", "line 2: a merge conflict was left here"),
            ("[r]\nx = {\n=======\n}\n", "line 3: a merge conflict was left here"),
            ("version https://git-lfs.github.com/spec/v1\n", "line 1: it is a Git LFS pointer"),
            (&deep, "line 2: brackets are nested too deeply"),
        ] {
            let error = parse(text).err().expect(text).to_string();
            assert!(error.contains(expected), "{text:.40?}: {error}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_refused_with_their_line() {
        let error = Document::parse(b"[r]\n\nx = \"\xff\"".to_vec(), Headers::Plain, "res://a");
        let error = error.err().unwrap().to_string();
        assert_eq!(error, "'res://a', line 3: it is not UTF-8 text");
    }
}
