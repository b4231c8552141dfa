//! Edits inside prefab instances.

use scenewright_model::EditValue as V;

use super::*;

fn show(object: &str, component: Option<ComponentRef>, member: &str, value: V) -> String {
    diff(&project(&scene()), &[set(object, component, member, value)])
}

#[test]
fn an_override_is_added_after_those_of_its_object() {
    insta::assert_snapshot!(show("Crate", of("Transform"), "m_LocalPosition.z", V::Float(2.5)), @r"
    @ Assets/a.unity
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.z
    +      value: 2.5
    +      objectReference: {fileID: 0}
    ");
}

#[test]
fn an_existing_override_gets_a_new_value() {
    insta::assert_snapshot!(show("Crate", of("Transform"), "m_LocalPosition.x", V::Int(0)), @r"
    @ Assets/a.unity
    -      value: 4
    +      value: 0
    ");
}

#[test]
fn a_vector_is_one_override_per_field_that_differs() {
    let value = V::List(vec![V::Int(1), V::Int(2), V::Int(3)]);
    insta::assert_snapshot!(show("Crate/Lid", of("Transform"), "m_LocalScale", value), @r"
    @ Assets/a.unity
    +    - target: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalScale.y
    +      value: 2
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalScale.z
    +      value: 3
    +      objectReference: {fileID: 0}
    ");
}

#[test]
fn references_are_overrides_without_a_value() {
    let value = V::Asset { path: "Assets/Wood.mat".to_owned(), inner: None };
    insta::assert_snapshot!(show("Crate", of("MeshRenderer"), "m_Materials[1]", value), @r"
    @ Assets/a.unity
    +    - target: {fileID: 1002, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Materials.Array.size
    +      value: 2
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1002, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Materials.Array.data[1]
    +      value: 
    +      objectReference: {fileID: 2100000, guid: 2616843882ed1dac7ff7d0ed61890af2, type: 2}
    ");
}

#[test]
fn the_object_itself_is_overridden() {
    let object = || at("Crate/Lid");
    let scene_path = || SCENE.to_owned();
    let edits = [
        Edit::SetActive { scene: scene_path(), object: object(), active: false },
        Edit::RenameObject { scene: scene_path(), object: object(), name: "Top: 1".to_owned() },
    ];
    insta::assert_snapshot!(diff(&project(&scene()), &edits), @r"
    @ Assets/a.unity
    +    - target: {fileID: 2000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_IsActive
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 2000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Name
    +      value: 'Top: 1'
    +      objectReference: {fileID: 0}
    ");
}

#[test]
fn a_reference_into_an_instance_needs_a_handle() {
    let value = V::Object { object: at("Crate/Lid"), component: of("Transform") };
    insta::assert_snapshot!(show("Hero", of("Player"), "friend", value), @r"
    @ Assets/a.unity
    -  friend: {fileID: 0}
    +  friend: {fileID: 1253406868}
    +--- !u!4 &1253406868 stripped
    +Transform:
    +  m_CorrespondingSourceObject: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 30}
    +  m_PrefabAsset: {fileID: 0}
    ");
}

#[test]
fn an_instance_without_overrides_gets_its_first() {
    let mut documents = scene();
    documents[7] = instance(30, 0, &[]);
    let edit = set("Crate", of("Transform"), "m_LocalPosition.x", V::Int(8));
    insta::assert_snapshot!(diff(&project(&documents), &[edit]), @r"
    @ Assets/a.unity
    -    m_Modifications: []
    +    m_Modifications:
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.x
    +      value: 8
    +      objectReference: {fileID: 0}
    ");
}

#[test]
fn unknown_members_of_an_instance_are_rejected() {
    for (component, member, value, expected) in [
        ("Transform", "m_Nothing", V::Int(1), "Member 'm_Nothing' does not exist"),
        (
            "Transform",
            "m_LocalPosition",
            V::Int(1),
            "Member 'm_LocalPosition' is refused: it takes a value with fields",
        ),
        (
            "MeshRenderer",
            "m_Materials[0]",
            V::Int(1),
            "Member 'm_Materials.Array.data[0]' is refused: it takes a reference",
        ),
    ] {
        let edit = set("Crate", of(component), member, value);
        assert_eq!(refusal(&project(&scene()), edit), expected);
    }
}
