//! Object ids that survive a reload and a restart.
//!
//! Invariant: an id is computed from where an object is stored, never from the order of loading,
//! and the function that computes it never changes: clients store ids.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number made from where an object is stored, never from the order of loading: the same file
/// gives the same ids in every process. Always positive and below 2^53, so that every JSON reader
/// keeps it exact.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ObjectId(u64);

impl ObjectId {
    /// `file` is the scene's path in the engine's own form; `key` identifies the object inside it:
    /// a chain of Unity fileIDs or a Godot node path.
    pub fn new(file: &str, key: &str) -> ObjectId {
        let mut hash = FNV_OFFSET;
        for byte in file.bytes().chain([0]).chain(key.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
        ObjectId((mix(hash) >> 11).max(1))
    }

    /// An id that a client received earlier. It may refer to nothing.
    pub const fn from_number(number: u64) -> ObjectId {
        ObjectId(number)
    }

    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "obj:{}", self.0)
    }
}

// FNV-1a, then splitmix64's finaliser. The function must never change, and a hasher from a crate
// gives no such guarantee.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_the_same_in_every_release() {
        let id = ObjectId::new("Assets/Scenes/Main.unity", "12345");
        assert_eq!(id.to_string(), "obj:6804006667529695");
        assert_ne!(id, ObjectId::new("Assets/Scenes/Main.unity", "12346"));
        assert_ne!(id, ObjectId::new("Assets/Scenes/Main.unity1", "2345"));
    }
}
