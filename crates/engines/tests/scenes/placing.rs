//! Where objects are, by values that were worked out by hand.

use scenewright_model::{Placement, Transform};

use super::side::*;

const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

fn place(game: &Game, scene: &str, name: &str) -> Option<Placement> {
    let id = game.id(scene, name);
    game.world().placements(scene, &[id], &cx()).unwrap().value[0]
}

/// A rotation and its negative are the same turn.
#[track_caller]
fn is_at(found: Transform, position: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) {
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(close(&found.position, &position), "{found:?}");
    let turned = rotation.map(|part| -part);
    assert!(close(&found.rotation, &rotation) || close(&found.rotation, &turned), "{found:?}");
    assert!(close(&found.scale, &scale), "{found:?}");
}

const NO_TURN: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// A quarter turn around y, twice as large, at (1, 2, 3); below it something at (1, 0, 0).
#[test]
fn turns_and_scales_add_up_in_unity() {
    let parent =
        ["x: 0, y: 0.70710677, z: 0, w: 0.70710677", "x: 1, y: 2, z: 3", "x: 2, y: 2, z: 2"];
    let child = [STILL[0], "x: 1, y: 0, z: 0", "x: 1, y: 3, z: 1"];
    let documents = [
        game_object(100, "Parent", 101),
        transform(101, 100, parent, 0, &[201]),
        game_object(200, "Child", 201),
        transform(201, 200, child, 101, &[]),
    ];
    let project = unity_files(&[("Assets/main.unity", scene(&documents, &[101]))]);
    let game = Game::of(UNITY, &project);
    let found = place(&game, UNITY.main, "Child").unwrap();
    is_at(found.local, [1.0, 0.0, 0.0], NO_TURN, [1.0, 3.0, 1.0]);
    is_at(found.world, [1.0, 2.0, 1.0], [0.0, HALF, 0.0, HALF], [2.0, 6.0, 2.0]);
    assert!(!found.is_2d);
}

fn instance(id: i64, modifications: &[(i64, &str, &str)]) -> String {
    let guid = "00000000000000000000000000000002";
    let list = modifications.iter().fold(String::new(), |list, (target, path, value)| {
        list + &format!("    - target: {{fileID: {target}, guid: {guid}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {{fileID: 0}}\n")
    });
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Modification:\n    serializedVersion: 3\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications:\n{list}    m_RemovedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    )
}

#[test]
fn overrides_of_prefab_instances_count() {
    let prefab = [
        game_object(1000, "Crate", 1001),
        transform(1001, 1000, [STILL[0], "x: 5, y: 0, z: 0", STILL[2]], 0, &[2001]),
        game_object(2000, "Lid", 2001),
        transform(2001, 2000, [STILL[0], "x: 0, y: 1, z: 0", STILL[2]], 1001, &[]),
    ];
    let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
    let moved = [(1001, "m_LocalPosition.x", "7"), (2001, "m_LocalScale.y", "4")];
    let documents = [instance(500, &moved), instance(600, &[])];
    let project = unity_files(&[
        ("Assets/main.unity", scene(&documents, &[])),
        ("Assets/crate.prefab", head.to_owned() + &prefab.concat()),
    ]);
    let game = Game::of(UNITY, &project);
    let scene = game.engine.scene(UNITY.main, &cx()).unwrap().value;
    let ids: Vec<_> = scene.objects.iter().map(|object| object.id).collect();
    let names: Vec<_> = scene.objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(names, ["Crate", "Lid", "Crate", "Lid"]);
    let places = game.world().placements(UNITY.main, &ids, &cx()).unwrap().value;
    let mut lids = [places[1].unwrap().world, places[3].unwrap().world];
    lids.sort_by(|a, b| b.position[0].total_cmp(&a.position[0]));
    is_at(lids[0], [7.0, 1.0, 0.0], NO_TURN, [1.0, 4.0, 1.0]);
    is_at(lids[1], [5.0, 1.0, 0.0], NO_TURN, [1.0; 3]);
}

fn godot(nodes: &str) -> Game {
    let main = format!("[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node\"]\n{nodes}");
    Game::of(GODOT, &godot_files(&[("main.tscn", &main)]))
}

