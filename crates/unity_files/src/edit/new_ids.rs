//! New ids. They look random but are derived from the file, so that a dry run and the real edit
//! agree.

use std::collections::HashSet;

use super::text::EditedText;

/// Unity gives objects in scenes ids of 31 bits, those in prefabs 63.
const SCENE_BITS: u64 = 0x7fff_ffff;
const PREFAB_BITS: u64 = 0x7fff_ffff_ffff_ffff;

/// Unity reserves the small ids.
const MIN_NEW_ID: u64 = 100_000;

/// Ids that no object of a file has.
pub(super) struct FreshIds {
    taken: HashSet<i64>,
    state: u64,
    mask: u64,
}

impl FreshIds {
    pub(super) fn new(text: &EditedText) -> FreshIds {
        let taken: HashSet<i64> = text.docs().iter().map(|doc| doc.id).collect();
        let mask = if text.is_prefab() { PREFAB_BITS } else { SCENE_BITS };
        let docs = text.docs();
        let ids = docs.iter().map(|doc| doc.id.cast_unsigned());
        let seed = ids.fold(hash(text.path.as_bytes()), |state, id| mix(state ^ id));
        FreshIds { taken, state: seed, mask }
    }

    pub(super) fn next(&mut self) -> i64 {
        loop {
            self.state = mix(self.state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            let id = (self.state & self.mask).cast_signed();
            if id.cast_unsigned() >= MIN_NEW_ID && id != i64::MAX && self.taken.insert(id) {
                return id;
            }
        }
    }
}

/// A guid for a new file, derived from its path; `seed` gives another one.
pub(super) fn new_guid(path: &str, seed: &str) -> String {
    let high = mix(hash(path.as_bytes()) ^ hash(seed.as_bytes()));
    let low = mix(high.wrapping_add(hash(path.as_bytes())));
    format!("{high:016x}{low:016x}")
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
