//! How well each word of a query matches the name and the text of each entry.

use foldhash::{HashSet, HashSetExt};

use super::fraction;
use super::query::{DocQuery, QueryWord};
use super::typos::{TypoMatcher, max_typos};
use crate::class_docs::ClassDocs;
use crate::index::letter_mask;

/// The same word.
pub(super) const FULL_MATCH: u8 = 200;
const PREFIX_MATCH: u8 = 160;
const NAME_PREFIX_MATCH: u8 = 190;
const NAME_SUBSTRING_MATCH: u8 = 140;
const ONE_TYPO_MATCH: u8 = 150;
const TWO_TYPO_MATCH: u8 = 130;
const NAME_TYPO_MATCH: u8 = 150;

/// Shorter words are not matched as prefixes.
const MIN_PREFIX_LETTERS: usize = 3;
/// Shorter words are not searched for inside of names.
const MIN_SUBSTRING_LETTERS: usize = 5;

pub(super) struct QueryMatches {
    entries: usize,
    /// By word, then by entry.
    names: Vec<u8>,
    texts: Vec<u8>,
    /// Entries with any match.
    pub(super) touched: Vec<bool>,
    /// Entries whose name is the query.
    pub(super) exact: HashSet<u32>,
}

impl QueryMatches {
    pub(super) fn find(docs: &ClassDocs, query: &DocQuery) -> QueryMatches {
        let entries = docs.entries.len();
        let room = entries * query.words.len();
        let mut matches = QueryMatches {
            entries,
            names: vec![0; room],
            texts: vec![0; room],
            touched: vec![false; entries],
            exact: HashSet::new(),
        };
        for (at, wanted) in query.words.iter().enumerate() {
            matches.by_vocabulary(docs, at, wanted);
            matches.by_name(docs, at, wanted);
        }
        matches.find_exact(docs, query);
        matches
    }

    pub(super) fn in_name(&self, word: usize, entry: usize) -> f32 {
        fraction(self.names[word * self.entries + entry])
    }

    pub(super) fn in_text(&self, word: usize, entry: usize) -> f32 {
        fraction(self.texts[word * self.entries + entry])
    }

    fn find_exact(&mut self, docs: &ClassDocs, query: &DocQuery) {
        let called = |name: &str| {
            let place = docs.index.names.find(name);
            place.map_or(&[][..], |place| docs.index.called.entries_of(place))
        };
        self.exact.extend(called(&query.joined));
        if let Some((class, name)) = &query.qualified {
            let of_class = called(name).iter().filter(|&&entry| {
                let class_entry = docs.classes[docs.entries[entry as usize].class as usize].entry;
                crate::words::normalize_name(docs.name(class_entry)) == *class
            });
            self.exact.extend(of_class);
        }
    }

    fn by_vocabulary(&mut self, docs: &ClassDocs, at: usize, wanted: &QueryWord) {
        let words = &docs.index.words;
        if let Some(place) = words.find(&wanted.stem) {
            self.record(docs, at, place, FULL_MATCH);
        }
        if wanted.letters >= MIN_PREFIX_LETTERS {
            for place in words.with_prefix(&wanted.word) {
                self.record(docs, at, place, PREFIX_MATCH);
            }
        }
        let most = max_typos(wanted.letters);
        if wanted.is_known || most == 0 {
            return;
        }
        let mut typos = TypoMatcher::new(&wanted.stem);
        let letters = letter_mask(&wanted.stem);
        for place in 0..words.len() {
            if (letters & !words.mask(place)).count_ones() <= most as u32 {
                match typos.distance(words.get(place), most) {
                    Some(0 | 1) => self.record(docs, at, place, ONE_TYPO_MATCH),
                    Some(_) => self.record(docs, at, place, TWO_TYPO_MATCH),
                    None => {}
                }
            }
        }
    }

    /// Matches in whole names without separators.
    fn by_name(&mut self, docs: &ClassDocs, at: usize, wanted: &QueryWord) {
        let names = &docs.index.names;
        if wanted.letters < MIN_PREFIX_LETTERS {
            return;
        }
        let most = if wanted.is_known { 0 } else { max_typos(wanted.letters) };
        let mut typos = TypoMatcher::new(&wanted.word);
        let letters = letter_mask(&wanted.word);
        let finder = memchr::memmem::Finder::new(&wanted.word);
        for place in 0..names.len() {
            let missing = (letters & !names.mask(place)).count_ones();
            if missing > most as u32 {
                continue;
            }
            let name = names.get(place);
            let quality = match finder.find(name.as_bytes()).filter(|_| missing == 0) {
                Some(0) if name.len() == wanted.word.len() => FULL_MATCH,
                Some(0) => NAME_PREFIX_MATCH,
                Some(_) if wanted.letters >= MIN_SUBSTRING_LETTERS => NAME_SUBSTRING_MATCH,
                None if most > 0 && typos.is_prefix(name, most) => NAME_TYPO_MATCH,
                _ => continue,
            };
            for &entry in docs.index.called.entries_of(place) {
                raise(&mut self.names[at * self.entries + entry as usize], quality);
                self.touched[entry as usize] = true;
            }
        }
    }

    /// Records that a word of the vocabulary matches the word `at` of the query.
    fn record(&mut self, docs: &ClassDocs, at: usize, place: usize, quality: u8) {
        let start = at * self.entries;
        for &entry in docs.index.in_names.entries_of(place) {
            raise(&mut self.names[start + entry as usize], quality);
            self.touched[entry as usize] = true;
        }
        for &entry in docs.index.in_texts.entries_of(place) {
            raise(&mut self.texts[start + entry as usize], quality);
            self.touched[entry as usize] = true;
        }
    }
}

fn raise(quality: &mut u8, to: u8) {
    *quality = (*quality).max(to);
}
