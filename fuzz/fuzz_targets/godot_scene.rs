//! Any bytes as a Godot scene that may hold itself: an answer or an error, and a consistent tree.
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
    let scene = root.join("a.tscn");
    let meta = "config_version=5\n";
    fs::write(root.join("project.godot"), meta).expect("files can be written");
    let found = scenewright_embedded::find(&root).expect("it is a project");
    Project { engine: scenewright_embedded::open(&found), scene, _dir: dir }
});

fuzz_target!(|bytes: &[u8]| {
    fs::write(&PROJECT.scene, bytes).expect("files can be written");
    let cx = Context::unbounded();
    if let Ok(scene) = PROJECT.engine.scene("a.tscn", &cx) {
        contract::tree_is_consistent(&scene.value);
    }
    if let Some(references) = PROJECT.engine.as_references() {
        let _ = references.missing(&cx);
    }
});
