//! Paths of this computer as people and other programs write them.

use std::path::{Path, PathBuf};

/// Windows returns resolved paths with a prefix, `\\?\C:\game`, which no shell, editor or engine shows and
/// many programs refuse. The standard library adds it again where a path is too long without.
///
/// Invariant: a resolved path has no prefix, however long it is, so that resolved paths can be compared.
pub fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    if !cfg!(windows) {
        return path;
    }
    let plain = path.to_str().and_then(plain_form);
    plain.map_or(path, PathBuf::from)
}

/// Only a drive and a network share have a form without the prefix.
fn plain_form(path: &str) -> Option<String> {
    let inner = path.strip_prefix(r"\\?\")?;
    if let Some(share) = inner.strip_prefix(r"UNC\") {
        return Some(format!(r"\\{share}"));
    }
    matches!(inner.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic())
        .then(|| inner.to_owned())
}

/// `path` from `root` on. Where the system ignores case in names, so does this.
pub fn strip_root<'a>(path: &'a Path, root: &Path) -> Option<&'a Path> {
    if !cfg!(windows) {
        return path.strip_prefix(root).ok();
    }
    let mut inner = path.components();
    for expected in root.components() {
        let (found, expected) = (inner.next()?.as_os_str(), expected.as_os_str());
        if found.to_string_lossy().to_lowercase() != expected.to_string_lossy().to_lowercase() {
            return None;
        }
    }
    Some(inner.as_path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drives_and_shares_lose_the_prefix() {
        for (path, plain) in [
            (r"\\?\C:\Games\Ferry", Some(r"C:\Games\Ferry")),
            (r"\\?\C:\", Some(r"C:\")),
            (r"\\?\UNC\server\share\Ferry", Some(r"\\server\share\Ferry")),
            (r"\\?\Volume{b75e2c83-0000-0000-0000-602f00000000}\Ferry", None),
            (r"\\?\GLOBALROOT\Device", None),
            (r"\\?\C:", None),
            (r"C:\Games\Ferry", None),
            (r"\\server\share", None),
        ] {
            assert_eq!(plain_form(path).as_deref(), plain, "{path}");
        }
    }

    #[test]
    fn a_root_is_stripped_in_whole_names() {
        let inner = |path: &'static str, root: &str| {
            strip_root(Path::new(path), Path::new(root)).and_then(Path::to_str)
        };
        assert_eq!(inner("/games/ferry/Assets/a.unity", "/games/ferry"), Some("Assets/a.unity"));
        assert_eq!(inner("/games/ferry2/a.unity", "/games/ferry"), None);
        assert_eq!(inner("/games", "/games/ferry"), None);
        let other_case = inner("/Games/FERRY/Assets", "/games/ferry");
        assert_eq!(other_case, cfg!(windows).then_some("Assets"));
    }
}
