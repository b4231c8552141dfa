//! Small sources, each for one part of the grammar.

use std::fmt::Write;

use insta::assert_snapshot;

use super::*;

/// A script as text: one line per declaration.
fn outline(source: &str) -> String {
    let script = GdScript::parse(source);
    let mut text = String::new();
    for class in &script.classes {
        outline_class(&mut text, class).unwrap();
    }
    for error in &script.errors {
        writeln!(text, "{}: {}", error.line, error.kind).unwrap();
    }
    text
}

fn outline_class(text: &mut String, class: &GdClass) -> std::fmt::Result {
    let name = class.name.as_deref().unwrap_or("-");
    let base = class.extends.as_ref();
    let path = base.and_then(|base| base.path.as_deref()).unwrap_or_default();
    let base = base.map_or("-", |base| &base.name);
    let is_abstract = if class.is_abstract { " abstract" } else { "" };
    writeln!(text, "class {name} < {path:?} {base}{is_abstract}{}", doc(&class.doc))?;
    for variable in &class.variables {
        let export = variable.export.as_ref().map(|export| {
            format!("@{}({}) ", export.annotation, export.arguments.as_deref().unwrap_or(""))
        });
        let type_name = variable.type_name.as_deref().unwrap_or("?");
        let value = variable.value.as_deref().unwrap_or("?");
        let flags = [(variable.is_onready, "onready "), (variable.is_static, "static ")];
        let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
        let (export, name) = (export.unwrap_or_default(), &variable.name);
        writeln!(text, "  {export}{flags}var {name}: {type_name} = {value}{}", doc(&variable.doc))?;
    }
    for constant in &class.constants {
        let value = constant.value.as_deref().unwrap_or("?");
        writeln!(text, "  const {} = {value}{}", constant.name, doc(&constant.doc))?;
    }
    for one in &class.enums {
        let values: Vec<_> = one.values.iter().map(|value| (&value.name, value.number)).collect();
        writeln!(text, "  enum {:?} {values:?}{}", one.name, doc(&one.doc))?;
        for value in one.values.iter().filter(|value| value.doc != DocComment::default()) {
            writeln!(text, "    {}{}", value.name, doc(&value.doc))?;
        }
    }
    for signal in &class.signals {
        let parameters = parameters(&signal.parameters);
        writeln!(text, "  signal {}({parameters}){}", signal.name, doc(&signal.doc))?;
    }
    for function in &class.functions {
        let flags = [(function.is_abstract, "abstract "), (function.is_static, "static ")];
        let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
        let result = function.return_type.as_deref().unwrap_or("?");
        let parameters = parameters(&function.parameters);
        let name = &function.name;
        writeln!(text, "  {flags}func {name}({parameters}) -> {result}{}", doc(&function.doc))?;
    }
    Ok(())
}

