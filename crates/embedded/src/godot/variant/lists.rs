//! Lists inside values: their text, checked, and how many items it has.

use super::Variant;
use super::number::Number;
use super::parser::Parser;

/// Values between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Items<'t> {
    text: &'t str,
    len: usize,
}

/// Pairs of a key and a value between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entries<'t> {
    text: &'t str,
    len: usize,
}

/// Numbers between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers<'t> {
    text: &'t str,
    len: usize,
}

impl<'t> Items<'t> {
    pub(super) fn new(text: &'t str, len: usize) -> Items<'t> {
        Items { text, len }
    }

    /// Names and calls between commas that nobody has counted.
    pub(super) fn of_words(text: &'t str) -> Items<'t> {
        Items { text, len: 0 }
    }

    pub fn len(self) -> usize {
        self.len
    }

    pub fn iter(self) -> impl Iterator<Item = Variant<'t>> {
        let mut parser = Parser::new(self.text);
        std::iter::from_fn(move || parser.next_item())
    }
}

impl<'t> Entries<'t> {
    pub(super) fn new(text: &'t str, len: usize) -> Entries<'t> {
        Entries { text, len }
    }

    pub fn len(self) -> usize {
        self.len
    }

    pub fn iter(self) -> impl Iterator<Item = (Variant<'t>, Variant<'t>)> {
        let mut parser = Parser::new(self.text);
        std::iter::from_fn(move || parser.next_entry())
    }
}

impl<'t> Numbers<'t> {
    pub(super) fn new(text: &'t str, len: usize) -> Numbers<'t> {
        Numbers { text, len }
    }

    pub fn len(self) -> usize {
        self.len
    }

    pub fn iter(self) -> impl Iterator<Item = Number<'t>> {
        let mut parser = Parser::new(self.text);
        std::iter::from_fn(move || parser.next_number())
    }
}
