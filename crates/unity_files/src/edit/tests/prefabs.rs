//! Creating prefabs and variants.

use super::*;

#[test]
fn a_prefab_is_created_from_an_object() {
    let mut documents = scene();
    documents[2] = documents[2].replace("friend: {fileID: 0}", "friend: {fileID: 22}");
    documents[6] = documents[6].replace("  - {fileID: 0}", "  - {fileID: 12}");
    let edit = Edit::CreatePrefab {
        scene: SCENE.to_owned(),
        object: at("Hero/Sword"),
        path: "Assets/Sword.prefab".to_owned(),
    };
    insta::assert_snapshot!(diff(&project(&documents), &[edit]), @r"
    @ Assets/Sword.prefab
    +%YAML 1.1
    +%TAG !u! tag:unity3d.com,2011:
    +--- !u!1 &6347438217986964909
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 8691124173237853745}
    +  - component: {fileID: 3754181200075805736}
    +  m_Layer: 0
    +  m_Name: Sword
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!4 &8691124173237853745
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 6347438217986964909}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 2, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 0}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    +--- !u!23 &3754181200075805736
    +MeshRenderer:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 6347438217986964909}
    +  m_Enabled: 1
    +  m_Materials:
    +  - {fileID: 0}
    +  m_StaticBatchInfo:
    +    firstSubMesh: 0
    +    subMeshCount: 0
    +  m_SortingOrder: 0
    @ Assets/Sword.prefab.meta
    +fileFormatVersion: 2
    +guid: 916b1b4aea5b3fb9ed8e853f19f294cb
    +PrefabImporter:
    +  externalObjects: {}
    +  userData: 
    +  assetBundleName: 
    +  assetBundleVariant: 
    @ Assets/a.unity
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
    +--- !u!4 &21 stripped
    -  m_ObjectHideFlags: 0
    -  m_CorrespondingSourceObject: {fileID: 0}
    -  m_PrefabInstance: {fileID: 0}
    +  m_CorrespondingSourceObject: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 1253406868}
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
    +--- !u!23 &22 stripped
    -  m_ObjectHideFlags: 0
    -  m_CorrespondingSourceObject: {fileID: 0}
    -  m_PrefabInstance: {fileID: 0}
    +  m_CorrespondingSourceObject: {fileID: 3754181200075805736, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 1253406868}
    -  m_GameObject: {fileID: 20}
    -  m_Enabled: 1
    -  m_Materials:
    -  - {fileID: 12}
    -  m_StaticBatchInfo:
    -    firstSubMesh: 0
    -    subMeshCount: 0
    -  m_SortingOrder: 0
    +--- !u!1001 &1253406868
    +PrefabInstance:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 2
    +  m_Modification:
    +    serializedVersion: 3
    +    m_TransformParent: {fileID: 11}
    +    m_Modifications:
    +    - target: {fileID: 3754181200075805736, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_Materials.Array.data[0]
    +      value: 
    +      objectReference: {fileID: 12}
    +    - target: {fileID: 6347438217986964909, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_Name
    +      value: Sword
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalPosition.x
    +      value: 2
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalPosition.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalPosition.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalRotation.w
    +      value: 1
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalRotation.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalRotation.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalRotation.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.x
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 8691124173237853745, guid: 916b1b4aea5b3fb9ed8e853f19f294cb,
    +        type: 3}
    +      propertyPath: m_LocalEulerAnglesHint.z
    +      value: 0
    +      objectReference: {fileID: 0}
    +    m_RemovedComponents: []
    +    m_RemovedGameObjects: []
    +    m_AddedGameObjects: []
    +    m_AddedComponents: []
    +  m_SourcePrefab: {fileID: 100100000, guid: 916b1b4aea5b3fb9ed8e853f19f294cb, type: 3}
    ");
}

#[test]
fn a_variant_is_created() {
    let edit = Edit::InheritScene {
        base: "Assets/Crate.prefab".to_owned(),
        path: "Assets/Big Crate.prefab".to_owned(),
    };
    insta::assert_snapshot!(diff(&project(&scene()), &[edit]), @r"
    @ Assets/Big Crate.prefab
    +%YAML 1.1
    +%TAG !u! tag:unity3d.com,2011:
    +--- !u!1001 &5018490600869028690
    +PrefabInstance:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 2
    +  m_Modification:
    +    serializedVersion: 3
    +    m_TransformParent: {fileID: 0}
    +    m_Modifications:
    +    - target: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_Name
    +      value: Big Crate
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
    @ Assets/Big Crate.prefab.meta
    +fileFormatVersion: 2
    +guid: 17a76b1e8e4378ab269b47acf3f45207
    +PrefabImporter:
    +  externalObjects: {}
    +  userData: 
    +  assetBundleName: 
    +  assetBundleVariant:
    ");
}
