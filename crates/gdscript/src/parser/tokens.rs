//! How the parser moves over tokens.

use super::{GdParser, GdTokenKind, ParseResult};
use crate::{GdSyntaxError, GdSyntaxErrorKind};

impl<'s> GdParser<'s> {
    pub(super) fn advance(&mut self) {
        self.last_end = self.token.end;
        self.last_line = self.token.line;
        self.token = self.lexer.next();
    }

    /// The text of the next token if it is a word, otherwise empty.
    pub(super) fn word(&self) -> &'s str {
        if self.token.kind == GdTokenKind::Word { self.lexer.slice(self.token) } else { "" }
    }

    pub(super) fn is_mark(&self, mark: u8) -> bool {
        self.token.kind == GdTokenKind::Mark(mark)
    }

    pub(super) fn take_mark(&mut self, mark: u8) -> bool {
        let is_mark = self.is_mark(mark);
        if is_mark {
            self.advance();
        }
        is_mark
    }

    pub(super) fn take_operator(&mut self, operator: &str) -> bool {
        let is_it =
            self.token.kind == GdTokenKind::Operator && self.lexer.slice(self.token) == operator;
        if is_it {
            self.advance();
        }
        is_it
    }

    pub(super) fn expect_mark(&mut self, mark: u8) -> ParseResult<()> {
        if self.take_mark(mark) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{}'", char::from(mark))))
    }

    pub(super) fn name(&mut self, what: &str) -> ParseResult<Box<str>> {
        let name = self.word();
        if name.is_empty() || is_keyword(name) {
            return Err(self.unexpected(what));
        }
        self.advance();
        Ok(name.into())
    }

    pub(super) fn is_end_of_statement(&self) -> bool {
        matches!(self.token.kind, GdTokenKind::Line(_) | GdTokenKind::End | GdTokenKind::Mark(b';'))
    }

    pub(super) fn end_of_statement(&mut self) -> ParseResult<()> {
        if self.is_end_of_statement() {
            return Ok(());
        }
        Err(self.unexpected("the end of the line"))
    }

    pub(super) fn skip_line(&mut self) {
        while !matches!(self.token.kind, GdTokenKind::Line(_) | GdTokenKind::End) {
            self.advance();
        }
    }

    pub(super) fn unexpected(&self, expected: &str) -> GdSyntaxError {
        let (found, line) = match self.token.kind {
            GdTokenKind::Line(_) => ("the end of the line".to_owned(), self.last_line),
            GdTokenKind::End => ("the end of the file".to_owned(), self.last_line),
            _ => (quote_token(self.lexer.slice(self.token)), self.token.line),
        };
        self::expected(expected, found, line)
    }

    /// Skips a group whose opening bracket is next. Returns the text between the brackets.
    pub(super) fn group(&mut self) -> &'s str {
        let start = self.token.end;
        let mut open = 0_u32;
        let mut end = start;
        while !matches!(self.token.kind, GdTokenKind::Line(_) | GdTokenKind::End) {
            match self.token.kind {
                GdTokenKind::Mark(b'(' | b'[' | b'{') => open += 1,
                GdTokenKind::Mark(b')' | b']' | b'}') => open = open.saturating_sub(1),
                _ => {}
            }
            end = self.token.start.max(start);
            self.advance();
            if open == 0 {
                break;
            }
        }
        self.text.get(start..end).unwrap_or_default().trim()
    }

    /// Skips an expression and returns its text. Outside of brackets it ends with its line, at `;`, at a
    /// bracket that it did not open, and at one of `stops`.
    pub(super) fn expression(&mut self, stops: &[u8]) -> ParseResult<&'s str> {
        let start = self.token.start;
        let (mut open, mut in_lambda) = (0_u32, false);
        while !matches!(self.token.kind, GdTokenKind::Line(_) | GdTokenKind::End) {
            match self.token.kind {
                GdTokenKind::Mark(b'(' | b'[' | b'{') => open += 1,
                GdTokenKind::Mark(b')' | b']' | b'}') if open == 0 => break,
                GdTokenKind::Mark(b')' | b']' | b'}') => open -= 1,
                // The body of a lambda begins after its colon and takes the rest of the line.
                GdTokenKind::Mark(b':' | b';') if in_lambda => {}
                GdTokenKind::Mark(b';') if open == 0 => break,
                GdTokenKind::Mark(mark) if open == 0 && stops.contains(&mark) => break,
                GdTokenKind::Word if open == 0 => match self.word() {
                    "func" => {
                        in_lambda = true;
                        self.may_have_body = true;
                    }
                    "setget" => break,
                    _ => {}
                },
                _ => {}
            }
            self.advance();
        }
        let text = self.text.get(start..self.last_end).unwrap_or_default().trim();
        if text.is_empty() { Err(self.unexpected("an expression")) } else { Ok(text) }
    }
}

pub(super) fn expected(expected: &str, found: String, line: u32) -> GdSyntaxError {
    let kind = GdSyntaxErrorKind::Expected { expected: expected.to_owned(), found };
    GdSyntaxError { line, kind }
}

pub(super) fn quote_token(text: &str) -> String {
    const MAX_CHARS: usize = 20;
    let mut shown: String = text.chars().take(MAX_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("'{shown}'")
}

/// Words that cannot be names. `match`, `when` and Godot 3's modifiers can.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "as"
            | "assert"
            | "await"
            | "break"
            | "breakpoint"
            | "class"
            | "class_name"
            | "const"
            | "continue"
            | "elif"
            | "else"
            | "enum"
            | "extends"
            | "false"
            | "for"
            | "func"
            | "if"
            | "in"
            | "is"
            | "namespace"
            | "not"
            | "null"
            | "or"
            | "pass"
            | "preload"
            | "return"
            | "self"
            | "signal"
            | "static"
            | "super"
            | "trait"
            | "true"
            | "var"
            | "void"
            | "while"
            | "yield"
    )
}
