//! A file whose documents have been found, to be kept together with its text.

use std::collections::HashMap;
use std::ops::Range;

use scenewright_engine::EngineError;

use super::{UnityDocument, UnityText};
use crate::class_ids::PREFAB_INSTANCE;
use crate::prefab::Handles;

pub(crate) struct ScannedText {
    text: UnityText,
    documents: Vec<DocumentPlace>,
    /// Of several documents with the same id, the last one counts.
    by_id: HashMap<i64, usize>,
    handles: Handles,
}

struct DocumentPlace {
    /// Where its header starts.
    start: usize,
    class: u32,
    id: i64,
    stripped: bool,
    body: Range<usize>,
}

impl ScannedText {
    pub(crate) fn new(text: UnityText) -> Result<ScannedText, EngineError> {
        let documents = text.documents()?;
        let handles = Handles::read(&documents)?;
        let by_id = documents.iter().map(|document| document.id).zip(0..).collect();
        let start = text.text.as_ptr().addr();
        let place = |document: &UnityDocument<'_>| {
            let at = document.body.as_ptr().addr() - start;
            DocumentPlace {
                start: document.before.len(),
                class: document.class,
                id: document.id,
                stripped: document.stripped,
                body: at..at + document.body.len(),
            }
        };
        let documents = documents.iter().map(place).collect();
        Ok(ScannedText { text, documents, by_id, handles })
    }

    pub(crate) fn path(&self) -> &str {
        &self.text.path
    }

    pub(crate) fn handles(&self) -> &Handles {
        &self.handles
    }

    pub(crate) fn documents(&self) -> Vec<UnityDocument<'_>> {
        self.documents.iter().map(|place| self.document(place)).collect()
    }

    pub(crate) fn find(&self, id: i64) -> Option<UnityDocument<'_>> {
        self.by_id.get(&id).map(|&at| self.document(&self.documents[at]))
    }

    pub(crate) fn find_instance(&self, id: i64) -> Option<UnityDocument<'_>> {
        let is_instance = |place: &&DocumentPlace| {
            place.id == id && place.class == PREFAB_INSTANCE && !place.stripped
        };
        // Another document may have the same id.
        let last = self.by_id.get(&id).map(|&at| &self.documents[at]).filter(is_instance);
        let place = last.or_else(|| self.documents.iter().rev().find(is_instance))?;
        Some(self.document(place))
    }

    /// About what it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        const ENTRY: usize = size_of::<DocumentPlace>() + 2 * size_of::<(i64, usize)>();
        self.text.text.len() + self.documents.len() * ENTRY
    }

    fn document(&self, place: &DocumentPlace) -> UnityDocument<'_> {
        let DocumentPlace { start, class, id, stripped, ref body } = *place;
        let text = &self.text.text;
        let (before, body) = (&text[..start], &text[body.clone()]);
        UnityDocument { path: &self.text.path, before, class, id, stripped, body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_found_as_they_are_in_the_file() {
        let text = "%YAML 1.1\n--- !u!1001 &7\nPrefabInstance:\n  a: 1\n--- !u!4 &7 stripped\nTransform:\n  b: 2\n--- !u!29 &8\nA:\n";
        let text = UnityText::new("a.unity", text.into()).unwrap();
        let scanned = ScannedText::new(text).unwrap();
        let show = |document: Option<UnityDocument<'_>>| {
            document.map(|it| (it.line(), it.class, it.id, it.stripped, it.body.to_owned()))
        };
        let body = "PrefabInstance:\n  a: 1\n".to_owned();
        assert_eq!(show(scanned.find_instance(7)), Some((2, 1001, 7, false, body)));
        let body = "Transform:\n  b: 2\n".to_owned();
        assert_eq!(show(scanned.find(7)), Some((5, 4, 7, true, body)));
        assert_eq!(show(scanned.find(8)), Some((8, 29, 8, false, "A:\n".to_owned())));
        assert!(scanned.find(9).is_none() && scanned.find_instance(8).is_none());
    }
}
