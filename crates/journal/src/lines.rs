//! Bytes by lines, and how much two of them share.

/// Lines with their ends. Only `\n` ends one: a lone `\r` is a character like any other.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// How many bytes two files have in common at their start.
pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 4096;
    // Whole blocks compare at the speed of memory, single bytes do not.
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)).take_while(|(a, b)| a == b);
    let start = blocks.count() * BLOCK;
    let (a, b) = (&a[start..], &b[start..]);
    start + a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// How many bytes two files have in common at their end.
pub fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 4096;
    let blocks = a.rchunks_exact(BLOCK).zip(b.rchunks_exact(BLOCK)).take_while(|(a, b)| a == b);
    let end = blocks.count() * BLOCK;
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    end + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// The shared beginning, cut back to whole lines.
pub(crate) fn common_lines(a: &[u8], b: &[u8]) -> usize {
    let shared = common_prefix(a, b);
    if shared == a.len() && shared == b.len() { shared } else { line_start(a, shared) }
}

/// Where the line that has `at` in it begins.
fn line_start(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::{common_lines, common_prefix, common_suffix};

    #[test]
    fn shared_ends_are_found_at_every_distance() {
        let a = vec![b'x'; 20_000];
        for at in [0, 1, 4095, 4096, 4097, 8191, 12_288, 19_999] {
            let mut b = a.clone();
            b[at] = b'y';
            assert_eq!(common_prefix(&a, &b), at);
            assert_eq!(common_suffix(&a, &b), 20_000 - at - 1);
        }
        assert_eq!((common_prefix(&a, &a), common_suffix(&a, &a)), (20_000, 20_000));
        assert_eq!((common_prefix(&a, &a[..7]), common_suffix(&a, &a[..7])), (7, 7));
    }

    #[test]
    fn a_half_shared_line_is_not_shared() {
        for (a, b, shared) in [
            ("a\nbc\n", "a\nbd\n", 2),
            ("a\nb\n", "a\nb\nc\n", 4),
            ("a\nb", "a\nb\n", 2),
            ("a\nb", "a\nb", 3),
            ("x", "y", 0),
        ] {
            assert_eq!(common_lines(a.as_bytes(), b.as_bytes()), shared, "{a:?} {b:?}");
        }
    }
}
