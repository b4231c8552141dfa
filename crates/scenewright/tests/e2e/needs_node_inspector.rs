//! The Inspector's command line, over stdio and HTTP, in both eras.

use std::process::Output;

use serde_json::Value;

use crate::node_tools::node;
use crate::support::{Server, parse, sample};

/// What the Inspector ends with if a tool's result is an error.
const TOOL_ERROR: i32 = 5;

/// Where a prompt wants an argument, it is a scene.
const SCENE: &str = "Assets/Scenes/Main.unity";

#[test]
fn over_stdio_in_a_session() {
    over_stdio("legacy");
}

#[test]
fn over_stdio_without_a_session() {
    over_stdio("modern");
}

#[test]
fn over_http_in_a_session() {
    over_http("legacy");
}

#[test]
fn over_http_without_a_session() {
    over_http("modern");
}

fn over_stdio(era: &'static str) {
    let sample = sample("unity");
    let program = env!("CARGO_BIN_EXE_scenewright");
    let target = [program, "mcp", sample.to_str().unwrap()].map(str::to_owned);
    inspect(&Inspector { target: target.to_vec(), transport: "stdio", era });
}

#[test]
fn at_the_root_in_a_session() {
    over_http_at("/", "legacy");
}

#[test]
fn at_the_root_without_a_session() {
    over_http_at("/", "modern");
}

fn over_http(era: &'static str) {
    over_http_at("/mcp", era);
}

fn over_http_at(path: &str, era: &'static str) {
    let server = Server::start(&sample("unity"), &[]);
    let target = vec![format!("http://{}{path}", server.address)];
    inspect(&Inspector { target, transport: "http", era });
}

/// The four commands that the original is tried with.
#[test]
fn the_explorer_answers_at_its_own_path() {
    for era in ["legacy", "auto"] {
        let server = Server::start(&sample("unity"), &[]);
        let target = vec![format!("http://{}/message", server.address)];
        let inspector = Inspector { target, transport: "http", era };
        let tools = inspector.ask("tools/list", &[]);
        let mut names = tools["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]);
        assert!(names.any(|name| name == "GetStatus"), "{tools}");
        let status = inspector.ask("tools/call", &["--tool-name", "GetStatus"]);
        let text = status["content"][0]["text"].as_str().unwrap();
        assert_eq!(parse(text.as_bytes())["Ready"], true, "{status}");
        let resources = inspector.ask("resources/list", &[]);
        let uri = resources["resources"][0]["uri"].as_str().expect("a resource is listed");
        let read = inspector.ask("resources/read", &["--uri", uri]);
        assert_eq!(read["contents"][0]["uri"], uri, "{read}");
    }
}

fn inspect(inspector: &Inspector) {
    tools(inspector);
    resources(inspector);
    prompts(inspector);
}

fn tools(inspector: &Inspector) {
    // Strict: schemas that some model's interface would refuse are an error.
    let tools = inspector.ask("tools/list", &["--strict"]);
    let names: Vec<&str> = tools["tools"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert!(names.contains(&"project_info"), "{names:?}");
    let info = inspector.ask("tools/call", &["--tool-name", "project_info"]);
    assert_eq!(info["structuredContent"]["projectName"], "Harbour Lights", "{info}");
    let wrong = ["--tool-name", "scene_hierarchy_dump", "--tool-arg", "scenePath=No/Such.unity"];
    let output = inspector.run("tools/call", &wrong);
    assert_eq!(output.status.code(), Some(TOOL_ERROR), "{}", said(&output));
}

fn resources(inspector: &Inspector) {
    let resources = inspector.ask("resources/list", &[]);
    let uri = resources["resources"][0]["uri"].as_str().expect("a resource is listed");
    let read = inspector.ask("resources/read", &["--uri", uri]);
    assert_eq!(read["contents"][0]["uri"], uri, "{read}");
    let templates = inspector.ask("resources/templates/list", &[]);
    assert!(templates["resourceTemplates"][0]["uriTemplate"].is_string(), "{templates}");
}

fn prompts(inspector: &Inspector) {
    let prompts = inspector.ask("prompts/list", &[]);
    let prompt = &prompts["prompts"][0];
    let mut args = vec!["--prompt-name".to_owned(), prompt["name"].as_str().unwrap().to_owned()];
    for argument in prompt["arguments"].as_array().into_iter().flatten() {
        let name = argument["name"].as_str().unwrap();
        args.extend(["--prompt-args".to_owned(), format!("{name}={SCENE}")]);
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let got = inspector.ask("prompts/get", &args);
    assert!(got["messages"][0]["content"].is_object(), "{got}");
}

struct Inspector {
    target: Vec<String>,
    transport: &'static str,
    era: &'static str,
}

impl Inspector {
    fn ask(&self, method: &str, args: &[&str]) -> Value {
        let output = self.run(method, args);
        assert!(output.status.success(), "{method}: {}", said(&output));
        parse(&output.stdout)
    }

    fn run(&self, method: &str, args: &[&str]) -> Output {
        let home = tempfile::tempdir().unwrap();
        node("@modelcontextprotocol/inspector", "clients/launcher/build/index.js")
            .arg("--cli")
            .args(&self.target)
            .args(["--transport", self.transport, "--protocol-era", self.era])
            .args(["--method", method])
            .args(args)
            // What it keeps between runs is the user's.
            .env("HOME", home.path())
            .env("USERPROFILE", home.path())
            .output()
            .expect("node starts")
    }
}

fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}\n{}{}", output.status, String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}
