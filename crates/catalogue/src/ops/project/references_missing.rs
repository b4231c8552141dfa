//! `project.references.missing`: broken references.

mod causes;

use std::time::Duration;

use scenewright_model::{
    self as model, EngineKind, FindingKind, FindingProblem, Findings, MissingTarget,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};
use causes::{ReferenceCause, causes};

pub use causes::FindingPlace;

/// How many places of a cause are listed unless the cause is requested.
const FIRST_PLACES: usize = 3;

pub struct ReferencesMissing;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReferencesMissingArgs {
    /// Group findings by cause, or list each one
    #[serde(default)]
    grouping: FindingGrouping,
    /// Only the cause with this `id`, with all its places in pages
    cause: Option<String>,
    /// At most this many causes [default: 100]; with cause, places; with grouping none, findings [default: all]
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

impl ReferencesMissingArgs {
    /// Every finding by itself.
    pub fn ungrouped() -> ReferencesMissingArgs {
        let grouping = FindingGrouping::None;
        ReferencesMissingArgs { grouping, cause: None, limit: None, cursor: None }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum FindingGrouping {
    #[default]
    Cause,
    None,
}

#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferencesMissingOutput {
    /// Number of findings; absent with grouping none
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// Number of targets of which the files do not tell whether they exist; they are no findings
    #[serde(skip_serializing_if = "is_zero")]
    unknown_count: usize,
    /// Number of causes, including unknown ones; absent with grouping none
    #[serde(skip_serializing_if = "Option::is_none")]
    cause_count: Option<usize>,
    /// The causes, those with the most places first, and those of kind unknown-reference last; absent
    /// with grouping none
    #[serde(skip_serializing_if = "Option::is_none")]
    causes: Option<Vec<ReferenceCause>>,
    /// Components whose script is missing; only with grouping none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_scripts: Option<Vec<MissingScriptRow>>,
    /// Properties with a broken reference; only with grouping none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_references: Option<Vec<BrokenReferenceRow>>,
    /// Targets that may or may not exist; only with grouping none, and if there are any
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown_references: Option<Vec<UnknownReferenceRow>>,
    /// Packages that are not on disk but hold what is referenced, by the built-in table of their assets
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packages_not_on_disk: Vec<PackagedReferencesRow>,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingScriptRow {
    /// The file that holds the component
    pub path: String,
    /// The object's path in that file
    pub game_object_path: String,
    /// Position among the object's components
    pub component_index: usize,
    /// The finding in a sentence
    pub context: String,
    /// Why it is broken
    pub reason: String,
    /// The line of the place, from 1; absent where the file is not text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, in characters from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The script, for callers in this process
    #[serde(skip)]
    pub target: MissingTarget,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrokenReferenceRow {
    #[serde(serialize_with = "serialise_kind")]
    #[schemars(schema_with = "reference_kind_schema")]
    pub kind: FindingKind,
    /// The file that holds the reference
    pub path: String,
    /// The object's path in that file; empty when it belongs to none
    pub game_object_path: String,
    /// The component that holds the reference
    pub component: String,
    /// The property's path
    pub property: String,
    /// Target of the reference
    pub target: String,
    /// The finding in a sentence
    pub context: String,
    /// Why it is broken
    pub reason: String,
    /// The line of the place, from 1; absent where the file is not text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, in characters from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnknownReferenceRow {
    /// Target of the references
    pub target: String,
    /// Where the target may be
    pub reason: String,
    /// The class, if it is a script and a file names it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// All references to the target
    pub places: Vec<FindingPlace>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackagedReferencesRow {
    /// The package's name
    pub package: String,
    /// Number of its assets that are referenced
    pub assets: usize,
}

impl Operation for ReferencesMissing {
    type Args = ReferencesMissingArgs;
    type Output = ReferencesMissingOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.references.missing",
        name: "Find Missing References",
        description: "Finds broken references, grouped by cause: missing scripts, missing assets and objects and, in Godot, broken signal connections and outdated paths. Use it before a build or after moving files.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Stops after 15 seconds and returns partial results. Unity: targets that may be in a package that is neither on disk nor in the built-in table are of kind unknown-reference, once for each guid, and not counted as findings.",
        ),
        examples: include_str!("references_missing.json"),
        runs: ExecutionMode::Worker,
        scan_limit: Some(Duration::from_secs(15)),
    };

    fn run(args: ReferencesMissingArgs, cx: &Cx<'_>) -> Result<ReferencesMissingOutput, Failure> {
        let findings = cx.ask(|engine, cx| match engine.as_references() {
            Some(references) => references.missing(cx),
            None => Err(missing_interface(engine, "check references")),
        })?;
        let packages = findings.packaged_references.iter();
        let packages_not_on_disk = packages.map(packaged_references).collect();
        let unknown_count = findings.unknown_references.len();
        let page =
            |usual| Page::new(Self::ABOUT.id, args.limit.unwrap_or(usual), args.cursor.as_deref());
        let noun = noun(cx.session().engine_kind());
        let output = match (&args.cause, args.grouping) {
            (Some(id), _) => one_cause(findings, id, page(page::default_limit())?)?,
            (None, FindingGrouping::Cause) => by_cause(findings, page(page::default_limit())?),
            (None, FindingGrouping::None) => each(findings, page(usize::MAX)?, noun),
        };
        let coverage = cx.coverage();
        Ok(ReferencesMissingOutput { coverage, packages_not_on_disk, unknown_count, ..output })
    }
}

/// All causes, each with its first places.
fn by_cause(findings: Findings, page: Page) -> ReferencesMissingOutput {
    let total = findings.missing_scripts.len() + findings.broken_references.len();
    let all = causes(findings);
    let cause_count = all.len();
    let (mut shown, next_cursor) = page.cut(all);
    shown.iter_mut().for_each(|cause| cause.places.truncate(FIRST_PLACES));
    ReferencesMissingOutput {
        total: Some(total),
        cause_count: Some(cause_count),
        causes: Some(shown),
        next_cursor,
        ..ReferencesMissingOutput::default()
    }
}

/// One page of the places of one cause.
fn one_cause(findings: Findings, id: &str, page: Page) -> Result<ReferencesMissingOutput, Failure> {
    let found = causes(findings).into_iter().find(|cause| cause.id == id);
    let mut cause = found.ok_or_else(|| {
        let reason =
            format!("no finding has the cause '{id}' any more; omit cause to list all causes");
        Failure::argument("cause", id, reason)
    })?;
    let (places, next_cursor) = page.cut(std::mem::take(&mut cause.places));
    cause.places = places;
    let (total, causes) = (Some(cause.count), Some(vec![cause]));
    Ok(ReferencesMissingOutput {
        total,
        cause_count: Some(1),
        causes,
        next_cursor,
        ..ReferencesMissingOutput::default()
    })
}

/// Every finding: missing scripts, broken references, and what is unknown.
fn each(findings: Findings, page: Page, noun: &str) -> ReferencesMissingOutput {
    let Findings {
        missing_scripts: scripts,
        broken_references: references,
        unknown_references: unknown,
        ..
    } = findings;
    let next_cursor = page.next(scripts.len() + references.len() + unknown.len());
    let mut rest = (page.skip, page.limit);
    let scripts = cut(scripts, &mut rest, |finding| missing_script(finding, noun));
    let references = cut(references, &mut rest, |finding| broken_reference(finding, noun));
    let unknown = cut(unknown, &mut rest, unknown_reference);
    ReferencesMissingOutput {
        missing_scripts: Some(scripts),
        broken_references: Some(references),
        unknown_references: (!unknown.is_empty()).then_some(unknown),
        next_cursor,
        ..ReferencesMissingOutput::default()
    }
}

/// The part of one of several lists that is on a page; updates what is left to skip and to take.
fn cut<T, U>(list: Vec<T>, rest: &mut (usize, usize), row: impl Fn(T) -> U) -> Vec<U> {
    let (skip, limit) = *rest;
    let count = list.len();
    let shown: Vec<U> = list.into_iter().skip(skip).take(limit).map(row).collect();
    *rest = (skip.saturating_sub(count), limit - shown.len());
    shown
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn unknown_reference(finding: model::UnknownReference) -> UnknownReferenceRow {
    UnknownReferenceRow {
        target: finding.target.to_string(),
        reason: finding.reason.to_string(),
        class: finding.class,
        places: finding.places.into_iter().map(FindingPlace::from).collect(),
    }
}

fn packaged_references(found: &model::PackagedReferences) -> PackagedReferencesRow {
    PackagedReferencesRow { package: found.package.clone(), assets: found.assets }
}

fn serialise_kind<S: Serializer>(kind: &FindingKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

fn missing_script(finding: model::MissingScript, noun: &str) -> MissingScriptRow {
    let (index, object) = (finding.component_index, leaf(&finding.object_path));
    MissingScriptRow {
        context: format!("Missing script component at index {index} on {noun} '{object}'"),
        reason: finding.explanation(),
        target: finding.target,
        path: finding.file,
        game_object_path: finding.object_path,
        component_index: index,
        line: finding.position.map(|position| position.line),
        column: finding.position.map(|position| position.column),
    }
}

fn broken_reference(finding: model::BrokenReference, noun: &str) -> BrokenReferenceRow {
    let holder = match leaf(&finding.object_path) {
        "" => String::new(),
        object if finding.component.is_empty() => format!(" on {noun} '{object}'"),
        object => format!(" of {} on {noun} '{object}'", finding.component),
    };
    BrokenReferenceRow {
        kind: finding.kind,
        context: context(finding.kind, &finding.property, &holder),
        path: finding.file,
        game_object_path: finding.object_path,
        component: finding.component,
        property: finding.property,
        target: finding.target.to_string(),
        reason: finding.reason.to_string(),
        line: finding.position.map(|position| position.line),
        column: finding.position.map(|position| position.column),
    }
}

fn context(kind: FindingKind, property: &str, holder: &str) -> String {
    match kind.facts().problem {
        FindingProblem::Source => format!("Missing source{holder}"),
        FindingProblem::DuplicateGuid => "Duplicate guid".to_owned(),
        FindingProblem::DuplicateUid => "Duplicate uid".to_owned(),
        FindingProblem::OutdatedPath => "Outdated path".to_owned(),
        FindingProblem::OutdatedUid => "Outdated uid".to_owned(),
        FindingProblem::VanishedNode => format!("Override or parent that does not exist{holder}"),
        FindingProblem::Class => format!("Invalid class{holder}"),
        FindingProblem::ScriptBase => format!("Incompatible script{holder}"),
        FindingProblem::Connection => format!("Broken connection of {property}{holder}"),
        FindingProblem::Unknown => format!("Unknown reference in {property}{holder}"),
        FindingProblem::Compiler => "Script".to_owned(),
        FindingProblem::Script | FindingProblem::Reference => {
            format!("Broken reference in {property}{holder}")
        }
    }
}

/// The schema of a property that names one of `kinds`.
fn kind_schema(kinds: impl Iterator<Item = FindingKind>) -> Schema {
    let mut names: Vec<&str> = kinds.map(FindingKind::as_str).collect();
    let last = names.pop().unwrap_or_default();
    let description = format!("What is wrong: {} or {last}", names.join(", "));
    json_schema!({ "description": description, "type": "string" })
}

fn reference_kind_schema(_: &mut SchemaGenerator) -> Schema {
    let is_reference = |kind: &FindingKind| {
        use FindingProblem::{Compiler, Script, Unknown};
        !matches!(kind.facts().problem, Script | Unknown | Compiler)
    };
    kind_schema(FindingKind::all().filter(is_reference))
}

/// What the engine's users call an object.
fn noun(engine: EngineKind) -> &'static str {
    match engine {
        EngineKind::UNITY => "GameObject",
        EngineKind::GODOT => "node",
        _ => "object",
    }
}

fn leaf(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
