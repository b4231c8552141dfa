//! Assigns `##` comments to declarations.

use super::lexer::DocLine;
use super::{DocComment, GdClass, GdEnum};

/// The lines of a declaration: its first line, including annotations, and the line of its keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DeclarationLines {
    pub(super) top: u32,
    pub(super) line: u32,
}

/// The comments of a file, by line.
pub(super) struct DocComments<'s> {
    lines: Vec<DocLine<'s>>,
}

impl<'s> DocComments<'s> {
    pub(super) fn new(lines: Vec<DocLine<'s>>) -> DocComments<'s> {
        DocComments { lines }
    }

    /// The comment on the line of the declaration, or else the one directly above the declaration and
    /// its annotations. A comment between an annotation and its declaration belongs to nothing.
    pub(super) fn comment_for(&self, lines: DeclarationLines) -> DocComment {
        let trailing = self.index_of_line(lines.line).filter(|&at| !self.lines[at].is_alone);
        let trailing = trailing.map(|at| &self.lines[at..=at]);
        let above = || self.block_ending_at(lines.top.checked_sub(1)?);
        trailing.or_else(above).map(doc_comment).unwrap_or_default()
    }

    /// The first comment before the first member, unless it belongs to that member.
    pub(super) fn script_comment(&self, first_member: Option<DeclarationLines>) -> DocComment {
        let limit = first_member.map_or(u32::MAX, |place| self.first_line_with_comment(place));
        let before = &self.lines[..self.lines.partition_point(|doc| doc.line < limit)];
        let Some(first) = before.iter().position(|doc| doc.is_alone) else {
            return DocComment::default();
        };
        let follows = |pair: &[DocLine<'_>]| pair[1].is_alone && pair[1].line == pair[0].line + 1;
        let more = before[first..].windows(2).take_while(|pair| follows(pair)).count();
        doc_comment(&before[first..=first + more])
    }

    /// Values that share a line with each other, or with the enum itself, have no comment.
    fn attach_value_comments(&self, owner: &mut GdEnum) {
        let mut before = owner.line;
        let lines: Vec<u32> = owner.values.iter().map(|value| value.line).collect();
        for (at, value) in owner.values.iter_mut().enumerate() {
            let is_alone = before != value.line && lines.get(at + 1) != Some(&value.line);
            before = value.line;
            if is_alone {
                value.doc =
                    self.comment_for(DeclarationLines { top: value.line, line: value.line });
            }
        }
    }

    /// The first line of a declaration and its comment.
    fn first_line_with_comment(&self, place: DeclarationLines) -> u32 {
        let block = place.top.checked_sub(1).and_then(|line| self.block_ending_at(line));
        block.and_then(<[_]>::first).map_or(place.top, |doc| doc.line)
    }

    fn index_of_line(&self, line: u32) -> Option<usize> {
        self.lines.binary_search_by_key(&line, |doc| doc.line).ok()
    }

    /// The comment that ends on this line.
    fn block_ending_at(&self, line: u32) -> Option<&[DocLine<'s>]> {
        let last = self.index_of_line(line).filter(|&at| self.lines[at].is_alone)?;
        let mut first = last;
        while first > 0
            && self.lines[first - 1].is_alone
            && self.lines[first - 1].line + 1 == self.lines[first].line
        {
            first -= 1;
        }
        Some(&self.lines[first..=last])
    }
}

/// The lines of the members of a class, in the same order as the members.
#[derive(Debug, Default)]
pub(super) struct ClassLines {
    pub(super) class: Option<DeclarationLines>,
    pub(super) variables: Vec<DeclarationLines>,
    pub(super) constants: Vec<DeclarationLines>,
    pub(super) enums: Vec<DeclarationLines>,
    pub(super) signals: Vec<DeclarationLines>,
    pub(super) functions: Vec<DeclarationLines>,
}

impl ClassLines {
    pub(super) fn first_member(&self) -> Option<DeclarationLines> {
        let lists = [&self.variables, &self.constants, &self.enums, &self.signals, &self.functions];
        lists.iter().filter_map(|list| list.first()).min().copied()
    }

    pub(super) fn attach_comments(&self, class: &mut GdClass, docs: &DocComments<'_>) {
        if let Some(place) = self.class {
            class.doc = docs.comment_for(place);
        }
        let given = |place: &DeclarationLines| docs.comment_for(*place);
        let docs_of = |places: &[DeclarationLines]| places.iter().map(given).collect::<Vec<_>>();
        for (member, doc) in class.variables.iter_mut().zip(docs_of(&self.variables)) {
            member.doc = doc;
        }
        for (member, doc) in class.constants.iter_mut().zip(docs_of(&self.constants)) {
            member.doc = doc;
        }
        for (member, doc) in class.enums.iter_mut().zip(docs_of(&self.enums)) {
            member.doc = doc;
            docs.attach_value_comments(member);
        }
        for (member, doc) in class.signals.iter_mut().zip(docs_of(&self.signals)) {
            member.doc = doc;
        }
        for (member, doc) in class.functions.iter_mut().zip(docs_of(&self.functions)) {
            member.doc = doc;
        }
    }
}

/// The brief is the lines up to the first empty one, the description the rest.
fn doc_comment(lines: &[DocLine<'_>]) -> DocComment {
    let texts: Vec<&str> =
        lines.iter().map(|doc| doc.text.strip_prefix(' ').unwrap_or(doc.text)).collect();
    let texts = match texts.iter().position(|text| !text.is_empty()) {
        Some(first) => &texts[first..],
        None => return DocComment::default(),
    };
    let end = texts.iter().position(|text| text.is_empty()).unwrap_or(texts.len());
    let joined = |lines: &[&str]| {
        let text = lines.join("\n");
        let text = text.trim();
        (!text.is_empty()).then(|| text.into())
    };
    DocComment { brief: joined(&texts[..end]), description: joined(&texts[end..]) }
}
