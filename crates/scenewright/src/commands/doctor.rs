//! `scenewright doctor [PROJECT]`: what was detected and why, and what is missing.

use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Command, Stdio};

use scenewright_catalogue::outputs::{EditorInfoReadOutput, ProjectInfoReadOutput};
use scenewright_catalogue::{
    Answer, Call, DiagnosticKind, FileFreshness, Session, coverage_diagnostics, printable,
};
use scenewright_engines::RecognisedProject;
use scenewright_godot_live::{PluginHealth, PluginState};
use scenewright_model::EngineKind;
use serde_json::{Map, Value};

use super::recover_unsaved;
use crate::cli::{DoctorArgs, SessionArgs, WatchArgs};
use crate::error::CommandError;
use crate::progress::CallProgress;
use crate::{config, godot, port, print, project, render};

type Row = [String; 3];

pub(crate) fn run(args: &DoctorArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref());
    let progress = CallProgress::start("looking at the project");
    let mut rows = match &found {
        Ok(found) => project_rows(found)?,
        Err(error) => vec![row("no", "project", &error.message)],
    };
    rows.push(row("yes", "file engine", "reads Unity and Godot files; needs nothing else"));
    rows.push(godot_row());
    rows.push(port_row(8080));
    drop(progress);
    print::out(&render::columns(rows))?;
    found.map(drop)
}

fn row(state: &str, what: &str, detail: &str) -> Row {
    [state.to_owned(), print::bold(what), printable(detail).into_owned()]
}

fn project_rows(found: &RecognisedProject) -> Result<Vec<Row>, CommandError> {
    let mut rows = vec![row(
        "yes",
        "project",
        &format!("{} in {}, because {}", found.kind, found.root.display(), found.because),
    )];
    rows.extend(config_row(&found.root));
    let watching = SessionArgs::default().for_server(&WatchArgs::default());
    let session = project::session(found, &watching)?;
    match session.call(Call::new("project.info", Map::new())) {
        Ok(answer) => {
            let info = answer.output_as::<ProjectInfoReadOutput>()?;
            let recorded = |text: &Option<String>| text.clone().unwrap_or("not recorded".into());
            rows.push(row("", "name", &info.project_name));
            rows.push(row("", "engine version", &recorded(&info.engine_version)));
            rows.push(row("", "main scene", &recorded(&info.main_scene)));
            let scenes = format!("{}, {} in the build", info.scene_count, info.scenes_in_build);
            rows.push(row("", "scenes", &scenes));
            // Files that were not read have their own rows.
            let others = answer.diagnostics.iter().filter(|it| it.kind != DiagnosticKind::Unread);
            rows.extend(others.map(|diagnostic| row("", "note", diagnostic)));
        }
        Err(failure) => rows.push(row("no", "project info", &CommandError::from(failure).message)),
    }
    rows.extend(file_change_row(&session));
    rows.extend(coverage_rows(found.kind, &session));
    rows.extend(unfinished_rows(&session));
    rows.extend(unsaved_rows(&session));
    rows.extend(class_rows(found));
    rows.extend(live_rows(found, &session));
    rows.extend(game_row(found));
    Ok(rows)
}

/// What the project's own file sets, or what is wrong in it.
fn config_row(root: &Path) -> Option<Row> {
    match config::read(root) {
        Ok(None) => None,
        Ok(Some(read)) => {
            let keys = read.keys();
            let sets = if keys.is_empty() { "nothing".to_owned() } else { keys.join(", ") };
            Some(row("yes", "settings", &format!("{} sets {sets}", config::CONFIG_FILE)))
        }
        Err(error) => {
            let hint = error.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            Some(row("no", "settings", &format!("{}{hint}", error.message)))
        }
    }
}

/// How a server would learn of changes.
fn file_change_row(session: &Session) -> Option<Row> {
    Some(match session.file_freshness()? {
        FileFreshness::Watched => row("yes", "file changes", "a server watches the files"),
        FileFreshness::Scanned(reason) => {
            let detail = format!("a server looks at all files for every call: {reason}");
            row("no", "file changes", &detail)
        }
    })
}

/// Interrupted changes, with the command that resolves them.
fn unfinished_rows(session: &Session) -> Vec<Row> {
    let unfinished = project::unfinished(session);
    unfinished.iter().map(|sentence| row("no", "unfinished change", sentence)).collect()
}

/// Unsaved changes of a process that has ended.
fn unsaved_rows(session: &Session) -> Vec<Row> {
    match recover_unsaved::left_behind(session) {
        Err(error) => vec![row("no", "unsaved changes", &error.message)],
        Ok(work) => {
            let described = work.iter().map(recover_unsaved::describe);
            described
                .map(|work| {
                    row(
                        "no",
                        "unsaved changes",
                        &format!("{work}; {}", recover_unsaved::HOW_TO_RECOVER),
                    )
                })
                .collect()
        }
    }
}

