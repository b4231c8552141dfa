//! Compares two versions of a component's fields, down to the values that differ.

use std::collections::HashSet;

use scenewright_model::MemberValue;

use crate::members::field_value::{FieldValue, FoundField, PathStep};
use crate::values::ValueTyping;

/// A value that differs, with its path.
pub(super) struct FieldDifference {
    pub(super) path: String,
    pub(super) before: Option<MemberValue>,
    pub(super) after: Option<MemberValue>,
}

/// One version of the fields, with what is needed to read their values.
#[derive(Clone, Copy)]
pub(super) struct VersionFields<'d, 't> {
    pub(super) fields: &'d FieldValue<'t>,
    pub(super) typing: &'d ValueTyping<'d, 't>,
}

impl VersionFields<'_, '_> {
    /// The value at a path, if there is one.
    pub(super) fn value_at(&self, path: &[PathStep<'_>]) -> Option<MemberValue> {
        match self.fields.find_steps(path)? {
            FoundField::Value(name, fields) => Some(self.value(name, fields)),
            FoundField::Size(size) => i64::try_from(size).ok().map(MemberValue::Int),
        }
    }

    fn value(&self, name: &str, fields: &FieldValue<'_>) -> MemberValue {
        self.typing.value(name, fields)
    }
}

/// Top-level fields for which `is_left_out` holds are not compared.
pub(super) fn differences(
    before: VersionFields<'_, '_>,
    after: VersionFields<'_, '_>,
    is_left_out: &dyn Fn(&str) -> bool,
) -> Vec<FieldDifference> {
    let mut walk = FieldComparison { before, after, found: Vec::new() };
    for name in field_names(before.fields, after.fields) {
        if !is_left_out(name) {
            walk.compare_entry(
                name,
                name.to_owned(),
                before.fields.get(name),
                after.fields.get(name),
            );
        }
    }
    walk.found
}

struct FieldComparison<'d, 't> {
    before: VersionFields<'d, 't>,
    after: VersionFields<'d, 't>,
    found: Vec<FieldDifference>,
}

impl FieldComparison<'_, '_> {
    /// As deep as the parser went, which is bounded.
    fn compare_entry(
        &mut self,
        name: &str,
        path: String,
        old: Option<&FieldValue<'_>>,
        new: Option<&FieldValue<'_>>,
    ) {
        let (Some(old), Some(new)) = (old, new) else {
            let before = old.map(|old| self.before.value(name, old));
            let after = new.map(|new| self.after.value(name, new));
            if before.is_some() || after.is_some() {
                self.found.push(FieldDifference { path, before, after });
            }
            return;
        };
        match (old, new) {
            (FieldValue::Map(a), FieldValue::Map(b))
                if ![old, new].iter().any(|fields| ValueTyping::is_one_value(name, fields))
                    && has_unique_keys(a)
                    && has_unique_keys(b) =>
            {
                for key in field_names(old, new) {
                    self.compare_entry(key, format!("{path}.{key}"), old.get(key), new.get(key));
                }
            }
            (FieldValue::Seq(old), FieldValue::Seq(new)) => {
                self.compare_items(name, &path, old, new)
            }
            (old, new) if self.is_same(name, old, new) => {}
            (old, new) => {
                let before = Some(self.before.value(name, old));
                let after = Some(self.after.value(name, new));
                self.found.push(FieldDifference { path, before, after });
            }
        }
    }

    /// Equal items at both ends are skipped, even when their index has changed.
    fn compare_items(
        &mut self,
        name: &str,
        path: &str,
        old: &[FieldValue<'_>],
        new: &[FieldValue<'_>],
    ) {
        let (mut start, mut end) = (0, 0);
        if old.len() != new.len() {
            let pairs = old.iter().zip(new);
            start = pairs.take_while(|(old, new)| self.is_same(name, old, new)).count();
            let pairs = old[start..].iter().rev().zip(new[start..].iter().rev());
            end = pairs.take_while(|(old, new)| self.is_same(name, old, new)).count();
        }
        let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
        for at in 0..old.len().max(new.len()) {
            self.compare_entry(name, format!("{path}[{}]", start + at), old.get(at), new.get(at));
        }
    }

    fn is_same(&self, name: &str, old: &FieldValue<'_>, new: &FieldValue<'_>) -> bool {
        match (old, new) {
            (FieldValue::Scalar(old), FieldValue::Scalar(new)) => old == new,
            (FieldValue::Unset, FieldValue::Unset) => true,
            // A fileID means nothing without its file.
            (FieldValue::Pointer { .. }, FieldValue::Pointer { .. }) => {
                self.before.value(name, old) == self.after.value(name, new)
            }
            (FieldValue::Map(old), FieldValue::Map(new)) => {
                old.len() == new.len()
                    && old.iter().zip(new).all(|((old_key, old), (new_key, new))| {
                        old_key == new_key && self.is_same(old_key, old, new)
                    })
            }
            (FieldValue::Seq(old), FieldValue::Seq(new)) => {
                let mut pairs = old.iter().zip(new);
                old.len() == new.len() && pairs.all(|(old, new)| self.is_same(name, old, new))
            }
            _ => false,
        }
    }
}

/// Old files have the same key twice; such a mapping is compared as one value.
fn has_unique_keys<K: AsRef<str>, V>(entries: &[(K, V)]) -> bool {
    let mut seen = HashSet::new();
    entries.iter().all(|(key, _)| seen.insert(key.as_ref()))
}

/// In the order of the newer version, then the removed ones.
fn field_names<'d>(old: &'d FieldValue<'_>, new: &'d FieldValue<'_>) -> Vec<&'d str> {
    let mut names: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for (name, _) in new.entries().iter().chain(old.entries()) {
        if seen.insert(name.as_ref()) {
            names.push(name);
        }
    }
    names
}
