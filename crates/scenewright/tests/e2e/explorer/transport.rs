//! Methods, statuses, headers, and the file that tells where a server is.

use std::fs;
use std::thread;

use serde_json::{Value, json};

use super::{Explorer, fields, program, sample, scratch};
use crate::support::{Server, parse};

const CORS: &str = "access-control-allow-origin: *";

#[test]
fn a_client_shakes_hands() {
    let explorer = Explorer::start(&[]);
    let params = json!({ "protocolVersion": "2024-11-05", "clientInfo": { "name": "t" } });
    let response = explorer.post("initialize", &params);
    let result = &response.body["result"];
    assert_eq!(fields(result), ["protocolVersion", "capabilities", "serverInfo", "instructions"]);
    assert_eq!(result["protocolVersion"], "2024-11-05");
    let capabilities = json!({
        "tools": { "listChanged": true },
        "resources": { "listChanged": true },
        "experimental": { "streamEvents": {} },
    });
    assert_eq!(result["capabilities"], capabilities);
    assert_eq!(result["serverInfo"]["name"], "UnityExplorer.Mcp");
    assert!(response.head.to_lowercase().contains(CORS), "{}", response.head);

    assert_eq!(
        explorer.post("ping", &json!({})).body,
        json!({ "jsonrpc": "2.0", "id": "t", "result": {} })
    );
    let noted = explorer.post("notifications/initialized", &json!({}));
    assert_eq!((noted.status, &noted.body["result"]), (200, &json!({ "ok": true })));
    let silent = br#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}"#;
    let response = explorer.server.http("POST /message", &[], silent);
    assert_eq!((response.status, response.body), (202, Value::Null));
    assert!(response.head.to_lowercase().contains(CORS), "{}", response.head);
}

#[test]
fn lists_are_the_same_under_both_names() {
    let explorer = Explorer::start(&[]);
    for (name, alias, key) in
        [("list_tools", "tools/list", "tools"), ("list_resources", "resources/list", "resources")]
    {
        let listed = explorer.post(name, &json!({})).body["result"].clone();
        assert_eq!(explorer.post(alias, &json!({})).body["result"], listed);
        assert_eq!(fields(&listed), [key]);
        for item in listed[key].as_array().unwrap() {
            let expected: &[&str] = match key {
                "tools" => &["name", "description", "inputSchema"],
                _ => &["uri", "name", "description", "mimeType"],
            };
            assert_eq!(fields(item), expected);
        }
    }
    let called = explorer.post("tools/call", &json!({ "name": "GetStatus", "arguments": {} }));
    assert_eq!(fields(&called.body["result"]["content"][0]), ["type", "mimeType", "text", "json"]);
    let read = explorer.post("resources/read", &json!({ "uri": "unity://status" }));
    let contents = &read.body["result"]["contents"][0];
    assert_eq!(fields(contents), ["uri", "mimeType", "text"]);
    let status = parse(contents["text"].as_str().unwrap().as_bytes());
    assert_eq!(status, explorer.read("unity://status"));
    for path in ["POST /", "POST /mcp"] {
        let body =
            crate::support::request(&json!(1), "call_tool", &json!({ "name": "GetVersion" }));
        let response = explorer.server.http(path, &[], body.as_bytes());
        assert_eq!(response.body["result"]["content"][0]["json"]["McpVersion"], "0.1.0", "{path}");
    }
}

