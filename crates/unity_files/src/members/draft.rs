//! A component's fields while overrides are applied: like the file's, but knowing which file each
//! pointer is from, as a fileID means nothing without its file.

use std::borrow::Cow;

use super::super::pointer::Pointer;
use super::super::yaml::Value;
use super::layers::Edit;

/// A hostile override may ask for any length.
const MAX_GROWN: usize = 10_000;
/// Unity nests serialised classes ten deep.
const MAX_STEPS: usize = 64;

#[derive(Debug, Clone)]
pub(crate) enum Draft<'t> {
    /// A place that an override made and none has filled.
    Unset,
    /// As it stands in the file.
    Scalar(&'t str),
    Pointer {
        pointer: Pointer,
        /// The layer whose file the pointer is written in.
        level: usize,
    },
    Map(Vec<(Cow<'t, str>, Draft<'t>)>),
    Seq(Vec<Draft<'t>>),
}

/// Where a path leads.
pub(crate) enum Spot<'d, 't> {
    /// With the name of the last field on the way.
    Value(&'d str, &'d Draft<'t>),
    Size(usize),
}

/// Why an override is not applied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It leads nowhere; Unity keeps such overrides and shows nothing of them.
    Stale,
    /// It leads into an array that is stored as packed bytes.
    Packed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'p> {
    Key(&'p str),
    Item(usize),
    Size,
    /// The object behind a `SerializeReference` field, by its number.
    Managed(&'p str),
}

impl<'t> Draft<'t> {
    /// As deep as the parser went, which is bounded.
    pub(crate) fn of(value: &Value<'t>, level: usize) -> Draft<'t> {
        if let Some(pointer) = Pointer::from_value(value) {
            return Draft::Pointer { pointer, level };
        }
        match value {
            Value::Scalar(raw) => Draft::Scalar(raw),
            Value::Seq(items) => {
                Draft::Seq(items.iter().map(|item| Draft::of(item, level)).collect())
            }
            Value::Map(entries) => {
                let entry = |(key, value): &(&'t str, Value<'t>)| {
                    (Cow::Borrowed(*key), Draft::of(value, level))
                };
                Draft::Map(entries.iter().map(entry).collect())
            }
        }
    }

    pub(crate) fn entries(&self) -> &[(Cow<'t, str>, Draft<'t>)] {
        match self {
            Draft::Map(entries) => entries,
            _ => &[],
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Draft<'t>> {
        self.entries().iter().find_map(|(name, value)| (name == key).then_some(value))
    }

    /// A field that is there already, with another value.
    pub(crate) fn replace(&mut self, key: &str, with: Draft<'t>) {
        if let Draft::Map(entries) = self
            && let Some((_, value)) = entries.iter_mut().find(|(name, _)| name == key)
        {
            *value = with;
        }
    }

    pub(crate) fn find<'d>(&'d self, path: &'d str) -> Option<Spot<'d, 't>> {
        self.find_steps(&steps(path)?)
    }

    pub(crate) fn find_steps<'d>(&'d self, path: &[Step<'d>]) -> Option<Spot<'d, 't>> {
        let (mut name, mut at) = ("", self);
        for &step in path {
            at = match (step, at) {
                (Step::Key(key), Draft::Map(_)) => {
                    name = key;
                    at.get(key)?
                }
                (Step::Item(index), Draft::Seq(items)) => items.get(index)?,
                (Step::Size, Draft::Seq(items)) => return Some(Spot::Size(items.len())),
                (Step::Managed(rid), Draft::Map(_)) => at.managed(rid)?,
                _ => return None,
            };
        }
        Some(Spot::Value(name, at))
    }

    pub(super) fn managed(&self, rid: &str) -> Option<&Draft<'t>> {
        let Draft::Seq(objects) = self.get("references")?.get("RefIds")? else {
            return None;
        };
        objects.iter().find(|object| object.has_rid(rid))?.get("data")
    }

    fn has_rid(&self, rid: &str) -> bool {
        matches!(self.get("rid"), Some(Draft::Scalar(own)) if *own == rid)
    }

    /// Applies an override that is written in the file of layer `level`.
    pub(crate) fn edit(&mut self, edit: &Edit<'t>, level: usize) -> Result<(), Refused> {
        let mut at = self;
        for step in steps(&edit.path).ok_or(Refused::Stale)? {
            if step == Step::Size {
                return at.resize(edit.value);
            }
            at = at.step_into(&step)?;
        }
        let pointer = Draft::Pointer { pointer: edit.reference, level };
        match at {
            Draft::Pointer { .. } => *at = pointer,
            Draft::Map(entries) if !entries.is_empty() => return Err(Refused::Stale),
            Draft::Seq(_) => return Err(Refused::Stale),
            _ if !edit.reference.is_null() => *at = pointer,
            _ => *at = Draft::Scalar(edit.value),
        }
        Ok(())
    }

    fn step_into(&mut self, step: &Step<'_>) -> Result<&mut Draft<'t>, Refused> {
        self.open_for(step);
        match (step, self) {
            (Step::Key(key), Draft::Map(entries)) => {
                let known = entries.iter().position(|(name, _)| name == key);
                let index = known.unwrap_or(entries.len());
                if known.is_none() {
                    entries.push((Cow::Owned((*key).to_owned()), Draft::Unset));
                }
                Ok(&mut entries[index].1)
            }
            (Step::Item(index), Draft::Seq(items)) => items.get_mut(*index).ok_or(Refused::Stale),
            (Step::Item(_), Draft::Scalar(_)) => Err(Refused::Packed),
            (Step::Managed(rid), Draft::Map(entries)) => {
                managed_mut(entries, rid).ok_or(Refused::Stale)
            }
            _ => Err(Refused::Stale),
        }
    }

    /// An empty place takes the form that a path asks for.
    fn open_for(&mut self, step: &Step<'_>) {
        if matches!(self, Draft::Unset | Draft::Scalar("")) {
            match step {
                Step::Key(_) => *self = Draft::Map(Vec::new()),
                Step::Item(_) | Step::Size => *self = Draft::Seq(Vec::new()),
                Step::Managed(_) => {}
            }
        }
    }

    fn resize(&mut self, size: &str) -> Result<(), Refused> {
        self.open_for(&Step::Size);
        let size: usize = size.trim().parse().map_err(|_| Refused::Stale)?;
        match self {
            Draft::Seq(items) if size <= items.len().max(MAX_GROWN) => {
                items.resize(size, Draft::Unset);
                Ok(())
            }
            Draft::Scalar(_) => Err(Refused::Packed),
            _ => Err(Refused::Stale),
        }
    }
}

fn managed_mut<'d, 't>(
    entries: &'d mut [(Cow<'t, str>, Draft<'t>)],
    rid: &str,
) -> Option<&'d mut Draft<'t>> {
    let entry = |map: &'d mut [(Cow<'t, str>, Draft<'t>)], key: &str| {
        map.iter_mut().find_map(|(name, value)| (name == key).then_some(value))
    };
    let Draft::Map(references) = entry(entries, "references")? else {
        return None;
    };
    let Draft::Seq(objects) = entry(references, "RefIds")? else {
        return None;
    };
    match objects.iter_mut().find(|object| object.has_rid(rid))? {
        Draft::Map(object) => entry(object, "data"),
        _ => None,
    }
}

/// `a.b`, `a.Array.data[0].b`, `a[0].b`, `a.Array.size`, `managedReferences[7].b`.
pub(crate) fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    let mut parts = path.split('.').peekable();
    let mut in_array = false;
    while let Some(part) = parts.next() {
        if part == "Array" {
            if parts.next_if_eq(&"size").is_some() {
                steps.push(Step::Size);
                break;
            }
            in_array = parts.peek().is_some_and(|next| next.starts_with("data["));
            if in_array {
                continue;
            }
        }
        let (name, mut indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        match name {
            "data" if std::mem::take(&mut in_array) => {}
            "managedReferences" if steps.is_empty() && !indices.is_empty() => {
                let (rid, rest) = indices[1..].split_once(']')?;
                steps.push(Step::Managed(rid));
                indices = rest;
            }
            "" => return None,
            name => steps.push(Step::Key(name)),
        }
        while !indices.is_empty() {
            let (index, rest) = indices.strip_prefix('[')?.split_once(']')?;
            steps.push(Step::Item(index.parse().ok()?));
            indices = rest;
        }
    }
    (parts.next().is_none() && steps.len() <= MAX_STEPS).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_unitys_and_the_short_form_of_them() {
        use Step::{Item, Key, Managed, Size};
        for (path, expected) in [
            ("m_Name", Some(vec![Key("m_Name")])),
            ("a.b", Some(vec![Key("a"), Key("b")])),
            ("a.Array.data[2].b", Some(vec![Key("a"), Item(2), Key("b")])),
            ("a[2].b", Some(vec![Key("a"), Item(2), Key("b")])),
            ("a.Array.data[0].Array.data[1]", Some(vec![Key("a"), Item(0), Item(1)])),
            ("a.Array.size", Some(vec![Key("a"), Size])),
            ("data.Array", Some(vec![Key("data"), Key("Array")])),
            ("managedReferences[7].speed", Some(vec![Managed("7"), Key("speed")])),
            ("a.Array.size.b", None),
            ("", None),
            ("a.", None),
            ("a[", None),
            ("a[x]", None),
            ("a[0]b", None),
        ] {
            assert_eq!(steps(path), expected, "{path}");
        }
        assert_eq!(steps(&"a.".repeat(99)), None);
    }
}
