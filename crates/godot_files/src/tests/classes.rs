//! Classes of whole projects: what they are called and what they are to Godot.

use insta::assert_snapshot;

use super::*;

fn classes(files: &str) -> String {
    let (_fixture, engine) = project(files);
    let reading = engine.classes(&Context::unbounded()).unwrap();
    let mut text = String::new();
    for class in reading.value {
        let flags = [(class.is_global, " global"), (class.is_tool, " tool")];
        let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
        let bases = class.bases.join(", ");
        let uid = class.guid.unwrap_or_default();
        writeln!(text, "{} < {bases}: {:?}{flags} {} {uid}", class.name, class.kind, class.path)
            .unwrap();
        for export in class.members.exports {
            let (name, type_name) = (export.name, export.type_name.unwrap_or_default());
            writeln!(text, "  {} {name}: {type_name} {:?}", export.annotation, export.default)
                .unwrap();
        }
        for signal in class.members.signals {
            writeln!(text, "  signal {}", signal.name).unwrap();
        }
    }
    for note in reading.diagnostics {
        writeln!(text, "note {note}").unwrap();
    }
    text
}

#[test]
fn kinds_follow_bases_through_scripts() {
    let found = classes(
        r#"
//- /a/leaf.gd
extends Middle
class Inner extends Resource:
	pass
class Deep extends Inner:
	pass
//- /a/middle.gd
class_name Middle extends "../root.gd"
//- /root.gd
extends Base
const Base = preload("uid://base")
//- /base.gd
extends Area2D
//- /base.gd.uid
uid://base
//- /by_path.gd
extends "res://a/leaf.gd".Deep
//- /plugin.gd
@tool
extends EditorPlugin
//- /plain.gd
var x
//- /circle.gd
class_name Circle extends Circle
//- /ghost.gd
extends Ghost
//- /gone.gd
extends "res://nowhere.gd"
//- /ignored/.gdignore
//- /ignored/hidden.gd
class_name Hidden
//- /broken.gd
class_name Broken extends Node
var 5
@export var fine = 1
"#,
    );
    assert_snapshot!(found, @r#"
    Broken < Node: Node global res://broken.gd 
      @export fine: int Known("1")
    Circle < Circle: Other global res://circle.gd 
    Middle < ../root.gd: Node global res://a/middle.gd 
    base.gd < Area2D: Node res://base.gd uid://base
    by_path.gd < res://a/leaf.gd.Deep: Resource res://by_path.gd 
    ghost.gd < Ghost: Other res://ghost.gd 
    gone.gd < res://nowhere.gd: Other res://gone.gd 
    leaf.gd < Middle: Node res://a/leaf.gd 
    leaf.gd.Deep < Inner: Resource res://a/leaf.gd 
    leaf.gd.Inner < Resource: Resource res://a/leaf.gd 
    plain.gd < : Other res://plain.gd 
    plugin.gd < EditorPlugin: Editor tool res://plugin.gd 
    root.gd < Base: Node res://root.gd 
    note 3 classes have a base that is neither in the project nor in the engine (for example Circle). Their kind is reported as other.
    note res://broken.gd:2: expected the name of the variable, not '5'
    "#);
}

#[test]
fn csharp_scripts_are_classes_too() {
    let found = classes(
        r#"
//- /Player.cs
using Godot;
namespace Game;
[GlobalClass, Icon("res://x.svg")]
public partial class Player : Actor {
    [Export] public int Speed { get; set; } = 400;
    [Export(PropertyHint.Range, "0,1")] private Godot.Collections.Array<int> _list = new() { 1 };
    [Export]
    public PackedScene Mob;
    [Signal] public delegate void HitEventHandler(int damage);
    public int Hidden;
    void F() { var x = new[] { 1 }; }
    int[] G() => null;
}
//- /Actor.cs
[Tool] public partial class Actor : CharacterBody2D { class Helper {} }
"#,
    );
    assert_snapshot!(found, @r#"
    Actor < CharacterBody2D: Node tool res://Actor.cs 
    Actor.Helper < : Other res://Actor.cs 
    Player < Actor: Node global res://Player.cs 
      [Export] Speed: int Absent
      [Export] _list: Godot.Collections.Array<int> Absent
      [Export] Mob: PackedScene Absent
      signal Hit
    "#);
}
