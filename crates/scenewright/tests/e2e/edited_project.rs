//! Copies of the samples that edits are done to: larger, and with a data folder of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{copy_folder, parse, program, sample, tool_call};

/// Files of a project by their paths, and its folders, which end in `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Unity,
    Godot,
}

pub struct Project {
    folder: TempDir,
    pub kind: Kind,
}

impl Project {
    /// `filler` objects are added to the main scene, so that it takes its time to read and write.
    pub fn new(kind: Kind, filler: usize) -> Project {
        let folder = tempfile::tempdir().unwrap();
        let project = Project { folder, kind };
        let (name, main) = match kind {
            Kind::Unity => ("unity", "Assets/Scenes/Main.unity"),
            Kind::Godot => ("godot", "scenes/main.tscn"),
        };
        copy_folder(&sample(name), &project.root());
        let main = project.root().join(main);
        let text = fs::read_to_string(&main).unwrap();
        fs::write(&main, larger(kind, &text, filler)).unwrap();
        project
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// Where the journal's entries are, once there are any.
    pub fn entries(&self) -> Option<PathBuf> {
        let data = fs::read_dir(self.folder.path().join("data")).ok()?.flatten();
        data.map(|place| place.path().join("entries")).find(|entries| entries.is_dir())
    }

    pub fn files(&self) -> Files {
        files_in(&self.root())
    }

    /// The journal's folder and all that is in it.
    pub fn data(&self) -> Files {
        let data = self.folder.path().join("data");
        if data.exists() { files_in(&data) } else { Files::new() }
    }

    /// Deals with what was interrupted, as the first change of every process does, and changes nothing
    /// else.
    pub fn recover(&self) {
        self.ask("edit.undo", &json!({ "handle": "none" })).unwrap_err();
    }

    /// A command that only reads, with its output and errors.
    pub fn read(&self, args: &[&str]) -> String {
        let mut command = program();
        command.env("SCENEWRIGHT_DATA", self.folder.path().join("data"));
        let output = command.args(args).arg(self.root()).stdin(Stdio::null()).output().unwrap();
        String::from_utf8([&output.stdout[..], &output.stderr[..]].concat()).unwrap()
    }

    fn command(&self, command: &str) -> Command {
        let mut program = program();
        program.env("SCENEWRIGHT_DATA", self.folder.path().join("data"));
        program.args([command, "--allow-writes"]).stderr(Stdio::null());
        program
    }

    /// `scenewright call`, not started yet.
    pub fn call(&self, tool: &str, arguments: &Value) -> Command {
        let mut call = self.command("call");
        call.args(["--json", tool, &arguments.to_string(), "--project"]).arg(self.root());
        call.stdin(Stdio::null());
        call
    }

    /// `scenewright call` to its end; its `output`, or its `error`.
    pub fn ask(&self, tool: &str, arguments: &Value) -> Result<Value, Value> {
        let answer = parse(&self.call(tool, arguments).output().unwrap().stdout);
        reported(&answer, &answer)
    }

    pub fn done(&self, tool: &str, arguments: &Value) -> Value {
        self.ask(tool, arguments).unwrap_or_else(|error| panic!("{tool} {arguments}: {error}"))
    }

    /// The states of all entries, the newest first.
    pub fn history(&self) -> Vec<String> {
        let entries = self.done("edit.history", &json!({ "limit": 500 }))["entries"].take();
        let entries = entries.as_array().unwrap().iter();
        entries.map(|entry| entry["state"].as_str().unwrap().to_owned()).collect()
    }

    pub fn stdio(&self) -> Editor {
        self.stdio_with(&[])
    }

    pub fn stdio_with(&self, args: &[&str]) -> Editor {
        let mut command = self.command("stdio");
        command.args(["--dialect", "editormcp"]).args(args).arg(self.root());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Editor { child: Some(child), input, output }
    }
}

fn reported(result: &Value, answer: &Value) -> Result<Value, Value> {
    match result.get("output") {
        Some(output) => Ok(output.clone()),
        None => Err(answer["error"].clone()),
    }
}

/// `scenewright stdio` that may write.
pub struct Editor {
    child: Option<Child>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Editor {
    /// `None` if the server is gone.
    pub fn ask(&mut self, tool: &str, arguments: &Value) -> Option<Result<Value, Value>> {
        let answer = self.ask_whole(tool, arguments)?;
        Some(reported(&answer["result"], &answer))
    }

    /// The whole answer, with its diagnostics.
    pub fn ask_whole(&mut self, tool: &str, arguments: &Value) -> Option<Value> {
        let line = tool_call(tool, arguments) + "\n";
        self.input.write_all(line.as_bytes()).ok()?;
        let mut line = String::new();
        self.output.read_line(&mut line).ok()?;
        // Killed while it answered.
        serde_json::from_str(line.strip_suffix('\n')?).ok()
    }

    /// The process, for somebody else to end and to wait for.
    pub fn take_process(&mut self) -> Child {
        self.child.take().unwrap()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub fn files_in(folder: &Path) -> Files {
    let mut files = Files::new();
    collect(folder, "", &mut files);
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        // A temporary file may go while it is looked at.
        let Ok(entry) = entry else { continue };
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            let folder = format!("{name}/");
            collect(&entry.path(), &folder, files);
            files.insert(folder, Vec::new());
        } else if let Ok(bytes) = fs::read(entry.path()) {
            files.insert(name, bytes);
        }
    }
}

fn larger(kind: Kind, text: &str, filler: usize) -> String {
    let mut more = String::new();
    for number in 0..filler {
        let _ = match kind {
            Kind::Unity => write!(
                more,
                "--- !u!1 &{id}\nGameObject:\n  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {{fileID: 0}}\n  m_PrefabInstance: {{fileID: 0}}\n  m_PrefabAsset: {{fileID: 0}}\n  serializedVersion: 6\n  m_Component:\n  - component: {{fileID: {transform}}}\n  m_Layer: 0\n  m_Name: Filler {number}\n  m_TagString: Untagged\n  m_Icon: {{fileID: 0}}\n  m_NavMeshLayer: 0\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n--- !u!4 &{transform}\nTransform:\n  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {{fileID: 0}}\n  m_PrefabInstance: {{fileID: 0}}\n  m_PrefabAsset: {{fileID: 0}}\n  m_GameObject: {{fileID: {id}}}\n  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: {number}, z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n",
                id = 3_000_000_000_u64 + 2 * number as u64,
                transform = 3_000_000_001_u64 + 2 * number as u64,
            ),
            Kind::Godot => write!(
                more,
                "[node name=\"Filler{number}\" type=\"Node2D\" parent=\".\"]\nposition = Vector2({number}, -1.5)\nrotation = 0.25\nmetadata/note = \"There is nothing here but room on the disk\"\n\n"
            ),
        };
    }
    let last = match kind {
        Kind::Unity => "--- !u!1660057539 &9223372036854775807",
        Kind::Godot => "[connection ",
    };
    let at = text.find(last).unwrap();
    [&text[..at], &more, &text[at..]].concat()
}

/// Numbers that are different each time, and tell where they began.
pub struct Chance(AtomicU64);

impl Chance {
    pub fn new() -> Chance {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        Chance(AtomicU64::new(now.as_nanos() as u64 | 1))
    }

    /// From 0 to below `end`.
    pub fn below(&self, end: u64) -> u64 {
        let mut state = self.0.load(Ordering::Relaxed);
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        self.0.store(state, Ordering::Relaxed);
        state % end.max(1)
    }
}
