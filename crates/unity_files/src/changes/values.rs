//! Values that differ, and what became of the overrides that they are.

use std::collections::HashSet;

use scenewright_engine::EngineError;
use scenewright_model::{
    ChangedObject, MemberChange, OverrideChange, Reference, SceneChangeKind, Value,
};

use super::compare::{Comparison, is_left_out, is_same_part};
use super::members::{self, Difference, Fields};
use super::overrides::{OverrideDifference, Written};
use crate::guids::Verdict;
use crate::members::draft::{Step, steps};
use crate::members::with_component;
use crate::tree::Part;

impl Comparison<'_> {
    /// Values of components that both versions have.
    pub(super) fn members(&mut self) -> Result<(), EngineError> {
        let touched: HashSet<i64> = self.overrides.iter().map(|own| own.target).collect();
        for (old, new) in self.common() {
            let node = self.after.node(new);
            for part in node.parts.iter().filter(|part| part.id != 0) {
                let mut before = self.before.node(old).parts.iter();
                let Some(before) = before.find(|own| is_same_part(own, part)) else { continue };
                let is_touched =
                    |id: i64| touched.contains(&id) || self.differing.changed.contains(&id);
                if is_touched(part.id) || is_touched(before.id) {
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
        let ids = [old.id, new.id];
        let mut overrides: Vec<(usize, Vec<Step<'_>>)> = Vec::new();
        let own: Vec<(usize, String)> = (0..)
            .zip(&self.overrides)
            .filter(|(_, own)| ids.contains(&own.target))
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
        difference: Difference,
        override_change: Option<OverrideChange>,
    ) {
        let Difference { path, before, after } = difference;
        let component = Some(component.to_owned());
        let change = MemberChange { component, member: path, before, after, override_change };
        self.push(object, SceneChangeKind::Member(change));
    }

    /// What became of the overrides of a member and of its parts, which are told by that. `targets` are
    /// the ids that the versions give to what has it.
    pub(super) fn take_overrides(
        &mut self,
        targets: [i64; 2],
        member: &[Step<'_>],
    ) -> Option<OverrideChange> {
        let is_meant = |own: &OverrideDifference| {
            targets.contains(&own.target)
                && steps(&own.path)
                    .is_some_and(|own| starts_with(&own, member) || starts_with(member, &own))
        };
        let change =
            self.overrides.iter().find(|own| is_meant(own)).map(OverrideDifference::change);
        self.overrides.retain(|own| !is_meant(own));
        change
    }

    /// Overrides of what is not shown, such as the inside of a model.
    pub(super) fn rest_of_overrides(&mut self) {
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
