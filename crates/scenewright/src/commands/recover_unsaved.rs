//! `scenewright recover --unsaved`: unsaved changes that a process left behind when it ended, whether it
//! was stopped or killed. They are listed, written to the project, or given up.

use std::path::Path;

use scenewright_catalogue::{Call, Session, Utc};
use scenewright_model::UnsavedWork;
use serde_json::{Map, Value, json};

use super::call;
use crate::cli::{SessionArgs, UnsavedAction};
use crate::error::CommandError;
use crate::{print, project};

/// What to do, and in which scene; without one in all.
pub(crate) fn run(
    project: Option<&Path>,
    action: UnsavedAction,
    scene: Option<&str>,
    overwrite: bool,
) -> Result<(), CommandError> {
    let found = project::find(project)?;
    // The files' own engine: what was left behind is of files, also while an editor is open.
    let session = project::files_session(&found, &writes())?;
    match action {
        UnsavedAction::List => list(&session),
        UnsavedAction::Keep => {
            let mut arguments = json!({ "includeOthers": true, "overwrite": overwrite });
            arguments["confirm"] = json!(overwrite);
            if let Some(scene) = scene {
                arguments["scenePath"] = json!(scene);
            }
            ask(&session, "world.scene.save", arguments)
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
        return print::out("Nothing is unsaved");
    }
    work.iter().try_for_each(|work| print::out(&described(work)))
}

fn drop_all(session: &Session, scene: Option<&str>) -> Result<(), CommandError> {
    let scenes: Vec<String> = match scene {
        Some(scene) => vec![scene.to_owned()],
        None => left_behind(session)?.into_iter().map(|work| work.scene).collect(),
    };
    if scenes.is_empty() {
        return print::out("Nothing is unsaved");
    }
    for scene in scenes {
        let arguments = json!({
            "scenePath": scene, "includeOthers": true, "discardUnsaved": true, "confirm": true,
        });
        let outcome = session.call(Call::new("world.scene.unload", object(arguments)));
        outcome.map_err(CommandError::from)?;
        print::out(&format!("Dropped what was unsaved in '{scene}'"))?;
    }
    Ok(())
}

fn ask(session: &Session, tool: &str, arguments: Value) -> Result<(), CommandError> {
    call::print_outcome(session, tool, session.call(Call::new(tool, object(arguments))), false)
}

fn object(arguments: Value) -> Map<String, Value> {
    arguments.as_object().cloned().unwrap_or_default()
}

/// One line for people: which scene, whose changes, since when, and whether they still fit the disk.
pub(crate) fn described(work: &UnsavedWork) -> String {
    let fits = match work.is_conflicted {
        true => "; the disk has changed since",
        false => "",
    };
    format!("{work}{fits}")
}

/// What processes that have ended left unsaved. Nothing is written.
pub(crate) fn left_behind(session: &Session) -> Result<Vec<UnsavedWork>, CommandError> {
    let unsaved = session.unsaved()?;
    Ok(unsaved.into_iter().filter(|work| work.is_restored).collect())
}

/// What a server says of it when it starts.
pub(crate) fn notices(session: &Session) -> Vec<String> {
    let work = left_behind(session).unwrap_or_else(|error| {
        tracing::warn!("what is unsaved cannot be looked up: {error}");
        Vec::new()
    });
    let mut lines: Vec<String> = work.iter().map(described).collect();
    if !lines.is_empty() {
        lines.insert(
            0,
            format!(
                "Unsaved changes were left behind by a process that has ended; {HOW_TO_RECOVER}:"
            ),
        );
    }
    lines
}

/// What to do about it.
pub(crate) const HOW_TO_RECOVER: &str = "`scenewright recover --unsaved keep` writes them, `scenewright recover --unsaved drop` gives them up";

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
