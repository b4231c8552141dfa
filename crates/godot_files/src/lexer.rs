//! Finds the positions of sections, keys and values in Godot's text formats. The brackets and strings of a value
//! are followed to find its end; its content is parsed on use.

pub(super) mod bytes;

use memchr::{memchr, memchr2};

use bytes::{BLANK, KEY_END, NAME, STOP, WORD, is, skip_to_stop};

/// Godot's own limit is 100.
pub(super) const MAX_BRACKET_DEPTH: usize = 200;

/// A byte range of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextSpan {
    pub start: u32,
    pub end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EntrySpans {
    pub key: TextSpan,
    pub value: TextSpan,
}

/// A syntax error and its position.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LexError {
    pub at: usize,
    pub reason: &'static str,
    /// The text contains a marker of an unfinished merge.
    pub is_conflict: bool,
}

/// The syntax of section headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeaderStyle {
    /// `[node name="Main" type="Node2D"]`
    Attributes,
    /// `[any text at all]`, in settings files
    Plain,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum LexedItem {
    /// The tag of a section; [`GodotLexer::attribute`] gives its attributes.
    Section(TextSpan),
    Property(EntrySpans),
}

pub(super) struct GodotLexer<'t> {
    bytes: &'t [u8],
    at: usize,
    headers: HeaderStyle,
    /// The closing brackets of the open brackets, the innermost last.
    closers: Vec<u8>,
}

type Lexed<T> = Result<T, LexError>;

impl<'t> GodotLexer<'t> {
    /// `text` has less than 4 GiB, which its reader ensures.
    pub(super) fn new(text: &'t str, headers: HeaderStyle) -> GodotLexer<'t> {
        GodotLexer {
            bytes: text.as_bytes(),
            at: if text.starts_with('\u{feff}') { 3 } else { 0 },
            headers,
            closers: Vec::new(),
        }
    }

    /// The error of a cancelled reader.
    pub(super) fn unfinished(&self) -> LexError {
        self.error("it was not read completely")
    }

    /// The position after the last item.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn item(&mut self) -> Lexed<Option<LexedItem>> {
        self.skip_blank();
        match self.peek() {
            None => Ok(None),
            Some(b'[') => self.tag().map(|tag| Some(LexedItem::Section(tag))),
            Some(_) => self.property().map(|entry| Some(LexedItem::Property(entry))),
        }
    }

