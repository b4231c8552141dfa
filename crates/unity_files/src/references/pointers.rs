//! Collects the pointers of a document: by its text alone, and by its fields.

use std::fmt::Write;

use memchr::{memchr, memmem};
use scenewright_engine::EngineError;

use crate::class_ids::PREFAB_INSTANCE;
use crate::document::UnityDocument;
use crate::pointer::{Guid, Pointer};
use crate::syntax::{SyntaxEntry, SyntaxKind};
use crate::yaml::{YamlSyntaxError, YamlValue};

/// Keys of pointers into an instance's source. Unity keeps them as unused overrides when their
/// target is gone; when the source itself is gone, `m_SourcePrefab` is reported once.
const SOURCE_POINTER_KEYS: &[&str] =
    &["target", "targetCorrespondingSourceObject", "m_RemovedComponents", "m_RemovedGameObjects"];

/// A pointer in a document's fields.
pub(super) struct FoundPointer {
    pub(super) property: String,
    pub(super) pointer: Pointer,
    /// The target of the override that holds it. An override whose target is gone is unused.
    pub(super) target: Option<Pointer>,
    /// Where its guid, or else its fileID, is in the document's body.
    pub(super) at: usize,
}

/// The wanted pointers of a document with their property paths; a null one only of a script. As deep as the
/// parser went, which is bounded.
pub(super) fn document_pointers(
    document: &UnityDocument<'_>,
    is_wanted: impl FnMut(Pointer) -> bool,
) -> Result<Vec<FoundPointer>, EngineError> {
    let syntax = document.syntax()?;
    let is_map = |entry: &SyntaxEntry<'_, '_>| entry.kind() == SyntaxKind::Map;
    let Some(classes) = syntax.documents().next().filter(is_map) else {
        let reason = "the document is empty";
        return Err(document.malformed(YamlSyntaxError { offset: 0, reason }));
    };
    let mut walk = PointerWalk {
        body: document.body,
        in_instance: document.class == PREFAB_INSTANCE,
        path: Vec::new(),
        is_wanted,
        found: Vec::new(),
    };
    for class in classes.children().take(1) {
        walk.entry(class, None).map_err(|error| document.malformed(error))?;
    }
    Ok(walk.found)
}

const SCRIPT: &str = "m_Script";

/// Walks over the syntax of a document: values are parsed only where a pointer is not written as usual.
struct PointerWalk<'a, F> {
    body: &'a str,
    in_instance: bool,
    path: Vec<PathStep<'a>>,
    is_wanted: F,
    found: Vec<FoundPointer>,
}

