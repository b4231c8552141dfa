//! A real Godot is the judge of what scripts declare.

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_model::{DefaultValue, ScriptClass, ScriptLanguage};
use scenewright_testkit::Fixture;
use serde_json::Value;

use super::needs_godot::godot;

const DUMP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/dump_classes.gd");

#[test]
fn agrees_on_odd_scripts() {
    check(&Fixture::new(ODD));
}

const ODD: &str = r####"
//- /game/project.godot
config_version=5
//- /game/named.gd
@tool
@icon("res://none.svg")
class_name Named extends Node

enum Mode { OFF = 3, ON, BOTH = ON | 8 }
const LIMIT: float = 3
const STEP := LIMIT / 2
signal plain
signal full(a: int, b: Array[int])
@export_category("C")
@export_group("G", "g_")
@export var g_int := 0x1F
@export_range(0, 10, 0.5, "or_greater") var speed: float = 1
@export
var own_line := "a\tb \"q\" \\"
@export var mode: Mode = Mode.BOTH
@export var limited := LIMIT
@export var stepped = STEP
@export var tint := Color(1, 0.5, 0.25)
@export var place := Vector2(0.1, -2)
@export var cell := Vector2i.ONE
@export var up := Vector3.UP
@export var list: Array = [1, 2.5, "x", null, true]
@export var numbers: Array[int] = [1, 2]
@export var nothing: Array[String]
@export var bare: int
@export var path: NodePath = ^"A/B"
@export var called: StringName = &"x"
@export var raw := r"\d+"
@export var tripled := """one
"two"
"""
@export_multiline var story: String
@export_flags("A", "B") var bits: int = 1 | 2
@export_storage var kept := 1.0e-9
@export var bytes: PackedByteArray
@export var table: Dictionary = {"a": 1}
@export var small := -.5
@export var with_body: int = 5:
	set(value):
		with_body = value
	get:
		return with_body
@export var joined := 1 + \
	2
var hidden = 1
static var shared := 1
var lambda := func(x):
	var not_exported = x
	return not_exported

func spread(
	a: int, # a comment with ) and "
	b := [1, {"k": ")"}],
) -> Array[int]:
	var text := "func not_a_method(): pass"
	return [a, b.size(), text.length()]
func one_line() -> void: pass; var local = 1
static func fixed(): pass
@warning_ignore("unused_parameter")
func variadic(first, ...rest) -> void:
	var f := func inner(x): return x
	f.call($".".name % %Unique if has_node("%Unique") else 1)

class Inner extends Resource:
	@export var not_of_the_file = 1
	signal nor_this
	func nor_that(): pass
//- /game/derived.gd
extends Named
@export var more := 1
signal extra
func one_line() -> void: pass
func further(): pass
//- /game/folder/by_path.gd
extends "../named.gd"
@export var last: Node
//- /game/plain.gd
extends RefCounted
"""
func in_a_text(): pass
"""
func outside(): pass
"####;

fn check(project: &Fixture) {
    let engine = open(&find(&project.path("game")).expect("the project is recognised"));
    let reading = engine.as_classes().unwrap().classes(&Context::unbounded()).unwrap();
    assert_eq!(reading.diagnostics, Vec::<String>::new());
    let mut classes = reading.value;
    classes.retain(|class| class.language == ScriptLanguage::GdScript && is_files_own(class));
    classes.sort_by(|a, b| a.path.cmp(&b.path));
    godot(project, &["--import"]);
    let mut arguments = vec!["--script", DUMP, "--"];
    arguments.extend(classes.iter().map(|class| class.path.as_str()));
    let output = godot(project, &arguments);
    let theirs: Vec<Value> = output
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).expect("the dump is JSON"))
        .collect();
    assert_eq!(theirs.len(), classes.len(), "{output}");
    for (class, theirs) in classes.iter().zip(&theirs) {
        compare(class, theirs);
    }
}

/// Classes inside of a file are no scripts that Godot could load by a path.
fn is_files_own(class: &ScriptClass) -> bool {
    class.is_global || class.path.ends_with(&format!("/{}", class.name))
}

fn compare(class: &ScriptClass, theirs: &Value) {
    let path = &class.path;
    assert!(theirs["failed"].is_null(), "Godot cannot load {path}");
    let name = if class.is_global { class.name.as_str() } else { "" };
    assert_eq!(theirs["name"], name, "{path}");
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let names = |key: &str| theirs[key].as_array().unwrap().iter().map(text).collect::<Vec<_>>();
    let mut signals: Vec<String> =
        class.members.signals.iter().map(|signal| signal.name.clone()).collect();
    signals.sort();
    assert_eq!(signals, names("signals"), "{path}");
    let mut methods: Vec<String> =
        class.members.functions.iter().map(|function| function.name.clone()).collect();
    methods.sort();
    // Godot makes methods of its own for what sets and reads a variable.
    let mut known = names("methods");
    known.retain(|name| !name.starts_with('@'));
    assert_eq!(methods, known, "{path}");
    let exports = theirs["exports"].as_array().unwrap();
    assert_eq!(class.members.exports.len(), exports.len(), "{path}: {exports:?}");
    for (ours, theirs) in class.members.exports.iter().zip(exports) {
        assert_eq!(theirs[0], ours.name.as_str(), "{path}");
        if let DefaultValue::Known(value) = &ours.default {
            assert_eq!(theirs[2], value.as_str(), "{path}: {}", ours.name);
        }
    }
}
