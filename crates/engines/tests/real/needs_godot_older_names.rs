//! A real Godot is the judge of the properties that older versions stored under other names: it loads the old name
//! and has the value that we read.

use std::fmt::Write;
use std::fs;

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_godot_files::judged::{OlderProperty, older_properties};
use scenewright_model::{MemberValue, ObjectId};
use scenewright_testkit::Fixture;
use serde_json::Value;

use crate::needs_godot::godot;

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/read_properties.gd");
const SCENE: &str = "res://older.tscn";

/// Values that are not the default: of the old property in the file, and of the new one in Godot.
fn values(class: &str, new: &str, found: OlderProperty) -> (&'static str, &'static str) {
    match (found, new) {
        (OlderProperty::Implies(_, implied), _) => ("true", implied),
        (OlderProperty::HalfOf(_), _) if class == "RectangleShape2D" => {
            ("Vector2(1, 2)", "Vector2(2, 4)")
        }
        (OlderProperty::HalfOf(_), _) => ("Vector3(1, 2, 3)", "Vector3(2, 4, 6)"),
        (OlderProperty::Renamed(_), name) => match name {
            "sprite_frames" => ("SubResource(\"frames\")", "SpriteFrames"),
            "texture_normal" | "texture_pressed" => {
                ("SubResource(\"texture\")", "GradientTexture2D")
            }
            "navigation_polygon" => ("SubResource(\"polygon\")", "NavigationPolygon"),
            "navigation_mesh" => ("SubResource(\"mesh\")", "NavigationMesh"),
            "start_position" | "end_position" if class.ends_with("2D") => {
                ("Vector2(1, 2)", "Vector2(1, 2)")
            }
            "start_position" | "end_position" => ("Vector3(1, 2, 3)", "Vector3(1, 2, 3)"),
            "vertices_per_polygon" => ("4.0", "4.0"),
            "active" => ("false", "false"),
            "rendering_quadrant_size" => ("8", "8"),
            _ => ("2", "2"),
        },
    }
}

const RESOURCES: [&str; 3] = ["RectangleShape2D", "BoxShape3D", "NavigationMesh"];

#[test]
fn every_older_name_leads_to_the_value_that_godot_has() {
    let project = project();
    let asked: Vec<[String; 2]> = older_properties()
        .iter()
        .enumerate()
        .map(|(row, (.., found))| [format!("Row{row}"), new_name(*found).to_owned()])
        .collect();
    project.write("game/asked.json", serde_json::to_vec(&asked).unwrap());
    project.write("game/judge.gd", fs::read(JUDGE).unwrap());
    let ours: Vec<Option<String>> = our_values(&project);
    let output = godot(&project, &["--script", "res://judge.gd", "--", SCENE]);
    let judged: Vec<Value> = output
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(judged.len(), older_properties().len(), "{output}");
    let mut wrong = Vec::new();
    for (((class, old, found), godots), ours) in older_properties().iter().zip(&judged).zip(ours) {
        let expected = values(class, new_name(*found), *found).1;
        let godots = match godots["classes"][0].as_str() {
            Some(class) => class,
            None => godots["text"].as_str().unwrap_or_default(),
        };
        if godots != expected {
            wrong.push(format!("{class} {old}: {found:?}: Godot has {godots}"));
        }
        // A resource is an id in the file.
        if ours.as_ref().is_some_and(|ours| ours != expected && !ours.starts_with("SubResource(")) {
            wrong.push(format!("{class} {old}: {found:?}: we read {ours:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn new_name(found: OlderProperty) -> &'static str {
    match found {
        OlderProperty::Renamed(new)
        | OlderProperty::Implies(new, _)
        | OlderProperty::HalfOf(new) => new,
    }
}

fn project() -> Fixture {
    let mut scene = "[gd_scene format=3]\n".to_owned();
    for (id, class) in [
        ("frames", "SpriteFrames"),
        ("texture", "GradientTexture2D"),
        ("polygon", "NavigationPolygon"),
        ("mesh", "NavigationMesh"),
    ] {
        writeln!(scene, "\n[sub_resource type=\"{class}\" id=\"{id}\"]").unwrap();
    }
    let mut nodes = "\n[node name=\"Older\" type=\"Node\"]\n".to_owned();
    for (row, (class, old, found)) in older_properties().iter().enumerate() {
        let value = values(class, new_name(*found), *found).0;
        if RESOURCES.contains(class) {
            writeln!(scene, "\n[sub_resource type=\"{class}\" id=\"row{row}\"]\n{old} = {value}")
                .unwrap();
            writeln!(
                nodes,
                "\n[node name=\"Row{row}\" type=\"Node\" parent=\".\"]\nmetadata/it = SubResource(\"row{row}\")"
            )
            .unwrap();
        } else {
            let class = concrete(class);
            writeln!(
                nodes,
                "\n[node name=\"Row{row}\" type=\"{class}\" parent=\".\"]\n{old} = {value}"
            )
            .unwrap();
        }
    }
    let project = Fixture::new("//- /game/project.godot\nconfig_version=5\n");
    project.write("game/older.tscn", scene + &nodes);
    project
}

/// A class of which there are instances.
fn concrete(class: &str) -> &str {
    match class {
        "GeometryInstance3D" => "MeshInstance3D",
        other => other,
    }
}

/// The new properties of the nodes as they are read from the file; `None` for those of resources.
fn our_values(project: &Fixture) -> Vec<Option<String>> {
    let engine = open(&find(&project.path("game")).unwrap());
    let cx = Context::unbounded();
    let scene = engine.scene(SCENE, &cx).unwrap().value;
    let mut read = Vec::new();
    for (row, (class, _, found)) in older_properties().iter().enumerate() {
        if RESOURCES.contains(class) {
            read.push(None);
            continue;
        }
        let path = format!("Older/Row{row}");
        let object = scene.objects.iter().find(|object| object.path == path).unwrap();
        let ids: [ObjectId; 1] = [object.id];
        let nodes = engine.as_nodes().unwrap();
        let mut node = nodes.node_properties(SCENE, &ids, true, &cx).unwrap().value;
        let properties = node.remove(0).properties;
        let found = properties.into_iter().find(|property| property.name == new_name(*found));
        read.push(Some(found.map_or("(nothing)".to_owned(), |property| match property.value {
            MemberValue::Typed(typed) => typed.text.clone(),
            other => format!("{other:?}"),
        })));
    }
    read
}
