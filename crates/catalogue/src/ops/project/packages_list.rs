//! `project.packages.list`: the packages the project depends on.

use scenewright_model::ProjectPackages;

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct PackagesList;

impl Operation for PackagesList {
    type Args = NoArgs;
    type Output = ProjectPackages;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.packages.list",
        name: "List Project Packages",
        description: "Lists the packages the project depends on, with version, source and folder, and its scoped registries.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("For Unity projects. Reads Packages/manifest.json and packages-lock.json."),
        examples: include_str!("packages_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<ProjectPackages, Failure> {
        cx.ask(|engine, cx| {
            let list = engine.as_package_list();
            list.ok_or_else(|| missing_interface(engine, "list packages"))?.packages(cx)
        })
    }
}
