//! What a scene's files say of its nodes beside their place: groups, owners, signals, properties.

use scenewright_model::{NodeOrigin, SceneObject};

use super::*;
use crate::scene;

const LEAF: &str = r#"//- /leaf.tscn
[gd_scene format=3]
[ext_resource type="Texture2D" path="res://a.png" id="1"]
[node name="Leaf" type="Node2D" unique_id=11 groups=["base", "z"]]
position = Vector2(1, 2)
[node name="Renamed" type="Node2D" parent="." unique_id=12 groups=["b", "a"]]
unique_name_in_owner = true
texture = ExtResource("1")
"metadata/odd key" = 1
[node name="Deep" type="Timer" parent="Renamed" unique_id=13]
[node name="Push" type="Button" parent="." unique_id=14]
[connection signal="timeout" from="Renamed/Deep" to="." method="ring"]
//- /a.png
"#;

const MAIN: &str = r#"//- /main.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://leaf.tscn" id="1"]
[ext_resource type="Texture2D" path="res://a.png" id="2"]
[node name="Main" type="Node" unique_id=1]
[node name="L" parent="." unique_id=2 groups=["outer"] instance=ExtResource("1")]
position = Vector2(3, 4)
[node name="Old" parent="L" parent_id_path=PackedInt32Array(2) index="0" unique_id=12 groups=["a", "over"]]
texture = ExtResource("2")
[node name="Added" type="Node" parent="L/Old/Older" parent_id_path=PackedInt32Array(2, 13) node_paths=PackedStringArray("goal") unique_id=99]
goal = NodePath("..")
[node name="Later" parent="." instance_placeholder="res://leaf.tscn"]
[connection signal="pressed" from="L/OldPush" to="." method="go" from_uid_path=PackedInt32Array(2, 14)]
[connection signal="pressed" from="L/Push" to="." method="go"]
[connection signal="pressed" from="L/Push" to="L/Renamed" method="show" flags=3 binds= [1, "x"]]
[connection signal="pressed" from="L/Push" to="Nowhere" method="go"]
[editable path="L"]
"#;

const DERIVED: &str = r#"//- /derived.tscn
[gd_scene format=3]
[ext_resource type="PackedScene" path="res://main.tscn" id="1"]
[node name="Derived" groups=["d"] instance=ExtResource("1")]
[node name="Mine" type="Node" parent="." index="0"]
[node name="Deep" parent="L/Renamed" index="0" groups=["top"]]
[connection signal="pressed" from="L/Push" to="Mine" method="go" unbinds=1]
"#;

fn sheet(engine: &FileEngine, path: &str) -> String {
    let scene = engine.scene(path, &Context::unbounded()).unwrap().value;
    let mut text = String::new();
    for object in &scene.objects {
        writeln!(text, "{}:{}", object.path, facts(&scene, object)).unwrap();
    }
    for wire in &scene.connections {
        let (from, to) = (&scene.object(wire.from).path, &scene.object(wire.to).path);
        let (signal, method, file) = (&wire.signal, &wire.method, &wire.file);
        let binds = wire.binds.as_deref().unwrap_or("-");
        let (flags, unbinds) = (wire.flags, wire.unbinds);
        writeln!(text, "{from} {signal} -> {to} {method} {flags} {binds} {unbinds} {file}")
            .unwrap();
    }
    text
}

fn facts(scene: &Scene, object: &SceneObject) -> String {
    let facts = object.node.as_deref().unwrap();
    let mut text = String::new();
    if !facts.groups.is_empty() {
        write!(text, " groups {}", facts.groups.join(",")).unwrap();
    }
    if let Some(path) = &facts.instance_of {
        write!(text, " of {path}").unwrap();
    }
    if let Some(owner) = facts.owner {
        write!(text, " owner {}", scene.object(owner).name).unwrap();
    }
    for (is_so, what) in [
        (facts.unique_name, " unique"),
        (facts.placeholder, " placeholder"),
        (facts.editable, " editable"),
        (facts.origin == NodeOrigin::Inherited, " inherited"),
        (facts.origin == NodeOrigin::Instanced, " instanced"),
    ] {
        text.push_str(if is_so { what } else { "" });
    }
    text
}

