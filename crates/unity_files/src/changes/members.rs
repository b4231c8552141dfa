//! Two versions of a component's fields, down to the values that differ.

use std::collections::HashSet;

use scenewright_model::Value;

use crate::members::draft::{Draft, Spot, Step};
use crate::values::Typing;

/// A value that differs, by its path.
pub(super) struct Difference {
    pub(super) path: String,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
}

/// One version of the fields, with what reads them.
#[derive(Clone, Copy)]
pub(super) struct Fields<'d, 't> {
    pub(super) draft: &'d Draft<'t>,
    pub(super) typing: &'d Typing<'d, 't>,
}

impl Fields<'_, '_> {
    /// A part of them, if it is there.
    pub(super) fn at(&self, path: &[Step<'_>]) -> Option<Value> {
        match self.draft.find_steps(path)? {
            Spot::Value(name, draft) => Some(self.value(name, draft)),
            Spot::Size(size) => i64::try_from(size).ok().map(Value::Int),
        }
    }

    fn value(&self, name: &str, draft: &Draft<'_>) -> Value {
        self.typing.value(name, draft)
    }
}

/// Fields at the top that `is_left_out` names are somebody else's to tell.
pub(super) fn differences(
    before: Fields<'_, '_>,
    after: Fields<'_, '_>,
    is_left_out: &dyn Fn(&str) -> bool,
) -> Vec<Difference> {
    let mut walk = Walk { before, after, found: Vec::new() };
    for name in names(before.draft, after.draft) {
        if !is_left_out(name) {
            walk.entry(name, name.to_owned(), before.draft.get(name), after.draft.get(name));
        }
    }
    walk.found
}

struct Walk<'d, 't> {
    before: Fields<'d, 't>,
    after: Fields<'d, 't>,
    found: Vec<Difference>,
}

impl Walk<'_, '_> {
    /// As deep as the parser went, which is bounded.
    fn entry(
        &mut self,
        name: &str,
        path: String,
        old: Option<&Draft<'_>>,
        new: Option<&Draft<'_>>,
    ) {
        let (Some(old), Some(new)) = (old, new) else {
            let before = old.map(|old| self.before.value(name, old));
            let after = new.map(|new| self.after.value(name, new));
            if before.is_some() || after.is_some() {
                self.found.push(Difference { path, before, after });
            }
            return;
        };
        match (old, new) {
            (Draft::Map(a), Draft::Map(b))
                if ![old, new].iter().any(|draft| Typing::is_one_value(name, draft))
                    && is_set(a)
                    && is_set(b) =>
            {
                for key in names(old, new) {
                    self.entry(key, format!("{path}.{key}"), old.get(key), new.get(key));
                }
            }
            (Draft::Seq(old), Draft::Seq(new)) => self.items(name, &path, old, new),
            (old, new) if self.is_same(name, old, new) => {}
            (old, new) => {
                let before = Some(self.before.value(name, old));
                let after = Some(self.after.value(name, new));
                self.found.push(Difference { path, before, after });
            }
        }
    }

    /// Items that are the same at both ends stay out of it, wherever they are now.
    fn items(&mut self, name: &str, path: &str, old: &[Draft<'_>], new: &[Draft<'_>]) {
        let (mut start, mut end) = (0, 0);
        if old.len() != new.len() {
            let pairs = old.iter().zip(new);
            start = pairs.take_while(|(old, new)| self.is_same(name, old, new)).count();
            let pairs = old[start..].iter().rev().zip(new[start..].iter().rev());
            end = pairs.take_while(|(old, new)| self.is_same(name, old, new)).count();
        }
        let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
        for at in 0..old.len().max(new.len()) {
            self.entry(name, format!("{path}[{}]", start + at), old.get(at), new.get(at));
        }
    }

    fn is_same(&self, name: &str, old: &Draft<'_>, new: &Draft<'_>) -> bool {
        match (old, new) {
            (Draft::Scalar(old), Draft::Scalar(new)) => old == new,
            (Draft::Unset, Draft::Unset) => true,
            // A number means nothing without its file.
            (Draft::Pointer { .. }, Draft::Pointer { .. }) => {
                self.before.value(name, old) == self.after.value(name, new)
            }
            (Draft::Map(old), Draft::Map(new)) => {
                old.len() == new.len()
                    && old.iter().zip(new).all(|((old_key, old), (new_key, new))| {
                        old_key == new_key && self.is_same(old_key, old, new)
                    })
            }
            (Draft::Seq(old), Draft::Seq(new)) => {
                let mut pairs = old.iter().zip(new);
                old.len() == new.len() && pairs.all(|(old, new)| self.is_same(name, old, new))
            }
            _ => false,
        }
    }
}

/// Old files have the same key twice; such a mapping is compared as one value.
fn is_set<K: AsRef<str>, V>(entries: &[(K, V)]) -> bool {
    let mut seen = HashSet::new();
    entries.iter().all(|(key, _)| seen.insert(key.as_ref()))
}

/// In the order of the newer version, then those that are gone.
fn names<'d>(old: &'d Draft<'_>, new: &'d Draft<'_>) -> Vec<&'d str> {
    let mut names: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for (name, _) in new.entries().iter().chain(old.entries()) {
        if seen.insert(name.as_ref()) {
            names.push(name);
        }
    }
    names
}
