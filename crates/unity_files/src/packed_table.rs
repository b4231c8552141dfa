//! What the built-in tables share: sorted guids, little-endian numbers, and names behind their length.

use super::pointer::Guid;

pub(crate) const GUID_BYTES: usize = 16;

/// A table in the binary. Nothing is read before the first lookup.
#[derive(Clone, Copy)]
pub(crate) struct PackedTable(pub(crate) &'static [u8]);

impl PackedTable {
    pub(crate) fn number(self, at: usize, length: usize) -> Option<usize> {
        let bytes = self.0.get(at..at + length)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    pub(crate) fn text(self, at: usize) -> Option<&'static str> {
        let length = self.number(at, 1)?;
        str::from_utf8(self.0.get(at + 1..at + 1 + length)?).ok()
    }

    /// The first of `count` sorted guids at `start` that is not less than `guid`, if it is equal.
    pub(crate) fn position(self, guid: Guid, start: usize, count: usize) -> Option<usize> {
        let wanted = guid.to_bytes();
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            match *self.guid_at(start, middle)? < wanted[..] {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        (low < count && self.guid_at(start, low)? == wanted).then_some(low)
    }

    pub(crate) fn guid_at(self, start: usize, row: usize) -> Option<&'static [u8]> {
        let at = start + row * GUID_BYTES;
        self.0.get(at..at + GUID_BYTES)
    }
}
