//! The sample project that ships with the program.

use std::path::Path;

use scenewright_engine::{Context, Engine, contract};

use super::super::UnityFormat;
use super::members::{listed, members};
use super::{missing_in, outline};
use scenewright_project_files::FileEngine;
use scenewright_project_files::root::ProjectRoot;

fn sample() -> FileEngine {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenewright/samples/unity");
    FileEngine::new(
        UnityFormat::new(ProjectRoot::new(Path::new(path).canonicalize().unwrap())),
        None,
    )
}

fn outline_of(path: &str) -> String {
    let scene = sample().scene(path, &Context::unbounded()).unwrap();
    assert_eq!(scene.diagnostics, [""; 0], "{path}");
    outline(&scene.value)
}

#[test]
fn the_sample_keeps_the_contract() {
    contract::check(&sample());
}

#[test]
fn the_sample_has_project_info() {
    let project = sample().project(&Context::unbounded()).unwrap();
    assert_eq!(project.diagnostics, [""; 0]);
    let project = project.value;
    assert_eq!(project.name, "Harbour Lights");
    assert_eq!(project.engine_version.as_deref(), Some("2022.3.20f1"));
    assert_eq!(project.main_scene.as_deref(), Some("Assets/Scenes/Menu.unity"));
}

#[test]
fn the_samples_scenes_are_shown_as_the_editor_shows_them() {
    insta::assert_snapshot!(outline_of("Assets/Scenes/Main.unity"), @"
    Main Camera [Transform, Camera, AudioListener]
    Directional Light [Transform, Light]
    Player [Transform, CharacterController, PlayerController]
      Lantern [Transform, MeshFilter, MeshRenderer, Flicker]
        Glow [Transform, Light]
    Pier [Transform, MeshFilter, MeshRenderer]
      Crate by the Rope [Transform, MeshFilter, MeshRenderer, BoxCollider]
        Lid [Transform, MeshFilter, MeshRenderer]
      Crate (1) [Transform, MeshFilter, MeshRenderer, BoxCollider] inactive
        Lid [Transform, MeshFilter, MeshRenderer]
    Lighthouse [Transform, MeshFilter, MeshRenderer, BoxCollider]
      Lamp Room [Transform]
        Beacon [Transform, MeshFilter, MeshRenderer, Flicker]
          Glow [Transform, Light]
    OldBuoy [Transform, MeshFilter, MeshRenderer, (missing script)]
    Sign [Transform, MeshFilter, MeshRenderer]
    ");
    insta::assert_snapshot!(outline_of("Assets/Scenes/Menu.unity"), @"
    Main Camera [Transform, Camera]
    Title [Transform]
    ");
    insta::assert_snapshot!(outline_of("Assets/Prefabs/Crate Rotten.prefab"), @"Crate Rotten [Transform, MeshFilter, MeshRenderer]");
}

#[test]
fn the_samples_members_are_those_of_the_inspector() {
    let shown = |object: &str, component: usize| {
        let read = members(&sample(), "Assets/Scenes/Main.unity", object, component);
        assert_eq!(read.diagnostics, [""; 0], "{object}");
        listed(&read.value, "\n")
    };
    insta::assert_snapshot!(shown("Lighthouse", 0), @"
    m_LocalRotation: turn 0 0 0
    m_LocalPosition: vector3 14 8 20
    m_LocalScale: vector3 3 8 3
    m_ConstrainProportionsScale: bool false
    m_Children: [-> Lighthouse/Lamp Room (Transform)]
    m_Father: -> none
    m_LocalEulerAnglesHint: vector3 0 0 0
    ");
    insta::assert_snapshot!(shown("Lighthouse/Lamp Room/Beacon", 0), @"
    m_LocalRotation: turn 0 0 0
    m_LocalPosition: vector3 0 0.2 0
    m_LocalScale: vector3 0.3 0.4 0.3
    m_ConstrainProportionsScale: bool false
    m_Children: [-> Lighthouse/Lamp Room/Beacon/Glow (Transform)]
    m_Father: -> Lighthouse/Lamp Room (Transform)
    m_LocalEulerAnglesHint: vector3 0 0 0
    ");
    insta::assert_snapshot!(shown("Lighthouse/Lamp Room/Beacon", 3), @r#"
    m_Enabled: bool true
    m_Script: -> Assets/Scripts/Flicker.cs (MonoScript)
    m_Name: text ""
    target: -> Lighthouse/Lamp Room/Beacon/Glow (Light)
    calm: float 1.2
    depth: float 0.35
    pace: int 4
    "#);
}

#[test]
fn the_sample_has_one_missing_script_and_one_broken_reference() {
    let found = missing_in(&sample());
    assert_eq!(found.diagnostics, [""; 0]);
    insta::assert_debug_snapshot!(found.value, @r#"
    Findings {
        missing_scripts: [
            MissingScript {
                file: "Assets/Scenes/Main.unity",
                object_path: "OldBuoy",
                component_index: 3,
                target: Guid(
                    "c32fecd81ca4e777e44b54090d0a4776",
                ),
                reason: NoAsset,
                position: Some(
                    SourcePosition {
                        line: 532,
                        column: 38,
                    },
                ),
            },
        ],
        broken_references: [
            BrokenReference {
                kind: BrokenReference,
                file: "Assets/Scenes/Main.unity",
                object_path: "Sign",
                component: "MeshRenderer",
                property: "m_Materials[0]",
                target: Guid(
                    "6388d641ddb434035124eeefff7b90fc",
                ),
                reason: NoAsset,
                position: Some(
                    SourcePosition {
                        line: 761,
                        column: 29,
                    },
                ),
            },
        ],
        unknown_references: [],
        packaged_references: [],
    }
    "#);
}
