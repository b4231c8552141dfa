//! From a point of the screen to a ray into the world.

use parry3d::math::Vector;

use crate::Stand;
use crate::solid::rotation;

/// A camera that looks along its own z axis, with y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PickCamera {
    pub stand: Stand,
    pub lens: Lens,
    /// Width by height.
    pub aspect: f64,
    /// What is nearer is not seen.
    pub near: f64,
    /// What is farther is not seen.
    pub far: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lens {
    /// The angle from the lower to the upper edge, in degrees.
    Perspective { angle: f64 },
    /// Half of the height that is seen.
    Orthographic { half_height: f64 },
}

/// From where, in which direction (of length 1), how far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    pub origin: [f64; 3],
    pub direction: [f64; 3],
    pub length: f64,
}

impl PickCamera {
    /// The point is from 0, 0 (lower left) to 1, 1 (upper right).
    pub fn ray(&self, x: f64, y: f64) -> Ray {
        let (x, y) = (2.0 * x - 1.0, 2.0 * y - 1.0);
        let (origin, direction) = match self.lens {
            Lens::Perspective { angle } => {
                let up = (angle.to_radians() / 2.0).tan();
                ([0.0; 3], [x * up * self.aspect, y * up, 1.0])
            }
            Lens::Orthographic { half_height } => {
                ([x * half_height * self.aspect, y * half_height, 0.0], [0.0, 0.0, 1.0])
            }
        };
        let turn = rotation(self.stand.rotation);
        let place = vector(self.stand.position);
        let slant = vector(direction).length();
        let direction = (turn * vector(direction)).normalize_or_zero();
        // The planes are flat: towards the edges of the picture they are farther away.
        let near = self.near as f32 * slant;
        let origin = place + turn * vector(origin) + direction * near;
        let length = (self.far - self.near).max(0.0) * f64::from(slant);
        Ray { origin: to_array(origin), direction: to_array(direction), length }
    }
}

pub(crate) fn vector([x, y, z]: [f64; 3]) -> Vector {
    Vector::new(x as f32, y as f32, z as f32)
}

fn to_array(vector: Vector) -> [f64; 3] {
    [f64::from(vector.x), f64::from(vector.y), f64::from(vector.z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(lens: Lens) -> PickCamera {
        PickCamera { stand: Stand::default(), lens, aspect: 2.0, near: 0.5, far: 100.0 }
    }

    fn close(ray: &Ray, origin: [f64; 3], direction: [f64; 3]) -> bool {
        let near = |one: [f64; 3], other: [f64; 3]| {
            one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-5)
        };
        near(ray.origin, origin) && near(ray.direction, direction)
    }

    #[test]
    fn rays_leave_through_the_point() {
        let wide = camera(Lens::Perspective { angle: 90.0 });
        let flat = camera(Lens::Orthographic { half_height: 5.0 });
        let slant = 1.0 / 6_f64.sqrt();
        for (camera, x, y, origin, direction) in [
            (wide, 0.5, 0.5, [0.0, 0.0, 0.5], [0.0, 0.0, 1.0]),
            (wide, 1.0, 1.0, [1.0, 0.5, 0.5], [2.0 * slant, slant, slant]),
            (wide, 0.5, 0.0, [0.0, -0.5, 0.5], [0.0, -0.5_f64.sqrt(), 0.5_f64.sqrt()]),
            (flat, 0.0, 1.0, [-10.0, 5.0, 0.5], [0.0, 0.0, 1.0]),
        ] {
            let ray = camera.ray(x, y);
            assert!(close(&ray, origin, direction), "{x} {y}: {ray:?}");
        }
    }

    #[test]
    fn a_camera_that_turns_looks_elsewhere() {
        let half = 0.5_f64.sqrt();
        let stand = Stand {
            position: [1.0, 2.0, 3.0],
            rotation: [0.0, half, 0.0, half],
            ..Stand::default()
        };
        let camera = PickCamera { stand, near: 0.0, ..camera(Lens::Perspective { angle: 60.0 }) };
        let ray = camera.ray(0.5, 0.5);
        assert!(close(&ray, [1.0, 2.0, 3.0], [1.0, 0.0, 0.0]), "{ray:?}");
    }
}
