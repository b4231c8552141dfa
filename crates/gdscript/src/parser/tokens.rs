//! How the parser moves over tokens, and what it remembers of those it passes.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::{Kind, Parser, Read, Unread};
use crate::lexer::inner;

type Names = Box<[Box<str>]>;

/// What a whole file names, bodies included.
#[derive(Default)]
pub(super) struct Uses<'s> {
    paths: HashSet<&'s str, RandomState>,
    names: HashSet<&'s str, RandomState>,
    /// The name that was read last, until it is known not to be called.
    name: Option<&'s str>,
    before: Before,
}

/// What the next token stands behind.
#[derive(Default, Clone, Copy, PartialEq)]
enum Before {
    #[default]
    Other,
    /// `.` or `@`: the next word is a member's or an annotation's name.
    Member,
    /// `load` or `preload`, then its bracket.
    Load,
    LoadBracket,
}

impl<'s> Uses<'s> {
    pub(super) fn into_sorted(mut self) -> (Names, Names) {
        self.names.extend(self.name.take());
        (sorted(&self.paths), sorted(&self.names))
    }

    #[inline]
    fn pass(&mut self, kind: Kind, text: &'s str) {
        let name = self.name.take();
        // Classes are never called by their bare name: `Foo.new()`.
        if let Some(name) = name
            && kind != Kind::Mark(b'(')
        {
            self.names.insert(name);
        }
        let before = std::mem::take(&mut self.before);
        match kind {
            Kind::Word if before == Before::Member => {}
            Kind::Word if matches!(text, "load" | "preload") => self.before = Before::Load,
            Kind::Word if !is_keyword(text) => self.name = Some(text),
            Kind::Mark(b'.' | b'@') => self.before = Before::Member,
            Kind::Mark(b'(') if before == Before::Load => self.before = Before::LoadBracket,
            Kind::Text(_) => self.text(inner(text), before == Before::LoadBracket),
            _ => {}
        }
    }

    /// A base may be named by its path, also relative to the file.
    pub(super) fn extended(&mut self, path: &'s str) {
        self.paths.insert(path);
    }

    fn text(&mut self, text: &'s str, is_loaded: bool) {
        if is_loaded || text.starts_with("res://") || text.starts_with("uid://") {
            self.paths.insert(text);
        }
    }
}

fn sorted(set: &HashSet<&str, RandomState>) -> Names {
    let mut all: Vec<&str> = set.iter().copied().collect();
    all.sort_unstable();
    all.into_iter().map(Box::from).collect()
}

impl<'s> Parser<'s> {
    pub(super) fn advance(&mut self) {
        self.uses.pass(self.token.kind, self.lexer.slice(self.token));
        self.last_end = self.token.end;
        self.last_line = self.token.line;
        self.token = self.lexer.next();
    }

    /// The next token's text if it is a word, else nothing.
    pub(super) fn word(&self) -> &'s str {
        if self.token.kind == Kind::Word { self.lexer.slice(self.token) } else { "" }
    }

    pub(super) fn is_mark(&self, mark: u8) -> bool {
        self.token.kind == Kind::Mark(mark)
    }

    pub(super) fn take_mark(&mut self, mark: u8) -> bool {
        let is_mark = self.is_mark(mark);
        if is_mark {
            self.advance();
        }
        is_mark
    }

    pub(super) fn take_operator(&mut self, operator: &str) -> bool {
        let is_it = self.token.kind == Kind::Operator && self.lexer.slice(self.token) == operator;
        if is_it {
            self.advance();
        }
        is_it
    }

    pub(super) fn expect_mark(&mut self, mark: u8) -> Read<()> {
        if self.take_mark(mark) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{}'", char::from(mark))))
    }

    pub(super) fn name(&mut self, what: &str) -> Read<Box<str>> {
        let name = self.word();
        if name.is_empty() || is_keyword(name) {
            return Err(self.unexpected(what));
        }
        self.advance();
        Ok(name.into())
    }

    pub(super) fn is_end_of_statement(&self) -> bool {
        matches!(self.token.kind, Kind::Line(_) | Kind::End | Kind::Mark(b';'))
    }

    pub(super) fn end_of_statement(&mut self) -> Read<()> {
        if self.is_end_of_statement() {
            return Ok(());
        }
        Err(self.unexpected("the end of the line"))
    }

    pub(super) fn skip_line(&mut self) {
        while !matches!(self.token.kind, Kind::Line(_) | Kind::End) {
            self.advance();
        }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Unread {
        let (found, line) = match self.token.kind {
            Kind::Line(_) => ("the end of the line".to_owned(), self.last_line),
            Kind::End => ("the end of the file".to_owned(), self.last_line),
            _ => (shown(self.lexer.slice(self.token)), self.token.line),
        };
        Unread { line, reason: format!("expected {expected}, not {found}") }
    }

    /// Past a group whose opening bracket is next; gives what is between the brackets.
    pub(super) fn group(&mut self) -> &'s str {
        let start = self.token.end;
        let mut open = 0_u32;
        let mut end = start;
        while !matches!(self.token.kind, Kind::Line(_) | Kind::End) {
            match self.token.kind {
                Kind::Mark(b'(' | b'[' | b'{') => open += 1,
                Kind::Mark(b')' | b']' | b'}') => open = open.saturating_sub(1),
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
    pub(super) fn expression(&mut self, stops: &[u8]) -> Read<&'s str> {
        let start = self.token.start;
        let (mut open, mut in_lambda) = (0_u32, false);
        while !matches!(self.token.kind, Kind::Line(_) | Kind::End) {
            match self.token.kind {
                Kind::Mark(b'(' | b'[' | b'{') => open += 1,
                Kind::Mark(b')' | b']' | b'}') if open == 0 => break,
                Kind::Mark(b')' | b']' | b'}') => open -= 1,
                // A lambda's body begins after its colon and takes the rest of the line.
                Kind::Mark(b':' | b';') if in_lambda => {}
                Kind::Mark(b';') if open == 0 => break,
                Kind::Mark(mark) if open == 0 && stops.contains(&mark) => break,
                Kind::Word if open == 0 => match self.word() {
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

pub(super) fn shown(text: &str) -> String {
    const MAX: usize = 20;
    let mut shown: String = text.chars().take(MAX).collect();
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