/// How many of the project's files can be read, and what to do about the others.
fn coverage_rows(engine: EngineKind, session: &Session) -> Vec<Row> {
    // This tool reads every file that may contain references.
    let asked = Map::from_iter([("limit".to_owned(), Value::from(1))]);
    let coverage = match session.call(Call::new("project.assets.find", asked)) {
        Ok(answer) => answer.coverage,
        Err(failure) => return vec![row("no", "files", &CommandError::from(failure).message)],
    };
    let state = if coverage.unjudged().next().is_none() { "yes" } else { "no" };
    let (read, total) = (coverage.read, coverage.total());
    let mut rows = vec![row(state, "files", &format!("{read} of {total} can be read"))];
    let notes = coverage_diagnostics(&coverage, engine).into_iter().skip(1);
    rows.extend(notes.map(|note| row("", "note", &note)));
    rows
}

/// The plugin, and whether an editor answers through it.
fn live_rows(found: &RecognisedProject, session: &Session) -> Vec<Row> {
    if found.kind != EngineKind::GODOT {
        return vec![row(
            "no",
            "live editor",
            "only Godot is supported so far; answers come from the files",
        )];
    }
    let ours = scenewright_godot_live::version();
    let describe = |version: Option<String>| match version {
        Some(version) if version == ours => format!("version {version}"),
        Some(version) => {
            format!("version {version}, but {ours} is available: run `scenewright install godot`")
        }
        None => "unknown version: run `scenewright install godot`".to_owned(),
    };
    let plugin = match scenewright_godot_live::state(&found.root) {
        PluginState::Absent => row(
            "no",
            "plugin",
            "not installed: run `scenewright install godot` to work with an open editor",
        ),
        PluginState::Off { .. } => {
            row("no", "plugin", "not enabled: run `scenewright install godot`")
        }
        PluginState::On { version } => {
            let is_broken = PluginHealth::detect(&found.root).editor_without_plugin().is_some();
            row(if is_broken { "no" } else { "yes" }, "plugin", &describe(version))
        }
    };
    let editor = match session.call(Call::new("editor.info", Map::new())) {
        Ok(answer) => live_editor_row(&answer),
        Err(failure) => row("no", "live editor", &failure.reason()),
    };
    vec![plugin, editor]
}

fn live_editor_row(answer: &Answer) -> Row {
    match answer.output_as::<EditorInfoReadOutput>() {
        Ok(info) => {
            let scene = info.current_scene.as_deref().unwrap_or("no scene");
            row("yes", "live editor", &format!("Godot {} with {scene}", info.engine_version))
        }
        Err(failure) => row("no", "live editor", &failure.reason()),
    }
}

/// The source of the data on Godot's classes.
fn class_rows(found: &RecognisedProject) -> Vec<Row> {
    if found.kind != EngineKind::GODOT {
        return Vec::new();
    }
    let classes = scenewright_godot_files::class_description(found, godot::local());
    let mut rows =
        vec![row(if classes.known { "yes" } else { "no" }, "Godot's classes", &classes.because)];
    rows.extend(classes.problems.iter().map(|problem| row("", "note", problem)));
    rows
}

/// The Godot that games and classes are taken from.
fn godot_row() -> Row {
    let Some(local) = godot::local() else {
        return row(
            "no",
            "Godot",
            "none on the PATH or in the usual places, and SCENEWRIGHT_GODOT names none; needed to run games and to check scripts, not to read files",
        );
    };
    let because = if local.named { "named by SCENEWRIGHT_GODOT" } else { "found on this machine" };
    let program = local.program.display();
    match version(&local.program) {
        Some(version) => row("yes", "Godot", &format!("`{program}`, {because}, is {version}")),
        None => row("no", "Godot", &format!("`{program}`, {because}, does not run")),
    }
}

/// What games of this project need, besides --allow-play.
fn game_row(found: &RecognisedProject) -> Option<Row> {
    if found.kind != EngineKind::GODOT {
        return None;
    }
    let is_imported = found.root.join(".godot").is_dir();
    Some(match (godot::local().is_some(), is_imported) {
        (false, _) => row("no", "games", "no Godot to run them with"),
        (true, false) => row(
            "no",
            "games",
            "the project was never imported; open it in Godot once, or start a game with \"import\": \"copy\"",
        ),
        (true, true) => row("yes", "games", "can be run by a server with --allow-play"),
    })
}

fn version(program: &Path) -> Option<String> {
    let output = Command::new(program)
        .args(["--headless", "--version"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

fn port_row(number: u16) -> Row {
    match port::owner(number) {
        Some((pid, name)) => {
            let free = port::free_port(Ipv4Addr::LOCALHOST.into(), number).unwrap_or(0);
            let remedy = format!("use `scenewright serve --port {free}`");
            row("no", "port 8080", &format!("in use by {name} (process {pid}); {remedy}"))
        }
        None => row("yes", "port 8080", "free"),
    }
}
