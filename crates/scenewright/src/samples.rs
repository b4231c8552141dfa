//! The bundled sample projects.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

use crate::error::CommandError;

static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/samples");

/// The outcome of writing the samples.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WrittenSamples {
    /// Existing files that differ from the bundled ones and were not overwritten.
    pub kept: Vec<PathBuf>,
}

/// Writes the samples to `dir/unity` and `dir/godot`. The folder must be new, empty or contain the samples,
/// and modified files are not overwritten.
pub(crate) fn write(dir: &Path) -> Result<WrittenSamples, CommandError> {
    let failed = |error: io::Error| {
        CommandError::failed(format!("cannot write the samples to '{}': {error}", dir.display()))
            .hint("choose another folder with --dir")
    };
    if !is_writable_target(dir).map_err(failed)? {
        return Err(CommandError::usage(format!(
            "'{}' already contains other files",
            dir.display()
        ))
        .hint("choose another folder with --dir"));
    }
    let mut written = WrittenSamples::default();
    write_folder(&SAMPLES, dir, &mut written).map_err(failed)?;
    Ok(written)
}

fn is_writable_target(dir: &Path) -> io::Result<bool> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    let names: Vec<_> = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<_>>()?;
    Ok(names.is_empty() || names.iter().any(|name| name == "unity" || name == "godot"))
}

fn write_folder(from: &Dir<'_>, to: &Path, written: &mut WrittenSamples) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in from.entries() {
        let name = entry.path().file_name().unwrap_or_default();
        match entry {
            DirEntry::Dir(folder) => write_folder(folder, &to.join(name), written)?,
            DirEntry::File(file) => {
                let path = to.join(name);
                match fs::read(&path) {
                    Ok(there) if there == file.contents() => {}
                    Ok(_) => written.kept.push(path),
                    Err(_) => fs::write(&path, file.contents())?,
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_written_once_and_changes_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let samples = dir.path().join("samples");
        assert_eq!(write(&samples).unwrap(), WrittenSamples::default());
        assert!(samples.join("godot/project.godot").is_file());

        let changed = samples.join("godot/project.godot");
        fs::write(&changed, "mine").unwrap();
        assert_eq!(write(&samples).unwrap().kept, std::slice::from_ref(&changed));
        assert_eq!(fs::read_to_string(changed).unwrap(), "mine");
    }

    #[test]
    fn a_folder_with_something_else_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("thesis.txt"), "").unwrap();
        let error = write(dir.path()).unwrap_err();
        assert!(error.message.contains("already contains other files"), "{error}");
    }
}
