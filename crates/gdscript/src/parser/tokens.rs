//! How the parser moves over tokens, and what it remembers of those it passes.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::{DeclarationError, GdParser, GdTokenKind, ParseResult};
use crate::lexer::unquote;

type SortedNames = Box<[Box<str>]>;

/// What a whole file names, bodies included.
#[derive(Default)]
pub(super) struct UsedNames<'s> {
    paths: HashSet<&'s str, RandomState>,
    names: HashSet<&'s str, RandomState>,
    /// The name that was read last, until it is known not to be called.
    name: Option<&'s str>,
    before: PrecedingToken,
}

/// What the next token stands behind.
#[derive(Default, Clone, Copy, PartialEq)]
enum PrecedingToken {
    #[default]
    Other,
    /// `.` or `@`: the next word is a member's or an annotation's name.
    Member,
    /// `load` or `preload`, then its bracket.
    Load,
    LoadBracket,
}

impl<'s> UsedNames<'s> {
    pub(super) fn into_sorted(mut self) -> (SortedNames, SortedNames) {
        self.names.extend(self.name.take());
        (sort_names(&self.paths), sort_names(&self.names))
    }

    #[inline]
    fn record(&mut self, kind: GdTokenKind, text: &'s str) {
        let name = self.name.take();
        // Classes are never called by their bare name: `Foo.new()`.
        if let Some(name) = name
            && kind != GdTokenKind::Mark(b'(')
        {
            self.names.insert(name);
        }
        let before = std::mem::take(&mut self.before);
        match kind {
            GdTokenKind::Word if before == PrecedingToken::Member => {}
            GdTokenKind::Word if matches!(text, "load" | "preload") => {
                self.before = PrecedingToken::Load
            }
            GdTokenKind::Word if !is_keyword(text) => self.name = Some(text),
            GdTokenKind::Mark(b'.' | b'@') => self.before = PrecedingToken::Member,
            GdTokenKind::Mark(b'(') if before == PrecedingToken::Load => {
                self.before = PrecedingToken::LoadBracket
            }
            GdTokenKind::Text(_) => {
                self.record_string(unquote(text), before == PrecedingToken::LoadBracket)
            }
            _ => {}
        }
    }

    /// A base may be named by its path, also relative to the file.
    pub(super) fn add_base_path(&mut self, path: &'s str) {
        self.paths.insert(path);
    }

    fn record_string(&mut self, text: &'s str, is_loaded: bool) {
        if is_loaded || text.starts_with("res://") || text.starts_with("uid://") {
            self.paths.insert(text);
        }
    }
}

fn sort_names(set: &HashSet<&str, RandomState>) -> SortedNames {
    let mut all: Vec<&str> = set.iter().copied().collect();
    all.sort_unstable();
    all.into_iter().map(Box::from).collect()
}

impl<'s> GdParser<'s> {
    pub(super) fn advance(&mut self) {
        self.uses.record(self.token.kind, self.lexer.slice(self.token));
        self.last_end = self.token.end;
        self.last_line = self.token.line;
        self.token = self.lexer.next();
    }

    /// The next token's text if it is a word, else nothing.
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

    pub(super) fn unexpected(&self, expected: &str) -> DeclarationError {
        let (found, line) = match self.token.kind {
            GdTokenKind::Line(_) => ("the end of the line".to_owned(), self.last_line),
            GdTokenKind::End => ("the end of the file".to_owned(), self.last_line),
            _ => (quote_token(self.lexer.slice(self.token)), self.token.line),
        };
        DeclarationError { line, reason: format!("expected {expected}, not {found}") }
    }

    /// Past a group whose opening bracket is next; gives what is between the brackets.
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

    /// Past an expression, which ends with its line, at `;`, at a bracket that it did not open and
    /// at one of `stops`, outside of brackets.
    pub(super) fn expression(&mut self, stops: &[u8]) -> ParseResult<&'s str> {
        let start = self.token.start;
        let (mut open, mut in_lambda) = (0_u32, false);
        while !matches!(self.token.kind, GdTokenKind::Line(_) | GdTokenKind::End) {
            match self.token.kind {
                GdTokenKind::Mark(b'(' | b'[' | b'{') => open += 1,
                GdTokenKind::Mark(b')' | b']' | b'}') if open == 0 => break,
                GdTokenKind::Mark(b')' | b']' | b'}') => open -= 1,
                // A lambda's body begins after its colon and takes the rest of the line.
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
