//! The packages that a project depends on: where they are, which of their assets the built-in table
//! knows, and what may be in the others.
//!
//! Invariant: a manifest cannot make any folder of the disk part of the project. The folder of a
//! `file:` package is a root of its own, and only if its `package.json` has the name of that
//! package.

mod known;
mod listed;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scenewright_engine::Subject;
use scenewright_journal::canonicalize;
use scenewright_model::CandidatePackage;
use serde_json::Value as Json;

use super::package_table::{self, AssetKinds, PackagedAsset, TablePackage, VersionRange};
use super::package_version::PackageVersion;
use super::pointer::Guid;
use known::has_no_assets;
use listed::{DependencyEntry, ListedDependencies, dependencies};
use scenewright_project_files::root::ProjectRoot;

pub(super) const PACKAGE_CACHE: &str = "Library/PackageCache";

#[derive(Default, PartialEq, Eq)]
pub(crate) struct UnityPackages {
    /// Packages that the manifest takes from a folder outside the project, by name.
    pub(crate) linked: Vec<(String, ProjectRoot)>,
    /// The names of the packages on disk.
    pub(crate) present: BTreeSet<String>,
    /// All packages that the project depends on, directly or not, with their versions as far as known.
    dependencies: BTreeMap<String, String>,
    /// Packages of which it is not known what they depend on.
    open_ends: Vec<String>,
    /// Packages that are neither on disk nor in the table.
    absent: Vec<String>,
    /// The packages that may have assets of these kinds which are neither on disk nor in the table.
    candidates: Vec<(AssetKinds, Arc<[CandidatePackage]>)>,
    /// Dependencies that are no folder of the project, if their version is a path.
    by_path: Vec<PackageByPath>,
}

/// A dependency on a `file:`.
#[derive(PartialEq, Eq)]
struct PackageByPath {
    name: String,
    version: String,
    /// `None` if there is no such package at the path.
    folder: Option<PathBuf>,
}

/// A package of which the table knows other versions only.
struct PartlyKnownPackage {
    package: TablePackage,
    candidate: CandidatePackage,
}

/// Packages whose assets are not all known.
#[derive(Default)]
struct UnknownContents {
    absent: Vec<String>,
    partly_known: Vec<PartlyKnownPackage>,
}

/// What the table says about a guid that no file has.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PackagedGuid {
    /// In a dependency that is not on disk.
    InDependency(PackagedAsset),
    /// In a package that the project does not depend on.
    NotDependency(PackagedAsset),
    /// In a package that dependencies may depend on.
    PerhapsDependency(PackagedAsset),
    /// In other versions of a dependency.
    OtherVersion { asset: PackagedAsset, used: String, versions: Option<VersionRange> },
    /// In a sample of a dependency.
    Sample(PackagedAsset),
    /// In a dependency, perhaps only in a sample of it.
    PerhapsSample { asset: PackagedAsset, used: String },
}

impl UnityPackages {
    pub(crate) fn read(root: &ProjectRoot) -> UnityPackages {
        let embedded = embedded_packages(root);
        let listed = ListedDependencies::read(root);
        let mut packages = UnityPackages::default();
        packages.present.extend(embedded.keys().cloned());
        packages.present.extend(cached_packages(root));
        let mut unknown = UnknownContents::default();
        unknown.absent.extend(listed.unreadable);
        let mut queue: VecDeque<_> = listed.entries.into();
        queue.extend(packages.present.iter().map(|name| DependencyEntry::unlocked(name, "")));
        while let Some(entry) = queue.pop_front() {
            if packages.dependencies.contains_key(&entry.name) {
                continue;
            }
            packages.dependencies.insert(entry.name.clone(), entry.version.clone());
            packages.locate(root, &entry, &mut unknown);
            if entry.is_locked {
                continue;
            }
            match packages.needs(&embedded, &entry.name) {
                Some(needed) => queue.extend(needed),
                None => packages.open_ends.push(entry.name),
            }
        }
        let kinds = AssetKinds::ALL.into_iter();
        packages.candidates = kinds.map(|kinds| (kinds, unknown.candidates(kinds))).collect();
        packages.absent = unknown.absent;
        packages
    }

    /// Whether the dependencies on paths still lead to the same folders. Links on the way, and folders
    /// outside the project that do not exist yet, are not watched.
    pub(crate) fn are_paths_current(&self, root: &ProjectRoot) -> bool {
        self.by_path.iter().all(|package| {
            let now = linked_folder(root, &package.name, &package.version);
            now.as_ref().map(ProjectRoot::path) == package.folder.as_deref()
        })
    }

