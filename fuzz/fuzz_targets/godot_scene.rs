//! Any bytes as a Godot scene that may hold itself.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::Project;

static PROJECT: LazyLock<Project> =
    LazyLock::new(|| Project::new(&[("project.godot", "config_version=5\n")], "a.tscn"));

fuzz_target!(|bytes: &[u8]| PROJECT.check(bytes));
