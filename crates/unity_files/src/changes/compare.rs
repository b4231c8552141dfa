//! Compares two versions of a file: first the objects, then their components and members.

use scenewright_engine::EngineError;
use scenewright_model::{
    ChangedObject, ComponentScript, MemberChange, MemberValue, SceneChange, SceneChangeKind,
};

use super::excerpt::ChangedDocuments;
use super::order::ROOT_ORDER;
use super::overrides::{self, OverrideDifference};
use super::version::{FileVersion, VersionView};
use crate::members::INTERNAL_FIELDS;
use crate::members::field_value::PathStep;
use crate::tree::{ComponentPart, UnityNode};
use scenewright_project_files::sibling_order::Reordered;

/// Fields that repeat the hierarchy; changes of it are reported as moved objects.
const HIERARCHY_FIELDS: [&str; 4] = ["m_Children", "m_Father", ROOT_ORDER, "m_Component"];

/// The fields of an object itself: the name in files, and the name in answers.
const OWN_FIELDS: [(&str, &str); 5] = [
    ("m_Name", "name"),
    ("m_IsActive", "active"),
    ("m_TagString", "tag"),
    ("m_Layer", "layer"),
    ("m_StaticEditorFlags", "staticFlags"),
];

pub(super) struct UnityComparison<'s> {
    pub(super) before: VersionView<'s>,
    pub(super) after: VersionView<'s>,
    pub(super) differing: &'s ChangedDocuments,
    pub(super) overrides: Vec<OverrideDifference>,
    pub(super) found: Vec<SceneChange>,
}

