//! The property paths of pointers whose places are known, by the indentation of the lines alone.
//!
//! Invariant: what is returned is what the parser would find. `None` leaves the document to it.

use std::fmt::Write;

use memchr::{memchr, memchr2, memmem};

use super::pointers::{FoundPointer, is_skipped, target_offset};
use super::suspects::SuspectPointer;
use crate::class_ids::PREFAB_INSTANCE;
use crate::document::UnityDocument;
use crate::pointer::Pointer;

/// The pointers at these places, in the order of the file, each with its property.
pub(super) fn pointers_at(
    document: &UnityDocument<'_>,
    places: &[SuspectPointer],
) -> Option<Vec<FoundPointer>> {
    let start = document.body_offset();
    let bytes = document.body.as_bytes();
    let end = places.last()?.offset.checked_sub(start)?;
    // Quoted text may have several lines, which look like anything.
    let has_quotes = memchr2(b'\'', b'"', bytes.get(..end)?).is_some();
    // A mapping with a fileID is a pointer, however it is written.
    if has_quotes || memmem::find(bytes, b" fileID:").is_some() {
        return None;
    }
    let in_instance = document.class == PREFAB_INSTANCE;
    let mut scan = LineScan { body: document.body, in_instance, open: Vec::new() };
    let mut found = Vec::new();
    // The first line names the class.
    let mut at = memchr(b'\n', bytes)? + 1;
    for &SuspectPointer { offset, pointer } in places {
        let place = offset.checked_sub(start)?;
        while at <= place {
            scan.line(at);
            at += memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at) + 1;
        }
        found.extend(scan.pointer(place, pointer)?);
    }
    Some(found)
}

/// The entries that are open on the current line, from the outermost inwards.
struct LineScan<'a> {
    body: &'a str,
    in_instance: bool,
    open: Vec<OpenEntry>,
}

#[derive(Clone, Copy)]
struct OpenEntry {
    column: usize,
    step: OpenStep,
}

#[derive(Clone, Copy)]
enum OpenStep {
    /// The current entry of a mapping: where its key begins, and those of the first entry, and of the entry
    /// `target` before it.
    Key { start: usize, first: usize, target: Option<usize> },
    /// The current item of a list.
    Item(usize),
}

