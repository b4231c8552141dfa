//! The properties of a node that determine its transform.

use scenewright_model::ObjectIndex;

use crate::scene::ResolvedScene;
use crate::transform::{Transform2D, Transform3D};
use crate::variant::{Variant, VariantKind};

const PLACEMENT_PROPERTIES: &[&str] = &[
    "transform",
    "position",
    "rotation",
    "rotation_degrees",
    "quaternion",
    "scale",
    "skew",
    "top_level",
    "anchor_left",
    "anchor_top",
    "anchor_right",
    "anchor_bottom",
    "offset_left",
    "offset_top",
    "offset_right",
    "offset_bottom",
    "pivot_offset",
];

/// In the order in which the files set them: later ones win.
pub(super) struct PlacementValues(Vec<(&'static str, Vec<f64>)>);

impl PlacementValues {
    pub(super) fn read(resolved: &ResolvedScene, node: ObjectIndex) -> PlacementValues {
        let mut values = Vec::new();
        for (_, section) in resolved.layers(node) {
            for (key, raw) in section.properties() {
                // Godot 3 calls the offsets margins.
                let key = key
                    .strip_prefix("margin_")
                    .map_or_else(|| key.to_owned(), |side| format!("offset_{side}"));
                if let Some(name) = PLACEMENT_PROPERTIES.iter().find(|name| **name == key) {
                    values.push((*name, numbers(raw)));
                }
            }
        }
        PlacementValues(values)
    }

    fn last(&self, name: &str) -> Option<&[f64]> {
        self.0.iter().rfind(|(key, _)| *key == name).map(|(_, numbers)| numbers.as_slice())
    }

    fn one(&self, name: &str) -> f64 {
        self.last(name).and_then(|numbers| numbers.first()).copied().unwrap_or_default()
    }

    fn two(&self, name: &str, default: f64) -> [f64; 2] {
        let found = self.last(name).and_then(|numbers| <[f64; 2]>::try_from(numbers).ok());
        found.unwrap_or([default; 2])
    }

    pub(super) fn is_top_level(&self) -> bool {
        self.one("top_level") != 0.0
    }

    /// Godot writes a transform; files that were edited by hand may also have parts of it.
    pub(super) fn transform3d(&self) -> Transform3D {
        let mut transform = Transform3D::IDENTITY;
        for (name, numbers) in &self.0 {
            let three = <[f64; 3]>::try_from(numbers.as_slice());
            match (*name, three) {
                ("transform", _) => transform = Transform3D::from_numbers(numbers),
                ("quaternion", _) => transform.set_rotation(numbers),
                ("position", Ok(three)) => transform.origin = three.into(),
                ("scale", Ok(three)) => {
                    transform.set_euler_and_scale(transform.euler(), three.into())
                }
                ("rotation", Ok(three)) => transform.set_euler_and_scale(three, transform.scale()),
                ("rotation_degrees", Ok(three)) => {
                    transform.set_euler_and_scale(three.map(f64::to_radians), transform.scale());
                }
                _ => {}
            }
        }
        transform
    }

    pub(super) fn transform2d(&self) -> Transform2D {
        if let Some(numbers) = self.last("transform") {
            return Transform2D::from_numbers(numbers);
        }
        let scale = self.two("scale", 1.0);
        Transform2D::from_parts(
            self.two("position", 0.0),
            self.one("rotation"),
            scale,
            self.one("skew"),
        )
    }

    /// The transform and the size of a Control inside of `frame`.
    pub(super) fn control(&self, frame: [f64; 2]) -> (Transform2D, [f64; 2]) {
        let side = |name: &str, at: usize| {
            self.one(&format!("anchor_{name}")) * frame[at] + self.one(&format!("offset_{name}"))
        };
        let corner = [side("left", 0), side("top", 1)];
        let size = [side("right", 0) - corner[0], side("bottom", 1) - corner[1]];
        let scale = self.two("scale", 1.0);
        // It rotates around its pivot.
        let pivot = self.two("pivot_offset", 0.0);
        let mut rotated = Transform2D::from_parts([0.0; 2], self.one("rotation"), scale, 0.0);
        let moved = rotated.multiply(&Transform2D::from_parts(pivot, 0.0, [1.0; 2], 0.0)).origin;
        rotated.origin = [0, 1].map(|at| corner[at] + pivot[at] - moved[at]).into();
        (rotated, size)
    }
}

/// A boolean is 0 or 1; values without numbers give an empty list.
fn numbers(raw: &str) -> Vec<f64> {
    match Variant::parse(raw).map(Variant::kind) {
        Ok(VariantKind::Math(_, numbers)) => numbers.iter().map(|number| number.float()).collect(),
        Ok(VariantKind::Int(number) | VariantKind::Float(number)) => vec![number.float()],
        Ok(VariantKind::Bool(flag)) => vec![f64::from(u8::from(flag))],
        _ => Vec::new(),
    }
}
