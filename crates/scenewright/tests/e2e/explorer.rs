//! The Unity Explorer interface over real HTTP: each line of its document.

mod console;
mod contract;
mod engines;
mod hooks;
mod listening;
mod others;
mod picking;
mod resources;
mod streams;
mod transport;
mod values;
mod writes;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Response, Server, copy_folder, program, request, sample, scratch};

/// A server, and a client of the interface.
pub struct Explorer {
    pub server: Server,
    /// The project and the server's own files, if they go with it.
    _folder: Option<TempDir>,
}

impl Explorer {
    pub fn start(args: &[&str]) -> Explorer {
        let folder = tempfile::tempdir().unwrap();
        let started = Explorer::start_in(folder.path(), args);
        Explorer { _folder: Some(folder), ..started }
    }

    /// In a folder that may have seen others.
    pub fn start_in(folder: &Path, args: &[&str]) -> Explorer {
        let project = folder.join("unity");
        if !project.exists() {
            harbour(folder);
        }
        let mut program = program();
        program.env("SCENEWRIGHT_DATA", folder.join("data"));
        Explorer { server: Server::start_as(program, &project, args), _folder: None }
    }

    /// On a project of any kind, with the server's own files beside it.
    pub fn start_on(
        folder: TempDir,
        project: &str,
        mut program: Command,
        args: &[&str],
    ) -> Explorer {
        program.env("SCENEWRIGHT_DATA", folder.path().join("data"));
        let server = Server::start_as(program, &folder.path().join(project), args);
        Explorer { server, _folder: Some(folder) }
    }

    /// One whose clients may write.
    pub fn writing() -> Explorer {
        Explorer::start(&["--allow-writes"])
    }

    pub fn post(&self, method: &str, params: &Value) -> Response {
        let body = request(&json!("t"), method, params);
        self.server.http("POST /message", &[], body.as_bytes())
    }

    /// The answer of a tool that must be one.
    pub fn call(&self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        let response = self.post("call_tool", &params);
        assert_eq!(response.status, 200, "{tool}: {}", response.body);
        let content = &response.body["result"]["content"];
        assert_eq!(content.as_array().map(Vec::len), Some(1), "{tool}: {}", response.body);
        let text: Value = serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, content[0]["json"], "{tool}");
        text
    }

    /// A resource that must be there.
    pub fn read(&self, uri: &str) -> Value {
        let response = self.get(uri);
        assert_eq!(response.status, 200, "{uri}: {}", response.body);
        response.body
    }

    pub fn get(&self, uri: &str) -> Response {
        let escaped = uri.replace('%', "%25").replace('&', "%26").replace(' ', "%20");
        self.server.http(&format!("GET /read?uri={escaped}"), &[], b"")
    }

    pub fn allow(&self, config: Value) {
        assert_eq!(self.call("SetConfig", config), json!({ "ok": true }));
    }
}

/// The sample, with the scene that has something in it as its first.
fn harbour(folder: &Path) {
    let project = folder.join("unity");
    copy_folder(&sample("unity"), &project);
    let settings = project.join("ProjectSettings/EditorBuildSettings.asset");
    let text = fs::read_to_string(&settings).unwrap();
    let menu = "  - enabled: 1\n    path: Assets/Scenes/Menu.unity\n    guid: 8c0e747c8aba028f0291dd6217c9e2a6\n";
    assert!(text.contains(menu), "{text}");
    let text =
        text.replace(menu, "").replace("  m_configObjects", &format!("{menu}  m_configObjects"));
    fs::write(&settings, text).unwrap();
}

/// The names of an object's fields, in their order.
pub fn fields(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap_or_else(|| panic!("no object: {value}"))
        .keys()
        .map(String::as_str)
        .collect()
}
