//! Siblings that look the same become one line that still names each of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use super::Node;
use super::label::{self, Details};

/// Two alike are not worth a notation.
const WORTH: usize = 3;

/// So many alike share a line also when others stand between them, at the cost of their order.
const MANY: usize = 8;

#[derive(PartialEq, Eq, Hash)]
pub(super) struct Line {
    pub(super) level: usize,
    pub(super) text: String,
}

/// An object with all that is below it, ready to be compared with its siblings.
struct Block<'a> {
    node: &'a Node,
    /// Which of its namesakes it is, counted from 0; `None` for the only one with its name.
    nth: Option<usize>,
    /// Siblings that are not shown may stand before it: only its id says for sure which it is.
    continued: bool,
    details: Details,
    below: Vec<Line>,
}

/// The lines of siblings and all that is below them, and whether any share one. `continued` says
/// that the siblings may be only a part of all.
pub(super) fn lines(siblings: &[Node], continued: bool) -> (Vec<Line>, bool) {
    let mut folded = false;
    let namesakes = numbered(siblings);
    let blocks = siblings.iter().zip(namesakes).map(|(node, nth)| {
        let (mut below, any) = lines(&node.children, false);
        folded |= any;
        below.iter_mut().for_each(|line| line.level += 1);
        Block { node, nth, continued, details: label::details(node), below }
    });
    let mut blocks = gathered(blocks.collect()).into_iter();
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

/// Many that are alike stand where the first of them does.
fn gathered(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut groups: HashMap<_, (usize, usize)> = HashMap::new();
    for (index, block) in blocks.iter().enumerate() {
        groups.entry(look(block)).or_insert((index, 0)).1 += 1;
    }
    let places: Vec<usize> = blocks
        .iter()
        .enumerate()
        .map(|(index, block)| match groups.get(&look(block)) {
            Some(&(first, count)) if count >= MANY => first,
            _ => index,
        })
        .collect();
    drop(groups);
    let mut placed: Vec<(usize, Block<'_>)> = places.into_iter().zip(blocks).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, block)| block).collect()
}

/// Blocks with the same look can share a line.
fn look<'b>(block: &'b Block<'_>) -> impl Eq + Hash + use<'b> {
    let name = block.node.name.as_str();
    let at = if block.nth.is_some() { None } else { number(name) };
    let at = at.unwrap_or(name.len()..name.len());
    // Of namesakes whose numbers are not known each needs a line for its id.
    let id = block.node.instance_id.filter(|_| block.continued && block.nth.is_some());
    (block.nth.is_some(), &name[..at.start], &name[at.end..], &block.details, &block.below, id)
}

/// How many blocks from the first on can share its line.
fn alike(blocks: &[Block<'_>]) -> usize {
    blocks.first().map_or(0, |first| {
        let first = look(first);
        blocks.iter().take_while(|block| look(block) == first).count()
    })
}

/// Where the last number of a name stands.
fn number(name: &str) -> Option<Range<usize>> {
    let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = name[..end].rfind(|c: char| !c.is_ascii_digit());
    let start = start.map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
    Some(start..end)
}

/// The second of two namesakes is `Name[1]`, and both have their ids.
fn alone(block: &Block<'_>) -> String {
    let Details { components, rest } = &block.details;
    let name = label::name(&block.node.name, !components.is_empty());
    let number = match block.nth {
        Some(nth) if nth > 0 && !block.continued => format!("[{nth}]"),
        _ => String::new(),
    };
    let id = match block.node.instance_id {
        Some(id) if block.nth.is_some() || block.continued => format!(" #{id}"),
        _ => String::new(),
    };
    format!("{name}{number}{components}{id}{rest}")
}

fn together(blocks: &[Block<'_>]) -> String {
    let Details { components, rest } = &blocks[0].details;
    let each = if blocks[0].below.is_empty() { "" } else { " each with:" };
    format!("{} ×{}{components}{rest}{each}", names(blocks), blocks.len())
}

/// `Tree_01 … Tree_40` or `Tree_{01-07,12}`; of namesakes `Tree[0] … Tree[39]` or `Tree[{0-7,12}]`.
fn names(blocks: &[Block<'_>]) -> String {
    let first = blocks[0].node.name.as_str();
    let (numbers, before, after): (Vec<String>, String, &str) = if blocks[0].nth.is_some() {
        let numbers = blocks.iter().filter_map(|block| block.nth).map(|nth| nth.to_string());
        (numbers.collect(), format!("{}[", label::name(first, true)), "]")
    } else {
        let names = blocks.iter().map(|block| block.node.name.as_str());
        let numbers = names.filter_map(|name| Some(name[number(name)?].to_owned()));
        let at = number(first).unwrap_or_default();
        (numbers.collect(), first[..at.start].to_owned(), &first[at.end..])
    };
    let quoted = |text: String| match blocks[0].nth {
        None if label::name(first, true) != first => format!("{text:?}"),
        _ => text,
    };
    let whole = |number: &str| quoted(format!("{before}{number}{after}"));
    let runs: Vec<&[String]> = numbers.chunk_by(|a, b| follows(a, b)).collect();
    match runs.as_slice() {
        [[from, .., to]] => format!("{} … {}", whole(from), whole(to)),
        _ => {
            let runs: Vec<String> = runs.into_iter().map(run).collect();
            whole(&format!("{{{}}}", runs.join(",")))
        }
    }
}

fn run(numbers: &[String]) -> String {
    match numbers {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] => format!("{first}-{last}"),
    }
}

/// Whether `next` is what counting on from `number` gives, with the same zeros in front.
fn follows(number: &str, next: &str) -> bool {
    let counted = number.parse::<u64>().ok().and_then(|value| value.checked_add(1));
    counted.is_some_and(|value| format!("{value:0width$}", width = number.len()) == next)
}
