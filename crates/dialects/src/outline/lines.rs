//! The lines of an outline: equal siblings share a line, and a line refers to what was shown before.

use std::collections::{BTreeMap, HashMap};

use super::kind::{OutlineKind, OutlineLegend};
use super::names::{self, NamedSibling};
use super::shape::{ShapeId, ShapeTable, ShapedNode};

/// From this number on, equal siblings share a line even if others are between them, which loses their order.
const MIN_UNORDERED_GROUP: usize = 8;

/// Siblings of one shape.
struct SiblingGroup<'a, 'b> {
    members: Vec<(&'b ShapedNode<'a>, NamedSibling<'a>)>,
}

impl<'a> SiblingGroup<'a, '_> {
    fn first(&self) -> &ShapedNode<'a> {
        self.members[0].0
    }
}

/// Writes the lines, and records which notation they use.
pub(super) struct OutlineWriter<'s> {
    shapes: &'s ShapeTable,
    /// How often a shape with objects below it occurs.
    uses: HashMap<ShapeId, usize>,
    /// The numbers of shapes that were written and occur again.
    marks: HashMap<ShapeId, usize>,
    legend: OutlineLegend<'s>,
    has_namesakes: bool,
    text: String,
}

/// Siblings that may be incomplete are named by their ids.
pub(super) struct SiblingList<'b, 'a> {
    pub(super) all: &'b [ShapedNode<'a>],
    pub(super) is_part: bool,
}

impl<'s> OutlineWriter<'s> {
    pub(super) fn new(shapes: &'s ShapeTable, parts: &[SiblingList<'_, '_>]) -> OutlineWriter<'s> {
        let (mut uses, mut kinds) = (HashMap::new(), BTreeMap::new());
        for part in parts {
            count_uses(shapes, part, &mut uses, &mut kinds);
        }
        let legend = OutlineLegend::new(&kinds);
        OutlineWriter {
            shapes,
            uses,
            marks: HashMap::new(),
            legend,
            has_namesakes: false,
            text: String::new(),
        }
    }

    pub(super) fn write(&mut self, siblings: &SiblingList<'_, '_>, level: usize) {
        for group in group_siblings(siblings) {
            let shape = group.first().shape;
            let members: Vec<NamedSibling<'_>> =
                group.members.iter().map(|(_, one)| *one).collect();
            self.has_namesakes |= members.iter().any(|one| one.nth.is_some());
            self.text.extend(std::iter::repeat_n(' ', level));
            self.text.push_str(&names::join_names(&members, members.len() < MIN_UNORDERED_GROUP));
            if let Some(mark) = self.marks.get(&shape) {
                self.text.push_str(&format!(" *{mark}\n"));
                continue;
            }
            self.text.push_str(&self.legend.suffix(self.shapes.kind(shape)));
            self.text.push_str(self.shapes.state(shape));
            if self.uses.get(&shape).is_some_and(|uses| *uses > 1) {
                let mark = self.marks.len() + 1;
                self.marks.insert(shape, mark);
                self.text.push_str(&format!(" *{mark}"));
            }
            self.text.push('\n');
            let below = SiblingList { all: &group.first().below, is_part: false };
            self.write(&below, level + 1);
        }
    }

    /// Adds a line as it is.
    pub(super) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    pub(super) fn finish(self) -> OutlineText {
        OutlineText {
            legend: self.legend.lines(),
            body: self.text,
            has_marks: !self.marks.is_empty(),
            has_namesakes: self.has_namesakes,
        }
    }
}

/// An outline without its header, and which notation it uses.
pub(super) struct OutlineText {
    /// The lines that explain codes.
    pub(super) legend: Vec<String>,
    pub(super) body: String,
    pub(super) has_marks: bool,
    pub(super) has_namesakes: bool,
}

/// Walks in the same order as writing.
fn count_uses<'s>(
    shapes: &'s ShapeTable,
    siblings: &SiblingList<'_, '_>,
    uses: &mut HashMap<ShapeId, usize>,
    kinds: &mut BTreeMap<&'s OutlineKind, usize>,
) {
    for group in group_siblings(siblings) {
        let first = group.first();
        if !first.below.is_empty() {
            let seen = uses.entry(first.shape).or_default();
            *seen += 1;
            if *seen > 1 {
                continue;
            }
        }
        *kinds.entry(shapes.kind(first.shape)).or_default() += 1;
        count_uses(shapes, &SiblingList { all: &first.below, is_part: false }, uses, kinds);
    }
}

/// Adjacent siblings of one shape, and many of one shape wherever they are.
fn group_siblings<'a, 'b>(siblings: &SiblingList<'b, 'a>) -> Vec<SiblingGroup<'a, 'b>> {
    let mut counts: HashMap<ShapeId, usize> = HashMap::new();
    for one in siblings.all {
        *counts.entry(one.shape).or_default() += 1;
    }
    let mut groups: Vec<SiblingGroup<'a, 'b>> = Vec::new();
    let mut places: HashMap<ShapeId, usize> = HashMap::new();
    for (one, named) in siblings.all.iter().zip(name_siblings(siblings)) {
        let is_many = counts.get(&one.shape).is_some_and(|count| *count >= MIN_UNORDERED_GROUP);
        let place =
            places.get(&one.shape).copied().filter(|place| is_many || *place + 1 == groups.len());
        match place {
            Some(place) => groups[place].members.push((one, named)),
            None => {
                places.insert(one.shape, groups.len());
                groups.push(SiblingGroup { members: vec![(one, named)] });
            }
        }
    }
    groups
}

fn name_siblings<'a>(siblings: &SiblingList<'_, 'a>) -> Vec<NamedSibling<'a>> {
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
        NamedSibling { name, nth, id: one.node.instance_id.filter(|_| siblings.is_part) }
    });
    named.collect()
}
