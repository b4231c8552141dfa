//! Every example of the envelope and tool definition documents, reproduced: the same keys in the
//! same order, the same words where the words are fixed.

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::support::{Pipe, request, tool_call};

/// The project of the documents' examples: one scene with a camera, one with a missing script.
const PROJECT: &str = "
//- /ProjectSettings/ProjectVersion.txt
m_EditorVersion: 2022.3.20f1
//- /Packages/manifest.json
{ \"dependencies\": { \"com.unity.modules.audio\": \"1.0.0\" } }
//- /Assets/Scenes/Main.unity
%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!1 &100
GameObject:
  m_Component:
  - component: {fileID: 101}
  - component: {fileID: 102}
  m_Name: Main Camera
  m_IsActive: 1
--- !u!4 &101
Transform:
  m_GameObject: {fileID: 100}
  m_Children: []
  m_Father: {fileID: 0}
  m_RootOrder: 0
--- !u!20 &102
Camera:
  m_GameObject: {fileID: 100}
  m_Enabled: 1
//- /Assets/Scenes/Test.unity
%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!1 &200
GameObject:
  m_Component:
  - component: {fileID: 201}
  - component: {fileID: 202}
  m_Name: Player
  m_IsActive: 1
--- !u!4 &201
Transform:
  m_GameObject: {fileID: 200}
  m_Children: []
  m_Father: {fileID: 0}
  m_RootOrder: 0
--- !u!114 &202
MonoBehaviour:
  m_GameObject: {fileID: 200}
  m_Enabled: 1
  m_Script: {fileID: 11500000, guid: 0123456789abcdef0123456789abcdef, type: 3}
";

fn open() -> (Pipe, Fixture) {
    let fixture = Fixture::new(PROJECT);
    (Pipe::open(&fixture.root()), fixture)
}

/// Keys, types and order, with the values taken out.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), shape(value))).collect(),
        Value::Array(items) => items.iter().map(shape).collect(),
        Value::String(_) => json!("string"),
        Value::Number(_) => json!("number"),
        Value::Bool(_) => json!("boolean"),
        Value::Null => json!(null),
    }
}

/// Text, so that the order of keys counts.
fn check(answer: &Value, expected: &Value) {
    assert_eq!(answer.to_string(), expected.to_string());
}

#[test]
fn success_tool_execution() {
    let (mut pipe, _fixture) = open();
    let mut answer = pipe.ask(&tool_call(
        "scene.hierarchy.dump",
        &json!({ "scenePath": "Assets/Scenes/Main.unity" }),
    ));
    let id = &mut answer["result"]["output"]["rootObjects"][0]["instanceId"];
    assert!(
        id.as_u64().is_some_and(|id| id > 0 && id < 1 << 53),
        "{id} is a whole number that every reader keeps"
    );
    *id = json!(12345);
    check(
        &answer,
        &json!({
            "jsonrpc": "2.0",
            "id": "req-001",
            "result": {
                "tool": "scene.hierarchy.dump",
                "output": {
                    "scenePath": "Assets/Scenes/Main.unity",
                    "rootObjects": [{
                        "name": "Main Camera",
                        "path": "Main Camera",
                        "instanceId": 12345,
                        "components": ["Transform", "Camera"],
                        "children": []
                    }]
                }
            }
        }),
    );
}

#[test]
fn success_with_findings() {
    let (mut pipe, _fixture) = open();
    let mut answer = pipe.ask(&tool_call("project.references.missing", &json!({})));
    let finding = answer["result"]["output"]["missingScripts"][0].as_object_mut().unwrap();
    assert!(finding["reason"].as_str().unwrap().contains("0123456789abcdef"));
    assert_eq!((&finding["line"], &finding["column"]), (&json!(20), &json!(38)));
    finding.retain(|key, _| !["reason", "line", "column"].contains(&key.as_str()));
    check(
        &answer["result"]["output"],
        &json!({
            "missingScripts": [{
                "path": "Assets/Scenes/Test.unity",
                "gameObjectPath": "Player",
                "componentIndex": 1,
                "context": "Missing script component at index 1 on GameObject 'Player'"
            }],
            "brokenReferences": []
        }),
    );
}

