//! `scenewright check`: the lines and columns of findings, in each format.

use scenewright_testkit::Fixture;

use crate::check::{check, findings, stdout};

const GUID: &str = "44444444444444444444444444444444";

fn unity() -> Fixture {
    Fixture::new(&format!(
        "//- /ProjectSettings/EditorBuildSettings.asset
%YAML 1.1
--- !u!1045 &1
EditorBuildSettings:
  m_Scenes:
  - enabled: 1
    path: Assets/a.unity
  - enabled: 1
    path: Assets/gone.unity
//- /Assets/a.unity
%YAML 1.1
--- !u!1 &1
GameObject:
  m_Component:
  - component: {{fileID: 2}}
  - component: {{fileID: 3}}
  m_Name: ü
--- !u!4 &2
Transform:
  m_GameObject: {{fileID: 1}}
  m_Children:
  - {{fileID: 77}}
--- !u!114 &3
MonoBehaviour:
  m_GameObject: {{fileID: 1}}
  m_Script: {{fileID: 0}}
  both: [{{fileID: 1, guid: {GUID}, type: 3}}, {{fileID: 1,
      guid: {GUID}, type: 3}}]
  wide: {{a: 'ü', x: {{fileID: 78}}}}
//- /Assets/one.png.meta
fileFormatVersion: 2
guid: 55555555555555555555555555555555
//- /Assets/one.png
x
//- /Assets/two.png.meta
fileFormatVersion: 2
guid: 55555555555555555555555555555555
//- /Assets/two.png
x
"
    ))
}

const GODOT: &str = "//- /project.godot
config_version=5

[application]
run/main_scene=\"res://gone.tscn\"

[autoload]
Music=\"*res://gone.gd\"

//- /a.tscn
[gd_scene format=3]

[ext_resource type=\"Texture2D\" path=\"res://gone.png\" id=\"1\"]
[ext_resource type=\"Texture2D\" path=\"res://unused.png\" id=\"2\"]

[node name=\"A\" type=\"Sprite2D\"]
texture = ExtResource(\"1\")
metadata/list = [\"ü\", SubResource(\"x\"),
ExtResource(\"1\")]

[node name=\"Button\" type=\"Button\" parent=\".\"]
shortcut_context = NodePath(\"../Gone\")

[node name=\"Lost\" type=\"Node\" parent=\"Nowhere\"]

[node name=\"Odd\" type=\"Nothing\" parent=\".\"]

[connection signal=\"pressed\" from=\"Button\" to=\"Missing\" method=\"x\"]
[connection signal=\"unheard\" from=\"Button\" to=\".\" method=\"hide\"]
[connection signal=\"pressed\" from=\"Button\" to=\".\" method=\"unwritten\"]
//- /b.gd
extends Node
const A = preload(\"res://gone.png\")
";

/// One line for each finding, in the order of the report.
fn places(project: &Fixture) -> String {
    let (_, document) = findings(&project.root(), &[]);
    let place = |finding: &serde_json::Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        let (line, column) = (&finding["line"], &finding["column"]);
        let place =
            format!("{}:{line}:{column} {} {}", text("file"), text("kind"), text("property"));
        place.trim_end().to_owned() + "\n"
    };
    let mut places: Vec<String> =
        document["findings"].as_array().unwrap().iter().map(place).collect();
    places.sort();
    places.concat()
}

#[test]
fn findings_of_unity_are_where_the_target_is_named() {
    insta::assert_snapshot!(places(&unity()), @r"
    Assets/a.unity:12:14 dangling-file-id m_Children[0]
    Assets/a.unity:16:22 missing-script
    Assets/a.unity:17:28 broken-reference both[0]
    Assets/a.unity:18:13 broken-reference both[1]
    Assets/a.unity:19:30 dangling-file-id wide.x
    Assets/two.png.meta:2:7 duplicate-guid guid
    ProjectSettings/EditorBuildSettings.asset:8:11 broken-reference m_Scenes[1]
    ");
}

#[test]
fn findings_of_godot_are_where_the_target_is_named() {
    insta::assert_snapshot!(places(&Fixture::new(GODOT)), @r"
    a.tscn:12:29 broken-node-path shortcut_context
    a.tscn:14:1 vanished-node
    a.tscn:16:23 invalid-class type
    a.tscn:18:47 missing-node pressed
    a.tscn:19:20 missing-signal unheard
    a.tscn:20:58 missing-method pressed
    a.tscn:4:37 missing-file
    a.tscn:7:11 missing-file texture
    a.tscn:8:23 dangling-file-id metadata/list
    a.tscn:9:1 missing-file metadata/list
    b.gd:2:20 missing-file preload
    project.godot:4:17 missing-file application/run/main_scene
    project.godot:7:9 missing-file autoload/Music
    ");
}

#[test]
fn every_format_has_lines() {
    let project = Fixture::new(&format!(
        "//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 2022.3.1f1\n//- /Assets/a.mat\n%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 1, guid: {GUID}, type: 3}}\n"
    ));
    for (format, expected) in [
        ("text", "\n  Assets/a.mat:4:31  Material.m_Shader\n"),
        ("json", "\"line\": 4,\n      \"column\": 31,"),
        ("sarif", "\"startLine\": 4,"),
        ("sarif", "\"startColumn\": 31"),
        ("junit", ">Assets/a.mat:4:31: broken-reference: Material.m_Shader: "),
        ("github", "::error file=Assets/a.mat,line=4,col=31,title=broken-reference::"),
        ("markdown", "| 1 | `Assets/a.mat:4:31` Material.m\\_Shader |"),
    ] {
        let text = stdout(&check(&project.root(), &["--format", format]));
        assert!(text.contains(expected), "{format}: {text}");
    }
}
