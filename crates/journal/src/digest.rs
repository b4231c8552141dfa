//! The size and checksum of a file's content.

use std::fmt;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

/// Protects against accidents: a file that another program changed, a truncated record. Not against
/// attacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ContentDigest {
    pub(crate) size: u64,
    pub(crate) hash: String,
}

impl ContentDigest {
    pub(crate) fn compute(bytes: &[u8]) -> ContentDigest {
        ContentDigest { size: bytes.len() as u64, hash: hex(XxHash3_128::oneshot(bytes)) }
    }

    /// The same as for the concatenated parts.
    pub(crate) fn compute_parts(parts: &[&[u8]]) -> ContentDigest {
        let mut hasher = XxHash3_128::new();
        parts.iter().for_each(|part| hasher.write(part));
        let size = parts.iter().map(|part| part.len() as u64).sum();
        ContentDigest { size, hash: hex(hasher.finish_128()) }
    }
}

impl fmt::Display for ContentDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, {}", self.size, self.hash)
    }
}

/// As `xxh128sum` prints it.
fn hex(hash: u128) -> String {
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::ContentDigest;

    #[test]
    fn parts_come_to_the_same_as_the_whole() {
        let whole: Vec<u8> = (0..10_000u32).flat_map(u32::to_le_bytes).collect();
        for cut in [0, 1, 239, 256, 1024, 39_999, 40_000] {
            let (head, tail) = whole.split_at(cut);
            assert_eq!(
                ContentDigest::compute_parts(&[head, tail]),
                ContentDigest::compute(&whole),
                "cut at {cut}"
            );
        }
    }

    #[test]
    fn a_checksum_is_the_same_in_every_version() {
        assert_eq!(ContentDigest::compute(b"").hash, "99aa06d3014798d86001c324468d497f");
    }
}