#[test]
fn list_tools_by_category() {
    let (mut pipe, _fixture) = open();
    let answer =
        pipe.ask(&request(&json!("req-002"), "tools/list", &json!({ "category": "scene" })));
    let tools = answer["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["id"] == "scene.hierarchy.dump"));
    for tool in tools {
        let category = tool["category"].as_str().unwrap();
        assert!(category == "scene" || category.starts_with("scene."), "{tool}");
        check(
            &shape(tool),
            &shape(
                &json!({ "id": "", "name": "", "description": "", "category": "", "safetyLevel": "", "tier": "" }),
            ),
        );
    }
    assert_eq!(answer["result"].as_object().unwrap().len(), 1);
}

#[test]
fn filters_of_tools_list() {
    let (mut pipe, _fixture) = open();
    let mut count = |params: Value| {
        let answer = pipe.ask(&request(&json!(1), "tools/list", &params));
        answer["result"]["tools"].as_array().map(Vec::len).ok_or(answer["error"]["code"].clone())
    };
    let all = count(json!({})).unwrap();
    assert!(all >= 8);
    assert_eq!(count(json!({ "category": "mcp" })), count(json!({ "category": "mcp.platform" })));
    assert_eq!(count(json!({ "tier": "core" })), Ok(all));
    assert_eq!(count(json!({ "tier": "tier1" })), Ok(0));
    assert_eq!(count(json!({ "category": "audio.mixer" })), Ok(2));
    assert_eq!(count(json!({ "category": "editor.docs" })), Ok(3));
    assert_eq!(count(json!({ "category": null, "tier": null })), Ok(all));
    for wrong in [
        json!({ "category": "scenery" }),
        json!({ "tier": "gold" }),
        json!({ "tier": 1 }),
        json!({ "x": 1 }),
    ] {
        assert_eq!(count(wrong.clone()), Err(json!(-32602)), "{wrong}");
    }
}

#[test]
fn describe_tool() {
    let (mut pipe, _fixture) = open();
    let answer = pipe.ask(&request(
        &json!("req-003"),
        "tools/describe",
        &json!({ "tool": "scene.hierarchy.dump" }),
    ));
    let tool = &answer["result"]["tool"];
    let keys: Vec<&String> = tool.as_object().unwrap().keys().collect();
    let expected = [
        "id",
        "name",
        "description",
        "category",
        "safetyLevel",
        "tier",
        "inputs",
        "outputs",
        "notes",
        "examples",
    ];
    assert_eq!(keys, expected);
    for (key, value) in [
        ("id", "scene.hierarchy.dump"),
        ("name", "Dump Scene Hierarchy"),
        (
            "description",
            "Returns the complete GameObject hierarchy for a scene, including components per node and object paths. \
             Cornerstone tool for editor reasoning and structural analysis.",
        ),
        ("category", "scene"),
        ("safetyLevel", "read-only"),
        ("tier", "core"),
    ] {
        assert_eq!(tool[key], value);
    }
    let scene_path = &tool["inputs"]["scenePath"];
    check(
        &shape(scene_path),
        &json!({ "type": "string", "required": "boolean", "description": "string" }),
    );
    assert_eq!((&scene_path["type"], &scene_path["required"]), (&json!("string"), &json!(true)));
    assert_eq!(tool["outputs"]["scenePath"]["type"], "string");
    let object = &tool["outputs"]["rootObjects"]["items"];
    assert_eq!(object["type"], "object");
    for (name, kind) in [
        ("name", "string"),
        ("path", "string"),
        ("instanceId", "integer"),
        ("components", "array"),
        ("children", "array"),
    ] {
        assert_eq!(object["properties"][name]["type"], kind, "{name}");
    }
    assert_eq!(object["properties"]["components"]["items"]["type"], "string");
    for example in tool["examples"].as_array().unwrap() {
        let keys: Vec<&String> = example.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["description", "input", "output"]);
    }
}

#[test]
fn server_info() {
    let (mut pipe, _fixture) = open();
    let answer = pipe.ask(&request(&json!(1), "server/info", &json!({})));
    assert_eq!(answer["result"]["unityVersion"], "2022.3.20f1");
    let categories = json!([
        "asset",
        "audio.mixer",
        "editor",
        "editor.capture",
        "editor.docs",
        "mcp.platform",
        "project",
        "scene",
        "scene.edit",
        "scene.world"
    ]);
    assert_eq!(answer["result"]["enabledToolCategories"], categories);
    check(
        &shape(&answer["result"]),
        &shape(&json!({
            "serverVersion": "",
            "unityVersion": "",
            "platform": "",
            "enabledToolCategories": categories,
            "tier": ""
        })),
    );
}

