//! Reparenting objects, and which moves are rejected.

use super::steps::*;
use super::*;

#[test]
fn an_object_is_reparented() {
    insta::assert_snapshot!(show(&[reparent("Hero/Sword", None, Some(0), true)]), @r"
    @ Assets/a.unity
    -  m_Children:
    -  - {fileID: 21}
    +  m_Children: []
    -  m_LocalPosition: {x: 2, y: 0, z: 0}
    +  m_LocalPosition: {x: 3, y: 0, z: 0}
    -  m_Father: {fileID: 11}
    +  m_Father: {fileID: 0}
    +  - {fileID: 21}
    ");
    insta::assert_snapshot!(show(&[reparent("Crate", Some("Hero"), Some(0), true)]), @r"
    @ Assets/a.unity
    +  - {fileID: 1253406868}
    -    m_TransformParent: {fileID: 0}
    +    m_TransformParent: {fileID: 11}
    -      value: 4
    +      value: 3
    +--- !u!4 &1253406868 stripped
    +Transform:
    +  m_CorrespondingSourceObject: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 30}
    +  m_PrefabAsset: {fileID: 0}
    -  - {fileID: 30}
    ");
    insta::assert_snapshot!(show(&[reparent("Hero/Sword", Some("Crate"), None, false)]), @r"
    @ Assets/a.unity
    -  m_Children:
    -  - {fileID: 21}
    +  m_Children: []
    -  m_Father: {fileID: 11}
    +  m_Father: {fileID: 1253406868}
    -    m_AddedGameObjects: []
    +    m_AddedGameObjects:
    +    - targetCorrespondingSourceObject: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +        type: 3}
    +      insertIndex: -1
    +      addedObject: {fileID: 21}
    +--- !u!4 &1253406868 stripped
    +Transform:
    +  m_CorrespondingSourceObject: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 30}
    +  m_PrefabAsset: {fileID: 0}
    ");
    insta::assert_snapshot!(diff(&older(), &[reparent("Crate", None, Some(0), false)]), @r"
    @ Assets/a.unity
    -  m_RootOrder: 0
    +  m_RootOrder: 1
    -      value: 1
    +      value: 0
    ");
}

#[test]
fn impossible_moves_are_rejected() {
    let in_prefab = |object: &str| Edit::DeleteObject {
        scene: "Assets/Crate.prefab".to_owned(),
        object: at(object),
    };
    let itself = Edit::Instantiate {
        scene: "Assets/Crate.prefab".to_owned(),
        source: "Assets/Crate.prefab".to_owned(),
        parent: Some(at("Crate")),
        sibling: None,
        name: None,
    };
    for (edit, expected) in [
        (in_prefab("Crate"), "Object 'Crate' is refused: it is the root of the prefab"),
        (itself, "The instance in 'Assets/Crate.prefab' is refused: it would contain itself"),
        (
            reparent("Hero", Some("Hero/Sword"), None, false),
            "Object 'Hero' is refused: it cannot be below itself",
        ),
        (
            reparent("Crate/Lid", None, None, false),
            "Object 'Crate/Lid' is refused: its parent is determined by its prefab",
        ),
        (
            duplicate("Crate/Lid"),
            "Object 'Crate/Lid' is refused: it is part of a prefab instance; duplicate the instance",
        ),
        (add("Hero", "Sorcery"), "Component type 'Sorcery' does not exist"),
        (
            remove("Hero", "Transform"),
            "Component 'Transform of Hero' is refused: every object must have one",
        ),
    ] {
        let refused = refusal(&project(&scene()), edit);
        assert_eq!(refused.replace("Transform' of Hero", "Transform of Hero'"), expected);
    }
}
