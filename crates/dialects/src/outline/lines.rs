//! The lines of an outline: siblings that are the same share one, and what was shown before is
//! referred to.

use std::collections::{BTreeMap, HashMap};

use super::kind::{Kind, Legend};
use super::names::{self, Sibling};
use super::shape::{ShapeId, Shaped, Shapes};

/// So many alike share a line also when others stand between them, at the cost of their order.
const MANY: usize = 8;

/// Siblings of one shape.
struct Group<'a, 'b> {
    members: Vec<(&'b Shaped<'a>, Sibling<'a>)>,
}

impl<'a> Group<'a, '_> {
    fn first(&self) -> &Shaped<'a> {
        self.members[0].0
    }
}

/// What is written how often, and in which notation.
pub(super) struct Writer<'s> {
    shapes: &'s Shapes,
    /// How often a shape with objects below it is written.
    uses: HashMap<ShapeId, usize>,
    /// The numbers of shapes that were written and come again.
    marks: HashMap<ShapeId, usize>,
    legend: Legend<'s>,
    has_namesakes: bool,
    text: String,
}

/// Siblings that may be only a part of all are named by their ids.
pub(super) struct Siblings<'b, 'a> {
    pub(super) all: &'b [Shaped<'a>],
    pub(super) is_part: bool,
}

impl<'s> Writer<'s> {
    pub(super) fn new(shapes: &'s Shapes, parts: &[Siblings<'_, '_>]) -> Writer<'s> {
        let (mut uses, mut kinds) = (HashMap::new(), BTreeMap::new());
        for part in parts {
            count(shapes, part, &mut uses, &mut kinds);
        }
        let legend = Legend::new(&kinds);
        Writer {
            shapes,
            uses,
            marks: HashMap::new(),
            legend,
            has_namesakes: false,
            text: String::new(),
        }
    }

    pub(super) fn write(&mut self, siblings: &Siblings<'_, '_>, level: usize) {
        for group in groups(siblings) {
            let shape = group.first().shape;
            let members: Vec<Sibling<'_>> = group.members.iter().map(|(_, one)| *one).collect();
            self.has_namesakes |= members.iter().any(|one| one.nth.is_some());
            self.text.extend(std::iter::repeat_n(' ', level));
            self.text.push_str(&names::list(&members, members.len() < MANY));
            if let Some(mark) = self.marks.get(&shape) {
                self.text.push_str(&format!(" *{mark}\n"));
                continue;
            }
            self.text.push_str(&self.legend.shown(self.shapes.kind(shape)));
            self.text.push_str(self.shapes.state(shape));
            if self.uses.get(&shape).is_some_and(|uses| *uses > 1) {
                let mark = self.marks.len() + 1;
                self.marks.insert(shape, mark);
                self.text.push_str(&format!(" *{mark}"));
            }
            self.text.push('\n');
            let below = Siblings { all: &group.first().below, is_part: false };
            self.write(&below, level + 1);
        }
    }

    /// A line of its own, as it is.
    pub(super) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    pub(super) fn finish(self) -> Text {
        Text {
            legend: self.legend.lines(),
            body: self.text,
            has_marks: !self.marks.is_empty(),
            has_namesakes: self.has_namesakes,
        }
    }
}

/// An outline without its head, and which notation it uses.
pub(super) struct Text {
    /// The lines that explain codes.
    pub(super) legend: Vec<String>,
    pub(super) body: String,
    pub(super) has_marks: bool,
    pub(super) has_namesakes: bool,
}

/// The same walk as writing takes.
fn count<'s>(
    shapes: &'s Shapes,
    siblings: &Siblings<'_, '_>,
    uses: &mut HashMap<ShapeId, usize>,
    kinds: &mut BTreeMap<&'s Kind, usize>,
) {
    for group in groups(siblings) {
        let first = group.first();
        if !first.below.is_empty() {
            let seen = uses.entry(first.shape).or_default();
            *seen += 1;
            if *seen > 1 {
                continue;
            }
        }
        *kinds.entry(shapes.kind(first.shape)).or_default() += 1;
        count(shapes, &Siblings { all: &first.below, is_part: false }, uses, kinds);
    }
}

/// Siblings of one shape in a row, and many of one shape wherever they stand.
fn groups<'a, 'b>(siblings: &Siblings<'b, 'a>) -> Vec<Group<'a, 'b>> {
    let mut counts: HashMap<ShapeId, usize> = HashMap::new();
    for one in siblings.all {
        *counts.entry(one.shape).or_default() += 1;
    }
    let mut groups: Vec<Group<'a, 'b>> = Vec::new();
    let mut places: HashMap<ShapeId, usize> = HashMap::new();
    for (one, named) in siblings.all.iter().zip(named(siblings)) {
        let is_many = counts.get(&one.shape).is_some_and(|count| *count >= MANY);
        let place =
            places.get(&one.shape).copied().filter(|place| is_many || *place + 1 == groups.len());
        match place {
            Some(place) => groups[place].members.push((one, named)),
            None => {
                places.insert(one.shape, groups.len());
                groups.push(Group { members: vec![(one, named)] });
            }
        }
    }
    groups
}

fn named<'a>(siblings: &Siblings<'_, 'a>) -> Vec<Sibling<'a>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for one in siblings.all {
        *counts.entry(&one.node.name).or_default() += 1;
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let named = siblings.all.iter().map(|one| {
        let name = one.node.name.as_str();
        let all = counts.get(name).copied().unwrap_or(1);
        let nth = seen.entry(name).or_default();
        *nth += 1;
        let nth = (all > 1).then_some((*nth - 1, all));
        Sibling { name, nth, id: one.node.instance_id.filter(|_| siblings.is_part) }
    });
    named.collect()
}
