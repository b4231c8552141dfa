//! Solids that a ray can meet, sized as Unity sizes colliders below a scale.

use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{self, RayCast};
use parry3d::shape::{Ball, Capsule, Cuboid};

use crate::Stand;
use crate::view::{Ray, vector};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Solid {
    Box {
        centre: [f64; 3],
        size: [f64; 3],
    },
    Ball {
        centre: [f64; 3],
        radius: f64,
    },
    /// `height` is from end to end, along `axis`.
    Capsule {
        centre: [f64; 3],
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
    /// How far along the ray it is met; 0 for a ray that begins inside.
    pub fn distance(&self, stand: &Stand, ray: &Ray) -> Option<f64> {
        let scale = stand.scale.map(|factor| factor as f32);
        let cast = query::Ray::new(vector(ray.origin), vector(ray.direction));
        let most = ray.length as f32;
        let pose = |centre: [f64; 3]| {
            let turn = rotation(stand.rotation);
            let [x, y, z] = centre;
            let [sx, sy, sz] = stand.scale;
            let place = vector(stand.position) + turn * vector([x * sx, y * sy, z * sz]);
            Pose::from_parts(place, turn)
        };
        let met = match *self {
            Solid::Box { centre, size } => {
                let half = vector(size) * Vector::from(scale) * 0.5;
                Cuboid::new(half.abs()).cast_ray(&pose(centre), &cast, most, true)
            }
            Solid::Ball { centre, radius } => {
                let largest = scale.iter().fold(0.0_f32, |most, factor| most.max(factor.abs()));
                Ball::new(radius as f32 * largest).cast_ray(&pose(centre), &cast, most, true)
            }
            Solid::Capsule { centre, radius, height, axis } => {
                let (along, across) = axis.scales(scale);
                let radius = radius as f32 * across;
                let half = (height as f32 * along * 0.5 - radius).max(0.0);
                axis.capsule(half, radius).cast_ray(&pose(centre), &cast, most, true)
            }
        };
        met.map(f64::from)
    }
}

impl CapsuleAxis {
    /// The scale along the axis, and the larger one of the two across it.
    fn scales(self, [x, y, z]: [f32; 3]) -> (f32, f32) {
        let (along, one, other) = match self {
            CapsuleAxis::X => (x, y, z),
            CapsuleAxis::Y => (y, x, z),
            CapsuleAxis::Z => (z, x, y),
        };
        (along.abs(), one.abs().max(other.abs()))
    }

    fn capsule(self, half: f32, radius: f32) -> Capsule {
        match self {
            CapsuleAxis::X => Capsule::new_x(half, radius),
            CapsuleAxis::Y => Capsule::new_y(half, radius),
            CapsuleAxis::Z => Capsule::new_z(half, radius),
        }
    }
}

/// Of any length, as files may hold; a rotation that is none turns nothing.
pub(crate) fn rotation([x, y, z, w]: [f64; 4]) -> Rotation {
    let turn = Rotation::from_xyzw(x as f32, y as f32, z as f32, w as f32);
    if turn.length_squared() > 1e-12 { turn.normalize() } else { Rotation::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AHEAD: Ray = Ray { origin: [0.0; 3], direction: [0.0, 0.0, 1.0], length: 100.0 };

    fn check(solid: Solid, stand: Stand, expected: Option<f64>) {
        let met = solid.distance(&stand, &AHEAD);
        let same = match (met, expected) {
            (Some(met), Some(expected)) => (met - expected).abs() < 1e-4,
            (met, expected) => met == expected,
        };
        assert!(same, "{solid:?} {stand:?}: {met:?}, not {expected:?}");
    }

    fn at(position: [f64; 3], scale: [f64; 3]) -> Stand {
        Stand { position, scale, ..Stand::default() }
    }

    #[test]
    fn solids_are_met_at_their_surface() {
        let cube = Solid::Box { centre: [0.0; 3], size: [1.0; 3] };
        let ball = Solid::Ball { centre: [0.0, 0.0, 1.0], radius: 0.5 };
        let pill = |axis| Solid::Capsule { centre: [0.0; 3], radius: 0.5, height: 2.0, axis };
        let ones = [1.0; 3];
        for (solid, stand, expected) in [
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
            check(solid, stand, expected);
        }
    }

    #[test]
    fn a_turned_box_shows_its_edge() {
        let eighth = std::f64::consts::FRAC_PI_8;
        let stand = Stand {
            position: [0.0, 0.0, 5.0],
            rotation: [0.0, eighth.sin(), 0.0, eighth.cos()],
            ..Stand::default()
        };
        let cube = Solid::Box { centre: [0.0; 3], size: [1.0; 3] };
        check(cube, stand, Some(5.0 - 0.5_f64.sqrt()));
    }
}
