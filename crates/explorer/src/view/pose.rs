//! Where objects are in the world, and rotations as angles.

use glam::{DQuat, DVec3};
use scenewright_model::{MemberValue, Transform};

use super::{EngineView, ObjectLocation};
use crate::error::ExplorerResult;

/// An object's local transform and that in the world; `None` for an object without a place.
pub(crate) fn placement(
    view: EngineView<'_>,
    location: &ObjectLocation,
) -> ExplorerResult<Option<(Transform, Transform)>> {
    let object = location.object();
    if let Some(world) = view.engine.as_world() {
        let placed = world.placements(&location.scene.path, &[object.id], view.cx)?.value;
        let placed = placed.into_iter().next().flatten();
        return Ok(placed.map(|placed| (placed.local, placed.world)));
    }
    // Without a world only a root object is known to be where its file says.
    let local = if object.parent.is_none() { local(view, location) } else { None };
    Ok(local.map(|local| (local, local)))
}

fn local(view: EngineView<'_>, location: &ObjectLocation) -> Option<Transform> {
    let members = view.engine.as_members()?;
    let read = |name: &str| {
        let (scene, id) = (&location.scene.path, location.object().id);
        members.member(scene, id, 0, name, view.cx).map(|reading| reading.value)
    };
    let (Ok(MemberValue::Vector3(position)), Ok(MemberValue::Vector3(scale))) =
        (read("m_LocalPosition"), read("m_LocalScale"))
    else {
        return None;
    };
    let rotation = match read("m_LocalRotation") {
        Ok(MemberValue::Quaternion { xyzw, .. }) => xyzw,
        _ => DQuat::IDENTITY.to_array(),
    };
    Some(Transform { position, rotation, scale })
}

/// Degrees around x, y and z in Unity's order (first around z, then x, then y), from 0 to 360.
pub(crate) fn to_euler([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    let length = x.mul_add(x, y.mul_add(y, z.mul_add(z, w * w))).sqrt();
    if length < 1e-9 {
        return [0.0; 3];
    }
    let [x, y, z, w] = [x / length, y / length, z / length, w / length];
    let sine = 2.0 * (w * x - y * z);
    let angles = if sine.abs() > 0.999_999 {
        // Straight up or down, the rotations around y and z are the same one.
        [90.0_f64.copysign(sine), (2.0 * y.atan2(w)).to_degrees(), 0.0]
    } else {
        [
            sine.asin().to_degrees(),
            (2.0 * (w * y + x * z)).atan2(1.0 - 2.0 * (x * x + y * y)).to_degrees(),
            (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (x * x + z * z)).to_degrees(),
        ]
    };
    angles.map(|angle| round_if_close(angle.rem_euclid(360.0)))
}

/// The rotation whose angles [`to_euler`] returns.
pub(crate) fn from_euler(angles: [f64; 3]) -> DQuat {
    let [(sx, cx), (sy, cy), (sz, cz)] = angles.map(|angle| (angle.to_radians() / 2.0).sin_cos());
    DQuat::from_xyzw(
        sx * cy * cz + cx * sy * sz,
        cx * sy * cz - sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    )
}

/// Also by a rotation whose length is not 1, as files may hold: it scales, as it does in Unity.
pub(crate) fn rotate(by: DQuat, vector: DVec3) -> DVec3 {
    (by * DQuat::from_vec4(vector.extend(0.0)) * by.conjugate()).xyz()
}

/// Files hold rotations in single precision: an angle that close to a round number is that number.
fn round_if_close(angle: f64) -> f64 {
    let near = (angle * 1e2).round() / 1e2;
    let near = if (near - angle).abs() < 5e-5 { near } else { angle };
    if near >= 360.0 { 0.0 } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(angles: [f64; 3]) -> [f64; 3] {
        to_euler(from_euler(angles).to_array())
    }

    #[test]
    fn angles_survive_a_round_trip() {
        for angles in [[0.0, 0.0, 0.0], [10.0, 20.0, 30.0], [350.0, 190.0, 0.0], [45.0, 0.0, 270.0]]
        {
            assert_eq!(there_and_back(angles).map(|angle| (angle * 1e3).round() / 1e3), angles);
        }
        assert_eq!(there_and_back([90.0, 40.0, 0.0]).map(f64::round), [90.0, 40.0, 0.0]);
        assert_eq!(to_euler([0.0; 4]), [0.0; 3]);
        // As a file holds a light with the rotation 50, -30, 0.
        let light = [0.408_217_9, -0.234_569_71, 0.109_381_66, 0.875_426_1];
        assert_eq!(to_euler(light), [50.0, 330.0, 0.0]);
    }
}
