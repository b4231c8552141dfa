//! The guids of Unity's own packages, so that references to them can be resolved when they are not
//! on disk.
//!
//! `cargo xtask package-guids` writes the file: the number of guids and of packages (u32 each); the
//! sorted guids (16 bytes each, big-endian); for each guid its package (u16) and the offset of its
//! class name (u24); the offsets of the package names (u24 each); and the names, each after its
//! length (u8). Numbers are little-endian. Nothing is read before the first lookup.

use super::pointer::Guid;

static TABLE: &[u8] = include_bytes!("../data/package-guids.bin");

const HEADER_BYTES: usize = 8;
const GUID_BYTES: usize = 16;

/// An asset of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackagedAsset {
    pub(crate) package: &'static str,
    /// The class of a script; `None` for other assets.
    pub(crate) class: Option<&'static str>,
}

pub(crate) fn find(guid: Guid) -> Option<PackagedAsset> {
    let row = position(guid)?;
    let packages = HEADER_BYTES + guid_count() * GUID_BYTES;
    let classes = packages + guid_count() * 2;
    let listed = classes + guid_count() * 3;
    let package = number(packages + row * 2, 2)?;
    let class = name(number(classes + row * 3, 3)?)?;
    Some(PackagedAsset {
        package: name(number(listed + package * 3, 3)?)?,
        class: (!class.is_empty()).then_some(class),
    })
}

/// Whether the table lists the assets of this package.
pub(crate) fn covers(package: &str) -> bool {
    let listed = HEADER_BYTES + guid_count() * (GUID_BYTES + 2 + 3);
    let packages = number(4, 4).unwrap_or_default();
    (0..packages).any(|row| number(listed + row * 3, 3).and_then(name) == Some(package))
}

fn position(guid: Guid) -> Option<usize> {
    let wanted = guid.to_bytes();
    let (mut low, mut high) = (0, guid_count());
    while low < high {
        let middle = low.midpoint(high);
        let at = HEADER_BYTES + middle * GUID_BYTES;
        match TABLE.get(at..at + GUID_BYTES)?.cmp(&wanted[..]) {
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

fn guid_count() -> usize {
    number(0, 4).unwrap_or_default()
}

fn number(at: usize, length: usize) -> Option<usize> {
    let bytes = TABLE.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

fn name(offset: usize) -> Option<&'static str> {
    let names = HEADER_BYTES + guid_count() * (GUID_BYTES + 2 + 3) + number(4, 4)? * 3;
    let at = names + offset;
    let length = number(at, 1)?;
    str::from_utf8(TABLE.get(at + 1..at + 1 + length)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(guid: &str) -> Option<(&'static str, Option<&'static str>)> {
        find(Guid::parse(guid).unwrap()).map(|found| (found.package, found.class))
    }

    #[test]
    fn known_assets_are_found_with_their_package() {
        for (guid, package, class) in [
            ("fe87c0e1cc204ed48ad3b37840f39efc", "com.unity.ugui", Some("Image")),
            ("f4688fdb7df04437aeb418b961361dc5", "com.unity.textmeshpro", Some("TextMeshProUGUI")),
            ("62899f850307741f2a39c98a8b639597", "com.unity.inputsystem", Some("PlayerInput")),
        ] {
            assert_eq!(found(guid), Some((package, class)), "{guid}");
        }
        assert_eq!(found("00000000000000000000000000000001"), None);
        assert_eq!(found("ffffffffffffffffffffffffffffffff"), None);
    }

    #[test]
    fn every_row_can_be_found_and_read() {
        let rows =
            TABLE[HEADER_BYTES..HEADER_BYTES + guid_count() * GUID_BYTES].chunks_exact(GUID_BYTES);
        assert!(rows.clone().is_sorted());
        for row in rows {
            let guid = u128::from_be_bytes(row.try_into().unwrap());
            let found = found(&format!("{guid:032x}"));
            assert!(
                found.is_some_and(|(package, _)| package.starts_with("com.unity.")),
                "{guid:x}"
            );
        }
    }

    #[test]
    fn packages_are_covered_by_name() {
        for (package, covered) in [
            ("com.unity.ugui", true),
            ("com.unity.textmeshpro", true),
            ("com.x", false),
            ("", false),
        ] {
            assert_eq!(covers(package), covered, "{package}");
        }
    }

    #[test]
    fn the_table_stays_small() {
        assert!(TABLE.len() < 1_300_000, "{} bytes", TABLE.len());
    }
}
