//! Starting a real editor on a project with the plugin in it.

use std::env;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_testkit::Fixture;
use serde_json::Value;

use crate::client::Client;

pub const PLUGIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../godot_live/addons/scenewright");
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/godot");
const DRIVER: &str = include_str!("driver.gd");
const DRIVER_CFG: &str = "[plugin]\nname=\"Driver\"\ndescription=\"\"\nauthor=\"\"\nversion=\"1\"\nscript=\"driver.gd\"\n";
const ENABLED: &str = "\n[editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/driver/plugin.cfg\", \"res://addons/scenewright/plugin.cfg\")\n";

const START: Duration = Duration::from_secs(120);

pub struct Editor {
    process: Child,
    pub project: Fixture,
}

/// A copy of the sample, ready for an editor.
pub fn sample() -> Fixture {
    let project = Fixture::new("");
    copy(Path::new(SAMPLE), &project.path("game"));
    project
}

/// Imports the files of a project, as an editor does sooner or later.
pub fn import(project: &Fixture) {
    let mut command = Command::new(program());
    command.args(["--headless", "--import", "--path"]).arg(project.path("game"));
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, project.path("import"));
    }
    assert!(command.output().unwrap().status.success());
}

/// A project of its own: files below `/game`.
pub fn project(files: &str) -> Fixture {
    Fixture::new(files)
}

impl Editor {
    pub fn headless(project: Fixture) -> Editor {
        install(&project);
        Editor::installed(project)
    }

    /// On a project that has the plugin.
    pub fn installed(project: Fixture) -> Editor {
        let mut command = Command::new(program());
        command.arg("--headless");
        Editor::start(command, project)
    }

    /// Without a word to anybody.
    pub fn crash(&mut self) {
        kill(&mut self.process);
    }

    pub fn is_running(&mut self) -> bool {
        self.process.try_wait().unwrap().is_none()
    }

    /// It is there and does nothing any more.
    pub fn freeze(&self) {
        signal(self.process.id(), "STOP");
    }

    /// The end of a [`freeze`](Editor::freeze).
    pub fn thaw(&self) {
        signal(self.process.id(), "CONT");
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Opens the project again.
    pub fn start_again(&mut self) {
        let mut command = Command::new(program());
        command.arg("--headless");
        self.process = spawn(command, &self.project, "again.log");
    }

    /// A second one on the same project.
    pub fn beside(&self) -> Child {
        let mut command = Command::new(program());
        command.arg("--headless");
        spawn(command, &self.project, "second.log")
    }

    /// With a display of its own.
    pub fn drawing(project: Fixture) -> Editor {
        install(&project);
        let mut command = Command::new("xvfb-run");
        command.args(["-a", "-s", "-screen 0 1920x1080x24"]);
        // Another Mesa on this machine may change the cache that this one has mapped.
        command.env("MESA_SHADER_CACHE_DISABLE", "true");
        command.arg(named("SCENEWRIGHT_GODOT_DISPLAY"));
        command.args(["--rendering-driver", "opengl3", "--audio-driver", "Dummy"]);
        Editor::start(command, project)
    }

    fn start(command: Command, project: Fixture) -> Editor {
        Editor { process: spawn(command, &project, "editor.log"), project }
    }

    /// What the plugin tells of itself in a file.
    pub fn published(&self) -> Option<Value> {
        let text = fs::read(self.project.path("game/.godot/scenewright/editor.json")).ok()?;
        serde_json::from_slice(&text).ok()
    }

    pub fn wait_published(&self) -> Value {
        self.wait("the port file", || self.published())
    }

    /// With the right token.
    pub fn connect(&self) -> Client {
        self.wait("a connection", || {
            // One that crashed has left its own.
            let published = self.published()?;
            let token = published["token"].as_str().unwrap();
            Client::open(&format!("ws://127.0.0.1:{}/?token={token}", published["port"])).ok()
        })
    }

    /// Asks the driver plugin for what only code in the editor can do.
    pub fn drive(&self, command: &str) {
        self.project.write("game/.godot/driver.txt", command);
        let file = self.project.path("game/.godot/driver.txt");
        self.wait("the driver", || (!file.exists()).then_some(()));
    }

    pub fn wait<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let deadline = Instant::now() + START;
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(
                Instant::now() < deadline,
                "waited for {what}; the editor said:\n{}",
                self.log()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn wait_end(&mut self) {
        let deadline = Instant::now() + START;
        while self.process.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "the editor does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Lines of the editor's output that say that the plugin itself failed.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        let starts = lines.iter().enumerate().filter(|(_, line)| line.contains("SCRIPT ERROR"));
        starts
            .filter(|(at, _)| {
                lines[*at..].iter().take(2).any(|line| line.contains("addons/scenewright"))
            })
            .map(|(at, _)| lines[at..].iter().take(6).copied().collect::<Vec<_>>().join("\n"))
            .collect()
    }

    fn log(&self) -> String {
        let bytes = fs::read(self.project.path("editor.log")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        kill(&mut self.process);
        // Games are in sessions of their own.
        let game = self.project.path("game").display().to_string();
        let _ = Command::new("pkill").args(["-KILL", "-f", &game]).status();
    }
}

/// To an editor with everything in its group.
pub fn signal(pid: u32, name: &str) {
    let group = format!("-{pid}");
    let sent = Command::new("kill").args([&format!("-{name}"), "--", &group]).status().unwrap();
    assert!(sent.success());
}

/// With everything in its group: its display, too.
pub fn kill(process: &mut Child) {
    let group = format!("-{}", process.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = process.wait();
}

pub fn program() -> String {
    named("SCENEWRIGHT_GODOT")
}

fn named(variable: &str) -> String {
    env::var(variable).unwrap_or_else(|_| {
        panic!("set {variable} to a Godot 4 binary, or run `cargo xtask test`, which installs one")
    })
}

fn spawn(mut command: Command, project: &Fixture, log: &str) -> Child {
    let output = fs::File::create(project.path(log)).unwrap();
    command.args(["--editor", "--path"]).arg(project.path("game"));
    for (variable, folder) in
        [("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache")]
    {
        fs::create_dir_all(project.path(&format!("xdg/{folder}"))).unwrap();
        command.env(variable, project.path(&format!("xdg/{folder}")));
    }
    command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(output.try_clone().unwrap())
        .stderr(output)
        .spawn()
        .unwrap()
}

/// Copies and enables the plugin, and the one that carries out the commands of tests.
pub fn install(project: &Fixture) {
    copy(Path::new(PLUGIN), &project.path("game/addons/scenewright"));
    project.write("game/addons/driver/plugin.cfg", DRIVER_CFG);
    project.write("game/addons/driver/driver.gd", DRIVER);
    let settings = project.path("game/project.godot");
    let mut text = fs::read_to_string(&settings).unwrap();
    text.push_str(ENABLED);
    fs::write(settings, text).unwrap();
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