    pub(crate) fn linked_paths(&self) -> Vec<&Path> {
        self.linked.iter().map(|(_, root)| root.path()).collect()
    }

    /// Finds a dependency: on disk, in the table or nowhere.
    fn locate(
        &mut self,
        root: &ProjectRoot,
        entry: &DependencyEntry,
        unknown: &mut UnknownContents,
    ) {
        let DependencyEntry { name, version, .. } = entry;
        if has_no_assets(name) || self.present.contains(name) {
            return;
        }
        let linked = linked_folder(root, name, version);
        if version.starts_with("file:") {
            let folder = linked.as_ref().map(|folder| folder.path().to_owned());
            let (name, version) = (name.clone(), version.clone());
            self.by_path.push(PackageByPath { name, version, folder });
        }
        if let Some(folder) = linked {
            self.present.insert(name.clone());
            // Otherwise its files are among the project's own already.
            if !root.is_walked(&["Assets", "Packages"], folder.path()) {
                self.linked.push((name.clone(), folder));
            }
            return;
        }
        let Some(package) = TablePackage::find(name) else {
            unknown.absent.push(name.clone());
            return;
        };
        let is_covered = PackageVersion::parse(version).is_some_and(|used| package.covers(used));
        if !is_covered && !entry.is_assumed {
            let known = package.newest().unwrap_or("an unknown version").to_owned();
            // An address is no version.
            let used = PackageVersion::parse(version).map(|_| version.clone());
            let newer = Some((used.unwrap_or_default(), known));
            let candidate = CandidatePackage { name: name.clone(), newer };
            unknown.partly_known.push(PartlyKnownPackage { package, candidate });
        }
    }

    /// What a package depends on. `None`: not known.
    fn needs(&self, embedded: &BTreeMap<String, Json>, name: &str) -> Option<Vec<DependencyEntry>> {
        let linked = self.linked.iter().find(|(linked, _)| linked == name);
        let linked = linked.map(|(_, folder)| json(folder, "package.json"));
        if let Some(package) = linked.as_ref().or_else(|| embedded.get(name)) {
            let needed = dependencies(package);
            return Some(
                needed.map(|(name, version)| DependencyEntry::unlocked(&name, &version)).collect(),
            );
        }
        // What a package in the cache depends on is in the cache, too.
        if self.present.contains(name) {
            return Some(Vec::new());
        }
        let needed = known::dependencies(name)?.iter();
        Some(needed.map(|name| DependencyEntry::assumed(name)).collect())
    }

    /// What the table says about a guid that no file has. `None`: the table does not have it.
    pub(crate) fn find_in_table(&self, guid: Guid) -> Option<PackagedGuid> {
        let mut best: Option<PackagedGuid> = None;
        // A guid that moved to another package may be in the right version of one of them.
        for asset in package_table::find(guid) {
            let found = self.judge(asset);
            if best.as_ref().is_none_or(|best| found.rank() < best.rank()) {
                best = Some(found);
            }
        }
        best
    }

    fn judge(&self, asset: PackagedAsset) -> PackagedGuid {
        let name = asset.package.name();
        let Some(used) = self.dependencies.get(name) else {
            return match self.carriers(name).is_empty() {
                true => PackagedGuid::NotDependency(asset),
                false => PackagedGuid::PerhapsDependency(asset),
            };
        };
        let version = PackageVersion::parse(used);
        let versions = version.and_then(|used| asset.other_versions(used));
        let is_present = self.present.contains(name);
        match () {
            () if versions.is_none() && !is_present && asset.may_have_moved(version) => {
                PackagedGuid::PerhapsSample { asset, used: used.clone() }
            }
            () if asset.is_sample && versions.is_none() => PackagedGuid::Sample(asset),
            () if is_present || versions.is_some() => {
                PackagedGuid::OtherVersion { asset, used: used.clone(), versions }
            }
            () => PackagedGuid::InDependency(asset),
        }
    }

    /// The dependencies that a package may come with which is not among them. They may depend on it, have taken
    /// over its assets in a version that is not known, or contain a copy: packages of third parties exist under
    /// several names.
    pub(crate) fn carriers(&self, package: &str) -> Vec<String> {
        let newer = self.candidates(AssetKinds::ANY);
        let newer = newer.iter().filter(|candidate| candidate.newer.is_some());
        let relatives = newer.filter(|candidate| is_same_family(&candidate.name, package));
        let is_copied = !package.starts_with("com.unity.");
        let copies = self.absent.iter().filter(|_| is_copied);
        let mut all: Vec<String> = self.open_ends.iter().chain(copies).cloned().collect();
        all.extend(relatives.map(|candidate| candidate.name.clone()));
        all.sort();
        all.dedup();
        all
    }

