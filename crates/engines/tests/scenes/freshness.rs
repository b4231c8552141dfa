//! Writers that change files all the time, and readers that compare each answer with what was on disk when
//! they asked: no answer is older than its call. `cargo xtask soak` runs it for long.

mod writer;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use scenewright_engine::{Context, Engine, EngineError, FileFreshness};
use scenewright_engines::{EngineEnvironment, find, open_in};
use scenewright_model::{MemberValue, ObjectId};
use scenewright_testkit::Fixture;

use writer::{Random, SceneFormat, SceneWriter, TARGETS};

/// Set by `cargo xtask soak`; the tests make fewer.
const CHANGES_VARIABLE: &str = "SCENEWRIGHT_SOAK_CHANGES";
const CHANGES: usize = 600;
const WRITERS: usize = 3;
const READERS: usize = 2;

#[derive(Default)]
struct Tally {
    compared: AtomicUsize,
    raced: AtomicUsize,
}

/// Also one that panics is no longer running.
struct RunningWriter<'a>(&'a AtomicUsize);

impl Drop for RunningWriter<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[test]
fn soak_unity() {
    soak(SceneFormat::Unity);
}

#[test]
fn soak_godot() {
    soak(SceneFormat::Godot);
}

fn soak(format: SceneFormat) {
    let changes = std::env::var(CHANGES_VARIABLE).ok().and_then(|text| text.parse().ok());
    let changes: usize = changes.unwrap_or(CHANGES);
    let fixture = project(format);
    let engine = watching(&fixture);
    let writers: Vec<SceneWriter> =
        (0..WRITERS).map(|number| SceneWriter::new(format, &fixture.root(), number)).collect();
    let tally = Tally::default();
    let running = AtomicUsize::new(WRITERS);
    thread::scope(|scope| {
        for writer in &writers {
            let running = RunningWriter(&running);
            scope.spawn(move || {
                (0..changes / WRITERS).for_each(|_| writer.change());
                drop(running);
            });
        }
        for number in 0..READERS {
            let (engine, writers, tally, running) = (&*engine, &writers, &tally, &running);
            scope.spawn(move || {
                let mut random = Random::new(1000 + number as u64);
                while running.load(Ordering::Relaxed) > 0 {
                    let writer = &writers[random.below(WRITERS)];
                    compare(engine, writer, &mut random, tally);
                }
            });
        }
    });
    let mut random = Random::new(1);
    for writer in &writers {
        for _ in 0..50 {
            compare(&*engine, writer, &mut random, &tally);
        }
    }
    let (compared, raced) = (tally.compared.into_inner(), tally.raced.into_inner());
    println!(
        "{format:?}: {changes} changes, {compared} answers compared, {raced} changed meanwhile"
    );
    assert!(compared > 100, "{compared} answers were compared");
    assert_eq!(engine.as_file_watch().unwrap().freshness(), expected_freshness(&fixture));
}

/// Asks for a file that was changed a moment ago.
fn compare(engine: &dyn Engine, writer: &SceneWriter, random: &mut Random, tally: &Tally) {
    let (done, path, expected) = writer.recent_file(random);
    let question = random.below(4);
    let answer = match question {
        0 => scene_value(engine, writer.format, &path),
        1 => listed(engine, &path).then_some(expected.unwrap_or_default()),
        2 => member_value(engine, writer.format, &path),
        _ => reference_value(engine, writer.format, &path, expected),
    };
    if writer.has_touched_since(done, &path) {
        tally.raced.fetch_add(1, Ordering::Relaxed);
        return;
    }
    assert_eq!(answer, expected, "question {question} about {path} after {done} changes");
    tally.compared.fetch_add(1, Ordering::Relaxed);
}

/// The number in the name of a scene's root; `None` if there is no such scene.
fn scene_value(engine: &dyn Engine, format: SceneFormat, path: &str) -> Option<u64> {
    match engine.scene(&format.engine_path(path), &Context::unbounded()) {
        Ok(scene) => scene.value.objects.first()?.name.strip_prefix('v')?.parse().ok(),
        Err(EngineError::NotFound { .. }) => None,
        // Half written; the caller finds that it was touched.
        Err(_) => Some(u64::MAX),
    }
}

/// The same number in a member of the root.
fn member_value(engine: &dyn Engine, format: SceneFormat, path: &str) -> Option<u64> {
    let scene = match engine.scene(&format.engine_path(path), &Context::unbounded()) {
        Ok(scene) => scene.value,
        Err(EngineError::NotFound { .. }) => return None,
        Err(_) => return Some(u64::MAX),
    };
    let object = scene.objects.first()?.id;
    Some(read_member(engine, &scene.path, object, format.member()).unwrap_or(u64::MAX))
}

fn read_member(engine: &dyn Engine, scene: &str, object: ObjectId, member: &str) -> Option<u64> {
    let members = engine.as_members().unwrap();
    let value = members.member(scene, object, 0, member, &Context::unbounded()).ok()?.value;
    let value = match value {
        MemberValue::Typed(typed) => typed.value,
        value => value,
    };
    match value {
        MemberValue::Int(number) => u64::try_from(number).ok(),
        _ => None,
    }
}

fn listed(engine: &dyn Engine, path: &str) -> bool {
    let scenes = engine.scenes(&Context::unbounded()).unwrap().value;
    scenes.iter().any(|scene| scene.path.trim_start_matches("res://") == path)
}

