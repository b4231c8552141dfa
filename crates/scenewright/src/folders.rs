//! The folders for files of the user that belong to no project.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The folder for files that can be recreated.
pub(crate) fn cache() -> Option<PathBuf> {
    let folder = if cfg!(windows) {
        PathBuf::from(variable("LOCALAPPDATA")?)
    } else if cfg!(target_os = "macos") {
        home()?.join("Library/Caches")
    } else {
        xdg("XDG_CACHE_HOME", ".cache")?
    };
    Some(folder.join("scenewright"))
}

/// The folder for files that must not be lost, such as journals. `SCENEWRIGHT_DATA` overrides it.
pub(crate) fn data() -> Option<PathBuf> {
    if let Some(folder) = variable("SCENEWRIGHT_DATA").map(PathBuf::from) {
        return Some(std::path::absolute(&folder).unwrap_or(folder));
    }
    let folder = if cfg!(windows) {
        // Not in the roaming profile: journals contain paths of this machine.
        return Some(PathBuf::from(variable("LOCALAPPDATA")?).join("scenewright").join("data"));
    } else if cfg!(target_os = "macos") {
        home()?.join("Library/Application Support")
    } else {
        xdg("XDG_DATA_HOME", ".local/share")?
    };
    Some(folder.join("scenewright"))
}

/// An environment variable; an empty one counts as unset.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

fn home() -> Option<PathBuf> {
    variable("HOME").map(PathBuf::from)
}

fn xdg(name: &str, below_home: &str) -> Option<PathBuf> {
    let named = variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(home()?.join(below_home)))
}