#[derive(Clone, Copy)]
enum PathStep<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a, F: FnMut(Pointer) -> bool> PointerWalk<'a, F> {
    fn entry(
        &mut self,
        entry: SyntaxEntry<'_, 'a>,
        target: Option<Pointer>,
    ) -> Result<(), YamlSyntaxError> {
        match entry.kind() {
            SyntaxKind::Flow => match Pointer::from_flow(entry.raw()) {
                Some(pointer) => self.add(entry, pointer, target),
                None if is_simple_map(entry.raw()) => {}
                None => self.value(entry, target)?,
            },
            SyntaxKind::Map if entry.get("fileID").is_some() => self.value(entry, target)?,
            SyntaxKind::Map => self.map(entry, target)?,
            SyntaxKind::Seq => {
                for (index, item) in entry.children().enumerate() {
                    self.path.push(PathStep::Index(index));
                    self.entry(item, target)?;
                    self.path.pop();
                }
            }
            SyntaxKind::Empty | SyntaxKind::Plain | SyntaxKind::Quoted => {}
        }
        Ok(())
    }

    fn map(
        &mut self,
        entry: SyntaxEntry<'_, 'a>,
        outer: Option<Pointer>,
    ) -> Result<(), YamlSyntaxError> {
        let own = if self.in_instance { entry.get("target") } else { None };
        let target = match own {
            Some(own) => match Pointer::from_flow(own.raw()) {
                Some(target) => Some(target),
                None => Pointer::from_value(&YamlValue::from_entry(own, self.body)?),
            },
            None => outer,
        };
        for child in entry.children().filter(may_hold_pointers) {
            if !is_skipped(child.key(), self.path.is_empty(), self.in_instance) {
                self.path.push(PathStep::Key(child.key()));
                self.entry(child, target)?;
                self.path.pop();
            }
        }
        Ok(())
    }

    fn value(
        &mut self,
        entry: SyntaxEntry<'_, 'a>,
        target: Option<Pointer>,
    ) -> Result<(), YamlSyntaxError> {
        let value = YamlValue::from_entry(entry, self.body)?;
        let mut found = Vec::new();
        collect_pointers(&value, &mut self.property(), self.in_instance, target, &mut found);
        let (start, raw) = (entry.value_span().start, entry.raw());
        let mut passed = 0;
        for found in found {
            let offset = raw.get(passed..).and_then(|rest| target_offset(rest, found.pointer));
            let at = start + passed + offset.unwrap_or_default();
            passed += offset.map_or(0, |offset| offset + 1);
            if self.is_kept(found.pointer, found.property == SCRIPT) {
                self.found.push(FoundPointer { at, ..found });
            }
        }
        Ok(())
    }

    fn add(&mut self, entry: SyntaxEntry<'_, 'a>, pointer: Pointer, target: Option<Pointer>) {
        let is_script = matches!(self.path[..], [PathStep::Key(SCRIPT)]);
        if self.is_kept(pointer, is_script) {
            let offset = target_offset(entry.raw(), pointer).unwrap_or_default();
            let at = entry.value_span().start + offset;
            self.found.push(FoundPointer { property: self.property(), pointer, target, at });
        }
    }

    fn is_kept(&mut self, pointer: Pointer, is_script: bool) -> bool {
        if pointer.is_null() { is_script } else { (self.is_wanted)(pointer) }
    }

    fn property(&self) -> String {
        let mut property = String::new();
        for step in &self.path {
            match step {
                PathStep::Key(key) => {
                    if !property.is_empty() {
                        property.push('.');
                    }
                    property.push_str(key);
                }
                // Writing to a string cannot fail.
                PathStep::Index(index) => _ = write!(property, "[{index}]"),
            }
        }
        property
    }
}

/// Whether it is a mapping of plain scalars without a fileID: a vector or a colour.
fn is_simple_map(flow: &str) -> bool {
    let inner = flow.strip_prefix('{').and_then(|flow| flow.strip_suffix('}'));
    inner.is_some_and(|inner| {
        let is_plain = |byte| !matches!(byte, b'{' | b'}' | b'[' | b']' | b'\'' | b'"');
        inner.bytes().all(is_plain) && memmem::find(inner.as_bytes(), b"fileID").is_none()
    })
}

fn may_hold_pointers(entry: &SyntaxEntry<'_, '_>) -> bool {
    matches!(entry.kind(), SyntaxKind::Flow | SyntaxKind::Map | SyntaxKind::Seq)
}