#[test]
fn groups_owners_and_signals_come_from_every_level() {
    let (_fixture, engine) = project(&format!("{LEAF}{MAIN}{DERIVED}"));
    assert_snapshot!(sheet(&engine, "main.tscn"), @r#"
    Main:
    Main/L: groups base,z,outer of res://leaf.tscn owner Main editable
    Main/L/Renamed: groups b,a,over owner L unique instanced
    Main/L/Renamed/Deep: owner L instanced
    Main/L/Renamed/Deep/Added: owner Main
    Main/L/Push: owner L instanced
    Main/Later: groups base,z of res://leaf.tscn owner Main placeholder
    Main/Later/Renamed: groups b,a owner Later unique instanced
    Main/Later/Renamed/Deep: owner Later instanced
    Main/Later/Push: owner Later instanced
    Main/L/Renamed/Deep timeout -> Main/L ring 2 - 0 res://leaf.tscn
    Main/Later/Renamed/Deep timeout -> Main/Later ring 2 - 0 res://leaf.tscn
    Main/L/Push pressed -> Main go 2 - 0 res://main.tscn
    Main/L/Push pressed -> Main/L/Renamed show 3 [1, "x"] 0 res://main.tscn
    "#);
    assert_snapshot!(sheet(&engine, "derived.tscn"), @r#"
    Derived: groups d of res://main.tscn
    Derived/Mine: owner Derived
    Derived/L: groups base,z,outer of res://leaf.tscn owner Derived editable inherited
    Derived/L/Renamed: groups b,a,over owner L unique instanced
    Derived/L/Renamed/Deep: groups top owner L instanced
    Derived/L/Renamed/Deep/Added: owner Derived inherited
    Derived/L/Push: owner L instanced
    Derived/Later: groups base,z of res://leaf.tscn owner Derived placeholder inherited
    Derived/Later/Renamed: groups b,a owner Later unique instanced
    Derived/Later/Renamed/Deep: owner Later instanced
    Derived/Later/Push: owner Later instanced
    Derived/L/Renamed/Deep timeout -> Derived/L ring 2 - 0 res://leaf.tscn
    Derived/Later/Renamed/Deep timeout -> Derived/Later ring 2 - 0 res://leaf.tscn
    Derived/L/Push pressed -> Derived go 2 - 0 res://main.tscn
    Derived/L/Push pressed -> Derived/L/Renamed show 3 [1, "x"] 0 res://main.tscn
    Derived/L/Push pressed -> Derived/Mine go 2 - 1 res://derived.tscn
    "#);
    assert_snapshot!(diagnostics(&engine, "main.tscn").join("\n"), @r"
    'res://main.tscn' connects the signal 'pressed' of the node 'L/Push' to the node 'Nowhere', and does not have both nodes
    ");
}

#[test]
fn names_that_cannot_be_are_changed_as_the_editor_does() {
    let (_fixture, engine) = project(
        r#"//- /main.tscn
[gd_scene format=3]
[node name="a.b" type="Node"]
[node name="Twin" type="Node" parent="."]
[node name="Twin" type="Timer" parent="."]
[node name="Twin9" type="Timer" parent="."]
[node name="Twin9" type="Timer" parent="."]
[node name="Twin" type="Timer" parent="."]
[node name="x%y/z" type="Node" parent="."]
[node name="Twin" type="Node" parent="A/B"]
[node name="Up" type="Node" parent="Twin/../Twin9"]
"#,
    );
    assert_snapshot!(outline(&engine, "main.tscn"), @r"
    a_b: Node
      Twin: Node
      Twin2: Timer
      Twin9: Timer
        Up: Node
      Twin10: Timer
      Twin3: Timer
      x%y/z: Node
      A_B#Twin4: Node
    ");
}

#[test]
fn properties_say_which_file_they_come_from() {
    let (fixture, _) = project(&format!("{LEAF}{MAIN}{DERIVED}"));
    let format = GodotFormat::new(ProjectRoot::new(fixture.root()), &EngineEnvironment::default());
    let cx = Context::unbounded();
    let resolved = scene::resolve(&format.files(&cx), "derived.tscn").unwrap();
    let mut text = String::new();
    for (index, object) in resolved.scene.objects.iter().enumerate() {
        for property in resolved.properties(ObjectIndex(index as u32)) {
            let file = resolved.path(property.document);
            let node = if property.is_node { " (node)" } else { "" };
            let (path, name, raw) = (&object.path, &property.name, &property.raw);
            writeln!(text, "{path} {name} = {raw}{node} in {file}").unwrap();
        }
    }
    assert_snapshot!(text, @r#"
    Derived/L position = Vector2(3, 4) in res://main.tscn
    Derived/L/Renamed unique_name_in_owner = true in res://leaf.tscn
    Derived/L/Renamed texture = ExtResource("2") in res://main.tscn
    Derived/L/Renamed metadata/odd key = 1 in res://leaf.tscn
    Derived/L/Renamed/Deep/Added goal = NodePath("..") (node) in res://main.tscn
    Derived/Later position = Vector2(1, 2) in res://leaf.tscn
    Derived/Later/Renamed unique_name_in_owner = true in res://leaf.tscn
    Derived/Later/Renamed texture = ExtResource("1") in res://leaf.tscn
    Derived/Later/Renamed metadata/odd key = 1 in res://leaf.tscn
    "#);
    assert!(resolved.layers(ObjectIndex(u32::MAX)).is_empty());
}

#[test]
fn a_resolved_scene_is_kept_until_one_of_its_files_changes() {
    let (fixture, engine) = project(&format!("{LEAF}{MAIN}"));
    let read = || engine.scene("main.tscn", &Context::unbounded()).unwrap().value;
    assert!(!Arc::ptr_eq(&read(), &read()), "files that were just written may change unseen");
    std::thread::sleep(std::time::Duration::from_millis(2100));
    assert!(Arc::ptr_eq(&read(), &read()));
    let before = read();
    fixture.write("leaf.tscn", "[gd_scene format=3]\n[node name=\"Leaf\" type=\"Node\"]\n");
    assert_ne!(before, read());
}
