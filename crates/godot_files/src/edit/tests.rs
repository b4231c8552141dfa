//! Every kind of edit changes the lines it must, and no other.

mod cases;
mod changes;
mod lossless;

use std::fmt::Write;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{Edit, EditPlan, EditValue, ObjectRef};
use scenewright_testkit::Fixture;

use scenewright_engines::{find, open};

fn plan(project: &Fixture, edits: &[Edit]) -> Result<EditPlan, EngineError> {
    let engine = open(&find(&project.path("game")).unwrap());
    let editing = engine.as_editing().unwrap();
    editing.plan(edits, &Context::unbounded()).map(|reading| reading.value)
}

/// The lines that are removed and added, file by file.
fn render(plan: &EditPlan) -> String {
    let text =
        |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap_or_default()).unwrap();
    let mut text_of_plan = String::new();
    for file in &plan.files {
        writeln!(text_of_plan, "res://{}", file.path).unwrap();
        text_of_plan.push_str(&cases::difference(&text(&file.before), &text(&file.after)));
    }
    for created in &plan.created {
        writeln!(text_of_plan, "made {} in {}", created.path, created.scene).unwrap();
    }
    for note in &plan.diagnostics {
        writeln!(text_of_plan, "note: {note}").unwrap();
    }
    text_of_plan
}

/// What is written has the nodes that Godot is asked about, and none of them is lost.
fn is_read_again(case: &cases::Case, planned: &EditPlan) {
    let project = Fixture::new(cases::PROJECT);
    for file in &planned.files {
        let relative = &file.path;
        project.write(&format!("game/{relative}"), file.after.as_ref().unwrap());
    }
    let engine = open(&find(&project.path("game")).unwrap());
    let reading = engine.scene(case.scene, &Context::unbounded()).unwrap();
    assert_eq!(reading.diagnostics, [""; 0], "{}", case.name);
    let root = &reading.value.objects[0].name;
    for (node, ..) in &case.reads {
        let path = if *node == "." { root.clone() } else { format!("{root}/{node}") };
        let found = reading.value.objects.iter().any(|object| object.path == path);
        assert!(found, "{}: {path}", case.name);
    }
}

#[test]
fn edits_change_only_what_they_must() {
    let project = Fixture::new(cases::PROJECT);
    let mut all = String::new();
    for case in cases::cases() {
        let planned =
            plan(&project, &case.edits).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        writeln!(all, "## {}\n{}", case.name, render(&planned)).unwrap();
        is_read_again(&case, &planned);
    }
    insta::assert_snapshot!("edits", all);
}

fn set(scene: &str, object: ObjectRef, member: &str, value: EditValue) -> Edit {
    let (scene, member) = (scene.to_owned(), member.to_owned());
    Edit::SetMember { scene, object, component: None, member, value }
}

fn at(path: &str) -> ObjectRef {
    ObjectRef::Path(path.to_owned())
}

/// What was checked before is not checked again, all else is.
#[test]
fn each_edit_of_a_series_is_planned_as_the_first_one() {
    let project = Fixture::new(cases::PROJECT);
    let nodes = (0..3000).map(|number| {
        format!("\n[node name=\"N{number}\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(0, {number})\nmetadata/say = \"text {number}\"\n")
    });
    let head = "[gd_scene format=3]\n\n[node name=\"Main\" type=\"Node2D\"]\n".to_owned();
    project.write("game/large.tscn", (head + &nodes.collect::<String>()).as_bytes());
    let engine = open(&find(&project.path("game")).unwrap());
    let try_plan =
        |edit| engine.as_editing().unwrap().plan(&[edit], &Context::unbounded()).map(|it| it.value);
    let say = |text: &str| {
        set("res://large.tscn", at("Main/N2000"), "metadata/say", EditValue::Text(text.to_owned()))
    };
    for text in ["one", "two\n\n[node name=\"X\"]", "\" ] = [", "three"] {
        let planned = try_plan(say(text)).unwrap();
        let first = plan(&project, &[say(text)]).unwrap();
        assert!(planned.files[0].after == first.files[0].after, "{text}");
        project.write("game/large.tscn", planned.files[0].after.as_ref().unwrap());
        let scene = engine.scene("res://large.tscn", &Context::unbounded()).unwrap().value;
        assert_eq!(scene.objects.len(), 3001, "{text}");
    }
    let sound = std::fs::read_to_string(project.path("game/large.tscn")).unwrap();
    let broken = sound.replacen("Vector2(0, 2999)", "Vector2(0; 2999)", 1);
    project.write("game/large.tscn", broken.as_bytes());
    assert!(try_plan(say("four")).is_err());
    project.write("game/large.tscn", sound.as_bytes());
    assert_eq!(try_plan(say("four")).unwrap().files.len(), 1);
}

