//! Compares one node in both versions.

use std::collections::BTreeMap;
use std::sync::Arc;

use scenewright_model::{
    Component, ComponentScript, Member, MemberChange, MemberValue, NodeOrigin, ObjectIndex,
    OverrideChange, SceneChangeKind, SceneObject,
};

use crate::ancestry::ScriptAncestries;
use crate::api::Api;
use crate::files::GodotFileView;
use crate::members::NodeReader;
use crate::scene::ResolvedScene;
use crate::value;

/// Attributes whose changes are reported in another way.
const TREE_ATTRIBUTES: [&str; 11] = [
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

/// A version of a scene and what is needed to read it.
pub(super) struct GodotSceneVersion<'a> {
    pub(super) files: &'a GodotFileView<'a>,
    pub(super) api: Option<&'a Api>,
    pub(super) resolved: &'a ResolvedScene,
    pub(super) ancestries: &'a ScriptAncestries<'a>,
}

impl<'a> GodotSceneVersion<'a> {
    fn object(&self, node: ObjectIndex) -> &'a SceneObject {
        self.resolved.scene.object(node)
    }

    fn node(&self, node: ObjectIndex) -> NodeReader<'a> {
        NodeReader::new(self.files, self.api, self.resolved, self.ancestries, node)
    }

    /// A member of a node's class (0) or script (1), also one that the scene does not set.
    pub(super) fn member(
        &self,
        node: ObjectIndex,
        component: usize,
        path: &str,
    ) -> Option<MemberValue> {
        self.node(node).member(component, path).ok()
    }

    /// Whether the scene's own file overrides a property of a node that another file declares.
    fn overrides(&self, node: ObjectIndex, property: &str) -> Option<bool> {
        let facts = self.object(node).node.as_ref()?;
        if facts.origin == NodeOrigin::Own && facts.instance_of.is_none() {
            return None;
        }
        let section =
            self.resolved.own_section(node).and_then(|at| self.resolved.own_document().section(at));
        let mut names = section.into_iter().flat_map(|section| section.properties());
        Some(names.any(|(name, _)| value::string(name).unwrap_or(name.into()) == property))
    }

    /// The properties that the files set, as raw text.
    fn raw(&self, node: ObjectIndex) -> BTreeMap<String, String> {
        let set = self.resolved.properties(node).into_iter();
        let set = set.filter(|property| property.name != "script");
        set.map(|property| (property.name.into_owned(), property.raw.into_owned())).collect()
    }

    fn attributes(&self, node: ObjectIndex) -> BTreeMap<String, String> {
        let section =
            self.resolved.own_section(node).and_then(|at| self.resolved.own_document().section(at));
        let places = section.into_iter().flat_map(|section| section.attribute_places());
        places.map(|place| (place.key.to_owned(), place.value.to_owned())).collect()
    }
}