fn parameters(parameters: &[GdParameter]) -> String {
    let one = |parameter: &GdParameter| {
        let dots = if parameter.is_rest { "..." } else { "" };
        let type_name = parameter.type_name.as_deref().unwrap_or("?");
        let default = parameter.default.as_ref().map(|text| format!(" = {text}"));
        format!("{dots}{}: {type_name}{}", parameter.name, default.unwrap_or_default())
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn doc(doc: &DocComment) -> String {
    doc.text().map(|text| format!(" ## {}", text.replace('\n', "|"))).unwrap_or_default()
}

#[test]
fn every_declaration_of_godot_4() {
    assert_snapshot!(outline(EVERYTHING), @r#"
    class Boat < "res://base.gd" Hull ## A boat.|It floats.||More of it.
      @export_range(0, 10, 0.5, "or_greater") var speed: float = -1.5 ## Speed.
      @export() var mode: Mode = 0
      @export() var look_tint: Color = Color(1, 0.5, 0, 1) ## Tint.
      @export() var paths: Array[NodePath] = Array[NodePath]([])
      @export() var table: Dictionary[String, Array] = ?
      @export() var target: Node2D = ?
      @export_flags("A", "B") var bits: int = 0
      @export_multiline() var story: String = "one
    \"two\"
    "
      @export_storage() var kept: float = 3.0
      onready var label: Label = ?
      onready var other: Node2D = ?
      static var count: int = 0
      var plain: ? = 1
      var with_body: int = 5
      var accessors: ? = null
      var lambda: Callable = ?
      var spread: ? = ?
      var joined: ? = 3
      var a: ? = 1
      var b: ? = 2
      const LIMIT = 3.0
      const NAMES = ["a", "b", &"c", NodePath("d/e")]
      const TWICE = 6.0
      enum None [("NEAR", Some(0)), ("FAR", Some(10)), ("FARTHER", Some(11))]
      enum Some("Mode") [("OFF", Some(-1)), ("ON", Some(0)), ("BOTH", Some(4))] ## Modes.
      signal sunk() ## Sent when it sinks.
      signal hit(by: Node, damage: float = 1.5)
      static func add(x: int, y: int = 2, z: ? = foo(1, [2]), ...rest: Array) -> Array[int] ## Adds.
      func one_line() -> void
      abstract func later() -> ?
      func _remote() -> ?
    class Inner < "" Node ## Inner.
      var x: ? = 1
      func g() -> ?
    class Inner.Deep < "" -
      func f() -> ?
    class Empty < "" -
    class Last < "" Inner.Deep
      var y: String = "a	b"
    "#);
}

const EVERYTHING: &str = r#"@tool
@icon("res://boat.svg")
class_name Boat extends "res://base.gd".Hull
## A boat.
## It floats.
##
## More of it.

## Sent when it sinks.
signal sunk
signal hit(by: Node, damage := 1.5)

enum { NEAR, FAR = 10, FARTHER }
enum Mode { OFF = -1, ON, BOTH = ON | 1 << 2 } ## Modes.

const LIMIT: float = 3
const NAMES = ["a", 'b', &"c", ^"d/e"]
const TWICE = LIMIT * 2

## Speed.
@export_range(0, 10, 0.5, "or_greater") var speed := -1.5
@export
var mode: Mode = Mode.ON
@export_group("Look", "look_")
@export var look_tint := Color(1, 0.5, 0) ## Tint.
@export var paths: Array[NodePath] = []
@export var table: Dictionary[String, Array] = {"a": [1, 2], b = null}
@export var target: Node2D
@export_flags("A", "B") var bits
@export_multiline var story: String = """one
"two"
"""
@export_storage var kept = LIMIT
@onready var label: Label = %Label as Label
@onready var other := $A/B as Node2D
static var count: int
var plain = 1
var with_body: int = 5:
	set(value):
		with_body = value
	get: return with_body
var accessors: set = _set_accessors, get = _get_accessors
var lambda := func(x):
	return x
var spread = [
	1, # not "this"
	func(): return { "a": ")" },
]
var joined = 1 + \
	2
var a = 1; var b = 2

## Adds.
static func add(x: int, y := 2, z = foo(1, [2]), ...rest: Array) -> Array[int]:
	var not_a_member = 1
	class_name_of(x)
	return []
func one_line() -> void: pass; var local = 1
@abstract func later()
@rpc("any_peer", "call_local")
func _remote(): pass

## Inner.
class Inner extends Node:
	var x = 1
	class Deep:
		func f():
			pass
	func g(): pass
class Empty: pass
class Last extends Inner.Deep: var y := "a\tb"
"#;

#[test]
fn every_declaration_of_godot_3() {
    let source = r#"tool
class_name Old, "res://icon.png"
extends Reference
export(int, 0, 10) var number = 1
export(Array, int) var numbers = []
export(float) var real = 1 setget set_real, get_real
export var plain = "x"
export(String, FILE, "*.json") var path
onready var node = $Node
var guarded = 1 setget set_guarded
remote func far(): pass
master var shared
puppet func _near(a, b = 1): pass
signal done(a, b)
func _init(x).(x): pass
enum Kinds {A, B}
"#;
    assert_snapshot!(outline(source), @r#"
    class Old < "" Reference
      @export(int, 0, 10) var number: int = 1
      @export(Array, int) var numbers: Array = []
      @export(float) var real: float = 1.0
      @export() var plain: String = "x"
      @export(String, FILE, "*.json") var path: String = ""
      onready var node: ? = ?
      var guarded: ? = 1
      var shared: ? = null
      enum Some("Kinds") [("A", Some(0)), ("B", Some(1))]
      signal done(a: ?, b: ?)
      func far() -> ?
      func _near(a: ?, b: ? = 1) -> ?
      func _init(x: ?) -> ?
    "#);
}

#[test]
fn a_broken_declaration_loses_only_itself() {
    let source = "\
extends Node
var = 1
func a():
\tpass
func (b):
\tvar not_me = 1
signal 5
var open = [1, 2
func c(): pass
var text = \"open
var d = 1
<<<<<<< HEAD
class Inner:
\tvar e 5
\tvar f = 1
enum { A, , }
const G
func h(:
\tpass
\x20   var i = 1
var j
\tvar k
var last = 'x'
";
    assert_snapshot!(outline(source), @r#"
    class - < "" Node
      var open: ? = ?
      var text: ? = "open"
      var d: ? = 1
      var j: ? = null
      var last: ? = "x"
      func a() -> ?
      func c() -> ?
    class Inner < "" -
      var e: ? = null
      var f: ? = 1
    2: expected the name of the variable, not '='
    5: expected the name of the function, not '('
    7: expected the name of the signal, not '5'
    8: a bracket is never closed
    10: a string is never closed
    12: expected a declaration, not '<<'
    14: expected the end of the line, not '5'
    16: expected the name of a value, not ','
    17: expected '=', not the end of the line
    18: expected the name of a parameter, not ':'
    18: a bracket is never closed
    22: unexpected indentation
    "#);
}

#[test]
fn comments_belong_to_what_they_stand_at() {
    let source = "\
## Of the script.
extends Node

## Nobody's.

## Of a, above its annotation.
@export
var a = 1
@export
## Nobody's: between an annotation and its variable.
var b = 1
# Not a doc.
var c = 1
func d(): ## Of d.
\t## Nobody's.
\tpass
var e = [ ## Of e.
\t1,
]
## Not of f.
var f = 1 ## Of f: what is behind wins.
";
    assert_snapshot!(outline(source), @r#"
    class - < "" Node ## Of the script.
      @export() var a: int = 1 ## Of a, above its annotation.
      @export() var b: int = 1
      var c: ? = 1
      var e: ? = [1] ## Of e.
      var f: ? = 1 ## Of f: what is behind wins.
      func d() -> ? ## Of d.
    "#);
}

#[test]
fn values_of_enums_have_comments_of_their_own() {
    let source = "\
## Of the enum.
enum A {
\t## Of X, above.
\tX,
\tY = 4, ## Of Y, behind.
\tP, Q, ## Nobody's: whose should it be?
\tZ
}
enum { B, C } ## Of the other.
";
    assert_snapshot!(outline(source), @r#"
    class - < "" -
      enum Some("A") [("X", Some(0)), ("Y", Some(4)), ("P", Some(5)), ("Q", Some(6)), ("Z", Some(7))] ## Of the enum.
        X ## Of X, above.
        Y ## Of Y, behind.
      enum None [("B", Some(0)), ("C", Some(1))] ## Of the other.
    "#);
}

#[test]
fn the_types_of_expressions() {
    for (source, expected) in [
        ("1", Some("int")),
        ("-1_000", Some("int")),
        ("0xfe", Some("int")),
        (".5", Some("float")),
        ("1e3", Some("float")),
        ("1 + 2.0", Some("float")),
        ("1 == 2", Some("bool")),
        ("true", Some("bool")),
        ("\"a\"", Some("String")),
        ("r\"\\\"\"", Some("String")),
        ("&'a'", Some("StringName")),
        ("^\"a/b\"", Some("NodePath")),
        ("[1][0]", None),
        ("[1]", Some("Array")),
        ("{}", Some("Dictionary")),
        ("Vector2(1, 2)", Some("Vector2")),
        ("Vector2(1, 2).x", None),
        ("Vector3.UP", Some("Vector3")),
        ("Thing.new()", Some("Thing")),
        ("Thing.new().x", None),
        ("get_node(a) as Label", Some("Label")),
        ("$A as Label", Some("Label")),
        ("$A", None),
        ("preload(\"a.tscn\")", Some("PackedScene")),
        ("func(): pass", Some("Callable")),
        ("foo()", None),
        ("", None),
    ] {
        assert_eq!(types::expression_type(source), expected, "{source}");
    }
}

#[test]
fn the_values_of_expressions() {
    for (expression, expected) in [
        ("1_000 + 0x10 * 2", "1032"),
        ("-(2 ** 3) % 5", "-3"),
        ("-2 ** 2", "-4"),
        ("1 / 0", "?"),
        ("9223372036854775807 + 1", "?"),
        ("7 / 2.0", "3.5"),
        ("1.0e-9", "1e-09"),
        ("PI", "3.141592653589793"),
        ("\"a\\n\" + 'b\"'", "\"a\nb\\\"\""),
        ("r\"\\d\"", "\"\\\\d\""),
        ("Vector2i(1.9, -2)", "Vector2i(1, -2)"),
        ("Vector3.ONE * 2", "Vector3(2, 2, 2)"),
        ("Color(0.1, 0.2, 0.3)", "Color(0.1, 0.2, 0.3, 1)"),
        ("NodePath(\"a\")", "NodePath(\"a\")"),
        ("[1, [true, null],]", "[1, [true, null]]"),
        ("{ \"a\": 1 }", "{\n\"a\": 1\n}"),
        ("A.B", "?"),
        ("get_it()", "?"),
        ("not true", "false"),
    ] {
        let script = GdScript::parse(&format!("var x = {expression}"));
        let value = script.class().variables[0].value.as_deref();
        assert_eq!(value.unwrap_or("?"), expected, "{expression}");
    }
}

#[test]
fn the_class_of_a_file_has_its_base_and_its_methods() {
    let source = "extends \"base.gd\"\nconst A = preload('a.tscn')\nvar b: Enemy = Boss.new()\n\
                  func f():\n\tprint(\"res://x.tres\", \"no\", x.Member, call_it())\n\t# Ghost\n";
    let script = GdScript::parse(source);
    assert!(script.has_method("f") && !script.has_method("call_it") && !script.has_signal("f"));
    assert_eq!(script.extends().and_then(|base| base.path.as_deref()), Some("base.gd"));
    assert_eq!(script.class().exports().count(), 0);
}

#[test]
fn no_text_is_too_broken() {
    let bytes = EVERYTHING.as_bytes();
    for cut in 0..=bytes.len() {
        GdScript::parse(&String::from_utf8_lossy(&bytes[..cut]));
        GdScript::parse(&String::from_utf8_lossy(&bytes[cut..]));
    }
    for piece in [
        "(",
        ")",
        "class A:",
        "class A:\n",
        "\"\"\"",
        "\\\"\"\"\n",
        "'",
        "@",
        "@export(",
        "é",
        "$",
        "&",
        "\t",
        "var a = -",
        "var a = [",
        "var a: Array[",
        "enum {A,",
        "## x\n",
        "var a;",
        "const A = \"x\" + A\n",
        "func f(",
        "func ",
        "\\",
        "\\\n",
        "extends A.",
        "r'",
        "0x",
        "1e",
    ] {
        GdScript::parse(&piece.repeat(5_000));
        GdScript::parse(&format!("var x = {}", piece.repeat(500)));
    }
    let nested: String =
        (0..200).map(|depth| format!("{}class A:\n", "\t".repeat(depth))).collect();
    assert!(GdScript::parse(&nested).classes.len() <= 32);
}

#[test]
fn a_setter_after_a_default_and_a_comment_belongs_to_its_variable() {
    let script = GdScript::parse(
        "extends Node\n\
         enum Kind { SWORD, BOW = 4 }\n\
         const Scene = preload(\"res://a.tscn\")\n\
         @export var x: int = 0:  # comment\n\tset(value):\n\t\tx = value\n\
         @export var y := 1.5: # other\n\tget:\n\t\treturn y\n\
         @export var kind: Kind = Kind.BOW\n\
         @export var other := Kind.BOW: set = set_other\n\
         @export var plain = Kind.BOW\n\
         @export var scene = preload(\"res://a.tscn\")\n\
         @export var same := Scene\n\
         @export var typed: PackedScene = preload(\"res://a.tscn\"):  # comment\n\tset(v): typed = v\n\
         @export_enum(\"Slow\", \"Fast:5\") var speed: int = 5\n\
         @export var last: bool = true # comment\n",
    );
    assert_eq!(script.errors, []);
    let rows: Vec<String> = script
        .class()
        .variables
        .iter()
        .map(|it| {
            format!(
                "{}: {} = {} {}",
                it.name,
                it.type_name.as_deref().unwrap_or("?"),
                it.value.as_deref().unwrap_or("?"),
                it.enum_labels.as_deref().unwrap_or("")
            )
        })
        .collect();
    insta::assert_snapshot!(rows.join("\n"), @r#"
    x: int = 0 
    y: float = 1.5 
    kind: Kind = 4 
    other: Kind = 4 
    plain: Kind = 4 
    scene: PackedScene = Resource("res://a.tscn") 
    same: PackedScene = Resource("res://a.tscn") 
    typed: PackedScene = Resource("res://a.tscn") 
    speed: int = 5 Slow,Fast:5
    last: bool = true
    "#);
}
