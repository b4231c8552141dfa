//! Objects and components that go.

use super::steps::*;
use super::*;

#[test]
fn an_object_goes_with_all_that_belongs_to_it() {
    let mut documents = scene();
    documents[2] = documents[2].replace("friend: {fileID: 0}", "friend: {fileID: 22}");
    insta::assert_snapshot!(diff(&project(&documents), &[delete("Hero/Sword")]), @r"
    @ Assets/a.unity
    -  m_Children:
    -  - {fileID: 21}
    +  m_Children: []
    -  friend: {fileID: 22}
    +  friend: {fileID: 0}
    ---- !u!1 &20
    -GameObject:
    -  m_ObjectHideFlags: 0
    -  m_CorrespondingSourceObject: {fileID: 0}
    -  m_PrefabInstance: {fileID: 0}
    -  m_PrefabAsset: {fileID: 0}
    -  serializedVersion: 6
    -  m_Component:
    -  - component: {fileID: 21}
    -  - component: {fileID: 22}
    -  m_Layer: 0
    -  m_Name: Sword
    -  m_TagString: Untagged
    -  m_Icon: {fileID: 0}
    -  m_NavMeshLayer: 0
    -  m_StaticEditorFlags: 0
    -  m_IsActive: 1
    ---- !u!4 &21
    -Transform:
    -  m_ObjectHideFlags: 0
    -  m_CorrespondingSourceObject: {fileID: 0}
    -  m_PrefabInstance: {fileID: 0}
    -  m_PrefabAsset: {fileID: 0}
    -  m_GameObject: {fileID: 20}
    -  serializedVersion: 2
    -  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    -  m_LocalPosition: {x: 2, y: 0, z: 0}
    -  m_LocalScale: {x: 1, y: 1, z: 1}
    -  m_ConstrainProportionsScale: 0
    -  m_Children: []
    -  m_Father: {fileID: 11}
    -  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    ---- !u!23 &22
    -MeshRenderer:
    -  m_ObjectHideFlags: 0
    -  m_CorrespondingSourceObject: {fileID: 0}
    -  m_PrefabInstance: {fileID: 0}
    -  m_PrefabAsset: {fileID: 0}
    -  m_GameObject: {fileID: 20}
    -  m_Enabled: 1
    -  m_Materials:
    -  - {fileID: 0}
    -  m_StaticBatchInfo:
    -    firstSubMesh: 0
    -    subMeshCount: 0
    -  m_SortingOrder: 0
    ");
}

#[test]
fn an_instance_goes() {
    insta::assert_snapshot!(show(&[delete("Crate")]), @r"
    @ Assets/a.unity
    ---- !u!1001 &30
    -PrefabInstance:
    -  m_ObjectHideFlags: 0
    -  serializedVersion: 2
    -  m_Modification:
    -    serializedVersion: 3
    -    m_TransformParent: {fileID: 0}
    -    m_Modifications:
    -    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    -      propertyPath: m_LocalPosition.x
    -      value: 4
    -      objectReference: {fileID: 0}
    -    - target: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    -      propertyPath: m_LocalPosition.y
    -      value: 5
    -      objectReference: {fileID: 0}
    -    m_RemovedComponents: []
    -    m_RemovedGameObjects: []
    -    m_AddedGameObjects: []
    -    m_AddedComponents: []
    -  m_SourcePrefab: {fileID: 100100000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    -  - {fileID: 30}
    ");
}

#[test]
fn what_a_prefab_has_is_marked_as_removed() {
    insta::assert_snapshot!(show(&[delete("Crate/Lid"), remove("Crate", "MeshRenderer")]), @r"
    @ Assets/a.unity
    -    m_RemovedComponents: []
    -    m_RemovedGameObjects: []
    +    m_RemovedComponents:
    +    - {fileID: 1002, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +    m_RemovedGameObjects:
    +    - {fileID: 2000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    ");
}

#[test]
fn references_from_other_files_are_noted() {
    let other = format!(
        "//- /Assets/b.asset\n{HEAD}--- !u!114 &11400000\nMonoBehaviour:\n  hero: {{fileID: 20, guid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: 3}}\n"
    );
    let shown = diff(&(project(&scene()) + &other), &[delete("Hero/Sword")]);
    let note = "note: References to objects removed from 'Assets/a.unity' remain in other files: 'Assets/b.asset' (1)\n";
    assert!(shown.ends_with(note), "{shown}");
}

#[test]
fn components_come_and_go() {
    insta::assert_snapshot!(show(&[add("Hero/Sword", "SphereCollider")]), @r"
    @ Assets/a.unity
    +  - component: {fileID: 1253406868}
    +--- !u!135 &1253406868
    +SphereCollider:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 20}
    +  m_Material: {fileID: 0}
    +  m_IncludeLayers:
    +    serializedVersion: 2
    +    m_Bits: 0
    +  m_ExcludeLayers:
    +    serializedVersion: 2
    +    m_Bits: 0
    +  m_LayerOverridePriority: 0
    +  m_IsTrigger: 0
    +  m_ProvidesContacts: 0
    +  m_Enabled: 1
    +  serializedVersion: 3
    +  m_Radius: 0.5
    +  m_Center: {x: 0, y: 0, z: 0}
    ");
    insta::assert_snapshot!(show(&[add("Crate", "AudioListener")]), @r"
    @ Assets/a.unity
    -    m_AddedComponents: []
    +    m_AddedComponents:
    +    - targetCorrespondingSourceObject: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +        type: 3}
    +      insertIndex: -1
    +      addedObject: {fileID: 481962009}
    +--- !u!81 &481962009
    +AudioListener:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  m_Enabled: 1
    +--- !u!1 &1253406868 stripped
    +GameObject:
    +  m_CorrespondingSourceObject: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 30}
    +  m_PrefabAsset: {fileID: 0}
    ");
    insta::assert_snapshot!(show(&[remove("Hero", "Light")]), @r"
    @ Assets/a.unity
    -  - component: {fileID: 13}
    ---- !u!108 &13
    -Light:
    -  m_ObjectHideFlags: 0
    -  m_CorrespondingSourceObject: {fileID: 0}
    -  m_PrefabInstance: {fileID: 0}
    -  m_PrefabAsset: {fileID: 0}
    -  m_GameObject: {fileID: 10}
    -  m_Enabled: 1
    -  m_Type: 1
    -  m_Color: {r: 1, g: 1, b: 1, a: 1}
    -  m_CullingMask:
    -    serializedVersion: 2
    -    m_Bits: 4294967295
    ");
}

#[test]
fn a_component_that_came_can_go_again() {
    let edits = [add("Crate/Lid", "Player"), remove("Crate/Lid", "Player")];
    insta::assert_snapshot!(show(&edits), @r"
    @ Assets/a.unity
    +--- !u!1 &1253406868 stripped
    +GameObject:
    +  m_CorrespondingSourceObject: {fileID: 2000, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 30}
    +  m_PrefabAsset: {fileID: 0}
    ");
}
