//! Resolves guids: the asset that a guid belongs to or, if no file has it, where it may be.
//!
//! Invariant: what cannot be known from the files is `Unknown` with a diagnostic, never `Missing`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use scenewright_engine::{EngineError, Subject};

use super::dll::DllScripts;
use super::index::{AssetFile, UnityIndex};
use super::package_table;
use super::pointer::Guid;
use scenewright_project_files::root::ProjectRoot;

/// A snapshot of a project's assets, as one call sees them.
pub(crate) struct UnityAssets<'a> {
    root: &'a ProjectRoot,
    index: Arc<UnityIndex>,
    dlls: DllScripts,
    /// Contents that planned edits give to files, by path; they are read instead of the disk's.
    planned: HashMap<String, Vec<u8>>,
    /// Assets that exist only in memory, which the index (it reflects the disk) does not have.
    unsaved: Vec<AssetFile>,
}

/// The asset that a guid belongs to, or what is known about it.
pub(crate) enum ResolvedGuid<'a> {
    Found(&'a AssetFile),
    /// Its `.meta` file exists and the asset does not.
    OnlyMeta(&'a AssetFile),
    BuiltIn,
    /// In a package of Unity's registry that is not on disk; `script` is the class if it is a
    /// script.
    Package {
        name: &'static str,
        script: Option<&'static str>,
    },
    /// In no file, and there is nowhere else for it to be.
    Missing,
    /// In no file that was read, but these packages are not on disk, or some files were not read.
    Unknown {
        absent: &'a Arc<[String]>,
    },
}

impl<'a> UnityAssets<'a> {
    pub(crate) fn new(root: &'a ProjectRoot, index: Arc<UnityIndex>) -> UnityAssets<'a> {
        let unsaved = unsaved_assets(root);
        UnityAssets { root, index, dlls: DllScripts::default(), planned: HashMap::new(), unsaved }
    }

    /// With contents that planned edits give to some files.
    pub(crate) fn with_planned(self, planned: HashMap<String, Vec<u8>>) -> UnityAssets<'a> {
        UnityAssets { planned, ..self }
    }

    /// With the assets of these new `.meta` files.
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

    /// By Unity's path; also finds an asset that is not on disk yet.
    pub(crate) fn find(&self, path: &str) -> Option<&AssetFile> {
        let known = self.index.find(path).filter(|asset| asset.exists);
        known.or_else(|| self.unsaved.iter().find(|asset| *asset.path == *path))
    }

    /// The table is used only for packages that are not on disk.
    fn find_in_package_table(&self, guid: Guid) -> Option<(&'static str, Option<&'static str>)> {
        let found = package_table::find(guid)?;
        let on_disk = self.index.packages().present.contains(found.package);
        (!on_disk).then_some((found.package, found.class))
    }

    /// Existing assets of the project itself that share a guid: the first one, and another.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (Guid, &AssetFile, &AssetFile)> {
        self.index.duplicates().flat_map(|(guid, claims)| {
            let own = claims.into_iter().filter(|asset| asset.is_own() && self.exists(asset));
            let own: Vec<&AssetFile> = own.collect();
            let first = own.first().copied();
            own.into_iter().skip(1).filter_map(move |other| Some((guid, first?, other)))
        })
    }

    /// Packages that are not on disk but are in the built-in package table.
    pub(crate) fn packages_in_table(&self) -> &[String] {
        &self.index.packages().in_table
    }

    pub(crate) fn absent_packages(&self) -> &Arc<[String]> {
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

    /// DLLs are often kept out of a repository and fetched by a build, while their `.meta` files
    /// stay.
    fn exists(&self, asset: &AssetFile) -> bool {
        asset.exists
            || asset.has_extension("dll")
            || self.index.has_in_other_case(&asset.path)
            || self.index.is_unlisted(&asset.path)
    }

    /// The absolute path of a file.
    pub(crate) fn absolute_path(&self, folder: u16, file: &str) -> PathBuf {
        self.index.root_for_folder(self.root, folder).path().join(file)
    }

    /// The class of a script in a DLL.
    pub(crate) fn dll_class(&self, guid: Guid, dll: &AssetFile, file_id: i64) -> Option<String> {
        self.dlls.class(guid, file_id, || self.read(dll).ok())
    }
}

/// Assets of unsaved new `.meta` files.
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
