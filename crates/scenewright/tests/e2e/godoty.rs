//! The Godoty protocol with the editor closed: a client written for the plugin, on the project's files.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

use crate::support::{announced_token, copied, makes_token, program, sample, server_args};

struct Server {
    child: Child,
    url: String,
    token: Option<String>,
}

impl Server {
    fn start(project: &Path, more: &[&str]) -> Server {
        let more = server_args(more);
        let mut child = program()
            .arg("serve")
            .arg(project)
            .args(["--port", "0", "--godoty-port", "0"])
            .args(&more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let line = lines.find(|line| line.contains("ws://")).unwrap();
        let url = line.split_whitespace().last().unwrap().to_owned();
        let token = makes_token(&more).then(|| announced_token(lines));
        Server { child, url, token }
    }

    fn url_with_token(&self) -> String {
        match &self.token {
            Some(token) => format!("{}?token={token}", self.url),
            None => self.url.clone(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Client {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    events: VecDeque<Value>,
}

impl Client {
    fn open(server: &Server) -> (Client, Value) {
        Client::open_url(&server.url_with_token())
    }

    fn open_url(url: &str) -> (Client, Value) {
        let (socket, _) = connect(url).unwrap();
        let mut client = Client { socket, events: VecDeque::new() };
        let hello = client.read();
        assert_eq!(hello["method"], "godoty.connected");
        let ready = json!({
            "jsonrpc": "2.0",
            "method": "godoty.ready",
            "params": { "client_name": "godoty-mcp", "client_version": "1.0.0" },
        });
        client.socket.send(Message::text(ready.to_string())).unwrap();
        (client, hello["params"].clone())
    }

    fn read(&mut self) -> Value {
        serde_json::from_str(self.socket.read().unwrap().to_text().unwrap()).unwrap()
    }

    fn answer(&mut self) -> Value {
        loop {
            let message = self.read();
            if message.get("method").is_none() {
                return message;
            }
            self.events.push_back(message);
        }
    }

    fn send(&mut self, text: &str) -> Value {
        self.socket.send(Message::text(text)).unwrap();
        self.answer()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let answer = self.send(&request.to_string());
        assert_eq!(answer["id"], 7, "{answer}");
        answer
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn refused(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].clone()
    }

    fn act(&mut self, action: &str, args: Value) -> Value {
        let result = self.call("execute_action", json!({ "action": action, "args": args }));
        assert_eq!((&result["success"], &result["action"]), (&json!(true), &json!(action)));
        result
    }

    fn event(&mut self, name: &str) -> Value {
        loop {
            let event = self.events.pop_front().unwrap_or_else(|| self.read());
            if event["method"] == name {
                return event["params"].clone();
            }
        }
    }
}

#[test]
fn a_client_of_the_plugin_reads_a_closed_project() {
    let server = Server::start(&sample("godot"), &[]);
    let (mut client, hello) = Client::open(&server);
    assert_eq!(hello["capabilities"], json!(["capture", "docs", "scene", "actions", "debug"]));
    assert!(hello["godot_version"].as_str().unwrap().starts_with("4."), "{hello}");

    let pong = client.call("ping", json!({}));
    assert!(pong["pong"] == true && pong["timestamp"].as_f64().unwrap() > 1.7e9, "{pong}");

    let info = client.call("get_editor_info", json!({}));
    assert_eq!(info["godot_version"]["major"], 4);
    assert_eq!(info["project"]["main_scene"], "res://scenes/main.tscn");
    assert_eq!(info["editor_state"]["current_scene"], "res://scenes/main.tscn");
    assert_eq!(info["editor_state"]["is_game_running"], false);

    let tree = client.call("get_scene_tree", json!({ "max_depth": 1 }));
    assert_eq!(tree["scene_path"], "res://scenes/main.tscn");
    assert_eq!(tree["tree"]["path"], "/root/Main");
    let deck = &tree["tree"]["children"][1];
    assert_eq!((&deck["path"], &deck["type"]), (&json!("/root/Main/Deck"), &json!("Node2D")));
    assert_eq!(deck["children"], json!([]), "nothing below the depth");
    let inside = client.call("get_scene_tree", json!({ "root_path": "/root/Main/Deck" }));
    assert_eq!(inside["tree"]["children"][0]["path"], "/root/Main/Deck/Rail");

    let read = client.call("get_node_properties", json!({ "node_path": "/root/Main/Deck" }));
    assert_eq!(
        (&read["node_path"], &read["node_type"]),
        (&json!("/root/Main/Deck"), &json!("Node2D"))
    );
    let position = &read["properties"]["position"];
    assert_eq!(position["value"], "Vector2(480, 300)");
    assert_eq!((&position["type"], &position["category"]), (&json!("Vector2"), &json!("Node2D")));
    let script = client.call("get_node_properties", json!({ "node_path": "/root/Main" }));
    assert_eq!(script["script_properties"]["burn_rate"]["exported"], true, "{script}");

    assert_eq!(client.call("get_errors", json!({}))["errors"], json!([]));
    assert_eq!(client.call("get_editor_log", json!({ "count": 3 }))["success"], true);
    let docs = client.call("get_class_docs", json!({ "class_name": "CharacterBody2D" }));
    assert_eq!(docs["inherits"], "PhysicsBody2D");
    let found = client.call("search_docs", json!({ "query": "collision layer", "limit": 5 }));
    assert_eq!(found["results"][0]["name"], "collision_layer", "{found}");
    let method = json!({ "class_name": "Node", "method_name": "add_child" });
    let method = client.call("get_method_docs", method);
    assert_eq!(method["method"]["arguments"].as_array().unwrap().len(), 3, "{method}");
}

#[test]
fn what_cannot_be_done_has_the_codes_of_the_protocol() {
    let server = Server::start(&sample("godot"), &["--allow-writes"]);
    let (mut client, _) = Client::open(&server);
    let action =
        |action: &str, args: Value| ("execute_action", json!({ "action": action, "args": args }));
    let rows = [
        (("capture_viewport", json!({})), -32004, "suggestion"),
        (("capture_game", json!({})), -32003, "suggestion"),
        (("no_such", json!({})), -32601, "details"),
        (("get_node_properties", json!({})), -32602, "parameter"),
        (("get_scene_tree", json!({ "max_depth": "deep" })), -32602, "parameter"),
        (("get_scene_tree", json!([1])), -32602, "parameter"),
        (
            ("get_node_properties", json!({ "node_path": "/root/Main/Dek" })),
            -32000,
            "similar_paths",
        ),
        (("get_class_docs", json!({ "class_name": "CharcterBody2D" })), -32001, "similar_classes"),
        (action("delete_node", json!({ "node_path": "/root/Main/Deck" })), -32002, "how_to_enable"),
        (action("run_main_scene", json!({})), -32002, "details"),
        (action("pause_scene", json!({})), -32003, "suggestion"),
        (action("resume_scene", json!({})), -32003, "suggestion"),
        (action("stop_scene", json!({})), -32003, "suggestion"),
        (
            action("create_node", json!({ "parent_path": "/root/Main", "node_type": "Sprit2D" })),
            -32001,
            "similar_classes",
        ),
        (
            action("create_node", json!({ "parent_path": "/root/Man", "node_type": "Sprite2D" })),
            -32000,
            "similar_paths",
        ),
        (
            action(
                "set_property",
                json!({ "node_path": "/root/Main/Deck", "property": "positon", "value": 1 }),
            ),
            -32602,
            "details",
        ),
        (action("dance", json!({})), -32602, "parameter"),
        (action("create_node", json!({ "parent_path": "/root/Main" })), -32602, "parameter"),
    ];
    for ((method, params), code, data) in rows {
        let error = client.refused(method, params.clone());
        assert_eq!(error["code"], code, "{method} {params}: {error}");
        assert!(error["data"].get(data).is_some(), "{method} {params}: {error}");
    }
    let missing = client.refused("get_node_properties", json!({ "node_path": "/root/Main/Dek" }));
    assert_eq!(missing["message"], "Node not found: /root/Main/Dek");
    assert_eq!(missing["data"]["similar_paths"][0], "/root/Main/Deck");

    assert_eq!(client.send("{")["error"]["code"], -32700);
    assert_eq!(client.send("{\"id\": 1}")["error"]["code"], -32600);
    assert_eq!(client.send("[]")["error"]["code"], -32600);
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},
        {"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let answers = client.send(batch);
    let ids: Vec<&Value> = answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [1, 2]);
}

#[test]
fn a_client_changes_a_closed_project_and_saves_it() {
    let project = copied("godot");
    let server = Server::start(project.path(), &["--allow-writes", "--allow-dangerous-actions"]);
    let (mut client, _) = Client::open(&server);
    let (mut other, _) = Client::open(&server);
    let disk = || fs::read_to_string(project.path().join("scenes/main.tscn")).unwrap();
    let before = disk();

    let set =
        json!({ "node_path": "/root/Main/Deck", "property": "position", "value": "Vector2(1, 2)" });
    let set = client.act("set_property", set);
    assert_eq!(
        (&set["old_value"], &set["new_value"]),
        (&json!("Vector2(480, 300)"), &json!("Vector2(1, 2)"))
    );
    let made = json!({ "parent_path": "/root/Main/Deck", "node_type": "Sprite2D", "name": "Flag" });
    assert_eq!(client.act("create_node", made)["node_path"], "/root/Main/Deck/Flag");
    client.act("delete_node", json!({ "node_path": "/root/Main/Sky" }));
    assert_eq!(disk(), before, "nothing is written before it is saved");

    client.act("select_node", json!({ "node_path": "/root/Main/Deck/Flag" }));
    let heard = other.event("godoty.selection_changed");
    assert_eq!(heard["selected_nodes"], json!(["/root/Main/Deck/Flag"]));
    let selected = client.call("get_selected_nodes", json!({ "include_properties": true }));
    assert_eq!(selected["selection_count"], 1);
    assert_eq!(selected["nodes"][0]["type"], "Sprite2D");

    client.act("save_scene", json!({}));
    let saved = disk();
    assert!(saved.contains("[node name=\"Flag\" type=\"Sprite2D\" parent=\"Deck\""), "{saved}");
    assert!(!saved.contains("name=\"Sky\""));
    client.act(
        "set_property",
        json!({ "node_path": "/root/Main/Deck", "property": "position", "value": "Vector2(9, 9)" }),
    );
    client.act("reload_scene", json!({}));
    let read = client.call("get_node_properties", json!({ "node_path": "/root/Main/Deck" }));
    assert_eq!(read["properties"]["position"]["value"], "Vector2(1, 2)");
}

const SPACE: &str = r#"
//- /project.godot
config_version=5
[application]
run/main_scene="res://main.tscn"
//- /main.tscn
[gd_scene format=3]

[node name="Main" type="Node3D"]

[node name="Flat" type="Node2D" parent="."]
position = Vector2(480, 300)

[node name="Label" type="Label" parent="."]

[node name="Body" type="RigidBody2D" parent="."]
"#;

#[test]
fn the_old_value_of_a_property_that_was_not_stored_is_its_default() {
    let project = scenewright_testkit::Fixture::new(SPACE);
    let server = Server::start(&project.root(), &["--allow-writes"]);
    let (mut client, _) = Client::open(&server);
    let rows = [
        ("", "position", json!("Vector3(1, 2, 3)"), json!("Vector3(0, 0, 0)")),
        ("", "scale", json!("Vector3(2, 2, 2)"), json!("Vector3(1, 1, 1)")),
        ("", "rotation_degrees", json!("Vector3(0, 90, 0)"), json!("Vector3(0, 0, 0)")),
        ("", "unique_name_in_owner", json!(true), json!(false)),
        ("/Flat", "visible", json!(false), json!(true)),
        ("/Flat", "rotation", json!(0.5), json!(0.0)),
        ("/Flat", "scale", json!("Vector2(2, 2)"), json!("Vector2(1, 1)")),
        ("/Flat", "modulate", json!("Color(1, 0, 0, 1)"), json!("Color(1, 1, 1, 1)")),
        ("/Flat", "modulate:b", json!(1), json!(0.0)),
        ("/Flat", "z_index", json!(3), json!(0)),
        ("/Flat", "position:x", json!(7), json!(480.0)),
        ("/Label", "uppercase", json!(true), json!(false)),
        ("/Label", "text", json!("Hello"), json!("")),
        ("/Label", "focus_next", json!("../Flat"), json!("")),
        ("/Body", "mass", json!(2.5), json!(1.0)),
        ("/Body", "collision_layer", json!(3), json!(1)),
    ];
    for (node, property, value, old) in rows {
        let node = format!("/root/Main{node}");
        let args = json!({ "node_path": node, "property": property, "value": value });
        let set = client.act("set_property", args.clone());
        assert_eq!(set["old_value"], old, "{property}: {set}");
        assert_eq!(client.act("set_property", args)["old_value"], set["new_value"], "{property}");
    }
}

#[test]
fn fifty_clients_at_once_are_all_served() {
    let server = Server::start(&sample("godot"), &[]);
    let ready = std::sync::Barrier::new(50);
    std::thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| {
                let (mut client, _) = Client::open(&server);
                ready.wait();
                for _ in 0..3 {
                    client.call("get_scene_tree", json!({ "include_properties": true }));
                    client.call("get_node_properties", json!({ "node_path": "/root/Main/Deck" }));
                }
            });
        }
    });
}

