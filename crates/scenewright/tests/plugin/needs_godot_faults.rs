//! What goes wrong in practice: strangers, garbage, big things, ports that are taken, plugins that go away.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;

use crate::client::{Client, dial, read};
use crate::editor::{Editor, kill, project};

const NODES: usize = 10_000;
const BLOB: usize = 21 << 20;
/// Of the plugin.
const MAX_CLIENTS: usize = 128;

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Faults"

[godoty]

port=PORT
//- /game/small.tscn
[gd_scene format=3]

[node name="Small" type="Node"]
"#;

#[test]
fn strangers_garbage_and_big_things() {
    let (taken, port) = taken_port();
    let fixture = project(&GAME.replace("PORT", &port.to_string()));
    fixture.write("game/many.tscn", many_nodes());
    fixture.write(
        "game/blob.tscn",
        format!(
            "[gd_scene format=3]\n\n[node name=\"Blob\" type=\"Node\"]\nmetadata/blob = \"{}\"\n",
            "x".repeat(BLOB),
        ),
    );
    let mut editor = Editor::headless(fixture);
    let published = editor.wait_published();
    assert_ne!(published["port"], port, "another port when the wanted one is taken");
    drop(taken);
    port_file(&editor, &published);
    strangers(&published);
    http(&published);
    fifty_at_once(&editor);
    let mut client = editor.connect();
    garbage(&mut client);
    batches(&mut client);
    dangerous(&mut client);
    many(&mut client);
    big(&mut client);
    three_at_once(&editor);
    sleep_is_given_back(&editor, client);
    second_editor(&editor);
    broken_methods(&editor);
    off_and_on(&editor);
    ending(&mut editor);
    assert_eq!(editor.complaints(), [""; 0]);
}

/// A port that somebody else has.
fn taken_port() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

fn many_nodes() -> String {
    let mut text = "[gd_scene format=3]\n\n[node name=\"Many\" type=\"Node\"]\n".to_owned();
    for number in 0..NODES {
        text.push_str(&format!("\n[node name=\"N{number}\" type=\"Node\" parent=\".\"]\n"));
    }
    text
}

fn port_file(editor: &Editor, published: &Value) {
    let path = editor.project.path("game/.godot/scenewright/editor.json");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let folder = path.parent().unwrap();
    assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
    let mut keys: Vec<&String> = published.as_object().unwrap().keys().collect();
    keys.sort();
    let expected =
        ["godot_version", "pid", "plugin_version", "port", "project", "started", "token"];
    assert_eq!(keys, expected);
    assert!(published["token"].as_str().unwrap().len() >= 32, "{published}");
    let project = format!("{}/", editor.project.path("game").display());
    assert_eq!(published["project"], project);
}

/// None of them is told anything.
fn strangers(published: &Value) {
    let port = &published["port"];
    let token = published["token"].as_str().unwrap();
    let base = format!("ws://127.0.0.1:{port}/");
    for url in [base.clone(), format!("{base}?token=wrong"), format!("{base}?token={token}x")] {
        let mut socket = dial(url.as_str().into_client_request().unwrap()).unwrap();
        assert_eq!(read(&mut socket), Err("closed with 1008".to_owned()), "{url}");
    }
    let good = format!("{base}?token={token}");
    for (header, value) in [
        ("Origin", "https://evil.example"),
        ("Origin", "http://127.0.0.1:1"),
        ("Origin", "null"),
        ("Host", "evil.example"),
    ] {
        let mut request = good.as_str().into_client_request().unwrap();
        request.headers_mut().insert(header, value.parse().unwrap());
        let refusal = dial(request).unwrap_err();
        assert!(refusal.contains("403"), "{header}: {value}: {refusal}");
    }
    let mut request = base.as_str().into_client_request().unwrap();
    let protocol = format!("godoty.{token}");
    request.headers_mut().insert("Sec-WebSocket-Protocol", protocol.parse().unwrap());
    let mut socket = dial(request).unwrap();
    assert_eq!(read(&mut socket).unwrap()["method"], "godoty.connected");
}

/// Every connection gets an answer, whatever it sends.
fn http(published: &Value) {
    let port = published["port"].as_u64().unwrap() as u16;
    let long = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(17 << 10));
    let rows = [
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "HTTP/1.1 426 Upgrade Required"),
        ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 405 Method Not Allowed"),
        ("GET /\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        ("\u{16}\u{3}\u{1}", "HTTP/1.1 400 Bad Request"),
        (&long, "HTTP/1.1 431 Request Header Fields Too Large"),
        ("GET / HT", "HTTP/1.1 408 Request Timeout"),
    ];
    for (request, expected) in rows {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), expected, "{request:.20}");
    }
}

