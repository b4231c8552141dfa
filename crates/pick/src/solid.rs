//! Solids that a ray can hit, sized as Unity sizes colliders under a scale.

use glam::{DQuat, DVec3, Vec3};
use parry3d::math::{Pose as ParryPose, Rotation};
use parry3d::query::{self, RayCast};
use parry3d::shape::{Ball, Capsule, Cuboid};

use crate::Pose;
use crate::view::Ray;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Solid {
    Box {
        centre: DVec3,
        size: DVec3,
    },
    Ball {
        centre: DVec3,
        radius: f64,
    },
    /// `height` is from end to end, along `axis`.
    Capsule {
        centre: DVec3,
        radius: f64,
        height: f64,
        axis: CapsuleAxis,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CapsuleAxis {
    X,
    Y,
    Z,
}

impl Solid {
    /// The distance along the ray to the first hit; 0 for a ray that begins inside.
    pub fn distance(&self, pose: &Pose, ray: &Ray) -> Option<f64> {
        let scale = pose.scale.as_vec3();
        let cast = query::Ray::new(ray.origin.as_vec3(), ray.direction.as_vec3());
        let max_distance = ray.length as f32;
        let placed = |centre: DVec3| {
            let rotation = to_rotation(pose.rotation);
            let position = pose.position.as_vec3() + rotation * (centre * pose.scale).as_vec3();
            ParryPose::from_parts(position, rotation)
        };
        let hit = match *self {
            Solid::Box { centre, size } => {
                let half = size.as_vec3() * scale * 0.5;
                Cuboid::new(half.abs()).cast_ray(&placed(centre), &cast, max_distance, true)
            }
            Solid::Ball { centre, radius } => {
                let ball = Ball::new(radius as f32 * scale.abs().max_element());
                ball.cast_ray(&placed(centre), &cast, max_distance, true)
            }
            Solid::Capsule { centre, radius, height, axis } => {
                let (along, across) = axis.scales(scale);
                let radius = radius as f32 * across;
                let half = (height as f32 * along * 0.5 - radius).max(0.0);
                let capsule = axis.capsule(half, radius);
                capsule.cast_ray(&placed(centre), &cast, max_distance, true)
            }
        };
        hit.map(f64::from)
    }
}

impl CapsuleAxis {
    /// The scale along the axis, and the larger of the two scales across it.
    fn scales(self, scale: Vec3) -> (f32, f32) {
        let Vec3 { x, y, z } = scale.abs();
        match self {
            CapsuleAxis::X => (x, y.max(z)),
            CapsuleAxis::Y => (y, x.max(z)),
            CapsuleAxis::Z => (z, x.max(y)),
        }
    }

    fn capsule(self, half: f32, radius: f32) -> Capsule {
        match self {
            CapsuleAxis::X => Capsule::new_x(half, radius),
            CapsuleAxis::Y => Capsule::new_y(half, radius),
            CapsuleAxis::Z => Capsule::new_z(half, radius),
        }
    }
}

/// Files may hold rotations of any length; one of length 0 rotates nothing.
pub(crate) fn to_rotation(rotation: DQuat) -> Rotation {
    let rotation = rotation.as_quat();
    if rotation.length_squared() > 1e-12 { rotation.normalize() } else { Rotation::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AHEAD: Ray = Ray { origin: DVec3::ZERO, direction: DVec3::Z, length: 100.0 };

    fn check(solid: Solid, pose: Pose, expected: Option<f64>) {
        let met = solid.distance(&pose, &AHEAD);
        let same = match (met, expected) {
            (Some(met), Some(expected)) => (met - expected).abs() < 1e-4,
            (met, expected) => met == expected,
        };
        assert!(same, "{solid:?} {pose:?}: {met:?}, not {expected:?}");
    }

    fn at(position: [f64; 3], scale: [f64; 3]) -> Pose {
        Pose { position: position.into(), scale: scale.into(), ..Pose::default() }
    }

    #[test]
    fn solids_are_met_at_their_surface() {
        let cube = Solid::Box { centre: DVec3::ZERO, size: DVec3::ONE };
        let ball = Solid::Ball { centre: DVec3::Z, radius: 0.5 };
        let pill = |axis| Solid::Capsule { centre: DVec3::ZERO, radius: 0.5, height: 2.0, axis };
        let ones = [1.0; 3];
        for (solid, pose, expected) in [
            (cube, at([0.0, 0.0, 5.0], ones), Some(4.5)),
            (cube, at([0.0, 0.0, 5.0], [1.0, 1.0, 4.0]), Some(3.0)),
            (cube, at([0.0, 0.0, 5.0], [1.0, 1.0, -4.0]), Some(3.0)),
            (cube, at([0.6, 0.0, 5.0], ones), None),
            (cube, at([0.6, 0.0, 5.0], [2.0, 1.0, 1.0]), Some(4.5)),
            (cube, at([0.0, 0.0, -5.0], ones), None),
            (cube, at([0.0, 0.0, 200.0], ones), None),
            (cube, at([0.0; 3], ones), Some(0.0)),
            (ball, at([0.0, 0.0, 5.0], ones), Some(5.5)),
            (ball, at([0.0, 0.0, 5.0], [3.0, 1.0, 1.0]), Some(4.5)),
            (pill(CapsuleAxis::Z), at([0.0, 0.0, 5.0], ones), Some(4.0)),
            (pill(CapsuleAxis::Y), at([0.0, 0.0, 5.0], ones), Some(4.5)),
            (pill(CapsuleAxis::Y), at([0.0, 0.9, 5.0], ones), Some(4.7)),
            (pill(CapsuleAxis::X), at([0.0, 0.6, 5.0], ones), None),
            (pill(CapsuleAxis::X), at([0.0, 0.6, 5.0], [1.0, 2.0, 1.0]), Some(4.2)),
        ] {
            check(solid, pose, expected);
        }
    }

    #[test]
    fn a_turned_box_shows_its_edge() {
        let eighth = std::f64::consts::FRAC_PI_8;
        let pose = Pose {
            position: DVec3::new(0.0, 0.0, 5.0),
            rotation: DQuat::from_xyzw(0.0, eighth.sin(), 0.0, eighth.cos()),
            ..Pose::default()
        };
        let cube = Solid::Box { centre: DVec3::ZERO, size: DVec3::ONE };
        check(cube, pose, Some(5.0 - 0.5_f64.sqrt()));
    }
}