impl LineScan<'_> {
    /// Continues with the line at `at`. A line that continues a value is deeper than the value's key, and
    /// is closed by the next entry.
    fn line(&mut self, at: usize) {
        let bytes = self.body.as_bytes();
        let mut column = spaces(&bytes[at..]);
        let mut pos = at + column;
        while !is_line_end(&bytes[pos..]) {
            if !is_dash(&bytes[pos..]) {
                return self.open_key(column, pos);
            }
            self.open_item(column);
            let inner = pos + 1 + spaces(&bytes[pos + 1..]);
            column += inner - pos;
            pos = inner;
        }
    }

    fn open_item(&mut self, column: usize) {
        while self.open.last().is_some_and(|open| open.column > column) {
            self.open.pop();
        }
        match self.open.last_mut() {
            Some(OpenEntry { column: own, step: OpenStep::Item(index) }) if *own == column => {
                *index += 1;
            }
            _ => self.open.push(OpenEntry { column, step: OpenStep::Item(0) }),
        }
    }

    fn open_key(&mut self, column: usize, pos: usize) {
        let is_closed = |open: &OpenEntry| {
            open.column > column
                || (open.column == column && matches!(open.step, OpenStep::Item(_)))
        };
        while self.open.last().is_some_and(is_closed) {
            self.open.pop();
        }
        let is_target = self.in_instance && self.body.as_bytes()[pos..].starts_with(TARGET);
        let own = is_target.then_some(pos);
        match self.open.last_mut() {
            Some(OpenEntry { column: last, step: OpenStep::Key { start, target, .. } })
                if *last == column =>
            {
                *start = pos;
                *target = own.or(*target);
            }
            _ => {
                let step = OpenStep::Key { start: pos, first: pos, target: own };
                self.open.push(OpenEntry { column, step });
            }
        }
    }

    /// The pointer at a place on the current line; nothing if it is one that is not looked at.
    fn pointer(&self, place: usize, pointer: Pointer) -> Option<Option<FoundPointer>> {
        let value = whole_flow(self.body.get(place..)?)?;
        let (last, outer) = self.open.split_last()?;
        let OpenStep::Key { start, first, target } = last.step else { return None };
        let key = match start == place {
            // It is an item by itself.
            true => None,
            false if !self.is_entry(first) => return None,
            false => Some(plain_key(self.body.get(start..place)?.strip_suffix(": ")?)?),
        };
        if Pointer::from_flow(value) != Some(pointer) {
            return None;
        }
        let mut property = String::new();
        for entry in outer {
            match entry.step {
                OpenStep::Item(index) => _ = write!(property, "[{index}]"),
                OpenStep::Key { start, first, .. } => {
                    let key = open_key(&self.body[start..]).filter(|_| self.is_entry(first))?;
                    if !self.push_key(&mut property, key) {
                        return Some(None);
                    }
                }
            }
        }
        if key.is_some_and(|key| !self.push_key(&mut property, key)) {
            return Some(None);
        }
        // The target of an override is in the same mapping.
        let target = match self.in_instance && !outer.is_empty() {
            true => Some(self.target(target?)?),
            false => None,
        };
        let at = place + target_offset(value, pointer).unwrap_or_default();
        Some(Some(FoundPointer { property, pointer, target, at }))
    }

    /// Whether the line has a key: otherwise it is text, and so are the lines after it.
    fn is_entry(&self, at: usize) -> bool {
        let line = &self.body.as_bytes()[at..];
        let line = &line[..memchr(b'\n', line).unwrap_or(line.len())];
        line.trim_ascii_end().ends_with(b":") || memmem::find(line, b": ").is_some()
    }

    /// Returns `false` for the key of what is not looked at.
    fn push_key(&self, property: &mut String, key: &str) -> bool {
        if is_skipped(key, property.is_empty(), self.in_instance) {
            return false;
        }
        if !property.is_empty() {
            property.push('.');
        }
        property.push_str(key);
        true
    }

    fn target(&self, start: usize) -> Option<Pointer> {
        Pointer::from_flow(whole_flow(&self.body[start + TARGET.len()..])?)
    }
}

const TARGET: &[u8] = b"target: ";

/// A pointer that is all of a value.
fn whole_flow(text: &str) -> Option<&str> {
    let (value, rest) = text.split_at_checked(Pointer::flow_length(text.as_bytes())?)?;
    is_line_end(rest.trim_start_matches(' ').as_bytes()).then_some(value)
}

/// The key of an entry whose value is on the lines below it.
fn open_key(text: &str) -> Option<&str> {
    let line = &text[..memchr(b'\n', text.as_bytes())?];
    plain_key(line.trim_end_matches([' ', '\r']).strip_suffix(':')?)
}

fn plain_key(key: &str) -> Option<&str> {
    (!key.starts_with(['{', '[']) && !key.contains(": ")).then_some(key)
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b' ').count()
}

fn is_dash(text: &[u8]) -> bool {
    matches!(text, [b'-'] | [b'-', b' ' | b'\n' | b'\r', ..])
}

