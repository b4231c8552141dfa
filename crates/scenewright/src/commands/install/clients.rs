//! The supported MCP clients: one row each in `clients/table.rs`, and nothing about them elsewhere.

mod table;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::InstallScope;

use super::format::ConfigFormat;
use super::places::UserFile;
use table::CLIENTS;

/// The name of our entry, in every client.
pub(crate) const ENTRY_NAME: &str = "scenewright";

#[derive(Debug)]
pub(crate) struct KnownClient {
    /// The name on the command line.
    pub name: &'static str,
    /// Another name for it.
    pub alias: Option<&'static str>,
    /// The name as its vendor writes it.
    pub title: &'static str,
    pub format: ConfigFormat,
    pub user: UserFile,
    /// `None` if the client has no project configuration.
    pub project: Option<ProjectFile>,
    /// Whether it searches the PATH of the shell. If not, the entry needs an absolute path.
    pub shell_path: bool,
    /// What shows that it is used on this machine.
    pub signs: ClientSigns,
    /// The next step after the user configuration was written.
    pub next: &'static str,
}

#[derive(Debug)]
pub(crate) struct ClientSigns {
    /// Programs on the PATH.
    pub programs: &'static [&'static str],
    /// Files or folders in the home folder.
    pub home: &'static [&'static str],
    /// Whether the folder of its user configuration belongs to it alone.
    pub own_folder: bool,
}

#[derive(Debug)]
pub(crate) struct ProjectFile {
    /// Relative to the project's folder.
    pub file: &'static str,
    /// Other names for the file. If one of them exists, it is used.
    pub also: &'static [&'static str],
    /// The path of the project from the client's point of view, valid for every copy of the project. The server
    /// also searches the parent folders for its project, so `.` works in a subfolder too. `None` if it is not documented
    /// where the client starts servers: then the path is absolute, and the user's configuration is the default.
    pub project: Option<&'static str>,
    /// The next step after the file was written.
    pub next: &'static str,
}

/// Parses the name of a client; the error for an unknown one lists all of them.
pub(crate) fn parser() -> impl TypedValueParser<Value = &'static KnownClient> {
    let names = CLIENTS.iter().map(|client| PossibleValue::new(client.name).aliases(client.alias));
    PossibleValuesParser::new(names)
        .try_map(|name| find(&name).ok_or_else(|| format!("unknown client '{name}'")))
}

impl KnownClient {
    pub(crate) fn next(&self, scope: InstallScope) -> &'static str {
        match (scope, &self.project) {
            (InstallScope::Project, Some(project)) => project.next,
            _ => self.next,
        }
    }

    /// Where it is configured unless the user says so. What may write is not for everyone who clones the project.
    pub(crate) fn default_scope(&self, allow_writes: bool) -> InstallScope {
        match &self.project {
            Some(ProjectFile { project: Some(_), .. }) if !allow_writes => InstallScope::Project,
            _ => InstallScope::User,
        }
    }
}

pub(crate) fn find(name: &str) -> Option<&'static KnownClient> {
    CLIENTS.iter().find(|client| client.name == name || client.alias == Some(name))
}

pub(crate) fn all() -> &'static [KnownClient] {
    &CLIENTS
}
