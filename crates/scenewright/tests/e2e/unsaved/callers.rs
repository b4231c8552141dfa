//! Two MCP sessions, MCP without one, WebSockets, Unity-HTTP and the Explorer on one server.

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

use super::{MAIN, MENU, Place};
use crate::explorer::Explorer;
use crate::mcp_client::{Client, Era};
use crate::support::{Server, parse, request, tool_call};

/// Somebody who calls tools.
enum Caller<'a> {
    Mcp(Box<Client>),
    EditorHttp(&'a Server),
    EditorSocket(Box<WebSocket<MaybeTlsStream<std::net::TcpStream>>>),
    UnityHttp(&'a Server),
}

impl Caller<'_> {
    /// The output, or everything that is said of the error.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, String> {
        match self {
            Caller::Mcp(client) => {
                let result = client.call(&tool.replace('.', "_"), arguments.clone());
                match result["isError"] == true {
                    true => Err(result.to_string()),
                    false => Ok(result["structuredContent"].clone()),
                }
            }
            Caller::EditorHttp(server) => enveloped(&server.post(&tool_call(tool, arguments)).body),
            Caller::EditorSocket(socket) => {
                socket.send(Message::text(tool_call(tool, arguments))).unwrap();
                enveloped(&parse(socket.read().unwrap().into_text().unwrap().as_bytes()))
            }
            Caller::UnityHttp(server) => {
                let params = json!({ "name": tool, "arguments": arguments });
                let body = request(&json!(1), "tools/call", &params);
                let answer = server.http("POST /", &[], body.as_bytes()).body;
                match answer["result"]["content"][0]["text"].as_str() {
                    Some(text) if answer["result"]["isError"] != true => Ok(parse(text.as_bytes())),
                    _ => Err(answer.to_string()),
                }
            }
        }
    }

    fn rename(&mut self, scene: &str, from: &str, to: &str, save: bool) -> Result<Value, String> {
        let arguments = json!({ "scenePath": scene, "objectPath": from, "name": to, "save": save });
        self.call("scene.object.rename", &arguments)
    }
}

fn enveloped(answer: &Value) -> Result<Value, String> {
    match answer["result"].get("output") {
        Some(output) => Ok(output.clone()),
        None => Err(answer.to_string()),
    }
}

fn socket(server: &Server) -> Caller<'static> {
    let socket = connect(format!("ws://{}/editor", server.address)).unwrap().0;
    Caller::EditorSocket(Box::new(socket))
}

fn mcp(server: &Server, era: Era) -> Caller<'static> {
    Caller::Mcp(Box::new(Client::http(server, era, json!({}))))
}

/// Everybody who is an owner of their own, with the name that others see.
fn everybody(server: &Server) -> Vec<(Caller<'_>, String)> {
    let mut callers = vec![
        mcp(server, Era::Handshake),
        mcp(server, Era::Handshake),
        mcp(server, Era::Modern),
        socket(server),
        socket(server),
        Caller::EditorHttp(server),
        Caller::UnityHttp(server),
    ];
    let names = callers.iter_mut().map(|caller| {
        let kept = caller.rename(MENU, "Title", "Named", false);
        let kept = kept.unwrap_or_else(|error| panic!("{error}"));
        let listed = caller.call("world.scenes.list", &json!({})).unwrap();
        let owner = listed["unsaved"][0]["owner"].as_str().unwrap().to_owned();
        let handle = &kept["undoHandle"];
        caller.call("edit.undo", &json!({ "handle": handle })).unwrap();
        owner
    });
    let names: Vec<String> = names.collect();
    callers.into_iter().zip(names).collect()
}

