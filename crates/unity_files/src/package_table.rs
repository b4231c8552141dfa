//! The guids of packages, so that references to them can be resolved when they are not on disk.
//!
//! `cargo xtask package-guids` writes the file: the number of rows, of packages and of versions (u32
//! each); the sorted guids (16 bytes each, big-endian); for each row its package (u16), the offset of
//! its class (u24), its kind (u8) and the first and last version that hold it (u8 each, among the
//! versions of its package); for each package, sorted by name, the offset of its name (u24), its
//! versions (the first as u16, their number as u8) and the kinds of its assets (u16); the offsets of
//! the versions (u24 each); and the names, each after its length (u8). Numbers are little-endian.

use super::package_version::PackageVersion;
use super::packed_table::{GUID_BYTES, PackedTable};
use super::pointer::Guid;

static TABLE: PackedTable = PackedTable(include_bytes!("../data/package-guids.bin"));

const HEADER_BYTES: usize = 12;
const ROW_BYTES: usize = 8;
const PACKAGE_BYTES: usize = 8;
const SAMPLE: usize = 0x80;
const NO_VERSION: usize = 0xff;

/// An asset of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackagedAsset {
    pub(crate) package: TablePackage,
    /// The class of a script or the name of a DLL; `None` for other assets.
    pub(crate) class: Option<&'static str>,
    /// In a folder that Unity does not import. Samples get into a project by being copied.
    pub(crate) is_sample: bool,
    versions: Option<VersionRange>,
}

/// The first and the last version that hold an asset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VersionRange {
    pub(crate) first: &'static str,
    pub(crate) last: &'static str,
}

/// A package of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TablePackage(usize);

/// The assets of a guid, one per package that has or had it.
pub(crate) fn find(guid: Guid) -> impl Iterator<Item = PackagedAsset> {
    let first = TABLE.position(guid, HEADER_BYTES, row_count());
    let wanted = guid.to_bytes();
    let rows = first.into_iter().flat_map(|first| first..row_count());
    rows.take_while(move |&row| TABLE.guid_at(HEADER_BYTES, row) == Some(&wanted[..]))
        .filter_map(PackagedAsset::at)
}

impl PackagedAsset {
    fn at(row: usize) -> Option<PackagedAsset> {
        let at = rows_start() + row * ROW_BYTES;
        let package = TablePackage(TABLE.number(at, 2)?);
        let class = name(TABLE.number(at + 2, 3)?)?;
        let kind = TABLE.number(at + 5, 1)?;
        let version = |at| package.version(TABLE.number(at, 1)?);
        let versions = version(at + 6).zip(version(at + 7));
        Some(PackagedAsset {
            package,
            class: (!class.is_empty()).then_some(class),
            is_sample: kind & SAMPLE != 0,
            versions: versions.map(|(first, last)| VersionRange { first, last }),
        })
    }

    /// Whether a version may have had a sample outside of its samples: the table knows the place in the
    /// last version only, and scripts move with a new major version.
    pub(crate) fn may_have_moved(&self, used: Option<PackageVersion<'_>>) -> bool {
        let Some(last) = self.last_version().filter(|_| self.is_sample && self.class.is_some())
        else {
            return false;
        };
        used.is_none_or(|used| used.major() < last.major() || used.is_prerelease() && used < last)
    }

    pub(crate) fn last_version(&self) -> Option<PackageVersion<'static>> {
        PackageVersion::parse(self.versions?.last)
    }

    /// The versions that hold it, if this one certainly does not: the table knows a version without it
    /// that is as far outside of the range.
    pub(crate) fn other_versions(&self, used: PackageVersion<'_>) -> Option<VersionRange> {
        let range = self.versions?;
        let first = PackageVersion::parse(range.first)?;
        let last = PackageVersion::parse(range.last)?;
        let mut known = self.package.versions();
        let lacks = match () {
            () if used < first => known.any(|version| used <= version && version < first),
            () if used > last => known.any(|version| last < version && version <= used),
            () => false,
        };
        lacks.then_some(range)
    }
}

