//! What the files set of a node's place.

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

/// In the order in which the files set them: what comes later counts.
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

    /// Godot writes a transform; by hand a part of it may be written, too.
    pub(super) fn space(&self) -> Transform3D {
        let mut space = Transform3D::IDENTITY;
        for (name, numbers) in &self.0 {
            let three = <[f64; 3]>::try_from(numbers.as_slice());
            match (*name, three) {
                ("transform", _) => space = Transform3D::from_numbers(numbers),
                ("quaternion", _) => space.set_rotation(numbers),
                ("position", Ok(three)) => space.origin = three,
                ("scale", Ok(three)) => space.set_euler_and_scale(space.euler(), three),
                ("rotation", Ok(three)) => space.set_euler_and_scale(three, space.scale()),
                ("rotation_degrees", Ok(three)) => {
                    space.set_euler_and_scale(three.map(f64::to_radians), space.scale());
                }
                _ => {}
            }
        }
        space
    }

    pub(super) fn flat(&self) -> Transform2D {
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

    /// A Control and its size inside of `frame`.
    pub(super) fn control(&self, frame: [f64; 2]) -> (Transform2D, [f64; 2]) {
        let side = |name: &str, at: usize| {
            self.one(&format!("anchor_{name}")) * frame[at] + self.one(&format!("offset_{name}"))
        };
        let corner = [side("left", 0), side("top", 1)];
        let size = [side("right", 0) - corner[0], side("bottom", 1) - corner[1]];
        let scale = self.two("scale", 1.0);
        // It turns around its pivot.
        let pivot = self.two("pivot_offset", 0.0);
        let mut turned = Transform2D::from_parts([0.0; 2], self.one("rotation"), scale, 0.0);
        let moved = turned.multiply(&Transform2D::from_parts(pivot, 0.0, [1.0; 2], 0.0)).origin;
        turned.origin = [0, 1].map(|at| corner[at] + pivot[at] - moved[at]);
        (turned, size)
    }
}

/// A flag is 0 or 1; what has no numbers has none.
fn numbers(raw: &str) -> Vec<f64> {
    match Variant::parse(raw).map(Variant::kind) {
        Ok(VariantKind::Math(_, numbers)) => numbers.iter().map(|number| number.float()).collect(),
        Ok(VariantKind::Int(number) | VariantKind::Float(number)) => vec![number.float()],
        Ok(VariantKind::Bool(flag)) => vec![f64::from(u8::from(flag))],
        _ => Vec::new(),
    }
}
