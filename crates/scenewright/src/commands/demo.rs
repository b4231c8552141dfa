//! `scenewright demo`: a tour of the bundled samples, and a server to try.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use scenewright_catalogue::{Call, EngineAccess, Session};
use serde_json::{Map, Value, json};

use crate::cli::{
    DemoArgs, ExplorerArgs, GuardArgs, McpServerArgs, PlayArgs, SampleName, SessionArgs,
};
use crate::commands::{call, play, serve};
use crate::error::CommandError;
use crate::shell::{self, ShellContext};
use crate::{folders, godot, port, print, project, samples, server};

struct DemoSample {
    name: SampleName,
    folder: &'static str,
    title: &'static str,
    /// The scene that the tour shows.
    scene: &'static str,
    /// A member of the scene and a new value for it.
    edit: DemoEdit,
}

struct DemoEdit {
    object: &'static str,
    component: Option<&'static str>,
    member: &'static str,
    value: &'static str,
}

const SAMPLES: [DemoSample; 2] = [
    DemoSample {
        name: SampleName::Unity,
        folder: "unity",
        title: "Harbour Lights, for Unity",
        scene: "Assets/Scenes/Main.unity",
        edit: DemoEdit {
            object: "Directional Light",
            component: Some("Light"),
            member: "m_Intensity",
            value: "1.5",
        },
    },
    DemoSample {
        name: SampleName::Godot,
        folder: "godot",
        title: "Night Ferry, for Godot",
        scene: "res://scenes/main.tscn",
        edit: DemoEdit {
            object: "Main/Deck/Poster",
            component: None,
            member: "position",
            value: "{\"x\": 48, \"y\": -30}",
        },
    },
];

pub(crate) fn run(args: &DemoArgs) -> Result<(), CommandError> {
    let program = shell::program();
    let written = samples::write(&args.dir)?;
    print::out(&format!(
        "Two small games, one for Unity and one for Godot, are in {}.",
        args.dir.display()
    ))?;
    for path in written.kept {
        print::note(&format!("{} was modified and is not overwritten", path.display()));
    }
    for sample in &SAMPLES {
        let folder = args.dir.join(sample.folder);
        tour(&program, &folder, sample)?;
    }
    let served = SAMPLES.iter().find(|sample| sample.name == args.engine).unwrap_or(&SAMPLES[0]);
    let folder = args.dir.join(served.folder);
    if args.once {
        heading("Next steps")?;
        try_this(&format!("{program} init --project {}", shell::quote_path(&folder)))?;
        try_this(&format!("{program} serve --project {}", shell::quote_path(&folder)))?;
        return try_this(&format!("{program} tools"));
    }
    serve_sample(&program, args.port, &folder, served)
}

fn tour(program: &str, folder: &Path, sample: &DemoSample) -> Result<(), CommandError> {
    let writing = SessionArgs { allow_writes: true, ..SessionArgs::default() };
    let session = project::open(Some(folder), &writing)?;
    let shell = ShellContext::new(Some(folder));
    let steps = [
        (sample.title, "project.info", json!({})),
        (
            "A scene, with its prefabs and instanced scenes resolved",
            "scene.hierarchy.dump",
            json!({ "scenePath": sample.scene }),
        ),
        ("Broken references", "project.references.missing", json!({})),
    ];
    for (title, tool, arguments) in steps {
        heading(title)?;
        let arguments: Map<String, Value> = serde_json::from_value(arguments).unwrap_or_default();
        let args = argument_flags(&arguments);
        try_this(&format!("{program} call {tool}{args} --project {}", shell::quote_path(folder)))?;
        call::print_answer(&session, tool, &session.call(Call::new(tool, arguments))?, &shell)?;
    }
    if sample.name == SampleName::Godot && godot::local().is_some() {
        play_game(program, folder)?;
    }
    // Without a folder for the journal nothing can be written, but the rest of the tour works.
    if let Err(error) = change_and_undo(program, &session, folder, sample) {
        print::note(&error.to_string());
    }
    Ok(())
}

/// Repeats the bundled recording. What it finds is shown; the tour goes on in any case.
fn play_game(program: &str, folder: &Path) -> Result<(), CommandError> {
    heading("The game itself: recorded inputs are repeated, and what happens is checked")?;
    let project = shell::quote_path(folder);
    try_this(&format!("{program} play --import copy --project {project}"))?;
    if let Err(error) = play::run(&PlayArgs::all_of(folder)) {
        print::note(&error.to_string());
    }
    Ok(())
}