#[test]
fn every_session_connection_and_protocol_is_an_owner_of_its_own() {
    let place = Place::new();
    let server = place.writing();
    let disk = place.disk(MAIN);
    let mut callers = everybody(&server);
    let names: Vec<String> = callers.iter().map(|(_, name)| name.clone()).collect();
    assert_eq!(names[..3], ["MCP session 1", "MCP session 2", "MCP"]);
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{names:?}");
    }
    let secrets: Vec<String> = callers
        .iter()
        .filter_map(|(caller, _)| match caller {
            Caller::Mcp(client) => client.as_http().session(),
            _ => None,
        })
        .collect();
    assert_eq!(secrets.len(), 2);
    for owner in 0..callers.len() {
        let kept = callers[owner].0.rename(MAIN, "Player", "Renamed", false).unwrap();
        for (other, (caller, _)) in callers.iter_mut().enumerate().filter(|(at, _)| *at != owner) {
            for save in [true, false] {
                let refused = caller.rename(MAIN, "Sign", "Floor", save).unwrap_err();
                for word in [MAIN, &names[owner], "1 unsaved edit", "includeOthers"] {
                    assert!(
                        refused.contains(word),
                        "{} to {}: {refused}",
                        names[owner],
                        names[other]
                    );
                }
                assert!(secrets.iter().all(|secret| !refused.contains(secret)), "{refused}");
            }
            let save = json!({ "scenePath": MAIN });
            let refused = caller.call("world.scene.save", &save).unwrap_err();
            assert!(refused.contains(&names[owner]), "{refused}");
            let undo = json!({ "handle": kept["undoHandle"] });
            caller.call("edit.undo", &undo).unwrap_err();
        }
        // Its owner may go on, and the history says whose it is.
        let history = callers[owner].0.call("edit.history", &json!({})).unwrap();
        assert_eq!(history["entries"][0]["unsavedOf"], names[owner].as_str(), "{history}");
        let undone = callers[owner].0.call("edit.undo", &json!({})).unwrap();
        assert_eq!(undone["undoHandle"], kept["undoHandle"]);
        assert_eq!(place.disk(MAIN), disk);
    }
}

#[test]
fn a_deletion_in_memory_through_the_explorer_is_not_saved_by_a_rename_through_others() {
    let folder = tempfile::tempdir().unwrap();
    let explorer =
        Explorer::start_in(folder.path(), &["--allow-writes", "--no-token", "--toolsets", "all"]);
    let main = folder.path().join("unity").join(MAIN);
    let disk = std::fs::read_to_string(&main).unwrap();
    let player = explorer.read("unity://search?name=Player&limit=1")["Items"][0]["Id"].clone();
    explorer.allow(json!({ "allowWrites": true }));
    let gone = explorer.call("DestroyObject", json!({ "objectId": player, "confirm": true }));
    assert_eq!(gone["ok"], true, "{gone}");
    let server = &explorer.server;
    for mut caller in [
        mcp(server, Era::Handshake),
        mcp(server, Era::Modern),
        socket(server),
        Caller::UnityHttp(server),
    ] {
        let refused = caller.rename(MAIN, "Sign", "Floor", true).unwrap_err();
        assert!(refused.contains("Explorer") && refused.contains(MAIN), "{refused}");
        assert_eq!(std::fs::read_to_string(&main).unwrap(), disk);
    }
    let mut caller = mcp(server, Era::Handshake);
    let arguments = json!({
        "scenePath": MAIN, "objectPath": "Sign", "name": "Floor", "includeOthers": true,
    });
    let done = caller.call("scene.object.rename", &arguments).unwrap();
    let notes = done["notes"].to_string();
    assert!(notes.contains("Explorer") && notes.contains(MAIN), "{done}");
    let disk = std::fs::read_to_string(&main).unwrap();
    assert!(disk.contains("m_Name: Floor") && !disk.contains("m_Name: Player\n"));
    let logs = caller.call("mcp.logs.read", &json!({ "category": "audit" }));
    let logs = logs.unwrap_or_default().to_string();
    assert!(logs.contains("includeOthers"), "{logs}");
}

#[test]
fn the_explorer_is_refused_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let explorer = Explorer::start_in(folder.path(), &["--allow-writes", "--toolsets", "all"]);
    let mut caller = mcp(&explorer.server, Era::Handshake);
    let player = explorer.read("unity://search?name=Player&limit=1")["Items"][0]["Id"].clone();
    explorer.allow(json!({ "allowWrites": true }));
    caller.rename(MAIN, "Sign", "Floor", false).unwrap();
    for (tool, arguments) in [
        ("DestroyObject", json!({ "objectId": player, "confirm": true })),
        ("LoadScene", json!({ "name": "Menu", "mode": "single", "confirm": true })),
    ] {
        let refused = explorer.call(tool, arguments);
        assert_eq!(refused["ok"], false, "{refused}");
        let reported = refused["error"].to_string();
        assert!(reported.contains("MCP session 1") && reported.contains(MAIN), "{reported}");
    }
}