/// A client names it as Godot does, whether the file has it already or not.
#[test]
fn properties_of_resources_have_separators_of_their_own() {
    let project = Fixture::new(
        r#"
//- /game/project.godot
config_version=5
//- /game/glow.gdshader
shader_type canvas_item;
uniform vec4 tint : source_color;
uniform float amount : hint_range(0, 1);
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="Shader" path="res://glow.gdshader" id="1"]

[sub_resource type="ShaderMaterial" id="glow"]
shader = ExtResource("1")
shader_parameter/amount = 0.5

[sub_resource type="TileSetAtlasSource" id="atlas"]
0:0/0 = 0

[sub_resource type="TileSet" id="tiles"]
sources/0 = SubResource("atlas")

[node name="Main" type="TileMapLayer"]
material = SubResource("glow")
tile_set = SubResource("tiles")
"#,
    );
    let edit = |member: &str, value: &str| {
        set("res://main.tscn", at("Main"), member, EditValue::Text(value.to_owned()))
    };
    let planned = plan(
        &project,
        &[
            edit("material:shader_parameter/amount", "1"),
            edit("material.shader_parameter/tint", "Color(1, 0, 0, 1)"),
            edit("tile_set:sources/0:0:0/0/z_index", "3"),
        ],
    );
    insta::assert_snapshot!(render(&planned.unwrap()), @r"
    res://main.tscn
    - shader_parameter/amount = 0.5
    + shader_parameter/amount = 1.0
    + shader_parameter/tint = Color(1, 0, 0, 1)
    + 0:0/0/z_index = 3
    ");
}