    /// The next attribute of the current section; `None` at its `]`.
    pub(super) fn attribute(&mut self) -> Lexed<Option<EntrySpans>> {
        if self.headers == HeaderStyle::Plain {
            return Ok(None);
        }
        self.skip_blank();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(None);
        }
        let start = self.at;
        self.skip(NAME);
        let key = span(start, self.at);
        self.skip_blank();
        match self.peek() {
            Some(b'=') if !is_empty(key) => self.at += 1,
            Some(_) => return Err(self.error("expected key=value in a section header")),
            None => return Err(self.error("the file ends inside a section header")),
        }
        self.skip_blank();
        let value = self.value()?;
        Ok(Some(EntrySpans { key, value }))
    }

    fn tag(&mut self) -> Lexed<TextSpan> {
        self.at += 1;
        if self.headers == HeaderStyle::Plain {
            return self.plain_tag();
        }
        self.skip_blank();
        let start = self.at;
        self.skip(NAME);
        match self.peek() {
            Some(_) => Ok(span(start, self.at)),
            None => Err(self.error("the file ends inside a section header")),
        }
    }

    /// Up to a `]` without a `\` before it.
    fn plain_tag(&mut self) -> Lexed<TextSpan> {
        let start = self.at;
        loop {
            self.at += memchr2(b']', b'\n', self.rest()).unwrap_or(self.rest().len());
            if self.peek() != Some(b']') {
                return Err(self.error("a section header without its ']'"));
            }
            self.at += 1;
            if !self.bytes[start..self.at - 1].ends_with(b"\\") {
                return Ok(self.trimmed(start, self.at - 1));
            }
        }
    }

    fn property(&mut self) -> Lexed<EntrySpans> {
        self.refuse_conflict()?;
        let start = self.at;
        if self.peek() == Some(b'"') {
            self.string()?;
        }
        self.skip_until(KEY_END);
        let key = self.trimmed(start, self.at);
        if is_empty(key) || self.peek() != Some(b'=') {
            self.at = start;
            return Err(self.error("expected a section or key = value"));
        }
        self.at += 1;
        self.skip_to_value();
        let value = self.value()?;
        Ok(EntrySpans { key, value })
    }

    /// Skips to the value. Godot also accepts it on a later line, if it cannot be confused with the next key or
    /// section.
    fn skip_to_value(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
        if matches!(self.peek(), Some(b'\n' | b'\r')) {
            let end = self.at;
            self.skip_blank();
            if !matches!(self.peek(), Some(b'{' | b'&' | b'"')) {
                self.at = end;
            }
        }
    }

    fn value(&mut self) -> Lexed<TextSpan> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'[' | b'{') => self.brackets()?,
            Some(b'&' | b'@' | b'^') if self.bytes.get(start + 1) == Some(&b'"') => {
                self.at += 1;
                self.string()?;
            }
            Some(byte) if is(byte, WORD) => self.word()?,
            None | Some(b'\n' | b'\r' | b';' | b']' | b' ' | b'\t') => {
                return Err(self.error("a key without a value"));
            }
            Some(b')' | b'}') => return Err(self.error("a closing bracket that was not opened")),
            Some(_) => return Err(self.error("no value begins like this")),
        }
        Ok(span(start, self.at))
    }

    /// A number, a name, or a name with brackets.
    fn word(&mut self) -> Lexed<()> {
        let start = self.at;
        self.skip(WORD);
        let end = self.at;
        if !self.bytes[start].is_ascii_alphabetic() || is_constant(&self.bytes[start..end]) {
            return Ok(());
        }
        self.skip_spaces();
        if self.peek() == Some(b'[') && takes_types(&self.bytes[start..end]) {
            self.brackets()?;
            self.skip_spaces();
        }
        match self.peek() {
            Some(b'(') => self.brackets(),
            _ => {
                self.at = end;
                Ok(())
            }
        }
    }

    fn brackets(&mut self) -> Lexed<()> {
        let start = self.at;
        self.closers.clear();
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.string()?,
                b';' => self.skip_line(),
                b'\n' => {
                    self.at += 1;
                    self.refuse_conflict()?;
                }
                _ => {
                    self.bracket(byte)?;
                    if self.closers.is_empty() {
                        return Ok(());
                    }
                }
            }
            self.at = skip_to_stop(self.bytes, self.at);
        }
        self.at = start;
        Err(self.error("the file ends inside brackets that are opened here"))
    }

    fn bracket(&mut self, byte: u8) -> Lexed<()> {
        match byte {
            b'(' => self.closers.push(b')'),
            b'[' => self.closers.push(b']'),
            b'{' => self.closers.push(b'}'),
            _ if is(byte, STOP) && self.closers.pop() != Some(byte) => {
                return Err(self.error("a closing bracket that was not opened"));
            }
            _ => {}
        }
        if self.closers.len() > MAX_BRACKET_DEPTH {
            return Err(self.error("brackets are nested too deeply"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Lexed<()> {
        match bytes::string_end(self.bytes, self.at) {
            Some(end) => {
                self.at = end;
                Ok(())
            }
            None => Err(self.error("the file ends inside a string that begins here")),
        }
    }

    /// Conflict markers are never valid at the start of a line outside of strings.
    fn refuse_conflict(&self) -> Lexed<()> {
        if !matches!(self.peek(), Some(b'<' | b'=' | b'>' | b'|')) {
            return Ok(());
        }
        let markers: [&[u8]; 4] = [b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||"];
        if markers.iter().any(|marker| self.rest().starts_with(marker)) {
            let error = self.error("it has the markers of an unfinished merge");
            return Err(LexError { is_conflict: true, ..error });
        }
        Ok(())
    }

    fn skip_blank(&mut self) {
        loop {
            self.skip(BLANK);
            if self.peek() != Some(b';') {
                return;
            }
            self.skip_line();
        }
    }

    /// Skips blanks, but no comments, between a name and its brackets.
    fn skip_spaces(&mut self) {
        self.skip(BLANK);
    }

    fn skip_line(&mut self) {
        self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    fn skip(&mut self, class: u8) {
        while self.peek().is_some_and(|byte| is(byte, class)) {
            self.at += 1;
        }
    }

    fn skip_until(&mut self, class: u8) {
        while self.peek().is_some_and(|byte| !is(byte, class)) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Without trailing blanks.
    fn trimmed(&self, start: usize, end: usize) -> TextSpan {
        let mut end = end;
        while end > start && is(self.bytes[end - 1], BLANK) {
            end -= 1;
        }
        span(start, end)
    }

    fn error(&self, reason: &'static str) -> LexError {
        LexError { at: self.at, reason, is_conflict: false }
    }
}

/// `Array[int]([…])`: after any other word `[` begins the next section.
fn takes_types(word: &[u8]) -> bool {
    matches!(word, b"Array" | b"Dictionary")
}

/// Words that are values without brackets: a bracket after one begins the next key.
fn is_constant(word: &[u8]) -> bool {
    matches!(word, b"true" | b"false" | b"null" | b"nil" | b"inf" | b"inf_neg" | b"nan")
}

fn span(start: usize, end: usize) -> TextSpan {
    TextSpan { start: start as u32, end: end as u32 }
}

fn is_empty(span: TextSpan) -> bool {
    span.start == span.end
}
