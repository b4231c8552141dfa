//! Members as clients spell them: each step by its stored name, or by what inspector and API call it.

use scenewright_engine::names::{NameError, NameKind, member_key, similar_members, stored_name};

use super::field_value::{FieldValue, PathStep, parse_path};

/// A value with so few fields, such as a vector, has them named when none is like what was asked for.
const MAX_LISTED_FIELDS: usize = 4;

/// A path with every name as the file spells it. What the fields does not tell stays as it is.
pub(super) fn stored_path(
    fields: &FieldValue<'_>,
    type_name: &str,
    path: &str,
) -> Result<String, NameError> {
    let unknown = |similar| NameError::unknown(NameKind::Member, path, similar);
    let asked = parse_path(path).ok_or_else(|| unknown(Vec::new()))?;
    let mut stored = String::new();
    let mut at = Some(fields);
    for (number, step) in asked.iter().enumerate() {
        let (text, next) = match (step, at) {
            (PathStep::Key(key), Some(map @ FieldValue::Map(entries))) if !entries.is_empty() => {
                let keys = || entries.iter().map(|(key, _)| &**key);
                let alias = || stored_name(type_name, key).filter(|_| number == 0);
                let alias = || alias().filter(|name| map.get(name).is_some());
                let exact = map.get(key).map(|_| *key);
                let found = exact.or_else(alias).or_else(|| member_key(keys(), key));
                let found = found.ok_or_else(|| unknown(suggestions(&stored, key, keys())))?;
                (found.to_owned(), map.get(found))
            }
            (PathStep::Key(key), _) => ((*key).to_owned(), None),
            (PathStep::Item(index), at) => {
                let items = match at {
                    Some(FieldValue::Seq(items)) => items.as_slice(),
                    _ => &[],
                };
                (format!("Array.data[{index}]"), items.get(*index))
            }
            (PathStep::Size, _) => ("Array.size".to_owned(), None),
            (PathStep::Managed(rid), at) => {
                let object = at.and_then(|at| at.managed_reference(rid));
                (format!("managedReferences[{rid}]"), object)
            }
        };
        if !stored.is_empty() {
            stored.push('.');
        }
        stored += &text;
        at = next;
    }
    Ok(stored)
}

/// Suggestions that can be sent as they are.
fn suggestions<'k>(
    above: &str,
    key: &str,
    keys: impl Iterator<Item = &'k str> + Clone,
) -> Vec<String> {
    let mut similar = similar_members(key, keys.clone());
    if similar.is_empty() && !above.is_empty() && keys.clone().count() <= MAX_LISTED_FIELDS {
        similar = keys.map(str::to_owned).collect();
    }
    match above {
        "" => similar,
        above => similar.into_iter().map(|name| format!("{above}.{name}")).collect(),
    }
}
