//! Targets of which the files do not tell whether they exist: listed once each, and never a failure.

use scenewright_catalogue::{FindingPlace, PackagedReferencesRow, ReferencesMissingOutput};
use scenewright_model::FindingKind;

use super::finding::{CheckFinding, position, relative};

pub(super) struct UnknownTarget {
    pub(super) target: String,
    pub(super) reason: String,
    /// The class of a script, if a file names it.
    pub(super) class: Option<String>,
    /// Sorted by file; at least one.
    pub(super) places: Vec<CheckFinding>,
}

/// A package that is not on disk, with the number of its assets that are referenced.
pub(super) struct AbsentPackage {
    pub(super) name: String,
    pub(super) assets: usize,
}

impl UnknownTarget {
    pub(super) fn message(&self) -> String {
        let class = self.class.iter().map(|class| format!(" ({class})")).collect::<String>();
        format!("{}{class}: {}", self.target, self.reason)
    }
}

/// The one with the most places comes first.
pub(super) fn read_unknown(output: &ReferencesMissingOutput) -> Vec<UnknownTarget> {
    let rows = output.unknown_references.iter().flatten();
    rows.map(|row| UnknownTarget {
        target: row.target.clone(),
        reason: row.reason.clone(),
        class: row.class.clone(),
        places: row.places.iter().map(|place| finding(place, &row.target, &row.reason)).collect(),
    })
    .collect()
}

pub(super) fn read_packages(output: &ReferencesMissingOutput) -> Vec<AbsentPackage> {
    let package = |row: &PackagedReferencesRow| AbsentPackage {
        name: row.package.clone(),
        assets: row.assets,
    };
    output.packages_not_on_disk.iter().map(package).collect()
}

fn finding(place: &FindingPlace, target: &str, reason: &str) -> CheckFinding {
    CheckFinding {
        kind: FindingKind::UnknownReference,
        severity: FindingKind::UnknownReference.severity(),
        file: relative(&place.path),
        object: place.game_object_path.clone(),
        component: place.component.clone(),
        property: place.property.clone(),
        target: target.to_owned(),
        context: String::new(),
        reason: reason.to_owned(),
        position: position(place.line, place.column),
        code: None,
        repeat: 0,
    }
}
