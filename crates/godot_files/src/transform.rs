//! 3D and 2D transforms.
//!
//! Vectors and products are glam's. Determinants, inverses, normalisation, Euler angles and quaternions are
//! computed by hand: glam multiplies by reciprocals and sums in another order, which changes the last digits
//! of the numbers that are written to files and reported to clients.

use std::f64::consts::FRAC_PI_2;

use glam::{DMat2, DMat3, DQuat, DVec2, DVec3, DVec4};

/// A Transform3D of Godot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Transform3D {
    basis: DMat3,
    pub origin: DVec3,
}

/// A Transform2D of Godot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Transform2D {
    basis: DMat2,
    pub origin: DVec2,
}

impl Transform3D {
    pub(crate) const IDENTITY: Transform3D =
        Transform3D { basis: DMat3::IDENTITY, origin: DVec3::ZERO };

    /// From the twelve numbers in a file, the rows of the basis first; the identity for other numbers.
    pub(crate) fn from_numbers(numbers: &[f64]) -> Transform3D {
        let &[a, b, c, d, e, f, g, h, i, x, y, z] = numbers else { return Transform3D::IDENTITY };
        let basis = from_rows([[a, b, c], [d, e, f], [g, h, i]]);
        Transform3D { basis, origin: DVec3::new(x, y, z) }
    }

    /// Very small numbers, which sines and cosines of right angles give, become zero.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let rows = self.basis.transpose().to_cols_array();
        let clean = |number: f64| if number.abs() < 1e-9 { 0.0 } else { number };
        rows.into_iter().chain(self.origin.to_array()).map(clean).collect()
    }

    pub(crate) fn set_basis(&mut self, numbers: &[f64]) {
        if let &[a, b, c, d, e, f, g, h, i] = numbers {
            self.basis = from_rows([[a, b, c], [d, e, f], [g, h, i]]);
        }
    }

    fn determinant(&self) -> f64 {
        let [a, b, c] = self.basis.transpose().to_cols_array_2d();
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }

    /// The lengths of the axes; all negative for a mirrored basis.
    pub(crate) fn scale(&self) -> DVec3 {
        let DMat3 { x_axis, y_axis, z_axis } = self.basis;
        DVec3::new(x_axis.length(), y_axis.length(), z_axis.length()) * self.sign()
    }

    /// -1 for a mirrored basis.
    fn sign(&self) -> f64 {
        if self.determinant() < 0.0 { -1.0 } else { 1.0 }
    }

    /// In radians, in Godot's order of rotations: Y, then X, then Z.
    pub(crate) fn euler(&self) -> [f64; 3] {
        let scale = self.scale();
        let part = |row: usize, column: usize| match scale[column] {
            0.0 => 0.0,
            by => self.basis.col(column)[row] / by,
        };
        let sine = -part(1, 2);
        if sine >= 1.0 - 1e-9 {
            [FRAC_PI_2, part(0, 1).atan2(part(0, 0)), 0.0]
        } else if sine <= -(1.0 - 1e-9) {
            [-FRAC_PI_2, -part(0, 1).atan2(part(0, 0)), 0.0]
        } else {
            [sine.asin(), part(0, 2).atan2(part(2, 2)), part(1, 0).atan2(part(1, 1))]
        }
    }

    /// The rotation alone, as Godot extracts it from a basis: x, y, z, w.
    pub(crate) fn quaternion(&self) -> [f64; 4] {
        let DMat3 { x_axis, y_axis, z_axis } = self.basis;
        let sign = self.sign();
        let x = normalize(x_axis);
        let y = normalize(orthogonal_part(y_axis, &[x]));
        let z = normalize(orthogonal_part(z_axis, &[x, y]));
        rotation_quaternion(DMat3::from_cols(x * sign, y * sign, z * sign))
    }

    pub(crate) fn set_euler_and_scale(&mut self, euler: [f64; 3], scale: DVec3) {
        let ([sx, sy, sz], [cx, cy, cz]) = (euler.map(f64::sin), euler.map(f64::cos));
        self.set_rotation_and_scale(
            from_rows([
                [cy * cz + sy * sx * sz, -cy * sz + sy * sx * cz, sy * cx],
                [cx * sz, cx * cz, -sx],
                [-sy * cz + cy * sx * sz, sy * sz + cy * sx * cz, cy * cx],
            ]),
            scale,
        );
    }

    /// Sets the rotation to that of a quaternion and keeps the scale.
    pub(crate) fn set_rotation(&mut self, quaternion: &[f64]) {
        let &[x, y, z, w] = quaternion else { return };
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let rotation = match length > 0.0 {
            true => DMat3::from_quat(DQuat::from_vec4(DVec4::new(x, y, z, w) / length)),
            false => DMat3::IDENTITY,
        };
        self.set_rotation_and_scale(rotation, self.scale());
    }

    fn set_rotation_and_scale(&mut self, rotation: DMat3, scale: DVec3) {
        let DMat3 { x_axis, y_axis, z_axis } = rotation;
        self.basis = DMat3::from_cols(x_axis * scale.x, y_axis * scale.y, z_axis * scale.z);
    }

    pub(crate) fn multiply(&self, inner: &Transform3D) -> Transform3D {
        let origin = self.basis * inner.origin + self.origin;
        Transform3D { basis: self.basis * inner.basis, origin }
    }

    /// `None` for a transform without a volume.
    pub(crate) fn inverse(&self) -> Option<Transform3D> {
        let determinant = self.determinant();
        if determinant.abs() < 1e-12 {
            return None;
        }
        let m = self.basis.transpose().to_cols_array_2d();
        let cofactor = |row: usize, column: usize| {
            let (a, b) = ((row + 1) % 3, (row + 2) % 3);
            let (c, d) = ((column + 1) % 3, (column + 2) % 3);
            m[a][c] * m[b][d] - m[a][d] * m[b][c]
        };
        let rows = [0, 1, 2].map(|row| [0, 1, 2].map(|at| cofactor(at, row) / determinant));
        let basis = from_rows(rows);
        Some(Transform3D { basis, origin: -(basis * self.origin) })
    }
}

