//! The table of MCP clients. The formats and places are those of the vendors' documentation.

use super::super::format::{ConfigFormat, JsonShape};
use super::super::places::{BaseFolder, ConfigPath, UserFile};
use super::{ClientSigns, KnownClient, ProjectFile};

/// VS Code and Cursor replace this with the folder of the configuration; they may start servers in another folder.
const WORKSPACE: &str = "${workspaceFolder}";

const MCP_SERVERS: ConfigFormat = ConfigFormat::Json { key: "mcpServers", shape: JsonShape::Plain };

pub(super) static CLIENTS: [KnownClient; 15] = [
    KnownClient {
        name: "claude-code",
        alias: None,
        title: "Claude Code",
        format: MCP_SERVERS,
        user: UserFile {
            variable: Some(("CLAUDE_CONFIG_DIR", ".claude.json")),
            ..UserFile::home(".claude.json")
        },
        // Servers start where `claude` was started, and their `cwd` setting is ignored.
        project: Some(ProjectFile {
            file: ".mcp.json",
            also: &[],
            project: Some("."),
            next: "start claude in the project (it asks once whether to trust the server); /mcp shows it",
        }),
        shell_path: true,
        signs: ClientSigns {
            programs: &["claude"],
            home: &[".claude.json", ".claude"],
            own_folder: false,
        },
        next: "start claude; /mcp shows the server",
    },
    KnownClient {
        name: "claude-desktop",
        alias: None,
        title: "Claude Desktop",
        format: MCP_SERVERS,
        user: UserFile {
            package: Some("Claude_"),
            ..UserFile::app_data("Claude/claude_desktop_config.json")
        },
        project: None,
        // Started from the desktop, not from a shell.
        shell_path: false,
        signs: ClientSigns { programs: &[], home: &[], own_folder: true },
        next: "quit Claude Desktop (closing its window is not enough) and start it again",
    },
    KnownClient {
        name: "cursor",
        alias: None,
        title: "Cursor",
        format: MCP_SERVERS,
        user: UserFile::home(".cursor/mcp.json"),
        project: Some(ProjectFile {
            file: ".cursor/mcp.json",
            also: &[],
            project: Some(WORKSPACE),
            next: "open the project's folder in Cursor and enable the server in its settings, under MCP",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["cursor"], home: &[".cursor"], own_folder: true },
        next: "enable the server in Cursor's settings, under MCP",
    },
    KnownClient {
        name: "vscode",
        alias: None,
        title: "VS Code",
        format: ConfigFormat::Json { key: "servers", shape: JsonShape::Typed },
        user: UserFile {
            variable: Some(("VSCODE_PORTABLE", "user-data/User/mcp.json")),
            ..UserFile::app_data("Code/User/mcp.json")
        },
        project: Some(ProjectFile {
            file: ".vscode/mcp.json",
            also: &[],
            project: Some(WORKSPACE),
            next: "open the project's folder in VS Code, run 'MCP: List Servers' and start the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["code"], home: &[], own_folder: true },
        next: "run 'MCP: List Servers' in VS Code and start the server",
    },
    KnownClient {
        name: "windsurf",
        alias: None,
        title: "Windsurf",
        format: MCP_SERVERS,
        user: UserFile::home(".codeium/windsurf/mcp_config.json"),
        project: None,
        shell_path: true,
        signs: ClientSigns {
            programs: &["windsurf"],
            home: &[".codeium/windsurf"],
            own_folder: true,
        },
        next: "press Refresh in Cascade's MCP panel, or restart Windsurf",
    },
    KnownClient {
        name: "codex",
        alias: None,
        title: "Codex",
        format: ConfigFormat::Toml { key: "mcp_servers" },
        user: UserFile {
            variable: Some(("CODEX_HOME", "config.toml")),
            ..UserFile::home(".codex/config.toml")
        },
        // Servers start in the folder of the session.
        project: Some(ProjectFile {
            file: ".codex/config.toml",
            also: &[],
            project: Some("."),
            next: "start codex in the project and trust it (the file is read only in trusted projects); /mcp shows the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["codex"], home: &[".codex"], own_folder: true },
        next: "start codex; /mcp shows the server",
    },
    KnownClient {
        name: "gemini",
        alias: None,
        title: "Gemini CLI",
        format: MCP_SERVERS,
        user: UserFile {
            variable: Some(("GEMINI_CLI_HOME", ".gemini/settings.json")),
            ..UserFile::home(".gemini/settings.json")
        },
        // Read, and its servers started, in the folder where `gemini` is started.
        project: Some(ProjectFile {
            file: ".gemini/settings.json",
            also: &[],
            project: Some("."),
            next: "start gemini in the project's folder and trust it; /mcp shows the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["gemini"], home: &[".gemini"], own_folder: true },
        next: "start gemini; /mcp shows the server",
    },
    KnownClient {
        name: "zed",
        alias: None,
        title: "Zed",
        format: ConfigFormat::Json { key: "context_servers", shape: JsonShape::Plain },
        user: UserFile {
            variable: Some(("FLATPAK_XDG_CONFIG_HOME", "zed/settings.json")),
            package: None,
            also: &[],
            linux: ConfigPath(BaseFolder::Config, "zed/settings.json"),
            macos: ConfigPath(BaseFolder::Home, ".config/zed/settings.json"),
            windows: ConfigPath(BaseFolder::Config, "Zed/settings.json"),
        },
        // Servers start in the root of the open folder.
        project: Some(ProjectFile {
            file: ".zed/settings.json",
            also: &[],
            project: Some("."),
            next: "open the project's folder in Zed and trust it; Settings > AI > MCP Servers shows the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["zed", "zeditor"], home: &[], own_folder: true },
        next: "Settings > AI > MCP Servers in Zed shows the server",
    },
    KnownClient {
        name: "jetbrains",
        alias: Some("rider"),
        title: "JetBrains IDEs (Junie)",
        format: MCP_SERVERS,
        user: UserFile::home(".junie/mcp/mcp.json"),
        // The documentation does not say in which folder Junie starts servers.
        project: Some(ProjectFile {
            file: ".junie/mcp/mcp.json",
            also: &[],
            project: None,
            next: "open the project in the IDE; Settings > Tools > Junie > MCP Settings lists the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["rider", "junie"], home: &[".junie"], own_folder: true },
        next: "Settings > Tools > Junie > MCP Settings in the IDE lists the server",
    },
    KnownClient {
        name: "visual-studio",
        alias: None,
        title: "Visual Studio",
        format: ConfigFormat::Json { key: "servers", shape: JsonShape::Typed },
        user: UserFile::home(".mcp.json"),
        // The documentation does not say in which folder Visual Studio starts servers.
        project: Some(ProjectFile {
            file: ".mcp.json",
            also: &[],
            project: None,
            next: "open the solution in Visual Studio 17.14 or later and enable the tools in Copilot's agent mode",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["devenv"], home: &[], own_folder: false },
        next: "enable the tools in the agent mode of Copilot in Visual Studio 17.14 or later",
    },
    KnownClient {
        name: "cline",
        alias: None,
        title: "Cline",
        format: MCP_SERVERS,
        user: UserFile {
            variable: Some(("CLINE_MCP_SETTINGS_PATH", "")),
            // The extension kept its settings here before it shared them with Cline's other programs.
            also: &[ConfigPath(
                BaseFolder::Config,
                "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            )],
            ..UserFile::home(".cline/data/settings/cline_mcp_settings.json")
        },
        project: None,
        shell_path: true,
        signs: ClientSigns { programs: &["cline"], home: &[".cline"], own_folder: true },
        next: "the MCP Servers icon in Cline shows the server",
    },
    KnownClient {
        name: "copilot-cli",
        alias: None,
        title: "GitHub Copilot CLI",
        format: ConfigFormat::Json { key: "mcpServers", shape: JsonShape::TypedWithTools },
        user: UserFile {
            variable: Some(("COPILOT_HOME", "mcp-config.json")),
            ..UserFile::home(".copilot/mcp-config.json")
        },
        // Servers start in the folder of the session.
        project: Some(ProjectFile {
            file: ".github/mcp.json",
            also: &[],
            project: Some("."),
            next: "start copilot in the project and trust its folder; /mcp show lists the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["copilot"], home: &[".copilot"], own_folder: true },
        next: "start copilot; /mcp show lists the server",
    },
    KnownClient {
        name: "opencode",
        alias: None,
        title: "OpenCode",
        format: ConfigFormat::Json { key: "mcp", shape: JsonShape::CommandArray },
        user: UserFile {
            also: &[ConfigPath(BaseFolder::Xdg, "opencode/opencode.jsonc")],
            ..UserFile::xdg("opencode/opencode.json")
        },
        // Servers start in the folder of the workspace.
        project: Some(ProjectFile {
            file: "opencode.json",
            also: &["opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"],
            project: Some("."),
            next: "start opencode in the project; `opencode mcp list` shows the server",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["opencode"], home: &[".opencode"], own_folder: true },
        next: "start opencode; `opencode mcp list` shows the server",
    },
    KnownClient {
        name: "continue",
        alias: None,
        title: "Continue",
        // A file of its own in the format of other clients, which Continue accepts.
        format: MCP_SERVERS,
        user: UserFile::home(".continue/mcpServers/scenewright.json"),
        // The documentation does not say in which folder Continue starts servers.
        project: Some(ProjectFile {
            file: ".continue/mcpServers/scenewright.json",
            also: &[],
            project: None,
            next: "reload the window of the editor; Continue's agent mode lists the tools",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["cn"], home: &[".continue"], own_folder: false },
        next: "reload the window of the editor; Continue's agent mode lists the tools",
    },
    KnownClient {
        name: "amp",
        alias: None,
        title: "Amp",
        format: ConfigFormat::Json { key: "amp.mcpServers", shape: JsonShape::Plain },
        user: UserFile::xdg("amp/settings.json"),
        // Servers start in the folder of the session.
        project: Some(ProjectFile {
            file: ".amp/settings.json",
            also: &[],
            project: Some("."),
            next: "run `amp mcp approve scenewright` in the project once, then start amp",
        }),
        shell_path: true,
        signs: ClientSigns { programs: &["amp"], home: &[], own_folder: true },
        next: "start amp; `amp mcp list` shows the server",
    },
];
