//! Paths of nodes: in the protocol they begin at `/root`, in the catalogue at the root of the scene.

/// `None` for `/root` itself, which is above the scene.
pub(super) fn to_scene_path(path: &str) -> Option<&str> {
    let path = path.trim_matches('/');
    match path.strip_prefix("root/") {
        Some(rest) => Some(rest),
        None => Some(path).filter(|path| !path.is_empty() && *path != "root"),
    }
}

pub(super) fn to_root_path(path: &str) -> String {
    format!("/root/{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_at_the_scene() {
        let rows = [
            ("/root", None),
            ("/root/", None),
            ("", None),
            ("/root/Main", Some("Main")),
            ("/root/Main/Player/", Some("Main/Player")),
            ("Main/Player", Some("Main/Player")),
            ("/rooted", Some("rooted")),
        ];
        for (path, expected) in rows {
            assert_eq!(to_scene_path(path), expected, "{path}");
        }
    }
}
