//! Writes recordings into the project.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use scenewright_engine::{EngineError, GameFailure, GameFailureKind, RecordingFile};

/// What the name of a recording ends with.
const EXTENSION: &str = ".play.toml";

/// Invariant: nothing outside of the project is written, and no other kind of file.
pub(super) fn save(root: &Path, file: &RecordingFile) -> Result<(), EngineError> {
    let refuse = |message: String| {
        let mut failure = GameFailure::new(GameFailureKind::BadValue, message);
        failure.asked.clone_from(&file.path);
        EngineError::Game(Box::new(failure))
    };
    let path = file.path.strip_prefix("res://").unwrap_or(&file.path);
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || !path.ends_with(EXTENSION) {
        let message = format!(
            "'{}' is no path of a recording: one in the project that ends with '{EXTENSION}', such as 'tests/play/walk{EXTENSION}'",
            file.path
        );
        return Err(refuse(message));
    }
    let target = root.join(path);
    if !file.may_replace && target.symlink_metadata().is_ok() {
        let message = format!("'{path}' exists already; choose another name, or delete it first");
        return Err(refuse(message));
    }
    write(root, &target, &file.text)
        .map_err(|error| refuse(format!("'{path}' cannot be written: {error}")))
}

/// The file is there as a whole or not at all.
fn write(root: &Path, target: &Path, text: &str) -> io::Result<()> {
    let folder = target.parent().unwrap_or(root);
    check_links(root, folder)?;
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().prefix(".recording-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    // Temporary files are for their owner only; those of a project are for everybody.
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.persist(target)?;
    Ok(())
}

/// The nearest folder that exists must be inside of the project, also if there are links on the way.
fn check_links(root: &Path, folder: &Path) -> io::Result<()> {
    let existing = folder.ancestors().find(|folder| folder.exists()).unwrap_or(root);
    let (existing, root): (PathBuf, PathBuf) = (existing.canonicalize()?, root.canonicalize()?);
    match existing.starts_with(root) {
        true => Ok(()),
        false => {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "it leads out of the project"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_recordings_inside_of_the_project_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("game");
        std::fs::create_dir(&root).unwrap();
        let save = |path: &str, may_replace| {
            let (path, text) = (path.to_owned(), "play = 1\n".to_owned());
            save(&root, &RecordingFile { path, text, may_replace })
                .map_err(|error| error.to_string())
        };
        for path in ["main.tscn", "../a.play.toml", "/tmp/a.play.toml", "a/../../b.play.toml", ""] {
            assert!(save(path, true).unwrap_err().contains("is no path of a recording"), "{path}");
        }
        save("res://tests/play/a.play.toml", false).unwrap();
        assert!(save("tests/play/a.play.toml", false).unwrap_err().contains("exists already"));
        save("tests/play/a.play.toml", true).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path(), root.join("out")).unwrap();
            assert!(save("out/a.play.toml", true).unwrap_err().contains("out of the project"));
        }
    }
}
