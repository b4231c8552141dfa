//! Siblings that look the same become one line that still names each of them.

use std::collections::HashMap;
use std::ops::Range;

use super::Node;
use super::label::{self, Details};

/// Two alike are not worth a notation.
const WORTH: usize = 3;

#[derive(Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) level: usize,
    pub(super) text: String,
}

/// An object with all that is below it, ready to be compared with its siblings.
struct Block<'a> {
    node: &'a Node,
    /// Which of its namesakes it is, counted from 0; `None` for the only one with its name.
    nth: Option<usize>,
    details: Details,
    below: Vec<Line>,
}

/// The lines of siblings and all that is below them, and whether any share one.
pub(super) fn lines(siblings: &[Node]) -> (Vec<Line>, bool) {
    let mut folded = false;
    let namesakes = numbered(siblings);
    let blocks = siblings.iter().zip(namesakes).map(|(node, nth)| {
        let (mut below, any) = lines(&node.children);
        folded |= any;
        below.iter_mut().for_each(|line| line.level += 1);
        Block { node, nth, details: label::details(node), below }
    });
    let mut blocks = blocks.collect::<Vec<_>>().into_iter();
    let (mut all, mut shares) = (Vec::new(), false);
    loop {
        let rest = blocks.as_slice();
        let count = Some(alike(rest)).filter(|alike| *alike >= WORTH).unwrap_or(1);
        let Some(same) = rest.get(..count) else {
            break;
        };
        shares |= count > 1;
        let text = if count == 1 { alone(&same[0]) } else { together(same) };
        all.push(Line { level: 0, text });
        let mut shown = blocks.by_ref().take(count);
        all.extend(shown.next().into_iter().flat_map(|first| first.below));
        shown.for_each(drop);
    }
    (all, shares || folded)
}

/// For each of the siblings which of its namesakes it is, if it has any.
fn numbered(siblings: &[Node]) -> Vec<Option<usize>> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let nth: Vec<usize> = siblings
        .iter()
        .map(|node| {
            let count = seen.entry(&node.name).or_default();
            *count += 1;
            *count - 1
        })
        .collect();
    let is_shared = |node: &Node| seen.get(node.name.as_str()).is_some_and(|count| *count > 1);
    siblings.iter().zip(nth).map(|(node, nth)| is_shared(node).then_some(nth)).collect()
}

/// How many blocks from the first on can share its line.
fn alike(blocks: &[Block<'_>]) -> usize {
    let Some((first, _)) = blocks.split_first() else {
        return 0;
    };
    let same = |block: &Block<'_>| {
        block.details == first.details && block.below == first.below && is_alike(first, block)
    };
    blocks.iter().take_while(|block| same(block)).count()
}

fn is_alike(first: &Block<'_>, other: &Block<'_>) -> bool {
    let (a, b) = (first.node.name.as_str(), other.node.name.as_str());
    match (first.nth, other.nth) {
        (Some(_), Some(_)) => a == b,
        (None, None) => match (number(a), number(b)) {
            (Some(x), Some(y)) => a[..x.start] == b[..y.start] && a[x.end..] == b[y.end..],
            _ => false,
        },
        _ => false,
    }
}

/// Where the last number of a name stands.
fn number(name: &str) -> Option<Range<usize>> {
    let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = name[..end].rfind(|c: char| !c.is_ascii_digit());
    let start = start.map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
    Some(start..end)
}

fn alone(block: &Block<'_>) -> String {
    let Details { components, rest } = &block.details;
    let name = label::name(&block.node.name, !components.is_empty());
    match (block.nth, block.node.instance_id) {
        (Some(_), Some(id)) => format!("{name}{components} #{id}{rest}"),
        (Some(nth), None) => format!("{name}[{nth}]{components}{rest}"),
        (None, _) => format!("{name}{components}{rest}"),
    }
}

fn together(blocks: &[Block<'_>]) -> String {
    let Details { components, rest } = &blocks[0].details;
    let each = if blocks[0].below.is_empty() { "" } else { " each with:" };
    format!("{} ×{}{components}{rest}{each}", names(blocks), blocks.len())
}

/// `Tree_01 … Tree_40`, `Tree_{01-07,12}` or, of namesakes, `Tree[0] … Tree[39]`.
fn names(blocks: &[Block<'_>]) -> String {
    let (first, last) = (&blocks[0], &blocks[blocks.len() - 1]);
    let (from, to) = (first.node.name.as_str(), last.node.name.as_str());
    if let (Some(a), Some(b)) = (first.nth, last.nth) {
        let name = label::name(from, true);
        return format!("{name}[{a}] … {name}[{b}]");
    }
    let numbers: Vec<&str> = blocks
        .iter()
        .filter_map(|block| Some(&block.node.name[number(&block.node.name)?]))
        .collect();
    let runs: Vec<&[&str]> = numbers.chunk_by(|a, b| follows(a, b)).collect();
    if let [_] = runs.as_slice() {
        return format!("{} … {}", label::name(from, true), label::name(to, true));
    }
    let runs: Vec<String> = runs.into_iter().map(run).collect();
    let at = number(from).unwrap_or_default();
    let pattern = format!("{}{{{}}}{}", &from[..at.start], runs.join(","), &from[at.end..]);
    if label::name(from, true) == from { pattern } else { format!("{pattern:?}") }
}

fn run(numbers: &[&str]) -> String {
    match numbers {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}-{last}"),
    }
}

/// Whether `next` is what counting on from `number` gives, with the same zeros in front.
fn follows(number: &str, next: &str) -> bool {
    let counted = number.parse::<u64>().ok().and_then(|value| value.checked_add(1));
    counted.is_some_and(|value| format!("{value:0width$}", width = number.len()) == next)
}
