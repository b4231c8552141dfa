//! The problems of all files with their places, and the findings that they make.

use std::collections::{BTreeMap, HashMap};

use scenewright_model::{
    BrokenReason, BrokenReference, FindingKind, Findings, MissingScript, MissingTarget,
    PackagedReferences, ReferencePlace, UnknownReason, UnknownReference,
};

use super::problem::PointerVerdict;
use crate::guids::{ResolvedGuid, UnityAssets};

/// A problem with its place.
pub(super) struct LocatedProblem {
    pub(super) place: ReferencePlace,
    /// Position among the object's components.
    pub(super) component_index: usize,
    pub(super) kind: FindingKind,
    pub(super) target: MissingTarget,
    pub(super) verdict: PointerVerdict,
    /// The class, if the document of a script names it.
    pub(super) class: Option<String>,
}

/// The findings of all problems, in the order of the problems.
pub(super) fn into_findings(problems: Vec<LocatedProblem>) -> Findings {
    let mut findings = Findings::default();
    let mut unknown: HashMap<(MissingTarget, UnknownReason), usize> = HashMap::new();
    for problem in problems {
        match problem.verdict.clone() {
            PointerVerdict::Missing(reason) => add_missing(&mut findings, problem, reason),
            PointerVerdict::Unknown(reason) => {
                let LocatedProblem { place, target, class, .. } = problem;
                let list = &mut findings.unknown_references;
                let at = *unknown.entry((target.clone(), reason.clone())).or_insert(list.len());
                if at == list.len() {
                    list.push(UnknownReference { target, reason, class: None, places: Vec::new() });
                }
                list[at].places.push(place);
                list[at].class = list[at].class.take().or(class);
            }
        }
    }
    findings.unknown_references.sort_by(|one, other| {
        let by_places = other.places.len().cmp(&one.places.len());
        by_places.then_with(|| one.target.cmp(&other.target))
    });
    findings
}

fn add_missing(findings: &mut Findings, problem: LocatedProblem, reason: BrokenReason) {
    let LocatedProblem { place, component_index, kind, target, .. } = problem;
    let ReferencePlace { file, object_path, component, property, position } = place;
    match kind {
        FindingKind::MissingScript => findings.missing_scripts.push(MissingScript {
            file,
            object_path,
            component_index,
            target,
            reason,
            position,
        }),
        _ => findings.broken_references.push(BrokenReference {
            kind,
            file,
            object_path,
            component,
            property,
            target,
            reason,
            position,
        }),
    }
}

/// What leads into packages that are not on disk.
pub(super) fn packaged_references(assets: &UnityAssets<'_>) -> Vec<PackagedReferences> {
    let mut packages: BTreeMap<&str, usize> = BTreeMap::new();
    for guid in assets.index().unowned_guids() {
        if let ResolvedGuid::Package { name, .. } = assets.resolve_guid(guid) {
            *packages.entry(name).or_default() += 1;
        }
    }
    let rows = packages.into_iter();
    rows.map(|(package, assets)| PackagedReferences { package: package.to_owned(), assets })
        .collect()
}

/// The notes that belong to the findings.
pub(super) fn notes(findings: &Findings) -> Vec<String> {
    let unknown = &findings.unknown_references;
    let places: usize = unknown.iter().map(|reference| reference.places.len()).sum();
    let unknown = (places > 0).then(|| {
        let guids = if unknown.len() == 1 { "1 guid" } else { &format!("{} guids", unknown.len()) };
        format!(
            "It is unknown whether {guids} in {places} places exist; they are listed as unknown-reference and are not counted as findings"
        )
    });
    let packaged = &findings.packaged_references;
    let assets: usize = packaged.iter().map(|package| package.assets).sum();
    let packaged = (assets > 0).then(|| {
        let name = |package: &PackagedReferences| format!("{} ({})", package.package, package.assets);
        let names: Vec<String> = packaged.iter().map(name).collect();
        format!(
            "{assets} referenced assets are in packages that are not on disk, by the built-in table: {}",
            scenewright_model::join_names(&names)
        )
    });
    unknown.into_iter().chain(packaged).collect()
}
