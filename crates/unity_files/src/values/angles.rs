//! Rotations as Euler angles.

/// Converts a unit quaternion to Euler angles in degrees, in Unity's order: around Z, then X, then
/// Y. Not by glam, which treats the poles in another way than Unity's inspector.
pub(crate) fn euler([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    let sine = 2.0 * (w * x - y * z);
    // Looking straight up or down, rotations around Y and Z are the same: all of it is put into Y.
    let angles = if sine.abs() > 0.999_999_9 {
        let around_y = f64::atan2(2.0 * (w * y - x * z), 1.0 - 2.0 * (y * y + z * z));
        [sine.signum() * std::f64::consts::FRAC_PI_2, around_y, 0.0]
    } else {
        [
            sine.asin(),
            f64::atan2(2.0 * (w * y + x * z), 1.0 - 2.0 * (x * x + y * y)),
            f64::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (x * x + z * z)),
        ]
    };
    angles.map(|angle| round_degrees(angle.to_degrees()))
}

/// Rounds to what single precision keeps of a degree; never returns negative zero.
fn round_degrees(degrees: f64) -> f64 {
    (degrees * 1e4).round() / 1e4 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_inspector() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        for (quaternion, expected) in [
            ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0]),
            ([half, 0.0, 0.0, half], [90.0, 0.0, 0.0]),
            ([-half, 0.0, 0.0, half], [-90.0, 0.0, 0.0]),
            ([0.0, half, 0.0, half], [0.0, 90.0, 0.0]),
            ([0.0, 0.0, half, half], [0.0, 0.0, 90.0]),
            // Unity's default directional light.
            ([0.408_217_88, -0.234_569_68, 0.109_381_63, 0.875_426_1], [50.0, -30.0, 0.0]),
            // Quaternion.Euler(10, 20, 30).
            ([0.127_679_45, 0.144_878_13, 0.239_298_35, 0.951_548_5], [10.0, 20.0, 30.0]),
            // Quaternion.Euler(90, 40, 0).
            ([0.664_463, 0.241_844_76, -0.241_844_76, 0.664_463], [90.0, 40.0, 0.0]),
        ] {
            for (angle, expected) in euler(quaternion).into_iter().zip(expected) {
                assert!((angle - expected).abs() < 1e-3, "{quaternion:?}: {:?}", euler(quaternion));
            }
        }
    }
}
