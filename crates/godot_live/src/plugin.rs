//! The plugin in the user's project: whether it is there, and how it gets in and out.

mod enabled;
mod files;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::link::EditorUnavailable;

/// Below the project's root.
const ADDON_FOLDER: &str = "addons/scenewright";
const PLUGIN_CONFIG: &str = "res://addons/scenewright/plugin.cfg";
const PROJECT_FILE: &str = "project.godot";

/// How a project stands to the plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PluginState {
    Absent,
    /// It is there, and the project does not start it.
    Off {
        version: Option<String>,
    },
    On {
        version: Option<String>,
    },
}

impl PluginState {
    /// Why there is no live editor, when none has said where it is.
    pub(crate) fn unavailable(&self) -> EditorUnavailable {
        match self {
            PluginState::Absent => EditorUnavailable::NoPlugin,
            PluginState::Off { .. } => EditorUnavailable::PluginOff,
            PluginState::On { .. } => EditorUnavailable::NoEditor,
        }
    }
}

/// What was done.
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
    #[error("'{0}' is a project of Godot 3; the plugin needs Godot 4.3 or later")]
    Godot3(String),
    #[error("{PROJECT_FILE} cannot be changed safely: {0}")]
    Unclear(String),
    #[error("{ADDON_FOLDER} is a link: the plugin there is somebody else's to change")]
    Linked,
    #[error("{ADDON_FOLDER} holds another plugin, '{0}'")]
    Foreign(String),
    #[error("{what}: {source}")]
    Io { what: String, source: io::Error },
}

/// The version of the plugin that this program carries.
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

/// Puts the plugin into a project and enables it. A second time changes nothing.
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

/// Takes the plugin out without a trace. Gives whether there was one.
pub fn uninstall(root: &Path) -> Result<bool, PluginError> {
    let project = project(root)?;
    let without = enabled::without_plugin(&project, PLUGIN_CONFIG).map_err(PluginError::Unclear)?;
    if without != project {
        replace(root, &without)?;
    }
    let removed = files::remove(root)?;
    Ok(removed || without != project)
}

/// The text of a project that the plugin can be in.
fn project(root: &Path) -> Result<String, PluginError> {
    let text = match fs::read_to_string(root.join(PROJECT_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(PluginError::NoProject(root.display().to_string()));
        }
        read => read.map_err(io_error("project.godot cannot be read"))?,
    };
    let version = text.lines().find_map(|line| line.trim().strip_prefix("config_version="));
    match version.and_then(|version| version.trim().parse::<u32>().ok()) {
        Some(version) if version < 5 => Err(PluginError::Godot3(root.display().to_string())),
        _ => Ok(text),
    }
}

/// All or nothing: beside it, then in its place, with its permissions.
fn replace(root: &Path, text: &str) -> Result<(), PluginError> {
    let path = root.join(PROJECT_FILE);
    let path = path.canonicalize().unwrap_or(path);
    let beside = path.with_extension("godot.scenewright");
    let written = fs::write(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    written.map_err(|source| {
        let _ = fs::remove_file(&beside);
        PluginError::Io { what: "project.godot cannot be written".to_owned(), source }
    })
}

fn io_error(what: &str) -> impl FnOnce(io::Error) -> PluginError + '_ {
    move |source| PluginError::Io { what: what.to_owned(), source }
}
