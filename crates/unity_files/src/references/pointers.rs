//! Collects the pointers of a document: by its text alone, and by its fields.

use memchr::{memchr, memmem};

use crate::pointer::{Guid, Pointer};
use crate::yaml::YamlValue;

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
}

/// Every pointer below a value with its property path. As deep as the parser went, which is bounded.
pub(super) fn collect_pointers(
    value: &YamlValue<'_>,
    path: &mut String,
    in_instance: bool,
    target: Option<Pointer>,
    found: &mut Vec<FoundPointer>,
) {
    if let Some(pointer) = Pointer::from_value(value) {
        found.push(FoundPointer { property: path.clone(), pointer, target });
        return;
    }
    let length = path.len();
    let target = match value.get("target") {
        Some(own) if in_instance => Pointer::from_value(own),
        _ => target,
    };
    for (key, value) in value.entries() {
        if is_skipped(key, path, in_instance) {
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

fn is_skipped(key: &str, path: &str, in_instance: bool) -> bool {
    let is_own_source = matches!(key, "m_CorrespondingSourceObject" | "m_PrefabParentObject");
    (in_instance && SOURCE_POINTER_KEYS.contains(&key)) || (path.is_empty() && is_own_source)
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