#[test]
fn nothing_changes_without_the_word_of_the_user_and_no_page_comes_in() {
    let server = Server::start(&sample("godot"), &[]);
    let (mut client, _) = Client::open(&server);
    let set =
        json!({ "node_path": "/root/Main/Deck", "property": "position", "value": "Vector2(1, 2)" });
    let error = client.refused("execute_action", json!({ "action": "set_property", "args": set }));
    assert_eq!(error["code"], -32002, "{error}");
    assert!(error["data"]["suggestion"].as_str().unwrap().contains("--allow-writes"));

    let mut page = server.url.as_str().into_client_request().unwrap();
    page.headers_mut().insert("Origin", "https://evil.example".parse().unwrap());
    assert!(connect(page).is_err());
}

#[test]
fn a_unity_project_speaks_it_too() {
    let server = Server::start(&sample("unity"), &[]);
    let (mut client, _) = Client::open(&server);
    let info = client.call("get_editor_info", json!({}));
    assert_eq!(info["editor_state"]["current_scene"], "Assets/Scenes/Menu.unity");
    assert_eq!(client.refused("capture_viewport", json!({}))["code"], -32004);
    assert_eq!(client.refused("capture_game", json!({}))["code"], -32003);
}

#[test]
fn the_token_comes_as_the_plugin_takes_it() {
    let project = copied("godot");
    let server = Server::start(project.path(), &["--allow-writes"]);
    let token = server.token.clone().expect("SCENEWRIGHT_TEST_NO_TOKEN must not be set here");
    let args = json!({ "parent_path": "/root/Main", "node_type": "Node2D", "name": "New" });
    let create = json!({ "action": "create_node", "args": args });
    // Without it everything can be read, and nothing changed.
    let (mut anonymous, _) = Client::open_url(&server.url);
    anonymous.call("get_node_properties", json!({ "node_path": "/root/Main" }));
    let refused = anonymous.refused("execute_action", create.clone());
    assert_eq!(refused["code"], -32002, "{refused}");
    let data = refused["data"].to_string();
    assert!(data.contains("?token=") && data.contains("--no-token"), "{data}");
    // In the URL.
    let (mut trusted, _) = Client::open_url(&server.url_with_token());
    trusted.call("execute_action", create);
    // As a subprotocol, which the server has to confirm.
    let mut request = server.url.as_str().into_client_request().unwrap();
    let protocol = format!("godoty.{token}");
    request.headers_mut().insert("sec-websocket-protocol", protocol.parse().unwrap());
    let (_, response) = connect(request).unwrap();
    assert_eq!(response.headers()["sec-websocket-protocol"], protocol.as_str());
    // A wrong one opens nothing.
    let refused = connect(format!("{}?token=wrong", server.url)).unwrap_err();
    let tungstenite::Error::Http(response) = refused else { panic!("{refused}") };
    assert_eq!(response.status(), 401);
    assert!(response.headers().contains_key("www-authenticate"));
}
