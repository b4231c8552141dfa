//! A lossless syntax tree of a Unity text file: a flat list of spans. What lies between two spans
//! is layout, so that writing the tree returns the file byte for byte, and an edit can replace one
//! span and keep the rest.
//!
//! Invariant: whatever can be parsed is written back byte for byte.

mod parser;

use std::ops::Range;

use super::yaml::YamlSyntaxError;

/// The kind of an entry's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SyntaxKind {
    /// `key:` without a value.
    Empty,
    /// Its entries follow.
    Map,
    /// Its items follow.
    Seq,
    Plain,
    Quoted,
    /// `{…}` or `[…]`: one span, parsed on demand.
    Flow,
}

/// An entry of a mapping, an item of a sequence, or a document.
#[derive(Debug, Clone, Copy)]
struct SyntaxNode {
    /// The key, the dash of an item, or the header of a document.
    key: SyntaxSpan,
    value: SyntaxSpan,
    /// Index of the node after this one and its descendants.
    next: u32,
    kind: SyntaxKind,
}

/// Files are rejected long before 4 GiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SyntaxSpan {
    start: u32,
    end: u32,
}

impl SyntaxSpan {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The tree of one file.
pub(crate) struct SyntaxTree<'a> {
    text: &'a str,
    nodes: Vec<SyntaxNode>,
}

impl<'a> SyntaxTree<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<SyntaxTree<'a>, YamlSyntaxError> {
        Ok(SyntaxTree { text, nodes: parser::parse_file(text)? })
    }

    /// The lines of one document, without its header, as the only document of a tree.
    pub(crate) fn parse_body(text: &'a str) -> Result<SyntaxTree<'a>, YamlSyntaxError> {
        Ok(SyntaxTree { text, nodes: parser::parse_body(text)? })
    }

    /// Only the entry whose line starts at `offset`; the rest of the text is not read.
    pub(crate) fn parse_entry(
        text: &'a str,
        offset: usize,
    ) -> Result<SyntaxTree<'a>, YamlSyntaxError> {
        Ok(SyntaxTree { text, nodes: parser::parse_entry(text, offset)? })
    }

    /// The documents, each a mapping from its class name to its fields.
    pub(crate) fn documents(&self) -> impl Iterator<Item = SyntaxEntry<'_, 'a>> {
        self.siblings(0, self.nodes.len())
    }

    /// The ranges of `{…}` and `[…]`, in the order of the text.
    pub(crate) fn flows(&self) -> impl Iterator<Item = Range<usize>> {
        let flows = self.nodes.iter().filter(|node| node.kind == SyntaxKind::Flow);
        flows.map(|node| node.value.range())
    }

    /// The number of entries, items and documents.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The text of the file, assembled from the spans and the layout between them.
    pub(crate) fn write(&self) -> String {
        let mut written = String::with_capacity(self.text.len());
        let mut at = 0;
        let mut copy = |to: u32| {
            let to = to as usize;
            if to > at {
                written.push_str(&self.text[at..to]);
                at = to;
            }
        };
        for node in &self.nodes {
            for end in [node.key.start, node.key.end] {
                copy(end);
            }
            if !matches!(node.kind, SyntaxKind::Map | SyntaxKind::Seq) {
                copy(node.value.start);
                copy(node.value.end);
            }
        }
        written.push_str(&self.text[at..]);
        written
    }

    fn siblings(&self, from: usize, to: usize) -> impl Iterator<Item = SyntaxEntry<'_, 'a>> {
        let mut at = from;
        std::iter::from_fn(move || {
            let entry = (at < to).then_some(SyntaxEntry { syntax: self, index: at })?;
            at = self.nodes[at].next as usize;
            Some(entry)
        })
    }

    fn slice(&self, span: SyntaxSpan) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }
}

/// A node of the tree.
#[derive(Clone, Copy)]
pub(crate) struct SyntaxEntry<'s, 'a> {
    syntax: &'s SyntaxTree<'a>,
    index: usize,
}

