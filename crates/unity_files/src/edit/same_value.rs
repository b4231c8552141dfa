//! Whether a value to write is the one that is there already, however the file spells it.

use std::borrow::Cow;

use crate::members::OpenedObject;
use crate::members::field_value::{FieldValue, FoundField};
use crate::pointer::{Guid, Pointer};
use crate::yaml::YamlValue;

use super::set::NewValue;

/// Whether the member at this path already has the value.
pub(super) fn is_unchanged(
    opened: &OpenedObject<'_>,
    fields: &FieldValue<'_>,
    path: &str,
    new: &NewValue,
) -> bool {
    match (fields.find(path), new) {
        (Some(FoundField::Size(size)), NewValue::Number(new)) => new.parse() == Ok(size),
        (Some(FoundField::Value(_, FieldValue::Scalar(raw))), new) => is_same_scalar(raw, new),
        (Some(FoundField::Value(_, FieldValue::Pointer { pointer, level })), new) => {
            let new = match new {
                NewValue::Pointer(fields) => new_pointer(fields),
                NewValue::Null => Some(Pointer::default()),
                _ => None,
            };
            let own = opened.scene_pointer(*pointer, *level);
            new.is_some() && own.ok() == new
        }
        _ => false,
    }
}

/// Whether a scalar, as written in the file, is the value.
pub(super) fn is_same_scalar(raw: &str, new: &NewValue) -> bool {
    match new {
        NewValue::Number(new) => is_same_number(raw, new),
        NewValue::Text(new) => YamlValue::Scalar(raw).text() == Cow::Borrowed(new.as_str()),
        NewValue::Raw(new) => raw == new,
        NewValue::Null => raw.is_empty(),
        NewValue::Pointer(_) | NewValue::List(_) | NewValue::Fields(_) => false,
    }
}

pub(super) fn is_same_number(raw: &str, new: &str) -> bool {
    if raw == new {
        return true;
    }
    if let (Ok(raw), Ok(new)) = (raw.parse::<i128>(), new.parse::<i128>()) {
        return raw == new;
    }
    let (Ok(raw), Ok(new)) = (raw.parse::<f64>(), new.parse::<f64>()) else {
        return false;
    };
    raw == new || (is_float(raw) && is_float(new) && raw as f32 == new as f32)
}

/// Whether a number is a float as Unity writes it: as short as possible, or until Unity 5 with nine
/// digits. A double that is merely close to one is a value of its own.
fn is_float(number: f64) -> bool {
    let float = number as f32;
    [format!("{float}"), format!("{float:.8e}")].iter().any(|text| text.parse() == Ok(number))
}

fn new_pointer(fields: &[(&'static str, String)]) -> Option<Pointer> {
    let field = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, text)| text);
    Some(Pointer {
        file_id: field("fileID")?.parse().ok()?,
        guid: field("guid").and_then(|guid| Guid::parse(guid)),
    })
}

/// Whether the fields of a reference, as written in the file, are those of another.
pub(super) fn is_same_pointer(raw: &[(String, String)], new: &[(&'static str, String)]) -> bool {
    let own = |key: &str| raw.iter().find(|(name, _)| name == key).map(|(_, text)| text.as_str());
    let written =
        |key: &str| new.iter().find(|(name, _)| *name == key).map(|(_, text)| text.as_str());
    ["fileID", "guid"].iter().all(|key| own(key) == written(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        for (raw, new, same) in [
            ("1", "1", true),
            ("1", "1.0", true),
            ("0", "-0", true),
            ("1.53999996", "1.54", true),
            ("1.54", "1.53999996", true),
            ("1e-05", "0.00001", true),
            ("0.1", "0.10000001", false),
            ("0.123456789", "0.12345679", false),
            ("16777217", "16777216", false),
            ("16777217", "16777216.0", false),
            ("9007199254740993", "9007199254740992", false),
            ("0.30000000000000004", "0.3", false),
            ("", "0", false),
            ("1 m", "1", false),
            ("Infinity", "1", false),
        ] {
            assert_eq!(is_same_number(raw, new), same, "{raw} {new}");
        }
    }
}
