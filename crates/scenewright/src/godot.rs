//! Finds the Godot installed on this machine. It is not started here.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use scenewright_engines::LocalEditor;
use scenewright_model::EngineKind;

use crate::folders::{self, variable};

/// The one that `SCENEWRIGHT_GODOT` names, or one on the PATH or where installers put it. Also `None` if there is no cache folder for its
/// output.
pub(crate) fn local() -> Option<LocalEditor> {
    let cache = folders::cache()?;
    match variable("SCENEWRIGHT_GODOT") {
        Some(name) => {
            Some(LocalEditor { kind: EngineKind::GODOT, program: named(&name), named: true, cache })
        }
        None => {
            let program = ["godot4", "godot"].iter().find_map(|name| on_path(Path::new(name)));
            let program = program.or_else(installed)?;
            Some(LocalEditor { kind: EngineKind::GODOT, program, named: false, cache })
        }
    }
}

/// Installers that do not add it to the PATH.
fn installed() -> Option<PathBuf> {
    const PLACES: [&str; 3] = [
        "/Applications/Godot.app/Contents/MacOS/Godot",
        "/var/lib/flatpak/exports/bin/org.godotengine.Godot",
        "/snap/bin/godot4",
    ];
    PLACES.iter().map(PathBuf::from).find(|path| path.is_file())
}

/// A name without a folder is searched for on the PATH.
fn named(name: &OsString) -> PathBuf {
    let path = PathBuf::from(name);
    match path.components().count() {
        1 => on_path(&path).unwrap_or(path),
        _ => std::path::absolute(&path).unwrap_or(path),
    }
}

/// Windows finds `godot.exe` for `godot`.
fn on_path(name: &Path) -> Option<PathBuf> {
    let mut file = name.as_os_str().to_owned();
    if !name.to_string_lossy().ends_with(env::consts::EXE_SUFFIX) {
        file.push(env::consts::EXE_SUFFIX);
    }
    env::split_paths(&variable("PATH")?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}
