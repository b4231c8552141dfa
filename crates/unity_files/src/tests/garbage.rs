//! No input may crash the reader: it returns a result or an error.

use std::fs;

use scenewright_engine::{Context, Engine, EngineError};
use scenewright_testkit::Fixture;

use super::{engine, missing_in};
use scenewright_project_files::FileEngine;

const PATH: &str = "Assets/a.unity";
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenewright/samples/unity/Assets");

fn read(engine: &FileEngine, fixture: &Fixture, content: &[u8]) {
    fixture.write(PATH, content);
    match engine.scene(PATH, &Context::unbounded()) {
        Ok(_) | Err(EngineError::Malformed { .. } | EngineError::Unread(_)) => {}
        Err(error) => panic!("garbage is malformed or read: {error}"),
    }
}

/// Reading members covers more of a file than reading its hierarchy.
fn read_members(engine: &FileEngine) {
    let cx = Context::unbounded();
    let objects = engine.scene(PATH, &cx).map(|scene| scene.value.objects.clone());
    for object in objects.into_iter().flatten() {
        let all: Vec<usize> = (0..object.components.len()).collect();
        match engine.as_members().unwrap().members(PATH, object.id, &all, &cx) {
            Ok(_) | Err(EngineError::Malformed { .. } | EngineError::Unread(_)) => {}
            Err(error) => panic!("garbage is malformed or read: {error}"),
        }
    }
}

fn prefab() -> Vec<u8> {
    fs::read(format!("{SAMPLE}/Prefabs/Lighthouse.prefab")).unwrap()
}

/// The search for missing references reads more of a file than a scene does, and is slower: it gets
/// every `SAMPLED`th input.
const SAMPLED: usize = 13;

fn check(inputs: impl Iterator<Item = Vec<u8>>) {
    let fixture = Fixture::new("");
    let engine = engine(&fixture);
    for (number, input) in inputs.enumerate() {
        read(&engine, &fixture, &input);
        if number % SAMPLED == 0 {
            missing_in(&engine);
            read_members(&engine);
        }
    }
}

#[test]
fn a_file_truncated_anywhere_is_read_or_rejected() {
    let prefab = prefab();
    check((0..prefab.len()).map(|end| prefab[..end].to_vec()));
}

#[test]
fn files_with_flipped_bytes_are_read_or_rejected() {
    let prefab = prefab();
    check((0..prefab.len()).map(|at| {
        let mut bent = prefab.clone();
        // A different neighbour each time: quotes, braces, line ends, bytes beyond ASCII.
        bent[at] = b"\n{}'\"-: \xff[]\\&0"[at % 14];
        bent
    }));
}
