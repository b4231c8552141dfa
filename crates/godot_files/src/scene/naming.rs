//! The names that Godot gives to nodes with invalid or taken names.

/// Replaces the characters that names of nodes cannot contain.
pub(crate) fn valid_name(name: &str) -> String {
    name.replace(['.', ':', '@', '/', '"', '%'], "_")
}

/// The next name to try if `name` is taken: `Boat`, `Boat2`, `Boat3`; `Boat09`, `Boat10`.
pub(crate) fn next_name(name: &str) -> String {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match &name[stem.len()..] {
        "" => format!("{stem}2"),
        digits => format!("{stem}{}", increment(digits)),
    }
}

/// Keeps the number of digits, including leading zeros.
fn increment(digits: &str) -> String {
    let mut bytes = digits.as_bytes().to_vec();
    for byte in bytes.iter_mut().rev() {
        if *byte != b'9' {
            *byte += 1;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        *byte = b'0';
    }
    format!("1{}", String::from_utf8_lossy(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_as_godot_does() {
        for (name, expected) in [
            ("Boat", "Boat2"),
            ("Boat2", "Boat3"),
            ("Boat9", "Boat10"),
            ("Boat09", "Boat10"),
            ("Boat099", "Boat100"),
            ("99", "100"),
        ] {
            assert_eq!(next_name(name), expected, "{name}");
        }
        assert_eq!(valid_name("a.b:c@d/e%f\"g"), "a_b_c_d_e_f_g");
    }
}
