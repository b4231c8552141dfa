//! Finds the files that a game can load, starting from the main scene and the autoloads.

use std::collections::HashSet;

use scenewright_engine::EngineError;

use super::files::GodotFileView;
use super::index::IndexTarget;
use super::settings::GodotSettings;

/// The project-relative paths of all files that are reached. Unreadable files have no references.
pub(super) fn reachable_files(
    settings: &GodotSettings,
    files: &GodotFileView<'_>,
) -> Result<HashSet<String>, EngineError> {
    let index = files.index()?;
    let mut is_reached = vec![false; index.files().len()];
    let mut open = Vec::new();
    let autoloads = settings.autoloads.iter().map(|autoload| &autoload.path);
    for path in settings.main_scene.iter().chain(autoloads) {
        if let IndexTarget::File(number) = index.locate(path, None, "") {
            open.push(number);
        }
    }
    while let Some(number) = open.pop() {
        if !std::mem::replace(&mut is_reached[number as usize], true) {
            open.extend(index.targets(number));
        }
    }
    let reached = index.files().iter().zip(is_reached).filter(|(_, is_reached)| *is_reached);
    Ok(reached.map(|(file, _)| file.path.to_string()).collect())
}
