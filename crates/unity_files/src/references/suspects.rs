//! The documents of a file that may have broken pointers, by the index alone.

use crate::document::UnityDocument;
use crate::index::{FileScan, ScannedReference};

/// Positions and ids of documents, sorted.
pub(super) struct Suspects {
    documents: Vec<(usize, i64)>,
    count: usize,
}

impl Suspects {
    pub(super) fn new(
        scan: &FileScan,
        mut may_be_broken: impl FnMut(&ScannedReference) -> bool,
    ) -> Suspects {
        let own = scan.suspects();
        let scripts = own.into_iter().flat_map(|own| own.null_scripts.iter().copied());
        let dangling = own.into_iter().flat_map(|own| own.dangling.iter().map(|(at, _)| *at));
        let mut positions: Vec<usize> = scripts.chain(dangling).map(|at| at as usize).collect();
        for reference in scan.references() {
            let Some(object) = reference.object else { continue };
            // One is enough.
            if positions.last() != Some(&object) && may_be_broken(&reference) {
                positions.push(object);
            }
        }
        positions.sort_unstable();
        positions.dedup();
        let id = |at: usize| Some((at, scan.objects().get(at)?.file_id));
        Suspects {
            documents: positions.into_iter().filter_map(id).collect(),
            count: scan.objects().len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    pub(super) fn contains(&self, position: usize) -> bool {
        self.documents.binary_search_by_key(&position, |(at, _)| *at).is_ok()
    }

    /// Whether these are the documents that were scanned: a file may have changed since.
    pub(super) fn are_in(&self, documents: &[UnityDocument<'_>]) -> bool {
        documents.len() == self.count
            && self.documents.iter().all(|&(at, id)| documents[at].id == id)
    }
}