impl TablePackage {
    /// By name.
    pub(crate) fn find(package: &str) -> Option<TablePackage> {
        let (mut low, mut high) = (0, package_count());
        while low < high {
            let middle = TablePackage(low.midpoint(high));
            match middle.name().cmp(package) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle.0 + 1,
                std::cmp::Ordering::Greater => high = middle.0,
            }
        }
        None
    }

    pub(crate) fn name(self) -> &'static str {
        TABLE.number(self.start(), 3).and_then(name).unwrap_or_default()
    }

    /// Whether the table knows the assets of this version: of one with the same major and minor number, or
    /// of both older and newer ones.
    pub(crate) fn covers(self, used: PackageVersion<'_>) -> bool {
        let releases = || self.versions().map(PackageVersion::release);
        releases().any(|known| known <= used.release())
            && releases().any(|known| known >= used.release())
    }

    /// The newest version in the table.
    pub(crate) fn newest(self) -> Option<&'static str> {
        (0..self.version_count())
            .filter_map(|at| self.version(at))
            .max_by_key(|text| PackageVersion::parse(text))
    }

    /// Whether it has an asset of one of these kinds, in any version.
    pub(crate) fn has_kinds(self, kinds: AssetKinds) -> bool {
        TABLE.number(self.start() + 6, 2).is_some_and(|own| own & usize::from(kinds.0) != 0)
    }

    fn versions(self) -> impl Iterator<Item = PackageVersion<'static>> {
        let all = (0..self.version_count()).filter_map(move |at| self.version(at));
        all.filter_map(PackageVersion::parse)
    }

    fn version_count(self) -> usize {
        TABLE.number(self.start() + 5, 1).unwrap_or_default()
    }

    fn version(self, at: usize) -> Option<&'static str> {
        if at == NO_VERSION {
            return None;
        }
        let first = TABLE.number(self.start() + 3, 2)?;
        name(TABLE.number(versions_start() + (first + at) * 3, 3)?)
    }

    fn start(self) -> usize {
        packages_start() + self.0 * PACKAGE_BYTES
    }
}

/// The kinds of assets that a reference may lead to: one bit for each number in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AssetKinds(u16);

impl AssetKinds {
    pub(crate) const SCRIPTS: AssetKinds = AssetKinds::new(&[1, 2]);
    pub(crate) const PREFABS: AssetKinds = AssetKinds::new(&[3, 4]);
    pub(crate) const ANY: AssetKinds = AssetKinds(u16::MAX);
    const MATERIALS: AssetKinds = AssetKinds::new(&[4, 6, 8, 11]);
    const TEXTURES: AssetKinds = AssetKinds::new(&[5, 8]);
    const SHADERS: AssetKinds = AssetKinds::new(&[7]);
    const SOUNDS: AssetKinds = AssetKinds::new(&[9]);
    const CLIPS: AssetKinds = AssetKinds::new(&[4, 8, 10]);
    const CONTROLLERS: AssetKinds = AssetKinds::new(&[10]);
    const FONTS: AssetKinds = AssetKinds::new(&[11]);

    pub(crate) const ALL: [AssetKinds; 10] = [
        AssetKinds::SCRIPTS,
        AssetKinds::PREFABS,
        AssetKinds::ANY,
        AssetKinds::MATERIALS,
        AssetKinds::TEXTURES,
        AssetKinds::SHADERS,
        AssetKinds::SOUNDS,
        AssetKinds::CLIPS,
        AssetKinds::CONTROLLERS,
        AssetKinds::FONTS,
    ];

    const fn new(kinds: &[u16]) -> AssetKinds {
        let (mut bits, mut at) = (0, 0);
        while at < kinds.len() {
            bits |= 1 << kinds[at];
            at += 1;
        }
        AssetKinds(bits)
    }

    /// By the fileID: the first object of most kinds of files has a fixed one.
    pub(crate) fn for_file_id(file_id: i64) -> AssetKinds {
        match file_id {
            11_500_000 => AssetKinds::SCRIPTS,
            100_100_000 => AssetKinds::PREFABS,
            2_100_000 => AssetKinds::MATERIALS,
            2_800_000 | 8_900_000 | 21_300_000 => AssetKinds::TEXTURES,
            4_800_000 => AssetKinds::SHADERS,
            8_300_000 => AssetKinds::SOUNDS,
            7_400_000 => AssetKinds::CLIPS,
            9_100_000 => AssetKinds::CONTROLLERS,
            12_800_000 => AssetKinds::FONTS,
            _ => AssetKinds::ANY,
        }
    }
}

