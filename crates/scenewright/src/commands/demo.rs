//! `scenewright demo`: a tour of the bundled samples, and a server to try.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use scenewright_catalogue::{Call, EngineAccess, Session};
use scenewright_model::without_verbatim_prefix;
use serde_json::{Map, Value, json};

use crate::cli::{DemoArgs, ExplorerArgs, GuardArgs, McpServerArgs, SampleName, SessionArgs};
use crate::commands::{call, serve};
use crate::error::CommandError;
use crate::{folders, port, print, project, samples, server};

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
    let program = program();
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
        try_this(&format!("{program} serve {}", shell_quote(&folder)))?;
        return try_this(&format!("{program} tools"));
    }
    serve_sample(&program, args.port, &folder, served)
}

fn tour(program: &str, folder: &Path, sample: &DemoSample) -> Result<(), CommandError> {
    let writing = SessionArgs { allow_writes: true, ..SessionArgs::default() };
    let session = project::open(Some(folder), &writing)?;
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
        try_this(&format!("{program} call {tool}{args} --project {}", shell_quote(folder)))?;
        call::print_answer(&session, tool, &session.call(Call::new(tool, arguments))?)?;
    }
    // Without a folder for the journal nothing can be written, but the rest of the tour works.
    if let Err(error) = change_and_undo(program, &session, folder, sample) {
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
    let project = shell_quote(folder);
    try_this(&format!("{program} call {tool} --allow-writes{args} --project {project}"))?;
    call::print_answer(session, tool, &session.call(Call::new(tool, arguments))?)?;
    heading("Undo the change")?;
    try_this(&format!("{program} undo --project {project}"))?;
    let tool = "edit.undo";
    call::print_answer(session, tool, &session.call(Call::new(tool, Map::new()))?)
}

fn argument_flags(arguments: &Map<String, Value>) -> String {
    let word = |value: &Value| shell_quote(Path::new(value.as_str().unwrap_or_default()));
    arguments.iter().map(|(name, value)| format!(" --arg {name}={}", word(value))).collect()
}

fn serve_sample(
    program: &str,
    wanted: u16,
    folder: &Path,
    sample: &DemoSample,
) -> Result<(), CommandError> {
    let listener = any_port(wanted)?;
    let url = format!("http://{}{}", serve::local_address(&listener)?, server::EDITOR_PATH);
    let (guard, mcp) = (GuardArgs::default(), McpServerArgs::default());
    let discovery = folders::variable("SCENEWRIGHT_DISCOVERY").map(PathBuf::from);
    let args = ExplorerArgs { discovery, no_mirror: false };
    let explorer = serve::ExplorerOptions { args: &args, root: folder };
    let doors = serve::ServerListeners { main: listener, godoty: None };
    // The demo server is read-only and needs no token.
    let guarded = serve::AccessControl { args: &guard, token: None };
    serve::until_stopped(doors, &open(folder)?, &guarded, &mcp, &explorer, || {
        heading(&format!("Serving {} on {url} (press Ctrl-C to stop)", folder.display()))?;
        print::out("Try these in another terminal:")?;
        for request in requests(sample) {
            try_this(&format!("curl -s {url} -d '{request}'"))?;
        }
        try_this(&format!("{program} call project.scenes.list --project {}", shell_quote(folder)))?;
        try_this(&format!("{program} tools"))?;
        print::out("Add it to your agent:")?;
        try_this(&format!("{program} install client claude-code --project {}", shell_quote(folder)))
    })
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
    port::listen(loopback, wanted).or_else(|taken| {
        print::note(&format!("{taken}; using a free one"));
        port::listen(loopback, 0)
    })
}

fn heading(text: &str) -> Result<(), CommandError> {
    print::out(&format!("\n{}", print::bold(text)))
}

fn try_this(command: &str) -> Result<(), CommandError> {
    print::out(&format!("  {}", print::command(command)))
}

/// How to run this program from the current folder.
fn program() -> String {
    let fallback = || "scenewright".to_owned();
    let Ok(exe) = std::env::current_exe().and_then(canonical) else {
        return fallback();
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = format!("scenewright{}", std::env::consts::EXE_SUFFIX);
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(&file));
    if on_path.filter_map(|path| canonical(path).ok()).any(|found| found == exe) {
        return fallback();
    }
    let here = std::env::current_dir().and_then(canonical).unwrap_or_default();
    shell_quote(&exe.strip_prefix(here).map_or_else(|_| exe.clone(), PathBuf::from))
}

fn canonical(path: PathBuf) -> std::io::Result<PathBuf> {
    path.canonicalize().map(without_verbatim_prefix)
}

fn shell_quote(path: &Path) -> String {
    let text = path.display().to_string();
    let plain =
        |c: char| c.is_alphanumeric() || "/._-:".contains(c) || (cfg!(windows) && c == '\\');
    match text.chars().all(plain) {
        true => text,
        false if cfg!(windows) => format!("\"{}\"", text.replace('"', "\\\"")),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}
