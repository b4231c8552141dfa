//! Duplicating objects, and instantiating prefabs.

use super::steps::*;
use super::*;

#[test]
fn copies_refer_to_each_other() {
    let mut documents = scene();
    documents[2] = documents[2].replace("friend: {fileID: 0}", "friend: {fileID: 22}");
    insta::assert_snapshot!(diff(&project(&documents), &[duplicate("Hero")]), @r"
    @ Assets/a.unity
    +--- !u!4 &695249277
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 2063878244}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 2, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 1807263370}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    +--- !u!114 &1206073886
    +MonoBehaviour:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  m_Enabled: 1
    +  m_EditorHideFlags: 0
    +  m_Script: {fileID: 11500000, guid: 6db415be991a2f321f1865083c172e3a, type: 3}
    +  m_Name: 
    +  m_EditorClassIdentifier: 
    +  speed: 1.5
    +  title: 
    +  friend: {fileID: 2143879054}
    +  path:
    +  - {x: 0, y: 1}
    +  names: []
    +  stats:
    +  - name: a
    +    value: 1
    +--- !u!1 &1253406868
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 1807263370}
    +  - component: {fileID: 1206073886}
    +  - component: {fileID: 1411988201}
    +  m_Layer: 0
    +  m_Name: Hero (1)
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!108 &1411988201
    +Light:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  m_Enabled: 1
    +  m_Type: 1
    +  m_Color: {r: 1, g: 1, b: 1, a: 1}
    +  m_CullingMask:
    +    serializedVersion: 2
    +    m_Bits: 4294967295
    +--- !u!4 &1807263370
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 1, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children:
    +  - {fileID: 695249277}
    +  m_Father: {fileID: 0}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    +--- !u!1 &2063878244
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 695249277}
    +  - component: {fileID: 2143879054}
    +  m_Layer: 0
    +  m_Name: Sword
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!23 &2143879054
    +MeshRenderer:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 2063878244}
    +  m_Enabled: 1
    +  m_Materials:
    +  - {fileID: 0}
    +  m_StaticBatchInfo:
    +    firstSubMesh: 0
    +    subMeshCount: 0
    +  m_SortingOrder: 0
    +  - {fileID: 1807263370}
    ");
    insta::assert_snapshot!(show(&[duplicate("Crate")]), @r"
    @ Assets/a.unity
    +--- !u!1001 &1253406868
    +PrefabInstance:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 2
    +  m_Modification:
    +    serializedVersion: 3
    +    m_TransformParent: {fileID: 0}
    +    m_Modifications:
    +    - target: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Name
    +      value: Crate (1)
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.x
    +      value: 4
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.y
    +      value: 5
    +      objectReference: {fileID: 0}
    +    m_RemovedComponents: []
    +    m_RemovedGameObjects: []
    +    m_AddedGameObjects: []
    +    m_AddedComponents: []
    +  m_SourcePrefab: {fileID: 100100000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +  - {fileID: 1253406868}
    ");
}

#[test]
fn an_instance_is_created() {
    let of = |parent: Option<&str>| Edit::Instantiate {
        scene: scene_path(),
        source: "Assets/Crate.prefab".to_owned(),
        parent: parent.map(at),
        sibling: Some(0),
        name: Some("Box".to_owned()),
    };
    insta::assert_snapshot!(show(&[of(Some("Hero"))]), @r"
    @ Assets/a.unity
    +  - {fileID: 1807263370}
    +--- !u!1001 &1253406868
    +PrefabInstance:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 2
    +  m_Modification:
    +    serializedVersion: 3
    +    m_TransformParent: {fileID: 11}
    +    m_Modifications:
    +    - target: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Name
    +      value: Box
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.w
    +      value: 1
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    m_RemovedComponents: []
    +    m_RemovedGameObjects: []
    +    m_AddedGameObjects: []
    +    m_AddedComponents: []
    +  m_SourcePrefab: {fileID: 100100000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +--- !u!4 &1807263370 stripped
    +Transform:
    +  m_CorrespondingSourceObject: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 1253406868}
    +  m_PrefabAsset: {fileID: 0}
    ");
    insta::assert_snapshot!(diff(&older(), &[of(None)]), @r"
    @ Assets/a.unity
    -  m_RootOrder: 0
    +  m_RootOrder: 1
    -      value: 1
    +      value: 2
    +--- !u!1001 &38539006
    +PrefabInstance:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 2
    +  m_Modification:
    +    m_TransformParent: {fileID: 0}
    +    m_Modifications:
    +    - target: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Name
    +      value: Box
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_RootOrder
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.w
    +      value: 1
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalRotation.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    m_RemovedComponents: []
    +  m_SourcePrefab: {fileID: 100100000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    ");
}
