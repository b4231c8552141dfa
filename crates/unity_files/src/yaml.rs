//! The subset of YAML that Unity writes, as spans of the text: scalars stay raw until they are
//! decoded.

mod flow;
mod scalar;

use std::borrow::Cow;

use super::pointer::Pointer;
use super::syntax::{SyntaxEntry, SyntaxKind, SyntaxTree};

/// Why and where a text is not what Unity writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct YamlSyntaxError {
    /// In bytes from the start of the parsed text.
    pub(crate) offset: usize,
    pub(crate) reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum YamlValue<'a> {
    /// As written in the file, with quotes, escapes and folds.
    Scalar(&'a str),
    /// In the file's order. Keys may repeat: Unity 5 writes maps as one `data:` after another.
    Map(Vec<(&'a str, YamlValue<'a>)>),
    Seq(Vec<YamlValue<'a>>),
}

impl<'a> YamlValue<'a> {
    /// The body of a document, from its class name on.
    pub(crate) fn parse(text: &'a str) -> Result<YamlValue<'a>, YamlSyntaxError> {
        let syntax = SyntaxTree::parse_body(text)?;
        let document = syntax.documents().next();
        match document.filter(|document| document.kind() == SyntaxKind::Map) {
            Some(document) => YamlValue::from_entry(document, text),
            None => Err(YamlSyntaxError { offset: 0, reason: "the document is empty" }),
        }
    }

    /// Fails where [`YamlValue::parse`] does, without making the value.
    pub(crate) fn check(text: &str) -> Result<(), YamlSyntaxError> {
        let syntax = SyntaxTree::parse_body(text)?;
        let document = syntax.documents().next();
        if document.is_none_or(|document| document.kind() != SyntaxKind::Map) {
            return Err(YamlSyntaxError { offset: 0, reason: "the document is empty" });
        }
        check_flows(&syntax, text)
    }

    /// The value of the entry whose line starts at `offset`; the rest of the text is not read.
    pub(crate) fn parse_entry(
        text: &'a str,
        offset: usize,
    ) -> Result<YamlValue<'a>, YamlSyntaxError> {
        let syntax = SyntaxTree::parse_entry(text, offset)?;
        let entry = syntax.documents().next().and_then(|document| document.children().next());
        entry.map_or(Ok(YamlValue::Scalar("")), |entry| YamlValue::from_entry(entry, text))
    }

    /// Recursion is as deep as the tree, which is bounded.
    pub(crate) fn from_entry(
        entry: SyntaxEntry<'_, 'a>,
        text: &'a str,
    ) -> Result<YamlValue<'a>, YamlSyntaxError> {
        Ok(match entry.kind() {
            SyntaxKind::Empty => YamlValue::Scalar(""),
            SyntaxKind::Plain | SyntaxKind::Quoted => YamlValue::Scalar(entry.raw()),
            SyntaxKind::Flow => parse_flow(entry.raw(), text)?,
            SyntaxKind::Seq => YamlValue::Seq(
                entry
                    .children()
                    .map(|item| YamlValue::from_entry(item, text))
                    .collect::<Result<_, _>>()?,
            ),
            SyntaxKind::Map => YamlValue::Map(
                entry
                    .children()
                    .map(|entry| Ok((entry.key(), YamlValue::from_entry(entry, text)?)))
                    .collect::<Result<_, _>>()?,
            ),
        })
    }

    /// The first entry with this key.
    pub(crate) fn get(&self, key: &str) -> Option<&YamlValue<'a>> {
        self.entries().iter().find_map(|(name, value)| (*name == key).then_some(value))
    }

    pub(crate) fn entries(&self) -> &[(&'a str, YamlValue<'a>)] {
        match self {
            YamlValue::Map(entries) => entries,
            _ => &[],
        }
    }

    pub(crate) fn items(&self) -> &[YamlValue<'a>] {
        match self {
            YamlValue::Seq(items) => items,
            _ => &[],
        }
    }

    /// The decoded text of a scalar; empty for anything else.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        match self {
            YamlValue::Scalar(raw) => scalar::decode(raw),
            _ => Cow::Borrowed(""),
        }
    }
}

/// Fails where one of the flow values cannot be parsed.
pub(crate) fn check_flows(syntax: &SyntaxTree<'_>, text: &str) -> Result<(), YamlSyntaxError> {
    for flow in syntax.flows().map(|flow| &text[flow]) {
        if Pointer::from_flow(flow).is_none() {
            parse_flow(flow, text)?;
        }
    }
    Ok(())
}

