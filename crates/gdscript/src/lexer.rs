//! The lexer. Line ends inside brackets and after a backslash are skipped, as are comments; every other
//! line begins with a token that has its indentation.

use super::{GdSyntaxError, GdSyntaxErrorKind};

/// The columns of a tab, as in Godot's editor.
const TAB_WIDTH: u32 = 4;

/// Unclosed strings after which the rest of the file is skipped: each of them costs a search to the end
/// of the file.
const MAX_UNCLOSED_STRINGS: u32 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GdTokenKind {
    /// The beginning of a non-empty line, with its indentation.
    Line(u32),
    Word,
    Number,
    Text(GdStringKind),
    /// `$Node/Path`; a quoted path after `$` is a separate `Text`.
    NodePath,
    Mark(u8),
    /// An operator of more than one character.
    Operator,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GdStringKind {
    String,
    Raw,
    StringName,
    NodePath,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct GdToken {
    pub(super) kind: GdTokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
}

/// A `##` comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct DocLine<'s> {
    pub(super) line: u32,
    /// After the hashes.
    pub(super) text: &'s str,
    /// It is the only thing on its line.
    pub(super) is_alone: bool,
}

pub(super) struct GdLexer<'s> {
    text: &'s str,
    at: usize,
    line: u32,
    /// The number of open brackets.
    depth: u32,
    /// The line of the first open bracket.
    opened: u32,
    at_line_start: bool,
    unclosed: u32,
    pub(super) docs: Vec<DocLine<'s>>,
    pub(super) errors: Vec<GdSyntaxError>,
}

