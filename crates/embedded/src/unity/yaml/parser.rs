//! A recursive-descent parser over positions and columns. Depth is bounded, so no input can exhaust
//! the stack, and every step moves forward.

use memchr::memchr;

use super::{SyntaxError, Value};

/// Unity nests serialised classes ten deep, two levels each; the rest is room.
const MAX_DEPTH: usize = 100;

type Parsed<'a> = Result<Value<'a>, SyntaxError>;

pub(super) fn document(text: &str) -> Parsed<'_> {
    let mut parser = Parser::at(text, 0);
    let Some(column) = parser.token() else {
        return Err(parser.error("there is nothing here"));
    };
    let value = parser.mapping(column, MAX_DEPTH)?;
    match parser.token() {
        None => Ok(value),
        Some(_) => Err(parser.error("unexpected indentation")),
    }
}

pub(super) fn entry(text: &str, offset: usize) -> Parsed<'_> {
    let mut parser = Parser::at(text, offset);
    let column = parser.token().unwrap_or(0);
    parser.entry(column, MAX_DEPTH).map(|(_, value)| value)
}

struct Parser<'a> {
    text: &'a str,
    pos: usize,
    line_start: usize,
}

impl<'a> Parser<'a> {
    fn at(text: &'a str, offset: usize) -> Parser<'a> {
        Parser { text, pos: offset, line_start: offset }
    }

    fn error(&self, reason: &'static str) -> SyntaxError {
        SyntaxError { offset: self.pos, reason }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    /// Moves to the next thing that is not blank, and gives its column.
    fn token(&mut self) -> Option<usize> {
        loop {
            match self.byte()? {
                b' ' | b'\r' => self.pos += 1,
                b'\n' => {
                    self.pos += 1;
                    self.line_start = self.pos;
                }
                _ => return Some(self.pos - self.line_start),
            }
        }
    }

    /// What is left of the current line.
    fn line(&self) -> &'a str {
        let rest = &self.text[self.pos..];
        let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        rest[..end].trim_end_matches('\r')
    }

    fn skip_spaces(&mut self) {
        while self.byte() == Some(b' ') {
            self.pos += 1;
        }
    }

    fn end_of_line(&mut self) -> Result<(), SyntaxError> {
        self.skip_spaces();
        if self.line().is_empty() {
            Ok(())
        } else {
            Err(self.error("unexpected text after the value"))
        }
    }

    fn block(&mut self, depth: usize) -> Parsed<'a> {
        let column = self.token().unwrap_or(0);
        let line = self.line();
        if is_dash(line) {
            self.sequence(column, depth)
        } else if split_key(line).is_some() {
            self.mapping(column, depth)
        } else {
            self.inline(column, depth)
        }
    }

