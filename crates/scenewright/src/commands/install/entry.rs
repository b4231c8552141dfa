//! What a client has to run to get this program on a project.

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
        CommandError::failed(format!("the path of this program cannot be found: {error}"))
    })?;
    let command = match on_path(&program) {
        // A name also works for others who get the file, and after the program has moved.
        Some(_) if client.shell_path => ENTRY_NAME.to_owned(),
        // The path that was searched for may be a link that survives the next version.
        Some(found) => utf8(&found)?,
        None => utf8(&places::without_verbatim_prefix(&program))?,
    };
    Ok(ServerEntry { command, args: vec!["mcp".to_owned(), project] })
}

/// Where a shell finds this very program, if it does.
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
        CommandError::failed(format!("{} cannot be written as text", path.display()))
            .hint("a client's configuration is UTF-8, and this path is not")
    })
}
