//! Objects and components that come, go and move.

use super::*;

fn scene_path() -> String {
    SCENE.to_owned()
}

fn create(parent: Option<&str>, sibling: Option<usize>, components: &[&str]) -> Edit {
    Edit::CreateObject {
        scene: scene_path(),
        parent: parent.map(at),
        sibling,
        name: "New".to_owned(),
        class: None,
        components: components.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn delete(object: &str) -> Edit {
    Edit::DeleteObject { scene: scene_path(), object: at(object) }
}

fn reparent(object: &str, parent: Option<&str>, sibling: Option<usize>, keep_world: bool) -> Edit {
    let (object, parent) = (at(object), parent.map(at));
    Edit::ReparentObject { scene: scene_path(), object, parent, sibling, keep_world }
}

fn add(object: &str, component: &str) -> Edit {
    let component = component.to_owned();
    Edit::AddComponent { scene: scene_path(), object: at(object), component }
}

fn remove(object: &str, component: &str) -> Edit {
    let component = ComponentRef::Type(component.to_owned());
    Edit::RemoveComponent { scene: scene_path(), object: at(object), component }
}

fn duplicate(object: &str) -> Edit {
    Edit::DuplicateObject { scene: scene_path(), object: at(object), name: None }
}

fn show(edits: &[Edit]) -> String {
    diff(&project(&scene()), edits)
}

/// The scene as Unity 2021 writes it: roots say their order themselves.
fn older() -> String {
    let mut documents = scene();
    documents.pop();
    documents[1] = documents[1].replace("  m_LocalEuler", "  m_RootOrder: 0\n  m_LocalEuler");
    documents[5] = documents[5].replace("  m_LocalEuler", "  m_RootOrder: 0\n  m_LocalEuler");
    documents[7] = instance(30, 0, &[(1001, "m_RootOrder", "1")]);
    project(&documents).replace("2022.3.20f1", "2021.3.1f1")
}

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
    let note = "note: References to what was removed from 'Assets/a.unity' remain in other files: 'Assets/b.asset' (1)\n";
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

#[test]
fn an_object_moves() {
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
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.y
    +      value: 0
    +      objectReference: {fileID: 0}
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalPosition.z
    +      value: 0
    +      objectReference: {fileID: 0}
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
fn an_instance_is_made() {
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

#[test]
fn prefabs_keep_each_object_with_its_components() {
    let path = "Assets/Crate.prefab".to_owned();
    let edits = [
        Edit::AddComponent { scene: path.clone(), object: at("Crate"), component: "AudioListener".to_owned() },
        Edit::CreateObject {
            scene: path,
            parent: Some(at("Crate/Lid")),
            sibling: None,
            name: "Nail".to_owned(),
            class: None,
            components: Vec::new(),
        },
    ];
    insta::assert_snapshot!(diff(&project(&scene()), &edits), @r"");
}

#[test]
fn what_makes_no_sense_is_refused() {
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
        (in_prefab("Crate"), "Object 'Crate' is refused: it is the prefab"),
        (itself, "The instance in 'Assets/Crate.prefab' is refused: it would contain itself"),
        (reparent("Hero", Some("Hero/Sword"), None, false), "Object 'Hero' is refused: it cannot be below itself"),
        (reparent("Crate/Lid", None, None, false), "Object 'Crate/Lid' is refused: it stays where its prefab has it"),
        (duplicate("Crate/Lid"), "Object 'Crate/Lid' is refused: it is part of a prefab instance; duplicate the instance"),
        (add("Hero", "Sorcery"), "Component 'Sorcery' is refused: no script is called that, nor a built-in component that is known here"),
        (remove("Hero", "Transform"), "Component 'Transform of Hero' is refused: every object has one"),
    ] {
        let refused = refusal(&project(&scene()), edit);
        assert_eq!(refused.replace("Transform' of Hero", "Transform of Hero'"), expected);
    }
}

#[test]
fn every_template_is_read_back() {
    for name in crate::unity::edit::templates::names() {
        if !name.ends_with("Settings") {
            for version in ["2019.4.1f1", "2022.3.1f1", "6000.0.1f1"] {
                let fixture = Fixture::new(&project(&scene()).replace("2022.3.20f1", version));
                let plan = plan(&fixture, &[add("Hero/Sword", name)]).unwrap();
                accepted(&fixture, &plan);
                let scene = engine(&fixture).scene(SCENE, &Context::unbounded()).unwrap().value;
                let sword = scene.objects.iter().find(|object| object.name == "Sword").unwrap();
                let last = sword.components.last().unwrap();
                assert_eq!(last.type_name, name);
            }
        }
    }
}
