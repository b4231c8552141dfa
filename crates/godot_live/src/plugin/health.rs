//! Whether the plugin works in an open editor, and if not, why: what it reports in a file, and which editors run.

use std::fmt;
use std::fs;
use std::path::Path;

use scenewright_link::LiveHost;
use serde::Deserialize;

use super::{PluginState, files, state};
use crate::editor_process::{is_running_editor, running_editor};
use crate::host::GodotHost;

/// Exists only while the plugin is enabled in an editor and does not serve.
const REPORT_FILE: &str = ".godot/scenewright/plugin.json";
const MAX_REPORT_BYTES: u64 = 1024 * 1024;

/// The plugin of a project, with regard to the editor that has the project open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PluginHealth {
    /// It is not installed. An editor may have the project open: [`crate::running_editor`].
    Absent,
    /// It is installed, but not enabled. An editor may have the project open: [`crate::running_editor`].
    Off,
    /// It is enabled, and no editor of this user has the project open.
    NoEditor,
    /// A running editor has announced where to connect. It may be too busy to answer.
    Announced { pid: u32 },
    /// A running editor has the project open, but the plugin could not be started in it.
    Failed {
        pid: u32,
        errors: Vec<PluginLoadError>,
        /// Whether its files are those that this program would install.
        is_current: bool,
    },
    /// Its user has switched it off in the dock of a running editor.
    SwitchedOff { pid: u32 },
    /// All ports that it may use are taken.
    NoPort { pid: u32, problem: String },
    /// A running editor has the project open, and its plugin has reported nothing: it is not loaded yet, or not at all.
    Unreported { pid: u32 },
}

/// What Godot says about a file of the plugin.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PluginLoadError {
    pub script: String,
    /// 0 if it is not known.
    pub line: u64,
    pub message: String,
}

#[derive(Deserialize)]
struct PluginReport {
    pid: u32,
    state: ReportedState,
    #[serde(default)]
    problem: String,
    #[serde(default)]
    errors: Vec<PluginLoadError>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ReportedState {
    Failed,
    SwitchedOff,
    NoPort,
}

#[derive(Deserialize)]
struct Announcement {
    pid: u32,
}

impl PluginHealth {
    /// Reads the plugin's files and, if they name no running editor, looks for one among the processes.
    pub fn detect(root: &Path) -> PluginHealth {
        match state(root) {
            PluginState::Absent => return PluginHealth::Absent,
            PluginState::Off { .. } => return PluginHealth::Off,
            PluginState::On { .. } => {}
        }
        if let Some(Announcement { pid }) = read(root, GodotHost::PORT_FILE)
            && is_running_editor(pid, root)
        {
            return PluginHealth::Announced { pid };
        }
        if let Some(report) = read::<PluginReport>(root, REPORT_FILE)
            && is_running_editor(report.pid, root)
        {
            return report.into_health(root);
        }
        running_editor(root).map_or(PluginHealth::NoEditor, |pid| PluginHealth::Unreported { pid })
    }

    /// The editor that has the project open although the plugin does not work in it.
    pub fn editor_without_plugin(&self) -> Option<u32> {
        match self {
            PluginHealth::Failed { pid, .. }
            | PluginHealth::SwitchedOff { pid }
            | PluginHealth::NoPort { pid, .. }
            | PluginHealth::Unreported { pid } => Some(*pid),
            PluginHealth::Absent
            | PluginHealth::Off
            | PluginHealth::NoEditor
            | PluginHealth::Announced { .. } => None,
        }
    }
}

impl PluginReport {
    fn into_health(self, root: &Path) -> PluginHealth {
        let PluginReport { pid, state, problem, errors } = self;
        match state {
            ReportedState::Failed => {
                PluginHealth::Failed { pid, errors, is_current: files::is_current(root) }
            }
            ReportedState::SwitchedOff => PluginHealth::SwitchedOff { pid },
            ReportedState::NoPort => PluginHealth::NoPort { pid, problem },
        }
    }
}

/// Why no editor can be asked, and what to do.
impl fmt::Display for PluginHealth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PluginHealth::Absent => f.write_str(
                "the project has no Scenewright plugin: `scenewright install godot` adds it",
            ),
            PluginHealth::Off => f.write_str(
                "the Scenewright plugin is not enabled: enable it in Project Settings > Plugins, or run `scenewright install godot`",
            ),
            PluginHealth::NoEditor => {
                f.write_str("no Godot editor has this project open: open it in the editor")
            }
            PluginHealth::Announced { pid } => {
                write!(f, "the Godot editor (process {pid}) has announced itself: try again")
            }
            PluginHealth::Failed { pid, errors, is_current } => {
                write!(f, "the Scenewright plugin failed to start in the open Godot editor (process {pid})")?;
                for error in errors {
                    write!(f, "; {error}")?;
                }
                f.write_str(match is_current {
                    true => ". Its files are unchanged, so this is a defect of the plugin: please report it. Until then, close the editor to work on the files",
                    false => ". Its files are not those of this version: run `scenewright install godot`, then choose Project > Reload Current Project in the editor",
                })
            }
            PluginHealth::SwitchedOff { pid } => write!(
                f,
                "the Scenewright plugin is switched off in the open Godot editor (process {pid}): turn on \"Serve\" in its Scenewright dock"
            ),
            PluginHealth::NoPort { pid, problem } => write!(
                f,
                "the Scenewright plugin in the open Godot editor (process {pid}) cannot listen: {problem}. Set another `godoty/port` in the project settings, then turn on \"Serve\" in the Scenewright dock"
            ),
            PluginHealth::Unreported { pid } => write!(
                f,
                "a Godot editor (process {pid}) has this project open, but its Scenewright plugin has not started: the editor is still loading, was opened before the plugin was installed, or runs in recovery mode. Try again in a few seconds, or choose Project > Reload Current Project in the editor"
            ),
        }
    }
}

impl fmt::Display for PluginLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.script, self.message),
            line => write!(f, "{}:{line}: {}", self.script, self.message),
        }
    }
}

/// `None` if the file is missing or was not written by the plugin.
fn read<T: for<'de> Deserialize<'de>>(root: &Path, file: &str) -> Option<T> {
    let path = root.join(file);
    let length = fs::metadata(&path).ok()?.len();
    let text = (length <= MAX_REPORT_BYTES).then(|| fs::read(&path).ok())??;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests;
