//! Two versions of a file put side by side: first the objects, then what is on them.

use std::collections::{HashMap, HashSet};

use scenewright_engine::{Context, EngineError};
use scenewright_model::{
    ChangedObject, MemberChange, ObjectExtent, Reference, SceneChange, SceneChangeKind, Script,
    Value,
};

use super::excerpt::Differing;
use super::members::{self, Difference, Fields};
use super::order::ROOT_ORDER;
use super::overrides::{self, OverrideDifference, Written};
use crate::sibling_order::Reordered;
use crate::unity::builder::{GAME_OBJECT, SCENE_ROOTS};
use crate::unity::document::{Document, UnityText};
use crate::unity::guids::{Assets, Verdict};
use crate::unity::members::draft::{Draft, Step, steps};
use crate::unity::members::{BOOKKEEPING, with_component, with_document};
use crate::unity::prefab::{self, Handles, PREFAB_INSTANCE};
use crate::unity::scene::Composer;
use crate::unity::tree::{Node, Part, Tree};
use crate::unity::values::Typing;

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

/// One version of a file, as far as the change goes.
pub(super) struct Side<'a> {
    text: String,
    path: String,
    tree: Tree,
    assets: &'a Assets<'a>,
}

impl<'a> Side<'a> {
    pub(super) fn new(
        text: UnityText,
        assets: &'a Assets<'a>,
        cx: &'a Context,
    ) -> Result<Side<'a>, EngineError> {
        let path = text.path.clone();
        let tree = match text.has_documents() {
            true => Composer::new(assets, cx).compose(&text)?,
            false => Tree::default(),
        };
        Ok(Side { text: text.into_string(), path, tree, assets })
    }

    fn text(&self) -> UnityText {
        UnityText::understood(&self.path, self.text.clone())
    }

    fn object(&self, node: usize) -> ChangedObject {
        let path = self.tree.object_path(node);
        ChangedObject { path, id: self.tree.nodes[node].object_id(&self.path) }
    }
}

/// A place in the tree, by an id of the file.
#[derive(Clone, Copy)]
struct Place {
    node: usize,
    part: Option<usize>,
}

/// A side with what is looked up in it.
struct View<'s> {
    side: &'s Side<'s>,
    documents: HashMap<i64, Document<'s>>,
    handles: Handles,
    by_key: HashMap<&'s str, usize>,
    places: HashMap<i64, Place>,
}

struct Comparison<'s> {
    before: View<'s>,
    after: View<'s>,
    differing: &'s Differing,
    overrides: Vec<OverrideDifference>,
    found: Vec<SceneChange>,
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

impl<'s> View<'s> {
    fn new(side: &'s Side<'s>, text: &'s UnityText) -> Result<View<'s>, EngineError> {
        let documents = if text.has_documents() { text.documents()? } else { Vec::new() };
        let nodes = || side.tree.nodes.iter().enumerate();
        let mut places = HashMap::new();
        for (node, own) in nodes() {
            for (part, id) in own.parts.iter().map(|part| part.id).enumerate() {
                places.entry(id).or_insert(Place { node, part: Some(part) });
            }
            for id in [Some(own.game_object), own.instance].into_iter().flatten() {
                places.entry(id).or_insert(Place { node, part: None });
            }
        }
        places.remove(&0);
        Ok(View {
            side,
            handles: Handles::read(&documents)?,
            documents: documents.into_iter().map(|document| (document.id, document)).collect(),
            by_key: nodes().map(|(at, node)| (node.key.as_str(), at)).collect(),
            places,
        })
    }

    fn node(&self, at: usize) -> &'s Node {
        &self.side.tree.nodes[at]
    }

