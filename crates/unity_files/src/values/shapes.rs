//! Mappings that are one value: vectors, colours, curves.

use scenewright_model::{Curve, CurveKey, Gradient, MemberValue};

use super::super::members::draft::FieldValue;
use super::angles;

/// How far the squared length of a rotation may be from 1.
const UNIT_TOLERANCE: f64 = 0.02;

/// `None` for any other mapping.
pub(super) fn known_shape(name: &str, draft: &FieldValue<'_>) -> Option<MemberValue> {
    // Overrides of a model come in any order.
    let mut keys: Vec<&str> = draft
        .entries()
        .iter()
        .map(|(key, _)| key.as_ref())
        .filter(|key| *key != "serializedVersion")
        .collect();
    keys.sort_unstable();
    match keys.as_slice() {
        ["x", "y"] => numbers(draft, ["x", "y"]).map(MemberValue::Vector2),
        ["x", "y", "z"] => numbers(draft, ["x", "y", "z"]).map(MemberValue::Vector3),
        ["w", "x", "y", "z"] => {
            numbers(draft, ["x", "y", "z", "w"]).map(|four| rotation_or_vector(name, four))
        }
        ["a", "b", "g", "r"] => numbers(draft, ["r", "g", "b", "a"]).map(MemberValue::Colour),
        ["rgba"] => packed_colour(draft),
        ["height", "width", "x", "y"] => Some(MemberValue::Rect {
            position: numbers(draft, ["x", "y"])?,
            size: numbers(draft, ["width", "height"])?,
        }),
        ["m_Center", "m_Extent"] => Some(MemberValue::Bounds {
            center: numbers(draft.get("m_Center")?, ["x", "y", "z"])?,
            extents: numbers(draft.get("m_Extent")?, ["x", "y", "z"])?,
        }),
        _ if keys.contains(&"m_Curve") && keys.contains(&"m_PreInfinity") => curve(draft),
        _ if keys.contains(&"m_NumColorKeys") => gradient(draft),
        _ => None,
    }
}

fn numbers<const N: usize>(draft: &FieldValue<'_>, keys: [&str; N]) -> Option<[f64; N]> {
    let mut found = [0.0; N];
    for (number, key) in found.iter_mut().zip(keys) {
        *number = self::number(draft, key)?;
    }
    Some(found)
}

fn number(draft: &FieldValue<'_>, key: &str) -> Option<f64> {
    match draft.get(key)? {
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
fn packed_colour(draft: &FieldValue<'_>) -> Option<MemberValue> {
    let FieldValue::Scalar(raw) = draft.get("rgba")? else {
        return None;
    };
    let bytes = raw.parse::<u32>().ok()?.to_le_bytes();
    Some(MemberValue::Colour(bytes.map(|byte| (f64::from(byte) / 255.0 * 1e4).round() / 1e4)))
}

fn curve(draft: &FieldValue<'_>) -> Option<MemberValue> {
    let keys = match draft.get("m_Curve")? {
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
fn gradient(draft: &FieldValue<'_>) -> Option<MemberValue> {
    let count = |key: &str| match draft.get(key) {
        Some(FieldValue::Scalar(raw)) => raw.parse::<usize>().ok(),
        _ => None,
    };
    let (colour_keys, alpha_keys) = (count("m_NumColorKeys")?, count("m_NumAlphaKeys")?);
    let colour = |colour: usize, alpha: usize| {
        let [r, g, b] = numbers(draft.get(&format!("key{colour}"))?, ["r", "g", "b"])?;
        let alpha = number(draft.get(&format!("key{alpha}"))?, "a")?;
        Some([r, g, b, alpha])
    };
    Some(MemberValue::Gradient(Gradient {
        colour_keys,
        alpha_keys,
        first: colour(0, 0),
        last: colour(colour_keys.saturating_sub(1), alpha_keys.saturating_sub(1)),
    }))
}
