//! Transforms in space and in the plane.

/// A Transform3D: the rows of its basis, and its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Transform3D {
    rows: [[f64; 3]; 3],
    pub origin: [f64; 3],
}

/// A Transform2D: its columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Transform2D {
    x: [f64; 2],
    y: [f64; 2],
    pub origin: [f64; 2],
}

impl Transform3D {
    pub(crate) const IDENTITY: Transform3D =
        Transform3D { rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    /// From the twelve numbers of a file; anything else is no transform.
    pub(crate) fn from_numbers(numbers: &[f64]) -> Transform3D {
        let &[a, b, c, d, e, f, g, h, i, x, y, z] = numbers else { return Transform3D::IDENTITY };
        Transform3D { rows: [[a, b, c], [d, e, f], [g, h, i]], origin: [x, y, z] }
    }

    /// What comes out of sines and cosines of right angles is nothing.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let basis = self.rows.iter().flatten();
        let clean = |number: &f64| if number.abs() < 1e-9 { 0.0 } else { *number };
        basis.chain(&self.origin).map(clean).collect()
    }

    pub(crate) fn set_basis(&mut self, numbers: &[f64]) {
        if let &[a, b, c, d, e, f, g, h, i] = numbers {
            self.rows = [[a, b, c], [d, e, f], [g, h, i]];
        }
    }

    fn determinant(&self) -> f64 {
        let [a, b, c] = self.rows;
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }

    /// The lengths of the axes; all negative for a mirrored basis.
    pub(crate) fn scale(&self) -> [f64; 3] {
        let sign = if self.determinant() < 0.0 { -1.0 } else { 1.0 };
        [0, 1, 2].map(|at| sign * self.rows.iter().map(|row| row[at].powi(2)).sum::<f64>().sqrt())
    }

    /// In radians, in Godot's order of turns: Y, then X, then Z.
    pub(crate) fn euler(&self) -> [f64; 3] {
        let scale = self.scale();
        let part = |row: usize, column: usize| match scale[column] {
            0.0 => 0.0,
            by => self.rows[row][column] / by,
        };
        let sine = -part(1, 2);
        if sine >= 1.0 - 1e-9 {
            [std::f64::consts::FRAC_PI_2, part(0, 1).atan2(part(0, 0)), 0.0]
        } else if sine <= -(1.0 - 1e-9) {
            [-std::f64::consts::FRAC_PI_2, -part(0, 1).atan2(part(0, 0)), 0.0]
        } else {
            [sine.asin(), part(0, 2).atan2(part(2, 2)), part(1, 0).atan2(part(1, 1))]
        }
    }

    /// The turn alone, as Godot takes it out of a basis: x, y, z, w.
    pub(crate) fn quaternion(&self) -> [f64; 4] {
        let column = |at: usize| [self.rows[0][at], self.rows[1][at], self.rows[2][at]];
        let sign = if self.determinant() < 0.0 { -1.0 } else { 1.0 };
        let x = normalize(column(0));
        let y = normalize(orthogonal_part(column(1), &[x]));
        let z = normalize(orthogonal_part(column(2), &[x, y]));
        let [x, y, z] = [x, y, z].map(|axis| axis.map(|part| sign * part));
        rotation_quaternion([[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]])
    }

    pub(crate) fn set_euler_and_scale(&mut self, euler: [f64; 3], scale: [f64; 3]) {
        let ([sx, sy, sz], [cx, cy, cz]) = (euler.map(f64::sin), euler.map(f64::cos));
        let turned = [
            [cy * cz + sy * sx * sz, -cy * sz + sy * sx * cz, sy * cx],
            [cx * sz, cx * cz, -sx],
            [-sy * cz + cy * sx * sz, sy * sz + cy * sx * cz, cy * cx],
        ];
        self.rows = turned.map(|[x, y, z]| [x * scale[0], y * scale[1], z * scale[2]]);
    }

    /// To the turn of a quaternion; its scale stays.
    pub(crate) fn set_rotation(&mut self, quaternion: &[f64]) {
        let &[x, y, z, w] = quaternion else { return };
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let [x, y, z, w] = [x, y, z, w].map(|part| if length > 0.0 { part / length } else { 0.0 });
        let scale = self.scale();
        self.rows = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        self.rows = self.rows.map(|[x, y, z]| [x * scale[0], y * scale[1], z * scale[2]]);
    }

    pub(crate) fn multiply(&self, inner: &Transform3D) -> Transform3D {
        let column = |at: usize| [inner.rows[0][at], inner.rows[1][at], inner.rows[2][at]];
        let columns = [0, 1, 2].map(|at| self.transform_vector(column(at)));
        let rows = [0, 1, 2].map(|row| columns.map(|column| column[row]));
        let moved = self.transform_vector(inner.origin);
        let origin = [0, 1, 2].map(|at| moved[at] + self.origin[at]);
        Transform3D { rows, origin }
    }

