//! The command that a client runs to start this program on a project.

use std::env;
use std::path::{Path, PathBuf};

use crate::cli::InstallScope;
use crate::error::CommandError;

use super::clients::{ENTRY_NAME, KnownClient};
use super::format::ServerEntry;
use super::places;

pub(super) fn server_entry(
    client: &KnownClient,
    scope: InstallScope,
    root: &Path,
) -> Result<ServerEntry, CommandError> {
    let project = match (scope, &client.project) {
        (InstallScope::Project, Some(project)) => project.project.to_owned(),
        _ => utf8(root)?,
    };
    let program = env::current_exe().map_err(|error| {
        CommandError::failed(format!("cannot find the path of this program: {error}"))
    })?;
    let command = match on_path(&program) {
        // A name also works for others who use the file, and after the program has moved.
        Some(_) if client.shell_path => ENTRY_NAME.to_owned(),
        // The path on the PATH may be a link that survives the next update.
        Some(found) => utf8(&found)?,
        None => utf8(&places::without_verbatim_prefix(&program))?,
    };
    Ok(ServerEntry { command, args: vec!["mcp".to_owned(), project] })
}

/// The path at which the shell finds this program, if it does.
fn on_path(program: &Path) -> Option<PathBuf> {
    let file = format!("scenewright{}", env::consts::EXE_SUFFIX);
    let found = env::split_paths(&places::variable("PATH")?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())?;
    (found.canonicalize().ok()? == program.canonicalize().ok()?).then_some(found)
}

fn utf8(path: &Path) -> Result<String, CommandError> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        CommandError::failed(format!("the path {} is not valid UTF-8", path.display()))
            .hint("the configuration of a client must be UTF-8")
    })
}
