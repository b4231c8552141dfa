//! Finds a member in a document's body.

use std::ops::Range;

use crate::members::field_value::PathStep;
use crate::syntax::{SyntaxEntry, SyntaxKind, SyntaxTree};
use crate::yaml::YamlSyntaxError;

use super::emit::EmitPosition;

/// The place of a value in a document's body.
#[derive(Debug, Clone)]
pub(super) struct ValueSlot {
    pub(super) kind: SyntaxKind,
    /// The key, or the dash of an item.
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
    /// All its lines, including the last line break.
    pub(super) lines: Range<usize>,
    pub(super) is_item: bool,
    /// For a block sequence: the lines of each item.
    pub(super) items: Vec<Range<usize>>,
    /// For a block mapping: its keys.
    pub(super) keys: Vec<String>,
}

/// What a path leads to.
pub(super) enum BodyTarget {
    Slot(ValueSlot),
    /// A field of a flow mapping.
    InFlow(ValueSlot, String),
    Size(ValueSlot),
    /// The place after the last item of a sequence.
    AfterLast(ValueSlot),
    Nothing,
}

/// `body` begins with the line of the class name.
pub(super) fn find(body: &str, steps: &[PathStep<'_>]) -> Result<BodyTarget, YamlSyntaxError> {
    let syntax = SyntaxTree::parse_body(body)?;
    let class = syntax.documents().next().and_then(|document| document.children().next());
    let Some(class) = class else {
        return Ok(BodyTarget::Nothing);
    };
    Ok(walk(class, steps, body))
}

/// One of the document's own fields.
pub(super) fn field(body: &str, key: &str) -> Result<Option<ValueSlot>, YamlSyntaxError> {
    Ok(match find(body, &[PathStep::Key(key)])? {
        BodyTarget::Slot(slot) => Some(slot),
        _ => None,
    })
}

fn walk(class: SyntaxEntry<'_, '_>, steps: &[PathStep<'_>], body: &str) -> BodyTarget {
    let mut at = class;
    for (index, step) in steps.iter().enumerate() {
        let is_last = index + 1 == steps.len();
        let next = match (step, at.kind()) {
            (PathStep::Size, _) => return BodyTarget::Size(slot(at, body)),
            (PathStep::Key(key), SyntaxKind::Flow) if is_last => {
                return BodyTarget::InFlow(slot(at, body), (*key).to_owned());
            }
            (PathStep::Key(key), SyntaxKind::Map) => {
                at.children().find(|child| child.key() == *key)
            }
            (PathStep::Item(item), SyntaxKind::Seq) => {
                let found = at.children().nth(*item);
                if found.is_none() && is_last && at.children().count() == *item {
                    return BodyTarget::AfterLast(slot(at, body));
                }
                found
            }
            (PathStep::Item(0), SyntaxKind::Flow) if is_last => {
                return BodyTarget::AfterLast(slot(at, body));
            }
            (PathStep::Managed(rid), SyntaxKind::Map) => managed_reference(at, rid),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => return BodyTarget::Nothing,
        }
    }
    BodyTarget::Slot(slot(at, body))
}

fn managed_reference<'s, 'a>(class: SyntaxEntry<'s, 'a>, rid: &str) -> Option<SyntaxEntry<'s, 'a>> {
    let child = |of: SyntaxEntry<'s, 'a>, key: &str| of.children().find(|child| child.key() == key);
    let objects = child(child(class, "references")?, "RefIds")?;
    let has_rid =
        |object: &SyntaxEntry<'s, 'a>| child(*object, "rid").is_some_and(|own| own.raw() == rid);
    child(objects.children().find(has_rid)?, "data")
}

fn slot(entry: SyntaxEntry<'_, '_>, body: &str) -> ValueSlot {
    let of_kind = |kind| (entry.kind() == kind).then(|| entry.children()).into_iter().flatten();
    ValueSlot {
        kind: entry.kind(),
        key: entry.key_span(),
        value: entry.value_span(),
        lines: lines(entry, body),
        is_item: entry.key() == "-",
        items: of_kind(SyntaxKind::Seq).map(|item| lines(item, body)).collect(),
        keys: of_kind(SyntaxKind::Map).map(|child| child.key().to_owned()).collect(),
    }
}

fn lines(entry: SyntaxEntry<'_, '_>, body: &str) -> Range<usize> {
    let key = entry.key_span();
    let end = entry.value_span().end.max(key.end);
    line_start(body, key.start)..line_end(body, end)
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Just after the newline that ends the line.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

impl ValueSlot {
    pub(super) fn column(&self, body: &str) -> usize {
        self.key.start - line_start(body, self.key.start)
    }

    /// Where the value after the key or the dash begins.
    pub(super) fn emit_position(&self, body: &str) -> EmitPosition {
        let column = self.column(body);
        let key = body[self.key.clone()].chars().count() + usize::from(!self.is_item);
        EmitPosition { column: column + key + 1, indent: column + 2 }
    }

    /// From just after `key:` or `-` to the end of the value, including layout.
    pub(super) fn value_range(&self) -> Range<usize> {
        let start = self.key.end + usize::from(!self.is_item);
        start..self.value.end.max(start)
    }

    /// The same, up to the end of its last line, without the line break.
    pub(super) fn value_lines_range(&self, body: &str) -> Range<usize> {
        let start = self.key.end + usize::from(!self.is_item);
        let lines = &body[..self.lines.end];
        start..lines.trim_end_matches(['\n', '\r']).len().max(start)
    }

    pub(super) fn raw<'b>(&self, body: &'b str) -> &'b str {
        &body[self.value.clone()]
    }

    pub(super) fn is_pointer(&self, body: &str) -> bool {
        self.kind == SyntaxKind::Flow && self.raw(body).starts_with("{fileID:")
    }
}