    fn transform_vector(&self, vector: [f64; 3]) -> [f64; 3] {
        self.rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// `None` for one that flattens everything.
    pub(crate) fn inverse(&self) -> Option<Transform3D> {
        let determinant = self.determinant();
        if determinant.abs() < 1e-12 {
            return None;
        }
        let m = self.rows;
        let cofactor = |row: usize, column: usize| {
            let (a, b) = ((row + 1) % 3, (row + 2) % 3);
            let (c, d) = ((column + 1) % 3, (column + 2) % 3);
            m[a][c] * m[b][d] - m[a][d] * m[b][c]
        };
        let rows = [0, 1, 2].map(|row| [0, 1, 2].map(|at| cofactor(at, row) / determinant));
        let turned = Transform3D { rows, origin: [0.0; 3] };
        let origin = turned.transform_vector(self.origin).map(|part| -part);
        Some(Transform3D { rows, origin })
    }
}

impl Transform2D {
    pub(crate) const IDENTITY: Transform2D =
        Transform2D { x: [1.0, 0.0], y: [0.0, 1.0], origin: [0.0; 2] };

    pub(crate) fn from_numbers(numbers: &[f64]) -> Transform2D {
        let &[a, b, c, d, x, y] = numbers else { return Transform2D::IDENTITY };
        Transform2D { x: [a, b], y: [c, d], origin: [x, y] }
    }

    pub(crate) fn from_parts(
        origin: [f64; 2],
        rotation: f64,
        scale: [f64; 2],
        skew: f64,
    ) -> Transform2D {
        Transform2D {
            x: [rotation.cos() * scale[0], rotation.sin() * scale[0]],
            y: [-(rotation + skew).sin() * scale[1], (rotation + skew).cos() * scale[1]],
            origin,
        }
    }

    fn determinant(&self) -> f64 {
        self.x[0] * self.y[1] - self.x[1] * self.y[0]
    }

    pub(crate) fn rotation(&self) -> f64 {
        round_noise(self.x[1].atan2(self.x[0]))
    }

    pub(crate) fn scale(&self) -> [f64; 2] {
        let sign = if self.determinant() < 0.0 { -1.0 } else { 1.0 };
        [round_noise(self.x[0].hypot(self.x[1])), round_noise(sign * self.y[0].hypot(self.y[1]))]
    }

    pub(crate) fn skew(&self) -> f64 {
        let [width, height] = self.scale();
        let sign = if self.determinant() < 0.0 { -1.0 } else { 1.0 };
        let dot = self.x[0] * self.y[0] + self.x[1] * self.y[1];
        let cosine = sign * dot / (width * height.abs()).max(1e-12);
        round_noise(cosine.clamp(-1.0, 1.0).acos() - std::f64::consts::FRAC_PI_2)
    }

    pub(crate) fn multiply(&self, inner: &Transform2D) -> Transform2D {
        let moved = self.transform_vector(inner.origin);
        Transform2D {
            x: self.transform_vector(inner.x),
            y: self.transform_vector(inner.y),
            origin: [
                round_noise(moved[0] + self.origin[0]),
                round_noise(moved[1] + self.origin[1]),
            ],
        }
    }

    fn transform_vector(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x[0] * x + self.y[0] * y, self.x[1] * x + self.y[1] * y]
    }

    pub(crate) fn inverse(&self) -> Option<Transform2D> {
        let determinant = self.determinant();
        if determinant.abs() < 1e-12 {
            return None;
        }
        let x = [self.y[1] / determinant, -self.x[1] / determinant];
        let y = [-self.y[0] / determinant, self.x[0] / determinant];
        let turned = Transform2D { x, y, origin: [0.0; 2] };
        let origin = turned.transform_vector(self.origin).map(|part| -part);
        Some(Transform2D { x, y, origin })
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn normalize(axis: [f64; 3]) -> [f64; 3] {
    let length = dot(axis, axis).sqrt();
    if length > 0.0 { axis.map(|part| part / length) } else { axis }
}

/// What is left of an axis at right angles to others.
fn orthogonal_part(axis: [f64; 3], others: &[[f64; 3]]) -> [f64; 3] {
    others.iter().fold(axis, |left, other| {
        let along = dot(axis, *other);
        [0, 1, 2].map(|at| left[at] - along * other[at])
    })
}

/// Of the rows of a turn, by its largest part so that nothing is divided by next to nothing.
fn rotation_quaternion(m: [[f64; 3]; 3]) -> [f64; 4] {
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

/// To seven digits, which is what Godot keeps: the rest is noise.
fn round_noise(number: f64) -> f64 {
    if number.abs() < 1e-9 { 0.0 } else { (number * 1e7).round() / 1e7 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_undone_is_none() {
        let mut space = Transform3D { origin: [1.0, 2.0, 3.0], ..Transform3D::IDENTITY };
        space.set_euler_and_scale([0.3, -0.7, 1.1], [1.0, 2.0, 0.5]);
        let undone = space.multiply(&space.inverse().unwrap());
        for (number, expected) in undone.numbers().iter().zip(Transform3D::IDENTITY.numbers()) {
            assert!((number - expected).abs() < 1e-9, "{undone:?}");
        }
        let [x, y, z] = space.euler();
        assert!((x - 0.3).abs() + (y + 0.7).abs() + (z - 1.1).abs() < 1e-9);
        let flat = Transform2D::from_parts([3.0, 4.0], 0.5, [2.0, 3.0], 0.1);
        let undone = flat.multiply(&flat.inverse().unwrap());
        assert_eq!((undone.origin, undone.rotation()), ([0.0; 2], 0.0));
        assert_eq!((flat.rotation(), flat.scale(), flat.skew()), (0.5, [2.0, 3.0], 0.1));
    }
}