impl<'s> GdLexer<'s> {
    pub(super) fn new(text: &'s str) -> GdLexer<'s> {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        GdLexer {
            text,
            at,
            line: 1,
            depth: 0,
            opened: 1,
            at_line_start: true,
            unclosed: 0,
            docs: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// For an expression on its own: line ends do not count.
    pub(super) fn for_expression(text: &'s str) -> GdLexer<'s> {
        GdLexer { depth: 1, at_line_start: false, ..GdLexer::new(text) }
    }

    pub(super) fn slice(&self, token: GdToken) -> &'s str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    pub(super) fn next(&mut self) -> GdToken {
        if self.at_line_start
            && let Some(line) = self.line_start()
        {
            return line;
        }
        match self.skip_blanks() {
            Some(line) => line,
            None => self.token(),
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Skips empty lines and returns the beginning of the next line.
    fn line_start(&mut self) -> Option<GdToken> {
        let mut indent = 0_u32;
        loop {
            match self.peek(0) {
                Some(b'\t') => indent = indent.saturating_add(TAB_WIDTH),
                Some(b' ') => indent = indent.saturating_add(1),
                Some(b'\r') => {}
                Some(b'\n') => {
                    indent = 0;
                    self.line += 1;
                }
                Some(b'#') => {
                    self.comment(true);
                    continue;
                }
                None => return None,
                Some(_) => {
                    self.at_line_start = false;
                    return Some(self.finish_token(GdTokenKind::Line(indent), self.at, self.line));
                }
            }
            self.at += 1;
        }
    }

    /// Skips to the next token of this line. Returns the beginning of the next line if there is none.
    fn skip_blanks(&mut self) -> Option<GdToken> {
        loop {
            match self.peek(0)? {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'#' => self.comment(self.is_line_blank_so_far()),
                b'\\' if self.continues() => {}
                b'\n' if self.depth > 0 && !self.is_abandoned() => {
                    self.at += 1;
                    self.line += 1;
                }
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.at_line_start = true;
                    return self.line_start();
                }
                _ => return None,
            }
        }
    }

    /// A backslash at the end of a line joins the next one to it.
    fn continues(&mut self) -> bool {
        let ahead = if self.peek(1) == Some(b'\r') { 2 } else { 1 };
        let continues = self.peek(ahead) == Some(b'\n');
        if continues {
            self.at += ahead + 1;
            self.line += 1;
        }
        continues
    }

    /// Whether the next line can only be a declaration, which means that a bracket was not closed.
    fn is_abandoned(&mut self) -> bool {
        let is_abandoned = begins_declaration(&self.text[self.at + 1..]);
        if is_abandoned {
            self.report(self.opened, GdSyntaxErrorKind::UnclosedBracket);
            self.depth = 0;
        }
        is_abandoned
    }

    fn is_line_blank_so_far(&self) -> bool {
        let before = &self.text.as_bytes()[..self.at];
        let last = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|&byte| byte == b'\n')
    }

    fn comment(&mut self, is_alone: bool) {
        let rest = &self.text[self.at..];
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        if let Some(text) = rest[..end].strip_prefix("##") {
            self.docs.push(DocLine { line: self.line, text: text.trim_end(), is_alone });
        }
        self.at += end;
    }

    fn token(&mut self) -> GdToken {
        let (start, line) = (self.at, self.line);
        let Some(byte) = self.peek(0) else {
            return self.end();
        };
        let kind = match byte {
            b'r' if matches!(self.peek(1), Some(b'"' | b'\'')) => self.string(1, GdStringKind::Raw),
            _ if is_word(byte) && !byte.is_ascii_digit() => self.word(),
            b'"' | b'\'' => self.string(0, GdStringKind::String),
            b'&' if matches!(self.peek(1), Some(b'"' | b'\'')) => {
                self.string(1, GdStringKind::StringName)
            }
            b'^' if matches!(self.peek(1), Some(b'"' | b'\'')) => {
                self.string(1, GdStringKind::NodePath)
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            b'$' => self.node_path(),
            _ => self.mark(byte),
        };
        self.finish_token(kind, start, line)
    }

    fn finish_token(&self, kind: GdTokenKind, start: usize, line: u32) -> GdToken {
        GdToken { kind, start, end: self.at, line }
    }

    fn end(&mut self) -> GdToken {
        if self.depth > 0 && !self.text.is_empty() {
            self.report(self.opened, GdSyntaxErrorKind::UnclosedBracket);
            self.depth = 0;
        }
        self.finish_token(GdTokenKind::End, self.at, self.line)
    }

    fn word(&mut self) -> GdTokenKind {
        self.skip_while(is_word);
        GdTokenKind::Word
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len());
    }

    /// `12`, `1_000`, `0xff`, `0b11`, `.5`, `1.`, `1e-5`.
    fn number(&mut self) -> GdTokenKind {
        let is_based =
            self.peek(0) == Some(b'0') && matches!(self.peek(1), Some(b'x' | b'X' | b'b' | b'B'));
        if is_based {
            self.skip_while(is_word);
            return GdTokenKind::Number;
        }
        self.skip_while(is_digit);
        if self.peek(0) == Some(b'.') && !self.peek(1).is_some_and(|b| b == b'.' || is_letter(b)) {
            self.at += 1;
            self.skip_while(is_digit);
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(0), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.skip_while(is_digit);
        }
        GdTokenKind::Number
    }

    fn node_path(&mut self) -> GdTokenKind {
        self.at += 1;
        self.skip_while(|byte| is_word(byte) || matches!(byte, b'/' | b'%'));
        GdTokenKind::NodePath
    }

    /// A string whose quotes follow `prefix` bytes.
    fn string(&mut self, prefix: usize, quote: GdStringKind) -> GdTokenKind {
        let (begin, line) = (self.at, self.line);
        self.at += prefix;
        let mark = self.text.as_bytes()[self.at];
        let is_triple = self.peek(1) == Some(mark) && self.peek(2) == Some(mark);
        self.at += if is_triple { 3 } else { 1 };
        if !self.skip_text(mark, is_triple) {
            self.report(line, GdSyntaxErrorKind::UnclosedString);
            self.unclosed += 1;
            let rest = &self.text.as_bytes()[begin..];
            let end = memchr::memchr(b'\n', rest).filter(|_| self.unclosed < MAX_UNCLOSED_STRINGS);
            self.at = begin + end.unwrap_or(rest.len());
            self.line = line;
        }
        GdTokenKind::Text(quote)
    }

    /// Skips past the closing quotes of a string. `false` if there are none, or if the string would
    /// contain a line that can only be a declaration.
    fn skip_text(&mut self, mark: u8, is_triple: bool) -> bool {
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            let Some(found) = memchr::memchr3(mark, b'\\', b'\n', rest) else {
                return false;
            };
            self.at += found;
            match rest[found] {
                b'\\' => {
                    if rest.get(found + 1) == Some(&b'\n') {
                        self.line += 1;
                    }
                    // The character after a backslash may have several bytes: the rest of them is
                    // skipped as text.
                    self.at += if rest.len() > found + 1 { 2 } else { 1 };
                }
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    if !is_triple && begins_declaration(self.rest()) {
                        return false;
                    }
                }
                _ if !is_triple => {
                    self.at += 1;
                    return true;
                }
                _ if self.peek(1) == Some(mark) && self.peek(2) == Some(mark) => {
                    self.at += 3;
                    return true;
                }
                _ => self.at += 1,
            }
        }
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn mark(&mut self, byte: u8) -> GdTokenKind {
        self.at += 1;
        match byte {
            b'(' | b'[' | b'{' => {
                if self.depth == 0 {
                    self.opened = self.line;
                }
                self.depth += 1;
            }
            b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {
                let rest = &self.text.as_bytes()[self.at - 1..];
                if let Some(long) = OPERATORS.iter().find(|&long| rest.starts_with(long)) {
                    self.at += long.len() - 1;
                    return GdTokenKind::Operator;
                }
            }
        }
        GdTokenKind::Mark(byte)
    }

    fn report(&mut self, line: u32, kind: GdSyntaxErrorKind) {
        self.errors.push(GdSyntaxError { line, kind });
    }
}

/// Longer ones first. `:=` is two marks, because there may be a blank between them.
const OPERATORS: [&[u8]; 14] = [
    b"...", b"->", b"==", b"!=", b"<=", b">=", b"**", b"<<", b">>", b"&&", b"||", b"+=", b"-=",
    b"..",
];

/// Whether an unindented line that starts like this can only be a declaration.
fn begins_declaration(rest: &str) -> bool {
    const DECLARATION_WORDS: [&str; 11] = [
        "func",
        "var",
        "const",
        "signal",
        "class",
        "class_name",
        "extends",
        "static",
        "enum",
        "@export",
        "@onready",
    ];
    let first = rest.as_bytes().first();
    if !first.is_some_and(|byte| b"fvcse@".contains(byte)) {
        return false;
    }
    let end = rest.bytes().position(|byte| byte != b'@' && !is_word(byte)).unwrap_or(rest.len());
    // A function has a name; a lambda has its bracket there.
    let is_named = rest[end..].trim_start_matches(' ').bytes().next().is_some_and(is_word);
    DECLARATION_WORDS.contains(&&rest[..end]) && is_named && rest[end..].starts_with([' ', '\t'])
}

/// The text between the quotes of a string, with its escapes.
pub(super) fn unquote(text: &str) -> &str {
    let quoted = text.trim_start_matches(['r', '&', '^']);
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(rest) = quoted.strip_prefix(quotes) {
            return rest.strip_suffix(quotes).unwrap_or(rest);
        }
    }
    quoted
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || byte >= 0x80
}

fn is_letter(byte: u8) -> bool {
    is_word(byte) && !byte.is_ascii_digit()
}

fn is_digit(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_digit()
}
