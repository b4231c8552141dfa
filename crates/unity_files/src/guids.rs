//! Which asset a guid belongs to, by the project's index; and where it may be if it is in none.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use scenewright_engine::{EngineError, Subject};

use super::dll::DllScripts;
use super::index::{AssetFile, UnityIndex};
use super::package_table;
use super::pointer::Guid;
use scenewright_project_files::root::ProjectRoot;

/// What one call knows of a project's assets.
pub(crate) struct UnityAssets<'a> {
    root: &'a ProjectRoot,
    index: Arc<UnityIndex>,
    dlls: DllScripts,
    /// Files that are to be read as if they had been written already, by path.
    planned: HashMap<String, Vec<u8>>,
    /// Assets that only the memory has: the index knows the disk.
    unsaved: Vec<AssetFile>,
}

/// What is known of a guid.
pub(crate) enum ResolvedGuid<'a> {
    Found(&'a AssetFile),
    /// Its `.meta` file is there and the asset is not.
    OnlyMeta(&'a AssetFile),
    BuiltIn,
    /// In a package of Unity's registry that is not on disk; `script` is the class of a script.
    Package {
        name: &'static str,
        script: Option<&'static str>,
    },
    /// In no file, and there is nowhere else for it to be.
    Missing,
    /// In no file at hand; these packages are not on disk, or there are files that were not read.
    Unknown {
        absent: &'a [String],
    },
}

impl<'a> UnityAssets<'a> {
    pub(crate) fn new(root: &'a ProjectRoot, index: Arc<UnityIndex>) -> UnityAssets<'a> {
        let unsaved = unsaved_assets(root);
        UnityAssets { root, index, dlls: DllScripts::default(), planned: HashMap::new(), unsaved }
    }

    /// The same, with some files as they are going to be.
    pub(crate) fn with_planned(self, planned: HashMap<String, Vec<u8>>) -> UnityAssets<'a> {
        UnityAssets { planned, ..self }
    }

    /// The same, with assets that the index does not know: those of these `.meta` files.
    pub(crate) fn with_new_metas<'m>(
        mut self,
        files: impl Iterator<Item = (&'m str, &'m [u8])>,
    ) -> Self {
        let new = files.filter_map(|(path, content)| {
            let asset = path.strip_suffix(".meta")?;
            let guid = meta_guid(std::str::from_utf8(content).ok()?)?;
            Some(AssetFile::new_unsaved(asset, guid))
        });
        self.unsaved.extend(new);
        self
    }

    pub(crate) fn resolve_guid(&self, guid: Guid) -> ResolvedGuid<'_> {
        if let Some(asset) = self.index.by_guid(guid) {
            if self.exists(asset) {
                return ResolvedGuid::Found(asset);
            }
            let mut claims = self.index.claimants(guid);
            claims
                .find(|other| self.exists(other))
                .map_or(ResolvedGuid::OnlyMeta(asset), ResolvedGuid::Found)
        } else if let Some(asset) = self.unsaved.iter().find(|asset| asset.guid == Some(guid)) {
            ResolvedGuid::Found(asset)
        } else if guid.is_built_in() {
            ResolvedGuid::BuiltIn
        } else if let Some((name, script)) = self.find_in_package_table(guid) {
            ResolvedGuid::Package { name, script }
        } else if self.absent_packages().is_empty() && !self.index.has_hidden_guids() {
            ResolvedGuid::Missing
        } else {
            ResolvedGuid::Unknown { absent: self.absent_packages() }
        }
    }

    /// By Unity's spelling, also one that is not on disk yet.
    pub(crate) fn find(&self, path: &str) -> Option<&AssetFile> {
        let known = self.index.find(path).filter(|asset| asset.exists);
        known.or_else(|| self.unsaved.iter().find(|asset| *asset.path == *path))
    }

    /// A package that is on disk speaks for itself.
    fn find_in_package_table(&self, guid: Guid) -> Option<(&'static str, Option<&'static str>)> {
        let found = package_table::find(guid)?;
        let on_disk = self.index.packages().present.contains(found.package);
        (!on_disk).then_some((found.package, found.class))
    }

    /// Living assets of the project itself that share a guid: the first one, and another.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (Guid, &AssetFile, &AssetFile)> {
        self.index.duplicates().flat_map(|(guid, claims)| {
            let own = claims.into_iter().filter(|asset| asset.is_own() && self.exists(asset));
            let own: Vec<&AssetFile> = own.collect();
            let first = own.first().copied();
            own.into_iter().skip(1).filter_map(move |other| Some((guid, first?, other)))
        })
    }

    /// Packages that are not on disk and known by the table only.
    pub(crate) fn packages_in_table(&self) -> &[String] {
        &self.index.packages().in_table
    }

    pub(crate) fn absent_packages(&self) -> &[String] {
        &self.index.packages().absent
    }

    pub(crate) fn root(&self) -> &'a ProjectRoot {
        self.root
    }

    pub(crate) fn index(&self) -> &Arc<UnityIndex> {
        &self.index
    }

    pub(crate) fn read(&self, asset: &AssetFile) -> Result<Vec<u8>, EngineError> {
        if let Some(planned) = self.planned.get(&*asset.path) {
            return Ok(planned.clone());
        }
        self.index.root_for(self.root, asset).read(Subject::Asset, asset.file())
    }

    /// The text of its `.meta` file.
    pub(crate) fn read_meta(&self, asset: &AssetFile) -> Option<String> {
        let meta = format!("{}.meta", asset.file());
        let bytes = self.index.root_for(self.root, asset).read(Subject::MetaFile, &meta).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// Libraries are often kept out of a repository and fetched by a build; their `.meta` files stay.
    fn exists(&self, asset: &AssetFile) -> bool {
        asset.exists
            || asset.has_extension("dll")
            || self.index.has_in_other_case(&asset.path)
            || self.index.is_unlisted(&asset.path)
    }

    /// Where a file really is.
    pub(crate) fn absolute_path(&self, folder: u16, file: &str) -> PathBuf {
        self.index.root_for_folder(self.root, folder).path().join(file)
    }

    /// The class of a script in a DLL.
    pub(crate) fn dll_class(&self, guid: Guid, dll: &AssetFile, file_id: i64) -> Option<String> {
        self.dlls.class(guid, file_id, || self.read(dll).ok())
    }
}

/// By their new `.meta` files.
fn unsaved_assets(root: &ProjectRoot) -> Vec<AssetFile> {
    let drafts = root.unsaved().snapshot();
    let new = drafts.iter().filter(|(_, draft)| draft.base.is_none());
    let metas = new.filter_map(|(path, draft)| {
        let asset = path.strip_suffix(".meta")?;
        let text = std::str::from_utf8(draft.now.as_deref()?).ok()?;
        Some(AssetFile::new_unsaved(asset, meta_guid(text)?))
    });
    metas.collect()
}

fn meta_guid(meta: &str) -> Option<Guid> {
    meta.lines().find_map(|line| Guid::parse(line.strip_prefix("guid: ")?.trim()))
}

pub(crate) fn extension_of(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    Some(name.rsplit_once('.')?.1)
}

/// Where something may be whose guid no asset at hand has.
pub(crate) fn possible_location(absent: &[String]) -> String {
    match absent {
        [] => "be that of a file or folder that was not read".to_owned(),
        _ => format!("belong to a package that is not on disk: {}", join_limited(absent)),
    }
}

/// Packages for a message: all of a few, the first ones of many.
pub(crate) fn join_limited(names: &[String]) -> String {
    const MAX_NAMES: usize = 8;
    let shown = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
