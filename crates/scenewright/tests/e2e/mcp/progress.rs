//! Progress for those who ask for it.

use std::fmt::Write;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::mcp_client::{Client, Era};
use crate::support::Server;

const FILES: usize = 1_500;

fn many_files() -> Fixture {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    for n in 0..FILES {
        let mut text = "extends Node\n".to_owned();
        let _ = writeln!(text, "var number := {n}");
        fixture.write(&format!("scripts/s{n}.gd"), text);
    }
    fixture
}

fn progress(heard: &[Value]) -> Vec<&Value> {
    heard.iter().filter(|said| said["method"] == "notifications/progress").collect()
}

#[test]
fn a_scan_tells_how_far_it_is_to_those_with_a_token() {
    let fixture = many_files();
    let server = Server::start(&fixture.root(), &[]);
    for mut client in Client::all(&server, &fixture.root(), &[]) {
        let call = json!({ "name": "project_search_text", "arguments": { "query": "number" } });
        client.result("tools/call", call.clone());
        assert!(progress(&client.heard).is_empty(), "{}: {:?}", client.name(), client.heard);
        for token in [json!("a token"), json!(7)] {
            let mut with_token = call.clone();
            with_token["_meta"] = json!({ "progressToken": token });
            client.heard.clear();
            client.result("tools/call", with_token);
            let reported = progress(&client.heard);
            assert!(!reported.is_empty(), "{}", client.name());
            let mut last = -1.0;
            for notice in reported {
                let params = &notice["params"];
                let progress = params["progress"].as_f64().unwrap();
                assert_eq!(params["progressToken"], token, "{notice}");
                assert!(progress > last, "{notice}");
                assert!(params["total"].as_f64().unwrap() >= progress, "{notice}");
                last = progress;
            }
        }
        // What was asked for once is not asked for again.
        client.heard.clear();
        client.result("tools/call", call);
        assert!(progress(&client.heard).is_empty(), "{}", client.name());
    }
}

#[test]
fn notes_are_logged_to_those_who_ask() {
    let scene = "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n[node name=\"B\" type=\"Node\" parent=\".\"]\n";
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    fixture.write("a.tscn", scene);
    let server = Server::start(&fixture.root(), &[]);
    let logged = |client: &mut Client, level: Option<&str>| {
        let arguments = json!({ "scenePath": "res://a.tscn", "depth": 1 });
        let mut params = json!({ "name": "scene_hierarchy_dump", "arguments": arguments });
        if let (Some(level), Era::Modern) = (level, client.era) {
            params["_meta"] = json!({ "io.modelcontextprotocol/logLevel": level });
        }
        client.heard.clear();
        client.result("tools/call", params);
        let logs = client.heard.iter().filter(|said| said["method"] == "notifications/message");
        logs.map(|said| said["params"]["level"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for mut client in Client::all(&server, &fixture.root(), &[]) {
        if client.is_http() && client.era == Era::Handshake {
            // What belongs to no request is sent on the session's own stream.
            let mut stream = client.as_http().listen();
            client.result("logging/setLevel", json!({ "level": "warning" }));
            logged(&mut client, None);
            // The stream may tell of files first.
            let mut said = std::iter::from_fn(|| stream.message());
            let log = said.find(|said| said["method"] == "notifications/message").unwrap();
            assert_eq!(log["params"]["level"], "warning");
            continue;
        }
        assert_eq!(logged(&mut client, None), [""; 0], "{}", client.name());
        for (level, expected) in
            [("warning", &["warning"][..]), ("debug", &["warning"]), ("error", &[])]
        {
            if client.era == Era::Handshake {
                client.result("logging/setLevel", json!({ "level": level }));
            }
            assert_eq!(logged(&mut client, Some(level)), expected, "{} {level}", client.name());
        }
    }
}
