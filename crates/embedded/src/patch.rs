//! Changes to a text as a list of splices: what no splice touches stays as it is, to the byte.

use std::ops::Range;

/// Splices of one text, in any order.
#[derive(Debug, Default)]
pub(crate) struct Patches {
    splices: Vec<(Range<usize>, String)>,
}

impl Patches {
    pub(crate) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.splices.push((range, with.into()));
    }

    pub(crate) fn remove(&mut self, range: Range<usize>) {
        self.replace(range, "");
    }

    /// The text with all splices. Those at the same place keep their order; one that begins inside
    /// another is void, so that what is removed can be changed without looking.
    pub(crate) fn apply(mut self, text: &str) -> String {
        self.splices.sort_by_key(|(range, _)| range.start);
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for (range, with) in self.splices {
            if range.start < at {
                continue;
            }
            changed.push_str(&text[at..range.start]);
            changed.push_str(&with);
            at = range.end;
        }
        changed.push_str(&text[at..]);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_are_applied_in_the_order_of_the_text() {
        let mut patches = Patches::default();
        patches.replace(4..5, "E");
        patches.replace(0..0, "<");
        patches.replace(2..2, "1");
        patches.replace(2..2, "2");
        patches.remove(2..3);
        assert_eq!(patches.apply("abcdef"), "<ab12dEf");
    }

    #[test]
    fn what_is_removed_is_not_changed() {
        let mut patches = Patches::default();
        patches.replace(2..3, "X");
        patches.remove(1..4);
        assert_eq!(patches.apply("abcdef"), "aef");
    }
}
