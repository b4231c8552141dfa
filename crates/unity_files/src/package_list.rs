//! The packages in the manifest (`manifest.json`), the versions they were resolved to
//! (`packages-lock.json`) and their folders.

use std::collections::BTreeMap;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{Package, PackageSource, ProjectPackages, ScopedRegistry};
use serde_json::Value as Json;

use super::packages::{PACKAGE_CACHE, linked_folder, subfolders};
use scenewright_project_files::root::ProjectRoot;

const MANIFEST: &str = "Packages/manifest.json";
const LOCK: &str = "Packages/packages-lock.json";

pub(crate) fn read(root: &ProjectRoot, cx: &Context) -> ReadResult<ProjectPackages> {
    cx.check()?;
    let mut diagnostics = Vec::new();
    let mut or_report = |read: Result<Json, EngineError>| {
        read.unwrap_or_else(|error| {
            diagnostics.push(error.to_string());
            Json::Null
        })
    };
    let manifest = or_report(json(root, MANIFEST));
    let lock = or_report(json(root, LOCK));
    let mut found: BTreeMap<String, Package> = BTreeMap::new();
    for (name, version) in dependencies(&manifest) {
        let version = version.as_str().unwrap_or_default();
        found.insert(name.clone(), manifest_package(name, version));
    }
    for (name, entry) in dependencies(&lock) {
        apply_lock_entry(found.entry(name.clone()).or_insert_with(|| new_package(name)), entry);
    }
    for (folder, package) in embedded_packages(root) {
        let known = found.entry(package.name.clone()).or_insert_with(|| package.clone());
        known.version = package.version;
        known.source = PackageSource::Embedded;
        known.path = Some(format!("Packages/{folder}"));
    }
    let cached = subfolders(&root.path().join(PACKAGE_CACHE));
    for package in found.values_mut().filter(|package| package.path.is_none()) {
        package.path = package_path(root, &cached, package);
    }
    let value = ProjectPackages {
        packages: found.into_values().collect(),
        registries: registries(&manifest),
    };
    Ok(Reading { diagnostics, ..Reading::from_files(value) })
}

fn dependencies(json: &Json) -> impl Iterator<Item = (&String, &Json)> {
    json.get("dependencies").and_then(Json::as_object).into_iter().flatten()
}

fn new_package(name: &str) -> Package {
    Package {
        name: name.to_owned(),
        version: String::new(),
        source: PackageSource::Registry,
        direct: false,
        depth: None,
        path: None,
    }
}

fn manifest_package(name: &str, version: &str) -> Package {
    Package {
        version: version.to_owned(),
        source: guess_source(name, version),
        direct: true,
        ..new_package(name)
    }
}

/// The source that a version in the manifest implies.
fn guess_source(name: &str, version: &str) -> PackageSource {
    let is_git = ["git+", "git@", "git:", "ssh:", "http:", "https:"];
    if version.starts_with("file:") {
        PackageSource::Local
    } else if is_git.iter().any(|start| version.starts_with(start)) || version.contains(".git") {
        PackageSource::Git
    } else if name.starts_with("com.unity.modules.") {
        PackageSource::BuiltIn
    } else {
        PackageSource::Registry
    }
}

/// The lock file is more precise: it has the resolved version and its source.
fn apply_lock_entry(package: &mut Package, entry: &Json) {
    let text = |key: &str| entry.get(key).and_then(Json::as_str);
    if let Some(version) = text("version") {
        package.version = version.to_owned();
    }
    let depth = entry.get("depth").and_then(Json::as_u64);
    package.depth = depth.and_then(|depth| depth.try_into().ok());
    package.direct |= package.depth == Some(0);
    package.source = match text("source") {
        Some("builtin") => PackageSource::BuiltIn,
        Some("embedded") => PackageSource::Embedded,
        Some("git") => PackageSource::Git,
        Some("local" | "local-tarball") => PackageSource::Local,
        Some("registry") => PackageSource::Registry,
        _ => guess_source(&package.name, &package.version),
    };
}

/// A folder in `Packages/` with a `package.json` is a package, whatever the manifest says.
fn embedded_packages(root: &ProjectRoot) -> Vec<(String, Package)> {
    let package = |folder: String| {
        let json = json(root, &format!("Packages/{folder}/package.json")).ok()?;
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let package = Package {
            version: text("version").unwrap_or_default().to_owned(),
            source: PackageSource::Embedded,
            direct: true,
            ..new_package(text("name")?)
        };
        Some((folder, package))
    };
    let mut folders = subfolders(&root.path().join("Packages"));
    folders.sort();
    folders.into_iter().filter_map(package).collect()
}

fn package_path(root: &ProjectRoot, cached: &[String], package: &Package) -> Option<String> {
    if let Some(folder) = linked_folder(root, &package.name, &package.version) {
        let inside = folder.path().strip_prefix(root.path());
        let path = inside.unwrap_or(folder.path());
        return Some(path.to_string_lossy().replace('\\', "/"));
    }
    // The folder's name ends in the version, or in a hash of it that only Unity can compute.
    let of_name = |folder: &&String| folder.split('@').next() == Some(package.name.as_str());
    let exact = format!("{}@{}", package.name, package.version);
    let folder = cached.iter().find(|folder| **folder == exact).or(cached.iter().find(of_name))?;
    Some(format!("{PACKAGE_CACHE}/{folder}"))
}

fn registries(manifest: &Json) -> Vec<ScopedRegistry> {
    let listed = manifest.get("scopedRegistries").and_then(Json::as_array);
    let registry = |entry: &Json| {
        let text = |key: &str| entry.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let scopes = entry.get("scopes").and_then(Json::as_array).into_iter().flatten();
        ScopedRegistry {
            name: text("name"),
            url: text("url"),
            scopes: scopes.filter_map(Json::as_str).map(str::to_owned).collect(),
        }
    };
    listed.into_iter().flatten().map(registry).collect()
}

fn json(root: &ProjectRoot, path: &str) -> Result<Json, EngineError> {
    let bytes = root.read(Subject::PackageFile, path)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(text).map_err(|error| EngineError::Malformed {
        path: path.to_owned(),
        line: error.line(),
        reason: "it is not JSON".to_owned(),
    })
}
