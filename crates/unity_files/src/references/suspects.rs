//! The documents of a file that may have broken pointers, by the index alone.

use std::ops::Range;

use crate::document::UnityDocument;
use crate::index::{FileScan, ScannedReference};
use crate::pointer::Pointer;

/// Sorted by position.
pub(super) struct Suspects {
    documents: Vec<SuspectDocument>,
    /// Of all documents, in the order of the file.
    pointers: Vec<SuspectPointer>,
    count: usize,
}

struct SuspectDocument {
    position: usize,
    id: i64,
    /// Its pointers, unless it takes the parser to tell which they are.
    pointers: Option<Range<usize>>,
}

/// A pointer that may be broken, and where it is in the file.
#[derive(Clone, Copy)]
pub(super) struct SuspectPointer {
    pub(super) offset: usize,
    pub(super) pointer: Pointer,
}

impl Suspects {
    pub(super) fn new(
        scan: &FileScan,
        mut may_be_broken: impl FnMut(&ScannedReference) -> bool,
    ) -> Suspects {
        let mut pointers = Vec::new();
        let mut found: Vec<(usize, Option<Range<usize>>)> = Vec::new();
        for reference in scan.references() {
            let Some(object) = reference.object else { continue };
            let last = found.last_mut().filter(|(last, _)| *last == object);
            // The parser will look at all of it.
            if matches!(last, Some((_, None))) || !may_be_broken(&reference) {
                continue;
            }
            let known = reference.file_id.map(|file_id| SuspectPointer {
                offset: reference.offset as usize,
                pointer: Pointer { file_id, guid: Some(reference.guid) },
            });
            pointers.extend(known);
            let end = pointers.len();
            match (last, known) {
                (Some((_, own)), None) => *own = None,
                (Some((_, own)), Some(_)) => *own = own.take().map(|own| own.start..end),
                (None, known) => found.push((object, known.map(|_| end - 1..end))),
            }
        }
        let own = scan.suspects();
        let scripts = own.into_iter().flat_map(|own| own.null_scripts.iter().copied());
        let dangling = own.into_iter().flat_map(|own| own.dangling.iter().map(|(at, _)| *at));
        found.extend(scripts.chain(dangling).map(|at| (at as usize, None)));
        // What has no pointers comes first, and stays.
        found.sort_by_key(|(at, pointers)| (*at, pointers.is_some()));
        found.dedup_by_key(|(at, _)| *at);
        let document = |(position, pointers): (usize, Option<Range<usize>>)| {
            let id = scan.objects().get(position)?.file_id;
            Some(SuspectDocument { position, id, pointers })
        };
        Suspects {
            documents: found.into_iter().filter_map(document).collect(),
            pointers,
            count: scan.objects().len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    pub(super) fn contains(&self, position: usize) -> bool {
        self.find(position).is_some()
    }

    /// The pointers of a document that may be broken; `None` if it takes the parser to tell.
    pub(super) fn pointers(&self, position: usize) -> Option<&[SuspectPointer]> {
        Some(&self.pointers[self.find(position)?.pointers.clone()?])
    }

    fn find(&self, position: usize) -> Option<&SuspectDocument> {
        let found = self.documents.binary_search_by_key(&position, |document| document.position);
        Some(&self.documents[found.ok()?])
    }

    /// Whether these are the documents that were scanned: a file may have changed since.
    pub(super) fn are_in(&self, documents: &[UnityDocument<'_>]) -> bool {
        documents.len() == self.count
            && self.documents.iter().all(|suspect| documents[suspect.position].id == suspect.id)
    }
}
