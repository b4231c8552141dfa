//! The supported MCP clients: one row each, and nothing about them elsewhere.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::InstallScope;

use super::format::ConfigFormat;
use super::places::{BaseFolder, ConfigPath, UserFile};

/// The name of our entry, in every client.
pub(crate) const ENTRY_NAME: &str = "scenewright";

#[derive(Debug)]
pub(crate) struct KnownClient {
    /// The name on the command line.
    pub name: &'static str,
    /// The name as its vendor writes it.
    pub title: &'static str,
    pub format: ConfigFormat,
    pub user: UserFile,
    /// `None` if the client has no project configuration.
    pub project: Option<ProjectFile>,
    /// Whether it searches the PATH of the shell. If not, the entry needs an absolute path.
    pub shell_path: bool,
    /// The next step after the user configuration was written.
    pub next: &'static str,
}

#[derive(Debug)]
pub(crate) struct ProjectFile {
    /// Relative to the project's folder.
    pub file: &'static str,
    /// The path of the project from the client's point of view, valid for every copy of the project. The server
    /// also searches the parent folders for its project, so `.` works in a subfolder too.
    pub project: &'static str,
    /// The next step after the file was written.
    pub next: &'static str,
}

/// VS Code and Cursor replace this with the folder of the configuration; they may start servers in another folder.
const WORKSPACE: &str = "${workspaceFolder}";

const MCP_SERVERS: ConfigFormat = ConfigFormat::Json { key: "mcpServers", typed: false };

static CLIENTS: [KnownClient; 8] = [
    KnownClient {
        name: "claude-code",
        title: "Claude Code",
        format: MCP_SERVERS,
        user: UserFile {
            variable: Some(("CLAUDE_CONFIG_DIR", ".claude.json")),
            ..UserFile::home(".claude.json")
        },
        // Servers start where `claude` was started, and their `cwd` setting is ignored.
        project: Some(ProjectFile {
            file: ".mcp.json",
            project: ".",
            next: "start claude in the project (it asks once whether to trust the server); /mcp shows it",
        }),
        shell_path: true,
        next: "start claude; /mcp shows the server",
    },
    KnownClient {
        name: "claude-desktop",
        title: "Claude Desktop",
        format: MCP_SERVERS,
        user: UserFile {
            package: Some("Claude_"),
            ..UserFile::app_data("Claude/claude_desktop_config.json")
        },
        project: None,
        // Started from the desktop, not from a shell.
        shell_path: false,
        next: "quit Claude Desktop (closing its window is not enough) and start it again",
    },
    KnownClient {
        name: "cursor",
        title: "Cursor",
        format: MCP_SERVERS,
        user: UserFile::home(".cursor/mcp.json"),
        project: Some(ProjectFile {
            file: ".cursor/mcp.json",
            project: WORKSPACE,
            next: "open the project's folder in Cursor and enable the server in its settings, under MCP",
        }),
        shell_path: true,
        next: "enable the server in Cursor's settings, under MCP",
    },
    KnownClient {
        name: "vscode",
        title: "VS Code",
        format: ConfigFormat::Json { key: "servers", typed: true },
        user: UserFile {
            variable: Some(("VSCODE_PORTABLE", "user-data/User/mcp.json")),
            ..UserFile::app_data("Code/User/mcp.json")
        },
        project: Some(ProjectFile {
            file: ".vscode/mcp.json",
            project: WORKSPACE,
            next: "open the project's folder in VS Code, run 'MCP: List Servers' and start the server",
        }),
        shell_path: true,
        next: "run 'MCP: List Servers' in VS Code and start the server",
    },
    KnownClient {
        name: "windsurf",
        title: "Windsurf",
        format: MCP_SERVERS,
        user: UserFile::home(".codeium/windsurf/mcp_config.json"),
        project: None,
        shell_path: true,
        next: "press Refresh in Cascade's MCP panel, or restart Windsurf",
    },
    KnownClient {
        name: "codex",
        title: "Codex",
        format: ConfigFormat::Toml { key: "mcp_servers" },
        user: UserFile {
            variable: Some(("CODEX_HOME", "config.toml")),
            ..UserFile::home(".codex/config.toml")
        },
        // Servers start in the folder of the session.
        project: Some(ProjectFile {
            file: ".codex/config.toml",
            project: ".",
            next: "start codex in the project and trust it (the file is read only in trusted projects); /mcp shows the server",
        }),
        shell_path: true,
        next: "start codex; /mcp shows the server",
    },
    KnownClient {
        name: "gemini",
        title: "Gemini CLI",
        format: MCP_SERVERS,
        user: UserFile {
            variable: Some(("GEMINI_CLI_HOME", ".gemini/settings.json")),
            ..UserFile::home(".gemini/settings.json")
        },
        // Read, and its servers started, in the folder where `gemini` is started.
        project: Some(ProjectFile {
            file: ".gemini/settings.json",
            project: ".",
            next: "start gemini in the project's folder and trust it; /mcp shows the server",
        }),
        shell_path: true,
        next: "start gemini; /mcp shows the server",
    },
    KnownClient {
        name: "zed",
        title: "Zed",
        format: ConfigFormat::Json { key: "context_servers", typed: false },
        user: UserFile {
            variable: Some(("FLATPAK_XDG_CONFIG_HOME", "zed/settings.json")),
            package: None,
            linux: ConfigPath(BaseFolder::Config, "zed/settings.json"),
            macos: ConfigPath(BaseFolder::Home, ".config/zed/settings.json"),
            windows: ConfigPath(BaseFolder::Config, "Zed/settings.json"),
        },
        // Servers start in the root of the open folder.
        project: Some(ProjectFile {
            file: ".zed/settings.json",
            project: ".",
            next: "open the project's folder in Zed and trust it; Settings > AI > MCP Servers shows the server",
        }),
        shell_path: true,
        next: "Settings > AI > MCP Servers in Zed shows the server",
    },
];

/// Parses the name of a client; the error for an unknown one lists all of them.
pub(crate) fn parser() -> impl TypedValueParser<Value = &'static KnownClient> {
    PossibleValuesParser::new(CLIENTS.iter().map(|client| client.name))
        .try_map(|name| find(&name).ok_or_else(|| format!("unknown client '{name}'")))
}

impl KnownClient {
    pub(super) fn next(&self, scope: InstallScope) -> &'static str {
        match (scope, &self.project) {
            (InstallScope::Project, Some(project)) => project.next,
            _ => self.next,
        }
    }
}

pub(crate) fn find(name: &str) -> Option<&'static KnownClient> {
    CLIENTS.iter().find(|client| client.name == name)
}

#[cfg(test)]
pub(crate) fn all() -> &'static [KnownClient] {
    &CLIENTS
}
