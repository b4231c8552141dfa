//! The numbers of a vector, a color or a transform from its named parts, as reads show them.

use super::convert::to_number;
use super::literal::Literal;
use crate::transform::Transform3D;
use crate::variant::MathType;

type Entries = [(Literal, Literal)];

/// In the order of the file. `None` if a part is missing or unknown.
pub(super) fn numbers(entries: &Entries, math: MathType) -> Option<Vec<f64>> {
    match math {
        MathType::Rect2 | MathType::Rect2i => scalars(entries, &["x", "y", "width", "height"])
            .or_else(|| vectors(entries, &[("position", &XY), ("size", &XY)])),
        MathType::Aabb => vectors(entries, &[("position", &XYZ), ("size", &XYZ)]),
        MathType::Transform2D => vectors(entries, &[("x", &XY), ("y", &XY), ("origin", &XY)]),
        MathType::Projection => {
            vectors(entries, &[("x", &XYZW), ("y", &XYZW), ("z", &XYZW), ("w", &XYZW)])
        }
        MathType::Plane => scalars(entries, math.component_names()).or_else(|| plane(entries)),
        MathType::Basis => only(entries, &["rotation", "scale"])
            .then(|| basis(entries).map(|transform| transform.numbers()[..9].to_vec()))?,
        MathType::Transform3D => transform3d(entries),
        // Reads add the angles of a quaternion.
        MathType::Quaternion => {
            let own: Vec<_> =
                entries.iter().filter(|(key, _)| name(key) != Some("euler")).cloned().collect();
            scalars(&own, math.component_names())
        }
        _ => scalars(entries, math.component_names()),
    }
}

const XY: [&str; 2] = ["x", "y"];
const XYZ: [&str; 3] = ["x", "y", "z"];
const XYZW: [&str; 4] = ["x", "y", "z", "w"];

fn name(key: &Literal) -> Option<&str> {
    match key {
        Literal::String(name) | Literal::StringName(name) => Some(name),
        _ => None,
    }
}

fn only(entries: &Entries, names: &[&str]) -> bool {
    entries.iter().all(|(key, _)| name(key).is_some_and(|name| names.contains(&name)))
}

fn part<'e>(entries: &'e Entries, wanted: &str) -> Option<&'e Literal> {
    entries.iter().find(|(key, _)| name(key) == Some(wanted)).map(|(_, value)| value)
}

/// Only the alpha of a color may be missing.
fn scalars(entries: &Entries, names: &[&str]) -> Option<Vec<f64>> {
    if names.is_empty() || !only(entries, names) {
        return None;
    }
    let number = |name: &&str| match part(entries, name) {
        Some(value) => to_number(value),
        None => (*name == "a").then_some(1.0),
    };
    names.iter().map(number).collect()
}

fn vectors(entries: &Entries, parts: &[(&str, &[&str])]) -> Option<Vec<f64>> {
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    if !only(entries, &names) {
        return None;
    }
    let vectors = parts.iter().map(|(name, inner)| vector(part(entries, name)?, inner));
    Some(vectors.collect::<Option<Vec<_>>>()?.concat())
}

fn vector(value: &Literal, names: &[&str]) -> Option<Vec<f64>> {
    let numbers = match value {
        Literal::Dictionary { entries, .. } => scalars(entries, names)?,
        Literal::Array { items, .. } => items.iter().map(to_number).collect::<Option<_>>()?,
        Literal::Math(_, numbers) => numbers.clone(),
        _ => return None,
    };
    (numbers.len() == names.len()).then_some(numbers)
}

fn plane(entries: &Entries) -> Option<Vec<f64>> {
    if !only(entries, &["normal", "d"]) {
        return None;
    }
    let mut numbers = vector(part(entries, "normal")?, &XYZ)?;
    numbers.push(to_number(part(entries, "d")?)?);
    Some(numbers)
}

/// A rotation in degrees and a scale. Without one of them, there is none.
fn basis(entries: &Entries) -> Option<Transform3D> {
    let three = |name: &str, default: f64| match part(entries, name) {
        Some(value) => <[f64; 3]>::try_from(vector(value, &XYZ)?).ok(),
        None => Some([default; 3]),
    };
    let mut transform = Transform3D::IDENTITY;
    let rotation = three("rotation", 0.0)?.map(f64::to_radians);
    transform.set_euler_and_scale(rotation, three("scale", 1.0)?.into());
    Some(transform)
}

fn transform3d(entries: &Entries) -> Option<Vec<f64>> {
    if !only(entries, &["origin", "rotation", "scale"]) {
        return None;
    }
    let mut transform = basis(entries)?;
    let origin = <[f64; 3]>::try_from(vector(part(entries, "origin")?, &XYZ)?).ok()?;
    transform.origin = origin.into();
    Some(transform.numbers())
}