pub(super) fn compare_versions(
    sides: &[FileVersion<'_>; 2],
    differing: &ChangedDocuments,
    reordered: &[Reordered<i64>],
    is_whole_file: bool,
) -> Result<Vec<SceneChange>, EngineError> {
    let texts = [sides[0].text(), sides[1].text()];
    let before = VersionView::new(&sides[0], &texts[0])?;
    let after = VersionView::new(&sides[1], &texts[1])?;
    let overrides = changed_overrides(&before, &after, differing)?;
    let mut comparison = UnityComparison { before, after, differing, overrides, found: Vec::new() };
    comparison.compare_objects();
    comparison.report_reordered(reordered);
    comparison.compare_own_fields()?;
    comparison.compare_components();
    comparison.compare_members()?;
    comparison.report_other_overrides();
    if !is_whole_file {
        comparison.compare_other_documents()?;
    }
    Ok(comparison.found)
}

fn changed_overrides(
    before: &VersionView<'_>,
    after: &VersionView<'_>,
    differing: &ChangedDocuments,
) -> Result<Vec<OverrideDifference>, EngineError> {
    let mut found = Vec::new();
    let mut ids: Vec<i64> = differing.changed.iter().copied().collect();
    ids.sort_unstable();
    for id in ids {
        if let (Some(old), Some(new)) = (before.instance(id), after.instance(id)) {
            found.extend(overrides::differences(old, new, [&before.handles, &after.handles])?);
        }
    }
    Ok(found)
}

impl<'s> UnityComparison<'s> {
    pub(super) fn push(&mut self, object: Option<ChangedObject>, kind: SceneChangeKind) {
        let file = self.after.side.path.clone();
        self.found.push(SceneChange { file, object, kind });
    }

    /// The nodes that both versions have, as pairs of their positions.
    pub(super) fn common_nodes(&self) -> Vec<(usize, usize)> {
        let nodes = self.after.side.tree.nodes.iter().enumerate();
        let both = nodes.filter_map(|(at, node)| {
            self.before.by_key.get(node.key.as_str()).map(|&before| (before, at))
        });
        both.collect()
    }

    fn compare_objects(&mut self) {
        for (at, below) in self.before.missing_from(&self.after) {
            let kind = SceneChangeKind::ObjectRemoved(self.before.object_extent(at, below));
            self.push(Some(self.before.side.object(at)), kind);
        }
        for (at, below) in self.after.missing_from(&self.before) {
            let kind = SceneChangeKind::ObjectAdded(self.after.object_extent(at, below));
            self.push(Some(self.after.side.object(at)), kind);
        }
        for (old, new) in self.common_nodes() {
            let is_same = self.before.node(old).name == self.after.node(new).name
                && self.before.parent_key(old) == self.after.parent_key(new);
            if !is_same {
                let from = self.before.side.tree.object_path(old);
                let object = self.after.side.object(new);
                self.push(Some(object), SceneChangeKind::ObjectMoved { from });
            }
        }
    }

    fn report_reordered(&mut self, reordered: &[Reordered<i64>]) {
        for &Reordered { child, before, after } in reordered {
            let place = self.after.places.get(&child);
            let object = place.map(|place| self.after.side.object(place.node));
            if object.is_some() {
                self.push(object, SceneChangeKind::ObjectReordered { before, after });
            }
        }
    }

    /// The fields of an object itself.
    fn compare_own_fields(&mut self) -> Result<(), EngineError> {
        for (old, new) in self.common_nodes() {
            let (old, node) = (self.before.node(old), self.after.node(new));
            let differ = [
                ("active", MemberValue::Bool(old.active), MemberValue::Bool(node.active)),
                ("tag", tag_value(old), tag_value(node)),
                ("layer", MemberValue::Int(old.layer.into()), MemberValue::Int(node.layer.into())),
                (
                    "staticFlags",
                    MemberValue::Int(old.static_flags.into()),
                    MemberValue::Int(node.static_flags.into()),
                ),
            ];
            let (own_id, object) = (node.game_object, self.after.side.object(new));
            let ids = [old.game_object, own_id];
            for (member, before, after) in differ.into_iter().filter(|(_, old, new)| old != new) {
                let field = OWN_FIELDS.iter().find(|(_, name)| *name == member);
                let (field, _) = field.copied().unwrap_or((member, member));
                let override_change = self.take_overrides(ids, &[PathStep::Key(field)]);
                let change = MemberChange {
                    component: None,
                    member: member.to_owned(),
                    before: Some(before),
                    after: Some(after),
                    override_change,
                };
                self.push(Some(object.clone()), SceneChangeKind::Member(change));
            }
            self.take_overrides(ids, &[PathStep::Key("m_Name")]);
            let is_own = self.differing.changed.contains(&own_id)
                && self.after.documents.get(&own_id).is_some_and(|own| !own.stripped);
            if is_own {
                let is_reported = |name: &str| {
                    OWN_FIELDS.iter().any(|(field, _)| *field == name) || is_internal_field(name)
                };
                for difference in self.document_differences(own_id, &is_reported)? {
                    self.push_member(Some(object.clone()), "GameObject", difference, None);
                }
            }
        }
        Ok(())
    }

    fn compare_components(&mut self) {
        for (old, new) in self.common_nodes() {
            let (before, after) = (self.before.node(old), self.after.node(new));
            let object = self.after.side.object(new);
            for part in only_in(&before.parts, &after.parts) {
                let (component, script) = component_and_script(part);
                let kind = SceneChangeKind::ComponentRemoved { component, script };
                self.push(Some(object.clone()), kind);
            }
            for part in only_in(&after.parts, &before.parts) {
                let (component, script) = component_and_script(part);
                let kind = SceneChangeKind::ComponentAdded { component, script };
                self.push(Some(object.clone()), kind);
            }
        }
    }
}

pub(super) fn is_internal_field(name: &str) -> bool {
    INTERNAL_FIELDS.contains(&name) || HIERARCHY_FIELDS.contains(&name)
}

fn tag_value(node: &UnityNode) -> MemberValue {
    MemberValue::Text(if node.tag.is_empty() { "Untagged".to_owned() } else { node.tag.clone() })
}

/// Whether two parts are the same component. The id that a file gives to an object inside an
/// instance changes when it gets a handle; its place in the source does not.
pub(super) fn is_same_part(one: &ComponentPart, other: &ComponentPart) -> bool {
    (one.levels, one.source) == (other.levels, other.source)
}

fn only_in<'p>(own: &'p [ComponentPart], other: &[ComponentPart]) -> Vec<&'p ComponentPart> {
    let is_there = |part: &ComponentPart| other.iter().any(|other| is_same_part(part, other));
    own.iter().filter(|part| part.id != 0 && !is_there(part)).collect()
}

fn component_and_script(part: &ComponentPart) -> (String, Option<String>) {
    let script = match &part.component.script {
        ComponentScript::Found(path) => Some(path.clone()),
        _ => None,
    };
    (part.component.type_name.clone(), script)
}
