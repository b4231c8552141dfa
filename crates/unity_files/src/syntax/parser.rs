//! Parses the lines in one pass, with a stack of open blocks instead of recursion.

use memchr::{memchr, memchr2};

use super::{SyntaxKind, SyntaxNode, SyntaxSpan};
use crate::pointer::Pointer;
use crate::yaml::YamlSyntaxError;

/// Unity nests serialised classes ten deep, with two levels each; this leaves plenty of room.
const MAX_BLOCK_DEPTH: usize = 200;

/// Parses a whole file.
pub(super) fn parse_file(text: &str) -> Result<Vec<SyntaxNode>, YamlSyntaxError> {
    let mut parser = BlockParser::new(text);
    parser.documents()?;
    Ok(parser.finish())
}

/// Parses the lines of one document, without its header. The first node stands for the document.
pub(super) fn parse_body(text: &str) -> Result<Vec<SyntaxNode>, YamlSyntaxError> {
    let mut parser = BlockParser::new(text);
    parser.document(span(0, 0));
    let mut pos = 0;
    while pos < text.len() {
        pos = parser.line(pos)?;
    }
    Ok(parser.finish())
}

/// Parses the entry whose line starts at `offset`; the rest of the text is not read.
pub(super) fn parse_entry(text: &str, offset: usize) -> Result<Vec<SyntaxNode>, YamlSyntaxError> {
    let mut parser = BlockParser::new(&text[..offset]);
    parser.bytes = text.as_bytes();
    parser.document(span(offset, offset));
    let column = parser.spaces(offset);
    let mut pos = parser.line(offset)?;
    while pos < text.len() && parser.continues_entry(pos, column) {
        pos = parser.line(pos)?;
    }
    Ok(parser.finish())
}

struct BlockParser<'a> {
    bytes: &'a [u8],
    nodes: Vec<SyntaxNode>,
    open: Vec<OpenBlock>,
    /// The last entry while it has no value: the lines below it may be its value.
    pending: Option<PendingValue>,
}

struct OpenBlock {
    node: usize,
    /// Column of its entries; `None` for that of a document.
    column: Option<usize>,
    is_seq: bool,
}

#[derive(Clone, Copy)]
struct PendingValue {
    node: usize,
    column: usize,
    is_item: bool,
}

/// A position on a line, with its column.
#[derive(Clone, Copy)]
struct LinePosition {
    pos: usize,
    column: usize,
}

