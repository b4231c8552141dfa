//! A project with a scene, a prefab, a material, a script and settings.

use super::SCENE;

pub(super) const CRATE: &str = "145bc3855b161ff46727f1d9e6d2f57d";
pub(super) const WOOD: &str = "2616843882ed1dac7ff7d0ed61890af2";
pub(super) const SCRIPT: &str = "6db415be991a2f321f1865083c172e3a";

pub(super) const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
pub(super) const OWN: &str = "  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {fileID: 0}\n  m_PrefabInstance: {fileID: 0}\n  m_PrefabAsset: {fileID: 0}\n";

pub(super) fn game_object(id: i64, name: &str, components: &[i64]) -> String {
    let components: String =
        components.iter().map(|id| format!("  - component: {{fileID: {id}}}\n")).collect();
    format!(
        "--- !u!1 &{id}\nGameObject:\n{OWN}  serializedVersion: 6\n  m_Component:\n{components}  m_Layer: 0\n  m_Name: {name}\n  m_TagString: Untagged\n  m_Icon: {{fileID: 0}}\n  m_NavMeshLayer: 0\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n"
    )
}

pub(super) fn transform(id: i64, owner: i64, x: i64, father: i64, children: &[i64]) -> String {
    let children = match children {
        [] => " []".to_owned(),
        some => some.iter().map(|id| format!("\n  - {{fileID: {id}}}")).collect(),
    };
    format!(
        "--- !u!4 &{id}\nTransform:\n{OWN}  m_GameObject: {{fileID: {owner}}}\n  serializedVersion: 2\n  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: {x}, y: 0, z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_ConstrainProportionsScale: 0\n  m_Children:{children}\n  m_Father: {{fileID: {father}}}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n"
    )
}

pub(super) fn part(class: u32, name: &str, id: i64, owner: i64, fields: &str) -> String {
    format!("--- !u!{class} &{id}\n{name}:\n{OWN}  m_GameObject: {{fileID: {owner}}}\n{fields}")
}

pub(super) const RENDERER: &str = "  m_Enabled: 1\n  m_Materials:\n  - {fileID: 0}\n  m_StaticBatchInfo:\n    firstSubMesh: 0\n    subMeshCount: 0\n  m_SortingOrder: 0\n";

/// A crate (root 1000) with a lid (root 2000).
pub(super) fn crate_prefab() -> String {
    let documents = [
        game_object(1000, "Crate", &[1001, 1002]),
        transform(1001, 1000, 0, 0, &[2001]),
        part(23, "MeshRenderer", 1002, 1000, RENDERER),
        game_object(2000, "Lid", &[2001]),
        transform(2001, 2000, 0, 1001, &[]),
    ];
    documents.concat()
}

pub(super) fn instance(id: i64, parent: i64, modifications: &[(i64, &str, &str)]) -> String {
    let list = match modifications {
        [] => " []\n".to_owned(),
        some => some.iter().fold("\n".to_owned(), |list, (target, path, value)| {
            list + &format!("    - target: {{fileID: {target}, guid: {CRATE}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {{fileID: 0}}\n")
        }),
    };
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Modification:\n    serializedVersion: 3\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications:{list}    m_RemovedComponents: []\n    m_RemovedGameObjects: []\n    m_AddedGameObjects: []\n    m_AddedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {CRATE}, type: 3}}\n"
    )
}

pub(super) fn roots(ids: &[i64]) -> String {
    let ids: String = ids.iter().map(|id| format!("  - {{fileID: {id}}}\n")).collect();
    format!(
        "--- !u!1660057539 &9223372036854775807\nSceneRoots:\n  m_ObjectHideFlags: 0\n  m_Roots:\n{ids}"
    )
}

pub(super) fn meta(path: &str, guid: &str) -> String {
    format!("//- /{path}.meta\nfileFormatVersion: 2\nguid: {guid}\n")
}

/// The scene of these documents, in a project with a prefab, a material, a script and settings.
pub(super) fn project(documents: &[String]) -> String {
    let file = |path: &str, text: &str| format!("//- /{path}\n{text}");
    [
        file("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.20f1\n"),
        file("ProjectSettings/TagManager.asset", &format!("{HEAD}--- !u!78 &1\nTagManager:\n  tags:\n  - Enemy\n  layers:\n  - Default\n  - \n  - Ignore Raycast\n  - \n  - Water\n")),
        file("ProjectSettings/EditorBuildSettings.asset", &format!("{HEAD}--- !u!1045 &1\nEditorBuildSettings:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Scenes: []\n  m_configObjects: {{}}\n")),
        file("Assets/Crate.prefab", &format!("{HEAD}{}", crate_prefab())),
        meta("Assets/Crate.prefab", CRATE),
        file("Assets/Wood.mat", &format!("{HEAD}--- !u!21 &2100000\nMaterial:\n  m_Name: Wood\n")),
        meta("Assets/Wood.mat", WOOD),
        file("Assets/Player.cs", "public class Player : MonoBehaviour { public float speed; public int lives; }\n"),
        meta("Assets/Player.cs", SCRIPT),
        meta(SCENE, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        file(SCENE, &format!("{HEAD}{}", documents.concat())),
    ]
    .concat()
}

/// Hero (10) with a Player, a light and a child Sword (20); a crate (instance 30) beside it.
pub(super) fn scene() -> Vec<String> {
    let script = format!(
        "  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: 11500000, guid: {SCRIPT}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n  speed: 1.5\n  title: \n  friend: {{fileID: 0}}\n  path:\n  - {{x: 0, y: 1}}\n  names: []\n  stats:\n  - name: a\n    value: 1\n"
    );
    let light = "  m_Enabled: 1\n  m_Type: 1\n  m_Color: {r: 1, g: 1, b: 1, a: 1}\n  m_CullingMask:\n    serializedVersion: 2\n    m_Bits: 4294967295\n";
    vec![
        game_object(10, "Hero", &[11, 12, 13]),
        transform(11, 10, 1, 0, &[21]),
        part(114, "MonoBehaviour", 12, 10, &script),
        part(108, "Light", 13, 10, light),
        game_object(20, "Sword", &[21, 22]),
        transform(21, 20, 2, 11, &[]),
        part(23, "MeshRenderer", 22, 20, RENDERER),
        instance(30, 0, &[(1001, "m_LocalPosition.x", "4"), (2001, "m_LocalPosition.y", "5")]),
        roots(&[11, 30]),
    ]
}
