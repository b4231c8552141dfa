//! A query as words with weights.

use scenewright_model::DocKind;

use crate::class_docs::ClassDocs;
use crate::words::{is_stop_word, normalize_name, split_words, stem};

/// Longer queries and words are cut.
const MAX_WORDS: usize = 8;
const MAX_LETTERS: usize = 48;
const MAX_QUERY_BYTES: usize = 512;

/// The weights of stop words and of names of kinds, beside other words.
const STOP_WEIGHT: f32 = 0.1;
const KIND_WEIGHT: f32 = 0.2;

pub(super) struct DocQuery {
    pub(super) words: Vec<QueryWord>,
    pub(super) total_weight: f32,
    /// The whole query as a normalised name.
    pub(super) joined: String,
    /// The parts of `Node.add_child`, normalised.
    pub(super) qualified: Option<(String, String)>,
}

pub(super) struct QueryWord {
    /// In lower case.
    pub(super) word: String,
    pub(super) stem: String,
    pub(super) letters: usize,
    pub(super) weight: f32,
    /// The kind of entry that the word may stand for: `signal`, `methods`.
    pub(super) kind: Option<DocKind>,
    /// A reference contains a word with this stem; then typos are not considered.
    pub(super) is_known: bool,
}

impl DocQuery {
    pub(super) fn parse(text: &str, sources: &[&ClassDocs]) -> DocQuery {
        let text = truncate(text.trim());
        let mut parts = Vec::new();
        split_words(text, |part| parts.push(part));
        parts.truncate(MAX_WORDS);
        let mut words: Vec<QueryWord> =
            parts.iter().map(|part| query_word(part, sources)).collect();
        set_weights(&mut words, sources);
        let total_weight = words.iter().map(|word| word.weight).sum::<f32>().max(f32::EPSILON);
        let qualified =
            text.split_once('.').map(|(class, name)| (normalize_name(class), normalize_name(name)));
        DocQuery { words, total_weight, joined: normalize_name(text), qualified }
    }
}

fn truncate(text: &str) -> &str {
    let mut end = text.len().min(MAX_QUERY_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn query_word(part: &str, sources: &[&ClassDocs]) -> QueryWord {
    let word: String = part.to_lowercase().chars().take(MAX_LETTERS).collect();
    let stem = stem(&word);
    let is_known = sources.iter().any(|docs| docs.index.words.find(&stem).is_some());
    QueryWord { letters: word.len(), kind: kind(&word), word, stem, weight: 0.0, is_known }
}

/// Rare words get a higher weight.
fn set_weights(words: &mut [QueryWord], sources: &[&ClassDocs]) {
    let all: usize = sources.iter().map(|docs| docs.entries.len()).sum();
    let has_content = words.iter().any(|word| !is_stop_word(&word.word) && word.kind.is_none());
    for word in words.iter_mut() {
        word.kind = word.kind.filter(|_| has_content);
        word.weight = match is_stop_word(&word.word) && has_content {
            true => STOP_WEIGHT,
            false if word.kind.is_some() => KIND_WEIGHT,
            false => rarity(frequency(&word.stem, sources), all),
        };
    }
}

fn frequency(stem: &str, sources: &[&ClassDocs]) -> usize {
    let count = |docs: &&ClassDocs| {
        let place = docs.index.words.find(stem);
        place.map_or(0, |place| {
            docs.index.in_names.entries_of(place).len()
                + docs.index.in_texts.entries_of(place).len()
        })
    };
    sources.iter().map(count).sum()
}

/// From 0.5 for a word that occurs everywhere to 1 for a word that occurs once.
fn rarity(count: usize, all: usize) -> f32 {
    let log = |count: usize| (count as f32).ln_1p();
    1.0 - 0.5 * (log(count) / log(all.max(1))).min(1.0)
}

/// The words for kinds of entries.
fn kind(word: &str) -> Option<DocKind> {
    Some(match word {
        "signal" | "signals" | "event" => DocKind::Signal,
        "method" | "methods" | "function" | "functions" | "func" => DocKind::Method,
        "property" | "properties" | "variable" => DocKind::Property,
        "constant" | "constants" => DocKind::Constant,
        "enum" | "enums" => DocKind::Enum,
        "class" | "classes" => DocKind::Class,
        "annotation" | "annotations" => DocKind::Annotation,
        _ => return None,
    })
}
