//! Resolves guids: the asset that a guid belongs to or, if no file has it, where it may be.
//!
//! Invariant: what cannot be known from the files is `Unknown` with a diagnostic, never `Missing`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, Subject};
use scenewright_fbx::FbxNode;
use scenewright_model::{BrokenReason, UnknownReason, UnreadOwners, UnreadReason};

use super::dll::DllScripts;
use super::editor_table::{self, EditorAsset};
use super::imported_model::ModelFileGap;
use super::index::{AssetFile, UnityIndex};
use super::package_table::{AssetKinds, PackagedAsset};
use super::packages::PackagedGuid;
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
    /// In a package that is not on disk; `script` is the class if it is a script.
    Package {
        name: &'static str,
        script: Option<&'static str>,
    },
    /// In no file, and there is nowhere else for it to be.
    Missing {
        reason: BrokenReason,
    },
    /// In no file that was read.
    Unknown {
        reason: UnknownReason,
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
        self.resolve_reference(guid, AssetKinds::ANY)
    }

    /// The kinds say what a package would need to have, if the guid is in one that is not known.
    pub(crate) fn resolve_reference(&self, guid: Guid, kinds: AssetKinds) -> ResolvedGuid<'_> {
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
        } else if let Some(found) = self.index.packages().find_in_table(guid) {
            self.resolve_packaged(found)
        } else {
            self.resolve_unlisted(guid, kinds)
        }
    }

    /// A guid of the package table.
    fn resolve_packaged(&self, found: PackagedGuid) -> ResolvedGuid<'_> {
        let reason = match found {
            PackagedGuid::InDependency(PackagedAsset { package, class, .. }) => {
                return ResolvedGuid::Package { name: package.name(), script: class };
            }
            PackagedGuid::PerhapsDependency(asset) => {
                let package = asset.package.name().to_owned();
                let through = self.index.packages().carriers(&package).into();
                let reason = UnknownReason::PerhapsDependency { package, through };
                return ResolvedGuid::Unknown { reason };
            }
            PackagedGuid::PerhapsSample { asset, used } => {
                let package = asset.package.name().to_owned();
                let reason = UnknownReason::PerhapsSample { package, used };
                return ResolvedGuid::Unknown { reason };
            }
            PackagedGuid::NotDependency(asset) => BrokenReason::NotDependency {
                package: asset.package.name().to_owned(),
                class: asset.class.map(str::to_owned),
            },
            PackagedGuid::OtherVersion { asset, used, versions } => BrokenReason::NotInVersion {
                package: asset.package.name().to_owned(),
                used,
                versions: versions
                    .map(|range| Box::new((range.first.to_owned(), range.last.to_owned()))),
            },
            PackagedGuid::Sample(asset) => {
                BrokenReason::SampleNotImported { package: asset.package.name().to_owned() }
            }
        };
        ResolvedGuid::Missing { reason }
    }

    /// A guid that neither a file nor the package table has.
    fn resolve_unlisted(&self, guid: Guid, kinds: AssetKinds) -> ResolvedGuid<'_> {
        match editor_table::find(guid) {
            Some(EditorAsset::Resource | EditorAsset::Dll(_)) => return ResolvedGuid::BuiltIn,
            Some(EditorAsset::StandardAsset(path)) => {
                let reason = BrokenReason::NoStandardAsset { path: path.to_owned() };
                return ResolvedGuid::Missing { reason };
            }
            None => {}
        }
        let owners = UnreadOwners {
            packages: self.index.packages().candidates(kinds),
            submodules: self.index.absent_submodules(),
            files: self.index.has_hidden_guids(),
        };
        match owners.is_empty() {
            true => ResolvedGuid::Missing { reason: BrokenReason::NoAsset },
            false => ResolvedGuid::Unknown { reason: UnknownReason::UnresolvedGuid(owners) },
        }
    }

    /// By Unity's path; also finds an asset that is not on disk yet.
    pub(crate) fn find(&self, path: &str) -> Option<&AssetFile> {
        let known = self.index.find(path).filter(|asset| asset.exists);
        known.or_else(|| self.unsaved.iter().find(|asset| *asset.path == *path))
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

    /// The same, in a buffer that is reused. The walk that found the file follows no links: it needs no
    /// resolving.
    pub(crate) fn read_into<'b>(
        &self,
        asset: &AssetFile,
        buffer: &'b mut Vec<u8>,
        cx: &Context,
    ) -> Result<&'b [u8], EngineError> {
        let root = self.index.root_for(self.root, asset);
        let is_on_disk = !self.planned.contains_key(&*asset.path)
            && !root.unsaved().snapshot().contains(asset.file());
        let length = match is_on_disk {
            true => root.read_walked(asset.file(), asset.bytes, buffer, cx)?.ok().map(<[u8]>::len),
            false => None,
        };
        match length {
            Some(length) => Ok(&buffer[..length]),
            // With the right error.
            None => {
                *buffer = self.read(asset)?;
                Ok(buffer)
            }
        }
    }

    /// The text of its `.meta` file.
    pub(crate) fn read_meta(&self, asset: &AssetFile) -> Option<String> {
        let meta = format!("{}.meta", asset.file());
        let bytes = self.index.root_for(self.root, asset).read(Subject::MetaFile, &meta).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// The nodes of a model's file.
    pub(crate) fn model_nodes(&self, asset: &AssetFile) -> Result<Vec<FbxNode>, ModelFileGap> {
        if !self.exists(asset) {
            return Err(ModelFileGap::Absent);
        }
        if !asset.has_extension("fbx") {
            return Err(ModelFileGap::OtherFormat);
        }
        let root = self.index.root_for(self.root, asset);
        let file = match root.open_disk(Subject::Asset, asset.file()) {
            Ok((file, _)) => file,
            Err(EngineError::NotFound { .. }) => return Err(ModelFileGap::Absent),
            Err(error) => return Err(ModelFileGap::Unreadable { reason: error.to_string() }),
        };
        scenewright_fbx::read_nodes(file).map_err(|error| match root.probe(asset.file()) {
            Some(UnreadReason::LfsPointer) => ModelFileGap::LfsPointer,
            _ => ModelFileGap::Unreadable { reason: error.to_string() },
        })
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
