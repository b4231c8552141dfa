//! The classes of a .NET assembly, and the fileID that Unity gives a script in it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use md4::{Digest, Md4};

use super::pointer::Guid;

/// The classes of a project's DLLs by their fileIDs. Each DLL is read once, and only if a script is
/// in it.
#[derive(Default)]
pub(crate) struct DllScripts(Mutex<HashMap<Guid, HashMap<i64, String>>>);

impl DllScripts {
    pub(crate) fn class(
        &self,
        guid: Guid,
        file_id: i64,
        read: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let classes = known.entry(guid).or_insert_with(|| {
            let types = read().and_then(|bytes| types(&bytes)).unwrap_or_default();
            types.into_iter().map(|(space, name)| (file_id_of(&space, &name), name)).collect()
        });
        classes.get(&file_id).cloned()
    }
}

/// The first four bytes of a hash of the full name.
pub(crate) fn file_id_of(namespace: &str, class: &str) -> i64 {
    let hash = Md4::new()
        .chain_update(b"s\0\0\0")
        .chain_update(namespace.as_bytes())
        .chain_update(class.as_bytes())
        .finalize();
    i64::from(i32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]))
}

/// Tables of the metadata, by their numbers in ECMA-335, II.22.
const MODULE: usize = 0x00;
const TYPE_REF: usize = 0x01;
const TYPE_DEF: usize = 0x02;
const FIELD: usize = 0x04;
const METHOD: usize = 0x06;
const MODULE_REF: usize = 0x1a;
const TYPE_SPEC: usize = 0x1b;
const ASSEMBLY_REF: usize = 0x23;

/// Namespace and name of every type. `None`: this is not a .NET assembly.
fn types(file: &[u8]) -> Option<Vec<(String, String)>> {
    let root = metadata(file)?;
    let tables = stream(root, b"#~")?;
    let strings = stream(root, b"#Strings")?;
    let (rows, mut at) = row_counts(tables)?;
    let heaps = *tables.get(6)?;
    let wide = |bit: u8| if heaps & bit != 0 { 4 } else { 2 };
    let (string, guid) = (wide(1), wide(2));
    // An index into one of several tables uses some bits to say which.
    let index = |tables: &[usize], tag_bits: u32| {
        let most = tables.iter().map(|&table| rows[table]).max().unwrap_or_default();
        if most < 1 << (16 - tag_bits) { 2 } else { 4 }
    };
    let scope = index(&[MODULE, MODULE_REF, ASSEMBLY_REF, TYPE_REF], 2);
    let extends = index(&[TYPE_DEF, TYPE_REF, TYPE_SPEC], 2);
    at += rows[MODULE] * (2 + string + 3 * guid);
    at += rows[TYPE_REF] * (scope + 2 * string);
    let width = 4 + 2 * string + extends + index(&[FIELD], 0) + index(&[METHOD], 0);
    let all = tables.get(at..)?.chunks_exact(width).take(rows[TYPE_DEF]);
    all.map(|row| {
        let name = text(strings, number(row, 4, string)?)?;
        Some((text(strings, number(row, 4 + string, string)?)?, name))
    })
    .collect()
}

/// Follows the headers of the file to its metadata: II.25.
fn metadata(file: &[u8]) -> Option<&[u8]> {
    const CLI_HEADER: usize = 14;
    let pe = number(file, 0x3c, 4)?;
    if !file.starts_with(b"MZ") || file.get(pe..pe + 4)? != b"PE\0\0" {
        return None;
    }
    let sections = number(file, pe + 6, 2)?;
    let optional = pe + 24;
    let directories = match number(file, optional, 2)? {
        0x10b => optional + 96,
        0x20b => optional + 112,
        _ => return None,
    };
    let table = optional + number(file, pe + 20, 2)?;
    let at = |address: usize| {
        (0..sections).map(|section| table + section * 40).find_map(|section| {
            let start = number(file, section + 12, 4)?;
            let offset = address.checked_sub(start)?;
            let inside = offset < number(file, section + 16, 4)?;
            inside.then_some(number(file, section + 20, 4)? + offset)
        })
    };
    let header = at(number(file, directories + CLI_HEADER * 8, 4)?)?;
    let root = at(number(file, header + 8, 4)?)?;
    let root = file.get(root..)?;
    root.starts_with(b"BSJB").then_some(root)
}

fn stream<'a>(root: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    let mut at = 16 + number(root, 12, 4)?;
    let count = number(root, at + 2, 2)?;
    at += 4;
    for _ in 0..count {
        let (offset, size) = (number(root, at, 4)?, number(root, at + 4, 4)?);
        let name = root.get(at + 8..)?.split(|&byte| byte == 0).next()?;
        if name == wanted {
            return root.get(offset..offset.checked_add(size)?);
        }
        at += 8 + (name.len() / 4 + 1) * 4;
    }
    None
}

