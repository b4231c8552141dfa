//! Texts that were checked to their last byte before, so that a series of edits of one large file checks
//! only what each of them changes.
//!
//! Invariant: a text is known only if all of it was checked.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use twox_hash::XxHash3_128;

/// Below this size, to check a text takes no time that matters.
const MIN_BYTES: usize = 256 << 10;
/// How many texts are known at most.
const MAX_TEXTS: usize = 16;

/// The checksums of texts; the oldest are forgotten first.
#[derive(Debug)]
pub struct CheckedTexts {
    /// Random: nobody can make a file with the checksum of another.
    seed: u64,
    known: Mutex<VecDeque<TextChecksum>>,
}

#[derive(Debug, PartialEq, Eq)]
struct TextChecksum {
    bytes: usize,
    hash: u128,
}

impl Default for CheckedTexts {
    fn default() -> CheckedTexts {
        CheckedTexts { seed: RandomState::new().hash_one(MAX_TEXTS), known: Mutex::default() }
    }
}

impl CheckedTexts {
    pub fn contains(&self, text: &str) -> bool {
        let is_candidate = self.lock().iter().any(|known| known.bytes == text.len());
        is_candidate && {
            let checksum = self.checksum(text);
            self.lock().contains(&checksum)
        }
    }

    /// All of the text was checked.
    pub fn insert(&self, text: &str) {
        if text.len() < MIN_BYTES {
            return;
        }
        let checksum = self.checksum(text);
        let mut known = self.lock();
        known.retain(|other| *other != checksum);
        known.push_back(checksum);
        if known.len() > MAX_TEXTS {
            known.pop_front();
        }
    }

    fn checksum(&self, text: &str) -> TextChecksum {
        let hash = XxHash3_128::oneshot_with_seed(self.seed, text.as_bytes());
        TextChecksum { bytes: text.len(), hash }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<TextChecksum>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_large_texts_are_known() {
        let checked = CheckedTexts::default();
        let text = |number: usize| format!("{number:03}").repeat(MIN_BYTES / 3 + 1);
        (0..=MAX_TEXTS).for_each(|number| checked.insert(&text(number)));
        checked.insert("small");
        let known: Vec<usize> =
            (0..MAX_TEXTS + 2).filter(|&number| checked.contains(&text(number))).collect();
        assert_eq!(known, (1..=MAX_TEXTS).collect::<Vec<_>>());
        assert!(!checked.contains("small"));
    }
}
