//! The command that a client runs to start this program on a project.

use std::env;
use std::path::{Path, PathBuf};

use scenewright_mcp::Toolsets;

use crate::cli::InstallScope;
use crate::error::CommandError;

use super::clients::{ENTRY_NAME, KnownClient};
use super::format::ServerEntry;
use super::places::{self, HostOs, THIS_OS};

const ALLOW_WRITES: &str = "--allow-writes";
const TOOLSETS: &str = "--toolsets";

/// What an installation sets in an entry. `None` keeps what the entry says.
#[derive(Debug, Clone, Default)]
pub(crate) struct EntryOptions {
    pub allow_writes: Option<bool>,
    pub toolsets: Option<Toolsets>,
}

/// The entry for a client, with the options that `present` has.
pub(super) fn server_entry(
    client: &KnownClient,
    scope: InstallScope,
    root: &Path,
    options: &EntryOptions,
    present: Option<&ServerEntry>,
) -> Result<ServerEntry, CommandError> {
    let project = match (scope, client.project.as_ref().and_then(|file| file.project)) {
        (InstallScope::Project, Some(project)) => project.to_owned(),
        _ => utf8(root)?,
    };
    let program = env::current_exe().map_err(|error| {
        CommandError::failed(format!("cannot find the path of this program: {error}"))
    })?;
    let mut entry = match PackageRunner::of(&program) {
        Some(runner) => runner.entry(THIS_OS),
        None => ServerEntry { command: command(client, &program)?, args: Vec::new() },
    };
    entry.args.extend(["mcp".to_owned(), project]);
    entry.args.extend(options.apply(present.map_or(&[], ServerEntry::options)));
    Ok(entry)
}

fn command(client: &KnownClient, program: &Path) -> Result<String, CommandError> {
    match on_path(program) {
        // A name also works for others who use the file, and after the program has moved.
        Some(_) if client.shell_path => Ok(ENTRY_NAME.to_owned()),
        // The path on the PATH may be a link that survives the next update.
        Some(found) => utf8(&found),
        None => utf8(&places::without_verbatim_prefix(program)),
    }
}

/// A tool that runs this program from a package, in a cache that it may clear at any time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PackageRunner {
    Npx,
    Uvx,
}

impl PackageRunner {
    /// npx unpacks to `_npx/HASH/node_modules`; uvx to `archive-vN` or `environments-vN` in its cache.
    fn of(program: &Path) -> Option<PackageRunner> {
        program.components().find_map(|part| {
            let part = part.as_os_str().to_str()?;
            let is_uv = ["archive-v", "environments-v"].iter().any(|prefix| {
                part.strip_prefix(prefix).is_some_and(|version| {
                    !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit())
                })
            });
            match part {
                "_npx" => Some(PackageRunner::Npx),
                _ if is_uv => Some(PackageRunner::Uvx),
                _ => None,
            }
        })
    }

    fn entry(self, os: HostOs) -> ServerEntry {
        let words: &[&str] = match (self, os) {
            // A script, which only the shell of Windows can start.
            (PackageRunner::Npx, HostOs::Windows) => &["cmd", "/c", "npx", "-y", ENTRY_NAME],
            (PackageRunner::Npx, _) => &["npx", "-y", ENTRY_NAME],
            (PackageRunner::Uvx, _) => &["uvx", ENTRY_NAME],
        };
        let mut words = words.iter().map(|word| (*word).to_owned());
        ServerEntry { command: words.next().unwrap_or_default(), args: words.collect() }
    }
}

impl EntryOptions {
    fn apply(&self, present: &[String]) -> Vec<String> {
        let mut options = Vec::new();
        let mut rest = present.iter();
        while let Some(option) = rest.next() {
            match option.as_str() {
                ALLOW_WRITES if self.allow_writes == Some(false) => {}
                TOOLSETS if self.toolsets.is_some() => drop(rest.next()),
                other if self.toolsets.is_some() && other.starts_with("--toolsets=") => {}
                _ => options.push(option.clone()),
            }
        }
        if self.allow_writes == Some(true) && !options.iter().any(|option| option == ALLOW_WRITES) {
            options.insert(0, ALLOW_WRITES.to_owned());
        }
        if let Some(toolsets) = &self.toolsets {
            options.extend([TOOLSETS.to_owned(), toolsets.to_string()]);
        }
        options
    }
}

/// Whether an entry lets the client change the project.
pub(super) fn allows_writes(entry: &ServerEntry) -> bool {
    entry.options().iter().any(|option| option == ALLOW_WRITES)
}