impl<'a> BlockParser<'a> {
    fn new(text: &'a str) -> BlockParser<'a> {
        BlockParser {
            bytes: text.as_bytes(),
            // A line has about 36 bytes and is about one node.
            nodes: Vec::with_capacity(text.len() / 32),
            open: Vec::new(),
            pending: None,
        }
    }

    fn finish(mut self) -> Vec<SyntaxNode> {
        self.close_all();
        self.nodes
    }

    /// Whether the line at `pos` still belongs to an entry that began in `column`.
    fn continues_entry(&self, pos: usize, column: usize) -> bool {
        let at = pos + self.spaces(pos);
        self.is_line_end(at) || at - pos > column || (at - pos == column && self.is_dash(at))
    }

    fn documents(&mut self) -> Result<(), YamlSyntaxError> {
        let mut pos = 0;
        while pos < self.bytes.len() {
            let line = &self.bytes[pos..];
            if line.starts_with(b"---") {
                let end = self.line_end(pos);
                self.document(span(pos, self.without_return(pos, end)));
                pos = end + 1;
            } else if self.open.is_empty() {
                // The directives before the first document.
                pos = self.line_end(pos) + 1;
            } else {
                pos = self.line(pos)?;
            }
        }
        Ok(())
    }

    fn document(&mut self, header: SyntaxSpan) {
        self.close_all();
        let node =
            self.push(header, span(header.end as usize, header.end as usize), SyntaxKind::Empty);
        self.open.push(OpenBlock { node, column: None, is_seq: false });
        self.pending = None;
    }

    /// Parses the line at `pos`, and returns the start of the next line.
    fn line(&mut self, pos: usize) -> Result<usize, YamlSyntaxError> {
        let indent = self.spaces(pos);
        let at = LinePosition { pos: pos + indent, column: indent };
        match self.bytes.get(at.pos) {
            None => Ok(at.pos),
            Some(b'\n') => Ok(at.pos + 1),
            Some(b'\r') => Ok(at.pos + 1),
            Some(_) => self.content(at),
        }
    }

    /// Parses an entry or an item; an item may contain another one on the same line.
    fn content(&mut self, mut at: LinePosition) -> Result<usize, YamlSyntaxError> {
        loop {
            if self.is_dash(at.pos) {
                let node = self.add(at, true, span(at.pos, at.pos + 1))?;
                let inner = at.pos + 1 + self.spaces(at.pos + 1);
                self.pending = Some(PendingValue { node, column: at.column, is_item: true });
                if self.is_line_end(inner) {
                    return Ok(self.line_end(inner) + 1);
                }
                at = LinePosition { pos: inner, column: at.column + (inner - at.pos) };
                if !self.is_dash(inner) && self.key(inner).is_none() {
                    return self.pending_value(at);
                }
            } else if let Some(end) = self.key(at.pos) {
                let node = self.add(at, false, span(at.pos, end))?;
                let value = end + 1 + self.spaces(end + 1);
                self.pending = Some(PendingValue { node, column: at.column, is_item: false });
                if self.is_line_end(value) {
                    return Ok(self.line_end(value) + 1);
                }
                return self.pending_value(LinePosition { pos: value, column: at.column });
            } else {
                return self.pending_value(at);
            }
        }
    }

    /// Parses a scalar or a flow value for the entry that has no value yet.
    fn pending_value(&mut self, at: LinePosition) -> Result<usize, YamlSyntaxError> {
        let Some(pending) = self.pending.take() else {
            return Err(error(at.pos, "expected 'key: value'"));
        };
        let (kind, end) = match self.bytes[at.pos] {
            b'{' => (SyntaxKind::Flow, self.flow(at.pos, "'{' is not closed")?),
            b'[' => (SyntaxKind::Flow, self.flow(at.pos, "'[' is not closed")?),
            quote @ (b'\'' | b'"') => (SyntaxKind::Quoted, self.quoted(at.pos, quote)?),
            _ => (SyntaxKind::Plain, self.plain(at.pos, pending.column)),
        };
        let after = end + self.spaces(end);
        if !self.is_line_end(after) {
            return Err(error(after, "unexpected text after the value"));
        }
        let node = &mut self.nodes[pending.node];
        node.kind = kind;
        node.value = span(at.pos, end);
        Ok(self.line_end(after) + 1)
    }

    /// Adds an entry or an item at the level of its column.
    fn add(
        &mut self,
        at: LinePosition,
        is_seq: bool,
        key: SyntaxSpan,
    ) -> Result<usize, YamlSyntaxError> {
        if let Some(pending) = self.pending.take() {
            // The dashes of a sequence may be in the column of its key.
            let below = at.column > pending.column
                || (at.column == pending.column && is_seq && !pending.is_item);
            if below {
                return self.open_at(pending.node, at, is_seq, key);
            }
        }
        let closed = |open: &OpenBlock| {
            open.column > Some(at.column)
                || (open.column == Some(at.column) && open.is_seq && !is_seq)
        };
        while self.open.last().is_some_and(closed) {
            self.close();
        }
        match self.open.last() {
            Some(open) if open.column == Some(at.column) && open.is_seq == is_seq => {
                Ok(self.push(key, span(at.pos, at.pos), SyntaxKind::Empty))
            }
            // The first entry of a document.
            Some(&OpenBlock { node, column: None, .. }) if self.nodes.len() == node + 1 => {
                self.open_at(node, at, is_seq, key)
            }
            _ => Err(error(at.pos, "unexpected indentation")),
        }
    }

    /// Makes `node` a mapping or a sequence, with a first entry.
    fn open_at(
        &mut self,
        node: usize,
        at: LinePosition,
        is_seq: bool,
        key: SyntaxSpan,
    ) -> Result<usize, YamlSyntaxError> {
        if self.open.len() >= MAX_BLOCK_DEPTH {
            return Err(error(at.pos, "nested too deep"));
        }
        self.nodes[node].kind = if is_seq { SyntaxKind::Seq } else { SyntaxKind::Map };
        self.nodes[node].value = span(at.pos, at.pos);
        self.open.push(OpenBlock { node, column: Some(at.column), is_seq });
        Ok(self.push(key, span(at.pos, at.pos), SyntaxKind::Empty))
    }

    fn push(&mut self, key: SyntaxSpan, value: SyntaxSpan, kind: SyntaxKind) -> usize {
        let index = self.nodes.len();
        let value = if kind == SyntaxKind::Empty {
            SyntaxSpan { start: key.end, end: key.end }
        } else {
            value
        };
        self.nodes.push(SyntaxNode { key, value, next: small(index + 1), kind });
        index
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            let last = self.nodes[self.nodes.len() - 1];
            let next = small(self.nodes.len());
            let node = &mut self.nodes[open.node];
            node.next = next;
            node.value.end = last.value.end.max(node.value.end);
        }
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// The end of the key that begins at `pos`; `None` when there is no `key:` here.
    fn key(&self, pos: usize) -> Option<usize> {
        let quote = match self.bytes[pos] {
            b'{' | b'[' => return None,
            quote @ (b'\'' | b'"') => Some(quote),
            _ => None,
        };
        if let Some(quote) = quote {
            let close = pos + 1 + memchr(quote, &self.bytes[pos + 1..])?;
            return self.is_key_end(close + 1).then_some(close + 1);
        }
        let mut at = pos;
        loop {
            match self.bytes.get(at)? {
                b'\n' => return None,
                b':' if self.is_key_end(at) => return Some(at),
                _ => at += 1,
            }
        }
    }

    fn is_key_end(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b':')
            && matches!(self.bytes.get(at + 1), None | Some(b' ' | b'\n' | b'\r'))
    }

