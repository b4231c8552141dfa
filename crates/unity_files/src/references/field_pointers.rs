//! Pointers in the fields of a document, read without the parser.
//!
//! Invariant: what is returned is what the parser would find. `None` leaves the document to it.

use memchr::{memchr2, memrchr};

use super::pointers::{FoundPointer, is_skipped};
use super::suspects::SuspectPointer;
use crate::class_ids::PREFAB_INSTANCE;
use crate::document::UnityDocument;
use crate::pointer::Pointer;

/// The pointers at these places, if each is the value of a field.
pub(super) fn field_pointers(
    document: &UnityDocument<'_>,
    pointers: &[SuspectPointer],
) -> Option<Vec<FoundPointer>> {
    let start = document.body_offset();
    let end = pointers.last()?.offset.checked_sub(start)?;
    // Quoted text may have several lines, which look like anything.
    if memchr2(b'\'', b'"', document.body.as_bytes().get(..end)?).is_some() {
        return None;
    }
    let in_instance = document.class == PREFAB_INSTANCE;
    let mut found = Vec::new();
    for &SuspectPointer { offset, pointer } in pointers {
        let key = field_key(document.body, offset.checked_sub(start)?, pointer)?;
        if !is_skipped(key, true, in_instance) {
            found.push(FoundPointer { property: key.to_owned(), pointer, target: None });
        }
    }
    Some(found)
}

/// The key of the field whose value is this pointer: `  key: {fileID: N, guid: G, type: T}`.
fn field_key(body: &str, at: usize, pointer: Pointer) -> Option<&str> {
    let (before, value) = body.split_at_checked(at)?;
    let line = &before[memrchr(b'\n', before.as_bytes())? + 1..];
    let key = line.strip_prefix("  ")?.strip_suffix(": ")?;
    let is_key = !key.starts_with([' ', '-', '{', '[']) && !key.contains(": ");
    let (value, rest) = value.split_at_checked(Pointer::flow_length(value.as_bytes())?)?;
    let is_whole = rest.trim_start_matches(['\r', ' ']).starts_with('\n') || rest.is_empty();
    (is_key && is_whole && Pointer::from_flow(value) == Some(pointer)).then_some(key)
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
        let found = field_pointers(&document, &places.collect::<Vec<_>>())?;
        let found: Vec<String> = found.into_iter().map(|found| found.property).collect();
        let parsed = document_pointers(&document, |pointer| pointer.guid == guid).unwrap();
        let parsed: Vec<String> = parsed.into_iter().map(|found| found.property).collect();
        assert_eq!(found, parsed, "{fields}");
        Some(found)
    }

    #[test]
    fn pointers_in_fields_are_found_as_by_the_parser() {
        for (class, fields, expected) in [
            (114, "  m_Script: PTR\n  a: PTR\n", Some(&["m_Script", "a"][..])),
            (114, "  m_Script: PTR \r\n  b: 'x'\n", Some(&["m_Script"])),
            (114, "  a: {fileID: 3, guid: GUID,\n    type: 2}\n", Some(&["a"])),
            (21, "  m_CorrespondingSourceObject: PTR\n  b: PTR\n", Some(&["b"])),
            (
                1001,
                "  m_RemovedComponents: PTR\n  m_SourcePrefab: PTR\n",
                Some(&["m_SourcePrefab"]),
            ),
            (114, "  a b: PTR\n", Some(&["a b"])),
            (114, "  a:\n    b: PTR\n", None),
            (114, "  a:\n  - PTR\n", None),
            (114, "  a: b: PTR\n", None),
            (114, "  t: 'x\n\n  a: PTR\n'\n", None),
            (114, "  'a': PTR\n", None),
            (114, "  a: [PTR]\n", None),
            (114, "  a: x PTR\n", None),
            (114, "  a: PTR\n  b:\n    c: PTR\n", None),
        ] {
            let found = properties(class, &fields.replace("GUID", GUID));
            let expected =
                expected.map(|keys| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>());
            assert_eq!(found, expected, "{fields}");
        }
    }
}
