//! The position, rotation and scale of a Node3D, of which scenes store only the transform.

use crate::transform::Transform3D;
use crate::variant::{MathType, NumberText, Variant, VariantKind};

/// The class that has these parts.
pub(super) const NODE3D: &str = "Node3D";

/// The transform of a node that does not set it.
pub(super) const IDENTITY: &str = "Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)";

/// The name, value and default of each part of a transform in a file.
pub(super) fn transform_parts(
    transform: &str,
) -> Option<[(&'static str, String, &'static str); 3]> {
    let VariantKind::Math(MathType::Transform3D, numbers) = Variant::parse(transform).ok()?.kind()
    else {
        return None;
    };
    let numbers: Vec<f64> = numbers.iter().map(NumberText::float).collect();
    let transform = Transform3D::from_numbers(&numbers);
    Some([
        ("position", vector3_text(transform.origin.to_array()), "Vector3(0, 0, 0)"),
        ("rotation", vector3_text(transform.euler()), "Vector3(0, 0, 0)"),
        ("scale", vector3_text(transform.scale().to_array()), "Vector3(1, 1, 1)"),
    ])
}

/// Rounds to the precision of numbers in files: angles and lengths are results of roots and arc functions.
fn vector3_text(numbers: [f64; 3]) -> String {
    // Adding zero turns a negative zero into a positive one.
    let [x, y, z] = numbers.map(|number| (number * 1e6).round() / 1e6 + 0.0);
    format!("Vector3({x}, {y}, {z})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_is_split_into_parts() {
        let rows = [
            (
                "Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 1, -2)",
                Some("Vector3(0.5, 1, -2) Vector3(0, 0, 0) Vector3(1, 1, 1)"),
            ),
            (
                "Transform3D(-4.37114e-08, 0, 2, 0, 2, 0, -2, 0, -4.37114e-08, 0, 0, 0)",
                Some("Vector3(0, 0, 0) Vector3(0, 1.570796, 0) Vector3(2, 2, 2)"),
            ),
            ("Vector3(1, 2, 3)", None),
            ("Transform3D(", None),
        ];
        for (text, expected) in rows {
            let shown =
                transform_parts(text).map(|parts| parts.map(|(_, value, _)| value).join(" "));
            assert_eq!(shown.as_deref(), expected, "{text}");
        }
    }
}
