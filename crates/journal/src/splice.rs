//! A change of a file as the pieces that differ. Either version can be computed from the other, so that the
//! record of a large file stays small.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::lines::{common_lines, common_prefix, common_suffix, lines};

/// Below this size, searching for further common parts is not worth it.
const MIN_SEARCH_BYTES: usize = 16 << 10;
/// How many lines ahead the next common part is searched for.
const MAX_LOOKAHEAD_LINES: usize = 2000;
/// A common part is at least this long.
const MIN_MATCH_BYTES: usize = 64;
/// The rest after this many pieces is one piece.
const MAX_PIECES: usize = 256;

/// Skip `same` bytes, then one version has `before` bytes and the other `after` bytes instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SplicePiece {
    pub(crate) same: u64,
    pub(crate) before: u64,
    pub(crate) after: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Splice<'a> {
    pub(crate) pieces: Vec<SplicePiece>,
    /// For each piece what was before, then what is after.
    pub(crate) contents: Vec<&'a [u8]>,
}

impl<'a> Splice<'a> {
    fn push(&mut self, same: usize, before: &'a [u8], after: &'a [u8]) {
        let (old, new) = (before.len() as u64, after.len() as u64);
        self.pieces.push(SplicePiece { same: same as u64, before: old, after: new });
        self.contents.extend([before, after]);
    }
}

pub(crate) fn find_pieces<'a>(before: &'a [u8], after: &'a [u8]) -> Splice<'a> {
    let mut found = Splice::default();
    let start = common_prefix(before, after);
    let (mut old, mut new) = (&before[start..], &after[start..]);
    let end = common_suffix(old, new);
    (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut skip = start;
    for stretch in find_stretches(old, new) {
        (old, new) = (&old[stretch.same..], &new[stretch.same..]);
        let (gone, come) = (&old[..stretch.old], &new[..stretch.new]);
        if !(gone.is_empty() && come.is_empty()) {
            found.push(skip + stretch.same, gone, come);
        }
        (old, new, skip) = (&old[stretch.old..], &new[stretch.new..], 0);
    }
    found
}

/// A common part and the difference after it, in bytes.
pub(crate) struct Stretch {
    pub(crate) same: usize,
    pub(crate) old: usize,
    pub(crate) new: usize,
}

/// Covers both to the end. All but the first begin with a line, and so do the differences in them.
pub(crate) fn find_stretches(mut old: &[u8], mut new: &[u8]) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut same = 0;
    while old.len() + new.len() > MIN_SEARCH_BYTES && found.len() < MAX_PIECES {
        let Some((skip_old, skip_new)) = find_next_match(old, new) else { break };
        found.push(Stretch { same, old: skip_old, new: skip_new });
        (old, new) = (&old[skip_old..], &new[skip_new..]);
        same = common_lines(old, new);
        (old, new) = (&old[same..], &new[same..]);
    }
    found.push(Stretch { same, old: old.len(), new: new.len() });
    found
}

/// The nearest common part, as the number of bytes to skip in each version. Never `(0, 0)`.
fn find_next_match(old: &[u8], new: &[u8]) -> Option<(usize, usize)> {
    let mut places: HashMap<&[u8], usize> = HashMap::new();
    for (at, line) in line_starts(new) {
        places.entry(line).or_insert(at);
    }
    line_starts(old)
        .filter_map(|(at, line)| Some((at, *places.get(line)?)))
        .filter(|(skip_old, skip_new)| skip_old + skip_new > 0)
        .filter(|(skip_old, skip_new)| begin_alike(&old[*skip_old..], &new[*skip_new..]))
        .min_by_key(|(skip_old, skip_new)| skip_old + skip_new)
}

fn begin_alike(old: &[u8], new: &[u8]) -> bool {
    old.len() >= MIN_MATCH_BYTES
        && new.len() >= MIN_MATCH_BYTES
        && old[..MIN_MATCH_BYTES] == new[..MIN_MATCH_BYTES]
}

fn line_starts(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    lines(bytes)
        .scan(0, |next, line| {
            let at = *next;
            *next += line.len();
            Some((at, line))
        })
        .take(MAX_LOOKAHEAD_LINES)
}

/// The other version. `None` if the pieces do not belong to `from`.
pub(crate) fn apply(
    from: &[u8],
    pieces: &[SplicePiece],
    contents: &[u8],
    back: bool,
) -> Option<Vec<u8>> {
    let (mut from, mut contents) = (from, contents);
    let mut to = Vec::with_capacity(from.len());
    for piece in pieces {
        to.extend_from_slice(take(&mut from, piece.same)?);
        let before = take(&mut contents, piece.before)?;
        let after = take(&mut contents, piece.after)?;
        let (old, new) = if back { (after, before) } else { (before, after) };
        if take(&mut from, old.len() as u64)? != old {
            return None;
        }
        to.extend_from_slice(new);
    }
    to.extend_from_slice(from);
    contents.is_empty().then_some(to)
}

pub(crate) fn take<'a>(bytes: &mut &'a [u8], count: u64) -> Option<&'a [u8]> {
    let (head, tail) = bytes.split_at_checked(usize::try_from(count).ok()?)?;
    *bytes = tail;
    Some(head)
}

#[cfg(test)]
mod tests;