fn is_line_end(text: &[u8]) -> bool {
    matches!(text, [] | [b'\n', ..] | [b'\r', b'\n', ..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::UnityText;
    use crate::pointer::Guid;
    use crate::references::pointers::document_pointers;

    const GUID: &str = "0123456789abcdef0123456789abcdef";

    /// The properties of the pointers to the guid, or `None` where that takes the parser.
    fn properties(class: u32, fields: &str) -> Option<Vec<String>> {
        let fields = fields.replace("PTR", &format!("{{fileID: 3, guid: {GUID}, type: 2}}"));
        let text = format!("%YAML 1.1\n--- !u!1 &1\nX:\n  y: 1\n--- !u!{class} &2\nA:\n{fields}");
        let all = UnityText::new("a.unity", text.clone().into()).unwrap();
        let document = all.documents().unwrap()[1];
        let guid = Guid::parse(GUID);
        let places = text
            .match_indices("{fileID: 3")
            .map(|(offset, _)| SuspectPointer { offset, pointer: Pointer { file_id: 3, guid } });
        let found = pointers_at(&document, &places.collect::<Vec<_>>())?;
        let wanted = |pointer: Pointer| pointer.guid == guid && pointer.file_id == 3;
        let parsed = document_pointers(&document, wanted).unwrap();
        let shown = |found: &[FoundPointer]| -> Vec<_> {
            found.iter().map(|it| (it.property.clone(), it.pointer, it.target)).collect()
        };
        assert_eq!(shown(&found), shown(&parsed), "{fields}");
        Some(found.into_iter().map(|found| found.property).collect())
    }

    #[test]
    fn pointers_are_found_as_by_the_parser() {
        const OVERRIDE: &str = "  m_Modification:\n    m_TransformParent: {fileID: 0}\n    m_Modifications:\n    - target: {fileID: 7, guid: GUID,\n        type: 3}\n      propertyPath: x\n      value: y\n        folded: z\n      objectReference: {fileID: 0}\n    - target: {fileID: 8, guid: GUID, type: 3}\n      propertyPath: x\n      value: \n      objectReference: PTR\n    m_RemovedComponents:\n    - PTR\n  m_SourcePrefab: PTR\n";
        let in_override: &[&str] =
            &["m_Modification.m_Modifications[1].objectReference", "m_SourcePrefab"];
        for (class, fields, expected) in [
            (114, "  m_Script: PTR\n  a: PTR\n", Some(&["m_Script", "a"][..])),
            (114, "  m_Script: PTR \r\n  b: 'x'\n", Some(&["m_Script"])),
            (114, "  a: {fileID: 3, guid: GUID,\n    type: 2}\n", Some(&["a"])),
            (21, "  m_CorrespondingSourceObject: PTR\n  b: PTR\n", Some(&["b"])),
            (1001, OVERRIDE, Some(in_override)),
            (114, "  a b: PTR\n", Some(&["a b"])),
            (114, "  a:\n    b: PTR\n  c: PTR\n", Some(&["a.b", "c"])),
            (114, "  a:\n  - PTR\n  - PTR\n  b: PTR\n", Some(&["a[0]", "a[1]", "b"])),
            (
                114,
                "  a:\n  - b: 1\n    c: PTR\n  - b:\n      d:\n      - 1\n      - e: PTR\n        f: PTR\n",
                Some(&["a[0].c", "a[1].b.d[1].e", "a[1].b.d[1].f"]),
            ),
            (114, "  a:\n  - - 1\n    - PTR\n  -\n    b: PTR\n", Some(&["a[0][1]", "a[1].b"])),
            (21, "  a:\n    m_PrefabParentObject: PTR\n", Some(&["a.m_PrefabParentObject"])),
            (114, "  t: x\n    a: PTR\n", None),
            (114, "  t:\n    x\n    a: PTR\n", None),
            (1001, "  a:\n    b: PTR\n", None),
            (1001, "  a:\n    b: PTR\n    target: {fileID: 1}\n", None),
            (114, "  a: b: PTR\n", None),
            (114, "  t: 'x\n\n  a: PTR\n'\n", None),
            (114, "  'a': PTR\n", None),
            (114, "  a: [PTR]\n", None),
            (114, "  a: {b: PTR}\n", None),
            (114, "  a: x PTR\n", None),
            (114, "  a:\n    fileID: 1\n    c: PTR\n", None),
        ] {
            let found = properties(class, &fields.replace("GUID", GUID));
            let expected =
                expected.map(|keys| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>());
            assert_eq!(found, expected, "{fields}");
        }
    }
}
