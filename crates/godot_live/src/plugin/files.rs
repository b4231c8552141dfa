//! The plugin's files: bundled in the binary, written and removed as a whole.

use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};

use super::{ADDON_FOLDER, PluginError, io_error};

static PLUGIN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/addons/scenewright");

pub(super) fn config() -> &'static str {
    PLUGIN.get_file("plugin.cfg").and_then(|file| file.contents_utf8()).unwrap_or_default()
}

pub(super) fn version(config: &str) -> Option<String> {
    value(config, "version")
}

fn value(config: &str, key: &str) -> Option<String> {
    let mut lines = config.lines().filter_map(|line| line.split_once('='));
    let (_, value) = lines.find(|(name, _)| name.trim() == key)?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// Returns whether anything had to be written. The `.uid` files that Godot adds to scripts are kept.
pub(super) fn write(root: &Path) -> Result<bool, PluginError> {
    let folder = root.join(ADDON_FOLDER);
    is_ours(&folder)?;
    let mut stale = Vec::new();
    collect_stale(&folder, Path::new(""), &mut stale)
        .map_err(io_error("cannot read the plugin's folder"))?;
    let mut changed = !stale.is_empty();
    for (path, content) in bundled_files(&PLUGIN) {
        let to = folder.join(path);
        if fs::read(&to).is_ok_and(|there| there == content) {
            continue;
        }
        changed = true;
        let written = match to.parent() {
            Some(parent) => fs::create_dir_all(parent).and_then(|()| fs::write(&to, content)),
            None => Ok(()),
        };
        written.map_err(io_error("cannot write the plugin"))?;
    }
    for path in stale {
        fs::remove_file(&path).map_err(io_error("cannot remove an old file of the plugin"))?;
    }
    Ok(changed)
}

/// Whether the plugin's scripts in the project are those of this program.
pub(super) fn is_current(root: &Path) -> bool {
    let folder = root.join(ADDON_FOLDER);
    bundled_files(&PLUGIN)
        .into_iter()
        .all(|(path, content)| fs::read(folder.join(path)).is_ok_and(|there| there == content))
}

/// Also removes what the plugin itself wrote, and `addons` if it is empty.
pub(super) fn remove(root: &Path) -> Result<bool, PluginError> {
    let folder = root.join(ADDON_FOLDER);
    is_ours(&folder)?;
    let _ = fs::remove_dir_all(root.join(".godot/scenewright"));
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        removed => removed.map_err(io_error("cannot remove the plugin"))?,
    }
    // Fails if it contains other plugins.
    let _ = fs::remove_dir(root.join("addons"));
    Ok(true)
}

/// Fails if the folder contains another plugin. A missing folder is fine.
fn is_ours(folder: &Path) -> Result<(), PluginError> {
    if fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(PluginError::Linked);
    }
    let config = fs::read_to_string(folder.join("plugin.cfg")).unwrap_or_default();
    match value(&config, "name") {
        Some(name) if name != "Scenewright" => Err(PluginError::Foreign(name)),
        _ => Ok(()),
    }
}

fn bundled_files<'a>(dir: &'a Dir<'a>) -> Vec<(&'a Path, &'a [u8])> {
    let one = |entry: &'a DirEntry<'a>| match entry {
        DirEntry::Dir(dir) => bundled_files(dir),
        DirEntry::File(file) => vec![(file.path(), file.contents())],
    };
    dir.entries().iter().flat_map(one).collect()
}

/// Collects the files of an older plugin that this one does not have.
fn collect_stale(
    folder: &Path,
    inside: &Path,
    found: &mut Vec<std::path::PathBuf>,
) -> io::Result<()> {
    let entries = match fs::read_dir(folder.join(inside)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let path = inside.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            collect_stale(folder, &path, found)?;
            continue;
        }
        // `plugin.gd.uid` belongs to `plugin.gd`.
        let of = path
            .extension()
            .filter(|extension| *extension == "uid")
            .map(|_| path.with_extension(""));
        if PLUGIN.get_file(of.as_deref().unwrap_or(&path)).is_none() {
            found.push(folder.join(path));
        }
    }
    Ok(())
}
