//! Searches names first, then descriptions.
//!
//! Each word of a query is searched for on its own: in the vocabulary of stems (the same word, words that
//! begin with it, words with a typo), and in whole names, for queries that leave out the separators
//! between words. The score of an entry depends on how well its words match, how rare they are, and how
//! much of its name they cover.

mod matching;
mod query;
#[cfg(test)]
mod tests;
mod typos;

use scenewright_model::{DocKind, DocSearchHit, DocSearchResults};

use crate::class_docs::ClassDocs;
use crate::pack::MAX_POPULARITY;
use matching::{FULL_MATCH, QueryMatches};
use query::DocQuery;

/// Entries with a lower score, or with a lower share of the best score, are no hits.
const MIN_SCORE: f32 = 0.25;
const MIN_SHARE_OF_BEST: f32 = 0.4;
/// The weight of a word in a text; a word in the name has 1.
const TEXT_WEIGHT: f32 = 0.5;
/// The weight of a word in the name of the class, for its members.
const CLASS_NAME_WEIGHT: f32 = 0.85;
/// The parts of a score: the words that match, how much of the name they cover, whether they are the
/// exact name, and the popularity of the class.
const BASE_WEIGHT: f32 = 0.70;
const COVERAGE_WEIGHT: f32 = 0.22;
const EXACT_NAME_BONUS: f32 = 0.04;
const POPULARITY_WEIGHT: f32 = 0.04;

const SUMMARY_CHARS: usize = 240;

/// The best hits of several references together. An empty list of kinds means all kinds.
pub fn search(
    sources: &[&ClassDocs],
    query: &str,
    kinds: &[DocKind],
    limit: usize,
) -> DocSearchResults {
    let query = DocQuery::parse(query, sources);
    let mut found: Vec<ScoredEntry> = Vec::new();
    for (source, docs) in sources.iter().enumerate() {
        score_entries(docs, &query, kinds, |score, entry| {
            found.push(ScoredEntry { score, source, entry })
        });
    }
    let best = found.iter().map(|it| it.score).max().unwrap_or(0);
    found.retain(|it| f32::from(it.score) >= f32::from(best) * MIN_SHARE_OF_BEST);
    let total = found.len();
    let order = |a: &ScoredEntry, b: &ScoredEntry| {
        b.score.cmp(&a.score).then_with(|| a.key(sources).cmp(&b.key(sources)))
    };
    if limit < total {
        found.select_nth_unstable_by(limit, order);
        found.truncate(limit);
    }
    found.sort_unstable_by(order);
    DocSearchResults { hits: found.iter().map(|it| it.hit(sources)).collect(), total }
}

struct ScoredEntry {
    /// In thousandths.
    score: u16,
    source: usize,
    entry: u32,
}

impl ScoredEntry {
    fn key<'s>(&self, sources: &[&'s ClassDocs]) -> (&'s str, &'s str, u32) {
        let docs = sources[self.source];
        let class = docs.entries[self.entry as usize].class;
        (docs.class_name(class), docs.name(self.entry), self.entry)
    }

    fn hit(&self, sources: &[&ClassDocs]) -> DocSearchHit {
        let docs = sources[self.source];
        let entry = docs.entries[self.entry as usize];
        let record = docs.record(self.entry);
        let text = match (entry.kind, record.brief()) {
            (DocKind::Class, brief) if !brief.is_empty() => brief,
            _ => record.description(),
        };
        let class = docs.classes[entry.class as usize].entry;
        DocSearchHit {
            kind: entry.kind,
            class: docs.class_name(entry.class).to_owned(),
            name: record.name().to_owned(),
            summary: summary(text),
            relevance: f64::from(self.score) / 1000.0,
            enumeration: docs.enum_of(self.entry).map(str::to_owned),
            from: docs.record(class).origin(),
        }
    }
}

fn score_entries(
    docs: &ClassDocs,
    query: &DocQuery,
    kinds: &[DocKind],
    mut found: impl FnMut(u16, u32),
) {
    let matches = QueryMatches::find(docs, query);
    for (at, entry) in docs.entries.iter().enumerate() {
        // A match in the name of the class alone is no match of its members.
        let is_wanted = kinds.is_empty() || kinds.contains(&entry.kind);
        if !is_wanted || !matches.touched[at] {
            continue;
        }
        let score = score(docs, query, &matches, at);
        if score >= MIN_SCORE {
            found((score.clamp(0.0, 1.0) * 1000.0).round() as u16, at as u32);
        }
    }
}

fn score(docs: &ClassDocs, query: &DocQuery, matches: &QueryMatches, at: usize) -> f32 {
    let entry = &docs.entries[at];
    let class = &docs.classes[entry.class as usize];
    let is_class = entry.kind == DocKind::Class;
    let (mut worth, mut letters) = (0.0_f32, 0_usize);
    for (word, wanted) in query.words.iter().enumerate() {
        let in_name = matches.in_name(word, at);
        let in_text = matches.in_text(word, at) * TEXT_WEIGHT;
        let in_class = if is_class {
            0.0
        } else {
            matches.in_name(word, class.entry as usize) * CLASS_NAME_WEIGHT
        };
        let of_kind = if wanted.kind == Some(entry.kind) { 1.0 } else { 0.0 };
        worth += wanted.weight * in_name.max(in_text).max(in_class).max(of_kind);
        if in_name > 0.0 {
            letters += wanted.letters;
        }
    }
    let length = usize::from(docs.index.lengths[at]).max(1);
    let covered = (letters as f32 / length as f32).min(1.0);
    let exact = if matches.exact.contains(&(at as u32)) { EXACT_NAME_BONUS } else { 0.0 };
    let popularity = f32::from(class.popularity) / MAX_POPULARITY * POPULARITY_WEIGHT;
    let matched = worth / query.total_weight;
    let score = matched * (BASE_WEIGHT + COVERAGE_WEIGHT * covered + popularity) + exact;
    score * kind_factor(entry.kind) * usefulness_factor(docs, at)
}

/// Lower for entries that should not be used, or rarely are.
fn usefulness_factor(docs: &ClassDocs, at: usize) -> f32 {
    let class = &docs.classes[docs.entries[at].class as usize];
    let is_deprecated = docs.is_deprecated(at as u32) || docs.is_deprecated(class.entry);
    match (is_deprecated, class.is_low_level) {
        (true, _) => 0.9,
        (false, true) => 0.93,
        (false, false) => 1.0,
    }
}

/// Higher for the kinds that are searched for most.
fn kind_factor(kind: DocKind) -> f32 {
    match kind {
        DocKind::Class | DocKind::Method | DocKind::Property | DocKind::Signal => 1.0,
        DocKind::Annotation | DocKind::ThemeItem | DocKind::Enum => 0.95,
        DocKind::Constant => 0.92,
        DocKind::Constructor | DocKind::Operator => 0.9,
    }
}

/// The first sentences.
fn summary(text: &str) -> String {
    let paragraph = text.split('\n').next().unwrap_or_default();
    if paragraph.len() <= SUMMARY_CHARS {
        return paragraph.to_owned();
    }
    let mut end = SUMMARY_CHARS;
    while !paragraph.is_char_boundary(end) {
        end -= 1;
    }
    match paragraph[..end].rfind(". ") {
        Some(stop) if stop > SUMMARY_CHARS / 4 => paragraph[..=stop].to_owned(),
        _ => format!("{}…", paragraph[..end].trim_end()),
    }
}

/// A match quality as a number between 0 and 1.
fn fraction(quality: u8) -> f32 {
    f32::from(quality) / f32::from(FULL_MATCH)
}