impl<'s, 'a> SyntaxEntry<'s, 'a> {
    fn node(&self) -> &'s SyntaxNode {
        &self.syntax.nodes[self.index]
    }

    pub(crate) fn kind(&self) -> SyntaxKind {
        self.node().kind
    }

    /// The key as written in the file; `-` for an item, the header for a document.
    pub(crate) fn key(&self) -> &'a str {
        self.syntax.slice(self.node().key)
    }

    /// Whether its key is written like this.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        let span = self.node().key;
        (span.end - span.start) as usize == key.len() && self.key() == key
    }

    /// The first entry with this key.
    pub(crate) fn get(&self, key: &str) -> Option<SyntaxEntry<'s, 'a>> {
        self.children().find(|child| child.has_key(key))
    }

    /// The value as written in the file; all lines of a mapping or a sequence.
    pub(crate) fn raw(&self) -> &'a str {
        self.syntax.slice(self.node().value)
    }

    pub(crate) fn key_span(&self) -> Range<usize> {
        self.node().key.range()
    }

    pub(crate) fn value_span(&self) -> Range<usize> {
        self.node().value.range()
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = SyntaxEntry<'s, 'a>> + use<'s, 'a> {
        let to = self.node().next as usize;
        self.syntax.siblings(self.index + 1, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::YamlValue;

    const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\n";

    fn show(entry: SyntaxEntry<'_, '_>) -> String {
        let children = || entry.children().map(show).collect::<Vec<_>>().join(", ");
        let value = match entry.kind() {
            SyntaxKind::Map => format!("{{{}}}", children()),
            SyntaxKind::Seq => format!("[{}]", children()),
            SyntaxKind::Empty => "~".to_owned(),
            SyntaxKind::Flow => entry.raw().split_whitespace().collect::<Vec<_>>().join(" "),
            SyntaxKind::Plain | SyntaxKind::Quoted => {
                format!("{:?}", YamlValue::Scalar(entry.raw()).text())
            }
        };
        if entry.key() == "-" { value } else { format!("{}={value}", entry.key()) }
    }

    fn check(body: &str, expected: &str) {
        for text in [format!("{HEAD}{body}"), format!("{HEAD}{body}").replace('\n', "\r\n")] {
            let syntax =
                SyntaxTree::parse(&text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            let document = syntax.documents().next().expect("there is a document");
            assert_eq!(document.key(), "--- !u!1 &1");
            let shown: Vec<String> = document.children().map(show).collect();
            assert_eq!(shown.join(", "), expected, "{body:?}");
            assert_eq!(syntax.write(), text);
        }
    }

    #[test]
    fn mappings_and_sequences() {
        check("A:\n  b: 1\n  c: \n  d:\n", r#"A={b="1", c=~, d=~}"#);
        check("A:\n  data: 1\n  data: 2\n", r#"A={data="1", data="2"}"#);
        check("A:\n  : x\n  a b: y\n", r#"A={="x", a b="y"}"#);
        check("A:\n  b:\n  - 1\n  - 2\n  c: 3\n", r#"A={b=["1", "2"], c="3"}"#);
        check("A:\n  b:\n  - c: 1\n    d: 2\n  - c: 3\n", r#"A={b=[{c="1", d="2"}, {c="3"}]}"#);
        check("A:\n  b:\n  - c:\n    - 1\n    d: 2\n", r#"A={b=[{c=["1"], d="2"}]}"#);
        check("A:\n  b:\n  - - 1\n    - 2\n  -\n  - 3\n", r#"A={b=[["1", "2"], ~, "3"]}"#);
        check("A:\n  b:\n    - 1\n  c: 2\n", r#"A={b=["1"], c="2"}"#);
        check("A:\n  b:\n    text\n  c: 2", r#"A={b="text", c="2"}"#);
    }

    #[test]
    fn values() {
        check("A:\n  b: {}\n  c: [] \n", "A={b={}, c=[]}");
        check(
            "A:\n  b: {fileID: 1, guid: ab,\n    type: 3}\n  c: 1\n",
            r#"A={b={fileID: 1, guid: ab, type: 3}, c="1"}"#,
        );
        check("A:\n  b: {x: 'y}'}\n", "A={b={x: 'y}'}}");
        check("A:\n  b: one two\n    three\n  c: 1\n", r#"A={b="one two three", c="1"}"#);
        check("A:\n  b: http://x:1/\n", r#"A={b="http://x:1/"}"#);
        check("A:\n  b: 'one\n\n    two\n\n'\n  c: 1\n", r#"A={b="one\ntwo\n", c="1"}"#);
        check("A:\n  b: \"x\\\"y: z\"\n", r#"A={b="x\"y: z"}"#);
    }

    #[test]
    fn several_documents_are_siblings() {
        let text = format!("{HEAD}A:\n  b: 1\n--- !u!4 &-2 stripped\nB:\n  c: 2\n");
        let syntax = SyntaxTree::parse(&text).unwrap();
        let found: Vec<(&str, String)> = syntax
            .documents()
            .map(|document| (document.key(), document.children().map(show).collect()))
            .collect();
        let expected = [
            ("--- !u!1 &1", r#"A={b="1"}"#.to_owned()),
            ("--- !u!4 &-2 stripped", r#"B={c="2"}"#.to_owned()),
        ];
        assert_eq!(found, expected);
        assert_eq!(syntax.len(), 6);
    }

    /// Whatever can be parsed is written back byte for byte, and no input makes the parser panic.
    #[test]
    fn damaged_text_is_rejected_or_kept() {
        let text = format!(
            "{HEAD}A:\n  b: {{fileID: 1,\n    type: 3}}\n  c:\n  - d: 'x''\n\n    y'\n    e: \"\\n\"\n  - - 1\n  f: a\n    b\n"
        );
        for at in 0..text.len() {
            for replacement in ["", " ", "\n", ":", "-", "'", "\"", "{", "]", "\\", "  - "] {
                let damaged = format!("{}{replacement}{}", &text[..at], &text[at + 1..]);
                for damaged in [&damaged, &damaged[..at]] {
                    if let Ok(syntax) = SyntaxTree::parse(damaged) {
                        assert_eq!(syntax.write(), *damaged);
                    }
                }
            }
        }
    }

    #[test]
    fn invalid_syntax_is_reported_with_its_position() {
        for (body, reason, at) in [
            ("A\n", "expected 'key: value'", "A\n"),
            ("A:\n  b: {x: 1\n", "'{' is not closed", "{x: 1"),
            ("A:\n  b: [1\n", "'[' is not closed", "[1"),
            ("A:\n  b: 'x\n", "quoted text is not closed", "'x"),
            ("A:\n  b: 'x' y\n", "unexpected text after the value", "y"),
            ("A:\n    b: {}\n  c: 1\n", "unexpected indentation", "c: 1"),
            ("A:\n  b: 1\n  - 2\n", "unexpected indentation", "- 2"),
        ] {
            let text = format!("{HEAD}{body}");
            let error = SyntaxTree::parse(&text).map(drop).unwrap_err();
            let expected = text.rfind(at).unwrap();
            assert_eq!((error.reason, error.offset), (reason, expected), "{body:?}");
        }
        let deep: String = (0..500).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        let text = format!("{HEAD}{deep}");
        assert_eq!(SyntaxTree::parse(&text).map(drop).unwrap_err().reason, "nested too deep");
    }
}
