//! Pagination of long answers: `limit` and `cursor` in, `total` and `nextCursor` out.

use crate::failure::Failure;

/// The limit of a list if the caller sets none.
pub(crate) fn default_limit() -> usize {
    100
}

/// The requested part of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    tool: &'static str,
    pub(crate) skip: usize,
    pub(crate) limit: usize,
}

impl Page {
    /// `tool` ties a cursor to the tool that returned it.
    pub fn new(tool: &'static str, limit: usize, cursor: Option<&str>) -> Result<Page, Failure> {
        let skip = match cursor {
            None => 0,
            Some(cursor) => decode(tool, cursor).ok_or_else(|| {
                let reason = format!("'{cursor}' is not a cursor of {tool}");
                Failure::argument("cursor", cursor, reason)
            })?,
        };
        Ok(Page { tool, skip, limit })
    }

    /// The requested part of all items, and the cursor of the next.
    pub fn cut<T>(&self, items: Vec<T>) -> (Vec<T>, Option<String>) {
        let next = self.next(items.len());
        (items.into_iter().skip(self.skip).take(self.limit).collect(), next)
    }

    /// A cursor for a position whose meaning the tool itself defines.
    pub(crate) fn at(&self, position: usize) -> String {
        encode(self.tool, position)
    }

    /// The cursor of the part after this one; `None` when this is the last.
    pub(crate) fn next(&self, total: usize) -> Option<String> {
        let end = self.skip.saturating_add(self.limit);
        (end < total).then(|| encode(self.tool, end))
    }
}

fn encode(tool: &str, skip: usize) -> String {
    format!("{skip:x}-{:04x}", checksum(tool, skip))
}

fn decode(tool: &str, cursor: &str) -> Option<usize> {
    let (skip, _) = cursor.split_once('-')?;
    let skip = usize::from_str_radix(skip, 16).ok()?;
    (encode(tool, skip) == cursor).then_some(skip)
}

/// Distinguishes a cursor from an invented number, so that a mistake does not look like an empty
/// answer. FNV-1a, folded.
fn checksum(tool: &str, skip: usize) -> u16 {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in tool.bytes().chain((skip as u64).to_le_bytes()) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    let [a, b, c, d] = hash.to_le_bytes();
    u16::from_le_bytes([a ^ c, b ^ d])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_lead_through_all_items() {
        let items: Vec<u32> = (0..25).collect();
        let (mut seen, mut cursor) = (Vec::new(), None);
        for _ in 0..3 {
            let page = Page::new("a.b", 10, cursor.as_deref()).unwrap();
            let (part, next) = page.cut(items.clone());
            seen.extend(part);
            cursor = next;
        }
        assert_eq!((seen, cursor), (items, None));
    }

    #[test]
    fn a_bad_cursor_is_named() {
        let other = encode("c.d", 10);
        for cursor in ["", "x", "10", "-", "a-0000", "+a-0000", "fffffffffffffffffff-0", &other] {
            let error = Page::new("a.b", 10, Some(cursor)).unwrap_err().to_string();
            let expected =
                format!("Invalid tool arguments: cursor: '{cursor}' is not a cursor of a.b");
            assert_eq!(error, expected);
        }
    }
}
