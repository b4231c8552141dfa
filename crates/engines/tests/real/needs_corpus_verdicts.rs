//! The verdicts of `check` about real Unity projects, counted.
//!
//! The collection lacks code and binaries. Its lists tell what the original projects had: a reference to one
//! of those is not broken there, and does not count here.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_model::{BrokenReason, EngineKind, Findings, MissingTarget};

use crate::needs_corpus::{corpus, projects_below};

/// What a project of the collection had originally.
struct OriginalProject {
    guids: HashSet<String>,
    /// Paths from the folder of the project's files.
    files: HashSet<String>,
    /// The path from there to the Unity project: empty, or ends with `/`.
    inside: String,
}

/// How many references, or guids in the case of unknown ones, have a verdict.
#[derive(Debug, Default, PartialEq, Eq)]
struct VerdictCounts {
    missing: usize,
    not_dependency: usize,
    other_version: usize,
    not_imported: usize,
    unknown_guids: usize,
    packaged_assets: usize,
}

impl OriginalProject {
    fn read(project: &Path) -> OriginalProject {
        let corpus = corpus();
        let inside = project.strip_prefix(&corpus).unwrap().to_str().unwrap();
        let (name, rest) = inside.split_once('/').unwrap();
        let inside = rest.strip_prefix("files").unwrap().trim_start_matches('/');
        let first_column = |file: &str| -> Vec<String> {
            let list = fs::read(corpus.join(name).join(file)).unwrap_or_default();
            let lines = String::from_utf8_lossy(&list).into_owned();
            lines.lines().filter_map(|line| Some(line.split('\t').next()?.to_owned())).collect()
        };
        OriginalProject {
            guids: [first_column("EXCLUDED_GUIDS.tsv"), first_column("SCRIPTS.tsv")]
                .concat()
                .into_iter()
                .collect(),
            files: first_column("FILES.tsv").into_iter().collect(),
            inside: if inside.is_empty() { String::new() } else { format!("{inside}/") },
        }
    }

    fn has(&self, target: &MissingTarget, reason: &BrokenReason) -> bool {
        let by_guid = match target {
            MissingTarget::Guid(guid) => self.guids.contains(guid),
            _ => false,
        };
        by_guid
            || match reason {
                // A package beside the project is linked into it.
                BrokenReason::AssetDeleted { path } => {
                    path.starts_with("Packages/")
                        || self.files.contains(&format!("{}{path}", self.inside))
                }
                _ => false,
            }
    }
}

impl VerdictCounts {
    fn new(findings: &Findings, original: &OriginalProject) -> VerdictCounts {
        let scripts = findings.missing_scripts.iter().map(|found| (&found.target, &found.reason));
        let broken = findings.broken_references.iter().map(|found| (&found.target, &found.reason));
        let mut counts = VerdictCounts::default();
        for (target, reason) in scripts.chain(broken) {
            if original.has(target, reason) {
                continue;
            }
            *match reason {
                BrokenReason::NotDependency { .. } => &mut counts.not_dependency,
                BrokenReason::NotInVersion { .. } => &mut counts.other_version,
                BrokenReason::SampleNotImported { .. } => &mut counts.not_imported,
                _ => &mut counts.missing,
            } += 1;
        }
        let unknown = findings.unknown_references.iter();
        counts.unknown_guids = unknown
            .filter(|unknown| !original.has(&unknown.target, &BrokenReason::NoAsset))
            .count();
        counts.packaged_assets = findings.packaged_references.iter().map(|it| it.assets).sum();
        counts
    }
}

/// In `missing`: the guids were looked up in the original repositories, and none of them has one.
#[test]
fn every_guid_has_its_verdict() {
    let mut found: BTreeMap<String, VerdictCounts> = BTreeMap::new();
    let corpus = corpus();
    for project in projects_below(&corpus) {
        let project = find(&project).unwrap();
        if project.kind != EngineKind::UNITY {
            continue;
        }
        let engine = open(&project);
        let findings = engine.as_references().unwrap().missing(&Context::unbounded()).unwrap();
        let counts = VerdictCounts::new(&findings.value, &OriginalProject::read(&project.root));
        let name = project.root.strip_prefix(&corpus).unwrap().to_str().unwrap();
        found.insert(name.replace("/files", ""), counts);
    }
    // Missing, no dependency, in another version, not imported; unknown guids; assets in absent packages.
    let shown: String = found
        .iter()
        .map(|(name, counts)| {
            let VerdictCounts { missing, not_dependency, other_version, .. } = counts;
            let VerdictCounts { not_imported, unknown_guids, packaged_assets, .. } = counts;
            format!(
                "{name}: {missing} {not_dependency} {other_version} {not_imported} {unknown_guids} {packaged_assets}\n"
            )
        })
        .collect();
    insta::assert_snapshot!(shown, @r"
    blocks: 176 0 0 41 0 16
    brackeys-td/Tower Defense Unity Project: 0 0 0 0 0 0
    daggerfall: 0 0 0 0 1 32
    gloveball: 0 3 0 0 73 241
    mirror: 17 19 0 0 0 22
    ml-agents/DevProject: 0 0 0 0 1 1
    ml-agents/PerformanceProject: 0 0 0 0 0 1
    ml-agents/Project: 34 0 0 0 0 10
    mrtk2: 222 57 0 60 0 18
    mrtk3/UnityProjects/MRTKDevTemplate: 0 1 0 74 35 118
    navmesh: 2 0 0 0 0 0
    open-project-1/UOP1_Project: 99 0 0 0 0 109
    phanto: 22 2 0 0 22 140
    playground: 2 0 0 0 0 0
    redhot: 0 0 0 12 8 10
    univrm: 1 0 0 0 58 156
    vrtk3: 390 8 0 0 0 0
    zenject/UnityProject: 11 0 0 0 0 0
    ");
}
