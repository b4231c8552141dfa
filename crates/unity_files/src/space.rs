//! Poses of Transforms: position, rotation and scale, local and in the world.

use crate::members::draft::{FieldValue, FoundField};

pub(crate) type Vector3 = [f64; 3];
/// x, y, z, w.
pub(crate) type QuaternionXyzw = [f64; 4];
/// By rows.
type Matrix = [Vector3; 3];

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LocalPose {
    pub(crate) position: Vector3,
    pub(crate) rotation: QuaternionXyzw,
    pub(crate) scale: Vector3,
}

/// The pose of a Transform in the world: those of all its ancestors combined.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorldPose {
    pub(crate) position: Vector3,
    pub(crate) rotation: QuaternionXyzw,
    /// Rotation and scale combined; a rotation below a non-uniform scale makes them inseparable.
    shape: Matrix,
}

impl Default for LocalPose {
    fn default() -> LocalPose {
        LocalPose { position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] }
    }
}

impl Default for WorldPose {
    fn default() -> WorldPose {
        WorldPose {
            position: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            shape: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        }
    }
}

impl LocalPose {
    pub(crate) fn read(draft: &FieldValue<'_>) -> LocalPose {
        let number = |path: &str| match draft.find(path)? {
            FoundField::Value(_, FieldValue::Scalar(raw)) => raw.parse::<f64>().ok(),
            _ => None,
        };
        let vector = |key: &str, default: f64| {
            ["x", "y", "z"].map(|axis| number(&format!("{key}.{axis}")).unwrap_or(default))
        };
        let [x, y, z] = vector("m_LocalRotation", 0.0);
        LocalPose {
            position: vector("m_LocalPosition", 0.0),
            rotation: [x, y, z, number("m_LocalRotation.w").unwrap_or(1.0)],
            scale: vector("m_LocalScale", 1.0),
        }
    }
}

impl WorldPose {
    pub(crate) fn child_pose(&self, local: &LocalPose) -> WorldPose {
        let turned = apply(&self.shape, local.position);
        let own = scaled(&matrix(local.rotation), local.scale);
        WorldPose {
            position: [0, 1, 2].map(|i| self.position[i] + turned[i]),
            rotation: product(self.rotation, local.rotation),
            shape: times(&self.shape, &own),
        }
    }

    /// What is left of the shape without the rotation: Unity's `lossyScale`.
    pub(crate) fn scale(&self) -> Vector3 {
        let [x, y, z, w] = self.rotation;
        let straight = times(&matrix([-x, -y, -z, w]), &self.shape);
        [straight[0][0], straight[1][1], straight[2][2]]
    }

    /// The local pose that puts a child of `self` where `other` is; `None` below a scale of zero.
    pub(crate) fn relative_pose(&self, other: &WorldPose) -> Option<LocalPose> {
        let inverse = inverted(&self.shape)?;
        let offset = [0, 1, 2].map(|i| other.position[i] - self.position[i]);
        let [x, y, z, w] = self.rotation;
        let rotation = product([-x, -y, -z, w], other.rotation);
        let shape = times(&inverse, &other.shape);
        let [x, y, z, w] = rotation;
        let straight = times(&matrix([-x, -y, -z, w]), &shape);
        Some(LocalPose {
            position: apply(&inverse, offset),
            rotation,
            scale: [straight[0][0], straight[1][1], straight[2][2]],
        })
    }
}

fn product(a: QuaternionXyzw, b: QuaternionXyzw) -> QuaternionXyzw {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn matrix([x, y, z, w]: QuaternionXyzw) -> Matrix {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

fn scaled(m: &Matrix, scale: Vector3) -> Matrix {
    m.map(|row| [row[0] * scale[0], row[1] * scale[1], row[2] * scale[2]])
}

fn apply(m: &Matrix, v: Vector3) -> Vector3 {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| [0, 1, 2].map(|j| row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j]))
}

fn inverted(m: &Matrix) -> Option<Matrix> {
    let minor = |r: usize, c: usize| {
        let (r1, r2) = ((r + 1) % 3, (r + 2) % 3);
        let (c1, c2) = ((c + 1) % 3, (c + 2) % 3);
        m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    };
    let determinant = (0..3).map(|c| m[0][c] * minor(0, c)).sum::<f64>();
    if determinant.abs() < 1e-30 {
        return None;
    }
    Some([0, 1, 2].map(|r| [0, 1, 2].map(|c| minor(c, r) / determinant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_moved_stays_where_it_is() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let parent = LocalPose {
            position: [1.0, 2.0, 3.0],
            rotation: [0.0, half, 0.0, half],
            scale: [2.0, 2.0, 2.0],
        };
        let child = LocalPose {
            position: [4.0, 5.0, 6.0],
            rotation: [half, 0.0, 0.0, half],
            scale: [1.0, 3.0, 1.0],
        };
        let place = WorldPose::default().child_pose(&child);
        let new = WorldPose::default().child_pose(&parent).relative_pose(&place).unwrap();
        let again = WorldPose::default().child_pose(&parent).child_pose(&new);
        for i in 0..3 {
            assert!((again.position[i] - place.position[i]).abs() < 1e-9);
            assert!((new.scale[i] - child.scale[i] / 2.0).abs() < 1e-9);
            for j in 0..3 {
                assert!((again.shape[i][j] - place.shape[i][j]).abs() < 1e-9);
            }
        }
        let flat = LocalPose { scale: [0.0; 3], ..parent };
        assert_eq!(WorldPose::default().child_pose(&flat).relative_pose(&place), None);
    }
}
