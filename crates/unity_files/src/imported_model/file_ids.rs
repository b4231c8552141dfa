//! The ids that Unity's importer gives to the objects of a model: hashes of names or paths.

/// The root, where ids are hashed from paths.
pub(crate) const ROOT_PATH: &str = "//RootNode/root";
/// The root in lists of names, and where ids are hashed from names.
pub(crate) const ROOT_NAME: &str = "//RootNode";

/// What an id is hashed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum HashedIds {
    /// The path of the object: `fileIdsGeneration: 2`, since Unity 2019.3.
    Path,
    /// The name of the object: before, for what the `.meta` file does not list.
    Name,
}

impl HashedIds {
    /// `class` is `GameObject` or that of a component. Names are unique within a model.
    pub(crate) fn id(self, class: &str, name: &str, path: &str) -> i64 {
        let key = match self {
            HashedIds::Path if class == "GameObject" => format!("Type:{class}->{path}0"),
            HashedIds::Path => format!("Type:{class}->{path}/{class}0"),
            HashedIds::Name => format!("Type:{class}->{name}0"),
        };
        xx_hash_64(key.as_bytes()).cast_signed()
    }
}

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// The published algorithm xxHash64 with seed 0.
fn xx_hash_64(bytes: &[u8]) -> u64 {
    let [p1, p2, p3, p4, p5] = PRIMES;
    let (blocks, rest) = bytes.as_chunks::<32>();
    let mut hash = if blocks.is_empty() { p5 } else { hash_blocks(blocks) };
    hash = hash.wrapping_add(bytes.len() as u64);
    let (words, rest) = rest.as_chunks::<8>();
    for word in words {
        hash ^= mix(0, u64::from_le_bytes(*word));
        hash = hash.rotate_left(27).wrapping_mul(p1).wrapping_add(p4);
    }
    let (halves, rest) = rest.as_chunks::<4>();
    for half in halves {
        hash ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(p1);
        hash = hash.rotate_left(23).wrapping_mul(p2).wrapping_add(p3);
    }
    for byte in rest {
        hash ^= u64::from(*byte).wrapping_mul(p5);
        hash = hash.rotate_left(11).wrapping_mul(p1);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(p2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(p3);
    hash ^ (hash >> 32)
}

fn hash_blocks(blocks: &[[u8; 32]]) -> u64 {
    let [p1, p2, _, p4, _] = PRIMES;
    let mut lanes = [p1.wrapping_add(p2), p2, 0, 0_u64.wrapping_sub(p1)];
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
    let turns = lanes.iter().zip([1, 7, 12, 18]).map(|(lane, by)| lane.rotate_left(by));
    let hash = turns.fold(0, u64::wrapping_add);
    lanes.iter().fold(hash, |hash, lane| (hash ^ mix(0, *lane)).wrapping_mul(p1).wrapping_add(p4))
}

fn mix(lane: u64, word: u64) -> u64 {
    let [p1, p2, ..] = PRIMES;
    lane.wrapping_add(word.wrapping_mul(p2)).rotate_left(31).wrapping_mul(p1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_has_its_published_values() {
        for (text, expected) in [
            ("", 0xef46_db37_51d8_e999),
            ("a", 0xd24e_c4f1_a98c_6e5b),
            ("as", 0x1c33_0fb2_d66b_e179),
            ("asd", 0x631c_37ce_72a9_7393),
            ("asdf", 0x4158_72f5_99ce_a71e),
            (
                "Call me Ishmael. Some years ago--never mind how long precisely-",
                0x02a2_e854_70d6_fd96,
            ),
        ] {
            assert_eq!(xx_hash_64(text.as_bytes()), expected, "{text}");
        }
    }

    /// As Unity wrote them into the scenes of public projects.
    #[test]
    fn ids_are_those_of_unity() {
        let path = |below: &str| format!("{ROOT_PATH}{below}");
        for (scheme, class, name, path, expected) in [
            (HashedIds::Path, "GameObject", "", path(""), 919_132_149_155_446_097),
            (HashedIds::Path, "Transform", "", path(""), -8_679_921_383_154_817_045),
            (
                HashedIds::Path,
                "SkinnedMeshRenderer",
                "",
                path("/townsfolk_F 1"),
                -3_742_568_966_778_421_144,
            ),
            (HashedIds::Name, "GameObject", ROOT_NAME, path(""), -927_199_367_670_048_503),
            (HashedIds::Name, "Transform", ROOT_NAME, path(""), -4_216_859_302_048_453_862),
        ] {
            assert_eq!(scheme.id(class, name, &path), expected, "{class} {path}");
        }
    }
}