    /// The packages that may have an asset of these kinds which is neither on disk nor in the table.
    pub(crate) fn candidates(&self, kinds: AssetKinds) -> Arc<[CandidatePackage]> {
        let found = self.candidates.iter().find(|(known, _)| *known == kinds);
        found.map(|(_, candidates)| Arc::clone(candidates)).unwrap_or_default()
    }
}

/// Whether assets move between these packages.
fn is_same_family(one: &str, other: &str) -> bool {
    let family = |package: &str| {
        let start = package.match_indices('.').nth(2).map_or(package.len(), |(at, _)| at);
        match &package[..start] {
            "com.unity.shadergraph" | "com.unity.visualeffectgraph" => {
                "com.unity.render-pipelines".to_owned()
            }
            family => family.to_owned(),
        }
    };
    family(one) == family(other)
}

impl PackagedGuid {
    /// The best explanation has the lowest. A package that was renamed goes on with higher versions.
    fn rank(&self) -> (u8, bool, Reverse<Option<PackageVersion<'static>>>) {
        let (rank, asset) = match self {
            PackagedGuid::InDependency(asset) => (0, asset),
            PackagedGuid::Sample(asset) | PackagedGuid::PerhapsSample { asset, .. } => (1, asset),
            PackagedGuid::OtherVersion { asset, used, versions } => {
                (if is_older(used, *versions) { 4 } else { 2 }, asset)
            }
            PackagedGuid::PerhapsDependency(asset) | PackagedGuid::NotDependency(asset) => {
                (3, asset)
            }
        };
        (rank, asset.is_sample, Reverse(asset.last_version()))
    }
}

/// Whether an asset came to its package later: then it may have been in another one before.
fn is_older(used: &str, versions: Option<VersionRange>) -> bool {
    let first = versions.and_then(|range| PackageVersion::parse(range.first));
    PackageVersion::parse(used).zip(first).is_some_and(|(used, first)| used < first)
}

impl UnknownContents {
    fn candidates(&self, kinds: AssetKinds) -> Arc<[CandidatePackage]> {
        let absent = self.absent.iter();
        let absent = absent.map(|name| CandidatePackage { name: name.clone(), newer: None });
        let partly = self.partly_known.iter().filter(|partly| partly.package.has_kinds(kinds));
        absent.chain(partly.map(|partly| partly.candidate.clone())).collect()
    }
}

/// A package's folder in the cache is named after the package and its version.
pub(crate) fn cached_asset_path(path: &str) -> Option<String> {
    let inside = path.strip_prefix(PACKAGE_CACHE)?.strip_prefix('/')?;
    let (folder, rest) = inside.split_once('/')?;
    let name = folder.split('@').next().unwrap_or(folder);
    Some(format!("Packages/{name}/{rest}"))
}

/// The `package.json` of each embedded package, by name.
fn embedded_packages(root: &ProjectRoot) -> BTreeMap<String, Json> {
    let named = |folder: String| {
        let json = json(root, &format!("Packages/{folder}/package.json"));
        Some((json.get("name")?.as_str()?.to_owned(), json))
    };
    subfolders(&root.path().join("Packages")).into_iter().filter_map(named).collect()
}

fn cached_packages(root: &ProjectRoot) -> BTreeSet<String> {
    subfolders(&root.path().join(PACKAGE_CACHE))
        .into_iter()
        .filter_map(|folder| Some(folder.split_once('@')?.0.to_owned()))
        .collect()
}

/// The folder of a `file:` package.
pub(super) fn linked_folder(root: &ProjectRoot, name: &str, version: &str) -> Option<ProjectRoot> {
    let folder = root.path().join("Packages").join(version.strip_prefix("file:")?);
    let folder = ProjectRoot::new(canonicalize(&folder).ok()?);
    let says = json(&folder, "package.json");
    (says.get("name")?.as_str()? == name).then_some(folder)
}

pub(super) fn subfolders(parent: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(parent) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}

/// A JSON file; null when it does not exist or is not JSON.
fn json(root: &ProjectRoot, path: &str) -> Json {
    let bytes = root.read(Subject::PackageFile, path).unwrap_or_default();
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(text).unwrap_or_default()
}
