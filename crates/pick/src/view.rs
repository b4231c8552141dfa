//! From a point of the screen to a ray into the world.

use glam::DVec3;

use crate::Pose;
use crate::solid::to_rotation;

/// A camera that looks along its own z axis, with y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PickCamera {
    pub pose: Pose,
    pub lens: Lens,
    /// Width divided by height.
    pub aspect: f64,
    /// Nothing nearer is seen.
    pub near: f64,
    /// Nothing farther is seen.
    pub far: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lens {
    /// The angle from the lower to the upper edge, in degrees.
    Perspective { angle: f64 },
    /// Half of the height that is seen.
    Orthographic { half_height: f64 },
}

/// A ray with a direction of length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    pub origin: DVec3,
    pub direction: DVec3,
    pub length: f64,
}

impl PickCamera {
    /// The ray through a point from 0, 0 (lower left) to 1, 1 (upper right).
    pub fn ray(&self, x: f64, y: f64) -> Ray {
        let (x, y) = (2.0 * x - 1.0, 2.0 * y - 1.0);
        let (origin, direction) = match self.lens {
            Lens::Perspective { angle } => {
                let up = (angle.to_radians() / 2.0).tan();
                (DVec3::ZERO, DVec3::new(x * up * self.aspect, y * up, 1.0))
            }
            Lens::Orthographic { half_height } => {
                (DVec3::new(x * half_height * self.aspect, y * half_height, 0.0), DVec3::Z)
            }
        };
        // Physics runs in single precision, and so does everything from here on.
        let (origin, direction) = (origin.as_vec3(), direction.as_vec3());
        let rotation = to_rotation(self.pose.rotation);
        let slant = direction.length();
        let direction = (rotation * direction).normalize_or_zero();
        // The planes are flat: towards the edges of the picture they are farther away.
        let near = self.near as f32 * slant;
        let origin = self.pose.position.as_vec3() + rotation * origin + direction * near;
        let length = (self.far - self.near).max(0.0) * f64::from(slant);
        Ray { origin: origin.as_dvec3(), direction: direction.as_dvec3(), length }
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    fn camera(lens: Lens) -> PickCamera {
        PickCamera { pose: Pose::default(), lens, aspect: 2.0, near: 0.5, far: 100.0 }
    }

    fn close(ray: &Ray, origin: [f64; 3], direction: [f64; 3]) -> bool {
        let near = |one: DVec3, other: [f64; 3]| one.abs_diff_eq(other.into(), 1e-5);
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
        let pose = Pose {
            position: DVec3::new(1.0, 2.0, 3.0),
            rotation: DQuat::from_xyzw(0.0, half, 0.0, half),
            ..Pose::default()
        };
        let camera = PickCamera { pose, near: 0.0, ..camera(Lens::Perspective { angle: 60.0 }) };
        let ray = camera.ray(0.5, 0.5);
        assert!(close(&ray, [1.0, 2.0, 3.0], [1.0, 0.0, 0.0]), "{ray:?}");
    }
}
