//! The search index: which words occur in which names and descriptions.

use foldhash::HashMap;
use scenewright_model::DocKind;

use crate::class_docs::ClassDocs;
use crate::words::{is_stop_word, normalize_name, split_words, stem_into};

#[derive(Debug, Default)]
pub(crate) struct SearchIndex {
    /// The vocabulary of stems.
    pub(crate) words: SortedWords,
    /// By word: the entries whose name contains it, and those whose text does.
    pub(crate) in_names: Postings,
    pub(crate) in_texts: Postings,
    /// Whole normalised names, and the entries with each name.
    pub(crate) names: SortedWords,
    pub(crate) called: Postings,
    /// By entry: the length of its normalised name.
    pub(crate) lengths: Vec<u8>,
}

/// Sorted words in one string.
#[derive(Debug, Default)]
pub(crate) struct SortedWords {
    text: String,
    /// The end of each word.
    ends: Vec<u32>,
    /// The letters of each word: words with too different letters need not be compared.
    masks: Vec<u32>,
}

/// A list of entries for each word, in one vector.
#[derive(Debug, Default)]
pub(crate) struct Postings {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl SearchIndex {
    pub(crate) fn build(docs: &ClassDocs) -> SearchIndex {
        let mut names = IndexBuilder::default();
        let (mut words, mut in_texts) = (IndexBuilder::default(), Vec::new());
        let mut lengths = Vec::with_capacity(docs.entries.len());
        for (at, entry) in docs.entries.iter().enumerate() {
            let at = at as u32;
            let record = docs.record(at);
            let name = normalize_name(record.name());
            lengths.push(name.len().min(usize::from(u8::MAX)) as u8);
            if record.is_override(entry.kind) {
                continue;
            }
            names.add_name(&name, at);
            split_words(record.name(), |word| words.add_word(word, at));
            let brief = if entry.kind == DocKind::Class { record.brief() } else { "" };
            for text in [brief, record.keywords(), record.description()] {
                split_words(text, |word| words.add_text_word(word, at, &mut in_texts));
            }
        }
        let (words, in_names, order) = words.into_sorted();
        let in_texts = Postings::new(&order, in_texts);
        let (names, called, _) = names.into_sorted();
        SearchIndex { words, in_names, in_texts, names, called, lengths }
    }
}

/// A word, numbered by its first occurrence, and an entry.
type WordEntry = (u32, u32);

#[derive(Default)]
struct IndexBuilder<'t> {
    ids: HashMap<Box<str>, u32>,
    /// By word as written: its stem, and whether it is indexed in texts.
    written: HashMap<&'t str, (u32, bool)>,
    pairs: Vec<WordEntry>,
    /// By word: the last entry whose text contains it, plus one.
    seen: Vec<u32>,
    buffer: String,
}

impl<'t> IndexBuilder<'t> {
    fn word_id(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = self.ids.len() as u32;
        self.ids.insert(text.into(), id);
        self.seen.push(0);
        id
    }

    fn add_name(&mut self, text: &str, entry: u32) {
        let id = self.word_id(text);
        self.pairs.push((id, entry));
    }

    /// The stem of a word, and whether it is indexed in texts.
    fn stem_id(&mut self, word: &'t str) -> (u32, bool) {
        if let Some(&known) = self.written.get(word) {
            return known;
        }
        let mut stem = std::mem::take(&mut self.buffer);
        stem_into(word, &mut stem);
        let is_indexed = word.len() > 1 && !is_stop_word(&word.to_ascii_lowercase());
        let found = (self.word_id(&stem), is_indexed);
        self.buffer = stem;
        self.written.insert(word, found);
        found
    }

    fn add_word(&mut self, word: &'t str, entry: u32) {
        let (id, _) = self.stem_id(word);
        self.pairs.push((id, entry));
    }

    fn add_text_word(&mut self, word: &'t str, entry: u32, pairs: &mut Vec<WordEntry>) {
        let (id, is_indexed) = self.stem_id(word);
        if is_indexed && std::mem::replace(&mut self.seen[id as usize], entry + 1) != entry + 1 {
            pairs.push((id, entry));
        }
    }

    /// The sorted words with their entries, and the position of each word by its number.
    fn into_sorted(self) -> (SortedWords, Postings, Vec<u32>) {
        let mut sorted: Vec<(Box<str>, u32)> = self.ids.into_iter().collect();
        sorted.sort_unstable();
        let mut order = vec![0; sorted.len()];
        let mut words = SortedWords::default();
        for (place, (word, id)) in sorted.iter().enumerate() {
            order[*id as usize] = place as u32;
            words.push(word);
        }
        (words, Postings::new(&order, self.pairs), order)
    }
}

impl SortedWords {
    fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends.push(self.text.len() as u32);
        self.masks.push(letter_mask(word));
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[place] as usize]
    }

    pub(crate) fn mask(&self, place: usize) -> u32 {
        self.masks[place]
    }

    pub(crate) fn find(&self, word: &str) -> Option<usize> {
        let place = self.lower_bound(word);
        (place < self.len() && self.get(place) == word).then_some(place)
    }

    /// The words that begin with `prefix`.
    pub(crate) fn with_prefix(&self, prefix: &str) -> std::ops::Range<usize> {
        let start = self.lower_bound(prefix);
        let rest = (start..self.len()).take_while(|&place| self.get(place).starts_with(prefix));
        start..start + rest.count()
    }

    fn lower_bound(&self, word: &str) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.get(middle) < word { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// One bit for each letter, one for all digits, one for everything else.
pub(crate) fn letter_mask(word: &str) -> u32 {
    word.bytes().fold(0, |mask, byte| {
        let bit = match byte {
            b'a'..=b'z' => u32::from(byte - b'a'),
            b'0'..=b'9' => 26,
            _ => 27,
        };
        mask | 1 << bit
    })
}

impl Postings {
    /// `order` is the position of each word by its number.
    fn new(order: &[u32], pairs: Vec<WordEntry>) -> Postings {
        let mut starts = vec![0_u32; order.len() + 1];
        for (word, _) in &pairs {
            starts[order[*word as usize] as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; pairs.len()];
        for (word, entry) in pairs {
            let slot = &mut next[order[word as usize] as usize];
            entries[*slot as usize] = entry;
            *slot += 1;
        }
        Postings { starts, entries }
    }

    pub(crate) fn entries_of(&self, place: usize) -> &[u32] {
        match (self.starts.get(place), self.starts.get(place + 1)) {
            (Some(&start), Some(&end)) => &self.entries[start as usize..end as usize],
            _ => &[],
        }
    }
}
