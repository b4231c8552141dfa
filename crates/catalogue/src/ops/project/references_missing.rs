//! `project.references.missing`: what points at nothing.

use std::time::Duration;

use scenewright_model::{self as model, EngineKind, FindingKind, Findings};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Cx, lacking};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct ReferencesMissing;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Components whose script is gone
    missing_scripts: Vec<MissingScript>,
    /// Properties that point at something that is gone
    broken_references: Vec<BrokenReference>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MissingScript {
    /// The file that holds the component
    path: String,
    /// The object's path in that file
    game_object_path: String,
    /// Position among the object's components
    component_index: usize,
    /// The finding in a sentence
    context: String,
    /// Why it cannot be found
    reason: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BrokenReference {
    /// What is wrong: missing-prefab, broken-reference, missing-file, missing-object, dangling-file-id, duplicate-guid, duplicate-uid, stale-path, stale-uid, broken-node-path, missing-node, missing-signal or missing-method
    kind: &'static str,
    /// The file that holds the reference
    path: String,
    /// The object's path in that file; empty when it belongs to none
    game_object_path: String,
    /// The component that holds the reference
    component: String,
    /// The property's path
    property: String,
    /// What it points at
    target: String,
    /// The finding in a sentence
    context: String,
    /// Why it cannot be found
    reason: String,
}

impl Operation for ReferencesMissing {
    type Args = NoArgs;
    type Output = Output;

    const ABOUT: About = About {
        id: "project.references.missing",
        name: "Find Missing References",
        description: "Finds components whose script is gone, properties that point at assets or objects that are gone and, in Godot, broken signal connections and outdated paths. Use it to check a project before a build or after moving files.",
        category: "project",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Stops after 15 seconds with what it has found. What cannot be known without a package that is not on disk is counted in the diagnostics, never reported as missing.",
        ),
        examples: include_str!("references_missing.json"),
        runs: Runs::Worker,
        scan_limit: Some(Duration::from_secs(15)),
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<Output, Failure> {
        let findings = cx.ask(|engine, cx| {
            let references =
                engine.as_references().ok_or_else(|| lacking(engine, "check references"))?;
            references.missing(cx)
        })?;
        let noun = noun(cx.session().engine_kind());
        let Findings { missing_scripts, broken_references } = findings;
        Ok(Output {
            missing_scripts: missing_scripts
                .into_iter()
                .map(|finding| missing_script(finding, noun))
                .collect(),
            broken_references: broken_references
                .into_iter()
                .map(|finding| broken_reference(finding, noun))
                .collect(),
        })
    }
}

fn missing_script(finding: model::MissingScript, noun: &str) -> MissingScript {
    let (index, object) = (finding.component_index, leaf(&finding.object_path));
    MissingScript {
        context: format!("Missing script component at index {index} on {noun} '{object}'"),
        path: finding.file,
        game_object_path: finding.object_path,
        component_index: index,
        reason: finding.reason,
    }
}

fn broken_reference(finding: model::BrokenReference, noun: &str) -> BrokenReference {
    let holder = match leaf(&finding.object_path) {
        "" => String::new(),
        object if finding.component.is_empty() => format!(" on {noun} '{object}'"),
        object => format!(" of {} on {noun} '{object}'", finding.component),
    };
    BrokenReference {
        kind: finding.kind.as_str(),
        context: context(finding.kind, &finding.property, &holder),
        path: finding.file,
        game_object_path: finding.object_path,
        component: finding.component,
        property: finding.property,
        target: finding.target,
        reason: finding.reason,
    }
}

fn context(kind: FindingKind, property: &str, holder: &str) -> String {
    match kind {
        FindingKind::MissingPrefab => format!("Missing source{holder}"),
        FindingKind::DuplicateGuid => "Duplicate guid".to_owned(),
        FindingKind::DuplicateUid => "Duplicate uid".to_owned(),
        FindingKind::StalePath => "Outdated path".to_owned(),
        FindingKind::StaleUid => "Outdated uid".to_owned(),
        FindingKind::MissingNode | FindingKind::MissingSignal | FindingKind::MissingMethod => {
            format!("Broken connection of {property}{holder}")
        }
        _ => format!("Broken reference in {property}{holder}"),
    }
}

/// What the engine's users call an object.
fn noun(engine: EngineKind) -> &'static str {
    match engine {
        EngineKind::Unity => "GameObject",
        EngineKind::Godot => "node",
    }
}

fn leaf(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
