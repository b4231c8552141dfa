//! Starting the binary and talking to it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scenewright"));
    // The Godot that other tests need is not this machine's user's.
    command.env_remove("SCENEWRIGHT_GODOT");
    command.env_remove("RUST_LOG").env_remove("SCENEWRIGHT_TOKEN");
    // No test writes to the user's own journals.
    command.env("SCENEWRIGHT_DATA", data_folder());
    // Nor are a test's servers announced.
    command.env("SCENEWRIGHT_DISCOVERY", scratch("json"));
    command
}

/// A path for one test alone.
pub fn scratch(ending: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("{}-{}.{ending}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Where the journals of all tests are. Each project has its own in there.
pub fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("data")
}

/// A copy of a sample that a test may change.
pub fn copied(name: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder can be made");
    copy_folder(&sample(name), dir.path());
    dir
}

/// Every file below a folder, with its bytes.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(contents(&path)),
            false => drop(all.insert(path.clone(), fs::read(&path).unwrap())),
        }
    }
    all
}

/// Runs the program to its end with nothing on stdin.
pub fn run(args: &[&str]) -> Output {
    program().args(args).stdin(Stdio::null()).output().expect("the program starts")
}

/// `unity` or `godot`: a bundled sample project, where it lies in the repository.
pub fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("samples")
        .join(name)
        .canonicalize()
        .expect("the sample is there")
}

pub fn request(id: &Value, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

pub fn tool_call(tool: &str, arguments: &Value) -> String {
    request(&json!("req-001"), "tools/call", &json!({ "tool": tool, "arguments": arguments }))
}

pub fn parse(text: &[u8]) -> Value {
    serde_json::from_slice(text)
        .or_else(|error| with_id_as_text(text).ok_or(error))
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
}

/// Ids come back to the letter, also as numbers that are too large to be read.
fn with_id_as_text(text: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(text).ok()?;
    let (before, rest) = text.split_once("\"id\":")?;
    let (id, after) = rest.split_once(',')?;
    serde_json::from_str(&format!("{before}\"id\":\"{id}\",{after}")).ok()
}

/// `scenewright stdio`, one line in, one line out.
pub struct Pipe {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Pipe {
    pub fn open(project: &Path) -> Pipe {
        Pipe::open_with(project, &[])
    }

    pub fn open_with(project: &Path, args: &[&str]) -> Pipe {
        let mut child = program()
            .args(["stdio", "--dialect", "editormcp"])
            .args(args)
            .arg(project)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Pipe { child, input, output }
    }

    pub fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("stdin is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("the program reads");
    }

    pub fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program answers");
        parse(line.as_bytes())
    }

    pub fn ask(&mut self, line: &str) -> Value {
        self.send(line.as_bytes());
        self.receive()
    }

    /// Ends the input and returns what still comes, which must be nothing unless it is read.
    pub fn close(mut self) -> String {
        self.input = None;
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("the program ends its output");
        assert!(self.child.wait().expect("the program ends").success());
        rest
    }
}

/// `scenewright serve` on a free port; ends with its owner.
pub struct Server {
    child: Child,
    pub address: String,
    /// That it asks for from those who write.
    pub token: Option<String>,
}

/// The arguments of a writing server. `SCENEWRIGHT_TEST_NO_TOKEN` runs all such tests without one.
pub fn server_args<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let mut args = args.to_vec();
    let without = std::env::var_os("SCENEWRIGHT_TEST_NO_TOKEN").is_some();
    if without && makes_token(&args) {
        args.push("--no-token");
    }
    args
}

pub fn makes_token(args: &[&str]) -> bool {
    args.contains(&"--allow-writes")
        && !["--token", "--no-token"].iter().any(|it| args.contains(it))
}

/// The token in what a server says when it starts.
pub fn announced_token(lines: impl Iterator<Item = String>) -> String {
    let mut lines = lines.filter(|line| line.trim_start().starts_with("Token "));
    let line = lines.next().expect("a writing server has a token");
    line.split_whitespace().nth(1).expect("the token is in its line").to_owned()
}

pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: Value,
}

impl Server {
    pub fn start(project: &Path, args: &[&str]) -> Server {
        Server::start_as(program(), project, args)
    }

    /// With an environment of its own.
    pub fn start_as(program: Command, project: &Path, args: &[&str]) -> Server {
        Server::start_logging(program, project, args, Stdio::null())
    }

    /// With its log somewhere.
    pub fn start_logging(
        mut program: Command,
        project: &Path,
        args: &[&str],
        stderr: Stdio,
    ) -> Server {
        let args = server_args(args);
        let mut child = program
            .args(["serve", "--port", "0"])
            .args(&args)
            .arg(project)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("stdout is piped");
        let mut stdout = BufReader::new(stdout);
        stdout.read_line(&mut line).expect("the program says where it is");
        let lines = stdout.lines().map_while(Result::ok);
        let token = makes_token(&args).then(|| announced_token(lines));
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Server { child, address, token }
    }

    /// `Authorization`, where the server asks for it.
    pub fn authorization(&self) -> Option<String> {
        self.token.as_ref().map(|token| format!("Bearer {token}"))
    }

    pub fn post(&self, body: &str) -> Response {
        self.http("POST /editor", &[], body.as_bytes())
    }

    /// One HTTP request on a connection of its own, with the token.
    pub fn http(&self, method_and_path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let authorization = self.authorization();
        let token = authorization.as_deref().map(|value| ("Authorization", value));
        let own = headers.iter().any(|(name, _)| *name == "Authorization");
        let headers: Vec<(&str, &str)> =
            token.into_iter().filter(|_| !own).chain(headers.iter().copied()).collect();
        self.anonymous(method_and_path, &headers, body)
    }

    /// The same as whoever does not know the token.
    pub fn anonymous(
        &self,
        method_and_path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Response {
        let host = [("Host", self.address.as_str())];
        let own_host = headers.iter().any(|(name, _)| *name == "Host");
        let headers: String = host
            .iter()
            .filter(|_| !own_host)
            .chain(headers)
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let mut stream = self.connect();
        let length = body.len();
        let head = format!(
            "{method_and_path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        // A server that has seen enough may close before it has read everything.
        let _ = stream.write_all(body);
        read_response(&mut stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout can be set");
        stream
    }

    #[cfg(target_os = "linux")]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    #[cfg(unix)]
    pub fn terminate(self) -> bool {
        self.signal();
        self.wait()
    }

    /// Tells the server to stop.
    #[cfg(unix)]
    pub fn signal(&self) {
        let pid = self.child.id().to_string();
        Command::new("kill").arg(pid).status().expect("kill runs");
    }

    /// Waits for its end; whether it was an orderly one.
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

/// Reads until the server closes. A response without a body has a body of `null`.
pub fn read_response(stream: &mut TcpStream) -> Response {
    let mut bytes = Vec::new();
    // A reset after the answer is no loss.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).expect("an answer is text");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head in {text:?}"));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = if body.is_empty() { Value::Null } else { parse(body.as_bytes()) };
    Response { status, head: head.to_owned(), body }
}

pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