/// How this program is run again, if a package runner started it.
pub(crate) fn package_command(program: &Path) -> Option<String> {
    PackageRunner::of(program).map(|runner| runner.entry(THIS_OS).to_string())
}

/// The path at which the shell finds this program, if it does.
pub(crate) fn on_path(program: &Path) -> Option<PathBuf> {
    let file = format!("scenewright{}", env::consts::EXE_SUFFIX);
    let found =
        places::path_folders().map(|folder| folder.join(&file)).find(|path| path.is_file())?;
    let (found_file, program) = (found.canonicalize().ok()?, program.canonicalize().ok()?);
    (found_file == program || is_npm_shim(&found_file, &program)).then_some(found)
}

/// npm puts a script on the PATH, which starts the program from a package beside its own.
fn is_npm_shim(found: &Path, program: &Path) -> bool {
    let modules = |path: &Path| {
        path.ancestors().find(|folder| folder.ends_with("node_modules")).map(Path::to_owned)
    };
    match (modules(found), modules(program)) {
        (Some(of_shim), Some(of_program)) => of_program.starts_with(of_shim),
        _ => false,
    }
}

fn utf8(path: &Path) -> Result<String, CommandError> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        CommandError::failed(format!("the path {} is not valid UTF-8", path.display()))
            .hint("the configuration of a client must be UTF-8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_runner_is_recognised_by_its_cache() {
        for (program, expected) in [
            (
                "/home/you/.npm/_npx/1f/node_modules/@scenewright/linux-x64/bin/scenewright",
                "npx -y scenewright",
            ),
            ("/home/you/.cache/uv/archive-v0/Xy/bin/scenewright", "uvx scenewright"),
            ("/home/you/.cache/uv/environments-v2/s-1/bin/scenewright", "uvx scenewright"),
            ("/home/you/archive-vault/scenewright", ""),
            ("/usr/lib/node_modules/@scenewright/linux-x64/bin/scenewright", ""),
            ("/home/you/.local/share/uv/tools/scenewright/bin/scenewright", ""),
        ] {
            let runner = PackageRunner::of(Path::new(program));
            let entry = runner.map(|runner| runner.entry(HostOs::Linux).to_string());
            assert_eq!(entry.unwrap_or_default(), expected, "{program}");
        }
        let windows = PackageRunner::Npx.entry(HostOs::Windows).to_string();
        assert_eq!(windows, "cmd /c npx -y scenewright");
    }

    #[test]
    fn the_script_of_npm_stands_for_the_program() {
        let shim = Path::new("/usr/lib/node_modules/scenewright/bin/scenewright.js");
        for (program, expected) in [
            ("/usr/lib/node_modules/@scenewright/linux-x64/bin/scenewright", true),
            (
                "/usr/lib/node_modules/scenewright/node_modules/@scenewright/linux-x64/scenewright",
                true,
            ),
            ("/home/you/app/node_modules/@scenewright/linux-x64/bin/scenewright", false),
            ("/usr/bin/scenewright", false),
        ] {
            assert_eq!(is_npm_shim(shim, Path::new(program)), expected, "{program}");
        }
    }

    #[test]
    fn options_are_set_removed_and_kept() {
        let toolsets = |text: &str| text.parse::<Toolsets>().ok();
        for (options, present, expected) in [
            (EntryOptions::default(), "--tier tier1 --allow-writes", "--tier tier1 --allow-writes"),
            (
                EntryOptions { allow_writes: Some(true), toolsets: None },
                "--tier tier1",
                "--allow-writes --tier tier1",
            ),
            (
                EntryOptions { allow_writes: Some(true), toolsets: None },
                "--allow-writes",
                "--allow-writes",
            ),
            (
                EntryOptions { allow_writes: Some(false), toolsets: None },
                "--allow-writes --tier tier1",
                "--tier tier1",
            ),
            (
                EntryOptions { allow_writes: None, toolsets: toolsets("default,docs") },
                "--toolsets all --tier tier1",
                "--tier tier1 --toolsets default,docs",
            ),
            (
                EntryOptions { allow_writes: None, toolsets: toolsets("docs") },
                "--toolsets=default",
                "--toolsets docs",
            ),
        ] {
            let present: Vec<String> = present.split(' ').map(str::to_owned).collect();
            assert_eq!(options.apply(&present).join(" "), expected, "{options:?}");
        }
    }
}