/// Every pointer below a value with its property path. As deep as the parser went, which is bounded.
fn collect_pointers(
    value: &YamlValue<'_>,
    path: &mut String,
    in_instance: bool,
    target: Option<Pointer>,
    found: &mut Vec<FoundPointer>,
) {
    if let Some(pointer) = Pointer::from_value(value) {
        found.push(FoundPointer { property: path.clone(), pointer, target, at: 0 });
        return;
    }
    let length = path.len();
    let target = match value.get("target") {
        Some(own) if in_instance => Pointer::from_value(own),
        _ => target,
    };
    for (key, value) in value.entries() {
        if is_skipped(key, path.is_empty(), in_instance) {
            continue;
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
        collect_pointers(value, path, in_instance, target, found);
        path.truncate(length);
    }
    for (index, item) in value.items().iter().enumerate() {
        path.push_str(&format!("[{index}]"));
        collect_pointers(item, path, in_instance, target, found);
        path.truncate(length);
    }
}

/// Where the guid of the first such pointer is in a text, or its fileID if it has no guid.
pub(super) fn target_offset(text: &str, pointer: Pointer) -> Option<usize> {
    const FILE_ID: &str = "fileID: ";
    if let Some(guid) = pointer.guid {
        return text.find(&guid.to_string());
    }
    let number = pointer.file_id.to_string();
    let mut numbers = text.match_indices(FILE_ID).map(|(at, key)| at + key.len());
    numbers.find(|at| {
        let rest = text[*at..].strip_prefix(&number);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    })
}

pub(super) fn is_skipped(key: &str, is_field: bool, in_instance: bool) -> bool {
    let is_own_source = || matches!(key, "m_CorrespondingSourceObject" | "m_PrefabParentObject");
    (in_instance && SOURCE_POINTER_KEYS.contains(&key)) || (is_field && is_own_source())
}

/// The pointers that a text seems to hold, including strings that only look like one.
pub(super) fn pointers_in(text: &str) -> impl Iterator<Item = Pointer> {
    const OPEN: &str = "{fileID:";
    memmem::find_iter(text.as_bytes(), OPEN).filter_map(|at| {
        let rest = &text[at + OPEN.len()..];
        let inner = &rest[..memchr(b'}', rest.as_bytes())?];
        let mut parts = inner.split(',').map(str::trim);
        let file_id = parts.next()?.parse().ok()?;
        let guid = parts.find_map(|part| Guid::parse(part.strip_prefix("guid:")?.trim()));
        Some(Pointer { file_id, guid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::UnityText;

    /// By the values of all fields.
    fn by_values(document: &UnityDocument<'_>) -> Option<Vec<(String, Pointer, Option<Pointer>)>> {
        let mut found = Vec::new();
        let in_instance = document.class == PREFAB_INSTANCE;
        let fields = document.fields().ok()?;
        collect_pointers(&fields, &mut String::new(), in_instance, None, &mut found);
        found.retain(|found| !found.pointer.is_null() || found.property == SCRIPT);
        Some(found.into_iter().map(|it| (it.property, it.pointer, it.target)).collect())
    }

    #[test]
    fn the_syntax_has_the_pointers_of_the_values() {
        const GUID: &str = "0123456789abcdef0123456789abcdef";
        for fields in [
            "  m_Script: {fileID: 0}\n  a: {fileID: 0}\n  b: {fileID: 5}\n",
            "  a:\n  - {fileID: 1}\n  - b: {fileID: 2}\n    c: [{fileID: 3}, {d: {fileID: 4}}]\n",
            "  a:\n    fileID: 7\n    type: 3\n  b:\n    fileID: x\n    c: {fileID: 8}\n",
            "  m_Modification:\n    m_Modifications:\n    - target: {fileID: 1, guid: GUID, type: 3}\n      objectReference: {fileID: 2}\n    - target: {fileID: 1,\n        guid: GUID, type: 3}\n      objectReference: {fileID: 3, guid: GUID,\n        type: 2}\n    m_RemovedComponents:\n    - {fileID: 9}\n",
            "  m_CorrespondingSourceObject: {fileID: 1, guid: GUID, type: 3}\n  target: x\n  a: {fileID: 2}\n",
            "  a: {fileID: 1\n  b: 2\n",
            "  a: {x: 1, y: -2.5e-05}\n  b: {x: it's, fileID: 4}\n  c: {fileIDs: 1}\n  d: {}\n",
            "  a: {x: {fileID: 1}}\n  b: plain\n  c: 'quoted {fileID: 2}'\n",
        ] {
            for class in [1, 114, PREFAB_INSTANCE] {
                let text = format!(
                    "%YAML 1.1\n--- !u!{class} &1\nA:\n{}--- !u!1 &2\nB:\n  c: 1\n",
                    fields.replace("GUID", GUID)
                );
                let text = UnityText::new("a.unity", text.into()).unwrap();
                let document = text.documents().unwrap()[0];
                let found = document_pointers(&document, |_| true).ok().map(|found| {
                    found.into_iter().map(|it| (it.property, it.pointer, it.target)).collect()
                });
                assert_eq!(found, by_values(&document), "{fields}");
            }
        }
    }
}
