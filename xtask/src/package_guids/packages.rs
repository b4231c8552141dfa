//! The table of the assets of packages.

use std::collections::{BTreeMap, BTreeSet};

use super::names::Names;
use super::parse_guid;
use crate::Result;

/// Added to the kind of an asset in a folder that Unity does not import.
const SAMPLE: u8 = 0x80;
/// In place of a version that is not known.
const NO_VERSION: u8 = u8::MAX;

/// Numbers of the kinds in the table, by extension; `AssetKinds` reads them. Everything else is 0.
const KINDS: [(u8, &[&str]); 12] = [
    (1, &["cs"]),
    (2, &["dll"]),
    (3, &["prefab"]),
    (4, &["fbx", "obj", "dae", "blend", "glb", "gltf", "max", "ma", "mb", "3ds", "usd", "usdz"]),
    (
        5,
        &[
            "png",
            "jpg",
            "jpeg",
            "tga",
            "psd",
            "psb",
            "exr",
            "hdr",
            "tif",
            "tiff",
            "gif",
            "bmp",
            "rendertexture",
            "svg",
            "cubemap",
            "iff",
            "pict",
        ],
    ),
    (6, &["mat"]),
    (7, &["shader", "shadergraph", "compute", "raytrace", "shadervariants"]),
    (8, &["asset", "vfx", "playable", "mixer", "guiskin", "inputactions", "spriteatlas"]),
    (9, &["wav", "ogg", "mp3", "aif", "aiff", "flac"]),
    (10, &["anim", "controller", "overridecontroller", "mask"]),
    (11, &["ttf", "otf", "fontsettings"]),
    (12, &["unity"]),
];

const TEXT_RESOURCES: &str = "TextMesh Pro/";
/// The last version that had the resources in folders.
const LAST_UNPACKED: &str = "1.0.21";
/// TextMesh Pro became a part of the second one, from this version on.
const TEXT_PACKAGES: [(&str, &str); 2] =
    [("com.unity.textmeshpro", ""), ("com.unity.ugui", "2.0.0")];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row<'a> {
    package: &'a str,
    /// The class of a script or the name of a DLL; empty for other assets.
    name: &'a str,
    kind: u8,
    first: &'a str,
    last: &'a str,
}

/// A guid can be in several packages, because scripts move from one to another.
pub(super) fn table(list: &str) -> Result<Vec<u8>> {
    let mut rows: BTreeSet<(u128, Row<'_>)> = BTreeSet::new();
    for (number, line) in list.lines().enumerate() {
        let row = parse(line).ok_or_else(|| format!("line {} is no row", number + 1))?;
        rows.extend(row.into_iter().flatten());
    }
    let packages = versions_by_package(&rows);
    let mut names = Names::default();
    let mut records = Vec::new();
    for (_, row) in &rows {
        let at = packages.keys().position(|name| *name == row.package).unwrap_or_default();
        let versions = &packages[row.package];
        records.extend(u16::try_from(at)?.to_le_bytes());
        records.extend(names.offset(row.name)?);
        records.extend([row.kind, version(versions, row.first)?, version(versions, row.last)?]);
    }
    let (mut listed, mut versions) = (Vec::new(), Vec::new());
    for (name, known) in &packages {
        listed.extend(names.offset(name)?);
        listed.extend(u16::try_from(versions.len() / 3)?.to_le_bytes());
        listed.push(u8::try_from(known.len())?);
        listed.extend(kinds(&rows, name).to_le_bytes());
        for version in known {
            versions.extend(names.offset(version)?);
        }
    }
    let mut table = Vec::new();
    for count in [rows.len(), packages.len(), versions.len() / 3] {
        table.extend(u32::try_from(count)?.to_le_bytes());
    }
    rows.iter().for_each(|(guid, _)| table.extend(guid.to_be_bytes()));
    table.extend([records, listed, versions, names.bytes].concat());
    Ok(table)
}

fn versions_by_package<'a>(
    rows: &BTreeSet<(u128, Row<'a>)>,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut packages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, row) in rows {
        let versions = packages.entry(row.package).or_default();
        versions.extend([row.first, row.last].into_iter().filter(|version| !version.is_empty()));
    }
    packages
}