/// How many rows each table has, and where the first table starts.
fn row_counts(tables: &[u8]) -> Option<([usize; 64], usize)> {
    let present = u64::from_le_bytes(tables.get(8..16)?.try_into().ok()?);
    let (mut rows, mut at) = ([0; 64], 24);
    for (table, rows) in rows.iter_mut().enumerate() {
        if present >> table & 1 == 1 {
            *rows = number(tables, at, 4)?;
            at += 4;
        }
    }
    Some((rows, at))
}

fn text(strings: &[u8], at: usize) -> Option<String> {
    let bytes = strings.get(at..)?.split(|&byte| byte == 0).next()?;
    String::from_utf8(bytes.to_vec()).ok()
}

fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The smallest assembly that holds these types.
    pub(crate) fn assembly(types: &[(&str, &str)]) -> Vec<u8> {
        let mut strings = vec![0];
        let mut keep = |text: &str| {
            let at = u16::try_from(strings.len()).unwrap();
            strings.extend(text.as_bytes());
            strings.push(0);
            at.to_le_bytes()
        };
        let mut tables = vec![0, 0, 0, 0, 2, 0, 0, 1];
        tables.extend((1_u64 << MODULE | 1 << TYPE_DEF).to_le_bytes());
        tables.extend([0; 8]);
        tables.extend(1_u32.to_le_bytes());
        tables.extend(u32::try_from(types.len()).unwrap().to_le_bytes());
        tables.extend([0; 10]);
        for (namespace, name) in types {
            tables.extend([0; 4]);
            tables.extend(keep(name));
            tables.extend(keep(namespace));
            tables.extend([0; 6]);
        }
        let mut root = b"BSJB\x01\0\x01\0\0\0\0\0\x04\0\0\0v4\0\0\0\0\x02\0".to_vec();
        let first = 24 + 12 + 20;
        let mut entry = |name: &[u8], offset: usize, size: usize| {
            root.extend(u32::try_from(offset).unwrap().to_le_bytes());
            root.extend(u32::try_from(size).unwrap().to_le_bytes());
            root.extend(name);
        };
        entry(b"#~\0\0", first, tables.len());
        entry(b"#Strings\0\0\0\0", first + tables.len(), strings.len());
        root.extend(tables);
        root.extend(strings);
        image(&root)
    }

    /// One section, mapped at 0x2000 and kept at 0x200, with the CLI header before the metadata.
    fn image(metadata: &[u8]) -> Vec<u8> {
        let mut file = vec![0; 0x200];
        let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, b"MZ");
        put(0x3c, &[0x80]);
        put(0x80, b"PE\0\0");
        put(0x86, &[1]);
        put(0x94, &[0xe0]);
        put(0x98, &[0x0b, 0x01]);
        put(0x98 + 96 + 14 * 8, &0x2000_u32.to_le_bytes());
        put(0x178 + 12, &0x2000_u32.to_le_bytes());
        put(0x178 + 16, &0x10000_u32.to_le_bytes());
        put(0x178 + 20, &0x200_u32.to_le_bytes());
        file.extend([0; 8]);
        file.extend(0x2048_u32.to_le_bytes());
        file.extend([0; 0x3c]);
        file.extend(metadata);
        file
    }

    #[test]
    fn the_types_of_an_assembly_are_read() {
        let assembly = assembly(&[("", "<Module>"), ("Sea.Boats", "Ferry")]);
        let expected = [("", "<Module>"), ("Sea.Boats", "Ferry")];
        let expected = expected.map(|(space, name)| (space.to_owned(), name.to_owned()));
        assert_eq!(types(&assembly).unwrap(), expected);
    }

    #[test]
    fn foreign_and_truncated_files_are_not_assemblies() {
        let assembly = assembly(&[("Sea.Boats", "Ferry")]);
        for length in 0..assembly.len() {
            assert!(types(&assembly[..length]).is_none_or(|types| types.len() < 2), "{length}");
        }
        let mut broken = assembly.clone();
        for at in 0..broken.len() {
            broken[at] = 0xff;
            let _ = types(&broken);
            broken[at] = assembly[at];
        }
    }

    #[test]
    fn a_file_id_is_part_of_a_hash() {
        assert_eq!(file_id_of("UnityEngine.UI", "Image"), -765_806_418);
        assert_eq!(file_id_of("UnityEngine.EventSystems", "EventSystem"), -619_905_303);
    }
}
