//! The scenes that were put together last, for as long as what they are made of does not change.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use scenewright_engine::Reading;
use scenewright_model::{ComponentScript, Scene};

use super::guids::UnityAssets;
use super::index::UnityIndex;
use super::scene::SceneComposer;
use scenewright_project_files::root::{FileStamp, ProjectRoot};
use scenewright_project_files::unsaved::UnsavedVersion;

/// How many objects are kept at most; the scenes of a large game have fewer.
const MAX_OBJECTS: usize = 500_000;

/// How long a scene whose own files are the same needs no look at the rest of the project. What
/// could still change it is an asset elsewhere that takes over a guid.
const TRUST_INTERVAL: Duration = Duration::from_secs(1);

/// A file edited more recently than this may change again without showing it.
const TIMESTAMP_GRANULARITY: Duration = Duration::from_secs(2);

#[derive(Default)]
pub(crate) struct UnitySceneCache(Mutex<UnitySceneCacheState>);

#[derive(Default)]
struct UnitySceneCacheState {
    /// What they were made from: an index that has not changed is the very same one.
    index: Option<Arc<UnityIndex>>,
    by_path: HashMap<String, UnitySceneCacheEntry>,
    objects: usize,
}

struct UnitySceneCacheEntry {
    scene: Reading<Arc<Scene>>,
    /// Which unsaved contents are in it.
    tag: u64,
    files: UnitySceneFiles,
    checked: Instant,
}

/// The files that a scene is made of, as they were; those without a stamp were not there.
pub(crate) struct UnitySceneFiles(Option<Vec<(PathBuf, Option<FileStamp>)>>);

impl UnitySceneCache {
    /// By a look at the scene's own files.
    pub(crate) fn recent(&self, mark: UnsavedVersion, path: &str) -> Option<Reading<Arc<Scene>>> {
        let kept = self.lock();
        let entry = kept.by_path.get(path).filter(|entry| entry.tag == mark.tag)?;
        let entry = Some(entry).filter(|entry| entry.checked.elapsed() < TRUST_INTERVAL)?;
        entry.files.are_the_same().then(|| entry.scene.clone())
    }

    /// By a look at the whole project.
    pub(crate) fn get(
        &self,
        mark: UnsavedVersion,
        index: &Arc<UnityIndex>,
        path: &str,
    ) -> Option<Reading<Arc<Scene>>> {
        let mut kept = self.lock();
        if !kept.is_from(index) {
            return None;
        }
        let entry = kept.by_path.get_mut(path).filter(|entry| entry.tag == mark.tag)?;
        entry.checked = Instant::now();
        Some(entry.scene.clone())
    }

    /// `mark` is from before the scene was read, and still holds.
    pub(crate) fn keep(
        &self,
        mark: UnsavedVersion,
        index: &Arc<UnityIndex>,
        scene: &Reading<Arc<Scene>>,
        files: UnitySceneFiles,
    ) {
        let objects = scene.value.objects.len();
        let mut kept = self.lock();
        if !kept.is_from(index) || kept.objects + objects > MAX_OBJECTS {
            *kept = UnitySceneCacheState {
                index: Some(Arc::clone(index)),
                ..UnitySceneCacheState::default()
            };
        }
        if objects <= MAX_OBJECTS {
            let (tag, checked) = (mark.tag, Instant::now());
            let entry = UnitySceneCacheEntry { scene: scene.clone(), tag, files, checked };
            let old = kept.by_path.insert(scene.value.path.clone(), entry);
            kept.objects += objects;
            kept.objects -= old.map_or(0, |entry| entry.scene.value.objects.len());
        }
    }

    fn lock(&self) -> MutexGuard<'_, UnitySceneCacheState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnitySceneCacheState {
    fn is_from(&self, index: &Arc<UnityIndex>) -> bool {
        self.index.as_ref().is_some_and(|last| Arc::ptr_eq(last, index))
    }
}

impl UnitySceneFiles {
    /// Of a scene that was just put together. One that was just edited may be edited again without
    /// showing it: it is always looked at closely.
    pub(crate) fn of(
        root: &ProjectRoot,
        assets: &UnityAssets<'_>,
        composer: &SceneComposer<'_>,
        scene: &Scene,
    ) -> UnitySceneFiles {
        let (scripts, has_all_scripts) = scripts(scene);
        let own = root.path().join(&scene.path);
        let sources =
            composer.read_assets().map(|(folder, file)| assets.absolute_path(folder, file));
        let scripts = scripts.into_iter().filter_map(|path| assets.index().find(path));
        let scripts = scripts.map(|script| assets.absolute_path(script.key().0, script.file()));
        let files = sources.chain(scripts).flat_map(|path| [with_meta(&path), path]);
        let mut files: Vec<PathBuf> = std::iter::once(own).chain(files).collect();
        if !has_all_scripts || !composer.found_everything() {
            files.extend(places(root, assets));
        }
        let now = SystemTime::now();
        let stamped = |path: PathBuf| match FileStamp::read(&path) {
            Some(stamp) if !stamp.is_settled(now, TIMESTAMP_GRANULARITY) => None,
            stamp => Some((path, stamp)),
        };
        UnitySceneFiles(files.into_iter().map(stamped).collect())
    }

    fn are_the_same(&self) -> bool {
        let Some(files) = &self.0 else { return false };
        files.iter().all(|(path, stamp)| FileStamp::read(path) == *stamp)
    }
}

/// Where what is missing could turn up: a folder changes when a file comes into it.
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
