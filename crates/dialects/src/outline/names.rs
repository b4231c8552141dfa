//! The names of siblings on one line: quoted where they could be misread, and folded where they differ only
//! in a part.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::json;

/// How many letters a folded list must save: whole names are easier to find.
const MIN_FOLD_SAVING: usize = 6;

/// A sibling as it is named on its line.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedSibling<'a> {
    pub(super) name: &'a str,
    /// Which of its namesakes it is, and of how many; `None` for the only one with its name.
    pub(super) nth: Option<(usize, usize)>,
    /// Set where only the id identifies it.
    pub(super) id: Option<u64>,
}

/// Quoted names are JSON strings.
pub(super) fn quote_name(name: &str) -> Cow<'_, str> {
    if needs_quotes(name) { Cow::Owned(json!(name).to_string()) } else { name.into() }
}

fn needs_quotes(name: &str) -> bool {
    name.is_empty()
        || name.trim() != name
        || name.contains(char::is_control)
        || name.contains([',', ':', '*', '{', '}', '/', '#', '×', '"', '\\', '←'])
        || name.starts_with(['…', '?'])
        || name.split(' ').skip(1).any(|word| matches!(word, "off" | "unique"))
        || ends_with_number(name)
}

/// `Name[1]` is the second of its namesakes.
fn ends_with_number(name: &str) -> bool {
    let number = name.strip_suffix(']').and_then(|name| Some(name.rsplit_once('[')?.1));
    number.is_some_and(|number| {
        number.bytes().all(|byte| byte.is_ascii_digit() || b",-".contains(&byte))
    })
}

/// All names of a line, separated by commas. If their order does not matter, names that differ only in a
/// number are grouped and sorted by it.
pub(super) fn join_names(siblings: &[NamedSibling<'_>], is_ordered: bool) -> String {
    let mut siblings = siblings.to_vec();
    if !is_ordered {
        sort_by_stem(&mut siblings);
    }
    let mut parts: Vec<String> = Vec::new();
    let mut rest = siblings.as_slice();
    while let Some(first) = rest.first() {
        let count = match (first.id, first.nth) {
            (Some(_), _) => 1,
            (None, Some(_)) => rest.iter().take_while(|one| one.name == first.name).count(),
            (None, None) => {
                rest.iter().take_while(|one| one.nth.is_none() && one.id.is_none()).count()
            }
        };
        let (these, more) = rest.split_at(count);
        match (first.id, first.nth) {
            (Some(id), _) => parts.push(format!("{}#{id}", quote_name(first.name))),
            (None, Some((_, all))) => parts.push(fold_namesakes(these, all)),
            (None, None) => {
                let names: Vec<&str> = these.iter().map(|one| one.name).collect();
                parts.extend(fold_names(&names));
            }
        }
        rest = more;
    }
    parts.join(", ")
}

/// Stable, by the first of each kind of name; numbers count up.
fn sort_by_stem(siblings: &mut [NamedSibling<'_>]) {
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for one in siblings.iter() {
        let next = places.len();
        places.entry(stem(one)).or_insert(next);
    }
    siblings.sort_by_cached_key(|one| {
        let place = places.get(&stem(one)).copied();
        let digits = number_range(one.name).map_or("", |at| &one.name[at]);
        let value = digits.trim_start_matches('0');
        (place, value.len(), value.to_owned(), digits.len(), one.nth)
    });
}

fn stem<'a>(one: &NamedSibling<'a>) -> (&'a str, &'a str) {
    match number_range(one.name).filter(|_| one.nth.is_none()) {
        Some(at) => (&one.name[..at.start], &one.name[at.end..]),
        None => (one.name, ""),
    }
}

/// All objects of one name as `Name×3`, some of them as `Name[0-1,3]`.
fn fold_namesakes(siblings: &[NamedSibling<'_>], all: usize) -> String {
    let name = quote_name(siblings.first().map_or("", |one| one.name));
    if siblings.len() == all {
        return format!("{name}×{all}");
    }
    let numbers: Vec<String> =
        siblings.iter().filter_map(|one| Some(one.nth?.0.to_string())).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let runs: Vec<String> = numbers.chunk_by(|a, b| is_successor(a, b)).map(format_run).collect();
    format!("{name}[{}]", runs.join(","))
}

/// Unique names; adjacent ones that share their beginning and end as `Wall_{A,B,1-3}`.
fn fold_names(names: &[&str]) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), names);
    while let Some(first) = rest.first() {
        let numbers = rest.iter().take_while(|name| differ_only_in_number(first, name)).count();
        let prefix = rest.iter().take_while(|name| shared_prefix(first, name) > 0).count();
        let folded = [numbers, prefix].into_iter().find_map(|count| {
            let names = &rest[..count];
            Some((count, if count == numbers { fold_numbers(names) } else { fold_prefix(names) }?))
        });
        let (count, part) = folded.unwrap_or_else(|| (1, quote_name(first).into_owned()));
        parts.push(part);
        rest = &rest[count..];
    }
    parts
}

