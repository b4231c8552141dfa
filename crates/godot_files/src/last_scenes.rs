//! The scenes that were resolved last, for as long as the files that they are made of are the same.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::scene::ResolvedScene;
use scenewright_project_files::root::{FileStamp, ProjectRoot};
use scenewright_project_files::unsaved::UnsavedVersion;

/// How many nodes are kept at most; the scenes of a large game have fewer.
const MAX_NODES: usize = 500_000;

/// A file edited more recently than this may change again without showing it.
const TIMESTAMP_GRANULARITY: Duration = Duration::from_secs(2);

#[derive(Default)]
pub(super) struct GodotSceneCache(Mutex<GodotSceneCacheState>);

#[derive(Default)]
struct GodotSceneCacheState {
    by_path: HashMap<String, GodotSceneCacheEntry>,
    nodes: usize,
}

struct GodotSceneCacheEntry {
    scene: Arc<ResolvedScene>,
    /// Which unsaved contents are in it.
    tag: u64,
    files: Vec<(PathBuf, FileStamp)>,
}

impl GodotSceneCache {
    /// The scene at a project-relative path, if none of its files changed.
    pub(super) fn get(&self, mark: UnsavedVersion, relative: &str) -> Option<Arc<ResolvedScene>> {
        let kept = self.lock();
        let entry = kept.by_path.get(relative).filter(|entry| entry.tag == mark.tag)?;
        let is_same = |(path, stamp): &(PathBuf, FileStamp)| FileStamp::read(path) == Some(*stamp);
        entry.files.iter().all(is_same).then(|| Arc::clone(&entry.scene))
    }

    /// `mark` is from before the scene was read, and still holds.
    pub(super) fn keep(
        &self,
        mark: UnsavedVersion,
        root: &ProjectRoot,
        relative: &str,
        scene: &Arc<ResolvedScene>,
    ) {
        let nodes = scene.scene.objects.len();
        let Some(files) = stamped(root, scene).filter(|_| nodes <= MAX_NODES) else {
            return;
        };
        let mut kept = self.lock();
        if kept.nodes + nodes > MAX_NODES {
            *kept = GodotSceneCacheState::default();
        }
        let entry = GodotSceneCacheEntry { scene: Arc::clone(scene), tag: mark.tag, files };
        let old = kept.by_path.insert(relative.to_owned(), entry);
        kept.nodes += nodes;
        kept.nodes -= old.map_or(0, |entry| entry.scene.scene.objects.len());
    }

    fn lock(&self) -> MutexGuard<'_, GodotSceneCacheState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The scene's files as they are now. `None` for a scene that other files can change, too, and for
/// one whose files were just edited.
fn stamped(root: &ProjectRoot, scene: &ResolvedScene) -> Option<Vec<(PathBuf, FileStamp)>> {
    if scene.made_of.depends_on_others {
        return None;
    }
    let now = SystemTime::now();
    let stamp = |relative: &String| {
        let path = root.path().join(relative);
        let stamp =
            FileStamp::read(&path).filter(|stamp| stamp.is_settled(now, TIMESTAMP_GRANULARITY))?;
        Some((path, stamp))
    };
    // Of what is unsaved the tag tells.
    let drafts = root.unsaved().snapshot();
    let saved = scene.made_of.files.iter().filter(|relative| !drafts.contains(relative));
    saved.map(stamp).collect()
}
