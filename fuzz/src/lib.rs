//! A project on disk whose one scene is whatever the fuzzer makes up.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use scenewright_engine::{Context, Engine, contract};

pub struct Project {
    engine: Arc<dyn Engine>,
    scene: &'static str,
    path: PathBuf,
    _dir: tempfile::TempDir,
}

impl Project {
    /// `files` make it a project; `scene` is the one that changes.
    pub fn new(files: &[(&str, &str)], scene: &'static str) -> Project {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let root = dir.path().canonicalize().expect("it is there");
        for (path, content) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file has a folder"))
                .expect("folders can be made");
            fs::write(path, content).expect("files can be written");
        }
        let found = scenewright_engines::find(&root).expect("it is a project");
        let engine = scenewright_engines::open(&found);
        Project { engine, scene, path: root.join(scene), _dir: dir }
    }

    pub fn engine(&self) -> Arc<dyn Engine> {
        Arc::clone(&self.engine)
    }

    /// An answer or an error, never a panic; and what is answered is a consistent tree.
    pub fn check(&self, bytes: &[u8]) {
        fs::write(&self.path, bytes).expect("files can be written");
        let cx = Context::unbounded();
        if let Ok(scene) = self.engine.scene(self.scene, &cx) {
            contract::tree_is_consistent(&scene.value);
            if let (Some(members), Some(object)) =
                (self.engine.as_members(), scene.value.objects.first())
            {
                let all: Vec<usize> = (0..object.components.len()).collect();
                let _ = members.members(self.scene, object.id, &all, &cx);
            }
        }
        if let Some(references) = self.engine.as_references() {
            let _ = references.missing(&cx);
        }
    }
}
