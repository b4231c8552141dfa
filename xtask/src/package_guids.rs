//! The table of the guids of Unity's packages, from a list of facts to the compact file in the
//! binary. `crates/unity_files/src/package_table.rs` reads it and describes its layout.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::PathBuf;

use crate::{Result, Subcommand, no_arguments, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "package-guids",
    summary: "Write the table of the guids of Unity's packages from a list",
    help: "\
Usage: cargo xtask package-guids FILE.tsv

Writes crates/unity_files/data/package-guids.bin. Each line of FILE.tsv is a guid, a package's
name and the asset's path in it, separated by tabs. Assets in folders that end with ~ are skipped, because
Unity does not import them.
",
    run,
};

/// Offsets into the names take three bytes.
const MAX_NAMES: usize = 1 << 24;

fn run(arguments: &[String]) -> Result {
    let (list, rest) =
        arguments.split_first().ok_or("name the list: see `cargo xtask package-guids --help`")?;
    no_arguments("package-guids", rest)?;
    let table = table(&fs::read_to_string(list)?)?;
    let path = output();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, &table)?;
    println!("wrote {} ({} bytes)", path.display(), table.len());
    Ok(())
}

fn output() -> PathBuf {
    shell::root().join("crates/unity_files/data/package-guids.bin")
}

struct Row<'a> {
    package: &'a str,
    /// The class of a script; empty for other assets.
    class: &'a str,
}

fn table(list: &str) -> Result<Vec<u8>> {
    let mut rows: BTreeMap<u128, Row<'_>> = BTreeMap::new();
    for (number, line) in list.lines().enumerate() {
        let (guid, row) = parse(line).ok_or_else(|| format!("line {} is no row", number + 1))?;
        if let Some(row) = row {
            rows.entry(guid).or_insert(row);
        }
    }
    let packages: BTreeSet<&str> = rows.values().map(|row| row.package).collect();
    let mut names = Names::default();
    let listed = packages.iter().map(|name| names.offset(name)).collect::<Result<Vec<_>>>()?;
    let classes = rows.values().map(|row| names.offset(row.class)).collect::<Result<Vec<_>>>()?;
    let indices: HashMap<&str, usize> = packages.iter().copied().zip(0..).collect();

    let mut table = Vec::new();
    table.extend(u32::try_from(rows.len())?.to_le_bytes());
    table.extend(u32::try_from(packages.len())?.to_le_bytes());
    for guid in rows.keys() {
        table.extend(guid.to_be_bytes());
    }
    for row in rows.values() {
        table.extend(u16::try_from(indices[row.package])?.to_le_bytes());
    }
    for offset in classes.into_iter().chain(listed) {
        table.extend(&offset.to_le_bytes()[..3]);
    }
    table.extend(names.bytes);
    Ok(table)
}

/// The inner `None`: an asset that Unity does not import.
fn parse(line: &str) -> Option<(u128, Option<Row<'_>>)> {
    let mut parts = line.split('\t');
    let (guid, package, path) = (parts.next()?, parts.next()?, parts.next()?);
    let guid = (guid.len() == 32).then(|| u128::from_str_radix(guid, 16).ok())??;
    if path.split('/').any(|folder| folder.ends_with('~') || folder.starts_with('.')) {
        return Some((guid, None));
    }
    let file = path.rsplit('/').next().unwrap_or(path);
    let class = file.strip_suffix(".cs").unwrap_or_default();
    Some((guid, Some(Row { package, class })))
}

/// Every name once, behind its length. The empty one comes first, at 0.
struct Names<'a> {
    bytes: Vec<u8>,
    offsets: HashMap<&'a str, u32>,
}

impl Default for Names<'_> {
    fn default() -> Self {
        Names { bytes: vec![0], offsets: HashMap::from([("", 0)]) }
    }
}

impl<'a> Names<'a> {
    fn offset(&mut self, name: &'a str) -> Result<u32> {
        if let Some(&offset) = self.offsets.get(name) {
            return Ok(offset);
        }
        if self.bytes.len() >= MAX_NAMES {
            return Err("the names take more than 16 MiB".into());
        }
        let offset = u32::try_from(self.bytes.len())?;
        self.bytes.push(u8::try_from(name.len()).map_err(|_| format!("{name} is too long"))?);
        self.bytes.extend(name.as_bytes());
        self.offsets.insert(name, offset);
        Ok(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_names_are_kept_once() {
        let list = "\
            ff000000000000000000000000000000\tcom.b\tRuntime/Image.cs\n\
            01000000000000000000000000000000\tcom.a\tRuntime/Image.cs\n\
            02000000000000000000000000000000\tcom.a\tSamples~/Demo.cs\n\
            03000000000000000000000000000000\tcom.a\tIcons/Image.png\n";
        let table = table(list).unwrap();
        assert_eq!(table[..8], [3, 0, 0, 0, 2, 0, 0, 0]);
        let firsts: Vec<u8> = (0..3).map(|row| table[8 + 16 * row]).collect();
        assert_eq!(firsts, [0x01, 0x03, 0xff]);
        let packages = &table[8 + 48..8 + 54];
        assert_eq!(packages, [0, 0, 0, 0, 1, 0]);
        assert_eq!(table[8 + 54..8 + 63], [13, 0, 0, 0, 0, 0, 13, 0, 0]);
        assert!(table.ends_with(b"\0\x05com.a\x05com.b\x05Image"));
    }

    #[test]
    fn a_line_that_is_no_row_is_named() {
        let error = table("00\tcom.a\tx").unwrap_err();
        assert_eq!(error.to_string(), "line 1 is no row");
    }
}
