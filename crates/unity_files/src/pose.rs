//! Poses of Transforms: position, rotation and scale, local and in the world.

use glam::{DMat3, DQuat, DVec3};

use crate::members::field_value::{FieldValue, FoundField};

/// Below this determinant, a pose cannot be inverted.
const MIN_DETERMINANT: f64 = 1e-30;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LocalPose {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
}

/// The pose of a Transform in the world: those of all its ancestors combined.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WorldPose {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
    /// Rotation and scale combined; a rotation below a non-uniform scale makes them inseparable.
    shape: DMat3,
}

impl Default for LocalPose {
    fn default() -> LocalPose {
        LocalPose { position: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE }
    }
}

impl LocalPose {
    pub(crate) fn read(fields: &FieldValue<'_>) -> LocalPose {
        let number = |path: &str| match fields.find(path)? {
            FoundField::Value(_, FieldValue::Scalar(raw)) => raw.parse::<f64>().ok(),
            _ => None,
        };
        let vector = |key: &str, default: f64| {
            ["x", "y", "z"].map(|axis| number(&format!("{key}.{axis}")).unwrap_or(default))
        };
        let [x, y, z] = vector("m_LocalRotation", 0.0);
        let w = number("m_LocalRotation.w").unwrap_or(1.0);
        LocalPose {
            position: vector("m_LocalPosition", 0.0).into(),
            rotation: DQuat::from_xyzw(x, y, z, w),
            scale: vector("m_LocalScale", 1.0).into(),
        }
    }

    fn shape(&self) -> DMat3 {
        let rotation = DMat3::from_quat(self.rotation);
        let DVec3 { x, y, z } = self.scale;
        DMat3::from_cols(rotation.x_axis * x, rotation.y_axis * y, rotation.z_axis * z)
    }
}

impl WorldPose {
    pub(crate) fn child_pose(&self, local: &LocalPose) -> WorldPose {
        WorldPose {
            position: self.position + self.shape * local.position,
            rotation: self.rotation * local.rotation,
            shape: self.shape * local.shape(),
        }
    }

    /// What is left of the shape without the rotation: Unity's `lossyScale`.
    pub(crate) fn scale(&self) -> DVec3 {
        scale_without(self.rotation, self.shape)
    }

    /// The local pose that puts a child of `self` where `other` is; `None` below a scale of zero.
    pub(crate) fn relative_pose(&self, other: &WorldPose) -> Option<LocalPose> {
        if self.shape.determinant().abs() < MIN_DETERMINANT {
            return None;
        }
        let inverse = self.shape.inverse();
        let rotation = self.rotation.conjugate() * other.rotation;
        Some(LocalPose {
            position: inverse * (other.position - self.position),
            rotation,
            scale: scale_without(rotation, inverse * other.shape),
        })
    }
}

/// The diagonal of a shape from which a rotation is removed.
fn scale_without(rotation: DQuat, shape: DMat3) -> DVec3 {
    (DMat3::from_quat(rotation.conjugate()) * shape).diagonal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_pose_keeps_the_world_pose() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let parent = LocalPose {
            position: DVec3::new(1.0, 2.0, 3.0),
            rotation: DQuat::from_xyzw(0.0, half, 0.0, half),
            scale: DVec3::splat(2.0),
        };
        let child = LocalPose {
            position: DVec3::new(4.0, 5.0, 6.0),
            rotation: DQuat::from_xyzw(half, 0.0, 0.0, half),
            scale: DVec3::new(1.0, 3.0, 1.0),
        };
        let place = WorldPose::default().child_pose(&child);
        let new = WorldPose::default().child_pose(&parent).relative_pose(&place).unwrap();
        let again = WorldPose::default().child_pose(&parent).child_pose(&new);
        assert!(again.position.abs_diff_eq(place.position, 1e-9));
        assert!(new.scale.abs_diff_eq(child.scale / 2.0, 1e-9));
        assert!(again.shape.abs_diff_eq(place.shape, 1e-9));
        let flat = LocalPose { scale: DVec3::ZERO, ..parent };
        assert_eq!(WorldPose::default().child_pose(&flat).relative_pose(&place), None);
    }
}
