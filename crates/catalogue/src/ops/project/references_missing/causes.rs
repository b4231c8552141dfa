//! Findings grouped by cause: one missing asset may break a thousand references.

use std::collections::{BTreeSet, HashMap};

use scenewright_model::{FindingKind, Findings, ReferencePlace, UnknownReference};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

/// Findings of one kind that have the same target and the same reason.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReferenceCause {
    /// Pass it as `cause` to get all places
    pub(super) id: String,
    #[schemars(schema_with = "any_kind_schema")]
    kind: &'static str,
    /// Target of the references; absent when the reason names it
    #[serde(skip_serializing_if = "String::is_empty")]
    target: String,
    /// Why it is broken or unknown
    reason: String,
    /// The class of an unknown script, if a file names it
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// Number of places with this cause
    pub(super) count: usize,
    /// Number of files with this cause
    files: usize,
    /// The first places, or one page of them when the cause was requested
    pub(super) places: Vec<FindingPlace>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindingPlace {
    /// The file
    pub path: String,
    /// The object's path in that file; absent when it belongs to none
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game_object_path: String,
    /// Position among the object's components; only for a missing script
    #[serde(skip_serializing_if = "Option::is_none")]
    component_index: Option<usize>,
    /// The component that holds the reference
    #[serde(skip_serializing_if = "String::is_empty")]
    pub component: String,
    /// The property's path
    #[serde(skip_serializing_if = "String::is_empty")]
    pub property: String,
    /// The line of the place, from 1; absent where the file is not text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, in characters from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

fn any_kind_schema(_: &mut SchemaGenerator) -> Schema {
    super::kind_schema(FindingKind::all().filter(|kind| !kind.is_of_compiler()))
}

/// The causes with the most places come first; what is unknown comes last.
pub(super) fn causes(findings: Findings) -> Vec<ReferenceCause> {
    let mut groups: HashMap<(FindingKind, String, String), Vec<FindingPlace>> = HashMap::new();
    for found in findings.missing_scripts {
        let key = (FindingKind::MissingScript, String::new(), found.explanation());
        groups.entry(key).or_default().push(FindingPlace {
            path: found.file,
            game_object_path: found.object_path,
            component_index: Some(found.component_index),
            component: String::new(),
            property: String::new(),
            line: found.position.map(|position| position.line),
            column: found.position.map(|position| position.column),
        });
    }
    for found in findings.broken_references {
        let key = (found.kind, found.target.to_string(), found.reason.to_string());
        groups.entry(key).or_default().push(FindingPlace {
            path: found.file,
            game_object_path: found.object_path,
            component_index: None,
            component: found.component,
            property: found.property,
            line: found.position.map(|position| position.line),
            column: found.position.map(|position| position.column),
        });
    }
    let mut causes: Vec<ReferenceCause> = groups.into_iter().map(cause).collect();
    causes.sort_by(|one, other| {
        let rest =
            |cause: &ReferenceCause| (cause.kind, cause.target.clone(), cause.reason.clone());
        other.count.cmp(&one.count).then_with(|| rest(one).cmp(&rest(other)))
    });
    causes.extend(findings.unknown_references.into_iter().map(unknown));
    causes
}

fn unknown(found: UnknownReference) -> ReferenceCause {
    let key = (FindingKind::UnknownReference, found.target.to_string(), found.reason.to_string());
    let places = found.places.into_iter().map(FindingPlace::from).collect();
    ReferenceCause { class: found.class, ..cause((key, places)) }
}

impl From<ReferencePlace> for FindingPlace {
    fn from(place: ReferencePlace) -> FindingPlace {
        FindingPlace {
            path: place.file,
            game_object_path: place.object_path,
            component_index: None,
            component: place.component,
            property: place.property,
            line: place.position.map(|position| position.line),
            column: place.position.map(|position| position.column),
        }
    }
}

fn cause(group: ((FindingKind, String, String), Vec<FindingPlace>)) -> ReferenceCause {
    let ((kind, target, reason), places) = group;
    let files: BTreeSet<&str> = places.iter().map(|place| place.path.as_str()).collect();
    ReferenceCause {
        id: id(&[kind.as_str(), &target, &reason]),
        kind: kind.as_str(),
        count: places.len(),
        files: files.len(),
        target,
        reason,
        class: None,
        places,
    }
}

/// Stable across answers: FNV-1a.
fn id(parts: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{:012x}", hash >> 16)
}

#[cfg(test)]
mod tests {
    use scenewright_model::{BrokenReason, BrokenReference, MissingTarget};

    use super::*;

    fn broken(file: &str, target: &str) -> BrokenReference {
        BrokenReference {
            kind: FindingKind::BrokenReference,
            file: file.to_owned(),
            object_path: "A".to_owned(),
            component: "C".to_owned(),
            property: "p".to_owned(),
            target: MissingTarget::Guid(target.to_owned()),
            reason: BrokenReason::NoAsset,
            position: None,
        }
    }

    #[test]
    fn what_points_at_the_same_is_one_cause() {
        let broken_references =
            vec![broken("a", "x"), broken("b", "y"), broken("a", "y"), broken("a", "y")];
        let findings = Findings { broken_references, ..Findings::default() };
        let causes = causes(findings);
        let shown: Vec<(&str, usize, usize)> =
            causes.iter().map(|cause| (cause.target.as_str(), cause.count, cause.files)).collect();
        assert_eq!(shown, [("guid y", 3, 2), ("guid x", 1, 1)]);
        assert_ne!(causes[0].id, causes[1].id);
    }
}
