//! Suggestions for misspelt names.

const MIN_SIMILARITY: f64 = 0.8;
const MAX_SUGGESTIONS: usize = 3;

/// Nobody types a longer name, and comparing it would take long.
const MAX_CHARS: usize = 300;

/// Returns the candidates most similar to `name`, best first.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    rank_similar(&name.to_lowercase(), candidates, |name, candidate| {
        likeness(name, &candidate.to_lowercase())
    })
}

/// The same for paths, where `path` may be just the end of one: `Hand`, `main.tscn`.
pub fn nearest_paths<'a>(path: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let path = path.trim_start_matches("res://").to_lowercase();
    let depth = path.matches('/').count();
    rank_similar(&path, candidates, |asked, candidate| {
        let candidate = candidate.to_lowercase();
        let end = candidate.rmatch_indices('/').nth(depth).map(|(at, _)| &candidate[at + 1..]);
        let end = end.map_or(0.0, |end| strsim::jaro_winkler(asked, end) * 0.97);
        likeness(asked, &candidate).max(end)
    })
}

/// The same with a custom measure of similarity.
pub(super) fn rank_similar<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    likeness: impl Fn(&str, &str) -> f64,
) -> Vec<String> {
    if name.chars().count() > MAX_CHARS {
        return Vec::new();
    }
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .map(|candidate| (likeness(name, candidate), candidate))
        .filter(|(score, _)| *score >= MIN_SIMILARITY)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.truncate(MAX_SUGGESTIONS);
    scored.into_iter().map(|(_, candidate)| candidate.to_owned()).collect()
}

/// Edit distance alone misses `hierarchy.dump` for `scene.hierarchy.dump`, and a scene's bare file
/// name for its path: a candidate that contains all the words is as good as one with a single
/// typing mistake.
fn likeness(name: &str, candidate: &str) -> f64 {
    let spelling = strsim::jaro_winkler(name, candidate);
    let words = words(name);
    let known = words.iter().filter(|word| candidate.contains(**word)).count();
    if !words.is_empty() && known == words.len() { spelling.max(0.9) } else { spelling }
}

fn words(name: &str) -> Vec<&str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_and_partial_names() {
        let ids = ["mcp.health", "project.info", "project.scenes.list", "scene.hierarchy.dump"];
        let cases: [(&str, &[&str]); 5] = [
            ("project.inf", &["project.info"]),
            ("scene.hierarchy", &["scene.hierarchy.dump"]),
            ("hierarchy_dump", &["scene.hierarchy.dump"]),
            ("scenes.list", &["project.scenes.list"]),
            ("zzz", &[]),
        ];
        for (name, expected) in cases {
            let found = nearest(name, ids);
            assert_eq!(
                found.iter().take(expected.len().max(1)).collect::<Vec<_>>(),
                expected,
                "{name}"
            );
        }
    }
}
