//! The path of a client's user configuration on each system, according to the environment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::error::CommandError;

#[derive(Debug)]
pub(crate) struct UserFile {
    /// An environment variable that overrides the folder, and the file in it; without a file it names the file.
    pub variable: Option<(&'static str, &'static str)>,
    /// On Windows, the application data of a packaged app is in a folder whose name starts with this.
    pub package: Option<&'static str>,
    /// Other places. The first that exists is used, if the usual one does not.
    pub also: &'static [ConfigPath],
    pub linux: ConfigPath,
    pub macos: ConfigPath,
    pub windows: ConfigPath,
}

#[derive(Debug)]
pub(crate) struct ConfigPath(pub BaseFolder, pub &'static str);

#[derive(Debug, Clone, Copy)]
pub(crate) enum BaseFolder {
    Home,
    /// XDG_CONFIG_HOME, `~/Library/Application Support`, APPDATA.
    Config,
    /// XDG_CONFIG_HOME or `~/.config`, on every system.
    Xdg,
}

impl UserFile {
    /// The same path below the home folder on every system.
    pub(super) const fn home(file: &'static str) -> UserFile {
        UserFile::everywhere(BaseFolder::Home, file)
    }

    pub(super) const fn app_data(file: &'static str) -> UserFile {
        UserFile::everywhere(BaseFolder::Config, file)
    }

    pub(super) const fn xdg(file: &'static str) -> UserFile {
        UserFile::everywhere(BaseFolder::Xdg, file)
    }

    const fn everywhere(base: BaseFolder, file: &'static str) -> UserFile {
        UserFile {
            variable: None,
            package: None,
            also: &[],
            linux: ConfigPath(base, file),
            macos: ConfigPath(base, file),
            windows: ConfigPath(base, file),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HostOs {
    Linux,
    Macos,
    Windows,
}

/// The system and its environment, so that tests can use any system.
pub(super) struct InstallEnvironment<'a> {
    pub os: HostOs,
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
}

pub(super) const THIS_OS: HostOs = if cfg!(windows) {
    HostOs::Windows
} else if cfg!(target_os = "macos") {
    HostOs::Macos
} else {
    HostOs::Linux
};

/// One that is set to nothing counts as unset.
pub(super) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// The folders in which the shell looks for programs.
pub(super) fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = variable("PATH").unwrap_or_default();
    env::split_paths(&path).filter(|folder| folder.is_absolute()).collect::<Vec<_>>().into_iter()
}

/// This system, with its environment.
pub(super) fn this_machine() -> InstallEnvironment<'static> {
    InstallEnvironment { os: THIS_OS, variable: &variable }
}

impl InstallEnvironment<'_> {
    pub(super) fn user_file(&self, file: &UserFile) -> Result<PathBuf, CommandError> {
        if let Some((name, below)) = file.variable
            && let Some(folder) = self.folder(name)
        {
            return Ok(if below.is_empty() { folder } else { folder.join(below) });
        }
        let usual = self.usual_file(file)?;
        let also = || {
            file.also
                .iter()
                .filter_map(|ConfigPath(base, below)| Some(self.base(*base).ok()?.join(below)))
        };
        match usual.exists() {
            true => Ok(usual),
            false => Ok(also().find(|path| path.exists()).unwrap_or(usual)),
        }
    }

    fn usual_file(&self, file: &UserFile) -> Result<PathBuf, CommandError> {
        let ConfigPath(base, below) = match self.os {
            HostOs::Linux => &file.linux,
            HostOs::Macos => &file.macos,
            HostOs::Windows => &file.windows,
        };
        if let Some(roaming) = file.package.and_then(|prefix| self.packaged(prefix)) {
            return Ok(roaming.join(below));
        }
        Ok(self.base(*base)?.join(below))
    }

    fn base(&self, base: BaseFolder) -> Result<PathBuf, CommandError> {
        match (base, self.os) {
            (BaseFolder::Config, HostOs::Windows) => match self.folder("APPDATA") {
                Some(folder) => Ok(folder),
                None => Ok(self.home()?.join("AppData/Roaming")),
            },
            (BaseFolder::Config, HostOs::Macos) => {
                Ok(self.home()?.join("Library/Application Support"))
            }
            (BaseFolder::Config, HostOs::Linux) | (BaseFolder::Xdg, _) => {
                match self.folder("XDG_CONFIG_HOME") {
                    Some(folder) => Ok(folder),
                    None => Ok(self.home()?.join(".config")),
                }
            }
            (BaseFolder::Home, _) => self.home(),
        }
    }

    pub(super) fn home(&self) -> Result<PathBuf, CommandError> {
        let name = if self.os == HostOs::Windows { "USERPROFILE" } else { "HOME" };
        self.folder(name).ok_or_else(|| {
            CommandError::failed(format!("no home folder: {name} is not set"))
                .hint("set it, or add the entry by hand (--print shows it)")
        })
    }

    /// A relative folder could mean a different one for the client.
    fn folder(&self, name: &str) -> Option<PathBuf> {
        (self.variable)(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// A packaged app has its own copy of APPDATA and never reads the real one.
    fn packaged(&self, prefix: &str) -> Option<PathBuf> {
        if self.os != HostOs::Windows {
            return None;
        }
        let packages = fs::read_dir(self.folder("LOCALAPPDATA")?.join("Packages")).ok()?;
        let mut found: Vec<PathBuf> = packages
            .filter_map(Result::ok)
            .filter(|folder| folder.file_name().to_string_lossy().starts_with(prefix))
            .map(|folder| folder.path().join("LocalCache/Roaming"))
            .filter(|roaming| roaming.is_dir())
            .collect();
        found.sort();
        found.into_iter().next()
    }
}

/// A path as people and other programs write it: Windows returns `\\?\C:\game` for `C:\game`.
pub(crate) fn without_verbatim_prefix(path: &Path) -> PathBuf {
    let drive = path.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    match drive {
        Some(rest) if rest.as_bytes().get(1) == Some(&b':') => PathBuf::from(rest),
        _ => path.to_owned(),
    }
}

// The paths in here are absolute on Unix only; the rules are the same everywhere.
#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::super::clients;
    use super::*;

    fn place(client: &str, os: HostOs, variables: &[(&str, &str)]) -> String {
        let lookup = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        };
        let surroundings = InstallEnvironment { os, variable: &lookup };
        let client = clients::find(client).unwrap();
        match surroundings.user_file(&client.user) {
            Ok(path) => path.display().to_string(),
            Err(error) => error.message,
        }
    }

    #[test]
    fn every_client_has_its_place_on_every_system() {
        let variables = [("HOME", "/h"), ("USERPROFILE", "/u"), ("APPDATA", "/r")];
        let table: Vec<String> = clients::all()
            .iter()
            .map(|client| {
                let [linux, macos, windows] = [HostOs::Linux, HostOs::Macos, HostOs::Windows]
                    .map(|os| place(client.name, os, &variables));
                format!("{}: {linux} | {macos} | {windows}", client.name)
            })
            .collect();
        insta::assert_snapshot!(table.join("\n"), @"
        claude-code: /h/.claude.json | /h/.claude.json | /u/.claude.json
        claude-desktop: /h/.config/Claude/claude_desktop_config.json | /h/Library/Application Support/Claude/claude_desktop_config.json | /r/Claude/claude_desktop_config.json
        cursor: /h/.cursor/mcp.json | /h/.cursor/mcp.json | /u/.cursor/mcp.json
        vscode: /h/.config/Code/User/mcp.json | /h/Library/Application Support/Code/User/mcp.json | /r/Code/User/mcp.json
        windsurf: /h/.codeium/windsurf/mcp_config.json | /h/.codeium/windsurf/mcp_config.json | /u/.codeium/windsurf/mcp_config.json
        codex: /h/.codex/config.toml | /h/.codex/config.toml | /u/.codex/config.toml
        gemini: /h/.gemini/settings.json | /h/.gemini/settings.json | /u/.gemini/settings.json
        zed: /h/.config/zed/settings.json | /h/.config/zed/settings.json | /r/Zed/settings.json
        jetbrains: /h/.junie/mcp/mcp.json | /h/.junie/mcp/mcp.json | /u/.junie/mcp/mcp.json
        visual-studio: /h/.mcp.json | /h/.mcp.json | /u/.mcp.json
        cline: /h/.cline/data/settings/cline_mcp_settings.json | /h/.cline/data/settings/cline_mcp_settings.json | /u/.cline/data/settings/cline_mcp_settings.json
        copilot-cli: /h/.copilot/mcp-config.json | /h/.copilot/mcp-config.json | /u/.copilot/mcp-config.json
        opencode: /h/.config/opencode/opencode.json | /h/.config/opencode/opencode.json | /u/.config/opencode/opencode.json
        continue: /h/.continue/mcpServers/scenewright.json | /h/.continue/mcpServers/scenewright.json | /u/.continue/mcpServers/scenewright.json
        amp: /h/.config/amp/settings.json | /h/.config/amp/settings.json | /u/.config/amp/settings.json
        ");
    }

    #[test]
    fn variables_move_the_files_that_follow_them() {
        for (client, variables, expected) in [
            ("claude-code", [("HOME", "/h"), ("CLAUDE_CONFIG_DIR", "/c")], "/c/.claude.json"),
            ("codex", [("HOME", "/h"), ("CODEX_HOME", "/c")], "/c/config.toml"),
            ("gemini", [("HOME", "/h"), ("GEMINI_CLI_HOME", "/c")], "/c/.gemini/settings.json"),
            ("vscode", [("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")], "/x/Code/User/mcp.json"),
            ("vscode", [("HOME", "/h"), ("VSCODE_PORTABLE", "/p")], "/p/user-data/User/mcp.json"),
            ("zed", [("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")], "/x/zed/settings.json"),
            (
                "cline",
                [("HOME", "/h"), ("CLINE_MCP_SETTINGS_PATH", "/c/mine.json")],
                "/c/mine.json",
            ),
            ("copilot-cli", [("HOME", "/h"), ("COPILOT_HOME", "/c")], "/c/mcp-config.json"),
            ("opencode", [("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")], "/x/opencode/opencode.json"),
            ("zed", [("HOME", "/h"), ("XDG_CONFIG_HOME", "x")], "/h/.config/zed/settings.json"),
            ("cursor", [("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")], "/h/.cursor/mcp.json"),
            ("cursor", [("HOME", ""), ("OTHER", "/x")], "no home folder: HOME is not set"),
        ] {
            assert_eq!(
                place(client, HostOs::Linux, &variables),
                expected,
                "{client} {variables:?}"
            );
        }
    }

    #[test]
    fn an_earlier_place_is_used_while_it_is_the_only_one() {
        let home = tempfile::tempdir().unwrap();
        let variables = [("HOME", home.path().to_str().unwrap())];
        let now = home.path().join(".cline/data/settings/cline_mcp_settings.json");
        let earlier = home.path().join(".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
        for (file, expected) in [(None, &now), (Some(&earlier), &earlier), (Some(&now), &now)] {
            if let Some(file) = file {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "{}").unwrap();
            }
            assert_eq!(place("cline", HostOs::Linux, &variables), expected.display().to_string());
        }
    }

    #[test]
    fn a_packaged_app_has_its_own_application_data() {
        let folder = tempfile::tempdir().unwrap();
        let local = folder.path().to_str().unwrap();
        let variables = [("LOCALAPPDATA", local), ("APPDATA", "/r"), ("USERPROFILE", "/u")];
        let plain = "/r/Claude/claude_desktop_config.json";
        assert_eq!(place("claude-desktop", HostOs::Windows, &variables), plain);
        let roaming = folder.path().join("Packages/Claude_pz/LocalCache/Roaming");
        fs::create_dir_all(&roaming).unwrap();
        let packaged = roaming.join("Claude/claude_desktop_config.json").display().to_string();
        assert_eq!(place("claude-desktop", HostOs::Windows, &variables), packaged);
        assert_eq!(
            place("claude-desktop", HostOs::Macos, &[("HOME", "/h")]).find("Packages"),
            None
        );
    }

    #[test]
    fn a_verbatim_path_becomes_plain() {
        for (path, expected) in [
            (r"\\?\C:\games\ferry", r"C:\games\ferry"),
            (r"\\?\UNC\host\share", r"\\?\UNC\host\share"),
            ("/games/ferry", "/games/ferry"),
        ] {
            assert_eq!(without_verbatim_prefix(Path::new(path)), PathBuf::from(expected));
        }
    }
}
