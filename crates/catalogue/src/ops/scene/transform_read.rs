//! `scene.transform.read`: position, rotation and scale of objects.

use scenewright_model::{ObjectId, Placement, Transform};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::target::by_path;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::ops::world::ask_world;

pub(crate) struct TransformRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TransformReadArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Objects by their paths, or by 'obj:' and their instanceIds; all when empty
    #[serde(default)]
    objects: Vec<String>,
    /// At most this many objects when `objects` is empty
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 10000))]
    limit: usize,
}

fn default_limit() -> usize {
    100
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TransformReadOutput {
    /// Path to the scene
    scene_path: String,
    /// Number of requested objects
    total: usize,
    /// In the requested order
    objects: Vec<PlacedObject>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PlacedObject {
    /// Object names from the root, joined by '/'
    path: String,
    /// Stable id
    instance_id: u64,
    /// Whether it is 2D (Godot's 2D nodes and Controls); absent for objects without a transform
    #[serde(skip_serializing_if = "Option::is_none")]
    flat: Option<bool>,
    /// Relative to its parent; absent for objects without a transform
    #[serde(skip_serializing_if = "Option::is_none")]
    local: Option<TransformParts>,
    /// In world space; absent for objects without a transform
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<TransformParts>,
}

#[derive(Serialize, JsonSchema)]
struct TransformParts {
    /// In engine units; in pixels for 2D
    position: VectorParts,
    /// As a quaternion
    rotation: QuaternionParts,
    /// The rotation in degrees, around y, then x, then z
    euler: VectorParts,
    /// Scale; in world space, what remains after removing the rotation
    scale: VectorParts,
}

#[derive(Serialize, JsonSchema)]
struct VectorParts {
    /// Along x
    x: f64,
    /// Along y
    y: f64,
    /// Along z
    z: f64,
}

#[derive(Serialize, JsonSchema)]
struct QuaternionParts {
    /// The x component
    x: f64,
    /// The y component
    y: f64,
    /// The z component
    z: f64,
    /// The real component
    w: f64,
}

impl Operation for TransformRead {
    type Args = TransformReadArgs;
    type Output = TransformReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.transform.read",
        name: "Read Transforms",
        description: "Returns the position, rotation and scale of objects relative to their parent and in world space, with all prefab or instance overrides applied. Unsaved changes are included.",
        category: "scene.world",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "What is decided only at run time is unknown: sizes that depend on the screen (Unity's canvases; for Godot the window size of the project settings is used) and positions inside containers. Diagnostics report this.",
        ),
        examples: include_str!("transform_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: TransformReadArgs, cx: &Cx<'_>) -> Result<TransformReadOutput, Failure> {
        let scene = cx.ask(|engine, cx| engine.scene(&args.scene_path, cx))?;
        let mut chosen = Vec::new();
        for path in &args.objects {
            chosen.push(scene.object(by_path(&scene, path, cx)?));
        }
        let mut total = chosen.len();
        if args.objects.is_empty() {
            total = scene.objects.len();
            chosen = scene.objects.iter().take(args.limit).collect();
        }
        let ids: Vec<ObjectId> = chosen.iter().map(|object| object.id).collect();
        let places = ask_world(cx, |world, cx| world.placements(&scene.path, &ids, cx))?;
        let placed = chosen.iter().zip(places).map(|(object, place)| PlacedObject {
            path: object.path.clone(),
            instance_id: object.id.get(),
            flat: place.map(|place: Placement| place.is_2d),
            local: place.map(|place| TransformParts::from(&place.local)),
            world: place.map(|place| TransformParts::from(&place.world)),
        });
        Ok(TransformReadOutput { scene_path: scene.path.clone(), total, objects: placed.collect() })
    }
}

impl From<&Transform> for TransformParts {
    fn from(transform: &Transform) -> TransformParts {
        let [x, y, z, w] = transform.rotation.map(rounded);
        TransformParts {
            position: vector(transform.position),
            rotation: QuaternionParts { x, y, z, w },
            euler: vector(euler(transform.rotation)),
            scale: vector(transform.scale),
        }
    }
}

fn vector(parts: [f64; 3]) -> VectorParts {
    let [x, y, z] = parts.map(rounded);
    VectorParts { x, y, z }
}

/// Engines use 32-bit floats: further digits are noise, and so is the sign of zero.
fn rounded(number: f64) -> f64 {
    const STEPS: f64 = 1e5;
    let rounded = (number * STEPS).round() / STEPS;
    if rounded == 0.0 || !rounded.is_finite() { 0.0 } else { rounded }
}

/// Both engines rotate around z, then x, then y, in extrinsic order.
fn euler([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    let sine = 2.0 * (x * w - y * z);
    let angles = if sine.abs() > 1.0 - 1e-7 {
        [sine.signum() * std::f64::consts::FRAC_PI_2, 2.0 * y.atan2(w), 0.0]
    } else {
        [
            sine.asin(),
            (2.0 * (x * z + y * w)).atan2(1.0 - 2.0 * (x * x + y * y)),
            (2.0 * (x * y + z * w)).atan2(1.0 - 2.0 * (x * x + z * z)),
        ]
    };
    angles.map(f64::to_degrees)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_in_degrees() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        for (quaternion, expected) in [
            ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0]),
            ([0.0, half, 0.0, half], [0.0, 90.0, 0.0]),
            ([0.0, 0.0, half, half], [0.0, 0.0, 90.0]),
            ([half, 0.0, 0.0, half], [90.0, 0.0, 0.0]),
            ([0.5, 0.5, -0.5, 0.5], [90.0, 90.0, 0.0]),
            ([0.361_283_54, -0.301_892_37, 0.259_736_05, 0.843_132_48], [50.0, -30.0, 20.0]),
        ] {
            let found = euler(quaternion).map(|angle| angle.round());
            assert_eq!(found.map(|angle| angle + 0.0), expected, "{quaternion:?}");
        }
    }
}
