//! The path of a client's user configuration on each system, according to the environment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::error::CommandError;

#[derive(Debug)]
pub(crate) struct UserFile {
    /// An environment variable that overrides the folder, and the file in it.
    pub variable: Option<(&'static str, &'static str)>,
    /// On Windows, the application data of a packaged app is in a folder whose name starts with this.
    pub package: Option<&'static str>,
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
}

impl UserFile {
    /// The same path below the home folder on every system.
    pub(super) const fn home(file: &'static str) -> UserFile {
        UserFile::everywhere(BaseFolder::Home, file)
    }

    pub(super) const fn app_data(file: &'static str) -> UserFile {
        UserFile::everywhere(BaseFolder::Config, file)
    }

    const fn everywhere(base: BaseFolder, file: &'static str) -> UserFile {
        UserFile {
            variable: None,
            package: None,
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

impl InstallEnvironment<'_> {
    pub(super) fn user_file(&self, file: &UserFile) -> Result<PathBuf, CommandError> {
        if let Some((name, below)) = file.variable
            && let Some(folder) = self.folder(name)
        {
            return Ok(folder.join(below));
        }
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
            (BaseFolder::Config, HostOs::Linux) => match self.folder("XDG_CONFIG_HOME") {
                Some(folder) => Ok(folder),
                None => Ok(self.home()?.join(".config")),
            },
            (BaseFolder::Home, _) => self.home(),
        }
    }

    fn home(&self) -> Result<PathBuf, CommandError> {
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
pub(super) fn without_verbatim_prefix(path: &Path) -> PathBuf {
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