impl Transform2D {
    pub(crate) const IDENTITY: Transform2D =
        Transform2D { basis: DMat2::IDENTITY, origin: DVec2::ZERO };

    /// From the six numbers in a file, the columns of the basis first; the identity for other numbers.
    pub(crate) fn from_numbers(numbers: &[f64]) -> Transform2D {
        let &[a, b, c, d, x, y] = numbers else { return Transform2D::IDENTITY };
        Transform2D { basis: DMat2::from_cols_array(&[a, b, c, d]), origin: DVec2::new(x, y) }
    }

    pub(crate) fn from_parts(
        origin: [f64; 2],
        rotation: f64,
        [width, height]: [f64; 2],
        skew: f64,
    ) -> Transform2D {
        let x_axis = DVec2::new(rotation.cos() * width, rotation.sin() * width);
        let angle = rotation + skew;
        let y_axis = DVec2::new(-angle.sin() * height, angle.cos() * height);
        Transform2D { basis: DMat2::from_cols(x_axis, y_axis), origin: origin.into() }
    }

    /// -1 for a mirrored basis.
    fn sign(&self) -> f64 {
        if self.basis.determinant() < 0.0 { -1.0 } else { 1.0 }
    }

    pub(crate) fn rotation(&self) -> f64 {
        round_noise(self.basis.x_axis.y.atan2(self.basis.x_axis.x))
    }

    pub(crate) fn scale(&self) -> DVec2 {
        let DMat2 { x_axis, y_axis } = self.basis;
        let width = round_noise(x_axis.x.hypot(x_axis.y));
        DVec2::new(width, round_noise(self.sign() * y_axis.x.hypot(y_axis.y)))
    }

    pub(crate) fn skew(&self) -> f64 {
        let scale = self.scale();
        let dot = self.basis.x_axis.dot(self.basis.y_axis);
        let cosine = self.sign() * dot / (scale.x * scale.y.abs()).max(1e-12);
        round_noise(cosine.clamp(-1.0, 1.0).acos() - FRAC_PI_2)
    }

