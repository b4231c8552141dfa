//! The table of what ships with the editor.

use std::collections::BTreeMap;

use super::names::Names;
use super::parse_guid;
use crate::Result;

/// Numbers of the kinds in the table; `EditorAsset` reads them.
const RESOURCE: u8 = 0;
const DLL: u8 = 1;
const STANDARD_ASSET: u8 = 2;

pub(super) fn table(list: &str) -> Result<Vec<u8>> {
    let mut rows: BTreeMap<u128, (u8, &str)> = BTreeMap::new();
    for (number, line) in list.lines().enumerate() {
        let (guid, row) = parse(line).ok_or_else(|| format!("line {} is no row", number + 1))?;
        rows.insert(guid, row);
    }
    let mut names = Names::default();
    let mut table = u32::try_from(rows.len())?.to_le_bytes().to_vec();
    rows.keys().for_each(|guid| table.extend(guid.to_be_bytes()));
    for (kind, file) in rows.into_values() {
        table.push(kind);
        table.extend(names.offset(file)?);
    }
    table.extend(names.bytes);
    Ok(table)
}

fn parse(line: &str) -> Option<(u128, (u8, &str))> {
    let mut parts = line.split('\t');
    let (guid, part_of, file) = (parts.next()?, parts.next()?, parts.next()?);
    let kind = match part_of.split([' ', '?']).next()? {
        "built-in" => RESOURCE,
        "DLL" => DLL,
        "Standard" => STANDARD_ASSET,
        _ => return None,
    };
    // The folder of a DLL in the editor says nothing to users.
    let file = if kind == DLL { file.rsplit('/').next()? } else { file };
    Some((parse_guid(guid)?, (kind, file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_their_kind_and_file() {
        let list = "\
            f70555f144d8491a825f0804e09c671c\tDLL UnityEngine.UI.dll\tData/UnityEngine.UI.dll\n\
            00718395eefb6084bb25555f962f25c0\tStandard Assets? (one source)\tA/b.fbx\n";
        let table = table(list).unwrap();
        assert_eq!(table[..4], [2, 0, 0, 0]);
        assert_eq!((table[4], table[20]), (0x00, 0xf7));
        assert_eq!(table[36..44], [2, 1, 0, 0, 1, 9, 0, 0]);
        assert!(table.ends_with(b"\0\x07A/b.fbx\x12UnityEngine.UI.dll"));
    }

    #[test]
    fn a_line_of_an_unknown_kind_is_named() {
        let error = table("f70555f144d8491a825f0804e09c671c\tx\ty").unwrap_err();
        assert_eq!(error.to_string(), "line 1 is no row");
    }
}
