//! Starts the test server. The MCP client that the tests share with the product's finds its support here.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_scenewright-conformance");

pub fn program() -> Command {
    Command::new(PROGRAM)
}

/// `unity` or `godot`: a sample project of the product.
pub fn sample(name: &str) -> PathBuf {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenewright/samples");
    samples.join(name).canonicalize().expect("the sample is there")
}

pub fn request(id: &Value, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

pub fn parse(text: &[u8]) -> Value {
    serde_json::from_slice(text)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
}

/// The server over HTTP, on a free port; stopped when it is dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    pub fn start(project: &Path, args: &[&str]) -> Server {
        let mut child = program()
            .arg("serve")
            .args(args)
            .arg(project)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut line).expect("the server prints its address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Server { child, address }
    }

    /// The test server has no token.
    pub fn authorization(&self) -> Option<String> {
        None
    }

    /// Sends SIGTERM.
    #[cfg(unix)]
    pub fn signal(&self) {
        let pid = self.child.id().to_string();
        Command::new("kill").arg(pid).status().expect("kill runs");
    }

    /// Waits for its end; whether it exited successfully.
    #[cfg(unix)]
    pub fn wait(mut self) -> bool {
        self.child.wait().expect("the server ends").success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
