//! Parses `{…}` and `[…]` by recursive descent. The depth is bounded, so that no input can exhaust
//! the stack.

use memchr::memchr;

use super::{YamlSyntaxError, YamlValue};

const MAX_FLOW_DEPTH: usize = 100;

type FlowResult<'a> = Result<YamlValue<'a>, YamlSyntaxError>;

/// Parses one whole flow value.
pub(super) fn parse(text: &str) -> FlowResult<'_> {
    FlowParser { text, pos: 0 }.flow(MAX_FLOW_DEPTH)
}

struct FlowParser<'a> {
    text: &'a str,
    pos: usize,
}

impl<'a> FlowParser<'a> {
    fn error(&self, reason: &'static str) -> YamlSyntaxError {
        YamlSyntaxError { offset: self.pos, reason }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    fn flow(&mut self, depth: usize) -> FlowResult<'a> {
        match self.byte() {
            Some(b'{') => self.flow_mapping(depth),
            Some(b'[') => self.flow_sequence(depth),
            Some(b'\'') => self.single_quoted(),
            Some(b'"') => self.double_quoted(),
            _ => Ok(YamlValue::Scalar(self.flow_plain(b",{}[]"))),
        }
    }

    fn flow_mapping(&mut self, depth: usize) -> FlowResult<'a> {
        let depth = self.deeper(depth)?;
        let open = self.pos;
        self.pos += 1;
        let mut entries = Vec::new();
        loop {
            match self.flow_token() {
                Some(b'}') => {
                    self.pos += 1;
                    return Ok(YamlValue::Map(entries));
                }
                Some(b',') => self.pos += 1,
                Some(byte) if byte != b'{' && byte != b'[' && byte != b']' => {
                    entries.push(self.flow_entry(depth)?);
                }
                _ => return Err(unclosed(open, "'{' is not closed")),
            }
        }
    }

    fn flow_entry(&mut self, depth: usize) -> Result<(&'a str, YamlValue<'a>), YamlSyntaxError> {
        let key = self.flow_plain(b":,{}[]");
        if self.byte() != Some(b':') {
            return Ok((key, YamlValue::Scalar("")));
        }
        self.pos += 1;
        match self.flow_token() {
            Some(b',' | b'}') | None => Ok((key, YamlValue::Scalar(""))),
            Some(_) => Ok((key, self.flow(depth)?)),
        }
    }

    fn flow_sequence(&mut self, depth: usize) -> FlowResult<'a> {
        let depth = self.deeper(depth)?;
        let open = self.pos;
        self.pos += 1;
        let mut items = Vec::new();
        loop {
            match self.flow_token() {
                Some(b']') => {
                    self.pos += 1;
                    return Ok(YamlValue::Seq(items));
                }
                Some(b',') => self.pos += 1,
                Some(byte) if byte != b'}' => items.push(self.flow(depth)?),
                _ => return Err(unclosed(open, "'[' is not closed")),
            }
        }
    }

    /// Skips spaces and line breaks.
    fn flow_token(&mut self) -> Option<u8> {
        while matches!(self.byte()?, b' ' | b'\r' | b'\n') {
            self.pos += 1;
        }
        self.byte()
    }

    fn flow_plain(&mut self, stops: &[u8]) -> &'a str {
        let rest = &self.text[self.pos..];
        let end = rest.bytes().position(|byte| stops.contains(&byte)).unwrap_or(rest.len());
        self.pos += end;
        rest[..end].trim_end()
    }

    fn single_quoted(&mut self) -> FlowResult<'a> {
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

    fn double_quoted(&mut self) -> FlowResult<'a> {
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

    fn quoted_until(&mut self, end: usize) -> YamlValue<'a> {
        let raw = &self.text[self.pos..end];
        self.pos = end;
        YamlValue::Scalar(raw)
    }

    fn deeper(&self, depth: usize) -> Result<usize, YamlSyntaxError> {
        depth.checked_sub(1).ok_or_else(|| self.error("nested too deep"))
    }
}

fn unclosed(offset: usize, reason: &'static str) -> YamlSyntaxError {
    YamlSyntaxError { offset, reason }
}
