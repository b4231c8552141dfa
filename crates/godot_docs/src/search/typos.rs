//! The number of missing, additional, changed or swapped letters between words.

/// The typos that are tolerated in a word of this length.
pub(super) fn max_typos(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// Compares one word with many, by the optimal string alignment distance. The rows of its table are reused.
pub(super) struct TypoMatcher<'w> {
    word: &'w [u8],
    rows: [Vec<usize>; 3],
}

impl<'w> TypoMatcher<'w> {
    pub(super) fn new(word: &'w str) -> TypoMatcher<'w> {
        TypoMatcher { word: word.as_bytes(), rows: Default::default() }
    }

    /// The distance to another word; `None` if it is more than `most`.
    pub(super) fn distance(&mut self, other: &str, most: usize) -> Option<usize> {
        if self.word.len().abs_diff(other.len()) > most {
            return None;
        }
        self.edit_distance(other.as_bytes(), most, false)
    }

    /// Whether the word is a prefix of another, with at most `most` typos.
    pub(super) fn is_prefix(&mut self, other: &str, most: usize) -> bool {
        let other = other.as_bytes();
        if other.len() + most < self.word.len() {
            return false;
        }
        let near = &other[..other.len().min(self.word.len() + most)];
        self.edit_distance(near, most, true).is_some()
    }

    /// With `open`, the minimum over all prefixes of `other`. A row belongs to a letter of `other`.
    fn edit_distance(&mut self, other: &[u8], most: usize, open: bool) -> Option<usize> {
        let length = self.word.len();
        let [before, last, row] = &mut self.rows;
        last.clear();
        last.extend(0..=length);
        before.clone_from(last);
        row.clone_from(last);
        let mut best = length;
        for (at, letter) in other.iter().enumerate() {
            row[0] = at + 1;
            let mut least = row[0];
            for (place, own) in self.word.iter().enumerate() {
                let changed = last[place] + usize::from(own != letter);
                let mut steps = changed.min(last[place + 1] + 1).min(row[place] + 1);
                let is_swapped =
                    at > 0 && place > 0 && *own == other[at - 1] && self.word[place - 1] == *letter;
                if is_swapped {
                    steps = steps.min(before[place - 1] + 1);
                }
                row[place + 1] = steps;
                least = least.min(steps);
            }
            if least > most && best > most {
                return None;
            }
            best = best.min(row[length]);
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        let steps = if open { best } else { last[length] };
        (steps <= most).then_some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_counted() {
        for (word, other, most, expected) in [
            ("layer", "layer", 1, Some(0)),
            ("layr", "layer", 1, Some(1)),
            ("lyaer", "layer", 1, Some(1)),
            ("leyor", "layer", 1, None),
            ("colision", "collision", 2, Some(1)),
            ("charctar", "character", 2, Some(2)),
            ("", "a", 1, Some(1)),
            ("abc", "", 2, None),
        ] {
            assert_eq!(TypoMatcher::new(word).distance(other, most), expected, "{word} {other}");
        }
    }

    #[test]
    fn prefixes_are_found() {
        for (word, other, expected) in [
            ("charcterbody", "characterbody3d", true),
            ("charcterbdy", "characterbody3d", true),
            ("charcterbody", "character", false),
            ("animatoin", "animationplayer", true),
        ] {
            assert_eq!(TypoMatcher::new(word).is_prefix(other, 2), expected, "{word} {other}");
        }
    }
}
