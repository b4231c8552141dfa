//! Two versions of a file put side by side: first the objects, then what is on them.

use scenewright_engine::EngineError;
use scenewright_model::{ChangedObject, MemberChange, SceneChange, SceneChangeKind, Script, Value};

use super::excerpt::Differing;
use super::order::ROOT_ORDER;
use super::overrides::{self, OverrideDifference};
use super::view::{Side, View};
use crate::members::BOOKKEEPING;
use crate::members::draft::Step;
use crate::tree::{Node, Part};
use scenewright_project_files::sibling_order::Reordered;

/// What the tree of objects tells.
const OF_THE_TREE: [&str; 4] = ["m_Children", "m_Father", ROOT_ORDER, "m_Component"];

/// What an object has itself: in files, and as reading it shows.
const OWN_FIELDS: [(&str, &str); 5] = [
    ("m_Name", "name"),
    ("m_IsActive", "active"),
    ("m_TagString", "tag"),
    ("m_Layer", "layer"),
    ("m_StaticEditorFlags", "staticFlags"),
];

pub(super) struct Comparison<'s> {
    pub(super) before: View<'s>,
    pub(super) after: View<'s>,
    pub(super) differing: &'s Differing,
    pub(super) overrides: Vec<OverrideDifference>,
    pub(super) found: Vec<SceneChange>,
}

pub(super) fn changes(
    sides: &[Side<'_>; 2],
    differing: &Differing,
    reordered: &[Reordered<i64>],
    is_whole_file: bool,
) -> Result<Vec<SceneChange>, EngineError> {
    let texts = [sides[0].text(), sides[1].text()];
    let before = View::new(&sides[0], &texts[0])?;
    let after = View::new(&sides[1], &texts[1])?;
    let overrides = changed_overrides(&before, &after, differing)?;
    let mut comparison = Comparison { before, after, differing, overrides, found: Vec::new() };
    comparison.objects();
    comparison.places(reordered);
    comparison.own_fields()?;
    comparison.components();
    comparison.members()?;
    comparison.rest_of_overrides();
    if !is_whole_file {
        comparison.rest_of_file()?;
    }
    Ok(comparison.found)
}

fn changed_overrides(
    before: &View<'_>,
    after: &View<'_>,
    differing: &Differing,
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

impl<'s> Comparison<'s> {
    pub(super) fn push(&mut self, object: Option<ChangedObject>, kind: SceneChangeKind) {
        let file = self.after.side.path.clone();
        self.found.push(SceneChange { file, object, kind });
    }

    /// Objects of both versions.
    pub(super) fn common(&self) -> Vec<(usize, usize)> {
        let nodes = self.after.side.tree.nodes.iter().enumerate();
        let both = nodes.filter_map(|(at, node)| {
            self.before.by_key.get(node.key.as_str()).map(|&before| (before, at))
        });
        both.collect()
    }

    fn objects(&mut self) {
        for (at, below) in self.before.only_here(&self.after) {
            let kind = SceneChangeKind::ObjectRemoved(self.before.extent(at, below));
            self.push(Some(self.before.side.object(at)), kind);
        }
        for (at, below) in self.after.only_here(&self.before) {
            let kind = SceneChangeKind::ObjectAdded(self.after.extent(at, below));
            self.push(Some(self.after.side.object(at)), kind);
        }
        for (old, new) in self.common() {
            let is_same = self.before.node(old).name == self.after.node(new).name
                && self.before.parent_key(old) == self.after.parent_key(new);
            if !is_same {
                let from = self.before.side.tree.object_path(old);
                let object = self.after.side.object(new);
                self.push(Some(object), SceneChangeKind::ObjectMoved { from });
            }
        }
    }

    fn places(&mut self, reordered: &[Reordered<i64>]) {
        for &Reordered { child, before, after } in reordered {
            let place = self.after.places.get(&child);
            let object = place.map(|place| self.after.side.object(place.node));
            if object.is_some() {
                self.push(object, SceneChangeKind::ObjectReordered { before, after });
            }
        }
    }

    /// What an object has itself.
    fn own_fields(&mut self) -> Result<(), EngineError> {
        for (old, new) in self.common() {
            let (old, node) = (self.before.node(old), self.after.node(new));
            let differ = [
                ("active", Value::Bool(old.active), Value::Bool(node.active)),
                ("tag", tag(old), tag(node)),
                ("layer", Value::Int(old.layer.into()), Value::Int(node.layer.into())),
                (
                    "staticFlags",
                    Value::Int(old.static_flags.into()),
                    Value::Int(node.static_flags.into()),
                ),
            ];
            let (own_id, object) = (node.game_object, self.after.side.object(new));
            let ids = [old.game_object, own_id];
            for (member, before, after) in differ.into_iter().filter(|(_, old, new)| old != new) {
                let field = OWN_FIELDS.iter().find(|(_, name)| *name == member);
                let (field, _) = field.copied().unwrap_or((member, member));
                let override_change = self.take_overrides(ids, &[Step::Key(field)]);
                let change = MemberChange {
                    component: None,
                    member: member.to_owned(),
                    before: Some(before),
                    after: Some(after),
                    override_change,
                };
                self.push(Some(object.clone()), SceneChangeKind::Member(change));
            }
            self.take_overrides(ids, &[Step::Key("m_Name")]);
            let is_own = self.differing.changed.contains(&own_id)
                && self.after.documents.get(&own_id).is_some_and(|own| !own.stripped);
            if is_own {
                let is_told = |name: &str| {
                    OWN_FIELDS.iter().any(|(field, _)| *field == name) || is_left_out(name)
                };
                for difference in self.document_differences(own_id, &is_told)? {
                    self.push_member(Some(object.clone()), "GameObject", difference, None);
                }
            }
        }
        Ok(())
    }

    fn components(&mut self) {
        for (old, new) in self.common() {
            let (before, after) = (self.before.node(old), self.after.node(new));
            let object = self.after.side.object(new);
            for part in only_in(&before.parts, &after.parts) {
                let (component, script) = named(part);
                let kind = SceneChangeKind::ComponentRemoved { component, script };
                self.push(Some(object.clone()), kind);
            }
            for part in only_in(&after.parts, &before.parts) {
                let (component, script) = named(part);
                let kind = SceneChangeKind::ComponentAdded { component, script };
                self.push(Some(object.clone()), kind);
            }
        }
    }
}

pub(super) fn is_left_out(name: &str) -> bool {
    BOOKKEEPING.contains(&name) || OF_THE_TREE.contains(&name)
}

fn tag(node: &Node) -> Value {
    Value::Text(if node.tag.is_empty() { "Untagged".to_owned() } else { node.tag.clone() })
}

/// Whether two versions of an object have a component in common. The id that a file gives to what is
/// inside an instance changes when it gets a handle; where it really is does not.
pub(super) fn is_same_part(one: &Part, other: &Part) -> bool {
    (one.levels, one.source) == (other.levels, other.source)
}

fn only_in<'p>(own: &'p [Part], other: &[Part]) -> Vec<&'p Part> {
    let is_there = |part: &Part| other.iter().any(|other| is_same_part(part, other));
    own.iter().filter(|part| part.id != 0 && !is_there(part)).collect()
}

fn named(part: &Part) -> (String, Option<String>) {
    let script = match &part.component.script {
        Script::Found(path) => Some(path.clone()),
        _ => None,
    };
    (part.component.type_name.clone(), script)
}
