//! Which asset a guid belongs to: the project's `.meta` files, and those of its packages.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use scenewright_engine::{Context, EngineError};

use super::dll::DllScripts;
use super::package_table;
use super::packages::{Packages, cached_asset};
use super::pointer::Guid;
use super::presence::Presence;
use crate::root::ProjectRoot;

/// A `.meta` file's guid stands on its second line; the importer's settings after it may be long.
const META_HEAD: usize = 512;

/// What one call knows of a project's assets. Made anew for every call, so that edits are seen.
pub(crate) struct Assets<'a> {
    root: &'a ProjectRoot,
    packages: Packages,
    by_guid: HashMap<Guid, Asset>,
    presence: Presence,
    dlls: DllScripts,
    /// Assets whose guid another one has already.
    duplicates: Vec<(Guid, Asset)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Asset {
    /// Index of the linked package that holds it; `None`: the project itself.
    package: Option<usize>,
    /// Relative to the project or to the package.
    file: String,
    /// In Unity's own spelling.
    pub(crate) path: String,
}

/// What is known of a guid.
pub(crate) enum Verdict<'a> {
    Found(&'a Asset),
    /// Its `.meta` file is there and the asset is not.
    Gone(&'a Asset),
    BuiltIn,
    /// In a package of Unity's registry that is not on disk; `script` is the class of a script.
    Package {
        name: &'static str,
        script: Option<&'static str>,
    },
    /// In no file, and there is nowhere else for it to be.
    Missing,
    /// In no file at hand; these packages are not on disk.
    Unknown {
        absent: &'a [String],
    },
}

impl<'a> Assets<'a> {
    pub(crate) fn of(root: &'a ProjectRoot, cx: &Context) -> Result<Assets<'a>, EngineError> {
        let mut assets = Assets {
            root,
            packages: Packages::of(root),
            by_guid: HashMap::new(),
            presence: Presence::default(),
            dlls: DllScripts::default(),
            duplicates: Vec::new(),
        };
        for folder in ["Assets", "Packages", "Library/PackageCache"] {
            assets.add(None, folder, cx)?;
        }
        for package in 0..assets.packages.linked.len() {
            assets.add(Some(package), "", cx)?;
        }
        Ok(assets)
    }

    pub(crate) fn verdict(&self, guid: Guid) -> Verdict<'_> {
        if let Some(asset) = self.by_guid.get(&guid) {
            if self.presence.of(guid, || self.is_there(asset)) {
                return Verdict::Found(asset);
            }
            let mut others = self.duplicates.iter().filter(|(other, _)| *other == guid);
            let living = others.find(|(_, other)| self.is_there(other));
            living.map_or(Verdict::Gone(asset), |(_, living)| Verdict::Found(living))
        } else if guid.is_built_in() {
            Verdict::BuiltIn
        } else if let Some((name, script)) = self.packaged(guid) {
            Verdict::Package { name, script }
        } else if self.packages.absent.is_empty() {
            Verdict::Missing
        } else {
            Verdict::Unknown { absent: &self.packages.absent }
        }
    }

    /// A package that is on disk speaks for itself.
    fn packaged(&self, guid: Guid) -> Option<(&'static str, Option<&'static str>)> {
        let found = package_table::find(guid)?;
        let on_disk = self.packages.present.contains(found.package);
        (!on_disk).then_some((found.package, found.class))
    }

    /// Living assets of the project itself that share a guid: the one that it means here, and another.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (Guid, &Asset, &Asset)> {
        let pairs = self.duplicates.iter().filter_map(|(guid, other)| {
            let first = self.by_guid.get(guid)?;
            Some((*guid, first, other))
        });
        pairs.filter(|(_, first, other)| {
            [first, other].iter().all(|asset| asset.is_own() && self.is_there(asset))
        })
    }

    /// Libraries are often kept out of a repository and fetched by a build; their `.meta` files stay.
    fn is_there(&self, asset: &Asset) -> bool {
        asset.has_extension("dll") || self.folder(asset.package).has_entry(&asset.file)
    }

    /// Packages that are not on disk and known by the table only.
    pub(crate) fn listed_packages(&self) -> &[String] {
        &self.packages.listed
    }

    pub(crate) fn absent_packages(&self) -> &[String] {
        &self.packages.absent
    }

    pub(crate) fn read(&self, asset: &Asset) -> Result<Vec<u8>, EngineError> {
        self.folder(asset.package).read("Asset", &asset.file)
    }

    /// The class of a script in a DLL.
    pub(crate) fn dll_class(&self, guid: Guid, dll: &Asset, file_id: i64) -> Option<String> {
        self.dlls.class(guid, file_id, || self.read(dll).ok())
    }

    fn folder(&self, package: Option<usize>) -> &ProjectRoot {
        match package {
            Some(package) => &self.packages.linked[package].1,
            None => self.root,
        }
    }

    fn add(
        &mut self,
        package: Option<usize>,
        folder: &str,
        cx: &Context,
    ) -> Result<(), EngineError> {
        let is_meta = |name: &str| name.ends_with(".meta");
        for (count, meta) in self.folder(package).files(folder, is_meta, cx)?.iter().enumerate() {
            if count % 64 == 0 {
                cx.check()?;
            }
            let Some(guid) = self.guid_in(package, meta) else {
                continue;
            };
            let file = meta.trim_end_matches(".meta").to_owned();
            let path = self.spelling(package, &file);
            let asset = Asset { package, file, path };
            match self.by_guid.entry(guid) {
                Entry::Occupied(_) => self.duplicates.push((guid, asset)),
                Entry::Vacant(free) => drop(free.insert(asset)),
            }
        }
        Ok(())
    }

    fn spelling(&self, package: Option<usize>, file: &str) -> String {
        match package {
            Some(package) => format!("Packages/{}/{file}", self.packages.linked[package].0),
            None => cached_asset(file).unwrap_or_else(|| file.to_owned()),
        }
    }

    fn guid_in(&self, package: Option<usize>, meta: &str) -> Option<Guid> {
        let bytes = self.folder(package).read("Meta file", meta).ok()?;
        bytes[..bytes.len().min(META_HEAD)]
            .split(|&byte| byte == b'\n')
            .filter_map(|line| str::from_utf8(line).ok())
            .find_map(|line| Guid::parse(line.strip_prefix("guid:")?.trim()))
    }
}

impl Asset {
    /// The file's name without folders and extension.
    pub(crate) fn stem(&self) -> &str {
        stem(&self.path)
    }

    /// Whether it is kept with the project, rather than linked or cached.
    fn is_own(&self) -> bool {
        self.package.is_none() && cached_asset(&self.file).is_none()
    }

    /// Why an asset that is gone cannot be used.
    pub(crate) fn gone(&self) -> String {
        format!("'{}' is gone; only its .meta file is left", self.path)
    }

    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        extension_of(&self.path).is_some_and(|own| own.eq_ignore_ascii_case(extension))
    }
}

pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

pub(crate) fn extension_of(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    Some(name.rsplit_once('.')?.1)
}

/// Packages for a message: all of a few, the first ones of many.
pub(crate) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
