//! Creating objects and components.

use super::steps::*;
use super::*;

#[test]
fn a_root_is_created() {
    insta::assert_snapshot!(show(&[create(None, None, &[])]), @r"
    @ Assets/a.unity
    +--- !u!1 &1253406868
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 1807263370}
    +  m_Layer: 0
    +  m_Name: New
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!4 &1807263370
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 0}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    +  - {fileID: 1807263370}
    ");
}

#[test]
fn a_child_is_created_with_components() {
    insta::assert_snapshot!(show(&[create(Some("Hero"), Some(0), &["BoxCollider", "Player"])]), @r"
    @ Assets/a.unity
    +  - {fileID: 1807263370}
    +--- !u!65 &1206073886
    +BoxCollider:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
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
    +  m_Size: {x: 1, y: 1, z: 1}
    +  m_Center: {x: 0, y: 0, z: 0}
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
    +  m_Name: New
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!114 &1411988201
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
    +--- !u!4 &1807263370
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 11}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    ");
}

#[test]
fn a_child_of_an_object_inside_an_instance_is_created() {
    insta::assert_snapshot!(show(&[create(Some("Crate/Lid"), None, &[])]), @r"
    @ Assets/a.unity
    -    m_AddedGameObjects: []
    +    m_AddedGameObjects:
    +    - targetCorrespondingSourceObject: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +        type: 3}
    +      insertIndex: -1
    +      addedObject: {fileID: 1807263370}
    +--- !u!4 &353238290 stripped
    +Transform:
    +  m_CorrespondingSourceObject: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d,
    +    type: 3}
    +  m_PrefabInstance: {fileID: 30}
    +  m_PrefabAsset: {fileID: 0}
    +--- !u!1 &1253406868
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 1807263370}
    +  m_Layer: 0
    +  m_Name: New
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!4 &1807263370
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1253406868}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 353238290}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    ");
}

#[test]
fn a_root_is_created_in_front_where_roots_have_numbers() {
    insta::assert_snapshot!(diff(&older(), &[create(None, Some(0), &[])]), @r"
    @ Assets/a.unity
    -  m_RootOrder: 0
    +  m_RootOrder: 1
    -      value: 1
    +      value: 2
    +--- !u!1 &38539006
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 1855755127}
    +  m_Layer: 0
    +  m_Name: New
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!4 &1855755127
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 38539006}
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 0}
    +  m_RootOrder: 0
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    ");
}

#[test]
fn prefabs_keep_each_object_with_its_components() {
    let path = "Assets/Crate.prefab".to_owned();
    let edits = [
        Edit::AddComponent {
            scene: path.clone(),
            object: at("Crate"),
            component: "AudioListener".to_owned(),
        },
        Edit::CreateObject {
            scene: path,
            parent: Some(at("Crate/Lid")),
            sibling: None,
            name: "Nail".to_owned(),
            class: None,
            components: Vec::new(),
        },
    ];
    insta::assert_snapshot!(diff(&project(&scene()), &edits), @r"
    @ Assets/Crate.prefab
    +  - component: {fileID: 9058018090539818501}
    +--- !u!81 &9058018090539818501
    +AudioListener:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 1000}
    +  m_Enabled: 1
    -  m_Children: []
    +  m_Children:
    +  - {fileID: 5467102879307439402}
    +--- !u!1 &2503618057360069223
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 5467102879307439402}
    +  m_Layer: 0
    +  m_Name: Nail
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!4 &5467102879307439402
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 2503618057360069223}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 2001}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    ");
}

#[test]
fn every_template_is_read_back() {
    for name in crate::edit::templates::names() {
        if !name.ends_with("Settings") {
            for version in ["2019.4.1f1", "2022.3.1f1", "6000.0.1f1"] {
                let fixture = Fixture::new(&project(&scene()).replace("2022.3.20f1", version));
                let plan = plan(&fixture, &[add("Hero/Sword", name)]).unwrap();
                accepted(&fixture, &plan);
                let scene = engine(&fixture).scene(SCENE, &Context::unbounded()).unwrap().value;
                let sword = scene.objects.iter().find(|object| object.name == "Sword").unwrap();
                let last = sword.components.last().unwrap();
                // Scripts of packages are known by their classes alone.
                assert_eq!(last.type_name, name.rsplit('.').next().unwrap());
            }
        }
    }
}
