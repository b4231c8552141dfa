//! The guids of what ships with the editor, or once did: built-in resources, DLLs, and the Standard
//! Assets that were imported into projects.
//!
//! `cargo xtask package-guids` writes the file: the number of guids (u32), the sorted guids (16 bytes
//! each, big-endian), for each its kind (u8) and the offset of its file's name (u24), and the names,
//! each after its length (u8).

use super::packed_table::{GUID_BYTES, PackedTable};
use super::pointer::Guid;

static TABLE: PackedTable = PackedTable(include_bytes!("../data/editor-guids.bin"));

const HEADER_BYTES: usize = 4;
const ROW_BYTES: usize = 4;

/// Something that ships with the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditorAsset {
    Resource,
    /// The file's name; empty if it is not known.
    Dll(&'static str),
    /// Its path below `Assets/`. These assets are part of a project only once they are imported.
    StandardAsset(&'static str),
}

pub(crate) fn find(guid: Guid) -> Option<EditorAsset> {
    let count = guid_count();
    let row = TABLE.position(guid, HEADER_BYTES, count)?;
    let rows = HEADER_BYTES + count * GUID_BYTES;
    let at = rows + row * ROW_BYTES;
    let name = TABLE.text(rows + count * ROW_BYTES + TABLE.number(at + 1, 3)?)?;
    match TABLE.number(at, 1)? {
        0 => Some(EditorAsset::Resource),
        1 => Some(EditorAsset::Dll(name)),
        _ => Some(EditorAsset::StandardAsset(name)),
    }
}

fn guid_count() -> usize {
    TABLE.number(0, 4).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_with_the_editor_is_known_by_kind() {
        for (guid, expected) in [
            ("f70555f144d8491a825f0804e09c671c", Some(EditorAsset::Dll("UnityEngine.UI.dll"))),
            (
                "870353891bb340e2b2a9c8707e7419ba",
                Some(EditorAsset::Dll("UnityEngine.Networking.dll")),
            ),
            ("0000000000000000e000000000000000", Some(EditorAsset::Resource)),
            (
                "009fbf49e77db344db366a646868e02d",
                Some(EditorAsset::StandardAsset(
                    "Standard Assets/ParticleSystems/Scripts/ExplosionFireAndDebris.cs",
                )),
            ),
            ("00000000000000000000000000000001", None),
            ("ffffffffffffffffffffffffffffffff", None),
        ] {
            assert_eq!(find(Guid::parse(guid).unwrap()), expected, "{guid}");
        }
    }

    #[test]
    fn every_row_can_be_found() {
        for row in 0..guid_count() {
            let bytes = TABLE.guid_at(HEADER_BYTES, row).unwrap();
            let guid = u128::from_be_bytes(bytes.try_into().unwrap());
            assert!(find(Guid::parse(&format!("{guid:032x}")).unwrap()).is_some(), "{guid:x}");
        }
    }
}
