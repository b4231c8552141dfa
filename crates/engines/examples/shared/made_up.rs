//! Projects with one large scene, which are made up: real ones end at 4 MB.

use std::fmt::Write;

use scenewright_model::EngineKind;

pub struct MadeUp {
    pub kind: EngineKind,
    pub folder: &'static str,
    pub scene: &'static str,
    /// An object in the middle of the scene.
    pub object: String,
    pub files: Vec<(&'static str, String)>,
}

/// Groups of ten objects: a parent with nine children, each with a mesh.
pub fn unity(bytes: usize) -> MadeUp {
    let mut text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n".to_owned();
    let groups = filled(&mut text, bytes, |text, group| {
        for child in 0..10 {
            unity_object(text, group, child);
        }
    });
    MadeUp {
        kind: EngineKind::UNITY,
        folder: "unity",
        scene: "Assets/Big.unity",
        object: format!("Object {0}-0/Object {0}-5", groups / 2),
        files: vec![
            ("Assets/Big.unity", text),
            ("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.10f1\n".to_owned()),
        ],
    }
}

pub fn godot(bytes: usize) -> MadeUp {
    let mut text = "[gd_scene format=3 uid=\"uid://bmadeupscene1\"]\n\n[sub_resource type=\"RectangleShape2D\" id=\"Shape_1\"]\nsize = Vector2(4, 4)\n\n[node name=\"Main\" type=\"Node2D\"]\n".to_owned();
    let groups = filled(&mut text, bytes, |text, group| {
        let _ = write!(
            text,
            "\n[node name=\"Object{group}\" type=\"StaticBody2D\" parent=\".\"]\nposition = Vector2({group}.5, -3)\ncollision_layer = 3\nmetadata/kind = &\"stone\"\n"
        );
        for child in 0..9 {
            let _ = write!(
                text,
                "\n[node name=\"Part{child}\" type=\"CollisionShape2D\" parent=\"Object{group}\" groups=[\"parts\"]]\nmodulate = Color(0.5, 0.25, 1, 1)\nposition = Vector2({child}.25, 1)\nrotation = 0.7853982\nshape = SubResource(\"Shape_1\")\n"
            );
        }
    });
    MadeUp {
        kind: EngineKind::GODOT,
        folder: "godot",
        scene: "res://big.tscn",
        object: format!("Main/Object{}/Part5", groups / 2),
        files: vec![
            ("big.tscn", text),
            (
                "project.godot",
                "config_version=5\n\n[application]\n\nconfig/name=\"Big\"\nconfig/features=PackedStringArray(\"4.6\")\n".to_owned(),
            ),
        ],
    }
}

fn filled(text: &mut String, bytes: usize, mut add: impl FnMut(&mut String, u64)) -> u64 {
    let mut group = 0;
    while text.len() < bytes {
        add(text, group);
        group += 1;
    }
    group
}

fn unity_object(text: &mut String, group: u64, child: u64) {
    let id = |child: u64, part: u64| 1000 + group * 100 + child * 10 + part;
    let [object, transform, renderer, filter] = [0, 1, 2, 3].map(|part| id(child, part));
    let father = if child == 0 { 0 } else { id(0, 1) };
    let order = if child == 0 { group } else { child - 1 };
    let children: String = match child {
        0 => (1..10).map(|child| format!("\n  - {{fileID: {}}}", id(child, 1))).collect(),
        _ => " []".to_owned(),
    };
    let _ = write!(
        text,
        "--- !u!1 &{object}\nGameObject:\n  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {{fileID: 0}}\n  m_PrefabInstance: {{fileID: 0}}\n  m_PrefabAsset: {{fileID: 0}}\n  serializedVersion: 6\n  m_Component:\n  - component: {{fileID: {transform}}}\n  - component: {{fileID: {renderer}}}\n  - component: {{fileID: {filter}}}\n  m_Layer: 0\n  m_Name: Object {group}-{child}\n  m_TagString: Untagged\n  m_IsActive: 1\n\
         --- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {object}}}\n  m_LocalRotation: {{x: -0, y: -0, z: -0, w: 1}}\n  m_LocalPosition: {{x: {group}.5, y: 0, z: {child}.25}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children:{children}\n  m_Father: {{fileID: {father}}}\n  m_RootOrder: {order}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n\
         --- !u!23 &{renderer}\nMeshRenderer:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_CastShadows: 1\n  m_ReceiveShadows: 1\n  m_Materials:\n  - {{fileID: 10303, guid: 0000000000000000f000000000000000, type: 0}}\n  m_StaticBatchInfo:\n    firstSubMesh: 0\n    subMeshCount: 0\n  m_ProbeAnchor: {{fileID: 0}}\n\
         --- !u!33 &{filter}\nMeshFilter:\n  m_GameObject: {{fileID: {object}}}\n  m_Mesh: {{fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}}\n"
    );
}
