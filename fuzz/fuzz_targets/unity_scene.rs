//! Any bytes as a Unity prefab that may hold itself.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::Project;

static PROJECT: LazyLock<Project> = LazyLock::new(|| {
    let meta = "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\n";
    let files = [
        ("Assets/a.prefab.meta", meta),
        ("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.20f1\n"),
    ];
    Project::new(&files, "Assets/a.prefab")
});

fuzz_target!(|bytes: &[u8]| PROJECT.check(bytes));
