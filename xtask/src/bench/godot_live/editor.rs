//! A real editor for the benchmark, and a bare client of its plugin.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};

use super::super::program::Program;
use crate::{Result, shell};

pub(super) const SCENE: &str = "res://big.tscn";
pub(super) const SMALL: &str = "res://small.tscn";
const NODES: usize = 10_000;
const START_TIMEOUT: Duration = Duration::from_secs(120);

const PROJECT: &str = "\
config_version=5

[application]

config/name=\"Bench\"

[rendering]

renderer/rendering_method=\"gl_compatibility\"
";

const SMALL_TEXT: &str = "\
[gd_scene format=3]

[node name=\"Small\" type=\"Node2D\"]

[node name=\"Red\" type=\"ColorRect\" parent=\".\"]
offset_right = 400.0
offset_bottom = 300.0
color = Color(1, 0, 0, 1)
";

/// With a large scene and the plugin.
pub(super) fn make_project(program: &Program, folder: &Path) -> Result {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut scene = "[gd_scene format=3]\n\n[node name=\"Big\" type=\"Node2D\"]\n".to_owned();
    for number in 0..NODES {
        write!(scene, "\n[node name=\"N{number}\" type=\"Node2D\" parent=\".\"]\n")?;
    }
    fs::write(folder.join("project.godot"), PROJECT)?;
    fs::write(folder.join("big.tscn"), scene)?;
    for name in ["small.tscn", "other.tscn"] {
        fs::write(folder.join(name), SMALL_TEXT)?;
    }
    shell::quietly(program.install()?.arg(folder)).map(drop)
}

/// With folders of its own: no other editor's settings.
pub(in crate::bench) fn command(godot: &Path, folder: &Path) -> Command {
    let mut command = Command::new(godot);
    own_folders(&mut command, folder);
    command.arg("--path").arg(folder);
    command
}

fn own_folders(command: &mut Command, folder: &Path) {
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, folder.join(".xdg").join(variable));
    }
}

pub(super) struct Editor {
    child: Child,
    folder: PathBuf,
}

impl Editor {
    pub(super) fn headless(godot: &Path, folder: &Path) -> Result<Editor> {
        let mut command = command(godot, folder);
        command.args(["--headless", "--editor"]);
        Editor::start(command, folder)
    }

    pub(super) fn drawing(godot: &Path, folder: &Path) -> Result<Editor> {
        let mut command = Command::new("xvfb-run");
        own_folders(&mut command, folder);
        command.args(["-a", "-s", "-screen 0 2520x1260x24"]);
        // Another Mesa on this machine may change the cache that this one has mapped.
        command.env("MESA_SHADER_CACHE_DISABLE", "true");
        command.arg(godot).arg("--path").arg(folder);
        command.args(["--rendering-driver", "opengl3", "--audio-driver", "Dummy"]);
        command.args(["--resolution", "2520x1260", "--editor"]);
        Editor::start(command, folder)
    }

    fn start(mut command: Command, folder: &Path) -> Result<Editor> {
        let log = File::create(folder.join("editor.log"))?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        Ok(Editor { child: command.spawn()?, folder: folder.to_owned() })
    }

    /// Waits until the plugin answers.
    pub(super) fn connect(&self) -> Result<Client> {
        let deadline = Instant::now() + START_TIMEOUT;
        loop {
            match self.published().and_then(|port_file| Client::open(&port_file)) {
                Ok(client) => return Ok(client),
                Err(error) if Instant::now() >= deadline => return Err(error),
                Err(_) => sleep(Duration::from_millis(100)),
            }
        }
    }

    fn published(&self) -> Result<Value> {
        let file = self.folder.join(".godot/scenewright/editor.json");
        Ok(serde_json::from_slice(&fs::read(file)?)?)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // xvfb-run does not pass its end on; the plugin's file names the editor itself.
        if let Ok(port_file) = self.published() {
            let _ = Command::new("kill").arg(port_file["pid"].to_string()).status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(self.folder.join(".godot/scenewright/editor.json"));
    }
}

pub(super) struct Client {
    socket: WebSocket<TcpStream>,
}

impl Client {
    fn open(port_file: &Value) -> Result<Client> {
        let (port, token) = (&port_file["port"], port_file["token"].as_str().unwrap_or_default());
        let port = u16::try_from(port.as_f64().unwrap_or_default() as u64)?;
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(START_TIMEOUT))?;
        let (socket, _) = client(format!("ws://127.0.0.1:{port}/?token={token}"), stream)
            .map_err(|error| error.to_string())?;
        let mut client = Client { socket };
        client.read()?;
        Ok(client)
    }

    pub(super) fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.socket.send(Message::text(request.to_string()))?;
        loop {
            let message = self.read()?;
            match (message.get("method"), message.get("error")) {
                (Some(_), _) => {}
                (None, Some(error)) => return Err(format!("{method}: {error}").into()),
                (None, None) => return Ok(message),
            }
        }
    }

    fn read(&mut self) -> Result<Value> {
        Ok(serde_json::from_str(self.socket.read()?.to_text()?)?)
    }
}
