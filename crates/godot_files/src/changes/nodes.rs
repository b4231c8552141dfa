//! One node in both versions: what it is, and what is set on it.

use std::collections::BTreeMap;

use scenewright_model::{
    Component, Member, MemberChange, Object, ObjectIndex, Origin, OverrideChange, SceneChangeKind,
    Script, Value,
};

use crate::ancestry::Ancestries;
use crate::api::Api;
use crate::files::Files;
use crate::members::Node;
use crate::scene::Resolved;
use crate::value;

/// What a header says that is told in another way.
const OF_THE_TREE: [&str; 11] = [
    "name",
    "parent",
    "type",
    "instance",
    "instance_placeholder",
    "groups",
    "node_paths",
    "owner",
    "parent_id_path",
    "owner_uid_path",
    "index",
];

/// A version of a scene with what reads it.
pub(super) struct Side<'a> {
    pub(super) files: &'a Files<'a>,
    pub(super) api: Option<&'a Api>,
    pub(super) resolved: &'a Resolved,
    pub(super) ancestries: &'a Ancestries<'a>,
}

impl<'a> Side<'a> {
    fn object(&self, node: ObjectIndex) -> &'a Object {
        self.resolved.scene.object(node)
    }

    fn node(&self, node: ObjectIndex) -> Node<'a> {
        Node::new(self.files, self.api, self.resolved, self.ancestries, node)
    }

    /// A member of a node's class (0) or script (1), also one that the scene leaves as it is.
    pub(super) fn member(&self, node: ObjectIndex, component: usize, path: &str) -> Option<Value> {
        self.node(node).member(component, path).ok()
    }

    /// Whether the scene's own file sets a property of a node that comes from another.
    fn overrides(&self, node: ObjectIndex, property: &str) -> Option<bool> {
        let facts = self.object(node).node.as_ref()?;
        if facts.origin == Origin::Own && facts.instance_of.is_none() {
            return None;
        }
        let section =
            self.resolved.own_section(node).and_then(|at| self.resolved.own().section(at));
        let mut names = section.into_iter().flat_map(|section| section.properties());
        Some(names.any(|(name, _)| value::string(name).unwrap_or(name.into()) == property))
    }

    /// What the files set, as they write it.
    fn raw(&self, node: ObjectIndex) -> BTreeMap<String, String> {
        let set = self.resolved.properties(node).into_iter();
        let set = set.filter(|property| property.name != "script");
        set.map(|property| (property.name.into_owned(), property.raw.to_owned())).collect()
    }

    fn attributes(&self, node: ObjectIndex) -> BTreeMap<String, String> {
        let section =
            self.resolved.own_section(node).and_then(|at| self.resolved.own().section(at));
        let places = section.into_iter().flat_map(|section| section.attribute_places());
        places.map(|place| (place.key.to_owned(), place.value.to_owned())).collect()
    }
}

