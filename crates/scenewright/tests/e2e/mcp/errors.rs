//! What is wrong is said in the place where the protocol has it, and the server lives on.

use serde_json::{Value, json};

use crate::mcp_client::http::Http;
use crate::mcp_client::{Client, ERAS, Era};
use crate::support::{Server, sample};

fn clients() -> (Server, Vec<Client>) {
    let server = Server::start(&sample("unity"), &[]);
    let clients = Client::all(&server, &sample("unity"), &[]);
    (server, clients)
}

fn lives(client: &mut Client) {
    let info = client.call("project_info", json!({}));
    assert_eq!(info["structuredContent"]["projectName"], "Harbour Lights", "{}", client.name());
}

#[test]
fn what_the_agent_can_mend_is_a_result() {
    let scene = "Assets/Scenes/Main.unity";
    let cases = [
        ("scene_hierarchy_dump", json!({}), "scenePath is required"),
        ("scene_hierarchy_dump", json!({ "scenePath": 7 }), "scenePath"),
        ("scene_hierarchy_dump", json!({ "scenePath": scene, "dept": 1 }), "depth"),
        ("scene_hierarchy_dump", json!({ "scenePath": "Assets/Scenes/Mian.unity" }), scene),
        ("scene_hierarchy_dump", json!({ "scenePath": "../../etc/passwd" }), "outside"),
        ("scene_hierarchy_dump", json!({ "scenePath": scene, "cursor": "7" }), "cursor"),
        ("scene_hierarchy_dump", json!({ "scenePath": scene, "maxTokens": 3 }), "maxTokens"),
        ("scene_hierarchy_dump", json!({ "scenePath": scene, "maxTokens": "x" }), "maxTokens"),
        ("project_search_text", json!({ "query": "a(", "regex": true }), "unclosed"),
        ("project_info", json!({ "x": [] }), "x"),
        ("toolsets_list", json!({ "x": 1 }), "x"),
    ];
    let (_server, mut clients) = clients();
    for client in &mut clients {
        for (tool, arguments, mentions) in &cases {
            let result = client.call(tool, arguments.clone());
            let about = format!("{}: {tool} {arguments} {result}", client.name());
            assert_eq!(result["isError"], true, "{about}");
            assert!(result["content"][0]["text"].as_str().unwrap().contains(mentions), "{about}");
            assert!(result.get("structuredContent").is_none(), "{about}");
        }
        lives(client);
    }
}

/// An error is read by a model, which pays for each word: a path of 100,000 characters is not repeated.
#[test]
fn an_error_is_short_and_names_tools_as_the_client_does() {
    let long = "Assets/".repeat(15_000);
    let (_server, mut clients) = clients();
    for client in &mut clients {
        for (tool, arguments) in [
            ("scene_hierarchy_dump", json!({ "scenePath": long })),
            (
                "scene_object_read",
                json!({ "scenePath": "Assets/Scenes/Main.unity", "objectPath": long }),
            ),
            ("asset_info", json!({ "assetPath": long })),
            ("project_info", json!({ long.as_str(): 1 })),
        ] {
            let result = client.call(tool, arguments);
            assert_eq!(result["isError"], true, "{tool}");
            let said = result.to_string();
            assert!(said.len() < 1_000, "{tool}: {} bytes: {said:.500}", said.len());
        }
        // HTTP has the name in a header, which is bounded itself.
        let name = &long[..3_000];
        let unknown = client.ask("tools/call", json!({ "name": name })).to_string();
        assert!(unknown.len() < 1_000, "{} bytes: {unknown:.500}", unknown.len());
        let settings = json!({ "scenePath": "ProjectSettings/TagManager.asset" });
        let result = client.call("scene_hierarchy_dump", settings);
        let said = result["content"][0]["text"].as_str().unwrap();
        assert!(said.contains("project_settings_read reads"), "{said}");
    }
}

