//! Edits of objects inside models.

use scenewright_model::EditValue as V;

use super::*;
use crate::tests::models::BOAT;

/// A scene with an instance (30) of a boat, and of a model (40) whose file is absent.
fn harbour() -> String {
    let boat = instance(30, 0, &[(919_132_149_155_446_097, "m_Name", "Boat")]);
    let lost = instance(40, 0, &[]).replace(CRATE, LOST)
        + &format!(
            "--- !u!4 &41 stripped\nTransform:\n  m_CorrespondingSourceObject: {{fileID: 77, guid: {LOST}, type: 3}}\n  m_PrefabInstance: {{fileID: 40}}\n  m_PrefabAsset: {{fileID: 0}}\n"
        )
        + &game_object(50, "Gull", &[51])
        + &transform(51, 50, 0, 41, &[]);
    let model = "ModelImporter:\n  meshes:\n    fileIdsGeneration: 2\n";
    project(&[boat, lost, roots(&[30, 40])])
        .replace("//- /Assets/Crate.prefab\n", "//- /Assets/Ignored.txt\n")
        .replace(&meta("Assets/Crate.prefab", CRATE), "")
        + &format!("//- /Assets/Boat.fbx\n{BOAT}")
        + &meta("Assets/Boat.fbx", CRATE)
        + model
        + &meta("Assets/Lost.fbx", LOST)
        + model
}

const LOST: &str = "77777777777777777777777777777777";

fn show(edit: Edit) -> String {
    let fixture = Fixture::new(&harbour());
    shown(&plan(&fixture, &[edit]).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn overrides_have_the_ids_that_unity_hashes() {
    let sail = "Boat/Mast/Yard/Sail";
    insta::assert_snapshot!(show(set(sail, of("MeshRenderer"), "m_Enabled", V::Int(0))), @r"
    @ Assets/a.unity
    +    - target: {fileID: -8527848202448748445, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +        type: 3}
    +      propertyPath: m_Enabled
    +      value: 0
    +      objectReference: {fileID: 0}
    ");
    insta::assert_snapshot!(show(set(sail, None, "m_IsActive", V::Int(0))), @r"
    @ Assets/a.unity
    +    - target: {fileID: -8854111794066382674, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +        type: 3}
    +      propertyPath: m_IsActive
    +      value: 0
    +      objectReference: {fileID: 0}
    ");
}

#[test]
fn additions_get_handles() {
    let component = Edit::AddComponent {
        scene: SCENE.to_owned(),
        object: at("Boat/Mast/Yard/Sail"),
        component: "BoxCollider".to_owned(),
    };
    let text = show(component);
    assert!(
        text.contains(
            "stripped\n+GameObject:\n+  m_CorrespondingSourceObject: {fileID: -8854111794066382674"
        ),
        "{text}"
    );
}

#[test]
fn an_object_of_which_only_the_transform_is_known_is_not_renamed() {
    let path = "Lost/(unknown object 77)";
    let rename = set(path, None, "m_Name", V::Text("Nest".to_owned()));
    assert_eq!(
        refusal(&harbour(), rename),
        "Object 'Lost/(unknown object 77)' is refused: the id of its GameObject is not known, because its prefab or model cannot be read"
    );
    let text = show(set(path, of("Transform"), "m_LocalPosition.x", V::Int(2)));
    assert!(
        text.contains("- target: {fileID: 77, guid: 77777777777777777777777777777777, type: 3}"),
        "{text}"
    );
}
