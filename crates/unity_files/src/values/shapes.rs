//! Mappings that are one value: vectors, colours, curves.

use scenewright_model::{Curve, CurveKey, Gradient, Value};

use super::super::members::draft::Draft;
use super::angles;

/// How far a rotation's length may be from 1.
const UNIT: f64 = 0.02;

/// `None` for a mapping that is none of them.
pub(super) fn known(name: &str, draft: &Draft<'_>) -> Option<Value> {
    // Overrides of a model come in any order.
    let mut keys: Vec<&str> = draft
        .entries()
        .iter()
        .map(|(key, _)| key.as_ref())
        .filter(|key| *key != "serializedVersion")
        .collect();
    keys.sort_unstable();
    match keys.as_slice() {
        ["x", "y"] => numbers(draft, ["x", "y"]).map(Value::Vector2),
        ["x", "y", "z"] => numbers(draft, ["x", "y", "z"]).map(Value::Vector3),
        ["w", "x", "y", "z"] => numbers(draft, ["x", "y", "z", "w"]).map(|four| turn(name, four)),
        ["a", "b", "g", "r"] => numbers(draft, ["r", "g", "b", "a"]).map(Value::Colour),
        ["rgba"] => packed_colour(draft),
        ["height", "width", "x", "y"] => Some(Value::Rect {
            position: numbers(draft, ["x", "y"])?,
            size: numbers(draft, ["width", "height"])?,
        }),
        ["m_Center", "m_Extent"] => Some(Value::Bounds {
            center: numbers(draft.get("m_Center")?, ["x", "y", "z"])?,
            extents: numbers(draft.get("m_Extent")?, ["x", "y", "z"])?,
        }),
        _ if keys.contains(&"m_Curve") && keys.contains(&"m_PreInfinity") => curve(draft),
        _ if keys.contains(&"m_NumColorKeys") => gradient(draft),
        _ => None,
    }
}

fn numbers<const N: usize>(draft: &Draft<'_>, keys: [&str; N]) -> Option<[f64; N]> {
    let mut found = [0.0; N];
    for (number, key) in found.iter_mut().zip(keys) {
        *number = self::number(draft, key)?;
    }
    Some(found)
}

fn number(draft: &Draft<'_>, key: &str) -> Option<f64> {
    match draft.get(key)? {
        // Rust reads all that Unity writes: 1e-05, Infinity, NaN.
        Draft::Scalar(raw) => raw.parse().ok(),
        _ => None,
    }
}

/// Four numbers are a rotation by their name and their length.
fn turn(name: &str, xyzw: [f64; 4]) -> Value {
    let name = name.to_lowercase();
    let is_named = ["rotation", "quaternion", "orientation"].iter().any(|word| name.contains(word));
    let square: f64 = xyzw.iter().map(|part| part * part).sum();
    if is_named && (square - 1.0).abs() < UNIT {
        Value::Quaternion { xyzw, euler: angles::euler(xyzw) }
    } else {
        Value::Vector4(xyzw)
    }
}

/// Four bytes in one number, red lowest.
fn packed_colour(draft: &Draft<'_>) -> Option<Value> {
    let Draft::Scalar(raw) = draft.get("rgba")? else {
        return None;
    };
    let bytes = raw.parse::<u32>().ok()?.to_le_bytes();
    Some(Value::Colour(bytes.map(|byte| (f64::from(byte) / 255.0 * 1e4).round() / 1e4)))
}

fn curve(draft: &Draft<'_>) -> Option<Value> {
    let keys = match draft.get("m_Curve")? {
        Draft::Seq(keys) => keys.as_slice(),
        Draft::Scalar("") => &[],
        _ => return None,
    };
    let key = |key: &Draft<'_>| {
        Some(CurveKey { time: number(key, "time")?, value: number(key, "value")? })
    };
    Some(Value::Curve(Curve {
        keys: keys.len(),
        first: keys.first().and_then(key),
        last: keys.last().and_then(key),
    }))
}

/// Colours stand in `key0`, `key1`, …; the alpha of each belongs to a row of keys of its own.
fn gradient(draft: &Draft<'_>) -> Option<Value> {
    let count = |key: &str| match draft.get(key) {
        Some(Draft::Scalar(raw)) => raw.parse::<usize>().ok(),
        _ => None,
    };
    let (colour_keys, alpha_keys) = (count("m_NumColorKeys")?, count("m_NumAlphaKeys")?);
    let colour = |colour: usize, alpha: usize| {
        let [r, g, b] = numbers(draft.get(&format!("key{colour}"))?, ["r", "g", "b"])?;
        let alpha = number(draft.get(&format!("key{alpha}"))?, "a")?;
        Some([r, g, b, alpha])
    };
    Some(Value::Gradient(Gradient {
        colour_keys,
        alpha_keys,
        first: colour(0, 0),
        last: colour(colour_keys.saturating_sub(1), alpha_keys.saturating_sub(1)),
    }))
}
