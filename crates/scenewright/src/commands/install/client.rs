//! `scenewright install client NAME`: adds our entry to a client's configuration, or removes it.

use std::path::{Path, PathBuf};

use crate::cli::{ClientArgs, InstallScope};
use crate::error::CommandError;
use crate::{print, project};

use super::clients::{ENTRY_NAME, KnownClient};
use super::entry::{self, EntryOptions};
use super::format::{ConfigError, ConfigFormat, ServerEntry};
use super::places;
use super::write::{self, BackupPlace, ConfigFile};

/// A client, and which of its configurations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientTarget<'a> {
    pub client: &'static KnownClient,
    pub scope: InstallScope,
    pub root: &'a Path,
}

pub(super) fn run(args: &ClientArgs) -> Result<(), CommandError> {
    let client = args.client;
    if let (Some(InstallScope::Project), None) = (args.scope, &client.project) {
        let message = format!("{} has no project configuration", client.title);
        return Err(CommandError::usage(message).hint("use --scope user"));
    }
    if args.uninstall {
        return uninstall(args);
    }
    let root = root(args)?;
    let scope = args.scope.unwrap_or_else(|| client.default_scope(args.entry.allow_writes));
    let target = ClientTarget { client, scope, root: &root };
    let options = args.entry.options();
    if args.print {
        return print_entry(&target, &options);
    }
    install(&target, &options).map(drop)
}

fn root(args: &ClientArgs) -> Result<PathBuf, CommandError> {
    Ok(places::without_verbatim_prefix(&project::find(args.project.as_deref())?.root))
}

impl ClientTarget<'_> {
    /// The configuration file.
    pub(crate) fn file(&self) -> Result<PathBuf, CommandError> {
        let file = match (self.scope, &self.client.project) {
            (InstallScope::Project, Some(project)) => {
                let also = project.also.iter().map(|name| self.root.join(name));
                let usual = self.root.join(project.file);
                also.filter(|_| !usual.exists()).find(|path| path.exists()).unwrap_or(usual)
            }
            _ => places::this_machine().user_file(&self.client.user)?,
        };
        // The tables use `/`; this converts to the separator of the system.
        Ok(file.components().collect())
    }

    fn read(&self, path: &Path) -> Result<ConfigFile, CommandError> {
        let backups = match self.scope {
            InstallScope::Project => BackupPlace::outside(path),
            InstallScope::User => BackupPlace::Beside,
        };
        write::read(path, backups)
    }

    fn entry(
        &self,
        options: &EntryOptions,
        present: Option<&ServerEntry>,
    ) -> Result<ServerEntry, CommandError> {
        entry::server_entry(self.client, self.scope, self.root, options, present)
    }

    /// What the client would start: the entry as it is in the file, or `None` without one.
    pub(crate) fn installed(&self) -> Result<Option<ServerEntry>, CommandError> {
        let found = self.read(&self.file()?)?;
        let unfit = |unfit: ConfigError| refusal(&found.path, &unfit);
        self.client.format.entry(text(&found)?).map_err(unfit)
    }
}

fn print_entry(target: &ClientTarget<'_>, options: &EntryOptions) -> Result<(), CommandError> {
    let (client, file) = (target.client, target.file()?);
    print::note(&format!("entry for {} in {}", client.title, file.display()));
    let entry = target.entry(options, None)?;
    let snippet = client.format.add("", &entry).map_err(|unfit| refusal(&file, &unfit))?;
    print::out(snippet.trim_end())
}

/// Adds or updates the entry, and says so.
pub(crate) fn install(
    target: &ClientTarget<'_>,
    options: &EntryOptions,
) -> Result<ServerEntry, CommandError> {
    let (client, path) = (target.client, target.file()?);
    let found = target.read(&path)?;
    let text = text(&found)?;
    let unfit = |unfit: ConfigError| refusal(&found.path, &unfit);
    let before = client.format.entry(text).map_err(unfit)?;
    let entry = target.entry(options, before.as_ref())?;
    let changed = client.format.add(text, &entry).map_err(unfit)?;
    let title = print::bold(client.title);
    if found.bytes.is_some() && changed == text {
        let shown = print::path(&path);
        print::out(&format!("{title}: {ENTRY_NAME} is already in {shown}; nothing changed"))?;
        return Ok(entry);
    }
    let backup = write::replace(&found, &changed)?;
    let done = if before.is_some() { "updated in" } else { "added to" };
    print::out(&format!("{title}: {ENTRY_NAME} {done} {}", print::path(&path)))?;
    print::out(&format!("  starts  {entry}"))?;
    match before {
        Some(before) if before.command.is_empty() => print::out("  before  no command")?,
        Some(before) if before != entry => print::out(&format!("  before  {before}"))?,
        _ => {}
    }
    say_backup(backup.as_deref())?;
    print::out(&format!("  next    {}", client.next(target.scope)))?;
    warn_about_sharing(target, &entry);
    Ok(entry)
}

