//! `scene.transform.read`: where objects are.

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
    /// How many to tell at most when all are asked for
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 10000))]
    limit: usize,
}

fn hundred() -> usize {
    100
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TransformReadOutput {
    /// Path to the scene
    scene_path: String,
    /// How many objects were asked about
    total: usize,
    /// In the order asked for
    objects: Vec<PlacedObject>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PlacedObject {
    /// Names from the root, joined by '/'
    path: String,
    /// Stable id
    instance_id: u64,
    /// Whether it lies in a plane (Godot's 2D nodes and Controls); absent for what has no place
    #[serde(skip_serializing_if = "Option::is_none")]
    flat: Option<bool>,
    /// Beside its parent; absent for what has no place
    #[serde(skip_serializing_if = "Option::is_none")]
    local: Option<TransformParts>,
    /// In the world; absent for what has no place
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<TransformParts>,
}

#[derive(Serialize, JsonSchema)]
struct TransformParts {
    /// Units of the engine; pixels in a plane
    position: VectorParts,
    /// As a quaternion
    rotation: QuaternionParts,
    /// The rotation in degrees, around y, then x, then z
    euler: VectorParts,
    /// In the world, what is left of it once the rotation is taken out
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
    /// Its first part
    x: f64,
    /// Its second part
    y: f64,
    /// Its third part
    z: f64,
    /// Its real part
    w: f64,
}

impl Operation for TransformRead {
    type Args = TransformReadArgs;
    type Output = TransformReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.transform.read",
        name: "Read Transforms",
        description: "Tells where objects of a scene are: position, rotation and scale beside the parent and in the world, with the overrides of all prefabs or instanced scenes applied. Unsaved changes count.",
        category: "scene.world",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "What only a running game decides is not known: sizes that follow the screen (Unity's canvases; Godot's window is taken as the project sets it) and places inside of containers. Diagnostics say so.",
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
            local: place.map(|place| TransformParts::of(&place.local)),
            world: place.map(|place| TransformParts::of(&place.world)),
        });
        Ok(TransformReadOutput { scene_path: scene.path.clone(), total, objects: placed.collect() })
    }
}

impl TransformParts {
    fn of(transform: &Transform) -> TransformParts {
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

/// Engines count in 32 bits: beyond these digits is noise. A minus before zero is noise, too.
fn rounded(number: f64) -> f64 {
    const STEPS: f64 = 1e5;
    let rounded = (number * STEPS).round() / STEPS;
    if rounded == 0.0 || !rounded.is_finite() { 0.0 } else { rounded }
}

/// Both engines turn around z, then x, then y, seen from outside.
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
    fn turns_are_told_in_degrees() {
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
