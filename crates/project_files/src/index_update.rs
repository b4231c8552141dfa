//! Puts files that were read again into the sorted list of an index.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a file differs from the one in the last index.
pub enum FileDifference {
    Nothing,
    /// References from it and to it still lead where they led.
    Content,
    Links,
}

pub struct UpdatedFiles<F> {
    /// Sorted.
    pub files: Vec<Arc<F>>,
    /// Whether no reference can lead elsewhere.
    pub has_same_links: bool,
}

/// Each change is the position of a file in `last`, if it is there, and the file as it is now, if it exists.
/// `None` if nothing differs.
pub fn update_files<F>(
    last: &[Arc<F>],
    changes: impl IntoIterator<Item = (Option<usize>, Option<Arc<F>>)>,
    difference: impl Fn(&F, &F) -> FileDifference,
    order: impl Fn(&F, &F) -> Ordering,
) -> Option<UpdatedFiles<F>> {
    let mut files = last.to_vec();
    let (mut gone, mut new) = (BTreeSet::new(), Vec::new());
    let (mut is_same, mut has_same_links) = (true, true);
    for change in changes {
        match change {
            (Some(at), Some(file)) => {
                match difference(&files[at], &file) {
                    FileDifference::Nothing => continue,
                    FileDifference::Content => {}
                    FileDifference::Links => has_same_links = false,
                }
                files[at] = file;
            }
            (Some(at), None) => _ = gone.insert(at),
            (None, Some(file)) => new.push(file),
            (None, None) => continue,
        }
        is_same = false;
    }
    if is_same {
        return None;
    }
    has_same_links &= gone.is_empty() && new.is_empty();
    if !gone.is_empty() {
        let mut at = 0..;
        files.retain(|_| !at.next().is_some_and(|at| gone.contains(&at)));
    }
    if !new.is_empty() {
        files.extend(new);
        files.sort_by(|one, other| order(one, other));
    }
    Some(UpdatedFiles { files, has_same_links })
}