/// Changes a value and undoes the change.
fn change_and_undo(
    program: &str,
    session: &Session,
    folder: &Path,
    sample: &DemoSample,
) -> Result<(), CommandError> {
    let DemoEdit { object, component, member, value } = sample.edit;
    heading("Change one value: only its line changes")?;
    let mut arguments = Map::new();
    let component = component.map(|component| ("component", component));
    for (name, value) in [("scenePath", sample.scene), ("objectPath", object)]
        .into_iter()
        .chain(component)
        .chain([("member", member), ("value", value)])
    {
        arguments.insert(name.to_owned(), json!(value));
    }
    let tool = "scene.member.write";
    let args = argument_flags(&arguments);
    let project = shell::quote_path(folder);
    try_this(&format!("{program} call {tool} --allow-writes{args} --project {project}"))?;
    let shell = ShellContext::new(Some(folder));
    call::print_answer(session, tool, &session.call(Call::new(tool, arguments))?, &shell)?;
    heading("Undo the change")?;
    try_this(&format!("{program} undo --project {project}"))?;
    let tool = "edit.undo";
    call::print_answer(session, tool, &session.call(Call::new(tool, Map::new()))?, &shell)
}

fn argument_flags(arguments: &Map<String, Value>) -> String {
    let word = |value: &Value| shell::quote(value.as_str().unwrap_or_default());
    arguments.iter().map(|(name, value)| format!(" --arg {name}={}", word(value))).collect()
}

fn serve_sample(
    program: &str,
    wanted: u16,
    folder: &Path,
    sample: &DemoSample,
) -> Result<(), CommandError> {
    let listener = any_port(wanted)?;
    let address = serve::local_address(&listener)?;
    let (url, mcp_url) =
        (format!("http://{address}{}", server::EDITOR_PATH), format!("http://{address}/mcp"));
    let (guard, mcp) = (GuardArgs::default(), McpServerArgs::default());
    let discovery = folders::variable("SCENEWRIGHT_DISCOVERY").map(PathBuf::from);
    let args = ExplorerArgs { discovery, no_mirror: false };
    let explorer = serve::ExplorerOptions { args: &args, root: folder };
    let doors = serve::ServerListeners { main: listener, godoty: None };
    // The demo server is read-only and needs no token.
    let guarded = serve::AccessControl { args: &guard, token: None };
    serve::until_stopped(doors, &open(folder)?, &guarded, &mcp, &explorer, || {
        heading(&format!(
            "Serving {} on http://{address}/ (press Ctrl-C to stop)",
            folder.display()
        ))?;
        print::out("Add it to your agent, over MCP:")?;
        let name = format!("scenewright-demo {mcp_url}");
        try_this(&format!("claude mcp add --transport http {name}"))?;
        try_this(&format!("codex mcp add scenewright-demo --url {mcp_url}"))?;
        print::out("Or ask it yourself, in another terminal:")?;
        try_this(&format!("curl -s {mcp_url} {MCP_HEADERS} -d '{}'", initialize()))?;
        for request in requests(sample) {
            try_this(&format!("curl -s {url} -d '{request}'"))?;
        }
        try_this(&format!(
            "{program} call project.scenes.list --project {}",
            shell::quote_path(folder)
        ))?;
        try_this(&format!("{program} tools"))?;
        print::out("Set up a project of your own:")?;
        try_this(&format!("{program} init --project {}", shell::quote_path(folder)))
    })
}

/// What MCP asks of a client over HTTP.
const MCP_HEADERS: &str = "-H 'Content-Type: application/json' \
     -H 'Accept: application/json, text/event-stream'";

/// The first message of an MCP client.
fn initialize() -> Value {
    let client = json!({ "name": "curl", "version": "1" });
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

fn requests(sample: &DemoSample) -> [Value; 2] {
    let dump =
        json!({ "tool": "scene.hierarchy.dump", "arguments": { "scenePath": sample.scene } });
    [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": dump }),
    ]
}

fn open(folder: &Path) -> Result<EngineAccess, CommandError> {
    project::engine_access(&project::find(Some(folder))?, &SessionArgs::default())
}

fn any_port(wanted: u16) -> Result<TcpListener, CommandError> {
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    port::listen(loopback, wanted, "--port").or_else(|taken| {
        print::note(&format!("{taken}; using a free one"));
        port::listen(loopback, 0, "--port")
    })
}

fn heading(text: &str) -> Result<(), CommandError> {
    print::out(&format!("\n{}", print::bold(text)))
}

fn try_this(command: &str) -> Result<(), CommandError> {
    print::out(&format!("  {}", print::command(command)))
}