    fn instance(&self, id: i64) -> Option<&Document<'s>> {
        let document = self.documents.get(&id)?;
        (document.class == PREFAB_INSTANCE && !document.stripped).then_some(document)
    }

    fn parent_key(&self, at: usize) -> Option<&'s str> {
        self.node(at).parent.map(|parent| self.node(parent).key.as_str())
    }

    /// Objects that the other version does not have, each with how many came with it.
    fn only_here(&self, other: &View<'_>) -> Vec<(usize, usize)> {
        let mut tops: HashMap<usize, usize> = HashMap::new();
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (at, node) in self.side.tree.nodes.iter().enumerate() {
            if other.by_key.contains_key(node.key.as_str()) {
                continue;
            }
            match node.parent.and_then(|parent| tops.get(&parent)).copied() {
                Some(top) => {
                    found[top].1 += 1;
                    tops.insert(at, top);
                }
                None => {
                    tops.insert(at, found.len());
                    found.push((at, 0));
                }
            }
        }
        found
    }

    fn extent(&self, at: usize, below: usize) -> ObjectExtent {
        let node = self.node(at);
        let names = node.parts.iter().map(|part| part.component.type_name.clone());
        let instance_of = node.instance.and_then(|id| self.source(id));
        ObjectExtent { components: names.collect(), instance_of, below }
    }

    fn source(&self, instance: i64) -> Option<String> {
        let guid = prefab::source(self.instance(instance)?).ok()?.guid?;
        match self.side.assets.verdict(guid) {
            Verdict::Found(asset) | Verdict::Gone(asset) => Some(asset.path.to_string()),
            _ => Some(format!("guid {guid}")),
        }
    }
}

impl<'s> Comparison<'s> {
    fn push(&mut self, object: Option<ChangedObject>, kind: SceneChangeKind) {
        let file = self.after.side.path.clone();
        self.found.push(SceneChange { file, object, kind });
    }