/// And clients beyond the limit are refused in words.
fn fifty_at_once(editor: &Editor) {
    let mut clients: Vec<Client> = (0..50).map(|_| editor.connect()).collect();
    for client in &mut clients {
        client.send(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string());
    }
    for client in &mut clients {
        assert_eq!(client.answer()["result"]["pong"], true);
    }
    clients.extend((50..MAX_CLIENTS).map(|_| editor.connect()));
    let published = editor.wait_published();
    let (port, token) = (&published["port"], published["token"].as_str().unwrap());
    let url = format!("ws://127.0.0.1:{port}/?token={token}");
    let refusal = dial(url.as_str().into_client_request().unwrap()).unwrap_err();
    assert!(refusal.contains("503"), "{refusal}");
    drop(clients);
    editor.connect().call("ping", json!({}));
}

fn garbage(client: &mut Client) {
    for (text, code) in [
        ("", -32700),
        ("{", -32700),
        ("no json at all", -32700),
        ("[]", -32600),
        ("7", -32600),
        (r#"{"id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"no_such_method"}"#, -32601),
    ] {
        client.send(text);
        let answer = client.answer();
        assert_eq!(answer["error"]["code"], code, "{text}: {answer}");
    }
    client.send("[".repeat(100_000));
    assert_eq!(client.answer()["error"]["code"], -32700);
    client.socket.send(Message::binary(vec![0, 159, 146, 150])).unwrap();
    assert_eq!(client.answer()["error"]["code"], -32600);
    client.socket.send(Message::Ping(vec![1, 2, 3].into())).unwrap();
    assert_eq!(client.socket.read().unwrap(), Message::Pong(vec![1, 2, 3].into()));
    // What was asked comes back as it was, a number or a text; a control character does no harm.
    for id in [json!(7), json!("seven"), json!(1.5), json!(4_503_599_627_370_496_u64)] {
        client.send(json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }).to_string());
        assert_eq!(client.answer()["id"], id);
    }
    let error = client.refused("get_class_docs", json!({ "class_name": "a\u{1b}\u{b}\\v\"\n" }));
    assert_eq!(error["data"]["class_name"], "a\u{1b}\u{b}\\v\"\n");
}

