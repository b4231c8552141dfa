//! The crates that a target's program is made of, as cargo resolves them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;

use crate::{Result, shell};

#[derive(Debug, Clone, Default)]
pub(super) struct UsedCrate {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) licence: Option<String>,
    pub(super) description: Option<String>,
    pub(super) repository: Option<String>,
    pub(super) authors: Vec<String>,
    /// Its folder, for the texts of its licences.
    pub(super) folder: PathBuf,
    /// It comes from a registry; the others are of this workspace.
    pub(super) is_external: bool,
    /// SHA-256 of the package in the registry.
    pub(super) checksum: Option<String>,
    /// Runs when the program is built, and is not linked into it.
    pub(super) build_only: bool,
    /// Keys of what it depends on.
    pub(super) dependencies: BTreeSet<String>,
}

impl UsedCrate {
    pub(super) fn key(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }
}

/// Every crate that cargo builds for the program, by name and version. What is needed is asked from `cargo tree`,
/// which counts only the features that this program switches on; `cargo metadata` has the details.
pub(super) fn of_target(triple: &str) -> Result<BTreeMap<String, UsedCrate>> {
    let linked = tree(triple, "normal,no-proc-macro")?;
    let all = tree(triple, "normal,build")?;
    let checksums = checksums(&std::fs::read_to_string(shell::root().join("Cargo.lock"))?);
    let mut metadata =
        shell::cargo(["metadata", "--format-version", "1", "--filter-platform", triple]);
    let metadata: Value = serde_json::from_str(&shell::quietly(metadata.arg("--locked"))?)?;
    let mut crates = BTreeMap::new();
    let mut keys_by_id = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let mut known = described(package);
        let key = known.key();
        keys_by_id.insert(package["id"].as_str().unwrap_or_default().to_owned(), key.clone());
        known.build_only = !linked.contains(&key);
        known.checksum = checksums.get(&key).cloned();
        if all.contains(&key) {
            crates.insert(key, known);
        }
    }
    for node in metadata["resolve"]["nodes"].as_array().into_iter().flatten() {
        let key =
            |id: &Value| keys_by_id.get(id.as_str()?).filter(|key| all.contains(*key)).cloned();
        let Some(used) = key(&node["id"]).and_then(|key| crates.get_mut(&key)) else { continue };
        let is_built = |dependency: &&Value| {
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            kinds.into_iter().any(|kind| kind["kind"] != "dev")
        };
        let dependencies = node["deps"].as_array().into_iter().flatten().filter(is_built);
        used.dependencies = dependencies.filter_map(|it| key(&it["pkg"])).collect();
    }
    match all.iter().find(|key| !crates.contains_key(*key)) {
        None => Ok(crates),
        Some(key) => {
            Err(format!("cargo tree has {key}, which cargo metadata does not know").into())
        }
    }
}

fn tree(triple: &str, edges: &str) -> Result<BTreeSet<String>> {
    let mut tree =
        shell::cargo(["tree", "--package", "scenewright", "--locked", "--target", triple]);
    tree.args(["--prefix", "none", "--no-dedupe", "--format", "{p}", "--edges", edges]);
    Ok(shell::quietly(&mut tree)?.lines().filter_map(key_of_line).collect())
}

/// From `serde v1.0.2 (proc-macro)`, for example.
fn key_of_line(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, version) = (words.next()?, words.next()?);
    Some(format!("{name}@{}", version.strip_prefix('v')?))
}

fn described(package: &Value) -> UsedCrate {
    let text = |key: &str| package[key].as_str().map(str::to_owned);
    let authors = package["authors"].as_array().into_iter().flatten();
    let manifest = PathBuf::from(text("manifest_path").unwrap_or_default());
    UsedCrate {
        name: text("name").unwrap_or_default(),
        version: text("version").unwrap_or_default(),
        licence: text("license"),
        description: text("description")
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")),
        repository: text("repository"),
        authors: authors.filter_map(Value::as_str).map(str::to_owned).collect(),
        folder: manifest.parent().map(PathBuf::from).unwrap_or_default(),
        is_external: package["source"].is_string(),
        ..UsedCrate::default()
    }
}

/// The checksums in Cargo.lock.
fn checksums(lock: &str) -> BTreeMap<String, String> {
    let mut checksums = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim_matches([' ', '=', '"']).to_owned())
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (value("name "), value("version "), value("checksum "))
        {
            checksums.insert(format!("{name}@{version}"), checksum);
        }
    }
    checksums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_tree_and_the_lock_file_are_read() {
        assert_eq!(key_of_line("serde v1.0.2 (proc-macro)").as_deref(), Some("serde@1.0.2"));
        assert_eq!(
            key_of_line("scenewright v0.1.0 (/src/it)").as_deref(),
            Some("scenewright@0.1.0")
        );
        assert_eq!(key_of_line(""), None);
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"ab\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"0.1.0\"\n";
        assert_eq!(checksums(lock), BTreeMap::from([("a@1.0.0".to_owned(), "ab".to_owned())]));
    }
}