    /// Objects of both versions.
    fn common(&self) -> Vec<(usize, usize)> {
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
            for (member, before, after) in differ.into_iter().filter(|(_, old, new)| old != new) {
                let field = OWN_FIELDS.iter().find(|(_, name)| *name == member);
                let (field, _) = field.copied().unwrap_or((member, member));
                let override_change = self.take_overrides(own_id, &[Step::Key(field)]);
                let change = MemberChange {
                    component: None,
                    member: member.to_owned(),
                    before: Some(before),
                    after: Some(after),
                    override_change,
                };
                self.push(Some(object.clone()), SceneChangeKind::Member(change));
            }
            self.take_overrides(own_id, &[Step::Key("m_Name")]);
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

    /// Values of components that both versions have.
    fn members(&mut self) -> Result<(), EngineError> {
        let touched: HashSet<i64> = self.overrides.iter().map(|own| own.target).collect();
        for (old, new) in self.common() {
            let node = self.after.node(new);
            for part in node.parts.iter().filter(|part| part.id != 0) {
                let is_touched =
                    touched.contains(&part.id) || self.differing.changed.contains(&part.id);
                let before = self.before.node(old).parts.iter().find(|own| own.id == part.id);
                if let Some(before) = before.filter(|_| is_touched) {
                    self.component((old, before), (new, part))?;
                }
            }
        }
        Ok(())
    }

    fn component(
        &mut self,
        (old_node, old): (usize, &Part),
        (new_node, new): (usize, &Part),
    ) -> Result<(), EngineError> {
        let (before, after) = (self.before.side, self.after.side);
        let mut overrides: Vec<(usize, Vec<Step<'_>>)> = Vec::new();
        let own: Vec<(usize, String)> = (0..)
            .zip(&self.overrides)
            .filter(|(_, own)| own.target == new.id)
            .map(|(at, own)| (at, own.path.clone()))
            .collect();
        for (at, path) in &own {
            overrides.extend(steps(path).map(|steps| (*at, steps)));
        }
        let (differences, silent) = with_component(
            before.text(),
            &before.tree,
            (old_node, old),
            before.assets,
            |old_draft, old_typing| {
                with_component(
                    after.text(),
                    &after.tree,
                    (new_node, new),
                    after.assets,
                    |new_draft, new_typing| {
                        let old = Fields { draft: old_draft, typing: old_typing };
                        let new = Fields { draft: new_draft, typing: new_typing };
                        let differences = members::differences(old, new, &is_left_out);
                        let silent: Vec<_> = overrides
                            .iter()
                            .filter(|(_, steps)| !is_left_out(first(steps)))
                            .filter(|(_, steps)| !is_among(steps, &differences))
                            .map(|(at, steps)| (*at, both_values(old, new, steps)))
                            .collect();
                        Ok((differences, silent))
                    },
                )
            },
        )?;
        let object = after.object(new_node);
        let name = new.component.type_name.clone();
        for (at, (value_before, value_after)) in silent {
            let own = &self.overrides[at];
            let difference =
                Difference { path: short(&own.path), before: value_before, after: value_after };
            let change = Some(own.change());
            self.push_member(Some(object.clone()), &name, difference, change);
        }
        for difference in differences {
            let path = difference.path.clone();
            let steps = steps(&path).unwrap_or_default();
            let change = self.take_overrides(new.id, &steps);
            self.push_member(Some(object.clone()), &name, difference, change);
        }
        self.overrides.retain(|own| own.target != new.id);
        Ok(())
    }

    fn push_member(
        &mut self,
        object: Option<ChangedObject>,
        component: &str,
        difference: Difference,
        override_change: Option<scenewright_model::OverrideChange>,
    ) {
        let Difference { path, before, after } = difference;
        let component = Some(component.to_owned());
        let change = MemberChange { component, member: path, before, after, override_change };
        self.push(object, SceneChangeKind::Member(change));
    }

    /// What became of the overrides of a member and of its parts; they are told by that.
    fn take_overrides(
        &mut self,
        target: i64,
        member: &[Step<'_>],
    ) -> Option<scenewright_model::OverrideChange> {
        let is_meant = |own: &OverrideDifference| {
            own.target == target
                && steps(&own.path)
                    .is_some_and(|own| starts_with(&own, member) || starts_with(member, &own))
        };
        let change =
            self.overrides.iter().find(|own| is_meant(own)).map(OverrideDifference::change);
        self.overrides.retain(|own| !is_meant(own));
        change
    }

    /// Overrides of what is not shown, such as the inside of a model.
    fn rest_of_overrides(&mut self) {
        for own in std::mem::take(&mut self.overrides) {
            if is_left_out(&own.path) {
                continue;
            }
            let places = [&self.after, &self.before].map(|view| view.places.get(&own.target));
            let place = places[0].copied();
            let root = self.after.places.get(&own.instance).copied();
            let object = place.or(root).map(|place| self.after.side.object(place.node));
            let component = place.and_then(|place| {
                let part = self.after.node(place.node).parts.get(place.part?)?;
                Some(part.component.type_name.clone())
            });
            let change = MemberChange {
                component,
                member: short(&own.path),
                before: own.before.as_ref().map(|own| self.written(own)),
                after: own.after.as_ref().map(|own| self.written(own)),
                override_change: Some(own.change()),
            };
            self.push(object, SceneChangeKind::Member(change));
        }
    }

    fn written(&self, written: &Written) -> Value {
        let guid = written.reference.guid.map(|guid| self.after.side.assets.verdict(guid));
        match guid {
            Some(Verdict::Found(asset)) => Value::Reference(Reference::Asset {
                path: asset.path.to_string(),
                type_name: None,
                inner: None,
            }),
            _ if !written.reference.is_null() => {
                Value::Raw(format!("{{fileID: {}}}", written.reference.file_id))
            }
            _ => Value::Text(written.text.clone()),
        }
    }

    /// Documents that are neither objects nor on them.
    fn rest_of_file(&mut self) -> Result<(), EngineError> {
        let mut ids: Vec<i64> = self.differing.all().collect();
        ids.sort_unstable();
        for id in ids {
            let is_known = |view: &View<'_>| {
                view.documents.get(&id).is_some_and(|document| {
                    document.stripped
                        || document.class == GAME_OBJECT
                        || view.places.contains_key(&id)
                        || (document.class == PREFAB_INSTANCE && view.places.contains_key(&id))
                })
            };
            if is_known(&self.before) || is_known(&self.after) {
                if self.after.instance(id).is_some() && self.before.instance(id).is_some() {
                    self.instance(id)?;
                }
                continue;
            }
            let [old, new] =
                [&self.before, &self.after].map(|view| view.documents.get(&id).copied());
            match (old, new) {
                (Some(old), Some(new)) if new.class != SCENE_ROOTS || old.class != new.class => {
                    let name = new.class_name().to_owned();
                    for difference in self.document_differences(id, &is_left_out)? {
                        self.push_member(None, &name, difference, None);
                    }
                }
                (Some(old), None) => {
                    let resource = self.before.resource(&old);
                    self.push(None, SceneChangeKind::ResourceRemoved { resource });
                }
                (None, Some(new)) => {
                    let resource = self.after.resource(&new);
                    self.push(None, SceneChangeKind::ResourceAdded { resource });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What an instance has beside its overrides.
    fn instance(&mut self, id: i64) -> Result<(), EngineError> {
        let is_told = |name: &str| name == "m_Modification" || is_left_out(name);
        let object = self.after.places.get(&id).map(|place| self.after.side.object(place.node));
        for difference in self.document_differences(id, &is_told)? {
            self.push_member(object.clone(), "PrefabInstance", difference, None);
        }
        Ok(())
    }

    fn document_differences(
        &self,
        id: i64,
        is_left_out: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<Difference>, EngineError> {
        let (before, after) = (self.before.side, self.after.side);
        let read = |old: &Draft<'_>, old_typing: &Typing<'_, '_>| {
            with_document(after.text(), &after.tree, id, after.assets, |new, new_typing| {
                let old = Fields { draft: old, typing: old_typing };
                let new = Fields { draft: new, typing: new_typing };
                Ok(members::differences(old, new, is_left_out))
            })
        };
        with_document(before.text(), &before.tree, id, before.assets, read)
    }
}

impl View<'_> {
    fn resource(&self, document: &Document<'_>) -> String {
        let class = document.class_name();
        match document.text("m_Name") {
            Ok(name) if !name.is_empty() => format!("{class} {name}"),
            _ => class.to_owned(),
        }
    }
}

fn is_left_out(name: &str) -> bool {
    BOOKKEEPING.contains(&name) || OF_THE_TREE.contains(&name)
}

fn tag(node: &Node) -> Value {
    Value::Text(if node.tag.is_empty() { "Untagged".to_owned() } else { node.tag.clone() })
}

fn only_in<'p>(own: &'p [Part], other: &[Part]) -> Vec<&'p Part> {
    let ids: HashSet<i64> = other.iter().map(|part| part.id).collect();
    own.iter().filter(|part| part.id != 0 && !ids.contains(&part.id)).collect()
}

fn named(part: &Part) -> (String, Option<String>) {
    let script = match &part.component.script {
        Script::Found(path) => Some(path.clone()),
        _ => None,
    };
    (part.component.type_name.clone(), script)
}

fn first<'p>(steps: &[Step<'p>]) -> &'p str {
    match steps.first() {
        Some(Step::Key(name)) => name,
        _ => "",
    }
}

fn starts_with(path: &[Step<'_>], start: &[Step<'_>]) -> bool {
    path.len() >= start.len() && path.iter().zip(start).all(|(own, other)| own == other)
}

/// Whether a member, or a part of it, or what it is a part of, is among those that differ. An array's
/// size is told by its items.
fn is_among(member: &[Step<'_>], differences: &[Difference]) -> bool {
    let member = match member {
        [start @ .., Step::Size] => start,
        whole => whole,
    };
    differences.iter().any(|difference| {
        steps(&difference.path)
            .is_some_and(|other| starts_with(&other, member) || starts_with(member, &other))
    })
}

/// The value that an override is of, with all overrides.
fn both_values(
    before: Fields<'_, '_>,
    after: Fields<'_, '_>,
    path: &[Step<'_>],
) -> (Option<Value>, Option<Value>) {
    let value = |fields: Fields<'_, '_>| fields.at(path);
    (value(before), value(after))
}

/// `m_Materials[0]` for `m_Materials.Array.data[0]`.
fn short(path: &str) -> String {
    path.replace(".Array.data[", "[")
}
