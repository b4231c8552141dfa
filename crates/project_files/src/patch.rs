//! Changes to a text as a list of splices. All other bytes stay the same.

use std::ops::Range;

/// Splices of one text, in any order.
#[derive(Debug, Default, Clone)]
pub struct TextPatch {
    splices: Vec<(Range<usize>, String)>,
}

impl TextPatch {
    pub fn replace(&mut self, bytes: Range<usize>, with: impl Into<String>) {
        self.splices.push((bytes, with.into()));
    }

    /// Two insertions at one position keep the order in which they were made.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub fn remove(&mut self, bytes: Range<usize>) {
        self.replace(bytes, "");
    }

    pub fn is_empty(&self) -> bool {
        self.splices.is_empty()
    }

    /// `None` if two splices overlap, or one lies outside of the text or inside of a character.
    pub fn apply(mut self, text: &str) -> Option<String> {
        self.splices.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
        let mut patched = String::with_capacity(text.len() + 256);
        let mut at = 0;
        for (bytes, with) in &self.splices {
            patched.push_str(text.get(at..bytes.start)?);
            patched.push_str(with);
            at = bytes.end;
        }
        patched.push_str(text.get(at..)?);
        Some(patched)
    }

    /// The text with all splices. Those at the same place keep their order; one that begins inside
    /// another has no effect, so that callers may change what is also removed.
    pub fn apply_outer(mut self, text: &str) -> String {
        self.splices.sort_by_key(|(bytes, _)| bytes.start);
        let mut patched = String::with_capacity(text.len());
        let mut at = 0;
        for (bytes, with) in self.splices {
            if bytes.start >= at {
                patched.push_str(&text[at..bytes.start]);
                patched.push_str(&with);
                at = bytes.end;
            }
        }
        patched.push_str(&text[at..]);
        patched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_change_what_they_name_and_nothing_else() {
        type Splice = (Range<usize>, &'static str);
        let table: &[(&[Splice], Option<&str>)] = &[
            (&[], Some("abcdé")),
            (&[(4..6, "e"), (0..1, "")], Some("bcde")),
            (&[(2..2, "1"), (2..2, "2"), (2..3, "C")], Some("ab12Cdé")),
            (&[(0..3, ""), (2..4, "")], None),
            (&[(7..7, "")], None),
            (&[(5..5, "")], None),
        ];
        for (splices, expected) in table {
            let mut patch = TextPatch::default();
            for (bytes, with) in *splices {
                patch.replace(bytes.clone(), *with);
            }
            assert_eq!(patch.apply("abcdé").as_deref(), *expected, "{splices:?}");
        }
    }

    #[test]
    fn what_is_removed_is_not_changed() {
        let mut patch = TextPatch::default();
        patch.replace(4..5, "E");
        patch.insert(0, "<");
        patch.insert(2, "1");
        patch.insert(2, "2");
        patch.remove(2..4);
        patch.replace(3..4, "X");
        assert_eq!(patch.apply_outer("abcdef"), "<ab12Ef");
    }
}
