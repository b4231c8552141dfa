//! The token of a writing server: what comes of requests without it, with it, with a wrong one, and of
//! a server that asks for none; in every protocol.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::mcp_client::{Client, ERAS};
use crate::support::{Response, Server, contents, copied, program, read_response, request};

const SCENE: &str = "Assets/Scenes/Main.unity";
const ARGS: [&str; 3] = ["--allow-writes", "--toolsets", "all"];

/// A project, a server for it, and where the server keeps its own files.
struct Started {
    project: TempDir,
    data: TempDir,
    server: Server,
}

fn start(more: &[&str]) -> Started {
    let (project, data) = (copied("unity"), tempfile::tempdir().unwrap());
    let server = start_in(project.path(), data.path(), more);
    Started { project, data, server }
}

fn start_in(project: &Path, data: &Path, more: &[&str]) -> Server {
    let mut program = program();
    program.env("SCENEWRIGHT_DATA", data);
    Server::start_as(program, project, more)
}

/// One with a token of its own making, whatever the environment of the tests says.
fn with_token() -> Started {
    let started = start(&ARGS);
    assert!(started.server.token.is_some(), "SCENEWRIGHT_TEST_NO_TOKEN must not be set here");
    started
}

/// How a protocol is asked over HTTP: a list of tools, something that reads, something that writes.
struct Protocol {
    name: &'static str,
    path: &'static str,
    list: (&'static str, Value),
    read: (&'static str, Value),
    write: (&'static str, Value),
}

fn protocols() -> [Protocol; 3] {
    let rename = json!({ "scenePath": SCENE, "objectPath": "Directional Light", "name": "Sun" });
    let dump = json!({ "scenePath": SCENE });
    [
        Protocol {
            name: "EditorMCP",
            path: "POST /editor",
            list: ("tools/list", json!({})),
            read: ("tools/call", json!({ "tool": "scene.hierarchy.dump", "arguments": dump })),
            write: ("tools/call", json!({ "tool": "scene.object.rename", "arguments": rename })),
        },
        Protocol {
            name: "Unity MCP over HTTP",
            path: "POST /",
            list: ("tools/list", json!({})),
            read: ("tools/call", json!({ "name": "scene-hierarchy-dump", "arguments": dump })),
            write: ("tools/call", json!({ "name": "scene-object-rename", "arguments": rename })),
        },
        Protocol {
            name: "Unity Explorer",
            path: "POST /message",
            list: ("list_tools", json!({})),
            read: ("call_tool", json!({ "name": "ListScenes", "arguments": {} })),
            write: (
                "call_tool",
                json!({ "name": "SetConfig", "arguments": { "allowWrites": true } }),
            ),
        },
    ]
}

fn body((method, params): &(&str, Value)) -> String {
    request(&json!(1), method, params)
}

impl Protocol {
    fn anonymous(&self, server: &Server, message: &(&'static str, Value)) -> Response {
        server.anonymous(self.path, &[], body(message).as_bytes())
    }

    fn trusted(&self, server: &Server, message: &(&'static str, Value)) -> Response {
        server.http(self.path, &[], body(message).as_bytes())
    }
}

fn is_refusal_that_names_the_token(answer: &Value) -> bool {
    let text = answer.to_string();
    text.contains("token") && text.contains("--no-token") && text.contains("Bearer")
}

#[test]
fn without_the_token_a_writing_server_is_one_that_reads() {
    let reader = start(&["--toolsets", "all"]);
    let open = start(&["--allow-writes", "--toolsets", "all", "--no-token"]);
    for protocol in protocols() {
        let writer = with_token();
        let Protocol { name, list, read, write, .. } = &protocol;
        let reads = |server: &Server, message| protocol.anonymous(server, message).body;
        assert_eq!(reads(&writer.server, list), reads(&reader.server, list), "{name}");
        assert_eq!(reads(&writer.server, read), reads(&reader.server, read), "{name}");
        let all = protocol.trusted(&writer.server, list).body;
        assert_eq!(all, reads(&open.server, list), "{name}");
        assert_eq!(
            protocol.trusted(&writer.server, read).body,
            reads(&open.server, read),
            "{name}"
        );

        let before = contents(writer.project.path());
        let refused = protocol.anonymous(&writer.server, write).body;
        assert!(is_refusal_that_names_the_token(&refused), "{name}: {refused}");
        assert_eq!(contents(writer.project.path()), before, "{name}");
        let done = protocol.trusted(&writer.server, write).body;
        assert!(done.get("error").is_none() && !done.to_string().contains("Denied"), "{done}");
    }
    for protocol in protocols() {
        let done = protocol.anonymous(&open.server, &protocol.write).body;
        let again = done.to_string().contains("Directional Light");
        assert!(done.get("error").is_none() || again, "{}: {done}", protocol.name);
    }
}

#[test]
fn mcp_shows_and_runs_what_changes_things_to_those_who_know_the_token() {
    let rename = json!({ "scenePath": SCENE, "objectPath": "Directional Light", "name": "Sun" });
    for era in ERAS {
        let writer = with_token();
        let names = |client: &mut Client| {
            let listed = client.result("tools/list", json!({}));
            let tools = listed["tools"].as_array().unwrap().clone();
            tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let mut anonymous = Client::anonymous(&writer.server, era);
        let mut trusted = Client::http(&writer.server, era, json!({}));
        let reader = start(&["--toolsets", "all"]);
        let mut reading = Client::http(&reader.server, era, json!({}));
        assert_eq!(names(&mut anonymous), names(&mut reading), "{era:?}");
        let all = names(&mut trusted);
        assert!(all.contains(&"edit_apply".to_owned()), "{era:?}: {all:?}");

        let call = json!({ "name": "scene_object_rename", "arguments": rename });
        let refused = anonymous.ask("tools/call", call.clone());
        assert!(is_refusal_that_names_the_token(&refused), "{era:?}: {refused}");
        let read = json!({ "name": "scene_hierarchy_dump", "arguments": { "scenePath": SCENE } });
        assert!(anonymous.result("tools/call", read)["isError"] != true, "{era:?}");
        let done = trusted.result("tools/call", call);
        assert!(done["isError"] != true, "{era:?}: {done}");
    }
}

#[test]
fn a_wrong_token_is_turned_away_at_every_path() {
    let writer = with_token();
    let token = writer.server.token.clone().unwrap();
    let wrong =
        [format!("Bearer {token}x"), "Bearer".to_owned(), format!("Basic {token}"), token.clone()];
    for path in [
        "POST /editor",
        "POST /",
        "POST /mcp",
        "POST /message",
        "GET /health",
        "GET /read?uri=unity://status",
        "GET /nowhere",
    ] {
        for wrong in &wrong {
            let response = writer.server.http(path, &[("Authorization", wrong)], b"{}");
            assert_eq!(response.status, 401, "{path} {wrong}");
            let head = response.head.to_lowercase();
            assert!(head.contains("www-authenticate: bearer "), "{path}: {head}");
            assert!(!response.body.to_string().contains(&token), "{path}");
        }
    }
    for scheme in ["bearer", "BEARER", "Bearer"] {
        let given = format!("{scheme} {token}");
        let list = request(&json!(1), "tools/list", &json!({}));
        let response = writer.server.http("POST /", &[("Authorization", &given)], list.as_bytes());
        assert!(response.body.to_string().contains("scene-object-rename"), "{scheme}");
    }
}

#[test]
fn a_token_that_the_user_chose_is_needed_for_everything() {
    let started = start(&["--allow-writes", "--token", "sesame"]);
    for path in ["GET /health", "GET /read?uri=unity://status"] {
        let response = started.server.anonymous(path, &[], b"");
        assert_eq!(response.status, 401, "{path}");
        assert!(response.head.to_lowercase().contains("www-authenticate: bearer"), "{path}");
        let given = [("Authorization", "bearer sesame")];
        assert_eq!(started.server.anonymous(path, &given, b"").status, 200, "{path}");
    }
}

#[test]
fn nothing_is_answered_without_a_host() {
    let server = start(&[]).server;
    for head in [
        "GET /health HTTP/1.0\r\n\r\n",
        "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET http://localhost/health HTTP/1.1\r\nConnection: close\r\n\r\n",
        "OPTIONS /message HTTP/1.0\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        assert_eq!(read_response(&mut stream).status, 400, "{head:?}");
    }
    let mut stream = server.connect();
    write!(stream, "GET /health HTTP/1.0\r\nHost: {}\r\n\r\n", server.address).unwrap();
    assert_eq!(read_response(&mut stream).status, 200);
}

#[test]
fn the_token_stays_the_same_and_goes_nowhere_else() {
    let discovery = crate::support::scratch("discovery.json");
    let Started { project, data, server } =
        start(&[&ARGS[..], &["--discovery", discovery.to_str().unwrap()]].concat());
    let token = server.token.clone().unwrap();
    let about: Value = serde_json::from_slice(&fs::read(&discovery).unwrap()).unwrap();
    assert_eq!(about["token"], token.as_str());
    let protocol = &protocols()[0];
    let logs = json!({ "tool": "mcp.logs.read", "arguments": {} });
    assert!(protocol.trusted(&server, &protocol.write).body.get("error").is_none());
    let wrong = format!("Bearer x{token}");
    server.http("GET /health", &[("Authorization", &wrong)], b"");
    let said = protocol.trusted(&server, &("tools/call", logs)).body.to_string();
    assert!(said.contains("scene.object.rename") && !said.contains(&token), "{said}");
    let inside = contents(project.path());
    assert!(inside.values().all(|bytes| !String::from_utf8_lossy(bytes).contains(&token)));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let kept = fs::read_dir(data.path().join("tokens")).unwrap().next().unwrap().unwrap();
        for path in [&kept.path(), &discovery] {
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "{path:?}");
        }
    }
    drop(server);
    let again = start_in(project.path(), data.path(), &ARGS);
    assert_eq!(again.token, Some(token));
}
