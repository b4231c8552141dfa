//! Gives a value without a type the types of the value that it replaces: JSON has one kind of number, of text and
//! of key.

use super::coerce::is_object;
use super::convert::{self, as_math, as_packed, parse_text, to_integer};
use super::literal::Literal;

/// What depends on the scene.
pub(super) trait References {
    type Error;

    /// A reference to a resource or null, also from its path. Anything else is an error.
    fn object(&self, given: Literal) -> Result<Literal, Self::Error>;

    /// A path to a node as it is stored.
    fn path(&self, path: String) -> String;
}

/// Converts as far as it can; the rest stays as it is. Recursion is as deep as the old value.
///
/// Invariant: an object is replaced by an object or null.
pub(super) fn adapt<R: References>(
    new: Literal,
    old: &Literal,
    references: &R,
) -> Result<Literal, R::Error> {
    if is_object(old) {
        return references.object(new);
    }
    Ok(match (new, old) {
        (Literal::Array { items, .. }, Literal::Array { element, items: known }) => {
            Literal::Array { element: element.clone(), items: array(items, known, references)? }
        }
        (Literal::Dictionary { entries, .. }, Literal::Dictionary { types, entries: known }) => {
            let entries = dictionary(entries, known, references)?;
            Literal::Dictionary { types: types.clone(), entries }
        }
        (Literal::String(text), Literal::Array { .. } | Literal::Dictionary { .. }) => {
            parse_text(&text).unwrap_or(Literal::String(text))
        }
        (new @ Literal::String(_), Literal::NodePath(_)) => {
            match convert::convert(new.clone(), "NodePath") {
                Some(Literal::NodePath(path)) => Literal::NodePath(references.path(path)),
                _ => new,
            }
        }
        (new, old) => adapt_scalar(&new, old).unwrap_or(new),
    })
}

fn adapt_scalar(new: &Literal, old: &Literal) -> Option<Literal> {
    match (new, old) {
        (Literal::Int(number), Literal::Float(_)) => Some(Literal::Float(*number as f64)),
        (Literal::Float(_), Literal::Int(_)) => to_integer(new).map(Literal::Int),
        (Literal::String(_), Literal::StringName(_)) => convert::convert(new.clone(), "StringName"),
        (Literal::String(_), Literal::Int(_)) => to_integer(new).map(Literal::Int),
        (Literal::String(_), Literal::Float(_)) => convert::convert(new.clone(), "float"),
        (Literal::String(_), Literal::Bool(_)) => convert::convert(new.clone(), "bool"),
        (_, Literal::Math(math, _)) => as_math(new.clone(), *math),
        (_, Literal::Packed(packed, _)) => as_packed(new.clone(), *packed),
        (_, Literal::Strings(_)) => convert::convert(new.clone(), "PackedStringArray"),
        _ => None,
    }
}

/// An item has the type of the old item at its place, or of the last one.
fn array<R: References>(
    items: Vec<Literal>,
    known: &[Literal],
    references: &R,
) -> Result<Vec<Literal>, R::Error> {
    let old = |at: usize| known.get(at).or(known.last());
    let item = |(at, item): (usize, Literal)| match old(at) {
        Some(old) => adapt(item, old, references),
        None => Ok(item),
    };
    items.into_iter().enumerate().map(item).collect()
}

fn dictionary<R: References>(
    entries: Vec<(Literal, Literal)>,
    known: &[(Literal, Literal)],
    references: &R,
) -> Result<Vec<(Literal, Literal)>, R::Error> {
    let entry = |(key, value): (Literal, Literal)| match known
        .iter()
        .find(|(old, _)| is_same_key(&key, old))
    {
        Some((old_key, old)) => Ok((old_key.clone(), adapt(value, old, references)?)),
        None => match known.last() {
            Some((old_key, old)) if is_object(old) => {
                Ok((adapt(key, old_key, references)?, adapt(value, old, references)?))
            }
            Some((old_key, _)) => Ok((adapt(key, old_key, references)?, value)),
            None => Ok((key, value)),
        },
    };
    entries.into_iter().map(entry).collect()
}

/// Keys are shown as text.
fn is_same_key(given: &Literal, old: &Literal) -> bool {
    match (given, old) {
        (
            Literal::String(given),
            Literal::String(old) | Literal::StringName(old) | Literal::NodePath(old),
        ) => given == old,
        (Literal::String(given), old) => *given == old.text(),
        (given, old) => given == old,
    }
}
