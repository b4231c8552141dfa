//! Looking things up in a project, with and without a Godot.

use scenewright_engine::{Context, Engine};
use scenewright_model::{DocKind, DocOrigin};
use scenewright_testkit::Fixture;

use super::*;
use scenewright_engines::{EngineEnvironment, find, open_in};

#[cfg(unix)]
mod local;

const PROJECT: &str = r#"
//- /project.godot
config_version=5
[application]
config/features=PackedStringArray("4.6")
//- /actors/hero.gd
## Runs and jumps.
##
## Needs a [CollisionShape2D].
class_name Hero
extends "base.gd"

## Sent when the hero lands, with the height of the fall.
signal landed(height: float)

enum State {
	## Not moving.
	IDLE,
	RUN = 4, ## Moving.
}
## Steps per second.
const STEPS := 8
## How high it jumps.
@export_range(0, 10) var jump_height: float = 2.5
var unseen

## Jumps, as high as [member jump_height].
func jump(factor := 1.0, ...rest: Array) -> bool:
	return true

static func make(): pass

## A part of it.
class Sword extends Resource:
	## How sharp it is.
	var edge: int = 3
//- /actors/base.gd
extends CharacterBody2D
## The speed.
var speed := 3.0
//- /loose.gd
func f(): pass
"#;

fn engine(fixture: &Fixture, around: EngineEnvironment) -> Arc<dyn Engine> {
    open_in(&find(&fixture.root()).unwrap(), around)
}

fn with_docs<T>(look: impl FnOnce(&dyn DocsReader, &Context) -> T) -> T {
    let fixture = Fixture::new(PROJECT);
    let engine = engine(&fixture, EngineEnvironment::default());
    look(engine.as_docs().unwrap(), &Context::unbounded())
}

#[test]
fn scripts_are_documented_by_their_comments() {
    with_docs(|docs, cx| {
        let hero = docs.class("Hero", false, cx).unwrap().value;
        assert_eq!(hero.inherits.as_deref(), Some("res://actors/base.gd"));
        assert_eq!(hero.from, DocOrigin::Script { path: "res://actors/hero.gd".to_owned() });
        assert_eq!(
            (&*hero.brief, &*hero.description),
            ("Runs and jumps.", "Needs a `CollisionShape2D`.")
        );
        let jump = &hero.methods[0];
        let arguments: Vec<_> = jump
            .arguments
            .iter()
            .map(|it| (&*it.name, &*it.type_name, it.default.as_deref()))
            .collect();
        assert_eq!(arguments, [("factor", "float", Some("1.0")), ("...rest", "Array", None)]);
        assert_eq!(
            (&*jump.return_type, &*jump.description),
            ("bool", "Jumps, as high as `jump_height`.")
        );
        assert_eq!((&*hero.methods[1].qualifiers, hero.methods.len()), ("static", 2));
        let height = &hero.properties[0];
        assert_eq!(
            (&*height.type_name, height.default.as_deref(), &*height.description),
            ("float", Some("2.5"), "How high it jumps.")
        );
        assert_eq!(hero.properties[1].type_name, "Variant");
        assert_eq!(hero.signals[0].arguments[0].type_name, "float");
        let values: Vec<_> = hero.enums[0]
            .values
            .iter()
            .map(|it| (&*it.name, it.value.as_deref(), &*it.description))
            .collect();
        assert_eq!(values, [("IDLE", Some("0"), "Not moving."), ("RUN", Some("4"), "Moving.")]);
        assert_eq!(hero.constants[0].value.as_deref(), Some("8"));
    });
}

#[test]
fn a_script_is_named_by_its_class_or_its_path() {
    with_docs(|docs, cx| {
        for (name, found, inherits) in [
            ("Hero", "Hero", "res://actors/base.gd"),
            ("hero", "Hero", "res://actors/base.gd"),
            ("res://actors/hero.gd", "Hero", "res://actors/base.gd"),
            ("Hero.Sword", "Hero.Sword", "Resource"),
            ("res://actors/base.gd", "res://actors/base.gd", "CharacterBody2D"),
            ("res://loose.gd", "res://loose.gd", "RefCounted"),
            ("characterbody2d", "CharacterBody2D", "PhysicsBody2D"),
        ] {
            let class = docs.class(name, false, cx).unwrap().value;
            assert_eq!((&*class.name, class.inherits.as_deref()), (found, Some(inherits)));
        }
        let names = docs.class_names(cx).unwrap().value;
        assert!(names.is_sorted() && names.iter().any(|name| name == "Hero.Sword"));
        let error = docs.class("Heros", false, cx).unwrap_err().to_string();
        assert_eq!(error, "Class 'Heros' does not exist");
    });
}