/// Which of the targets the scene references, as the index knows it.
fn reference_value(
    engine: &dyn Engine,
    format: SceneFormat,
    path: &str,
    expected: Option<u64>,
) -> Option<u64> {
    let assets = engine.as_assets().unwrap();
    let found = assets.dependencies(&format.engine_path(path), 1, &Context::unbounded());
    let found = found.ok()?.value;
    let expected = expected?;
    let target = format.engine_path(&format.target(expected % TARGETS));
    Some(if found.iter().any(|found| found.path == target) { expected } else { u64::MAX })
}

fn project(format: SceneFormat) -> Fixture {
    let fixture = Fixture::new(match format {
        SceneFormat::Unity => {
            "//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 6000.0.1f1\n//- /Assets/x.txt\n"
        }
        SceneFormat::Godot => "//- /project.godot\nconfig_version=5\n",
    });
    for target in 0..TARGETS {
        format.write_target(&fixture.root(), target);
    }
    fixture
}

fn watching(fixture: &Fixture) -> Arc<dyn Engine> {
    let around = EngineEnvironment { watch_files: true, ..EngineEnvironment::default() };
    open_in(&find(&fixture.root()).unwrap(), around)
}

/// Where this machine's temporary folder cannot be watched, the same test runs with looking.
fn expected_freshness(fixture: &Fixture) -> FileFreshness {
    let engine = watching(fixture);
    engine.scenes(&Context::unbounded()).unwrap();
    engine.as_file_watch().unwrap().freshness()
}

#[test]
fn a_write_is_seen_by_the_next_call() {
    for format in [SceneFormat::Unity, SceneFormat::Godot] {
        let fixture = project(format);
        let engine = watching(&fixture);
        let scene = format.target(0).replace(format.target_ending(), format.scene_ending());
        let file = fixture.root().join(&scene);
        assert_eq!(scene_value(&*engine, format, &scene), None);
        for value in [1, 2, 3] {
            fs::write(&file, format.scene(value)).unwrap();
            assert_eq!(scene_value(&*engine, format, &scene), Some(value));
            assert_eq!(reference_value(&*engine, format, &scene, Some(value)), Some(value));
            assert_eq!(member_value(&*engine, format, &scene), Some(value));
            assert_eq!(member_value(&*engine, format, &scene), Some(value));
            assert!(listed(&*engine, &scene));
        }
        fs::remove_file(&file).unwrap();
        assert_eq!(scene_value(&*engine, format, &scene), None);
        assert!(!listed(&*engine, &scene));
    }
}

#[test]
fn the_project_is_known_until_a_file_changes() {
    for format in [SceneFormat::Unity, SceneFormat::Godot] {
        let fixture = project(format);
        let engine = watching(&fixture);
        let read = || {
            engine.project(&Context::unbounded()).unwrap();
            engine.scenes(&Context::unbounded()).unwrap();
        };
        assert!(!engine.knows_project(Instant::now()), "nobody has asked yet");
        read();
        let is_watched = engine.as_file_watch().unwrap().freshness() == FileFreshness::Watched;
        assert_eq!(engine.knows_project(Instant::now()), is_watched, "{format:?}");
        format.write_target(&fixture.root(), 0);
        assert!(!engine.knows_project(Instant::now()), "{format:?}");
        read();
        assert_eq!(engine.knows_project(Instant::now()), is_watched, "{format:?}");
    }
}

#[test]
fn a_member_follows_the_prefab_that_it_comes_from() {
    let guid = "c".repeat(32);
    let fixture = Fixture::new(&format!(
        "//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 6000.0.1f1\n\
         //- /Assets/p.prefab.meta\nfileFormatVersion: 2\nguid: {guid}\n\
         //- /Assets/s.unity\n%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1001 &9\nPrefabInstance:\n  \
         m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications: []\n  \
         m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    ));
    let engine = watching(&fixture);
    for value in [1, 2, 3] {
        fs::write(fixture.path("Assets/p.prefab"), SceneFormat::Unity.scene(value)).unwrap();
        for _ in 0..2 {
            let found = member_value(&*engine, SceneFormat::Unity, "Assets/s.unity");
            assert_eq!(found, Some(value));
        }
    }
}

#[test]
fn a_scene_that_was_missing_is_seen_when_it_comes() {
    let fixture = Fixture::new(
        "//- /project.godot\nconfig_version=5\n//- /main.tscn\n[gd_scene load_steps=2 format=3]\n\n\
         [ext_resource type=\"PackedScene\" path=\"res://new/inner.tscn\" id=\"1\"]\n\n\
         [node name=\"Main\" type=\"Node\"]\n\n[node name=\"Inner\" parent=\".\" instance=ExtResource(\"1\")]\n",
    );
    let engine = watching(&fixture);
    let types = || {
        let scene = engine.scene("res://main.tscn", &Context::unbounded()).unwrap().value;
        scene.objects.iter().map(|it| it.components[0].type_name.clone()).collect::<Vec<_>>()
    };
    let missing = types();
    assert_eq!(types(), missing);
    fs::create_dir(fixture.path("new")).unwrap();
    assert_eq!(types(), missing);
    fs::write(
        fixture.path("new/inner.tscn"),
        "[gd_scene format=3]\n\n[node name=\"A\" type=\"Timer\"]\n",
    )
    .unwrap();
    assert_eq!(types(), ["Node", "Timer"]);
    assert_ne!(missing, ["Node", "Timer"]);
}