fn row_count() -> usize {
    TABLE.number(0, 4).unwrap_or_default()
}

fn package_count() -> usize {
    TABLE.number(4, 4).unwrap_or_default()
}

fn rows_start() -> usize {
    HEADER_BYTES + row_count() * GUID_BYTES
}

fn packages_start() -> usize {
    rows_start() + row_count() * ROW_BYTES
}

fn versions_start() -> usize {
    packages_start() + package_count() * PACKAGE_BYTES
}

fn name(offset: usize) -> Option<&'static str> {
    TABLE.text(versions_start() + TABLE.number(8, 4)? * 3 + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(guid: &str) -> Vec<(&'static str, Option<&'static str>)> {
        let all = find(Guid::parse(guid).unwrap());
        all.map(|found| (found.package.name(), found.class)).collect()
    }

    #[test]
    fn known_assets_are_found_with_all_their_packages() {
        assert_eq!(found("fe87c0e1cc204ed48ad3b37840f39efc"), [("com.unity.ugui", Some("Image"))]);
        assert_eq!(
            found("f4688fdb7df04437aeb418b961361dc5"),
            [
                ("com.unity.textmeshpro", Some("TextMeshProUGUI")),
                ("com.unity.ugui", Some("TextMeshProUGUI"))
            ]
        );
        assert_eq!(
            found("a79441f348de89743a2939f4d699eac1"),
            [
                ("com.unity.render-pipelines.lightweight", Some("LWRPAdditionalCameraData")),
                ("com.unity.render-pipelines.universal", Some("UniversalAdditionalCameraData"))
            ]
        );
        assert_eq!(found("00000000000000000000000000000001"), []);
        assert_eq!(found("ffffffffffffffffffffffffffffffff"), []);
    }

    #[test]
    fn every_row_can_be_found_and_read() {
        let guid = |row| TABLE.guid_at(HEADER_BYTES, row).unwrap();
        assert!((0..row_count()).is_sorted_by_key(guid));
        for row in 0..row_count() {
            let asset = PackagedAsset::at(row).unwrap();
            assert!(asset.package.name().contains('.'), "{row}");
            let guid = u128::from_be_bytes(guid(row).try_into().unwrap());
            let mut all = find(Guid::parse(&format!("{guid:032x}")).unwrap());
            assert!(all.any(|found| found == asset), "{guid:x}");
        }
    }

    #[test]
    fn packages_are_found_by_name() {
        for at in 0..package_count() {
            assert_eq!(TablePackage::find(TablePackage(at).name()), Some(TablePackage(at)));
        }
        assert_eq!(TablePackage::find("com.x"), None);
        assert_eq!(TablePackage::find(""), None);
    }

    #[test]
    fn a_version_is_covered_if_the_table_has_one_like_it() {
        for (package, version, covered) in [
            ("com.unity.ugui", "1.0.0", true),
            ("com.unity.ugui", "2.0.0", true),
            ("com.unity.ugui", "2.1.0", false),
            ("com.unity.render-pipelines.universal", "13.0.4", true),
            ("com.unity.render-pipelines.universal", "17.0.4", false),
            ("com.unity.render-pipelines.universal", "10.1.2", true),
            ("com.unity.cinemachine", "1.0.0", false),
        ] {
            let version = PackageVersion::parse(version).unwrap();
            let package = TablePackage::find(package).unwrap();
            assert_eq!(package.covers(version), covered, "{} {version:?}", package.name());
        }
    }

    #[test]
    fn an_asset_is_lacking_in_versions_that_are_known_without_it() {
        let guid = Guid::parse("a79441f348de89743a2939f4d699eac1").unwrap();
        let lightweight = find(guid).next().unwrap();
        let lacks =
            |version| lightweight.other_versions(PackageVersion::parse(version).unwrap()).is_some();
        let versions = ["4.9.0-preview", "5.1.0", "6.9.2", "6.9.3", "10.10.1"];
        assert_eq!(versions.map(lacks), [true, false, false, false, true]);
    }

    #[test]
    fn the_tables_stay_small() {
        let bytes = TABLE.0.len() + include_bytes!("../data/editor-guids.bin").len();
        assert!(bytes < 4_000_000, "{bytes} bytes");
    }
}
