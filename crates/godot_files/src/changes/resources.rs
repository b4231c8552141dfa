//! Compares sub-resources and other sections that are not nodes.

use std::collections::{BTreeMap, HashSet};

use scenewright_model::{ChangedObject, MemberChange, MemberValue, SceneChangeKind};

use super::compare::GodotSceneComparison;
use super::excerpt::{SectionKey, SectionVersion};
use crate::value;

impl GodotSceneComparison<'_> {
    pub(super) fn resources(&mut self) {
        let differing = &self.excerpts.differing;
        let reported: HashSet<String> =
            self.found.iter().filter_map(|own| Some(own.object.as_ref()?.path.clone())).collect();
        let mut found = Vec::new();
        for (key, pair) in differing {
            match (key, &pair.sides) {
                (SectionKey::Inner(id), [Some(old), Some(new)]) => {
                    found.extend(self.inner(id, old, new))
                }
                (SectionKey::Inner(id), sides) => {
                    // It is part of a change that is already reported.
                    let user = self.excerpts.users.get(id).and_then(|(node, _)| {
                        let index =
                            self.after.by_path.get(node.as_str()).map(|at| self.after.object(*at));
                        index.or_else(|| {
                            self.before.by_path.get(node.as_str()).map(|at| self.before.object(*at))
                        })
                    });
                    if user.is_some_and(|user| {
                        reported.contains(&user.path)
                            || reported.iter().any(|top| user.path.starts_with(&format!("{top}/")))
                    }) {
                        continue;
                    }
                    found.extend(added_or_removed(sides).map(|kind| (None, kind)));
                }
                (SectionKey::External(_), [Some(old), Some(new)]) => {
                    found.extend(changed_values(old, new, "ExtResource").map(|kind| (None, kind)));
                }
                (SectionKey::Other(tag), [Some(old), Some(new)]) => {
                    found.extend(changed_values(old, new, tag).map(|kind| (None, kind)));
                }
                _ => {}
            }
        }
        found.into_iter().for_each(|(object, kind)| self.push(object, kind));
    }

    /// Differences inside of a sub-resource, as members of the node that uses it.
    fn inner(
        &self,
        id: &str,
        old: &SectionVersion,
        new: &SectionVersion,
    ) -> Vec<(Option<ChangedObject>, SceneChangeKind)> {
        let user = self.excerpts.users.get(id);
        let place = user.and_then(|(node, property)| {
            let new = *self.after.by_path.get(node.as_str())?;
            Some((*self.before.by_path.get(node.as_str()).unwrap_or(&new), new, property))
        });
        let kind = new.attribute_text("type").unwrap_or_else(|| "sub_resource".to_owned());
        let Some((before, after, property)) = place else {
            return changed_values(old, new, &format!("{kind} {id}"))
                .map(|kind| (None, kind))
                .collect();
        };
        let components = &self.after.scene().object(after).components;
        let at = usize::from(
            self.after.side.member(after, 0, property).is_none() && components.len() > 1,
        );
        let class = components.get(at).map(|own| own.type_name.clone());
        let member = |kind: SceneChangeKind| match kind {
            SceneChangeKind::Member(own) => {
                let path = format!("{property}.{}", own.member);
                SceneChangeKind::Member(MemberChange {
                    component: class.clone(),
                    before: self.before.side.member(before, at, &path).or(own.before),
                    after: self.after.side.member(after, at, &path).or(own.after),
                    member: path,
                    override_change: None,
                })
            }
            other => other,
        };
        let object = self.after.object(after);
        changed_values(old, new, &kind).map(|kind| (Some(object.clone()), member(kind))).collect()
    }
}

fn added_or_removed(sides: &[Option<SectionVersion>; 2]) -> Option<SceneChangeKind> {
    let name = |piece: &SectionVersion| {
        piece.attribute_text("type").unwrap_or_else(|| "sub_resource".to_owned())
    };
    match sides {
        [Some(old), None] => Some(SceneChangeKind::ResourceRemoved { resource: name(old) }),
        [None, Some(new)] => Some(SceneChangeKind::ResourceAdded { resource: name(new) }),
        _ => None,
    }
}

/// The attributes and properties of a section that differ, as raw text.
pub(super) fn changed_values(
    old: &SectionVersion,
    new: &SectionVersion,
    part: &str,
) -> impl Iterator<Item = SceneChangeKind> {
    let all = |piece: &SectionVersion| -> BTreeMap<String, String> {
        let section = piece.document.sections().next();
        let places = section
            .into_iter()
            .flat_map(|section| section.attribute_places().chain(section.property_places()));
        places
            .map(|place| {
                let name = value::string(place.key).unwrap_or(place.key.into());
                (name.into_owned(), place.value.to_owned())
            })
            .collect()
    };
    let (mut before, after) = (all(old), all(new));
    let mut found = Vec::new();
    for (name, value) in after {
        let old = before.remove(&name);
        if old.as_ref() != Some(&value) {
            found.push((name, old, Some(value)));
        }
    }
    found.extend(before.into_iter().map(|(name, value)| (name, Some(value), None)));
    let part = part.to_owned();
    found.into_iter().map(move |(member, before, after)| {
        SceneChangeKind::Member(MemberChange {
            component: Some(part.clone()),
            member,
            before: before.map(to_value),
            after: after.map(to_value),
            override_change: None,
        })
    })
}

fn to_value(raw: String) -> MemberValue {
    match value::string(&raw) {
        Some(text) => MemberValue::Text(text.into_owned()),
        None => MemberValue::Raw(raw),
    }
}
