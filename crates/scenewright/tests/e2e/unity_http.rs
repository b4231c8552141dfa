//! Unity MCP over HTTP: the examples of its document, with plain requests.

use std::thread;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::support::{Response, Server, parse, request, run, sample};

fn post(server: &Server, body: &str) -> Response {
    server.http("POST /", &[], body.as_bytes())
}

fn ask(server: &Server, method: &str, params: &Value) -> Value {
    let response = post(server, &request(&json!(1), method, params));
    assert_eq!(response.status, 200);
    assert!(response.head.to_lowercase().contains("content-type: application/json"));
    response.body
}

fn read(server: &Server, uri: &str) -> Value {
    let answer = ask(server, "resources/read", &json!({ "uri": uri }));
    let contents = &answer["result"]["contents"][0];
    assert_eq!(contents["uri"], uri, "{answer}");
    assert_eq!(contents["mimeType"], "application/json");
    parse(contents["text"].as_str().unwrap().as_bytes())
}

#[test]
fn tools_list_without_params_names_every_tool() {
    let server = Server::start(&sample("unity"), &[]);
    let response = post(&server, r#"{"jsonrpc": "2.0", "method": "tools/list", "id": 1}"#);
    let listed = response.body["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = listed.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let known = parse(&run(&["tools", "--json"]).stdout);
    let known = known["tools"].as_array().unwrap().iter();
    // A server that only reads has no others, and none that run code of the project.
    let runs_code =
        |tool: &Value| tool["category"] == "editor.game" || tool["id"] == "project.scripts.check";
    let is_here = |tool: &&Value| tool["safetyLevel"] == "read-only" && !runs_code(tool);
    let known = known.filter(is_here);
    let kebab: Vec<String> =
        known.map(|tool| tool["id"].as_str().unwrap().replace('.', "-")).collect();
    assert_eq!(names, kebab);
    for tool in listed {
        assert!(tool["description"].is_string(), "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
}

#[test]
fn tools_call_answers_with_text() {
    let server = Server::start(&sample("godot"), &[]);
    let arguments = json!({ "scenePath": "res://scenes/main.tscn", "depth": 1 });
    for name in ["scene-hierarchy-dump", "scene_hierarchy_dump", "scene.hierarchy.dump"] {
        let params = json!({ "name": name, "arguments": arguments });
        let answer = ask(&server, "tools/call", &params);
        let content = answer["result"]["content"].as_array().unwrap();
        assert!(content.iter().all(|item| item["type"] == "text"), "{answer}");
        let text = content[0]["text"].as_str().unwrap();
        assert_eq!(parse(text.as_bytes())["scenePath"], "res://scenes/main.tscn");
        assert!(!text.contains('\n'));
        // What the tool has to say beside its output.
        assert!(content[1]["text"].as_str().unwrap().contains("deeper than 1 levels"));
    }
}

#[test]
fn resources_are_listed_and_read() {
    let server = Server::start(&sample("unity"), &[]);
    let listed = ask(&server, "resources/list", &json!({}));
    let resources = listed["result"]["resources"].as_array().unwrap();
    for resource in resources {
        read(&server, resource["uri"].as_str().unwrap());
    }
    assert!(resources.len() > 4, "{listed}");
    let active = read(&server, "unity://scene/active");
    assert_eq!(active["scenePath"], "Assets/Scenes/Menu.unity");
    let unknown = ask(&server, "resources/read", &json!({ "uri": "unity://scene/none" }));
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

#[test]
fn errors_are_those_of_the_table() {
    let server = Server::start(&sample("unity"), &[]);
    let call = |name: &str, arguments: Value| {
        request(&json!(1), "tools/call", &json!({ "name": name, "arguments": arguments }))
    };
    let missing = json!({ "scenePath": "Assets/Missing.unity" });
    let cases = [
        ("{".to_owned(), -32700, "EOF"),
        (r#"{"method":"tools/list","id":1}"#.to_owned(), -32600, "jsonrpc"),
        (r#"{"jsonrpc":"2.0","id":1}"#.to_owned(), -32600, "method"),
        (request(&json!(1), "tools/lst", &json!({})), -32601, "tools/list"),
        (call("scene-hierarchy", json!({})), -32601, "did you mean scene-hierarchy-dump"),
        (call("scene-hierarchy-dump", json!({})), -32602, "scenePath is required"),
        (call("scene-hierarchy-dump", missing), -32603, "Assets/Missing.unity"),
    ];
    for (body, code, mentions) in cases {
        let response = post(&server, &body);
        let error = &response.body["error"];
        assert_eq!((response.status, &error["code"]), (200, &json!(code)), "{error}");
        let details = error["data"]["details"].as_str().unwrap();
        assert!(details.contains(mentions), "{details}");
    }
}

#[test]
fn ids_are_echoed_and_notifications_are_accepted_in_silence() {
    let server = Server::start(&sample("unity"), &[]);
    for id in [json!("a\"b"), json!(7), json!(-1), json!(1.5), json!(u64::MAX)] {
        let answer = post(&server, &request(&id, "ping", &json!({}))).body;
        assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": id, "result": {} }));
    }
    let response = post(&server, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!((response.status, response.body), (202, Value::Null));
}

#[test]
fn health_says_what_is_served() {
    for (project, version) in [("unity", "2022.3.20f1"), ("godot", "Godot 4.4")] {
        let server = Server::start(&sample(project), &[]);
        let response = server.http("GET /health", &[], b"");
        assert_eq!(response.status, 200);
        let health = response.body;
        assert_eq!(health["status"], "ok", "{health}");
        assert_eq!(health["unity_version"], version);
        assert_eq!(health["engine"], project);
        assert!(health["tools_count"].as_u64().unwrap() > 20);
        assert!(health["uptime_seconds"].is_u64());
    }
}

#[test]
fn health_is_degraded_when_the_project_is_gone() {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    let server = Server::start(&fixture.root(), &[]);
    std::fs::remove_file(fixture.path("project.godot")).unwrap();
    let health = server.http("GET /health", &[], b"").body;
    assert_eq!(health["status"], "degraded", "{health}");
    assert!(health["problems"][0].is_string(), "{health}");
}

#[test]
fn more_clients_than_seats_queue_rather_than_fail() {
    let server = Server::start(&sample("unity"), &[]);
    let params = json!({ "name": "project-assets-summary", "arguments": {} });
    let body = request(&json!(1), "tools/call", &params);
    thread::scope(|scope| {
        for _ in 0..80 {
            scope.spawn(|| {
                let answer = post(&server, &body).body;
                assert!(answer["result"]["content"].is_array(), "{answer}");
            });
        }
    });
}
