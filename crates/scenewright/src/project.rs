//! Opens a project: finds it, chooses its engine and makes a session.

use std::path::{Path, PathBuf};

use scenewright_catalogue::{
    CallLimits, Catalogue, EngineAccess, Policy, Session, unfinished_sentence,
};
use scenewright_engines::{EngineEnvironment, GameEnvironment, RecognisedProject};

use crate::cli::SessionArgs;
use crate::error::CommandError;
use crate::folders;
use crate::godot;
use crate::logging;
use crate::print;

/// The project that was named, or the nearest one above the current folder.
pub(crate) fn find(path: Option<&Path>) -> Result<RecognisedProject, CommandError> {
    let start = match path {
        Some(path) => path.to_owned(),
        None => current_dir()?,
    };
    Ok(scenewright_engines::find(&start)?)
}

pub(crate) fn open(path: Option<&Path>, args: &SessionArgs) -> Result<Session, CommandError> {
    session(&find(path)?, args)
}

pub(crate) fn session(
    project: &RecognisedProject,
    args: &SessionArgs,
) -> Result<Session, CommandError> {
    Ok(engine_access(project, args)?.session().clone())
}

/// A project with the access to its engine, for work that is not an operation.
pub(crate) fn engine_access(
    project: &RecognisedProject,
    args: &SessionArgs,
) -> Result<EngineAccess, CommandError> {
    Ok(open_engine(catalogue()?, project, args, true))
}

/// The same without a live editor.
pub(crate) fn files_session(
    project: &RecognisedProject,
    args: &SessionArgs,
) -> Result<Session, CommandError> {
    Ok(open_engine(catalogue()?, project, args, false).session().clone())
}

fn open_engine(
    catalogue: Catalogue,
    project: &RecognisedProject,
    args: &SessionArgs,
    has_editor: bool,
) -> EngineAccess {
    tracing::info!(root = %project.root.display(), engine = %project.kind, because = project.because, "project opened");
    let policy = Policy {
        tier: args.tier,
        allow_writes: args.allow_writes,
        allow_play: args.plays(),
        allow_eval: args.allow_eval,
        ..Policy::default()
    };
    let limits = CallLimits { timeout: args.timeout, ..CallLimits::default() };
    let around = EngineEnvironment {
        editors: godot::local().into_iter().collect(),
        data: folders::data(),
        watch_files: args.watch_files,
    };
    let files = scenewright_engines::open_in(project, around);
    let engine = match has_editor {
        true => scenewright_engines::connect(project, files),
        false => files,
    };
    let engine = match args.plays() {
        true => scenewright_engines::with_games(project, engine, games()),
        false => engine,
    };
    let access = EngineAccess::new(catalogue, engine, policy, limits);
    logging::keep_in(access.session().logs().clone());
    access
}

/// Games are started through this program, so that none outlives it.
pub(crate) fn games() -> GameEnvironment {
    let guard = cfg!(target_os = "linux").then(|| std::env::current_exe().ok()).flatten();
    GameEnvironment { godot: godot::local().map(|local| local.program), guard }
}

/// The interrupted changes, one sentence each. Nothing is written.
pub(crate) fn unfinished(session: &Session) -> Vec<String> {
    session.unfinished().iter().map(unfinished_sentence).collect()
}

/// Prints them on stderr, beside the answer.
pub(crate) fn warn_about_unfinished(session: &Session) {
    unfinished(session).iter().for_each(|sentence| print::note(sentence));
}

pub(crate) fn catalogue() -> Result<Catalogue, CommandError> {
    Catalogue::standard().map_err(|error| CommandError::failed(error.to_string()))
}

pub(crate) fn current_dir() -> Result<PathBuf, CommandError> {
    std::env::current_dir()
        .map_err(|error| CommandError::failed(format!("cannot read the current folder: {error}")))
}
