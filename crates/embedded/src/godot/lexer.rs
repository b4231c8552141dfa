//! Finds where sections, keys and values of Godot's text formats begin and end, and reads none of
//! them: a value is only parsed when somebody asks for it.

use memchr::{memchr, memchr2};

/// Godot itself gives up at 100; more is an attack or a mistake.
const MAX_DEPTH: usize = 200;

/// A piece of the text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub start: u32,
    pub end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub key: Span,
    pub value: Span,
}

/// What is wrong, and where in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LexError {
    pub at: usize,
    pub reason: &'static str,
}

/// How a section's header is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Headers {
    /// `[node name="Main" type="Node2D"]`
    Attributes,
    /// `[any text at all]`, in settings files
    Plain,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A section's tag; its attributes follow in what [`Lexer::attribute`] gives.
    Section(Span),
    Property(Entry),
}

pub(super) struct Lexer<'t> {
    bytes: &'t [u8],
    at: usize,
    headers: Headers,
}

type Lexed<T> = Result<T, LexError>;

impl<'t> Lexer<'t> {
    /// `text` is under 4 GiB: its reader refuses larger files.
    pub(super) fn new(text: &'t str, headers: Headers) -> Lexer<'t> {
        Lexer {
            bytes: text.as_bytes(),
            at: if text.starts_with('\u{feff}') { 3 } else { 0 },
            headers,
        }
    }

    pub(super) fn item(&mut self) -> Lexed<Option<Item>> {
        self.skip_blank();
        match self.peek() {
            None => Ok(None),
            Some(b'[') => self.tag().map(|tag| Some(Item::Section(tag))),
            Some(_) => self.property().map(|entry| Some(Item::Property(entry))),
        }
    }

    /// The next attribute of the section that was just begun; `None` at its `]`.
    pub(super) fn attribute(&mut self) -> Lexed<Option<Entry>> {
        if self.headers == Headers::Plain {
            return Ok(None);
        }
        self.skip_blank();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(None);
        }
        let start = self.at;
        self.at += self.count(|byte| byte > b' ' && !matches!(byte, b'=' | b']' | b'"'));
        let key = self.span(start, self.at);
        self.skip_blank();
        match self.peek() {
            Some(b'=') if !is_empty(key) => self.at += 1,
            Some(_) => return Err(self.error("expected key=value in a section header")),
            None => return Err(self.error("the file ends inside a section header")),
        }
        self.skip_blank();
        let value = self.value(|byte| byte <= b' ' || byte == b']')?;
        Ok(Some(Entry { key, value }))
    }

    fn tag(&mut self) -> Lexed<Span> {
        self.at += 1;
        if self.headers == Headers::Plain {
            return self.plain_tag();
        }
        self.skip_blank();
        let start = self.at;
        self.at += self.count(|byte| byte > b' ' && byte != b']' && byte != b'=');
        match self.peek() {
            Some(_) => Ok(self.span(start, self.at)),
            None => Err(self.error("the file ends inside a section header")),
        }
    }

    fn plain_tag(&mut self) -> Lexed<Span> {
        let start = self.at;
        let length = memchr2(b']', b'\n', &self.bytes[start..]).unwrap_or(self.rest());
        self.at += length;
        if self.peek() != Some(b']') {
            return Err(self.error("a section header without its ']'"));
        }
        self.at += 1;
        Ok(self.span(start, start + length))
    }

    fn property(&mut self) -> Lexed<Entry> {
        self.refuse_conflict()?;
        let start = self.at;
        if self.peek() == Some(b'"') {
            self.string()?;
        }
        self.at += self.count(|byte| byte != b'=' && byte != b'\n');
        let key = self.span(start, self.at);
        if is_empty(key) || self.peek() != Some(b'=') {
            self.at = start;
            return Err(self.error("expected a section or key = value"));
        }
        self.at += 1;
        self.at += self.count(|byte| matches!(byte, b' ' | b'\t'));
        let value = self.value(|byte| byte == b'\n' || byte == b';')?;
        Ok(Entry { key, value })
    }

    /// One value: brackets are counted and strings are passed over, until `ends` outside of both.
    fn value(&mut self, ends: fn(u8) -> bool) -> Lexed<Span> {
        let start = self.at;
        let mut closers: Vec<u8> = Vec::new();
        while let Some(byte) = self.peek() {
            if closers.is_empty() && ends(byte) {
                break;
            }
            match byte {
                b'"' => self.string()?,
                b';' => self.skip_line(),
                b'\n' => {
                    self.at += 1;
                    self.refuse_conflict()?;
                }
                _ => self.bracket(byte, &mut closers)?,
            }
            if !closers.is_empty() {
                self.at += self.count(|byte| !STOPS[byte as usize]);
            }
        }
        let value = self.span(start, self.at);
        if !closers.is_empty() {
            self.at = start;
            return Err(self.error("the file ends inside brackets that are opened here"));
        }
        if is_empty(value) {
            return Err(self.error("a key without a value"));
        }
        Ok(value)
    }

    fn bracket(&mut self, byte: u8, closers: &mut Vec<u8>) -> Lexed<()> {
        match byte {
            b'(' => closers.push(b')'),
            b'[' => closers.push(b']'),
            b'{' => closers.push(b'}'),
            b')' | b']' | b'}' if closers.pop() != Some(byte) => {
                return Err(self.error("a closing bracket that was not opened"));
            }
            _ => {}
        }
        if closers.len() > MAX_DEPTH {
            return Err(self.error("brackets are nested too deeply"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Lexed<()> {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(length) = memchr2(b'"', b'\\', rest) else {
                self.at = start;
                return Err(self.error("the file ends inside a string that begins here"));
            };
            self.at += length + 1;
            if rest[length] == b'"' {
                return Ok(());
            }
            self.at += 1;
        }
    }

    /// At the start of a line outside strings, no valid file has these.
    fn refuse_conflict(&self) -> Lexed<()> {
        let rest = &self.bytes[self.at..];
        let markers: [&[u8]; 4] = [b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||"];
        if markers.iter().any(|marker| rest.starts_with(marker)) {
            return Err(self.error("a merge conflict was left here"));
        }
        Ok(())
    }

    fn skip_blank(&mut self) {
        loop {
            self.at += self.count(|byte| byte <= b' ');
            if self.peek() != Some(b';') {
                return;
            }
            self.skip_line();
        }
    }

    fn skip_line(&mut self) {
        self.at += memchr(b'\n', &self.bytes[self.at..]).unwrap_or(self.rest());
    }

    fn count(&self, wanted: impl Fn(u8) -> bool) -> usize {
        let rest = &self.bytes[self.at..];
        rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Without the blanks at its end.
    fn span(&self, start: usize, end: usize) -> Span {
        let length =
            self.bytes[start..end].iter().rposition(|&byte| byte > b' ').map_or(0, |last| last + 1);
        Span { start: start as u32, end: (start + length) as u32 }
    }

    fn error(&self, reason: &'static str) -> LexError {
        LexError { at: self.at, reason }
    }
}

fn is_empty(span: Span) -> bool {
    span.start == span.end
}

/// The bytes that mean something inside brackets; long arrays of numbers have few of them.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let bytes = b"\"()[]{};\n";
    let mut index = 0;
    while index < bytes.len() {
        stops[bytes[index] as usize] = true;
        index += 1;
    }
    stops
};