/// What others get who clone the project.
fn warn_about_sharing(target: &ClientTarget<'_>, entry: &ServerEntry) {
    if target.scope != InstallScope::Project {
        return;
    }
    if entry::allows_writes(entry) {
        print::note(&format!(
            "everyone who clones this project gets a server that may change it (--allow-writes in {}); \
             --scope user keeps it to yourself",
            target.client.project.as_ref().map_or("", |file| file.file)
        ));
    }
    let paths = [Some(entry.command.as_str()), entry.project()];
    for path in paths.into_iter().flatten().filter(|path| Path::new(path).is_absolute()) {
        let remedy = match path == entry.command {
            true => {
                "put scenewright on the PATH and run this command again before you share the file"
            }
            false => "do not share the file, or use --scope user",
        };
        print::note(&format!(
            "the entry contains the path {path}, which exists only on this machine; {remedy}"
        ));
    }
}

/// Without a scope, the entry is removed wherever it starts a server for this project.
fn uninstall(args: &ClientArgs) -> Result<(), CommandError> {
    let client = args.client;
    let here = |scope| ClientTarget { client, scope, root: Path::new("") };
    match (args.scope, &client.project) {
        (Some(InstallScope::User), _) | (None, None) => remove(&here(InstallScope::User)),
        (Some(InstallScope::Project), _) => {
            remove(&ClientTarget { root: &root(args)?, ..here(InstallScope::Project) })
        }
        (None, Some(_)) => {
            let root = root(args)?;
            let user = ClientTarget { root: &root, ..here(InstallScope::User) };
            let of_user = user.installed()?;
            let is_ours = of_user
                .is_some_and(|entry| entry.project().is_some_and(|path| Path::new(path) == root));
            let of_project = ClientTarget { root: &root, ..here(InstallScope::Project) };
            if !is_ours || of_project.installed()?.is_some() {
                remove(&of_project)?;
            }
            if is_ours { remove(&user) } else { Ok(()) }
        }
    }
}

fn remove(target: &ClientTarget<'_>) -> Result<(), CommandError> {
    let (client, path) = (target.client, target.file()?);
    let found = target.read(&path)?;
    let text = text(&found)?;
    let title = print::bold(client.title);
    let unfit = |unfit: ConfigError| refusal(&found.path, &unfit);
    let Some(entry) = client.format.entry(text).map_err(unfit)? else {
        let shown = print::path(&path);
        return print::out(&format!("{title}: {ENTRY_NAME} is not in {shown}; nothing changed"));
    };
    let changed = match original(client.format, &found, text, &entry) {
        Some(original) => original,
        None if client.format.add("", &entry).map_err(unfit)? == text => {
            write::delete(&found)?;
            if target.scope == InstallScope::Project {
                write::remove_empty_folders(&path, target.root);
            }
            return print::out(&format!(
                "{title}: removed {}, which contained only {ENTRY_NAME}",
                print::path(&path)
            ));
        }
        None => client.format.remove(text).map_err(unfit)?,
    };
    let backup = write::replace(&found, &changed)?;
    print::out(&format!("{title}: {ENTRY_NAME} removed from {}", print::path(&path)))?;
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
    let texts = found.backups().into_iter().filter_map(|bytes| String::from_utf8(bytes).ok());
    texts
        .filter(|text| matches!(format.entry(text), Ok(None)))
        .find(|text| format.add(text, entry).is_ok_and(|added| added == now))
}

fn say_backup(backup: Option<&Path>) -> Result<(), CommandError> {
    match backup {
        Some(backup) => print::out(&format!("  backup  {}", print::path(backup))),
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
