//! Mappings that are one value: vectors, colours, curves.

use scenewright_model::{Curve, CurveKey, Gradient, MemberValue};

use super::super::members::field_value::FieldValue;
use super::angles;

/// How far the squared length of a rotation may be from 1.
const UNIT_TOLERANCE: f64 = 0.02;

/// `None` for any other mapping.
pub(super) fn known_shape(name: &str, fields: &FieldValue<'_>) -> Option<MemberValue> {
    // Overrides of a model come in any order.
    let mut keys: Vec<&str> = fields
        .entries()
        .iter()
        .map(|(key, _)| key.as_ref())
        .filter(|key| *key != "serializedVersion")
        .collect();
    keys.sort_unstable();
    match keys.as_slice() {
        ["x", "y"] => numbers(fields, ["x", "y"]).map(MemberValue::Vector2),
        ["x", "y", "z"] => numbers(fields, ["x", "y", "z"]).map(MemberValue::Vector3),
        ["w", "x", "y", "z"] => {
            numbers(fields, ["x", "y", "z", "w"]).map(|four| rotation_or_vector(name, four))
        }
        ["a", "b", "g", "r"] => numbers(fields, ["r", "g", "b", "a"]).map(MemberValue::Colour),
        ["rgba"] => packed_colour(fields),
        ["height", "width", "x", "y"] => Some(MemberValue::Rect {
            position: numbers(fields, ["x", "y"])?,
            size: numbers(fields, ["width", "height"])?,
        }),
        ["m_Center", "m_Extent"] => Some(MemberValue::Bounds {
            center: numbers(fields.get("m_Center")?, ["x", "y", "z"])?,
            extents: numbers(fields.get("m_Extent")?, ["x", "y", "z"])?,
        }),
        _ if keys.contains(&"m_Curve") && keys.contains(&"m_PreInfinity") => curve(fields),
        _ if keys.contains(&"m_NumColorKeys") => gradient(fields),
        _ => None,
    }
}

fn numbers<const N: usize>(fields: &FieldValue<'_>, keys: [&str; N]) -> Option<[f64; N]> {
    let mut found = [0.0; N];
    for (number, key) in found.iter_mut().zip(keys) {
        *number = self::number(fields, key)?;
    }
    Some(found)
}

fn number(fields: &FieldValue<'_>, key: &str) -> Option<f64> {
    match fields.get(key)? {
        // Rust parses all that Unity writes: 1e-05, Infinity, NaN.
        FieldValue::Scalar(raw) => raw.parse().ok(),
        _ => None,
    }
}

/// Four numbers are a rotation if their name and their length say so.
fn rotation_or_vector(name: &str, xyzw: [f64; 4]) -> MemberValue {
    let name = name.to_lowercase();
    let is_named = ["rotation", "quaternion", "orientation"].iter().any(|word| name.contains(word));
    let square: f64 = xyzw.iter().map(|part| part * part).sum();
    if is_named && (square - 1.0).abs() < UNIT_TOLERANCE {
        MemberValue::Quaternion { xyzw, euler: angles::euler(xyzw) }
    } else {
        MemberValue::Vector4(xyzw)
    }
}

/// Four bytes in one number, red in the lowest.
fn packed_colour(fields: &FieldValue<'_>) -> Option<MemberValue> {
    let FieldValue::Scalar(raw) = fields.get("rgba")? else {
        return None;
    };
    let bytes = raw.parse::<u32>().ok()?.to_le_bytes();
    Some(MemberValue::Colour(bytes.map(|byte| (f64::from(byte) / 255.0 * 1e4).round() / 1e4)))
}

fn curve(fields: &FieldValue<'_>) -> Option<MemberValue> {
    let keys = match fields.get("m_Curve")? {
        FieldValue::Seq(keys) => keys.as_slice(),
        FieldValue::Scalar("") => &[],
        _ => return None,
    };
    let key = |key: &FieldValue<'_>| {
        Some(CurveKey { time: number(key, "time")?, value: number(key, "value")? })
    };
    Some(MemberValue::Curve(Curve {
        keys: keys.len(),
        first: keys.first().and_then(key),
        last: keys.last().and_then(key),
    }))
}

/// Colours are in `key0`, `key1`, …; alpha values have keys of their own.
fn gradient(fields: &FieldValue<'_>) -> Option<MemberValue> {
    let count = |key: &str| match fields.get(key) {
        Some(FieldValue::Scalar(raw)) => raw.parse::<usize>().ok(),
        _ => None,
    };
    let (colour_keys, alpha_keys) = (count("m_NumColorKeys")?, count("m_NumAlphaKeys")?);
    let colour = |colour: usize, alpha: usize| {
        let [r, g, b] = numbers(fields.get(&format!("key{colour}"))?, ["r", "g", "b"])?;
        let alpha = number(fields.get(&format!("key{alpha}"))?, "a")?;
        Some([r, g, b, alpha])
    };
    Some(MemberValue::Gradient(Gradient {
        colour_keys,
        alpha_keys,
        first: colour(0, 0),
        last: colour(colour_keys.saturating_sub(1), alpha_keys.saturating_sub(1)),
    }))
}