#[test]
fn members_come_from_scripts_and_from_the_engine_above() {
    with_docs(|docs, cx| {
        let hero = docs.class("Hero", true, cx).unwrap().value;
        let whose = |name: &str| {
            let found = hero.properties.iter().find(|it| it.name == name);
            found.unwrap().attributes.inherited_from.as_deref()
        };
        assert_eq!(whose("jump_height"), None);
        assert_eq!(whose("speed"), Some("res://actors/base.gd"));
        assert_eq!(whose("velocity"), Some("CharacterBody2D"));
        assert_eq!(whose("position"), Some("Node2D"));
        for (class, method, declared_in) in [
            ("Hero", "jump", "Hero"),
            ("Hero", "move_and_slide", "CharacterBody2D"),
            ("hero", "add_child", "Node"),
            ("res://loose.gd", "get_reference_count", "RefCounted"),
        ] {
            let found = docs.method(class, method, cx).unwrap().value;
            assert_eq!(found.declared_in, declared_in, "{class}.{method}");
        }
        for (class, method, error) in [
            ("Hero", "jumps", "Method 'jumps' does not exist"),
            ("Zero", "jump", "Class 'Zero' does not exist"),
        ] {
            assert_eq!(docs.method(class, method, cx).unwrap_err().to_string(), error);
        }
    });
}

#[test]
fn scripts_and_engine_are_searched_together() {
    with_docs(|docs, cx| {
        let top = |query: &str, kinds: &[DocKind]| {
            let hits = docs.search(query, kinds, 1, cx).unwrap().value.hits;
            hits.first().map(|hit| format!("{}.{}", hit.class, hit.name)).unwrap_or_default()
        };
        for (query, kinds, expected) in [
            ("jump height", &[][..], "Hero.jump_height"),
            ("hero lands", &[DocKind::Signal], "Hero.landed"),
            ("hero", &[], "Hero.Hero"),
            ("sword edge", &[], "Hero.Sword.edge"),
            ("moveAndSlide", &[], "CharacterBody2D.move_and_slide"),
        ] {
            assert_eq!(top(query, kinds), expected, "{query}");
        }
    });
}

#[test]
fn without_a_godot_facts_are_told_and_why_there_is_no_more() {
    with_docs(|docs, cx| {
        let reading = docs.class("Timer", false, cx).unwrap();
        let timer = reading.value;
        let wait_time = timer.properties.iter().find(|it| it.name == "wait_time").unwrap();
        assert_eq!((&*wait_time.type_name, wait_time.default.as_deref()), ("float", Some("1.0")));
        assert_eq!(timer.signals[0].name, "timeout");
        assert_eq!(timer.enums[0].values.len(), 2);
        let start = timer.methods.iter().find(|it| it.name == "start").unwrap();
        assert_eq!(start.arguments[0].default.as_deref(), Some("?"));
        assert!(reading.diagnostics[0].contains("SCENEWRIGHT_GODOT"), "{:?}", reading.diagnostics);
    });
}

#[test]
fn a_change_of_a_script_is_seen() {
    let fixture = Fixture::new(PROJECT);
    let engine = engine(&fixture, EngineEnvironment::default());
    let (docs, cx) = (engine.as_docs().unwrap(), Context::unbounded());
    assert!(docs.method("Hero", "duck", &cx).is_err());
    fixture.write("/actors/hero.gd", "class_name Hero\n## Ducks.\nfunc duck(): pass\n");
    assert_eq!(docs.method("Hero", "duck", &cx).unwrap().value.method.description, "Ducks.");
}

#[test]
fn what_an_editor_tells_is_used_and_kept() {
    let (fixture, data) = (Fixture::new(PROJECT), Fixture::new(""));
    let around = || EngineEnvironment { data: Some(data.root()), ..EngineEnvironment::default() };
    let cx = Context::unbounded();
    let brief = |engine: &dyn Engine| {
        engine.as_docs().unwrap().class("Timer", false, &cx).unwrap().value.brief
    };
    let told = engine(&fixture, around());
    assert_eq!(brief(&*told), "");
    let json = br#"{"classes": [{"name": "Timer", "brief_description": "Counts [b]down[/b]."}]}"#;
    told.as_docs().unwrap().learn("4.6.3", json).unwrap();
    assert_eq!(brief(&*told), "Counts **down**.");
    assert_eq!(brief(&*engine(&fixture, around())), "Counts **down**.", "another process");
    let error = told.as_docs().unwrap().learn("4.6", b"<html>").unwrap_err().to_string();
    assert!(error.starts_with("'the editor's class reference' cannot be read"), "{error}");
    assert_eq!(brief(&*told), "Counts **down**.");
    fixture.write(
        "/project.godot",
        "config_version=5\n[application]\nconfig/features=PackedStringArray(\"4.3\")\n",
    );
    assert_eq!(brief(&*engine(&fixture, around())), "", "another version");
}

#[test]
fn a_broken_file_that_was_kept_is_passed_over() {
    let (fixture, data) = (Fixture::new(PROJECT), Fixture::new(""));
    let name = format!("/godot-docs/godot-docs-{}-4.6.txt", scenewright_godot_docs::PACK_LAYOUT);
    data.write(&name, "godot-docs\x1f");
    let around = EngineEnvironment { data: Some(data.root()), ..EngineEnvironment::default() };
    let engine = engine(&fixture, around);
    let timer = engine.as_docs().unwrap().class("Timer", false, &Context::unbounded()).unwrap();
    assert_eq!(timer.value.name, "Timer");
}