/// The kinds of the assets of a package, without samples: one bit each.
fn kinds(rows: &BTreeSet<(u128, Row<'_>)>, package: &str) -> u16 {
    let own = rows.iter().filter(|(_, row)| row.package == package && row.kind & SAMPLE == 0);
    own.fold(0, |kinds, (_, row)| kinds | 1 << row.kind)
}

fn version(versions: &BTreeSet<&str>, wanted: &str) -> Result<u8> {
    match versions.iter().position(|version| *version == wanted) {
        Some(at) => Ok(u8::try_from(at).ok().filter(|at| *at != NO_VERSION).ok_or("versions")?),
        None => Ok(NO_VERSION),
    }
}

/// No rows for something that a project could not refer to.
fn parse(line: &str) -> Option<Vec<Option<(u128, Row<'_>)>>> {
    let mut parts = line.split('\t');
    let (guid, package, path) = (parts.next()?, parts.next()?, parts.next()?);
    let (first, last) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let guid = parse_guid(guid)?;
    let file = path.rsplit('/').next()?;
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let mut kind = kind(extension);
    if path.split('/').any(|part| part.ends_with('~') || part.starts_with('.')) {
        if !path.starts_with("Samples") {
            return Some(Vec::new());
        }
        kind |= SAMPLE;
    }
    let name = match extension {
        "cs" => stem,
        "dll" => file,
        _ => "",
    };
    let row = Row { package, name, kind, first, last };
    let mut rows = vec![(!path.contains(TEXT_RESOURCES)).then_some((guid, row))];
    if is_text_resource(package, path, last) {
        rows.extend(TEXT_PACKAGES.map(|(package, version)| {
            let kind = kind | SAMPLE;
            Some((guid, Row { package, kind, first: version, last: version, ..row }))
        }));
    }
    Some(rows)
}

/// The resources of TextMesh Pro are imported into this folder. Later versions of the package hold them only
/// packed, and some repositories have a copy.
fn is_text_resource(package: &str, path: &str, last: &str) -> bool {
    let was_unpacked = ["Resources/", "Sprites/"].iter().any(|folder| path.starts_with(folder));
    path.contains(TEXT_RESOURCES)
        || package == TEXT_PACKAGES[0].0 && was_unpacked && last == LAST_UNPACKED
}

fn kind(extension: &str) -> u8 {
    let extension = extension.to_ascii_lowercase();
    let found = KINDS.iter().find(|(_, extensions)| extensions.contains(&&*extension));
    found.map_or(0, |(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_names_are_kept_once() {
        let list = "\
            ff000000000000000000000000000000\tcom.b\tRuntime/Image.cs\t1.0.0\t2.0.0\n\
            01000000000000000000000000000000\tcom.a\tRuntime/Image.cs\t\t\n\
            02000000000000000000000000000000\tcom.a\tSamples~/Demo.prefab\t\t\n\
            03000000000000000000000000000000\tcom.a\tDocumentation~/a.png\t\t\n";
        let table = table(list).unwrap();
        assert_eq!(table[..12], [3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
        let firsts: Vec<u8> = (0..3).map(|row| table[12 + 16 * row]).collect();
        assert_eq!(firsts, [0x01, 0x02, 0xff]);
        let records: Vec<&[u8]> = table[60..84].chunks(8).collect();
        assert_eq!(records[0], [0, 0, 1, 0, 0, 1, 255, 255]);
        assert_eq!(records[1], [0, 0, 0, 0, 0, 0x83, 255, 255]);
        assert_eq!(records[2], [1, 0, 1, 0, 0, 1, 0, 1]);
        let packages: Vec<&[u8]> = table[84..100].chunks(8).collect();
        assert_eq!(packages[0], [7, 0, 0, 0, 0, 0, 2, 0]);
        assert_eq!(packages[1], [13, 0, 0, 0, 0, 2, 2, 0]);
        assert!(table.ends_with(b"\0\x05Image\x05com.a\x05com.b\x051.0.0\x052.0.0"));
    }

    #[test]
    fn resources_of_text_are_imported_from_either_package() {
        let list = "\
            01000000000000000000000000000000\tcom.a\tAssets/TextMesh Pro/Fonts/a.ttf\t1.0.0\t1.0.0\n\
            02000000000000000000000000000000\tcom.unity.textmeshpro\tResources/a.shader\t0.1.2\t1.0.21\n";
        let rows: Vec<_> = list.lines().flat_map(|line| parse(line).unwrap()).flatten().collect();
        let shown: Vec<_> =
            rows.iter().map(|(_, row)| (row.package, row.kind, row.first, row.last)).collect();
        let (text, ui) = ("com.unity.textmeshpro", "com.unity.ugui");
        assert_eq!(
            shown,
            [
                (text, SAMPLE | 11, "", ""),
                (ui, SAMPLE | 11, "2.0.0", "2.0.0"),
                (text, 7, "0.1.2", "1.0.21"),
                (text, SAMPLE | 7, "", ""),
                (ui, SAMPLE | 7, "2.0.0", "2.0.0"),
            ]
        );
    }

    #[test]
    fn a_line_that_is_no_row_is_named() {
        let error = table("00\tcom.a\tx").unwrap_err();
        assert_eq!(error.to_string(), "line 1 is no row");
    }
}
