//! Lists inside of values: their validated text and their length.

use super::Variant;
use super::number::NumberText;
use super::parser::VariantParser;

/// Values separated by commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantItems<'t> {
    text: &'t str,
    count: usize,
}

/// Pairs of a key and a value, separated by commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantEntries<'t> {
    text: &'t str,
    count: usize,
}

/// Numbers separated by commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberList<'t> {
    text: &'t str,
    count: usize,
}

impl<'t> VariantItems<'t> {
    pub(super) fn new(text: &'t str, count: usize) -> VariantItems<'t> {
        VariantItems { text, count }
    }

    /// Names and calls separated by commas, without a known length.
    pub(super) fn from_words(text: &'t str) -> VariantItems<'t> {
        VariantItems { text, count: 0 }
    }

    pub fn count(self) -> usize {
        self.count
    }

    pub fn iter(self) -> impl Iterator<Item = Variant<'t>> {
        let mut parser = VariantParser::new(self.text);
        std::iter::from_fn(move || parser.next_item())
    }
}

impl<'t> VariantEntries<'t> {
    pub(super) fn new(text: &'t str, count: usize) -> VariantEntries<'t> {
        VariantEntries { text, count }
    }

    pub fn count(self) -> usize {
        self.count
    }

    pub fn iter(self) -> impl Iterator<Item = (Variant<'t>, Variant<'t>)> {
        let mut parser = VariantParser::new(self.text);
        std::iter::from_fn(move || parser.next_entry())
    }
}

impl<'t> NumberList<'t> {
    pub(super) fn new(text: &'t str, count: usize) -> NumberList<'t> {
        NumberList { text, count }
    }

    pub fn count(self) -> usize {
        self.count
    }

    pub fn iter(self) -> impl Iterator<Item = NumberText<'t>> {
        let mut parser = VariantParser::new(self.text);
        std::iter::from_fn(move || parser.next_number())
    }
}
