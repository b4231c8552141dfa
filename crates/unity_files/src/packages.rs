//! The packages that a project depends on: where they are, and which are not on disk.
//!
//! Invariant: a manifest cannot make any folder of the disk part of the project. The folder of a
//! `file:` package is a root of its own, and only if its `package.json` has the name of that
//! package.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use scenewright_engine::Subject;
use serde_json::Value as Json;

use super::package_table;
use scenewright_project_files::root::ProjectRoot;

pub(super) const PACKAGE_CACHE: &str = "Library/PackageCache";

#[derive(Default, PartialEq, Eq)]
pub(crate) struct UnityPackages {
    /// Packages that the manifest takes from a folder outside the project, by name.
    pub(crate) linked: Vec<(String, ProjectRoot)>,
    /// The names of the packages on disk.
    pub(crate) present: BTreeSet<String>,
    /// Dependencies that are not on disk but in the built-in package table.
    pub(crate) in_table: Vec<String>,
    /// Dependencies that are in neither.
    pub(crate) absent: Arc<[String]>,
}

impl UnityPackages {
    pub(crate) fn read(root: &ProjectRoot) -> UnityPackages {
        let mut packages = UnityPackages::default();
        let mut absent = Vec::new();
        let mut present = embedded_packages(root);
        present.extend(cached_packages(root));
        for (name, version) in dependencies(root) {
            if has_no_assets(&name) || present.contains(&name) {
                continue;
            }
            match linked_folder(root, &name, &version) {
                // Its files are among the project's own already.
                Some(folder) if root.is_walked(&["Assets", "Packages"], folder.path()) => {
                    present.insert(name);
                }
                Some(folder) => {
                    present.insert(name.clone());
                    packages.linked.push((name, folder));
                }
                None if is_in_table(&name, &version) => packages.in_table.push(name),
                None => absent.push(name),
            }
        }
        packages.present = present;
        packages.absent = absent.into();
        packages
    }
}

/// Whether the built-in table covers this version. It was made from the registry, and later
/// versions of some packages ship with the editor instead.
fn is_in_table(package: &str, version: &str) -> bool {
    const MOVED_INTO_EDITOR: [(&str, u32); 4] = [
        ("com.unity.render-pipelines.", 12),
        ("com.unity.shadergraph", 12),
        ("com.unity.ugui", 2),
        ("com.unity.visualeffectgraph", 12),
    ];
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    let left = MOVED_INTO_EDITOR.iter().find(|(name, _)| package.starts_with(name));
    let is_known = left.is_none_or(|(_, since)| major.is_some_and(|major| major < *since));
    is_known && package_table::covers(package)
}

/// Packages without assets that a scene could use: engine modules, lists of other packages, bridges
/// to code editors, libraries.
fn has_no_assets(package: &str) -> bool {
    const FAMILIES: [&str; 4] =
        ["com.unity.modules.", "com.unity.feature.", "com.unity.ide.", "com.unity.nuget."];
    const PACKAGES: [&str; 6] = [
        "com.unity.burst",
        "com.unity.collab-proxy",
        "com.unity.editorcoroutines",
        "com.unity.ext.nunit",
        "com.unity.mathematics",
        "com.unity.package-manager-ui",
    ];
    FAMILIES.iter().any(|family| package.starts_with(family)) || PACKAGES.contains(&package)
}

/// A package's folder in the cache is named after the package and its version.
pub(crate) fn cached_asset_path(path: &str) -> Option<String> {
    let inside = path.strip_prefix(PACKAGE_CACHE)?.strip_prefix('/')?;
    let (folder, rest) = inside.split_once('/')?;
    let name = folder.split('@').next().unwrap_or(folder);
    Some(format!("Packages/{name}/{rest}"))
}

fn dependencies(root: &ProjectRoot) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for file in ["Packages/manifest.json", "Packages/packages-lock.json"] {
        let json = json(root, file);
        let Some(entries) = json.get("dependencies").and_then(Json::as_object) else {
            continue;
        };
        for (name, value) in entries {
            // A lock file keeps the version inside an object.
            let version = value.as_str().or_else(|| value.get("version")?.as_str());
            if !found.iter().any(|(known, _)| known == name) {
                found.push((name.clone(), version.unwrap_or_default().to_owned()));
            }
        }
    }
    found
}

fn embedded_packages(root: &ProjectRoot) -> BTreeSet<String> {
    let named = |folder: String| {
        let json = json(root, &format!("Packages/{folder}/package.json"));
        Some(json.get("name")?.as_str()?.to_owned())
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
    let folder = ProjectRoot::new(folder.canonicalize().ok()?);
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
