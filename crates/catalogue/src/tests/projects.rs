//! The test projects.

pub(super) const UNITY_SCENE: &str = "Assets/Main.unity";
pub(super) const GODOT_SCENE: &str = "res://main.tscn";

pub(super) const UNITY: &str = r"
//- /ProjectSettings/ProjectVersion.txt
m_EditorVersion: 2022.3.10f1
//- /ProjectSettings/TagManager.asset
%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!78 &1
TagManager:
  serializedVersion: 2
  tags: []
  layers:
  - Default
//- /Assets/Wood.mat
%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!21 &2100000
Material:
  m_Name: Wood
//- /Assets/Wood.mat.meta
fileFormatVersion: 2
guid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
//- /Assets/Scripts/Boat.cs
namespace Harbour { public class Boat : UnityEngine.MonoBehaviour { public float speed; } }
//- /Assets/Scripts/Boat.cs.meta
fileFormatVersion: 2
guid: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
//- /Assets/Main.unity.meta
fileFormatVersion: 2
guid: cccccccccccccccccccccccccccccccc
//- /Assets/Main.unity
%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!1 &100
GameObject:
  m_ObjectHideFlags: 0
  m_CorrespondingSourceObject: {fileID: 0}
  m_PrefabInstance: {fileID: 0}
  m_PrefabAsset: {fileID: 0}
  serializedVersion: 6
  m_Component:
  - component: {fileID: 101}
  - component: {fileID: 102}
  - component: {fileID: 103}
  - component: {fileID: 104}
  - component: {fileID: 105}
  m_Layer: 0
  m_Name: Player
  m_TagString: Untagged
  m_Icon: {fileID: 0}
  m_NavMeshLayer: 0
  m_StaticEditorFlags: 0
  m_IsActive: 1
--- !u!4 &101
Transform:
  m_ObjectHideFlags: 0
  m_GameObject: {fileID: 100}
  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
  m_LocalPosition: {x: 1, y: 2, z: 3}
  m_LocalScale: {x: 1, y: 1, z: 1}
  m_Children:
  - {fileID: 201}
  m_Father: {fileID: 0}
  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
--- !u!65 &102
BoxCollider:
  m_ObjectHideFlags: 0
  m_GameObject: {fileID: 100}
  m_Enabled: 1
  m_IsTrigger: 0
  m_Size: {x: 1, y: 1, z: 1}
--- !u!65 &103
BoxCollider:
  m_ObjectHideFlags: 0
  m_GameObject: {fileID: 100}
  m_Enabled: 1
  m_IsTrigger: 1
  m_Size: {x: 2, y: 2, z: 2}
--- !u!54 &104
Rigidbody:
  m_ObjectHideFlags: 0
  m_GameObject: {fileID: 100}
  m_Mass: 5
--- !u!114 &105
MonoBehaviour:
  m_ObjectHideFlags: 0
  m_GameObject: {fileID: 100}
  m_Enabled: 1
  m_EditorHideFlags: 0
  m_Script: {fileID: 11500000, guid: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, type: 3}
  m_Name: 
  m_EditorClassIdentifier: 
  speed: 3
--- !u!1 &200
GameObject:
  m_ObjectHideFlags: 0
  serializedVersion: 6
  m_Component:
  - component: {fileID: 201}
  m_Layer: 0
  m_Name: Hand
  m_TagString: Untagged
  m_IsActive: 1
--- !u!4 &201
Transform:
  m_ObjectHideFlags: 0
  m_GameObject: {fileID: 200}
  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
  m_LocalPosition: {x: 0, y: 0, z: 0}
  m_LocalScale: {x: 1, y: 1, z: 1}
  m_Children: []
  m_Father: {fileID: 101}
  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
";

pub(super) const GODOT: &str = r#"
//- /project.godot
config_version=5
[application]
config/features=PackedStringArray("4.6")
//- /wood.tres
[gd_resource type="StandardMaterial3D" format=3]
[resource]
//- /player.gd
class_name Hero
extends Sprite2D
@export var speed = 3.0
//- /leaf.tscn
[gd_scene format=3]
[node name="Leaf" type="Node2D"]
//- /main.tscn
[gd_scene format=3]

[ext_resource type="Script" path="res://player.gd" id="1"]

[node name="Main" type="Node2D"]

[node name="Player" type="Sprite2D" parent="."]
unique_name_in_owner = true
position = Vector2(1, 2)
script = ExtResource("1")
speed = 4.0

[node name="Hand" type="Node2D" parent="Player"]
"#;