/// Parses a flow value that is part of the whole text.
fn parse_flow<'a>(raw: &'a str, whole: &str) -> Result<YamlValue<'a>, YamlSyntaxError> {
    flow::parse(raw)
        .map_err(|error| YamlSyntaxError { offset: error.offset + offset_in(raw, whole), ..error })
}

/// The offset of a part within the whole text.
fn offset_in(part: &str, whole: &str) -> usize {
    part.as_ptr().addr().saturating_sub(whole.as_ptr().addr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(value: &YamlValue<'_>) -> String {
        match value {
            YamlValue::Scalar(_) => format!("{:?}", value.text()),
            YamlValue::Seq(items) => {
                let items: Vec<String> = items.iter().map(show).collect();
                format!("[{}]", items.join(", "))
            }
            YamlValue::Map(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(key, value)| format!("{key}={}", show(value))).collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    fn check(text: &str, expected: &str) {
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let value =
                YamlValue::parse(&text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            assert_eq!(show(&value), expected, "{text:?}");
        }
    }

    #[test]
    fn mappings_and_sequences() {
        check("A:\n  b: 1\n  c: \n  d:\n", r#"{A={b="1", c="", d=""}}"#);
        check("A:\n  data: 1\n  data: 2\n", r#"{A={data="1", data="2"}}"#);
        check("A:\n  : x\n  a b: y\n", r#"{A={="x", a b="y"}}"#);
        check("A:\n  b:\n  - 1\n  - 2\n  c: 3\n", r#"{A={b=["1", "2"], c="3"}}"#);
        check("A:\n  b:\n  - c: 1\n    d: 2\n  - c: 3\n", r#"{A={b=[{c="1", d="2"}, {c="3"}]}}"#);
        check("A:\n  b:\n  - c:\n    - 1\n    d: 2\n", r#"{A={b=[{c=["1"], d="2"}]}}"#);
        check("A:\n  b:\n  - - 1\n    - 2\n  -\n  - 3\n", r#"{A={b=[["1", "2"], "", "3"]}}"#);
        check("A:\n  b:\n  - 4: {fileID: 7}\n", r#"{A={b=[{4={fileID="7"}}]}}"#);
    }

    #[test]
    fn flow_values() {
        check("a: {}\nb: []\n", "{a={}, b=[]}");
        check(
            "a: {fileID: 1, guid: ab,\n    type: 3}\nb: 1\n",
            r#"{a={fileID="1", guid="ab", type="3"}, b="1"}"#,
        );
        check("a: {class: , ns: 'x, y', asm: z}\n", r#"{a={class="", ns="x, y", asm="z"}}"#);
        check("a: [1, {x: 2}, [3]]\n", r#"{a=["1", {x="2"}, ["3"]]}"#);
    }

    #[test]
    fn scalars_are_decoded_as_unity_writes_them() {
        check("a: one two\n  three\nb: 1\n", r#"{a="one two three", b="1"}"#);
        check("a: http://x:1/\n", r#"{a="http://x:1/"}"#);
        check("a: 'it''s: {x}'\n", r#"{a="it's: {x}"}"#);
        check("a: 'one\n\n  two\n\n'\nb: 1\n", r#"{a="one\ntwo\n", b="1"}"#);
        check(
            r#"a: "\u00e9\t\"\xB0\\"
"#,
            r#"{a="é\t\"°\\"}"#,
        );
        check("a: \"one\n  two\\\n  \\ three\"\n", r#"{a="one two three"}"#);
        check("a: \\\nb: 880000008700000086000000\n", r#"{a="\\", b="880000008700000086000000"}"#);
    }

    #[test]
    fn invalid_yaml_is_reported() {
        let deep = format!(
            "A:\n{}",
            (1..500).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>()
        );
        let flow = format!("a: {}", "[".repeat(500));
        for (text, reason) in [
            ("A", "expected 'key: value'"),
            ("a: {fileID: 1", "'{' is not closed"),
            ("a: {fileID: 1\nb: {x: 1}\n", "'{' is not closed"),
            ("a: [1", "'[' is not closed"),
            ("a: 'x", "quoted text is not closed"),
            ("a: 'x' y\n", "unexpected text after the value"),
            ("A:\n    b: {x: 1}\n  c: 1\n      d: 2\n e: 1\n", "unexpected indentation"),
            (&deep, "nested too deep"),
            (&flow, "nested too deep"),
        ] {
            assert_eq!(YamlValue::parse(text).unwrap_err().reason, reason, "{text:?}");
        }
    }
}