pub(super) fn differences(
    before: (&Side<'_>, ObjectIndex),
    after: (&Side<'_>, ObjectIndex),
) -> Vec<SceneChangeKind> {
    let mut found = Vec::new();
    facts(before, after, &mut found);
    groups(before.0.object(before.1), after.0.object(after.1), &mut found);
    scripts(before.0.object(before.1), after.0.object(after.1), &mut found);
    properties(before, after, &mut found);
    found
}

fn own(member: &str, before: Option<Value>, after: Option<Value>) -> SceneChangeKind {
    SceneChangeKind::Member(MemberChange {
        component: None,
        member: member.to_owned(),
        before,
        after,
        override_change: None,
    })
}

/// What a node is.
fn facts(
    (old_side, old): (&Side<'_>, ObjectIndex),
    (new_side, new): (&Side<'_>, ObjectIndex),
    found: &mut Vec<SceneChangeKind>,
) {
    let (one, other) = (old_side.object(old), new_side.object(new));
    let class = |object: &Object| object.components.first().map(|class| class.type_name.clone());
    let instance = |object: &Object| object.node.as_ref().and_then(|node| node.instance_of.clone());
    let texts = [("class", class(one), class(other)), ("instance", instance(one), instance(other))];
    for (member, before, after) in texts.into_iter().filter(|(_, old, new)| old != new) {
        found.push(own(member, before.map(Value::Text), after.map(Value::Text)));
    }
    let flags = |object: &Object| {
        let node = object.node.as_ref();
        node.map_or([false; 2], |node| [node.editable, node.placeholder])
    };
    let names = ["editable", "placeholder"].into_iter();
    for (member, (before, after)) in names.zip(flags(one).into_iter().zip(flags(other))) {
        if before != after {
            found.push(own(member, Some(Value::Bool(before)), Some(Value::Bool(after))));
        }
    }
    // What comes and goes with a section says nothing.
    let (before, after) = (old_side.attributes(old), new_side.attributes(new));
    for (key, old) in before.into_iter().filter(|(key, _)| !OF_THE_TREE.contains(&key.as_str())) {
        if let Some(new) = after.get(&key).filter(|new| **new != old) {
            found.push(own(&key, Some(Value::Raw(old)), Some(Value::Raw(new.clone()))));
        }
    }
}

fn groups(before: &Object, after: &Object, found: &mut Vec<SceneChangeKind>) {
    let list = |object: &Object| object.node.as_ref().map(|node| node.groups.clone());
    let (old, new) = (list(before).unwrap_or_default(), list(after).unwrap_or_default());
    let gone = old.iter().filter(|group| !new.contains(group)).cloned();
    found.extend(gone.map(|group| SceneChangeKind::GroupRemoved { group }));
    let come = new.iter().filter(|group| !old.contains(group)).cloned();
    found.extend(come.map(|group| SceneChangeKind::GroupAdded { group }));
}

fn scripts(before: &Object, after: &Object, found: &mut Vec<SceneChangeKind>) {
    let (old, new) = (before.components.get(1), after.components.get(1));
    if old == new {
        return;
    }
    let told = |component: &Component| {
        let script = match &component.script {
            Script::Found(path) => Some(path.clone()),
            _ => None,
        };
        (component.type_name.clone(), script)
    };
    found.extend(
        old.map(told)
            .map(|(component, script)| SceneChangeKind::ComponentRemoved { component, script }),
    );
    found.extend(
        new.map(told)
            .map(|(component, script)| SceneChangeKind::ComponentAdded { component, script }),
    );
}

fn properties(
    before: (&Side<'_>, ObjectIndex),
    after: (&Side<'_>, ObjectIndex),
    found: &mut Vec<SceneChangeKind>,
) {
    let (mut old, new) = (before.0.raw(before.1), after.0.raw(after.1));
    let mut names: Vec<String> = Vec::new();
    for (name, raw) in new {
        if old.remove(&name).as_ref() != Some(&raw) || is_turned(before, after, &name) {
            names.push(name);
        }
    }
    names.extend(old.into_keys());
    for name in names {
        found.extend(property(before, after, &name));
    }
}

/// An override that came or went, and changed nothing.
fn is_turned(
    before: (&Side<'_>, ObjectIndex),
    after: (&Side<'_>, ObjectIndex),
    name: &str,
) -> bool {
    override_change(before, after, name).is_some_and(|change| change != OverrideChange::Changed)
}

fn override_change(
    before: (&Side<'_>, ObjectIndex),
    after: (&Side<'_>, ObjectIndex),
    name: &str,
) -> Option<OverrideChange> {
    let was = before.0.overrides(before.1, name).unwrap_or(false);
    match (was, after.0.overrides(after.1, name).unwrap_or(false)) {
        (false, true) => Some(OverrideChange::Added),
        (true, true) => Some(OverrideChange::Changed),
        (true, false) => Some(OverrideChange::Removed),
        (false, false) => None,
    }
}

fn property(
    before: (&Side<'_>, ObjectIndex),
    after: (&Side<'_>, ObjectIndex),
    name: &str,
) -> Option<SceneChangeKind> {
    let lists = [before, after].map(|(side, node)| side.node(node).members());
    let owner =
        |at: usize| lists.iter().any(|lists| lists[at].iter().any(|member| member.name == name));
    let at = usize::from(!owner(0) && owner(1));
    let value = |(side, node): (&Side<'_>, ObjectIndex), lists: &[Vec<Member>; 2]| {
        let set = lists[at].iter().rfind(|member| member.name == name);
        set.map(|member| member.value.clone()).or_else(|| side.member(node, at, name))
    };
    let (old, new) = (value(before, &lists[0]), value(after, &lists[1]));
    let change = override_change(before, after, name);
    let is_silent = change.is_none_or(|change| change == OverrideChange::Changed);
    if is_silent && is_same_target(old.as_ref(), new.as_ref()) {
        return None;
    }
    // A script that is gone still names what was set on it.
    let is_set = |lists: &[Vec<Member>; 2]| lists[at].iter().any(|member| member.name == name);
    let (side, node) = if is_set(&lists[1]) || !is_set(&lists[0]) { after } else { before };
    let component = side.object(node).components.get(at).map(|own| own.type_name.clone());
    Some(SceneChangeKind::Member(MemberChange {
        component,
        member: name.to_owned(),
        before: old,
        after: new,
        override_change: change,
    }))
}

/// Ids of resources are a file's own affair: what counts is where they lead.
fn is_same_target(old: Option<&Value>, new: Option<&Value>) -> bool {
    let target = |value: Option<&Value>| match value {
        Some(Value::Typed(typed)) => match &typed.value {
            Value::Reference(reference) => Some(reference.clone()),
            _ => None,
        },
        _ => None,
    };
    let target = [target(old), target(new)];
    target[0].is_some() && target[0] == target[1]
}
