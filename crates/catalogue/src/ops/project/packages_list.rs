//! `project.packages.list`: what the project depends on.

use scenewright_model::{self as model, PackageSource};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct PackagesList;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PackagesListOutput {
    /// The packages, sorted by name
    packages: Vec<PackageRow>,
    /// Registries beside Unity's own
    scoped_registries: Vec<PackageRegistry>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PackageRow {
    /// The package's name
    name: String,
    /// The version, or the address of a package from git or from a folder
    version: String,
    /// Where it comes from: `registry`, `embedded`, `local` (a folder or archive on this disk), `git` or `built-in`
    source: &'static str,
    /// Whether the project itself asks for it
    direct: bool,
    /// How many packages stand between the project and this one; absent without a lock file
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// Its folder, relative to the project or absolute; absent when it is not on this disk
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct PackageRegistry {
    /// The registry's name
    name: String,
    /// Its address
    url: String,
    /// Starts of the names of packages that come from it
    scopes: Vec<String>,
}

impl Operation for PackagesList {
    type Args = NoArgs;
    type Output = PackagesListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.packages.list",
        name: "List Project Packages",
        description: "Lists the packages that the project depends on, with version, source and folder, and its scoped registries.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("For Unity projects. From Packages/manifest.json and packages-lock.json."),
        examples: include_str!("packages_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<PackagesListOutput, Failure> {
        let found = cx.ask(|engine, cx| {
            let list = engine
                .as_package_list()
                .ok_or_else(|| missing_interface(engine, "list packages"))?;
            list.packages(cx)
        })?;
        let registry = |registry: model::ScopedRegistry| PackageRegistry {
            name: registry.name,
            url: registry.url,
            scopes: registry.scopes,
        };
        Ok(PackagesListOutput {
            packages: found.packages.into_iter().map(PackageRow::from).collect(),
            scoped_registries: found.registries.into_iter().map(registry).collect(),
        })
    }
}

impl From<model::Package> for PackageRow {
    fn from(package: model::Package) -> PackageRow {
        let source = match package.source {
            PackageSource::Registry => "registry",
            PackageSource::Embedded => "embedded",
            PackageSource::Local => "local",
            PackageSource::Git => "git",
            PackageSource::BuiltIn => "built-in",
        };
        PackageRow {
            name: package.name,
            version: package.version,
            source,
            direct: package.direct,
            depth: package.depth,
            path: package.path,
        }
    }
}
