//! The plugin in a user's project: its state, installing and removing it.

mod enabled;
mod files;
mod health;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

pub use health::{PluginHealth, PluginLoadError};

/// Relative to the project's root.
const ADDON_FOLDER: &str = "addons/scenewright";
const PLUGIN_CONFIG: &str = "res://addons/scenewright/plugin.cfg";
const PROJECT_FILE: &str = "project.godot";

/// Whether a project has the plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PluginState {
    Absent,
    /// It is installed, but not enabled in the project.
    Off {
        version: Option<String>,
    },
    On {
        version: Option<String>,
    },
}

/// The outcome of an installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallOutcome {
    New,
    /// From this version, if it told one.
    Updated(Option<String>),
    /// Its files were right; it only had to be enabled.
    Enabled,
    Unchanged,
}

#[derive(Debug, Error)]
pub enum PluginError {
    #[error("'{0}' is not a Godot project: it has no project.godot")]
    NoProject(String),
    #[error("'{0}' is a Godot 3 project; the plugin needs Godot 4.3 or later")]
    Godot3(String),
    #[error("cannot change {PROJECT_FILE} safely: {0}")]
    Unclear(String),
    #[error("{ADDON_FOLDER} is a link, so the plugin there is not changed")]
    Linked,
    #[error("{ADDON_FOLDER} contains another plugin, '{0}'")]
    Foreign(String),
    #[error("{what}: {source}")]
    Io { what: String, source: io::Error },
}

/// The version of the bundled plugin.
pub fn version() -> String {
    files::version(files::config()).unwrap_or_default()
}

pub fn state(root: &Path) -> PluginState {
    let Ok(config) = fs::read_to_string(root.join(ADDON_FOLDER).join("plugin.cfg")) else {
        return PluginState::Absent;
    };
    let version = files::version(&config);
    let project = fs::read_to_string(root.join(PROJECT_FILE)).unwrap_or_default();
    match enabled::list(&project).is_ok_and(|list| list.iter().any(|path| path == PLUGIN_CONFIG)) {
        true => PluginState::On { version },
        false => PluginState::Off { version },
    }
}

/// Installs the plugin in a project and enables it. A second call changes nothing.
pub fn install(root: &Path) -> Result<InstallOutcome, PluginError> {
    let project = project(root)?;
    let enabled = enabled::with_plugin(&project, PLUGIN_CONFIG).map_err(PluginError::Unclear)?;
    let before = state(root);
    let wrote = files::write(root)?;
    if enabled != project {
        replace(root, &enabled)?;
    }
    Ok(match (before, wrote, enabled != project) {
        (PluginState::Absent, ..) => InstallOutcome::New,
        (PluginState::On { version } | PluginState::Off { version }, true, _) => {
            InstallOutcome::Updated(version)
        }
        (_, false, true) => InstallOutcome::Enabled,
        (_, false, false) => InstallOutcome::Unchanged,
    })
}

/// Removes the plugin completely. Returns whether it was installed.
pub fn uninstall(root: &Path) -> Result<bool, PluginError> {
    let project = project(root)?;
    let without = enabled::without_plugin(&project, PLUGIN_CONFIG).map_err(PluginError::Unclear)?;
    if without != project {
        replace(root, &without)?;
    }
    let removed = files::remove(root)?;
    Ok(removed || without != project)
}

/// The text of `project.godot`, if the project can have the plugin.
fn project(root: &Path) -> Result<String, PluginError> {
    let text = match fs::read_to_string(root.join(PROJECT_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(PluginError::NoProject(root.display().to_string()));
        }
        read => read.map_err(io_error("cannot read project.godot"))?,
    };
    let version = text.lines().find_map(|line| line.trim().strip_prefix("config_version="));
    match version.and_then(|version| version.trim().parse::<u32>().ok()) {
        Some(version) if version < 5 => Err(PluginError::Godot3(root.display().to_string())),
        _ => Ok(text),
    }
}

/// Replaces the file atomically and keeps its permissions.
fn replace(root: &Path, text: &str) -> Result<(), PluginError> {
    let path = root.join(PROJECT_FILE);
    let path = path.canonicalize().unwrap_or(path);
    let beside = path.with_extension("godot.scenewright");
    let written = fs::write(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    written.map_err(|source| {
        let _ = fs::remove_file(&beside);
        PluginError::Io { what: "cannot write project.godot".to_owned(), source }
    })
}

fn io_error(what: &str) -> impl FnOnce(io::Error) -> PluginError + '_ {
    move |source| PluginError::Io { what: what.to_owned(), source }
}