    fn is_dash(&self, at: usize) -> bool {
        self.bytes[at] == b'-'
            && matches!(self.bytes.get(at + 1), None | Some(b' ' | b'\n' | b'\r'))
    }

    /// The end of a plain scalar: it continues while lines are indented further than its key.
    fn plain(&self, pos: usize, column: usize) -> usize {
        let mut end = self.trimmed(pos, self.line_end(pos));
        let mut next = self.line_end(pos) + 1;
        while next < self.bytes.len() {
            let indent = self.spaces(next);
            let line_end = self.line_end(next);
            let is_blank = self.is_line_end(next + indent);
            if !is_blank && (indent <= column || self.bytes[next..].starts_with(b"---")) {
                break;
            }
            if !is_blank {
                end = self.trimmed(next, line_end);
            }
            next = line_end + 1;
        }
        end
    }

    fn quoted(&self, pos: usize, quote: u8) -> Result<usize, YamlSyntaxError> {
        let mut at = pos + 1;
        loop {
            let found = memchr2(quote, b'\\', self.bytes.get(at..).unwrap_or_default());
            at += found.ok_or_else(|| error(pos, "quoted text is not closed"))?;
            match (self.bytes[at], quote) {
                (b'\\', b'"') => at += 2,
                (b'\\', _) => at += 1,
                _ if quote == b'\'' && self.bytes.get(at + 1) == Some(&b'\'') => at += 2,
                _ => return Ok(at + 1),
            }
        }
    }

    /// The end of a flow value. A document never ends inside one.
    fn flow(&self, pos: usize, unclosed: &'static str) -> Result<usize, YamlSyntaxError> {
        match Pointer::flow_length(&self.bytes[pos..]) {
            Some(length) => Ok(pos + length),
            None => self.any_flow(pos, unclosed),
        }
    }

    fn any_flow(&self, pos: usize, unclosed: &'static str) -> Result<usize, YamlSyntaxError> {
        let mut depth = 0usize;
        let mut at = pos;
        loop {
            match self.bytes.get(at) {
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(at + 1);
                    }
                }
                Some(&quote @ (b'\'' | b'"')) if self.begins_value(at) => {
                    at = self.quoted(at, quote)?;
                    continue;
                }
                Some(b'\n') if self.bytes[at + 1..].starts_with(b"---") => {
                    return Err(error(pos, unclosed));
                }
                None => return Err(error(pos, unclosed)),
                Some(_) => {}
            }
            if depth > MAX_BLOCK_DEPTH {
                return Err(error(at, "nested too deep"));
            }
            at += 1;
        }
    }

    /// A quote in the middle of a word is part of it.
    fn begins_value(&self, at: usize) -> bool {
        at > 0 && matches!(self.bytes[at - 1], b' ' | b'{' | b'[' | b',' | b'\n')
    }

    fn spaces(&self, pos: usize) -> usize {
        let rest = self.bytes.get(pos..).unwrap_or_default();
        rest.iter().position(|&byte| byte != b' ').unwrap_or(rest.len())
    }

    fn is_line_end(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            None | Some(b'\n') => true,
            Some(b'\r') => matches!(self.bytes.get(at + 1), None | Some(b'\n')),
            Some(_) => false,
        }
    }

    /// The position of the line's newline, or of the end of the text.
    fn line_end(&self, pos: usize) -> usize {
        let rest = self.bytes.get(pos..).unwrap_or_default();
        pos + memchr(b'\n', rest).unwrap_or(rest.len())
    }

    fn trimmed(&self, start: usize, end: usize) -> usize {
        start + self.bytes[start..end].trim_ascii_end().len()
    }

    fn without_return(&self, start: usize, end: usize) -> usize {
        end - usize::from(end > start && self.bytes[end - 1] == b'\r')
    }
}

fn span(start: usize, end: usize) -> SyntaxSpan {
    SyntaxSpan { start: small(start), end: small(end) }
}

/// Files are rejected long before this overflows.
fn small(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn error(offset: usize, reason: &'static str) -> YamlSyntaxError {
    YamlSyntaxError { offset, reason }
}