fn batches(client: &mut Client) {
    let batch = json!([
        { "jsonrpc": "2.0", "id": 1, "method": "ping" },
        { "jsonrpc": "2.0", "method": "ping" },
        { "jsonrpc": "2.0", "id": 2, "method": "nope" },
        5,
        { "jsonrpc": "2.0", "id": 3, "method": "scenewright.state" },
    ]);
    client.send(batch.to_string());
    let answers = client.answer();
    let mut ids: Vec<String> =
        answers.as_array().unwrap().iter().map(|answer| answer["id"].to_string()).collect();
    ids.sort();
    assert_eq!(ids, ["1", "2", "3", "null"], "{answers}");
    client.send(r#"{"jsonrpc":"2.0","method":"ping"}"#);
    client.send(r#"[{"jsonrpc":"2.0","method":"ping"}]"#);
    client.call("ping", json!({}));
}

/// The settings are as they come.
fn dangerous(client: &mut Client) {
    client.call("scenewright.open_scene", json!({ "path": "res://small.tscn" }));
    let error = client.act_refused("delete_node", json!({ "node_path": "/root/Small" }));
    assert_eq!(error["code"], -32002);
    assert_eq!(error["message"], "Action 'delete_node' is not enabled");
    for detail in ["action", "reason", "how_to_enable"] {
        assert!(error["data"][detail].is_string(), "{error}");
    }
    let error = client.act_refused("run_main_scene", json!({}));
    assert_eq!(error["code"], -32006, "{error}");
}

fn many(client: &mut Client) {
    client.call("scenewright.open_scene", json!({ "path": "res://many.tscn" }));
    let started = Instant::now();
    let tree = client.call("get_scene_tree", json!({}));
    println!("get_scene_tree of {NODES} nodes: {:?}", started.elapsed());
    assert_eq!(tree["tree"]["children"].as_array().unwrap().len(), NODES);
    let text = client.call("scenewright.scene_text", json!({ "path": "res://many.tscn" }));
    assert_eq!(text["text"].as_str().unwrap().matches("[node ").count(), NODES + 1);
}

fn big(client: &mut Client) {
    client.call("scenewright.open_scene", json!({ "path": "res://blob.tscn" }));
    let got = client.call("get_node_properties", json!({ "node_path": "/root/Blob" }));
    let blob = got["properties"]["metadata/blob"]["value"].as_str().unwrap();
    assert_eq!(blob.len(), BLOB);
    let padding = "y".repeat(5 << 20);
    client.call("ping", json!({ "padding": padding }));
}

/// All are served, also while one waits for something long.
fn three_at_once(editor: &Editor) {
    let mut clients: Vec<Client> = (0..3).map(|_| editor.connect()).collect();
    let long = json!({ "jsonrpc": "2.0", "id": "long", "method": "scenewright.class_docs" });
    clients[0].send(long.to_string());
    for client in &mut clients[1..] {
        for _ in 0..50 {
            client.call("ping", json!({}));
        }
    }
    assert_eq!(clients[0].answer()["id"], "long");
    clients[1].act("select_node", json!({ "node_path": "/root/Blob" }));
    for client in &mut clients {
        assert_eq!(client.event("selection_changed")["selected_nodes"], json!(["/root/Blob"]));
    }
}

/// While a client is there the editor sleeps little, also without focus; then as it did before.
fn sleep_is_given_back(editor: &Editor, mut client: Client) {
    client.call("ping", json!({}));
    editor.drive("unfocus");
    client.call("ping", json!({}));
    assert_eq!(sleep(editor), "1000");
    client.socket.close(None).unwrap();
    while client.socket.read().is_ok() {}
    thread::sleep(Duration::from_millis(300));
    let now = sleep(editor);
    assert!(now == "6900" || now == "100000", "{now}");
}

fn sleep(editor: &Editor) -> String {
    editor.drive("sleep");
    let path = editor.project.path("game/.godot/sleep.txt");
    editor.wait("the sleep", || fs::read_to_string(&path).ok().filter(|text| !text.is_empty()))
}

/// It leaves the file of the first alone.
fn second_editor(editor: &Editor) {
    let before = editor.wait_published();
    let mut second = editor.beside();
    let log = editor.project.path("second.log");
    editor.wait("the second editor", || {
        let text = fs::read_to_string(&log).unwrap_or_default();
        text.contains("first_scan_filesystem").then_some(())
    });
    thread::sleep(Duration::from_secs(4));
    assert!(second.try_wait().unwrap().is_none(), "the second editor runs");
    assert_eq!(editor.wait_published(), before);
    kill(&mut second);
}

/// A mistake in the plugin costs one call, and never its answer.
fn broken_methods(editor: &Editor) {
    editor.drive("break");
    let mut client = editor.connect();
    let methods =
        [("test.fails", -32603), ("test.fails_later", -32603), ("test.never_ends", -32005)];
    for (method, code) in methods {
        let error = client.refused(method, json!({}));
        assert_eq!(error["code"], code, "{error}");
        assert!(error["data"]["suggestion"].as_str().unwrap().contains("output"), "{error}");
    }
    client.call("scenewright.state", json!({}));
}

/// By the dock's switch, and by the editor's list of plugins.
fn off_and_on(editor: &Editor) {
    for (off, on) in [("switch off", "switch on"), ("off", "on")] {
        let before = editor.wait_published();
        let mut client = editor.connect();
        editor.drive(off);
        let said = read(&mut client.socket);
        assert_eq!(said, Err("closed with 1001".to_owned()), "{off}");
        assert_eq!(editor.published(), None, "{off}");
        editor.drive(on);
        let after = editor.wait_published();
        assert_ne!(before["token"], after["token"], "a new token at each start");
        editor.connect().call("ping", json!({}));
    }
    let settings = fs::read_to_string(editor.project.path("game/project.godot")).unwrap();
    assert!(
        !settings.contains("allow_"),
        "settings that nobody changed are not written: {settings}"
    );
}

fn ending(editor: &mut Editor) {
    let mut client = editor.connect();
    editor.drive("quit");
    let said = read(&mut client.socket);
    assert_eq!(said, Err("closed with 1001".to_owned()));
    editor.wait_end();
    assert_eq!(editor.published(), None);
}

#[test]
fn clients_without_token_where_the_user_allows_them() {
    let (_taken, port) = taken_port();
    let game = GAME.replace("PORT", &format!("{port}\nallow_clients_without_token=true"));
    let editor = Editor::headless(project(&game));
    let port = editor.wait_published()["port"].clone();
    let url = format!("ws://127.0.0.1:{port}/");
    Client::open(&url).unwrap().call("ping", json!({}));
    let mut request = url.as_str().into_client_request().unwrap();
    request.headers_mut().insert("Origin", "https://evil.example".parse().unwrap());
    assert!(dial(request).unwrap_err().contains("403"), "a web page is refused all the same");
    assert_eq!(editor.complaints(), [""; 0]);
}