#[test]
fn error_invalid_arguments() {
    let (mut pipe, _fixture) = open();
    check(
        &pipe.ask(&tool_call("scene.hierarchy.dump", &json!({}))),
        &json!({
            "jsonrpc": "2.0",
            "id": "req-001",
            "error": {
                "code": -32002,
                "message": "Invalid tool arguments: scenePath is required",
                "data": {
                    "tool": "scene.hierarchy.dump",
                    "errorType": "validation",
                    "details": { "missingParameters": ["scenePath"] }
                }
            }
        }),
    );
}

#[test]
fn error_tool_not_found() {
    let (mut pipe, _fixture) = open();
    check(
        &pipe.ask(&tool_call("invalid.tool.id", &json!({}))),
        &json!({
            "jsonrpc": "2.0",
            "id": "req-001",
            "error": {
                "code": -32001,
                "message": "Tool not found: invalid.tool.id",
                "data": { "tool": "invalid.tool.id", "errorType": "not_found", "details": {} }
            }
        }),
    );
    let near = pipe.ask(&tool_call("scene.hierachy.dump", &json!({})));
    assert_eq!(near["error"]["data"]["details"]["similarTools"][0], "scene.hierarchy.dump");
}

#[test]
fn error_unity_editor() {
    let (mut pipe, _fixture) = open();
    let mut answer = pipe.ask(&tool_call(
        "scene.hierarchy.dump",
        &json!({ "scenePath": "Assets/Scenes/Missing.unity" }),
    ));
    let details = answer["error"]["data"]["details"].as_object_mut().unwrap();
    assert!(
        details
            .remove("hint")
            .is_some_and(|hint| hint.as_str().unwrap().contains("Assets/Scenes/Main.unity"))
    );
    check(
        &answer,
        &json!({
            "jsonrpc": "2.0",
            "id": "req-001",
            "error": {
                "code": -32004,
                "message": "Unity Editor error: Scene file not found",
                "data": {
                    "tool": "scene.hierarchy.dump",
                    "errorType": "unity",
                    "details": {
                        "unityError": "Scene file 'Assets/Scenes/Missing.unity' does not exist",
                        "scenePath": "Assets/Scenes/Missing.unity"
                    }
                }
            }
        }),
    );
}

#[test]
fn paths_outside_the_project_are_refused() {
    let (mut pipe, fixture) = open();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", fixture.path("Assets/link.unity")).unwrap();
    let mut paths = vec!["../x.unity", "/etc/passwd", "Assets/../../x.unity", r"..\x.unity"];
    if cfg!(unix) {
        paths.push("Assets/link.unity");
    }
    for path in paths {
        let answer = pipe.ask(&tool_call("scene.hierarchy.dump", &json!({ "scenePath": path })));
        assert_eq!(answer["error"]["code"], -32004, "{path}: {answer}");
        let message = answer["error"]["data"]["details"]["unityError"].as_str().unwrap();
        assert!(message.contains("outside the project"), "{path}: {message}");
    }
    drop(fixture);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let (mut pipe, fixture) = open();
    let cases: [(&str, &[u8], &str); 3] = [
        ("Binary.unity", b"\x00\x01\x02\xff", "binary"),
        (
            "Lfs.unity",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
            "Git LFS",
        ),
        ("Text.unity", b"hello", "Assets/Text.unity"),
    ];
    for (name, content, mentions) in cases {
        fixture.write(&format!("Assets/{name}"), content);
        let path = format!("Assets/{name}");
        let answer = pipe.ask(&tool_call("scene.hierarchy.dump", &json!({ "scenePath": path })));
        let message = answer["error"]["data"]["details"]["unityError"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(message.to_lowercase().contains(&mentions.to_lowercase()), "{name}: {answer}");
    }
    assert_eq!(pipe.ask(&tool_call("mcp.health", &json!({})))["result"]["output"]["status"], "ok");
}
