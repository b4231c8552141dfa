//! The packages that the manifest and the lock file list.

use std::collections::{BTreeMap, BTreeSet};

use scenewright_project_files::root::ProjectRoot;
use serde_json::Value as Json;

use super::json;
use super::known::{default_packages, version_of_editor};
use crate::package_version::PackageVersion;
use crate::settings;

const MANIFEST: &str = "Packages/manifest.json";
const LOCK: &str = "Packages/packages-lock.json";

/// A package that the project depends on, and how that is known.
pub(super) struct DependencyEntry {
    pub(super) name: String,
    pub(super) version: String,
    /// The lock file lists it with all that it depends on.
    pub(super) is_locked: bool,
    /// No file names it.
    pub(super) is_assumed: bool,
}

impl DependencyEntry {
    pub(super) fn unlocked(name: &str, version: &str) -> DependencyEntry {
        let (name, version) = (name.to_owned(), version.to_owned());
        DependencyEntry { name, version, is_locked: false, is_assumed: false }
    }

    pub(super) fn assumed(name: &str) -> DependencyEntry {
        DependencyEntry { is_assumed: true, ..DependencyEntry::unlocked(name, "") }
    }
}

/// The packages in the manifest and the lock file.
pub(super) struct ListedDependencies {
    pub(super) entries: Vec<DependencyEntry>,
    /// What a file lists that cannot be read.
    pub(super) unreadable: Option<String>,
}

impl ListedDependencies {
    pub(super) fn read(root: &ProjectRoot) -> ListedDependencies {
        let unreadable = [MANIFEST, LOCK]
            .into_iter()
            .find(|path| root.path().join(path).exists() && !json(root, path).is_object());
        let (manifest, lock) = (json(root, MANIFEST), json(root, LOCK));
        let outdated = outdated_locks(&manifest, &lock);
        let locked = dependencies(&lock).filter(|(name, _)| !outdated.contains(name));
        let locked = locked.map(|(name, version)| DependencyEntry {
            is_locked: true,
            ..DependencyEntry::unlocked(&name, &version)
        });
        let editor = settings::named_version(root);
        let named = dependencies(&manifest).map(|(name, version)| {
            let shipped = version_of_editor(&name, editor);
            DependencyEntry::unlocked(&name, shipped.unwrap_or(&version))
        });
        let mut entries: Vec<DependencyEntry> = locked.chain(named).collect();
        if manifest.is_null() && lock.is_null() && unreadable.is_none() {
            let defaults = default_packages(editor);
            entries.extend(defaults.iter().map(|name| DependencyEntry::assumed(name)));
        }
        let unreadable = unreadable.map(|path| format!("any in {path}, which is not JSON"));
        ListedDependencies { entries, unreadable }
    }
}

/// Packages of the lock file that come from a registry, while the manifest takes them from an address or a
/// folder: Unity then follows the manifest.
fn outdated_locks(manifest: &Json, lock: &Json) -> BTreeSet<String> {
    let is_version = |version: &str| PackageVersion::parse(version).is_some();
    let locked: BTreeMap<String, String> = dependencies(lock).collect();
    let differs = |name: &str, version: &str| {
        !version.is_empty()
            && !is_version(version)
            && locked.get(name).is_some_and(|locked| is_version(locked))
    };
    dependencies(manifest)
        .filter(|(name, version)| differs(name, version))
        .map(|(name, _)| name)
        .collect()
}

/// The names and versions of a manifest, of a lock file or of a `package.json`.
pub(super) fn dependencies(json: &Json) -> impl Iterator<Item = (String, String)> {
    let entries = json.get("dependencies").and_then(Json::as_object).into_iter().flatten();
    entries.map(|(name, value)| {
        // A lock file keeps the version inside an object.
        let version = value.as_str().or_else(|| value.get("version")?.as_str());
        (name.clone(), version.unwrap_or_default().to_owned())
    })
}
