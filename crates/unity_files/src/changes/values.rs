//! Compares member values, and reports the change of the override behind each.

use std::collections::HashSet;

use scenewright_engine::EngineError;
use scenewright_model::{
    ChangedObject, MemberChange, MemberReference, MemberValue, OverrideChange, SceneChangeKind,
};

use super::compare::{UnityComparison, is_internal_field, is_same_part};
use super::members::{self, FieldDifference, VersionFields};
use super::overrides::{OverrideDifference, OverrideValue};
use crate::guids::ResolvedGuid;
use crate::members::field_value::{PathStep, parse_path};
use crate::members::with_component;
use crate::tree::ComponentPart;

impl UnityComparison<'_> {
    /// Compares the components that both versions have.
    pub(super) fn compare_members(&mut self) -> Result<(), EngineError> {
        let touched: HashSet<i64> = self.overrides.iter().map(|own| own.target).collect();
        for (old, new) in self.common_nodes() {
            let node = self.after.node(new);
            for part in node.parts.iter().filter(|part| part.id != 0) {
                let mut before = self.before.node(old).parts.iter();
                let Some(before) = before.find(|own| is_same_part(own, part)) else { continue };
                let is_touched =
                    |id: i64| touched.contains(&id) || self.differing.changed.contains(&id);
                if is_touched(part.id) || is_touched(before.id) {
                    self.compare_component((old, before), (new, part))?;
                }
            }
        }
        Ok(())
    }

    fn compare_component(
        &mut self,
        (old_node, old): (usize, &ComponentPart),
        (new_node, new): (usize, &ComponentPart),
    ) -> Result<(), EngineError> {
        let (before, after) = (self.before.side, self.after.side);
        let ids = [old.id, new.id];
        let mut overrides: Vec<(usize, Vec<PathStep<'_>>)> = Vec::new();
        let own: Vec<(usize, String)> = (0..)
            .zip(&self.overrides)
            .filter(|(_, own)| ids.contains(&own.target))
            .map(|(at, own)| (at, own.path.clone()))
            .collect();
        for (at, path) in &own {
            overrides.extend(parse_path(path).map(|steps| (*at, steps)));
        }
        let (differences, silent) = with_component(
            before.text(),
            &before.tree,
            (old_node, old),
            before.assets,
            |old_fields, old_typing| {
                with_component(
                    after.text(),
                    &after.tree,
                    (new_node, new),
                    after.assets,
                    |new_fields, new_typing| {
                        let old = VersionFields { fields: old_fields, typing: old_typing };
                        let new = VersionFields { fields: new_fields, typing: new_typing };
                        let differences = members::differences(old, new, &is_internal_field);
                        let silent: Vec<_> = overrides
                            .iter()
                            .filter(|(_, steps)| !is_internal_field(first_key(steps)))
                            .filter(|(_, steps)| !is_covered_by(steps, &differences))
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
            let difference = FieldDifference {
                path: short_path(&own.path),
                before: value_before,
                after: value_after,
            };
            let change = Some(own.change());
            self.push_member(Some(object.clone()), &name, difference, change);
        }
        for difference in differences {
            let path = difference.path.clone();
            let steps = parse_path(&path).unwrap_or_default();
            let change = self.take_overrides(ids, &steps);
            self.push_member(Some(object.clone()), &name, difference, change);
        }
        self.overrides.retain(|own| !ids.contains(&own.target));
        Ok(())
    }

    pub(super) fn push_member(
        &mut self,
        object: Option<ChangedObject>,
        component: &str,
        difference: FieldDifference,
        override_change: Option<OverrideChange>,
    ) {
        let FieldDifference { path, before, after } = difference;
        let component = Some(component.to_owned());
        let change = MemberChange { component, member: path, before, after, override_change };
        self.push(object, SceneChangeKind::Member(change));
    }

    /// The change of the overrides of a member and of its parts; they count as reported. `targets`
    /// are the ids that the two versions give to the member's owner.
    pub(super) fn take_overrides(
        &mut self,
        targets: [i64; 2],
        member: &[PathStep<'_>],
    ) -> Option<OverrideChange> {
        let is_meant = |own: &OverrideDifference| {
            targets.contains(&own.target)
                && parse_path(&own.path)
                    .is_some_and(|own| starts_with(&own, member) || starts_with(member, &own))
        };
        let change =
            self.overrides.iter().find(|own| is_meant(own)).map(OverrideDifference::change);
        self.overrides.retain(|own| !is_meant(own));
        change
    }

    /// Overrides of objects that are not shown, such as those inside a model.
    pub(super) fn report_other_overrides(&mut self) {
        for own in std::mem::take(&mut self.overrides) {
            if is_internal_field(&own.path) {
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
                member: short_path(&own.path),
                before: own.before.as_ref().map(|own| self.to_value(own)),
                after: own.after.as_ref().map(|own| self.to_value(own)),
                override_change: Some(own.change()),
            };
            self.push(object, SceneChangeKind::Member(change));
        }
    }

    fn to_value(&self, written: &OverrideValue) -> MemberValue {
        let guid = written.reference.guid.map(|guid| self.after.side.assets.resolve_guid(guid));
        match guid {
            Some(ResolvedGuid::Found(asset)) => MemberValue::Reference(MemberReference::Asset {
                path: asset.path.to_string(),
                type_name: None,
                inner: None,
            }),
            _ if !written.reference.is_null() => {
                MemberValue::Raw(format!("{{fileID: {}}}", written.reference.file_id))
            }
            _ => MemberValue::Text(written.text.clone()),
        }
    }
}

fn first_key<'p>(steps: &[PathStep<'p>]) -> &'p str {
    match steps.first() {
        Some(PathStep::Key(name)) => name,
        _ => "",
    }
}

fn starts_with(path: &[PathStep<'_>], start: &[PathStep<'_>]) -> bool {
    path.len() >= start.len() && path.iter().zip(start).all(|(own, other)| own == other)
}

/// Whether a member, one of its parts or one of its parents is among the differences. The size of
/// an array counts as its items.
fn is_covered_by(member: &[PathStep<'_>], differences: &[FieldDifference]) -> bool {
    let member = match member {
        [start @ .., PathStep::Size] => start,
        whole => whole,
    };
    differences.iter().any(|difference| {
        parse_path(&difference.path)
            .is_some_and(|other| starts_with(&other, member) || starts_with(member, &other))
    })
}

/// The values at an override's path, with all overrides applied.
fn both_values(
    before: VersionFields<'_, '_>,
    after: VersionFields<'_, '_>,
    path: &[PathStep<'_>],
) -> (Option<MemberValue>, Option<MemberValue>) {
    let value = |fields: VersionFields<'_, '_>| fields.value_at(path);
    (value(before), value(after))
}

/// `m_Materials[0]` for `m_Materials.Array.data[0]`.
fn short_path(path: &str) -> String {
    path.replace(".Array.data[", "[")
}
