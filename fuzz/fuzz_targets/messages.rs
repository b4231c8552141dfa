//! Any bytes as a message to each protocol of the dialects: one JSON document comes back, or nothing for
//! a message that expects no answer; never a panic, and never silence for a request.
#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use scenewright_catalogue::{CallLimits, Catalogue, Policy, Session};
use scenewright_dialects::editormcp::EditorMcp;
use scenewright_dialects::godoty::Godoty;
use scenewright_dialects::one_port::RequestPeek;
use scenewright_dialects::unity_http::UnityHttp;
use scenewright_fuzz::Project;
use scenewright_wire::{ClientIdentity, Service};
use serde_json::value::RawValue;

const METHODS: [&str; 12] = [
    "tools/call",
    "tools/list",
    "tools/describe",
    "server/info",
    "initialize",
    "resources/list",
    "resources/read",
    "get_scene_tree",
    "get_node_properties",
    "execute_action",
    "search_docs",
    "ping",
];

/// Of the numbers that readers of JSON disagree about.
const IDS: [&str; 8] = ["1", "\"a\"", "1e400", "0.5", "-0", "null", "[]", "18446744073709551616"];

struct Server {
    dialects: [Box<dyn Service>; 3],
    runtime: tokio::runtime::Runtime,
    _project: Project,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let scene = "[gd_scene format=3]\n\n[node name=\"Main\" type=\"Node2D\"]\n";
    let files = [("project.godot", "config_version=5\n"), ("main.tscn", scene)];
    let project = Project::new(&files, "main.tscn");
    let limits = CallLimits { timeout: Duration::from_secs(2), ..CallLimits::default() };
    let catalogue = Catalogue::standard().expect("the catalogue keeps its rules");
    let session = Session::new(catalogue, project.engine(), Policy::default(), limits);
    let dialects: [Box<dyn Service>; 3] = [
        Box::new(EditorMcp::new(session.clone())),
        Box::new(UnityHttp::new(session.clone()).expect("a thread")),
        Box::new(Godoty::new(session, false)),
    ];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Server { dialects, runtime: runtime.expect("a runtime"), _project: project }
});

fuzz_target!(|bytes: &[u8]| {
    let [shape, method, rest @ ..] = bytes else { return };
    let (message, is_request) = message(*shape, *method, rest);
    let _ = RequestPeek::parse(&message);
    let server = &*SERVER;
    for dialect in &server.dialects {
        let answer = server.runtime.block_on(dialect.answer(&message, ClientIdentity::TRUSTED));
        assert!(answer.is_some() || !is_request, "a request is answered");
        if let Some(answer) = answer {
            // An id comes back to the letter, also a number that no value can hold.
            let answer: &RawValue = serde_json::from_str(&answer).expect("an answer is JSON");
            assert!(answer.get().starts_with(['{', '[']));
        }
    }
});

/// A request with whatever parameters, or the bytes as they are.
fn message(shape: u8, method: u8, rest: &[u8]) -> (Vec<u8>, bool) {
    if shape & 1 == 0 {
        return (rest.to_vec(), false);
    }
    let id = IDS[usize::from(shape >> 1) % IDS.len()];
    let method = METHODS[usize::from(method) % METHODS.len()];
    let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":");
    // Whatever else it is, it may be a notification.
    let is_request = id != "null" && serde_json::from_slice::<&RawValue>(rest).is_ok();
    ([start.as_bytes(), rest, b"}"].concat(), is_request)
}