#[test]
fn errors_have_a_code_a_kind_and_a_status() {
    let explorer = Explorer::start(&[]);
    let post = |body: &str| explorer.server.http("POST /message", &[], body.as_bytes());
    let call = |name: &str, arguments: Value| {
        let params = json!({ "name": name, "arguments": arguments });
        crate::support::request(&json!(7), "call_tool", &params)
    };
    let read =
        |uri: &str| crate::support::request(&json!(7), "read_resource", &json!({ "uri": uri }));
    for (body, status, code, kind) in [
        ("{".to_owned(), 400, -32700, "InvalidRequest"),
        ("[]".to_owned(), 400, -32600, "InvalidRequest"),
        (r#"{"jsonrpc":"2.0","id":7}"#.to_owned(), 400, -32600, "InvalidRequest"),
        (r#"{"jsonrpc":"2.0","id":7,"method":"x"}"#.to_owned(), 400, -32601, "MethodNotFound"),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"call_tool"}"#.to_owned(),
            400,
            -32602,
            "InvalidArgument",
        ),
        (call("NonExistentTool", json!({})), 400, -32602, "InvalidArgument"),
        (call("GetObject", json!({ "id": "12" })), 400, -32602, "InvalidArgument"),
        (call("GetObject", json!({})), 400, -32602, "InvalidArgument"),
        (call("GetObject", json!({ "id": "obj:12" })), 404, -32004, "NotFound"),
        (call("MousePick", json!({ "mode": "x" })), 400, -32602, "InvalidArgument"),
        (call("ReadConsoleScript", json!({ "path": "../x.cs" })), 400, -32602, "InvalidArgument"),
        (call("ReadConsoleScript", json!({ "path": "x.cs" })), 404, -32004, "NotFound"),
        (read("unity://no-such-resource"), 404, -32004, "NotFound"),
        (read("nonsense"), 400, -32602, "InvalidArgument"),
    ] {
        let response = post(&body);
        let error = &response.body["error"];
        assert_eq!((response.status, &error["code"]), (status, &json!(code)), "{body}");
        assert_eq!(error["data"]["kind"], kind, "{body}");
        assert!(error["data"].get("hint").is_some(), "{body}");
        assert!(response.head.to_lowercase().contains(CORS), "{body}");
    }
    let logs = explorer.read("unity://logs/tail?count=200");
    let lines: Vec<&str> =
        logs["Items"].as_array().unwrap().iter().filter_map(|it| it["Message"].as_str()).collect();
    assert!(lines.iter().any(|line| line.starts_with("[MCP] error -32004: ")), "{lines:?}");
}

#[test]
fn reading_has_the_statuses_of_http() {
    let explorer = Explorer::start(&[]);
    let response = explorer.get("unity://status");
    assert_eq!(response.status, 200);
    assert!(response.head.to_lowercase().contains(CORS), "{}", response.head);
    for (uri, status, kind) in [
        ("unity://no-such-resource", 404, "NotFound"),
        ("unity://object/obj:1", 404, "NotFound"),
        ("unity://object/x", 400, "InvalidArgument"),
        ("", 400, "InvalidArgument"),
    ] {
        let response = explorer.get(uri);
        assert_eq!(
            (response.status, &response.body["error"]["data"]["kind"]),
            (status, &json!(kind)),
            "{uri}"
        );
        assert!(response.head.to_lowercase().contains(CORS), "{uri}");
    }
    assert_eq!(explorer.server.http("POST /read", &[], b"").status, 405);
}

#[test]
fn pages_may_read_refusals_too() {
    let explorer = Explorer::start(&["--max-message", "1000"]);
    let long = vec![b' '; 1001];
    for (request, body, status) in [
        ("POST /message", long.as_slice(), 413),
        ("GET /message", b"", 405),
        ("PUT /message", b"", 405),
    ] {
        let response = explorer.server.http(request, &[], body);
        assert_eq!(response.status, status, "{request}");
        assert!(response.head.to_lowercase().contains(CORS), "{request}: {}", response.head);
    }
}

#[test]
fn a_foreign_page_gets_nothing_and_a_plain_client_needs_no_type() {
    let explorer = Explorer::start(&[]);
    let ping = crate::support::request(&json!(1), "ping", &json!({}));
    let page = [("Origin", "http://evil.example"), ("Content-Type", "application/json")];
    for path in ["POST /message", "GET /read?uri=unity://status", "GET /"] {
        assert_eq!(explorer.server.http(path, &page, ping.as_bytes()).status, 403, "{path}");
    }
    for headers in [&[("Content-Type", "text/plain")] as &[_], &[]] {
        let response = explorer.server.http("POST /message", headers, ping.as_bytes());
        assert_eq!(response.status, 200);
    }
}

#[test]
fn eighty_requests_at_once_are_answered_or_refused_as_too_many() {
    let explorer = Explorer::start(&[]);
    thread::scope(|scope| {
        for number in 0..80 {
            let explorer = &explorer;
            scope.spawn(move || {
                let response = match number % 2 {
                    0 => explorer.post("ping", &json!({})),
                    _ => explorer.post("call_tool", &json!({ "name": "ListObjects" })),
                };
                if response.status != 200 {
                    let error = &response.body["error"];
                    assert_eq!((response.status, &error["code"]), (429, &json!(-32005)));
                    let message = "Cannot have more than 32 parallel requests. Please slow down.";
                    assert_eq!(error["message"], message);
                    assert_eq!(error["data"]["kind"], "RateLimited");
                }
            });
        }
    });
    assert_eq!(explorer.post("ping", &json!({})).status, 200);
}

#[test]
fn a_file_tells_where_the_server_is() {
    let path = scratch("discovery");
    let start = || {
        let mut program = program();
        program.env("SCENEWRIGHT_DISCOVERY", "/nowhere/at/all.json");
        let path = path.to_str().unwrap();
        Server::start_as(program, &sample("unity"), &["--discovery", path])
    };
    let server = start();
    let about = parse(&fs::read(&path).unwrap());
    assert_eq!(fields(&about), ["pid", "baseUrl", "port", "modeHints", "startedAt"]);
    assert_eq!(about["baseUrl"], format!("http://{}/", server.address));
    assert_eq!(about["modeHints"], json!(["streamable-http"]));
    assert!(about["startedAt"].as_str().unwrap().ends_with('Z'), "{about}");

    let second = start();
    assert_eq!(parse(&fs::read(&path).unwrap()), about);
    let beside: Vec<_> = fs::read_dir(path.parent().unwrap())
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("unity-explorer-mcp-"))
        .collect();
    assert!(!beside.is_empty());
    #[cfg(unix)]
    {
        assert!(second.terminate());
        assert!(server.terminate());
        assert!(!path.exists());
    }
}