/// Whether two names differ only in their last number.
fn differ_only_in_number(a: &str, b: &str) -> bool {
    match (number_range(a), number_range(b)) {
        (Some(x), Some(y)) => a[..x.start] == b[..y.start] && a[x.end..] == b[y.end..],
        _ => false,
    }
}

fn fold_numbers(names: &[&str]) -> Option<String> {
    let (first, at) = (names.first()?, number_range(names.first()?)?);
    let numbers: Vec<&str> =
        names.iter().filter_map(|name| Some(&name[number_range(name)?])).collect();
    let runs: Vec<String> = numbers.chunk_by(|a, b| is_successor(a, b)).map(format_run).collect();
    fold_if_shorter(names, &first[..at.start], &runs, &first[at.end..])
}

fn fold_prefix(names: &[&str]) -> Option<String> {
    let first = names.first()?;
    let start = names.iter().map(|name| shared_prefix(first, name)).min()?;
    let parts: Vec<String> = names.iter().map(|name| name[start..].to_owned()).collect();
    let is_plain = |part: &String| !part.contains([',', '{', '}']) && !is_range(part);
    if !parts.iter().all(is_plain) {
        return None;
    }
    fold_if_shorter(names, &first[..start], &parts, "")
}

/// `None` if the plain names are nearly as short, or if one needs quotes: a quoted name is never folded.
fn fold_if_shorter(names: &[&str], before: &str, parts: &[String], after: &str) -> Option<String> {
    let text = format!("{before}{{{}}}{after}", parts.join(","));
    let plain: usize = names.iter().map(|name| name.len() + 2).sum();
    // Each mark between the braces costs a token.
    let is_shorter = text.len() + parts.len() + MIN_FOLD_SAVING <= plain;
    let needs_quotes = |text: &str| self::needs_quotes(&text.replace(['{', '}', ','], ""));
    let is_plain = !names.iter().any(|name| self::needs_quotes(name)) && !needs_quotes(&text);
    (is_shorter && is_plain).then_some(text)
}

fn is_range(part: &str) -> bool {
    part.split_once('-').is_some_and(|(from, to)| {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        is_number(from) && is_number(to)
    })
}

/// The length of the common prefix of two names, up to the end of a word.
fn shared_prefix(a: &str, b: &str) -> usize {
    if a == b {
        return a.len();
    }
    let same = a.char_indices().zip(b.chars()).take_while(|((_, x), y)| x == y);
    let end = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let word_end = a[..end].rfind([' ', '_', '-', '.']).map_or(0, |at| at + 1);
    // A capital begins a word too.
    let capital = |at: usize| {
        a[at..].starts_with(char::is_uppercase) && b[at..].starts_with(char::is_uppercase)
    };
    if end > 0 && a.is_char_boundary(end) && b.is_char_boundary(end) && capital(end) {
        end
    } else {
        word_end
    }
}

/// The range of the last number in a name.
fn number_range(name: &str) -> Option<std::ops::Range<usize>> {
    let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = name[..end].rfind(|c: char| !c.is_ascii_digit());
    let start = start.map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
    Some(start..end)
}

fn format_run(numbers: &[&str]) -> String {
    match numbers {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}-{last}"),
    }
}

/// Whether `next` is the number after `number`, with the same leading zeros.
fn is_successor(number: &str, next: &str) -> bool {
    let counted = number.parse::<u64>().ok().and_then(|value| value.checked_add(1));
    counted.is_some_and(|value| format!("{value:0width$}", width = number.len()) == *next)
}
