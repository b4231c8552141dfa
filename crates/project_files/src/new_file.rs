//! Checks the names of new files.

/// Not allowed on Windows. Projects are shared between platforms.
const FORBIDDEN_CHARACTERS: &[char] = &['<', '>', ':', '"', '|', '?', '*', '\\'];

/// Names of devices on Windows, with any extension.
const WINDOWS_DEVICE_NAMES: &[&str] = &["con", "prn", "aux", "nul"];

/// What is wrong with the project-relative path of a new file, if anything.
pub fn name_problem(path: &str) -> Option<&'static str> {
    path.split('/').find_map(part_problem)
}

fn part_problem(part: &str) -> Option<&'static str> {
    let stem = part.split('.').next().unwrap_or_default();
    if part.contains(|c: char| c.is_control() || FORBIDDEN_CHARACTERS.contains(&c)) {
        Some("a name has no control characters and none of < > : \" | ? * \\")
    } else if part.starts_with('.') || part.is_empty() {
        Some("a name that begins with a dot hides it")
    } else if part.ends_with(['.', ' ']) || part.starts_with(' ') {
        Some("a name does not begin with a space or end with a space or a dot")
    } else if part.ends_with('~') {
        Some("a name that ends with '~' hides it")
    } else if WINDOWS_DEVICE_NAMES.iter().any(|device| device.eq_ignore_ascii_case(stem)) {
        Some("the name is that of a device on Windows")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::name_problem;

    #[test]
    fn names_that_nobody_could_use_are_refused() {
        for good in ["a.tscn", "Assets/Größe (2)/a b.unity", "x/a.b.tscn", "x/auxiliary.tscn"] {
            assert_eq!(name_problem(good), None, "{good}");
        }
        for bad in [
            "a\0.tscn",
            "a\n.tscn",
            ".tscn",
            ".godot/a.tscn",
            "Assets/.x/a.unity",
            "x/",
            "a?.tscn",
            "a:b.tscn",
            "a\\b.tscn",
            "x /a.tscn",
            "x./a.tscn",
            "x~/a.tscn",
            "nul.tscn",
            "x/AUX/a.tscn",
        ] {
            assert!(name_problem(bad).is_some(), "{bad:?}");
        }
    }
}