/// C#'s `int`, which the document has for ids, ends at 2147483647.
#[test]
fn ids_fit_31_bits_and_stay_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let explorer = Explorer::start_in(folder.path(), &[]);
    let listed = |explorer: &Explorer| {
        let page = explorer.read("unity://scene/scn:0/objects?limit=1000");
        page["Items"].as_array().unwrap().clone()
    };
    let objects = listed(&explorer);
    assert!(objects.len() > 5, "{objects:?}");
    for object in &objects {
        let id = object["Id"].as_str().unwrap();
        let number: i32 = id.strip_prefix("obj:").unwrap().parse().unwrap();
        assert!(number > 0, "{id}");
        assert_eq!(explorer.read(&format!("unity://object/{id}")), *object);
    }
    // The long ids of other protocols are accepted.
    let find = json!({ "scenePath": "Assets/Scenes/Main.unity", "name": "Player" });
    let found = explorer.server.post(&crate::support::tool_call("scene.objects.find", &find)).body;
    let found = &found["result"]["output"]["items"][0];
    let long = found["instanceId"].as_u64().unwrap();
    assert!(long > 1 << 31, "{long}");
    let object = explorer.read(&format!("unity://object/obj:{long}"));
    assert_eq!(object["Name"], found["name"]);
    // A server that has shown nothing yet knows the ids that another has given.
    drop(explorer);
    let again = Explorer::start_in(folder.path(), &[]);
    let last = objects.last().unwrap();
    let id = last["Id"].as_str().unwrap();
    assert_eq!(again.read(&format!("unity://object/{id}")), *last);
    assert_eq!(listed(&again), objects);
}
