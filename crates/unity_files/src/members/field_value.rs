//! A component's fields while overrides are applied. Like the file's values, but each pointer knows
//! the file it is written in.

use std::borrow::Cow;

use super::super::pointer::Pointer;
use super::super::yaml::YamlValue;
use super::layers::PropertyOverride;

/// A hostile override may ask for any length.
const MAX_ARRAY_LENGTH: usize = 10_000;
/// The most steps of a path; Unity nests serialised classes ten deep.
const MAX_PATH_STEPS: usize = 64;

#[derive(Debug, Clone)]
pub(crate) enum FieldValue<'t> {
    /// A place that an override created and none has filled.
    Unset,
    /// As written in the file.
    Scalar(&'t str),
    Pointer {
        pointer: Pointer,
        /// The layer whose file contains the pointer.
        level: usize,
    },
    Map(Vec<(Cow<'t, str>, FieldValue<'t>)>),
    Seq(Vec<FieldValue<'t>>),
}

/// What a path leads to.
pub(crate) enum FoundField<'d, 't> {
    /// With the name of the last field on the path.
    Value(&'d str, &'d FieldValue<'t>),
    Size(usize),
}

/// Why an override is not applied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OverrideError {
    /// It leads nowhere; Unity keeps such overrides and ignores them.
    Stale,
    /// It leads into an array that is stored as packed bytes.
    Packed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathStep<'p> {
    Key(&'p str),
    Item(usize),
    Size,
    /// The object of a `SerializeReference` field, by its id.
    Managed(&'p str),
}

impl<'t> FieldValue<'t> {
    /// As deep as the parser went, which is bounded.
    pub(crate) fn from_yaml(value: &YamlValue<'t>, level: usize) -> FieldValue<'t> {
        if let Some(pointer) = Pointer::from_value(value) {
            return FieldValue::Pointer { pointer, level };
        }
        match value {
            YamlValue::Scalar(raw) => FieldValue::Scalar(raw),
            YamlValue::Seq(items) => FieldValue::Seq(
                items.iter().map(|item| FieldValue::from_yaml(item, level)).collect(),
            ),
            YamlValue::Map(entries) => {
                let entry = |(key, value): &(&'t str, YamlValue<'t>)| {
                    (Cow::Borrowed(*key), FieldValue::from_yaml(value, level))
                };
                FieldValue::Map(entries.iter().map(entry).collect())
            }
        }
    }

    pub(crate) fn entries(&self) -> &[(Cow<'t, str>, FieldValue<'t>)] {
        match self {
            FieldValue::Map(entries) => entries,
            _ => &[],
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&FieldValue<'t>> {
        self.entries().iter().find_map(|(name, value)| (name == key).then_some(value))
    }

    /// Replaces the value of an existing field.
    pub(crate) fn replace(&mut self, key: &str, with: FieldValue<'t>) {
        if let FieldValue::Map(entries) = self
            && let Some((_, value)) = entries.iter_mut().find(|(name, _)| name == key)
        {
            *value = with;
        }
    }

    pub(crate) fn find<'d>(&'d self, path: &'d str) -> Option<FoundField<'d, 't>> {
        self.find_steps(&parse_path(path)?)
    }

    pub(crate) fn find_steps<'d>(&'d self, path: &[PathStep<'d>]) -> Option<FoundField<'d, 't>> {
        let (mut name, mut at) = ("", self);
        for &step in path {
            at = match (step, at) {
                (PathStep::Key(key), FieldValue::Map(_)) => {
                    name = key;
                    at.get(key)?
                }
                (PathStep::Item(index), FieldValue::Seq(items)) => items.get(index)?,
                (PathStep::Size, FieldValue::Seq(items)) => {
                    return Some(FoundField::Size(items.len()));
                }
                (PathStep::Managed(rid), FieldValue::Map(_)) => at.managed_reference(rid)?,
                _ => return None,
            };
        }
        Some(FoundField::Value(name, at))
    }

    pub(super) fn managed_reference(&self, rid: &str) -> Option<&FieldValue<'t>> {
        let FieldValue::Seq(objects) = self.get("references")?.get("RefIds")? else {
            return None;
        };
        objects.iter().find(|object| object.has_rid(rid))?.get("data")
    }

    fn has_rid(&self, rid: &str) -> bool {
        matches!(self.get("rid"), Some(FieldValue::Scalar(own)) if *own == rid)
    }

    /// Applies an override from the file of layer `level`.
    pub(crate) fn apply_override(
        &mut self,
        edit: &PropertyOverride<'t>,
        level: usize,
    ) -> Result<(), OverrideError> {
        let mut at = self;
        for step in parse_path(&edit.path).ok_or(OverrideError::Stale)? {
            if step == PathStep::Size {
                return at.resize(edit.value);
            }
            at = at.step_into(&step)?;
        }
        let pointer = FieldValue::Pointer { pointer: edit.reference, level };
        match at {
            FieldValue::Pointer { .. } => *at = pointer,
            FieldValue::Map(entries) if !entries.is_empty() => return Err(OverrideError::Stale),
            FieldValue::Seq(_) => return Err(OverrideError::Stale),
            _ if !edit.reference.is_null() => *at = pointer,
            _ => *at = FieldValue::Scalar(edit.value),
        }
        Ok(())
    }

    fn step_into(&mut self, step: &PathStep<'_>) -> Result<&mut FieldValue<'t>, OverrideError> {
        self.make_container(step);
        match (step, self) {
            (PathStep::Key(key), FieldValue::Map(entries)) => {
                let known = entries.iter().position(|(name, _)| name == key);
                let index = known.unwrap_or(entries.len());
                if known.is_none() {
                    entries.push((Cow::Owned((*key).to_owned()), FieldValue::Unset));
                }
                Ok(&mut entries[index].1)
            }
            (PathStep::Item(index), FieldValue::Seq(items)) => {
                items.get_mut(*index).ok_or(OverrideError::Stale)
            }
            (PathStep::Item(_), FieldValue::Scalar(_)) => Err(OverrideError::Packed),
            (PathStep::Managed(rid), FieldValue::Map(entries)) => {
                managed_mut(entries, rid).ok_or(OverrideError::Stale)
            }
            _ => Err(OverrideError::Stale),
        }
    }

    /// Turns an empty value into the kind of container that a path needs.
    fn make_container(&mut self, step: &PathStep<'_>) {
        if matches!(self, FieldValue::Unset | FieldValue::Scalar("")) {
            match step {
                PathStep::Key(_) => *self = FieldValue::Map(Vec::new()),
                PathStep::Item(_) | PathStep::Size => *self = FieldValue::Seq(Vec::new()),
                PathStep::Managed(_) => {}
            }
        }
    }

    fn resize(&mut self, size: &str) -> Result<(), OverrideError> {
        self.make_container(&PathStep::Size);
        let size: usize = size.trim().parse().map_err(|_| OverrideError::Stale)?;
        match self {
            FieldValue::Seq(items) if size <= items.len().max(MAX_ARRAY_LENGTH) => {
                items.resize(size, FieldValue::Unset);
                Ok(())
            }
            FieldValue::Scalar(_) => Err(OverrideError::Packed),
            _ => Err(OverrideError::Stale),
        }
    }
}

fn managed_mut<'d, 't>(
    entries: &'d mut [(Cow<'t, str>, FieldValue<'t>)],
    rid: &str,
) -> Option<&'d mut FieldValue<'t>> {
    let entry = |map: &'d mut [(Cow<'t, str>, FieldValue<'t>)], key: &str| {
        map.iter_mut().find_map(|(name, value)| (name == key).then_some(value))
    };
    let FieldValue::Map(references) = entry(entries, "references")? else {
        return None;
    };
    let FieldValue::Seq(objects) = entry(references, "RefIds")? else {
        return None;
    };
    match objects.iter_mut().find(|object| object.has_rid(rid))? {
        FieldValue::Map(object) => entry(object, "data"),
        _ => None,
    }
}

/// `a.b`, `a.Array.data[0].b`, `a[0].b`, `a.Array.size`, `managedReferences[7].b`.
pub(crate) fn parse_path(path: &str) -> Option<Vec<PathStep<'_>>> {
    let mut steps = Vec::new();
    let mut parts = path.split('.').peekable();
    let mut in_array = false;
    while let Some(part) = parts.next() {
        if part == "Array" {
            if parts.next_if_eq(&"size").is_some() {
                steps.push(PathStep::Size);
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
                steps.push(PathStep::Managed(rid));
                indices = rest;
            }
            "" => return None,
            name => steps.push(PathStep::Key(name)),
        }
        while !indices.is_empty() {
            let (index, rest) = indices.strip_prefix('[')?.split_once(']')?;
            steps.push(PathStep::Item(index.parse().ok()?));
            indices = rest;
        }
    }
    (parts.next().is_none() && steps.len() <= MAX_PATH_STEPS).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_unitys_and_the_short_form_of_them() {
        use PathStep::{Item, Key, Managed, Size};
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
            assert_eq!(parse_path(path), expected, "{path}");
        }
        assert_eq!(parse_path(&"a.".repeat(99)), None);
    }
}
