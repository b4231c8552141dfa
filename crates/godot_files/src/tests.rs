//! The bundled Godot sample, and small projects for each behaviour, as the engine port sees them.

mod assets;
mod binary;
mod classes;
mod connections;
mod hostile;
mod members;
mod node_findings;
mod nodes;
mod references;
mod scenes;
mod settings;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use scenewright_engine::{Context, Engine, ReadResult, Reading, contract};
use scenewright_model::{ObjectIndex, Scene};
use scenewright_testkit::Fixture;

use super::*;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenewright/samples/godot");

fn engine(root: PathBuf) -> FileEngine {
    FileEngine::new(GodotFormat::new(ProjectRoot::new(root), &EngineEnvironment::default()), None)
}

fn sample() -> FileEngine {
    engine(Path::new(SAMPLE).canonicalize().unwrap())
}

/// A project with the given files.
fn project(files: &str) -> (Fixture, FileEngine) {
    let fixture = Fixture::new(&format!("//- /project.godot\nconfig_version=5\n{files}"));
    let engine = engine(fixture.root());
    (fixture, engine)
}

/// The tree as indented text: `Name  Class script` with `(hidden)` where a node is.
fn outline(engine: &FileEngine, path: &str) -> String {
    let scene = engine.scene(path, &Context::unbounded()).unwrap().value;
    let mut text = String::new();
    let mut open: Vec<(ObjectIndex, usize)> = scene.roots.iter().map(|&root| (root, 0)).collect();
    while let Some((index, depth)) = open.pop() {
        let object = scene.object(index);
        let types: Vec<&str> =
            object.components.iter().map(|component| component.type_name.as_str()).collect();
        let hidden = if object.active { "" } else { " (hidden)" };
        let indent = "  ".repeat(depth);
        writeln!(text, "{indent}{}: {}{hidden}", object.name, types.join(", ")).unwrap();
        open.extend(object.children.iter().rev().map(|&child| (child, depth + 1)));
    }
    text
}

fn diagnostics(engine: &FileEngine, path: &str) -> Vec<String> {
    engine.scene(path, &Context::unbounded()).unwrap().diagnostics
}

fn findings(engine: &FileEngine) -> String {
    let reading = engine.as_references().unwrap().missing(&Context::unbounded()).unwrap();
    let mut text = String::new();
    for script in &reading.value.missing_scripts {
        let (file, path) = (&script.file, &script.object_path);
        let (index, reason) = (script.component_index, script.explanation());
        writeln!(text, "script {file} {path:?} #{index}: {reason}").unwrap();
    }
    for broken in &reading.value.broken_references {
        let (file, path, component) = (&broken.file, &broken.object_path, &broken.component);
        let (property, target, reason) = (&broken.property, &broken.target, &broken.reason);
        let kind = broken.kind;
        writeln!(text, "{kind} {file} {path:?} {component} {property} -> {target}: {reason}")
            .unwrap();
    }
    for note in &reading.diagnostics {
        writeln!(text, "note {note}").unwrap();
    }
    for unread in &reading.coverage.unread {
        writeln!(text, "unread {unread}").unwrap();
    }
    text
}

#[test]
fn the_sample_keeps_the_contract() {
    contract::check(&sample());
}

#[test]
fn the_sample_says_what_it_is() {
    let info = sample().project(&Context::unbounded()).unwrap().value;
    assert_eq!(info.name, "Night Ferry");
    assert_eq!(info.engine_version.as_deref(), Some("4.4"));
    assert_eq!(info.main_scene.as_deref(), Some("res://scenes/main.tscn"));
}

#[test]
fn the_samples_scenes_are_listed() {
    let scenes = sample().scenes(&Context::unbounded()).unwrap().value;
    let lines: Vec<String> = scenes
        .iter()
        .map(|scene| format!("{} {} {}", scene.path, scene.name, scene.enabled_in_build))
        .collect();
    assert_snapshot!(lines.join("\n"), @r"
    res://actors/player.tscn player true
    res://props/lantern.tscn lantern true
    res://props/lantern_broken.tscn lantern_broken true
    res://scenes/lantern_test.tscn lantern_test false
    res://scenes/main.tscn main true
    res://scenes/menu.tscn menu true
    ");
}

#[test]
fn the_samples_main_scene_is_resolved() {
    assert_snapshot!(outline(&sample(), "scenes/main.tscn"), @r"
    Main: Node2D, NightFerry
      Sky: ColorRect
      Deck: Node2D
        Rail: StaticBody2D
          Shape: CollisionShape2D
        LanternBow: Node2D, Lantern
          Body: Sprite2D
          Light: PointLight2D
            Flicker: Timer
        LanternStern: Node2D, Lantern (hidden)
          Body: Sprite2D
          Light: PointLight2D
            Flicker: Timer
        LanternMast: Node2D, Lantern
          Body: Sprite2D
          Light: PointLight2D
            Moths: CPUParticles2D
            Flicker: Timer
        LanternCracked: Node2D, broken_lantern.gd
          Shards: Polygon2D
          Body: Sprite2D
          Light: PointLight2D
            Flicker: Timer
        OldBell: Node2D, (missing script)
        Poster: Sprite2D
      Player: CharacterBody2D, Player
        Sprite: Sprite2D
        Shape: CollisionShape2D
        Footsteps: AudioStreamPlayer2D
        Camera: Camera2D
      Hud: CanvasLayer
        OilLabel: Label
        Hint: Label
      Clock: Timer
    ");
}

#[test]
fn the_samples_findings_are_the_two_that_were_put_there() {
    assert_snapshot!(findings(&sample()), @r#"
    script res://scenes/main.tscn "Main/Deck/OldBell" #1: res://scripts/old_bell.gd: the file does not exist
    missing-file res://scenes/main.tscn "Main/Deck/Poster" Sprite2D texture -> res://art/poster.png: the file does not exist
    "#);
}
