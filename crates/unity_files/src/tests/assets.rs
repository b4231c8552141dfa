//! Dependencies in both directions, and that the next call sees an edit.

use std::fs;

use scenewright_engine::{Context, Engine, EngineError, Subject};
use scenewright_model::DependencyState;
use scenewright_testkit::Fixture;

use super::{asset, engine, file, meta, missing, object, object_with, outline, part};

const MATERIAL: &str = "11111111111111111111111111111111";
const PREFAB: &str = "22222222222222222222222222222222";
const GONE: &str = "33333333333333333333333333333333";

/// A scene uses a prefab, the prefab a material, the material a texture that does not exist.
fn project() -> Fixture {
    let renderer = |guid: &str| format!("m_Planted: {{fileID: 2100000, guid: {guid}, type: 2}}");
    let material = format!(
        "--- !u!21 &2100000\nMaterial:\n  m_Name: x\n  m_Texture: {{fileID: 2800000, guid: {GONE}, type: 3}}\n"
    );
    let prefab =
        [object_with(10, "P", 0, &[], &[12]), part("23 MeshRenderer", 12, 10, &renderer(MATERIAL))];
    let scene = [
        object_with(10, "S", 0, &[], &[12]),
        part(
            "23 MeshRenderer",
            12,
            10,
            &format!("m_Planted: {{fileID: 10, guid: {PREFAB}, type: 3}}"),
        ),
    ];
    Fixture::new(
        &[
            "//- /ProjectSettings/x\n".to_owned(),
            file("Assets/m.mat", &[material]),
            meta("Assets/m.mat", MATERIAL),
            file("Assets/p.prefab", &prefab),
            meta("Assets/p.prefab", PREFAB),
            file("Assets/s.unity", &scene),
            asset("Assets/alone.png", "44444444444444444444444444444444"),
        ]
        .concat(),
    )
}

#[test]
fn dependencies_are_followed_to_their_depth() {
    let fixture = project();
    let engine = engine(&fixture);
    let found = |depth| {
        let found = engine
            .as_assets()
            .unwrap()
            .dependencies("Assets/s.unity", depth, &Context::unbounded())
            .unwrap();
        let row = |found: &scenewright_model::AssetDependency| {
            format!("{} {} {}", found.depth, found.path, found.state.as_str())
        };
        found.value.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(found(1), ["1 Assets/p.prefab found"]);
    let all =
        ["1 Assets/p.prefab found", "2 Assets/m.mat found", &format!("3 guid {GONE} missing")];
    assert_eq!(found(9), all);
    assert_eq!(DependencyState::Missing.as_str(), "missing");
}

#[test]
fn dependents_are_followed_up() {
    let fixture = project();
    let engine = engine(&fixture);
    let found = |path, depth| {
        let found = engine
            .as_assets()
            .unwrap()
            .dependents(path, depth, &Context::unbounded())
            .unwrap()
            .value;
        found.iter().map(|found| format!("{} {}", found.depth, found.path)).collect::<Vec<_>>()
    };
    assert_eq!(found("Assets/m.mat", 1), ["1 Assets/p.prefab"]);
    assert_eq!(found("Assets/m.mat", 5), ["1 Assets/p.prefab", "2 Assets/s.unity"]);
    assert!(found("Assets/alone.png", 5).is_empty());
}

#[test]
fn assets_have_a_kind_and_dependents() {
    let fixture = project();
    let assets = engine(&fixture).as_assets().unwrap().assets(&Context::unbounded()).unwrap().value;
    let row = |asset: &scenewright_model::Asset| {
        format!(
            "{} {} {} {}",
            asset.path,
            asset.kind,
            asset.dependents,
            asset.implicit_use.is_some()
        )
    };
    assert_eq!(
        assets.iter().map(row).collect::<Vec<_>>(),
        [
            "Assets/alone.png Texture 0 false",
            "Assets/m.mat Material 1 false",
            "Assets/p.prefab Prefab 1 false",
            "Assets/s.unity Scene 0 true",
        ]
    );
    let missing = engine(&fixture)
        .as_assets()
        .unwrap()
        .asset("Assets/none.mat", &Context::unbounded())
        .unwrap_err();
    assert!(matches!(missing, EngineError::NotFound { what: Subject::Asset, .. }), "{missing}");
}

#[test]
fn an_edit_is_seen_by_the_next_call() {
    let fixture = Fixture::new(
        &[
            "//- /ProjectSettings/x\n".to_owned(),
            file("Assets/s.unity", &[object(10, "Before", 0, &[])]),
        ]
        .concat(),
    );
    let engine = engine(&fixture);
    let shown = || outline(&engine.scene("Assets/s.unity", &Context::unbounded()).unwrap().value);
    for name in ["Before", "After", "AfterX", "Before"] {
        let text = fs::read_to_string(fixture.path("Assets/s.unity")).unwrap();
        let old = text.lines().find_map(|line| line.strip_prefix("  m_Name: ")).unwrap();
        fixture.write("Assets/s.unity", text.replace(old, name));
        assert_eq!(shown(), format!("{name} [Transform]\n"));
        assert_eq!(shown(), format!("{name} [Transform]\n"));
    }
}

/// A cached scene must not hide new files. Only files that have not changed for a while are trusted
/// without checking the whole project, hence the wait.
#[test]
fn a_prefab_that_comes_later_is_seen_by_the_next_call() {
    let instance = format!(
        "--- !u!1001 &50\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {PREFAB}, type: 3}}\n"
    );
    let fixture = Fixture::new(
        &["//- /ProjectSettings/x\n".to_owned(), file("Assets/s.unity", &[instance])].concat(),
    );
    let engine = engine(&fixture);
    let shown = || outline(&engine.scene("Assets/s.unity", &Context::unbounded()).unwrap().value);
    std::thread::sleep(std::time::Duration::from_millis(2200));
    assert_eq!(shown(), "(missing prefab) [(missing prefab)]\n");
    let prefab = file("Assets/p.prefab", &[object(10, "Crate", 0, &[])]);
    fixture.write("Assets/p.prefab", prefab.split_once('\n').unwrap().1);
    fixture.write("Assets/p.prefab.meta", format!("fileFormatVersion: 2\nguid: {PREFAB}\n"));
    assert_eq!(shown(), "Crate [Transform]\n");
}

#[test]
fn a_scene_of_the_build_that_is_gone_is_reported() {
    let list = |path: &str, enabled: u32| format!("  - enabled: {enabled}\n    path: {path}\n");
    let build = format!(
        "--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n{}{}{}",
        list("Assets/s.unity", 1),
        list("Assets/gone.unity", 1),
        list("Assets/off.unity", 0)
    );
    let project = [
        file("Assets/s.unity", &[object(10, "A", 0, &[])]),
        file("ProjectSettings/EditorBuildSettings.asset", &[build]),
    ];
    let found = missing(&project.concat()).value.broken_references;
    let found: Vec<_> =
        found.iter().map(|found| (&*found.property, found.target.to_string())).collect();
    assert_eq!(found, [("m_Scenes[1]", "Assets/gone.unity".to_owned())]);
}