/// The same as in Unity; Godot turns the other way around.
#[test]
fn turns_and_scales_add_up_in_godot() {
    let game = godot(
        "\n[node name=\"Parent\" type=\"Node3D\" parent=\".\"]\ntransform = Transform3D(0, 0, 2, 0, 2, 0, -2, 0, 0, 1, 2, 3)\n\
         \n[node name=\"Child\" type=\"MeshInstance3D\" parent=\"Parent\"]\ntransform = Transform3D(1, 0, 0, 0, 3, 0, 0, 0, 1, 1, 0, 0)\n\
         \n[node name=\"Free\" type=\"Node3D\" parent=\"Parent\"]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 0, 0)\ntop_level = true\n\
         \n[node name=\"Anew\" type=\"Node\" parent=\"Parent\"]\n\
         \n[node name=\"Below\" type=\"Node3D\" parent=\"Parent/Anew\"]\n",
    );
    let of = |name| place(&game, GODOT.main, name);
    let child = of("Child").unwrap();
    is_at(child.local, [1.0, 0.0, 0.0], NO_TURN, [1.0, 3.0, 1.0]);
    is_at(child.world, [1.0, 2.0, 1.0], [0.0, HALF, 0.0, HALF], [2.0, 6.0, 2.0]);
    is_at(of("Free").unwrap().world, [9.0, 0.0, 0.0], NO_TURN, [1.0; 3]);
    is_at(of("Below").unwrap().world, [0.0; 3], NO_TURN, [1.0; 3]);
    assert!(of("Root").is_none() && of("Anew").is_none());
}

#[test]
fn what_lies_in_a_plane_is_flat() {
    let game = godot(
        "\n[node name=\"Parent\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(10, 20)\nrotation = 1.5707964\nscale = Vector2(2, 2)\n\
         \n[node name=\"Child\" type=\"Sprite2D\" parent=\"Parent\"]\nposition = Vector2(5, 0)\n\
         \n[node name=\"Panel\" type=\"Panel\" parent=\".\"]\nanchor_right = 1.0\nanchor_bottom = 1.0\noffset_left = 8.0\noffset_top = 4.0\n\
         \n[node name=\"Corner\" type=\"Button\" parent=\"Panel\"]\nanchor_left = 1.0\nanchor_top = 0.5\noffset_left = -100.0\n\
         \n[node name=\"Box\" type=\"VBoxContainer\" parent=\"Panel\"]\n\
         \n[node name=\"Row\" type=\"Label\" parent=\"Panel/Box\"]\n",
    );
    let of = |name| place(&game, GODOT.main, name).unwrap();
    let child = of("Child");
    assert!(child.is_2d);
    is_at(child.world, [10.0, 30.0, 0.0], [0.0, 0.0, HALF, HALF], [2.0, 2.0, 1.0]);
    is_at(of("Panel").world, [8.0, 4.0, 0.0], NO_TURN, [1.0; 3]);
    // The window is 1152 by 648, the panel 1144 by 644.
    is_at(of("Corner").local, [1044.0, 322.0, 0.0], NO_TURN, [1.0; 3]);
    is_at(of("Corner").world, [1052.0, 326.0, 0.0], NO_TURN, [1.0; 3]);
    let row = game.id(GODOT.main, "Row");
    let notes = game.world().placements(GODOT.main, &[row], &cx()).unwrap().diagnostics;
    assert!(notes[0].starts_with("1 Controls are in containers"), "{notes:?}");
}

#[test]
fn unsaved_moves_count() {
    let game = Game::new(UNITY);
    game.keep(6);
    let found = place(&game, UNITY.main, "Box").unwrap();
    is_at(found.world, [6.0, 0.0, 0.0], NO_TURN, [1.0; 3]);
}

/// In one pass over the files: it would take minutes if they were read for each object.
#[test]
fn thousands_of_objects_are_placed_at_once() {
    const COUNT: i64 = 20_000;
    let mut documents = Vec::new();
    for number in 0..COUNT {
        let (object, transform) = (1000 + 2 * number, 1001 + 2 * number);
        let father = if number % 10 == 0 { 0 } else { transform - 2 };
        let child = if number % 10 == 9 { Vec::new() } else { vec![transform + 2] };
        let place = [STILL[0], "x: 1, y: 0, z: 0", STILL[2]];
        documents.push(game_object(object, "Link", transform));
        documents.push(super::side::transform(transform, object, place, father, &child));
    }
    let project = unity_files(&[("Assets/main.unity", scene(&documents, &[]))]);
    let game = Game::of(UNITY, &project);
    let scene = game.engine.scene(UNITY.main, &cx()).unwrap().value;
    let ids: Vec<_> = scene.objects.iter().map(|object| object.id).collect();
    let start = std::time::Instant::now();
    let places = game.world().placements(UNITY.main, &ids, &cx()).unwrap().value;
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let last = places.iter().flatten().map(|place| place.world.position[0]);
    assert_eq!(last.fold(0.0, f64::max), 10.0);
    assert_eq!(places.len(), COUNT as usize);
}
