//! Edits of an instance whose objects have full documents, as Unity before 2018.3 writes it.

use scenewright_model::EditValue as V;

use super::*;

/// The crate as instance 30, with its objects as full documents.
fn exploded() -> Vec<String> {
    let documents = [
        instance(30, 0, &[(1001, "m_LocalPosition.x", "4")])
            + "  m_RootGameObject: {fileID: 50}\n  m_IsPrefabParent: 0\n  m_IsExploded: 1\n",
        link(game_object(50, "Crate", &[51, 52]), 1000),
        link(transform(51, 50, 4, 0, &[61]), 1001),
        link(part(23, "MeshRenderer", 52, 50, RENDERER), 1002),
        link(game_object(60, "Lid", &[61]), 2000),
        link(transform(61, 60, 0, 51, &[]), 2001),
        game_object(70, "Other", &[71]),
        transform(71, 70, 0, 0, &[]),
    ];
    documents.to_vec()
}

fn link(document: String, source: i64) -> String {
    document
        .replace(
            "m_CorrespondingSourceObject: {fileID: 0}",
            &format!("m_PrefabParentObject: {{fileID: {source}, guid: {CRATE}, type: 2}}"),
        )
        .replace("m_PrefabInstance: {fileID: 0}", "m_PrefabInternal: {fileID: 30}")
        .replace("  m_PrefabAsset: {fileID: 0}\n", "")
}

#[test]
fn a_write_goes_to_the_full_document_and_is_recorded_in_the_instance() {
    let edit = set("Crate", of("Transform"), "m_LocalPosition.y", V::Float(2.5));
    insta::assert_snapshot!(diff(&project(&exploded()), &[edit]), @r"
    @ Assets/a.unity
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.y
    +      value: 2.5
    +      objectReference: {fileID: 0}
    -  m_LocalPosition: {x: 4, y: 0, z: 0}
    +  m_LocalPosition: {x: 4, y: 2.5, z: 0}
    ");
    let rename = Edit::RenameObject {
        scene: SCENE.to_owned(),
        object: at("Crate/Lid"),
        name: "Top".to_owned(),
    };
    insta::assert_snapshot!(diff(&project(&exploded()), &[rename]), @r"
    @ Assets/a.unity
    +    - target: {fileID: 2000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Name
    +      value: Top
    +      objectReference: {fileID: 0}
    -  m_Name: Lid
    +  m_Name: Top
    ");
}

#[test]
fn moving_the_root_is_recorded_in_the_instance() {
    let edit = Edit::ReparentObject {
        scene: SCENE.to_owned(),
        object: at("Crate"),
        parent: Some(at("Other")),
        sibling: None,
        keep_world: false,
    };
    insta::assert_snapshot!(diff(&project(&exploded()), &[edit]), @r"
    @ Assets/a.unity
    -    m_TransformParent: {fileID: 0}
    +    m_TransformParent: {fileID: 71}
    -  m_Father: {fileID: 0}
    +  m_Father: {fileID: 71}
    -  m_Children: []
    +  m_Children:
    +  - {fileID: 51}
    ");
}

#[test]
fn deleting_the_root_deletes_the_instance() {
    let delete = Edit::DeleteObject { scene: SCENE.to_owned(), object: at("Crate") };
    let fixture = Fixture::new(&project(&exploded()));
    let plan = plan(&fixture, &[delete]).unwrap();
    accepted(&fixture, &plan);
    let text = String::from_utf8(plan.files[0].after.clone().unwrap()).unwrap();
    let left: Vec<&str> = text.lines().filter(|line| line.starts_with("---")).collect();
    assert_eq!(left, ["--- !u!1 &70", "--- !u!4 &71"]);
}

#[test]
fn a_handle_in_an_old_file_has_its_fields() {
    let documents = [
        instance(30, 0, &[]).replace("m_SourcePrefab", "m_ParentPrefab"),
        link(game_object(10, "Hero", &[11, 12]), 0).replace("fileID: 30", "fileID: 0"),
        link(transform(11, 10, 1, 0, &[]), 0).replace("fileID: 30", "fileID: 0"),
        part(144, "CharacterJoint", 12, 10, "  m_ConnectedBody: {fileID: 0}\n"),
    ];
    let value = V::Object { object: at("Crate/Lid"), component: of("Transform") };
    let edit = set("Hero", of("CharacterJoint"), "m_ConnectedBody", value);
    insta::assert_snapshot!(diff(&project(&documents), &[edit]), @r"
    @ Assets/a.unity
    -  m_ConnectedBody: {fileID: 0}
    +  m_ConnectedBody: {fileID: 1326419436}
    +--- !u!4 &1326419436 stripped
    +Transform:
    +  m_PrefabParentObject: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +  m_PrefabInternal: {fileID: 30}
    ");
}