#[test]
fn what_would_do_harm_is_refused() {
    let project = Fixture::new(cases::PROJECT);
    project.write(
        "game/broken.tscn",
        "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\nx = Vector2(1\n",
    );
    project.write(
        "game/odd.tscn",
        "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\nx = Vector2(1)\n",
    );
    project.write("game/old.tscn", "[gd_scene format=2]\n[node name=\"A\" type=\"Node\"]\n");
    let main = || "res://main.tscn".to_owned();
    let one = EditValue::Int(1);
    let edit = |object: &str, member: &str, value: EditValue| {
        set("res://main.tscn", at(object), member, value)
    };
    let typed = |object: &str, member: &str, value: EditValue| {
        set("res://types.tscn", at(object), member, value)
    };
    let rename = |object: &str, name: &str| Edit::RenameObject {
        scene: main(),
        object: at(object),
        name: name.to_owned(),
    };
    let delete = |object: &str| Edit::DeleteObject { scene: main(), object: at(object) };
    let mut said = String::new();
    for refused in [
        set("res://broken.tscn", at("A"), "x", one.clone()),
        set("res://odd.tscn", at("A"), "x", one.clone()),
        set("res://old.tscn", at("A"), "x", one.clone()),
        set("res://../out.tscn", at("A"), "x", one.clone()),
        edit("Nobody", "x", one.clone()),
        edit("Timer", "no_such", one.clone()),
        edit("Timer", "wait_time", EditValue::Text("soon".to_owned())),
        edit("Hero", "position", EditValue::Literal("Vector2(1".to_owned())),
        edit("Hero", "position", EditValue::Literal("Vector9(1)".to_owned())),
        edit("Hero", "texture", EditValue::Literal("ExtResource(\"9\")".to_owned())),
        edit("Hero", "global_position", EditValue::Literal("Vector2(1, 2)".to_owned())),
        edit("Label", "metadata/odd key", one),
        typed(
            "Mesh",
            "surface_material_override/0",
            EditValue::Text("res://nothing.tres".to_owned()),
        ),
        typed("Mesh", "surface_material_override/0", EditValue::Int(1)),
        typed("Mesh", "surface_material_override/0", EditValue::Text("res://leaf.tscn".to_owned())),
        typed("Mesh", "some/thing", EditValue::Text("res://metal.tres".to_owned())),
        typed("List", "item_0/text", EditValue::List(Vec::new())),
        typed("Player", "libraries/", EditValue::Text("moves".to_owned())),
        typed(".", "scene", EditValue::Text("res://metal.tres".to_owned())),
        typed(".", "kind", EditValue::Text("axe".to_owned())),
        typed("Part", "region_rect", EditValue::Text("8".to_owned())),
        rename("Hero", "Body"),
        rename("Hero", "a/b"),
        rename("L/Inner", "Outer"),
        delete("Main"),
        delete("L/Inner"),
        Edit::ReparentObject {
            scene: main(),
            object: at("Hero"),
            parent: Some(at("Hero/Hand")),
            sibling: None,
            keep_world: false,
        },
        Edit::Instantiate {
            scene: "res://leaf.tscn".to_owned(),
            source: main(),
            parent: None,
            sibling: None,
            name: None,
        },
        Edit::CreateScene { path: main(), class: None, name: None },
        Edit::CreateScene {
            path: "res://a.tscn".to_owned(),
            class: Some("Resource".to_owned()),
            name: None,
        },
        Edit::SetTag { scene: main(), object: at("Hero"), tag: "x".to_owned() },
    ] {
        let error = plan(&project, std::slice::from_ref(&refused)).map(|plan| render(&plan));
        writeln!(said, "{}", error.expect_err(&format!("{refused:?}"))).unwrap();
    }
    insta::assert_snapshot!("refusals", said);
}

/// Godot before 4.6 counts resources and does not number nodes; line ends are the file's own.
#[test]
fn a_file_keeps_the_ways_of_the_version_that_wrote_it() {
    let project = Fixture::new(cases::PROJECT);
    let old = "[gd_scene load_steps=2 format=3 uid=\"uid://bolder\"]\n\n[ext_resource type=\"Script\" path=\"res://plain.gd\" id=\"1_a\"]\n\n[node name=\"A\" type=\"Node2D\"]\nscript = ExtResource(\"1_a\")\n";
    project.write("game/old.tscn", old.replace('\n', "\r\n"));
    let scene = || "res://old.tscn".to_owned();
    let planned = plan(
        &project,
        &[
            Edit::Instantiate {
                scene: scene(),
                source: "res://leaf.tscn".to_owned(),
                parent: None,
                sibling: None,
                name: None,
            },
            set(
                "res://old.tscn",
                at("A"),
                "position",
                EditValue::Literal("Vector2(1,2)".to_owned()),
            ),
            Edit::DetachScript { scene: scene(), object: at("A") },
        ],
    )
    .unwrap();
    let after = String::from_utf8(planned.files[0].after.clone().unwrap()).unwrap();
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
    insta::assert_snapshot!("older", after.replace("\r\n", "\n"));
}

