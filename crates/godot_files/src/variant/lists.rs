//! Lists inside values: their text, checked, and how many items it has.

use super::Variant;
use super::number::Number;
use super::parser::Parser;

/// Values between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Items<'t> {
    text: &'t str,
    count: usize,
}

/// Pairs of a key and a value between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entries<'t> {
    text: &'t str,
    count: usize,
}

/// Numbers between commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers<'t> {
    text: &'t str,
    count: usize,
}

impl<'t> Items<'t> {
    pub(super) fn new(text: &'t str, count: usize) -> Items<'t> {
        Items { text, count }
    }

    /// Names and calls between commas that nobody has counted.
    pub(super) fn of_words(text: &'t str) -> Items<'t> {
        Items { text, count: 0 }
    }

    pub fn count(self) -> usize {
        self.count
    }

    pub fn iter(self) -> impl Iterator<Item = Variant<'t>> {
        let mut parser = Parser::new(self.text);
        std::iter::from_fn(move || parser.next_item())
    }
}

impl<'t> Entries<'t> {
    pub(super) fn new(text: &'t str, count: usize) -> Entries<'t> {
        Entries { text, count }
    }

    pub fn count(self) -> usize {
        self.count
    }

    pub fn iter(self) -> impl Iterator<Item = (Variant<'t>, Variant<'t>)> {
        let mut parser = Parser::new(self.text);
        std::iter::from_fn(move || parser.next_entry())
    }
}

impl<'t> Numbers<'t> {
    pub(super) fn new(text: &'t str, count: usize) -> Numbers<'t> {
        Numbers { text, count }
    }

    pub fn count(self) -> usize {
        self.count
    }

    pub fn iter(self) -> impl Iterator<Item = Number<'t>> {
        let mut parser = Parser::new(self.text);
        std::iter::from_fn(move || parser.next_number())
    }
}
