//! Scenes that are not text: binary ones, imported models, and models that Godot has not imported yet.

use scenewright_engine::{Editing, EngineError};
use scenewright_model::{Edit, EditValue, ObjectRef};

use super::*;

/// Saved by Godot 4.6 from scenes like [`LEAF`].
fn saved(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../godot_binary/src/tests/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

const LEAF: &str = r#"//- /a.gd
extends Node
//- /leaf.tscn
[gd_scene format=3]
[node name="Leaf" type="Node3D" unique_id=11]
[node name="Body" type="StaticBody3D" parent="." unique_id=12]
[node name="Shape" type="CollisionShape3D" parent="Body" unique_id=13]
[node name="Logic" type="Node" parent="." unique_id=14]
"#;

const MODEL: &str = r#"//- /a.gd
extends Node
//- /model.glb
//- /model.glb.import
[remap]
importer="scene"
type="PackedScene"
path="res://.godot/imported/model.glb-1a2b.scn"
[params]
nodes/root_type="Node3D"
//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://model.glb" id="1"]
[node name="Main" type="Node3D"]
[node name="Model" parent="." instance=ExtResource("1")]
[node name="Shape" parent="Model/Body" index="0"]
disabled = true
[node name="Mark" type="Marker3D" parent="Model/Body" index="1"]
[editable path="Model"]
"#;

fn imported() -> (Fixture, FileEngine) {
    let (fixture, engine) = project(MODEL);
    fixture.write(".godot/imported/model.glb-1a2b.scn", saved("leaf_compressed.scn"));
    (fixture, engine)
}

#[test]
fn an_imported_model_has_its_nodes() {
    let (_fixture, engine) = imported();
    assert_snapshot!(outline(&engine, "main.tscn"), @r"
    Main: Node3D
      Model: Node3D
        Body: StaticBody3D
          Shape: CollisionShape3D
          Mark: Marker3D
        Logic: Node, a.gd
    ");
    assert_eq!(diagnostics(&engine, "main.tscn"), [""; 0]);
    let model = engine.scene("res://model.glb", &Context::unbounded()).unwrap().value;
    assert_eq!(model.objects[0].name, "Leaf");
}

#[test]
fn the_properties_of_imported_nodes_are_read() {
    let (_fixture, engine) = imported();
    let cx = Context::unbounded();
    let scene = engine.scene("main.tscn", &cx).unwrap().value;
    let shape = scene.objects.iter().find(|object| object.name == "Shape").unwrap();
    let members = engine.as_members().unwrap();
    let all = members.members("main.tscn", shape.id, &[0], &cx).unwrap().value;
    let value = |name: &str| {
        let found = all[0].iter().find(|member| member.name == name);
        format!("{:?}", found.unwrap().value)
    };
    assert!(value("shape").contains("BoxShape3D_1"), "{}", value("shape"));
    assert!(value("disabled").contains("true"), "{}", value("disabled"));
}

#[test]
fn binary_scenes_are_listed_and_read() {
    let (fixture, engine) = project(LEAF);
    fixture.write("main.scn", saved("main.scn"));
    fixture.write("derived.scn", saved("derived.scn"));
    let scenes = engine.scenes(&Context::unbounded()).unwrap().value;
    let names: Vec<String> = scenes.iter().map(|scene| scene.path.clone()).collect();
    assert_eq!(names, ["res://derived.scn", "res://leaf.tscn", "res://main.scn"]);
    assert_snapshot!(outline(&engine, "derived.scn"), @r"
    Derived: Node3D
      Body: StaticBody3D
        Shape: CollisionShape3D
      Logic: Node
      More: Node3D
    ");
    assert_snapshot!(outline(&engine, "main.scn"), @r"
    Main: Node
      L: Node3D
        Body: StaticBody3D (hidden)
          Added: Node
          Shape: CollisionShape3D
        Logic: Node
      Later: Node3D
        Body: StaticBody3D
          Shape: CollisionShape3D
        Logic: Node
    ");
}

#[test]
fn the_files_that_binary_files_use_are_dependencies() {
    let (fixture, engine) = project(LEAF);
    fixture.write("main.scn", saved("main.scn"));
    let assets = engine.as_assets().unwrap();
    let users = assets.dependents("leaf.tscn", 1, &Context::unbounded()).unwrap();
    assert_eq!(users.value[0].path, "res://main.scn");
    assert!(users.coverage.is_complete());
    fixture.write("leaf.tscn", "");
    std::fs::remove_file(fixture.path("leaf.tscn")).unwrap();
    let found = findings(&engine);
    assert!(found.contains(r#"res://main.scn "Main/L"  instance -> res://leaf.tscn"#), "{found}");
}

#[test]
fn a_new_import_is_noticed() {
    let (fixture, engine) = imported();
    assert!(outline(&engine, "main.tscn").contains("Logic"));
    fixture.write(".godot/imported/model.glb-1a2b.scn", saved("derived.scn"));
    fixture.write("leaf.tscn", "[gd_scene format=3]\n[node name=\"Leaf\" type=\"Area3D\"]\n");
    let after = outline(&engine, "main.tscn");
    assert!(after.contains("Model: Area3D") && after.contains("More"), "{after}");
}

/// As in Godot, the content decides, and not the time of a change.
#[test]
fn a_model_that_changed_after_its_import_is_reported() {
    let (fixture, engine) = imported();
    let record = "source_md5=\"d41d8cd98f00b204e9800998ecf8427e\"\ndest_md5=\"0\"\n";
    fixture.write(".godot/imported/model.glb-1a2b.md5", record);
    let product = std::fs::File::options()
        .write(true)
        .open(fixture.path(".godot/imported/model.glb-1a2b.scn"))
        .unwrap();
    product.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(diagnostics(&engine, "main.tscn"), [""; 0]);
    fixture.write("model.glb", "changed");
    let reported = diagnostics(&engine, "main.tscn").join("");
    assert!(reported.contains("'res://model.glb' changed after the import"), "{reported}");
}

const TWO_MODELS: &str = r#"//- /ship.gltf
{"scenes":[{"nodes":[0,2]}],"nodes":[{"name":"Hull.1","mesh":0,"children":[1]},{"name":"Mast"},{"name":"Lamp","camera":0}]}
//- /ship.gltf.import
importer="scene"
nodes/root_type="Area3D"
nodes/root_name="Ship"
//- /other.gltf
{"nodes":[{"name":"A"}]}
//- /rock.fbx
//- /rock.fbx.import
importer="scene"
//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://ship.gltf" id="1"]
[ext_resource type="PackedScene" path="res://other.gltf" id="2"]
[ext_resource type="PackedScene" path="res://rock.fbx" id="3"]
[node name="Main" type="Node"]
[node name="One" parent="." instance=ExtResource("1")]
[node name="Two" parent="." instance=ExtResource("2")]
[node name="Three" parent="." instance=ExtResource("3")]
[node name="Unknown" parent="One/Hull_1" index="0"]
"#;

#[test]
fn a_model_that_was_not_imported_has_the_nodes_of_its_file() {
    let (_fixture, engine) = project(TWO_MODELS);
    assert_snapshot!(outline(&engine, "main.tscn"), @r"
    Main: Node
      One: Area3D
        Hull_1: MeshInstance3D
          Mast: Node3D
          Unknown: (unknown class)
        Lamp: Camera3D
      Two: Node3D
        A: Node3D
      Three: Node3D
    ");
    assert_snapshot!(diagnostics(&engine, "main.tscn").join("\n"), @"Godot has not imported everything yet (`godot --headless --import` does it): the nodes of 'res://other.gltf', 'res://ship.gltf' were read from the model itself and may differ after the import; only the root of 'res://rock.fbx' is shown");
    assert!(outline(&engine, "ship.gltf").starts_with("Ship: Area3D"));
    let error = engine.scene("res://rock.fbx", &Context::unbounded()).unwrap_err();
    assert!(error.to_string().contains("has not imported it yet"), "{error}");
}

fn rename(scene: &str, object: &str) -> Edit {
    Edit::RenameObject {
        scene: scene.to_owned(),
        object: ObjectRef::Path(object.to_owned()),
        name: "Other".to_owned(),
    }
}

fn refused(engine: &dyn Editing, edit: Edit) -> String {
    match engine.plan(&[edit], &Context::unbounded()) {
        Err(EngineError::Refused { reason, .. }) => reason,
        other => panic!("{:?}", other.map(|_| ())),
    }
}

#[test]
fn binary_and_imported_scenes_are_never_written() {
    let (fixture, engine) = imported();
    fixture.write("derived.scn", saved("derived.scn"));
    let editing = engine.as_editing().unwrap();
    assert!(refused(editing, rename("derived.scn", "Derived")).contains("binary format"));
    assert!(refused(editing, rename("model.glb", "Leaf")).contains("it is imported"));
    assert!(refused(editing, rename("main.tscn", "Main/Model/Logic")).contains("instanced scene"));
}

#[test]
fn nodes_of_an_imported_model_can_be_overridden() {
    let (_fixture, engine) = imported();
    let hide = |object: &str| Edit::SetActive {
        scene: "main.tscn".to_owned(),
        object: ObjectRef::Path(object.to_owned()),
        active: false,
    };
    let editing = engine.as_editing().unwrap();
    let cx = Context::unbounded();
    let plan = editing.plan(&[hide("Main/Model/Body")], &cx).unwrap().value;
    let text = String::from_utf8(plan.files[0].after.clone().unwrap()).unwrap();
    assert!(text.contains("[node name=\"Body\" parent=\"Model\""), "{text}");
    let unknown = editing.plan(&[hide("Main/Model/Bodi")], &cx).map(|_| ()).unwrap_err();
    assert!(matches!(unknown, EngineError::Name(_)), "{unknown}");
}

/// An array that is not read as a whole cannot be written, also as a part of a value.
#[test]
fn a_shortened_array_is_not_a_value() {
    let (_fixture, engine) =
        project("//- /main.tscn\n[gd_scene format=3]\n[node name=\"Main\" type=\"GraphEdit\"]\n");
    let value = "{\"a\": [Shortened(PackedByteArray(1, 2), 5000)]}";
    let edit = Edit::SetMember {
        scene: "main.tscn".to_owned(),
        object: ObjectRef::Path("Main".to_owned()),
        component: None,
        member: "type_names".to_owned(),
        value: EditValue::Text(value.to_owned()),
    };
    let reason = refused(engine.as_editing().unwrap(), edit);
    assert!(reason.contains("Shortened"), "{reason}");
}

/// The import settings are part of the project, and so is what they can make this program read.
#[test]
fn import_settings_cannot_name_a_file_outside_of_the_project() {
    let (fixture, engine) = imported();
    let settings = MODEL.replace(".godot/imported/model.glb-1a2b.scn", "../secret.scn");
    let settings = settings.split("//- /model.glb.import\n").nth(1).unwrap();
    fixture.write("model.glb.import", settings.split("//- ").next().unwrap());
    let shown = outline(&engine, "main.tscn");
    assert!(shown.contains("Model: (unreadable scene)"), "{shown}");
}
