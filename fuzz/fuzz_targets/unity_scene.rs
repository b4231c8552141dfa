//! Any bytes as a Unity scene beside a prefab: an answer or an error, and a consistent tree.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use scenewright_engine::{Context, Engine, contract};

struct Project {
    engine: Arc<dyn Engine>,
    scene: PathBuf,
    _dir: tempfile::TempDir,
}

static PROJECT: LazyLock<Project> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let root = dir.path().canonicalize().expect("it is there");
    for folder in ["Assets", "ProjectSettings"] {
        fs::create_dir_all(root.join(folder)).expect("folders can be made");
    }
    let scene = root.join("Assets/a.prefab");
    let meta = "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\n";
    fs::write(root.join("Assets/a.prefab.meta"), meta).expect("files can be written");
    let found = scenewright_embedded::find(&root).expect("it is a project");
    Project { engine: scenewright_embedded::open(&found), scene, _dir: dir }
});

fuzz_target!(|bytes: &[u8]| {
    fs::write(&PROJECT.scene, bytes).expect("files can be written");
    let cx = Context::unbounded();
    if let Ok(scene) = PROJECT.engine.scene("Assets/a.prefab", &cx) {
        contract::tree_is_consistent(&scene.value);
    }
    if let Some(references) = PROJECT.engine.as_references() {
        let _ = references.missing(&cx);
    }
});
