//! `scenewright recover --unsaved`: unsaved changes of a process that was stopped or killed. They are listed,
//! written to the project, or discarded.

use std::path::Path;

use scenewright_catalogue::{Call, Session, Utc};
use scenewright_model::UnsavedWork;
use serde_json::{Map, Value, json};

use super::call;
use crate::cli::{SessionArgs, UnsavedAction};
use crate::error::CommandError;
use crate::shell::ShellContext;
use crate::{print, project};

/// Without a scene, the action applies to all scenes.
pub(crate) fn run(
    project: Option<&Path>,
    action: UnsavedAction,
    scene: Option<&str>,
    overwrite: bool,
) -> Result<(), CommandError> {
    let found = project::find(project)?;
    // Unsaved changes belong to the engine on files, even while an editor is open.
    let session = project::files_session(&found, &writes())?;
    match action {
        UnsavedAction::List => list(&session),
        UnsavedAction::Keep => {
            let mut arguments = json!({ "includeOthers": true, "overwrite": overwrite });
            arguments["confirm"] = json!(overwrite);
            if let Some(scene) = scene {
                arguments["scenePath"] = json!(scene);
            }
            ask(&session, "world.scene.save", arguments, project)
        }
        UnsavedAction::Drop => drop_all(&session, scene),
    }
}

fn writes() -> SessionArgs {
    SessionArgs { allow_writes: true, ..SessionArgs::default() }
}

fn list(session: &Session) -> Result<(), CommandError> {
    let work = left_behind(session)?;
    if work.is_empty() {
        return print::out("There are no unsaved changes.");
    }
    work.iter().try_for_each(|work| print::out(&describe(work)))
}

fn drop_all(session: &Session, scene: Option<&str>) -> Result<(), CommandError> {
    let scenes: Vec<String> = match scene {
        Some(scene) => vec![scene.to_owned()],
        None => left_behind(session)?.into_iter().map(|work| work.scene).collect(),
    };
    if scenes.is_empty() {
        return print::out("There are no unsaved changes.");
    }
    for scene in scenes {
        let arguments = json!({
            "scenePath": scene, "includeOthers": true, "discardUnsaved": true, "confirm": true,
        });
        let outcome = session.call(Call::new("world.scene.unload", object(arguments)));
        outcome.map_err(CommandError::from)?;
        print::out(&format!("Discarded the unsaved changes in '{scene}'."))?;
    }
    Ok(())
}

fn ask(
    session: &Session,
    tool: &str,
    arguments: Value,
    project: Option<&Path>,
) -> Result<(), CommandError> {
    let outcome = session.call(Call::new(tool, object(arguments)));
    call::print_outcome(session, tool, outcome, false, &ShellContext::new(project))
}

fn object(arguments: Value) -> Map<String, Value> {
    arguments.as_object().cloned().unwrap_or_default()
}

/// One line for people: the scene, the owner, the time, and whether the file has changed since.
pub(crate) fn describe(work: &UnsavedWork) -> String {
    let fits = match work.is_conflicted {
        true => "; the file has changed since",
        false => "",
    };
    format!("{work}{fits}")
}

/// The unsaved changes of processes that have ended. Nothing is written.
pub(crate) fn left_behind(session: &Session) -> Result<Vec<UnsavedWork>, CommandError> {
    let unsaved = session.unsaved()?;
    Ok(unsaved.into_iter().filter(|work| work.is_restored).collect())
}

/// The lines that a server prints at startup.
pub(crate) fn notices(session: &Session) -> Vec<String> {
    let work = left_behind(session).unwrap_or_else(|error| {
        tracing::warn!("cannot look up unsaved changes: {error}");
        Vec::new()
    });
    let mut lines: Vec<String> = work.iter().map(describe).collect();
    if !lines.is_empty() {
        lines
            .insert(0, format!("A process that has ended left unsaved changes; {HOW_TO_RECOVER}:"));
    }
    lines
}

/// The commands that resolve unsaved changes.
pub(crate) const HOW_TO_RECOVER: &str = "`scenewright recover --unsaved keep` writes them to the project, `scenewright recover --unsaved drop` discards them";

pub(crate) fn document(work: &UnsavedWork) -> Value {
    json!({
        "scenePath": work.scene,
        "files": work.files,
        "owner": work.owner,
        "since": Utc(work.since).to_string(),
        "edits": work.edits,
        "conflicted": work.is_conflicted,
    })
}
