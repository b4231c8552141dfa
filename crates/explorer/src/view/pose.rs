//! Where objects are in the world, and rotations as angles.

use scenewright_model::{MemberValue, Transform};

use super::{EngineView, ObjectLocation};
use crate::fault::ExplorerResult;

/// An object's own transform and that in the world; `None` for what has no place.
pub(crate) fn placement(
    view: EngineView<'_>,
    place: &ObjectLocation,
) -> ExplorerResult<Option<(Transform, Transform)>> {
    let object = place.object();
    if let Some(world) = view.engine.as_world() {
        let placed = world.placements(&place.scene.path, &[object.id], view.cx)?.value;
        let placed = placed.into_iter().next().flatten();
        return Ok(placed.map(|placed| (placed.local, placed.world)));
    }
    // Without a world only what stands at the root is known to be where its file says.
    let local = if object.parent.is_none() { local(view, place)? } else { None };
    Ok(local.map(|local| (local, local)))
}

fn local(view: EngineView<'_>, place: &ObjectLocation) -> ExplorerResult<Option<Transform>> {
    let Some(members) = view.engine.as_members() else { return Ok(None) };
    let read = |name: &str| {
        let (scene, id) = (&place.scene.path, place.object().id);
        members.member(scene, id, 0, name, view.cx).map(|reading| reading.value)
    };
    let (Ok(MemberValue::Vector3(position)), Ok(MemberValue::Vector3(scale))) =
        (read("m_LocalPosition"), read("m_LocalScale"))
    else {
        return Ok(None);
    };
    let rotation = match read("m_LocalRotation") {
        Ok(MemberValue::Quaternion { xyzw, .. }) => xyzw,
        _ => [0.0, 0.0, 0.0, 1.0],
    };
    Ok(Some(Transform { position, rotation, scale }))
}

/// Degrees around x, y and z as Unity counts them (first around z, then x, then y), from 0 to 360.
pub(crate) fn to_euler([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    let length = x.mul_add(x, y.mul_add(y, z.mul_add(z, w * w))).sqrt();
    if length < 1e-9 {
        return [0.0; 3];
    }
    let [x, y, z, w] = [x / length, y / length, z / length, w / length];
    let sine = 2.0 * (w * x - y * z);
    let angles = if sine.abs() > 0.999_999 {
        // Straight up or down: the turns around y and z are the same one.
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

/// The rotation that [`euler`] gives the angles of.
pub(crate) fn from_euler(angles: [f64; 3]) -> [f64; 4] {
    let [(sx, cx), (sy, cy), (sz, cz)] = angles.map(|angle| (angle.to_radians() / 2.0).sin_cos());
    [
        sx * cy * cz + cx * sy * sz,
        cx * sy * cz - sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    ]
}

/// Of a rotation, the way back.
pub(crate) fn inverse([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [-x, -y, -z, w]
}

/// First the second, then the first.
pub(crate) fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(crate) fn rotate(by: [f64; 4], [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [rx, ry, rz, _] = product(product(by, [x, y, z, 0.0]), inverse(by));
    [rx, ry, rz]
}

/// Files hold rotations in single precision: what is that close to a round number is one.
fn round_if_close(angle: f64) -> f64 {
    let near = (angle * 1e2).round() / 1e2;
    let near = if (near - angle).abs() < 5e-5 { near } else { angle };
    if near >= 360.0 { 0.0 } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_come_back() {
        for angles in [[0.0, 0.0, 0.0], [10.0, 20.0, 30.0], [350.0, 190.0, 0.0], [45.0, 0.0, 270.0]]
        {
            assert_eq!(
                to_euler(from_euler(angles)).map(|angle| (angle * 1e3).round() / 1e3),
                angles
            );
        }
        let up = to_euler(from_euler([90.0, 40.0, 0.0])).map(f64::round);
        assert_eq!(up, [90.0, 40.0, 0.0]);
        assert_eq!(to_euler([0.0; 4]), [0.0; 3]);
        // As a file writes a light that was turned to 50, -30, 0.
        let light = [0.408_217_9, -0.234_569_71, 0.109_381_66, 0.875_426_1];
        assert_eq!(to_euler(light), [50.0, 330.0, 0.0]);
    }
}