#[test]
fn what_the_protocol_forbids_is_an_error() {
    let template = json!({ "type": "ref/resource", "uri": "scenewright://nothing/{x}" });
    let prompt = json!({ "type": "ref/prompt", "name": "nothing" });
    let argument = json!({ "name": "x", "value": "" });
    let cases: Vec<(&str, Value, i64)> = vec![
        ("tools/call", json!({ "name": "nothing" }), -32602),
        ("tools/call", json!({ "name": "project_info", "arguments": [] }), -32602),
        ("tools/call", json!({ "name": 3 }), -32602),
        ("tools/call", json!({}), -32602),
        ("tools/list", json!({ "cursor": "nonsense" }), -32602),
        ("resources/list", json!({ "cursor": "nonsense" }), -32602),
        ("resources/templates/list", json!({ "cursor": "nonsense" }), -32602),
        ("resources/read", json!({}), -32602),
        ("resources/read", json!({ "uri": 7 }), -32602),
        ("resources/read", json!({ "uri": "scenewright://scene/../../etc/passwd" }), -32602),
        ("resources/read", json!({ "uri": "scenewright://project/settings/none" }), -32602),
        ("prompts/list", json!({ "cursor": "nonsense" }), -32602),
        ("prompts/get", json!({ "name": "nothing" }), -32602),
        ("prompts/get", json!({ "name": "review-scene", "arguments": [] }), -32602),
        ("prompts/get", json!({}), -32602),
        ("completion/complete", json!({ "ref": prompt, "argument": argument }), -32602),
        ("completion/complete", json!({}), -32602),
        ("nothing/at_all", json!({}), -32601),
        ("tools", json!({}), -32601),
    ];
    let (_server, mut clients) = clients();
    for client in &mut clients {
        for (method, params, code) in &cases {
            let answer = client.ask(method, params.clone());
            let about = format!("{}: {method} {params} {answer}", client.name());
            assert_eq!(answer["error"]["code"], *code, "{about}");
            assert!(!answer["error"]["message"].as_str().unwrap().is_empty(), "{about}");
        }
        // Each era has a code of its own for what is not there.
        let code = if client.era == Era::Modern { -32602 } else { -32002 };
        let complete = json!({ "ref": template, "argument": argument });
        for (method, params) in [
            ("resources/read", json!({ "uri": "scenewright://scene/Assets/Scenes/Mian.unity" })),
            ("resources/read", json!({ "uri": "file:///etc/passwd" })),
            ("completion/complete", complete),
        ] {
            let answer = client.ask(method, params);
            assert_eq!(answer["error"]["code"], code, "{}: {answer}", client.name());
        }
        lives(client);
    }
}

#[test]
fn methods_of_sessions_are_unknown_without_one() {
    let mut stdio = Client::stdio(&sample("unity"), &[], Era::Modern, json!({}));
    let level = json!({ "level": "info" });
    assert_eq!(stdio.ask("logging/setLevel", level)["error"]["code"], -32601);
    let server = Server::start(&sample("unity"), &[]);
    let mut client = Client::http(&server, Era::Modern, json!({}));
    let uri = json!({ "uri": "scenewright://project/info" });
    for (method, params) in [
        ("ping", json!({})),
        ("resources/subscribe", uri.clone()),
        ("resources/subscribe", json!({})),
        ("resources/unsubscribe", uri),
        ("resources/unsubscribe", json!({})),
        ("logging/setLevel", json!({ "level": "info" })),
        ("logging/setLevel", json!({})),
    ] {
        let request = client.request(method, params);
        let mut reply = client.as_http().post(&request);
        let code = reply.message().unwrap()["error"]["code"].clone();
        assert_eq!((reply.status, code), (404, json!(-32601)), "{request}");
    }
}

#[test]
fn wrong_parameters_of_session_methods_are_named_in_one() {
    let mut client = Client::stdio(&sample("unity"), &[], Era::Handshake, json!({}));
    for method in ["resources/subscribe", "resources/unsubscribe", "logging/setLevel"] {
        assert_eq!(client.ask(method, json!({}))["error"]["code"], -32602, "{method}");
    }
}

#[test]
fn unknown_methods_have_the_status_of_their_era() {
    let server = Server::start(&sample("unity"), &[]);
    for (era, status) in ERAS.into_iter().zip([200, 404]) {
        let mut client = Client::http(&server, era, json!({}));
        let request = client.request("nothing/at_all", json!({}));
        assert_eq!(client.as_http().post(&request).status, status, "{era:?}");
    }
}

#[test]
fn a_line_that_is_no_message_harms_nobody() {
    let deep = "[".repeat(100_000);
    for era in ERAS {
        let mut client = Client::stdio(&sample("unity"), &[], era, json!({}));
        for line in ["", "{", "nonsense", "\u{feff}", "{}", "[]", "[{}]", "3", "null", &deep] {
            client.as_stdio().send_line(line);
        }
        lives(&mut client);
        for strange in client.heard.drain(..) {
            assert!(strange["error"]["code"].is_i64() && strange["id"].is_null(), "{strange}");
        }
    }
}

#[test]
fn a_body_that_is_no_message_is_refused() {
    let server = Server::start(&sample("unity"), &[]);
    let deep = "[".repeat(100_000);
    let http = Http::new(&server.address);
    let modern = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list")];
    let unknown = [("Mcp-Session-Id", "nobody"), ("MCP-Protocol-Version", "2025-11-25")];
    for headers in [&[][..], &modern, &unknown] {
        for body in ["", "{", "nonsense", "{}", "[]", "3", "null", &deep] {
            let reply = http.send("POST", headers, body.as_bytes());
            let status = reply.status;
            assert!((400..500).contains(&status), "{headers:?} {body:.20}: {status}");
        }
    }
    for era in ERAS {
        lives(&mut Client::http(&server, era, json!({})));
    }
}
