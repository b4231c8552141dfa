//! The files that a scene is made from, so that a cached scene is dropped when one of them changes.

use std::collections::BTreeSet;
use std::path::PathBuf;

use scenewright_model::{ComponentScript, Scene};
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::scene_cache::StampedFiles;

use super::guids::UnityAssets;
use super::scene::SceneComposer;

/// The files of a scene that was just composed, with their stamps.
pub(crate) fn stamp(
    root: &ProjectRoot,
    assets: &UnityAssets<'_>,
    composer: &SceneComposer<'_>,
    scene: &Scene,
) -> StampedFiles {
    let (scripts, has_all_scripts) = scripts(scene);
    let own = root.path().join(&scene.path);
    let sources = composer.read_assets().map(|(folder, file)| assets.absolute_path(folder, file));
    let scripts = scripts.into_iter().filter_map(|path| assets.index().find(path));
    let scripts = scripts.map(|script| assets.absolute_path(script.key().0, script.file()));
    let files = sources.chain(scripts).flat_map(|path| [with_meta(&path), path]);
    let mut files: Vec<PathBuf> = std::iter::once(own).chain(files).collect();
    if !has_all_scripts || !composer.found_everything() {
        files.extend(places(root, assets));
    }
    StampedFiles::of_files(files)
}

/// Where missing files could appear: a folder changes when a file is added to it.
fn places(root: &ProjectRoot, assets: &UnityAssets<'_>) -> impl Iterator<Item = PathBuf> {
    let folders = assets.index().files().filter(|file| file.is_folder);
    let folders = folders.map(|folder| assets.absolute_path(folder.key().0, folder.file()));
    let packages = ["Packages/manifest.json", "Packages/packages-lock.json"];
    let packages = packages.map(|file| root.path().join(file));
    assets.index().walked_folders(root).into_iter().chain(folders).chain(packages)
}

/// The paths of the scripts that are known, and whether all are.
fn scripts(scene: &Scene) -> (BTreeSet<&str>, bool) {
    let components = scene.objects.iter().flat_map(|object| &object.components);
    let (mut found, mut all) = (BTreeSet::new(), true);
    for component in components {
        match &component.script {
            ComponentScript::Found(path) => drop(found.insert(path.as_str())),
            ComponentScript::BuiltIn => {}
            ComponentScript::Missing { .. } | ComponentScript::Unknown { .. } => all = false,
        }
    }
    (found, all)
}

fn with_meta(path: &std::path::Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".meta");
    PathBuf::from(name)
}
