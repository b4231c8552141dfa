//! `scenewright install`: adds Scenewright to MCP clients, and the plugin to Godot projects.

pub(crate) mod clients;
mod entry;
mod format;
mod godot;
mod jsonc;
mod newlines;
mod places;
mod toml;
mod write;

use std::path::{Path, PathBuf};

use crate::cli::{ClientArgs, InstallArgs, InstallCommand, InstallScope};
use crate::error::CommandError;
use crate::{print, project};

use clients::{ENTRY_NAME, KnownClient};
use format::{ConfigError, ConfigFormat, ServerEntry};
use places::{InstallEnvironment, THIS_OS};
use write::ConfigFile;

pub(crate) fn run(args: &InstallArgs) -> Result<(), CommandError> {
    match &args.command {
        InstallCommand::Client(args) => client(args),
        InstallCommand::Godot(args) => godot::run(args),
    }
}

fn client(args: &ClientArgs) -> Result<(), CommandError> {
    let client = args.client;
    let scope = scope(client, args.scope)?;
    if args.uninstall {
        return uninstall(client, &file(client, scope, || root(args))?);
    }
    let root = root(args)?;
    let file = file(client, scope, || Ok(root.clone()))?;
    let entry = entry::server_entry(client, scope, &root)?;
    if args.print {
        return print_entry(client, &file, &entry);
    }
    install(client, &file, &entry, client.next(scope))?;
    if scope == InstallScope::Project && Path::new(&entry.command).is_absolute() {
        print::note(&format!(
            "the entry contains the path {}, which exists only on this machine; put scenewright on the PATH \
             and run this command again before you share the file",
            entry.command
        ));
    }
    Ok(())
}

fn scope(client: &KnownClient, asked: Option<InstallScope>) -> Result<InstallScope, CommandError> {
    match (asked, &client.project) {
        (Some(InstallScope::Project), None) => {
            Err(CommandError::usage(format!("{} has no project configuration", client.title))
                .hint("use --scope user"))
        }
        (Some(scope), _) => Ok(scope),
        (None, Some(_)) => Ok(InstallScope::Project),
        (None, None) => Ok(InstallScope::User),
    }
}

fn root(args: &ClientArgs) -> Result<PathBuf, CommandError> {
    Ok(places::without_verbatim_prefix(&project::find(args.project.as_deref())?.root))
}

/// The project is searched for only if the file is in it.
fn file(
    client: &KnownClient,
    scope: InstallScope,
    root: impl FnOnce() -> Result<PathBuf, CommandError>,
) -> Result<PathBuf, CommandError> {
    let file = match (scope, &client.project) {
        (InstallScope::Project, Some(project)) => root()?.join(project.file),
        _ => InstallEnvironment { os: THIS_OS, variable: &places::variable }
            .user_file(&client.user)?,
    };
    // The tables use `/`; this converts to the separator of the system.
    Ok(file.components().collect())
}

fn print_entry(client: &KnownClient, file: &Path, entry: &ServerEntry) -> Result<(), CommandError> {
    print::note(&format!("entry for {} in {}", client.title, file.display()));
    let snippet = client.format.add("", entry).map_err(|unfit| refusal(file, &unfit))?;
    print::out(snippet.trim_end())
}

fn install(
    client: &KnownClient,
    path: &Path,
    entry: &ServerEntry,
    next: &str,
) -> Result<(), CommandError> {
    let found = write::read(path)?;
    let text = text(&found)?;
    let unfit = |unfit: ConfigError| refusal(&found.path, &unfit);
    let before = client.format.entry(text).map_err(unfit)?;
    let changed = client.format.add(text, entry).map_err(unfit)?;
    let title = print::bold(client.title);
    if found.bytes.is_some() && changed == text {
        return print::out(&format!(
            "{title}: {ENTRY_NAME} is already in {}; nothing changed",
            path.display()
        ));
    }
    let backup = write::replace(&found, &changed)?;
    let done = if before.is_some() { "updated in" } else { "added to" };
    print::out(&format!("{title}: {ENTRY_NAME} {done} {}", print::path(path)))?;
    let now = client.format.entry(&changed).map_err(unfit)?.unwrap_or_else(|| entry.clone());
    print::out(&format!("  starts  {now}"))?;
    match before {
        Some(before) if before.command.is_empty() => print::out("  before  no command")?,
        Some(before) if before != now => print::out(&format!("  before  {before}"))?,
        _ => {}
    }
    say_backup(backup.as_deref())?;
    print::out(&format!("  next    {next}"))
}

fn uninstall(client: &KnownClient, path: &Path) -> Result<(), CommandError> {
    let found = write::read(path)?;
    let text = text(&found)?;
    let title = print::bold(client.title);
    let unfit = |unfit: ConfigError| refusal(&found.path, &unfit);
    let Some(entry) = client.format.entry(text).map_err(unfit)? else {
        return print::out(&format!(
            "{title}: {ENTRY_NAME} is not in {}; nothing changed",
            path.display()
        ));
    };
    let changed = match original(client.format, &found, text, &entry) {
        Some(original) => original,
        None if client.format.add("", &entry).map_err(unfit)? == text => {
            write::delete(&found)?;
            return print::out(&format!(
                "{title}: removed {}, which contained only {ENTRY_NAME}",
                path.display()
            ));
        }
        None => client.format.remove(text).map_err(unfit)?,
    };
    let backup = write::replace(&found, &changed)?;
    print::out(&format!("{title}: {ENTRY_NAME} removed from {}", print::path(path)))?;
    say_backup(backup.as_deref())?;
    print::out(&format!("  next    restart {}, or reload its servers", client.title))
}

/// If adding our entry to a backup gives the current file, the backup is exactly the file before the entry.
fn original(
    format: ConfigFormat,
    found: &ConfigFile,
    now: &str,
    entry: &ServerEntry,
) -> Option<String> {
    write::backups(&found.path)
        .into_iter()
        .filter_map(|bytes| String::from_utf8(bytes).ok())
        .filter(|text| matches!(format.entry(text), Ok(None)))
        .find(|text| format.add(text, entry).is_ok_and(|added| added == now))
}

fn say_backup(backup: Option<&Path>) -> Result<(), CommandError> {
    match backup {
        Some(backup) => print::out(&format!("  backup  {}", backup.display())),
        None => Ok(()),
    }
}

fn text(found: &ConfigFile) -> Result<&str, CommandError> {
    let bytes = found.bytes.as_deref().unwrap_or_default();
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        refusal(&found.path, &ConfigError { line: Some(line), what: "not UTF-8".to_owned() })
    })
}

fn refusal(path: &Path, unfit: &ConfigError) -> CommandError {
    let line = unfit.line.map(|line| format!(", line {line}")).unwrap_or_default();
    CommandError::failed(format!("{}{line}: {}", path.display(), unfit.what)).hint(
        "nothing was changed; repair the file and run this command again, or add the entry by hand (--print shows it)",
    )
}