pub(super) fn differences(
    before: (&GodotSceneVersion<'_>, ObjectIndex),
    after: (&GodotSceneVersion<'_>, ObjectIndex),
) -> Vec<SceneChangeKind> {
    let mut found = Vec::new();
    compare_facts(before, after, &mut found);
    compare_groups(before.0.object(before.1), after.0.object(after.1), &mut found);
    compare_scripts(before.0.object(before.1), after.0.object(after.1), &mut found);
    compare_properties(before, after, &mut found);
    found
}

fn node_change(
    member: &str,
    before: Option<MemberValue>,
    after: Option<MemberValue>,
) -> SceneChangeKind {
    SceneChangeKind::Member(MemberChange {
        component: None,
        member: member.to_owned(),
        before,
        after,
        override_change: None,
    })
}

/// Class, instance, flags and attributes.
fn compare_facts(
    (old_side, old): (&GodotSceneVersion<'_>, ObjectIndex),
    (new_side, new): (&GodotSceneVersion<'_>, ObjectIndex),
    found: &mut Vec<SceneChangeKind>,
) {
    let (one, other) = (old_side.object(old), new_side.object(new));
    let class =
        |object: &SceneObject| object.components.first().map(|class| class.type_name.clone());
    let instance =
        |object: &SceneObject| object.node.as_ref().and_then(|node| node.instance_of.clone());
    let texts = [("class", class(one), class(other)), ("instance", instance(one), instance(other))];
    for (member, before, after) in texts.into_iter().filter(|(_, old, new)| old != new) {
        found.push(node_change(
            member,
            before.map(MemberValue::Text),
            after.map(MemberValue::Text),
        ));
    }
    let flags = |object: &SceneObject| {
        let node = object.node.as_ref();
        node.map_or([false; 2], |node| [node.editable, node.placeholder])
    };
    let names = ["editable", "placeholder"].into_iter();
    for (member, (before, after)) in names.zip(flags(one).into_iter().zip(flags(other))) {
        if before != after {
            found.push(node_change(
                member,
                Some(MemberValue::Bool(before)),
                Some(MemberValue::Bool(after)),
            ));
        }
    }
    // Attributes that appear or disappear together with a section are no change.
    let (before, after) = (old_side.attributes(old), new_side.attributes(new));
    for (key, old) in before.into_iter().filter(|(key, _)| !TREE_ATTRIBUTES.contains(&key.as_str()))
    {
        if let Some(new) = after.get(&key).filter(|new| **new != old) {
            found.push(node_change(
                &key,
                Some(MemberValue::Raw(old)),
                Some(MemberValue::Raw(new.clone())),
            ));
        }
    }
}

fn compare_groups(before: &SceneObject, after: &SceneObject, found: &mut Vec<SceneChangeKind>) {
    let list = |object: &SceneObject| object.node.as_ref().map(|node| node.groups.clone());
    let (old, new) = (list(before).unwrap_or_default(), list(after).unwrap_or_default());
    let gone = old.iter().filter(|group| !new.contains(group)).cloned();
    found.extend(gone.map(|group| SceneChangeKind::GroupRemoved { group }));
    let come = new.iter().filter(|group| !old.contains(group)).cloned();
    found.extend(come.map(|group| SceneChangeKind::GroupAdded { group }));
}

fn compare_scripts(before: &SceneObject, after: &SceneObject, found: &mut Vec<SceneChangeKind>) {
    let (old, new) = (before.components.get(1), after.components.get(1));
    if old == new {
        return;
    }
    let describe = |component: &Arc<Component>| {
        let script = match &component.script {
            ComponentScript::Found(path) => Some(path.clone()),
            _ => None,
        };
        (component.type_name.clone(), script)
    };
    found.extend(
        old.map(describe)
            .map(|(component, script)| SceneChangeKind::ComponentRemoved { component, script }),
    );
    found.extend(
        new.map(describe)
            .map(|(component, script)| SceneChangeKind::ComponentAdded { component, script }),
    );
}

fn compare_properties(
    before: (&GodotSceneVersion<'_>, ObjectIndex),
    after: (&GodotSceneVersion<'_>, ObjectIndex),
    found: &mut Vec<SceneChangeKind>,
) {
    let (mut old, new) = (before.0.raw(before.1), after.0.raw(after.1));
    let mut names: Vec<String> = Vec::new();
    for (name, raw) in new {
        if old.remove(&name).as_ref() != Some(&raw) || is_override_toggled(before, after, &name) {
            names.push(name);
        }
    }
    names.extend(old.into_keys());
    for name in names {
        found.extend(compare_property(before, after, &name));
    }
}

/// Whether an override was added or removed.
fn is_override_toggled(
    before: (&GodotSceneVersion<'_>, ObjectIndex),
    after: (&GodotSceneVersion<'_>, ObjectIndex),
    name: &str,
) -> bool {
    override_change(before, after, name).is_some_and(|change| change != OverrideChange::Changed)
}

fn override_change(
    before: (&GodotSceneVersion<'_>, ObjectIndex),
    after: (&GodotSceneVersion<'_>, ObjectIndex),
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

fn compare_property(
    before: (&GodotSceneVersion<'_>, ObjectIndex),
    after: (&GodotSceneVersion<'_>, ObjectIndex),
    name: &str,
) -> Option<SceneChangeKind> {
    let lists = [before, after].map(|(side, node)| side.node(node).members());
    let owner =
        |at: usize| lists.iter().any(|lists| lists[at].iter().any(|member| member.name == name));
    let at = usize::from(!owner(0) && owner(1));
    let value = |(side, node): (&GodotSceneVersion<'_>, ObjectIndex), lists: &[Vec<Member>; 2]| {
        let set = lists[at].iter().rfind(|member| member.name == name);
        set.map(|member| member.value.clone()).or_else(|| side.member(node, at, name))
    };
    let (old, new) = (value(before, &lists[0]), value(after, &lists[1]));
    let change = override_change(before, after, name);
    let is_silent = change.is_none_or(|change| change == OverrideChange::Changed);
    if is_silent && is_same_target(old.as_ref(), new.as_ref()) {
        return None;
    }
    // The name of a removed script is still used for the values that were set on it.
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

/// The ids of resources are local to a file: their targets are compared.
fn is_same_target(old: Option<&MemberValue>, new: Option<&MemberValue>) -> bool {
    let target = |value: Option<&MemberValue>| match value {
        Some(MemberValue::Typed(typed)) => match &typed.value {
            MemberValue::Reference(reference) => Some(reference.clone()),
            _ => None,
        },
        _ => None,
    };
    let target = [target(old), target(new)];
    target[0].is_some() && target[0] == target[1]
}
