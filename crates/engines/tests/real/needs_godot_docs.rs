//! The class reference of a real Godot: what it tells, what an editor's cache tells, and what queries
//! find in both.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scenewright_engine::{Context, DocsReader, Engine};
use scenewright_engines::{EngineEnvironment, LocalEditor, find, open_in};
use scenewright_model::DocKind;
use scenewright_model::EngineKind;
use scenewright_testkit::Fixture;

use super::needs_godot::godot;

const PROJECT: &str = "
//- /game/project.godot
config_version=5
[application]
config/features=PackedStringArray(\"4.6\")
";

struct Asked {
    project: Fixture,
    engine: Arc<dyn Engine>,
}

impl Asked {
    fn new() -> Asked {
        let project = Fixture::new(PROJECT);
        let around = EngineEnvironment {
            editors: vec![LocalEditor {
                kind: EngineKind::GODOT,
                program: env::var_os("SCENEWRIGHT_GODOT").expect("set SCENEWRIGHT_GODOT").into(),
                named: true,
                cache: project.path("cache"),
            }],
            ..EngineEnvironment::default()
        };
        let engine = open_in(&find(&project.path("game")).unwrap(), around);
        Asked { project, engine }
    }

    fn docs(&self) -> &dyn DocsReader {
        self.engine.as_docs().unwrap()
    }

    fn names(&self, query: &str, kinds: &[DocKind], limit: usize) -> Vec<String> {
        let found = self.docs().search(query, kinds, limit, &Context::unbounded()).unwrap();
        assert_eq!(found.diagnostics, Vec::<String>::new());
        let hits = found.value.hits.into_iter();
        let name = |hit: scenewright_model::DocSearchHit| match hit.kind {
            DocKind::Class => hit.name,
            _ => format!("{}.{}", hit.class, hit.name),
        };
        hits.map(name).collect()
    }
}

/// A query, how many of the first hits count, and what must be among them.
const QUERIES: [(&str, usize, &[&str]); 30] = [
    (
        "collision layer",
        2,
        &["CollisionObject2D.collision_layer", "CollisionObject3D.collision_layer"],
    ),
    (
        "collision layer",
        20,
        &[
            "CollisionObject3D.set_collision_layer_value",
            "CollisionObject2D.set_collision_layer_value",
        ],
    ),
    ("collision layer mask", 8, &["CollisionObject3D.collision_mask"]),
    ("charcterbody", 2, &["CharacterBody2D", "CharacterBody3D"]),
    ("isOnFloor", 2, &["CharacterBody2D.is_on_floor", "CharacterBody3D.is_on_floor"]),
    ("is on floor", 2, &["CharacterBody2D.is_on_floor", "CharacterBody3D.is_on_floor"]),
    ("move and slide", 2, &["CharacterBody2D.move_and_slide", "CharacterBody3D.move_and_slide"]),
    ("MoveAndSlide", 2, &["CharacterBody2D.move_and_slide", "CharacterBody3D.move_and_slide"]),
    ("signal when body enters", 4, &["Area2D.body_entered", "Area3D.body_entered"]),
    ("Node.add_child", 1, &["Node.add_child"]),
    ("add child", 1, &["Node.add_child"]),
    ("get node", 1, &["Node.get_node"]),
    ("queuefree", 1, &["Node.queue_free"]),
    ("timer timeout", 2, &["Timer.timeout"]),
    ("raycast", 2, &["RayCast2D", "RayCast3D"]),
    ("tilemap layer", 1, &["TileMapLayer"]),
    ("colision shpe", 2, &["CollisionShape2D", "CollisionShape3D"]),
    ("instantiate scene", 1, &["PackedScene.instantiate"]),
    ("change scene to file", 1, &["SceneTree.change_scene_to_file"]),
    ("random number", 1, &["RandomNumberGenerator"]),
    ("look at", 2, &["Node2D.look_at", "Node3D.look_at"]),
    ("emit signal", 1, &["Object.emit_signal"]),
    ("tween property", 1, &["Tween.tween_property"]),
    ("vec", 2, &["Vector2", "Vector3"]),
    ("Vector3 normalized", 1, &["Vector3.normalized"]),
    ("http request completed", 1, &["HTTPRequest.request_completed"]),
    ("mouse position", 4, &["Viewport.get_mouse_position", "CanvasItem.get_global_mouse_position"]),
    ("play animation", 2, &["AnimationPlayer.play", "AnimationPlayer"]),
    ("key pressed", 2, &["Input.is_key_pressed"]),
    ("clampf", 1, &["@GlobalScope.clampf"]),
];

fn check(asked: &Asked) {
    let mut wrong = Vec::new();
    for (query, first, expected) in QUERIES {
        let found = asked.names(query, &[], first);
        let lost: Vec<_> =
            expected.iter().filter(|name| !found.contains(&name.to_string())).collect();
        if !lost.is_empty() {
            wrong.push(format!("{query}: no {lost:?} in {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(asked.names("body entered", &[DocKind::Method], 1).len(), 1);
}

#[test]
fn queries_find_what_was_meant_in_what_a_godot_tells() {
    let asked = Asked::new();
    check(&asked);
    let cx = Context::unbounded();
    let body = asked.docs().class("CharacterBody3D", false, &cx).unwrap().value;
    let angle = body.properties.iter().find(|it| it.name == "floor_max_angle").unwrap();
    assert!(angle.default.as_deref().unwrap().starts_with("0.785398"), "{angle:?}");
    assert_eq!(angle.setter.as_deref(), Some("set_floor_max_angle"));
    assert!(!angle.description.is_empty() && !body.description.contains("[/"), "{body:?}");
    let found = asked.docs().method("CharacterBody3D", "add_child", &cx).unwrap().value;
    let internal = &found.method.arguments[2];
    assert_eq!((&*found.declared_in, internal.default.as_deref()), ("Node", Some("0")));
    assert_eq!(internal.enumeration.as_deref(), Some("Node.InternalMode"));
}

/// The cache that the editor writes has more than the dump: annotations, theme items, keywords.
#[test]
fn an_editors_own_cache_is_understood() {
    let asked = Asked::new();
    asked.docs().learn("4.6", &editors_cache(&asked.project)).unwrap();
    check(&asked);
    assert_eq!(asked.names("export range", &[], 1), ["@GDScript.@export_range"]);
    let label = asked.docs().class("Label", false, &Context::unbounded()).unwrap().value;
    assert!(label.theme_items.iter().any(|item| item.name == "font_color"));
    let overridden = label.properties.iter().find(|it| it.name == "mouse_filter").unwrap();
    assert_eq!(overridden.overrides.as_deref(), Some("Control"));
}

/// Lets an editor write its cache, and a script tell it as JSON.
fn editors_cache(project: &Fixture) -> Vec<u8> {
    const SCRIPT: &str = "extends SceneTree
func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	var cache := ResourceLoader.load(arguments[0])
	var file := FileAccess.open(arguments[1], FileAccess.WRITE)
	file.store_string(JSON.stringify(cache.get_meta(\"classes\")))
	file.close()
	quit()
";
    godot(project, &["--editor", "--quit-after", "200"]);
    let cache = found_below(&project.path("xdg"), "editor_doc_cache").expect("the editor has one");
    project.write("/tell.gd", SCRIPT);
    let text = |path: PathBuf| path.display().to_string();
    let (script, answer) = (text(project.path("tell.gd")), project.path("cache.json"));
    godot(project, &["--script", &script, "--", &text(cache), &text(answer.clone())]);
    fs::read(answer).expect("the script has written it")
}

fn found_below(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => open.push(path),
                path if entry.file_name().to_string_lossy().starts_with(name) => return Some(path),
                _ => {}
            }
        }
    }
    None
}
