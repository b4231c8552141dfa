//! Resources, templates, completion and prompts.

use std::collections::BTreeSet;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::mcp_client::{Client, Era};
use crate::support::{Server, sample};

#[test]
fn many_scenes_are_listed_in_pages() {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    for n in 0..250 {
        fixture
            .write(&format!("s{n}.tscn"), "[gd_scene format=3]\n[node name=\"R\" type=\"Node\"]\n");
    }
    let server = Server::start(&fixture.root(), &[]);
    for mut client in Client::all(&server, &fixture.root(), &[]) {
        let (mut uris, mut pages, mut cursor) = (BTreeSet::new(), 0, Value::Null);
        loop {
            let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
            let page = client.result("resources/list", params);
            pages += 1;
            for resource in page["resources"].as_array().unwrap() {
                assert!(uris.insert(resource["uri"].to_string()), "{resource} came twice");
            }
            cursor = page["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert!(pages >= 3, "{pages} pages");
        assert_eq!(uris.iter().filter(|uri| uri.contains(".tscn")).count(), 250);
        let empty = client.result("resources/list", json!({ "cursor": "" }));
        assert!(empty["nextCursor"].is_string(), "an empty cursor is the start");
    }
}

#[test]
fn everything_that_is_listed_can_be_read() {
    for project in ["unity", "godot"] {
        let mut client = Client::stdio(&sample(project), &[], Era::Modern, json!({}));
        let list = client.result("resources/list", json!({}));
        for resource in list["resources"].as_array().unwrap() {
            let read = client.result("resources/read", json!({ "uri": resource["uri"] }));
            let contents = &read["contents"][0];
            assert_eq!(contents["uri"], resource["uri"]);
            assert_eq!(contents["mimeType"], resource["mimeType"], "{resource}");
            assert!(!contents["text"].as_str().unwrap().is_empty(), "{resource}");
            assert!(resource["name"].is_string() && resource["title"].is_string(), "{resource}");
        }
    }
}

#[test]
fn templates_are_listed() {
    let mut client = Client::stdio(&sample("unity"), &[], Era::Handshake, json!({}));
    let list = client.result("resources/templates/list", json!({}));
    let templates = list["resourceTemplates"].as_array().unwrap();
    let lines: Vec<&str> =
        templates.iter().map(|template| template["uriTemplate"].as_str().unwrap()).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    scenewright://project/settings/{area}
    scenewright://tool/{name}
    scenewright://object{?scene,path}
    scenewright://asset/dependents{?path}
    scenewright://asset/dependencies{?path}
    scenewright://asset{?path}
    scenewright://scene/{+path}
    ");
    for uri in [
        "scenewright://project/settings/layers",
        "scenewright://tool/project_info",
        "scenewright://object?scene=Assets%2FScenes%2FMenu.unity&path=Main%20Camera",
        "scenewright://asset?path=Assets%2FScenes%2FMenu.unity",
        "scenewright://asset/dependencies?path=Assets%2FScenes%2FMenu.unity",
        "scenewright://scene/Assets/Scenes/Menu.unity",
    ] {
        let read = client.result("resources/read", json!({ "uri": uri }));
        assert!(!read["contents"][0]["text"].as_str().unwrap().is_empty(), "{uri}");
    }
}

#[test]
fn arguments_are_completed() {
    let scene = "Assets/Scenes/Menu.unity";
    let template = |uri: &str| json!({ "type": "ref/resource", "uri": uri });
    let prompt = json!({ "type": "ref/prompt", "name": "review-scene" });
    let object = template("scenewright://object{?scene,path}");
    let cases = [
        (template("scenewright://scene/{+path}"), "path", "Menu", json!({}), scene),
        (object.clone(), "scene", "Assets/Scenes/Me", json!({}), scene),
        (object, "path", "Cam", json!({ "scene": scene }), "Main Camera"),
        (
            template("scenewright://tool/{name}"),
            "name",
            "scene_h",
            json!({}),
            "scene_hierarchy_dump",
        ),
        (template("scenewright://project/settings/{area}"), "area", "lay", json!({}), "layers"),
        (template("scenewright://asset{?path}"), "path", scene, json!({}), scene),
        (prompt, "scenePath", "menu", json!({}), scene),
    ];
    let server = Server::start(&sample("unity"), &[]);
    for mut client in Client::all(&server, &sample("unity"), &[]) {
        for (reference, name, value, given, expected) in &cases {
            let argument = json!({ "name": name, "value": value });
            let context = json!({ "arguments": given });
            let params = json!({ "ref": reference, "argument": argument, "context": context });
            let completion = client.result("completion/complete", params)["completion"].take();
            assert_eq!(completion["values"][0], *expected, "{}: {reference}", client.name());
            assert!(completion["total"].is_u64() && completion["hasMore"].is_boolean());
        }
    }
}

#[test]
fn prompts_look_at_the_project() {
    let server = Server::start(&sample("unity"), &[]);
    for mut client in Client::all(&server, &sample("unity"), &[]) {
        let list = client.result("prompts/list", json!({}));
        let names: Vec<&str> = list["prompts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|own| own["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["find-broken-references", "project-tour", "review-scene"]);
        for (name, arguments) in [
            ("find-broken-references", json!({})),
            ("project-tour", json!({})),
            ("review-scene", json!({ "scenePath": "Assets/Scenes/Main.unity" })),
        ] {
            let got = client.result("prompts/get", json!({ "name": name, "arguments": arguments }));
            let messages = got["messages"].as_array().unwrap();
            assert!(messages.iter().all(|message| message["role"] == "user"), "{got}");
            assert!(!messages.is_empty() && got["description"].is_string(), "{got}");
        }
        for arguments in
            [json!({}), json!({ "scenePath": "" }), json!({ "scenePath": "x", "y": "z" })]
        {
            let params = json!({ "name": "review-scene", "arguments": arguments });
            let answer = client.ask("prompts/get", params);
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
        }
    }
}