    fn mapping(&mut self, column: usize, depth: usize) -> Parsed<'a> {
        let depth = self.deeper(depth)?;
        let mut entries = Vec::new();
        loop {
            match self.token() {
                Some(at) if at == column => entries.push(self.entry(column, depth)?),
                Some(at) if at > column => return Err(self.error("unexpected indentation")),
                _ => return Ok(Value::Map(entries)),
            }
        }
    }

    fn entry(&mut self, column: usize, depth: usize) -> Result<(&'a str, Value<'a>), SyntaxError> {
        let Some((key, value_at)) = split_key(self.line()) else {
            return Err(self.error("expected 'key: value'"));
        };
        self.pos += value_at;
        self.skip_spaces();
        if !self.line().is_empty() {
            return Ok((key, self.inline(column + 1, depth)?));
        }
        let value = match self.token() {
            Some(at) if at > column => self.block(depth)?,
            // The dashes of a sequence stand at its key's column.
            Some(at) if at == column && is_dash(self.line()) => self.sequence(column, depth)?,
            _ => Value::Scalar(""),
        };
        Ok((key, value))
    }

    fn sequence(&mut self, column: usize, depth: usize) -> Parsed<'a> {
        let depth = self.deeper(depth)?;
        let mut items = Vec::new();
        loop {
            match self.token() {
                Some(at) if at == column && is_dash(self.line()) => {
                    self.pos += 1;
                    items.push(self.item(column, depth)?);
                }
                Some(at) if at > column => return Err(self.error("unexpected indentation")),
                _ => return Ok(Value::Seq(items)),
            }
        }
    }

    fn item(&mut self, column: usize, depth: usize) -> Parsed<'a> {
        self.skip_spaces();
        let line = self.line();
        if line.is_empty() {
            return match self.token() {
                Some(at) if at > column => self.block(depth),
                _ => Ok(Value::Scalar("")),
            };
        }
        if is_dash(line) || split_key(line).is_some() {
            self.block(depth)
        } else {
            self.inline(column + 1, depth)
        }
    }

    /// A value that begins on the current line; a plain one goes on while lines stand at `indent` or
    /// further in.
    fn inline(&mut self, indent: usize, depth: usize) -> Parsed<'a> {
        match self.byte() {
            Some(b'{' | b'[' | b'\'' | b'"') => {
                let value = self.flow(depth)?;
                self.end_of_line()?;
                Ok(value)
            }
            _ => Ok(self.plain(indent)),
        }
    }

    fn plain(&mut self, indent: usize) -> Value<'a> {
        let start = self.pos;
        loop {
            self.pos += self.line().len();
            let (end, line_start) = (self.pos, self.line_start);
            if self.token().is_none_or(|column| column < indent) {
                (self.pos, self.line_start) = (end, line_start);
                return Value::Scalar(self.text[start..end].trim_end());
            }
        }
    }

    fn flow(&mut self, depth: usize) -> Parsed<'a> {
        match self.byte() {
            Some(b'{') => self.flow_mapping(depth),
            Some(b'[') => self.flow_sequence(depth),
            Some(b'\'') => self.single_quoted(),
            Some(b'"') => self.double_quoted(),
            _ => Ok(Value::Scalar(self.flow_plain(b",{}[]"))),
        }
    }

    fn flow_mapping(&mut self, depth: usize) -> Parsed<'a> {
        let depth = self.deeper(depth)?;
        let open = self.pos;
        self.pos += 1;
        let mut entries = Vec::new();
        loop {
            match self.flow_token() {
                Some(b'}') => {
                    self.pos += 1;
                    return Ok(Value::Map(entries));
                }
                Some(b',') => self.pos += 1,
                Some(byte) if byte != b'{' && byte != b'[' && byte != b']' => {
                    entries.push(self.flow_entry(depth)?);
                }
                _ => return Err(unclosed(open, "'{' is not closed")),
            }
        }
    }

    fn flow_entry(&mut self, depth: usize) -> Result<(&'a str, Value<'a>), SyntaxError> {
        let key = self.flow_plain(b":,{}[]");
        if self.byte() != Some(b':') {
            return Ok((key, Value::Scalar("")));
        }
        self.pos += 1;
        match self.flow_token() {
            Some(b',' | b'}') | None => Ok((key, Value::Scalar(""))),
            Some(_) => Ok((key, self.flow(depth)?)),
        }
    }

    fn flow_sequence(&mut self, depth: usize) -> Parsed<'a> {
        let depth = self.deeper(depth)?;
        let open = self.pos;
        self.pos += 1;
        let mut items = Vec::new();
        loop {
            match self.flow_token() {
                Some(b']') => {
                    self.pos += 1;
                    return Ok(Value::Seq(items));
                }
                Some(b',') => self.pos += 1,
                Some(byte) if byte != b'}' => items.push(self.flow(depth)?),
                _ => return Err(unclosed(open, "'[' is not closed")),
            }
        }
    }

    fn flow_token(&mut self) -> Option<u8> {
        self.token()?;
        self.byte()
    }

    fn flow_plain(&mut self, stops: &[u8]) -> &'a str {
        let rest = &self.text[self.pos..];
        let end = rest.bytes().position(|byte| stops.contains(&byte)).unwrap_or(rest.len());
        self.advance_over(&rest[..end]);
        rest[..end].trim_end()
    }

    fn single_quoted(&mut self) -> Parsed<'a> {
        let bytes = self.text.as_bytes();
        let mut at = self.pos + 1;
        while let Some(quote) = memchr(b'\'', &bytes[at..]) {
            at += quote + 1;
            if bytes.get(at) != Some(&b'\'') {
                return Ok(self.quoted_until(at));
            }
            at += 1;
        }
        Err(self.error("quoted text is not closed"))
    }

    fn double_quoted(&mut self) -> Parsed<'a> {
        let bytes = self.text.as_bytes();
        let mut at = self.pos + 1;
        while let Some(&byte) = bytes.get(at) {
            at += match byte {
                b'"' => return Ok(self.quoted_until(at + 1)),
                b'\\' => 2,
                _ => 1,
            };
        }
        Err(self.error("quoted text is not closed"))
    }

    fn quoted_until(&mut self, end: usize) -> Value<'a> {
        let raw = &self.text[self.pos..end];
        self.advance_over(raw);
        Value::Scalar(raw)
    }

    fn advance_over(&mut self, raw: &str) {
        if let Some(newline) = memchr::memrchr(b'\n', raw.as_bytes()) {
            self.line_start = self.pos + newline + 1;
        }
        self.pos += raw.len();
    }

    fn deeper(&self, depth: usize) -> Result<usize, SyntaxError> {
        depth.checked_sub(1).ok_or_else(|| self.error("nested too deep"))
    }
}

fn unclosed(offset: usize, reason: &'static str) -> SyntaxError {
    SyntaxError { offset, reason }
}

fn is_dash(line: &str) -> bool {
    line == "-" || line.starts_with("- ")
}

/// The key of a line and where its value may begin; `None` when the line is no `key: value`.
fn split_key(line: &str) -> Option<(&str, usize)> {
    let bytes = line.as_bytes();
    let from = match bytes.first()? {
        b'{' | b'[' => return None,
        &quote @ (b'\'' | b'"') => memchr(quote, &bytes[1..])? + 2,
        _ => 0,
    };
    let colon = memchr::memchr_iter(b':', &bytes[from..])
        .map(|at| from + at)
        .find(|&at| matches!(bytes.get(at + 1), None | Some(b' ')))?;
    if from > 0 && colon != from {
        return None;
    }
    Some((&line[..colon], colon + 1))
}