    pub(crate) fn multiply(&self, inner: &Transform2D) -> Transform2D {
        let origin = self.basis * inner.origin + self.origin;
        Transform2D { basis: self.basis * inner.basis, origin: origin.map(round_noise) }
    }

    /// `None` for a transform without an area.
    pub(crate) fn inverse(&self) -> Option<Transform2D> {
        let determinant = self.basis.determinant();
        if determinant.abs() < 1e-12 {
            return None;
        }
        let DMat2 { x_axis, y_axis } = self.basis;
        let x = DVec2::new(y_axis.y / determinant, -x_axis.y / determinant);
        let y = DVec2::new(-y_axis.x / determinant, x_axis.x / determinant);
        let basis = DMat2::from_cols(x, y);
        Some(Transform2D { basis, origin: -(basis * self.origin) })
    }
}

fn from_rows(rows: [[f64; 3]; 3]) -> DMat3 {
    DMat3::from_cols_array_2d(&rows).transpose()
}

fn normalize(axis: DVec3) -> DVec3 {
    let length = axis.length();
    if length > 0.0 { axis / length } else { axis }
}

/// The part of an axis that is orthogonal to others.
fn orthogonal_part(axis: DVec3, others: &[DVec3]) -> DVec3 {
    others.iter().fold(axis, |left, other| left - *other * axis.dot(*other))
}

/// The quaternion of a rotation, starting from its largest part so that nothing is divided by a very small
/// number.
fn rotation_quaternion(rotation: DMat3) -> [f64; 4] {
    let m = rotation.transpose().to_cols_array_2d();
    let trace = m[0][0] + m[1][1] + m[2][2];
    if trace > 0.0 {
        let s = (trace + 1.0).sqrt() * 2.0;
        let parts = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
        let [x, y, z] = parts.map(|part| part / s);
        return [x, y, z, s / 4.0];
    }
    let i = (0..3).max_by(|&a, &b| m[a][a].total_cmp(&m[b][b])).unwrap_or_default();
    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
    let s = (m[i][i] - m[j][j] - m[k][k] + 1.0).max(0.0).sqrt() * 2.0;
    if s == 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let mut quaternion = [0.0; 4];
    quaternion[i] = s / 4.0;
    quaternion[j] = (m[j][i] + m[i][j]) / s;
    quaternion[k] = (m[k][i] + m[i][k]) / s;
    quaternion[3] = (m[k][j] - m[j][k]) / s;
    quaternion
}

/// Rounds to seven digits, which is the precision of Godot's numbers.
fn round_noise(number: f64) -> f64 {
    if number.abs() < 1e-9 { 0.0 } else { (number * 1e7).round() / 1e7 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_times_its_inverse_is_the_identity() {
        let mut transform =
            Transform3D { origin: DVec3::new(1.0, 2.0, 3.0), ..Transform3D::IDENTITY };
        transform.set_euler_and_scale([0.3, -0.7, 1.1], DVec3::new(1.0, 2.0, 0.5));
        let undone = transform.multiply(&transform.inverse().unwrap());
        for (number, expected) in undone.numbers().iter().zip(Transform3D::IDENTITY.numbers()) {
            assert!((number - expected).abs() < 1e-9, "{undone:?}");
        }
        let [x, y, z] = transform.euler();
        assert!((x - 0.3).abs() + (y + 0.7).abs() + (z - 1.1).abs() < 1e-9);
        let flat = Transform2D::from_parts([3.0, 4.0], 0.5, [2.0, 3.0], 0.1);
        let undone = flat.multiply(&flat.inverse().unwrap());
        assert_eq!((undone.origin, undone.rotation()), (DVec2::ZERO, 0.0));
        assert_eq!((flat.rotation(), flat.scale(), flat.skew()), (0.5, DVec2::new(2.0, 3.0), 0.1));
    }
}