#[test]
fn ids_still_mean_their_nodes_after_an_earlier_edit_moved_them() {
    let project = Fixture::new(cases::PROJECT);
    let engine = open(&find(&project.path("game")).unwrap());
    let scene = engine.scene("res://main.tscn", &Context::unbounded()).unwrap().value;
    let hand = scene.objects.iter().find(|object| object.name == "Hand").unwrap().id;
    let main = || "res://main.tscn".to_owned();
    let planned = plan(
        &project,
        &[
            Edit::RenameObject { scene: main(), object: at("Hero"), name: "Heroine".to_owned() },
            Edit::ReparentObject {
                scene: main(),
                object: at("Heroine"),
                parent: Some(at("Body")),
                sibling: None,
                keep_world: false,
            },
            Edit::SetActive { scene: main(), object: ObjectRef::Id(hand), active: false },
        ],
    )
    .unwrap();
    let after = String::from_utf8(planned.files[0].after.clone().unwrap()).unwrap();
    let (_, below) = after.split_once("parent=\"Body/Heroine\" unique_id=3]\n").unwrap();
    assert!(below.starts_with("visible = false\n"), "{below}");
}

#[test]
fn edits_that_change_nothing_touch_no_file() {
    let project = Fixture::new(cases::PROJECT);
    let same = set(
        "res://main.tscn",
        at("Hero"),
        "position",
        EditValue::Literal("Vector2(10,20)".to_owned()),
    );
    let planned = plan(&project, &[same]).unwrap();
    assert_eq!((planned.files, planned.diagnostics), (Vec::new(), Vec::new()));
    let back = |name: &str, to: &str| Edit::RenameObject {
        scene: "res://main.tscn".to_owned(),
        object: at(name),
        name: to.to_owned(),
    };
    let there_and_back = [back("Hero", "X"), back("X", "Hero")];
    assert_eq!(plan(&project, &there_and_back).unwrap().files, []);
}

/// Other files that refer to a deleted node are reported.
#[test]
fn scenes_that_name_a_node_by_its_path_are_noted() {
    let project = Fixture::new(cases::PROJECT);
    let delete = Edit::DeleteObject { scene: "res://main.tscn".to_owned(), object: at("Label") };
    let notes = plan(&project, &[delete]).unwrap().diagnostics;
    assert_eq!(
        notes,
        ["'res://derived.tscn' refers to the node 'Label', which was deleted in 'res://main.tscn'"]
    );
}

/// Not one of the cases: their files are in the same project many times, and a class can have only one.
#[test]
fn a_node_of_a_scripts_class_gets_the_script_and_the_class_it_extends() {
    let project = Fixture::new(
        r#"
//- /game/project.godot
config_version=5
//- /game/base.gd
extends Marker2D
//- /game/named.gd
class_name Named extends "res://base.gd"
@export var own := 3
//- /game/data.gd
class_name SomeData extends Resource
//- /game/main.tscn
[gd_scene format=3]

[node name="Main" type="Node"]
"#,
    );
    let create = |class: &str| Edit::CreateObject {
        scene: "res://main.tscn".to_owned(),
        parent: None,
        sibling: None,
        name: "New".to_owned(),
        class: Some(class.to_owned()),
        components: Vec::new(),
    };
    let set = Edit::SetMember {
        scene: "res://main.tscn".to_owned(),
        object: ObjectRef::Path("Main/New".to_owned()),
        component: None,
        member: "own".to_owned(),
        value: EditValue::Int(5),
    };
    let plan_of = |edits: &[Edit]| render(&plan(&project, edits).unwrap());
    insta::assert_snapshot!(plan_of(&[create("Named"), set]), @r#"
    res://main.tscn
    + [ext_resource type="Script" path="res://named.gd" id="1_0g1a9"]
    + 
    + 
    + [node name="New" type="Marker2D" parent="."]
    + script = ExtResource("1_0g1a9")
    + own = 5
    made Main/New in res://main.tscn
    "#);
    let scene = Edit::CreateScene {
        path: "res://new.tscn".to_owned(),
        class: Some("Named".to_owned()),
        name: None,
    };
    let made = plan_of(&[scene]);
    assert!(made.contains("[node name=\"New\" type=\"Marker2D\"]"), "{made}");
    assert!(made.contains("type=\"Script\" path=\"res://named.gd\""), "{made}");
    let refused = plan(&project, &[create("SomeData")]).unwrap_err().to_string();
    assert_eq!(refused, "Node class 'SomeData' does not exist");
}
