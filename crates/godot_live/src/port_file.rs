//! Where the plugin says how to reach its editor.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// In a folder that Godot makes for itself and that no repository has.
const PORT_FILE_PATH: &str = ".godot/scenewright/editor.json";

/// A file that is longer is not the plugin's.
const MAX_PORT_FILE_BYTES: u64 = 64 * 1024;

/// One editor of the project. A new one, and one whose plugin was restarted, has another token.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct PortFile {
    pub(crate) port: u16,
    pub(crate) token: String,
    #[serde(default)]
    pub(crate) pid: u32,
    #[serde(default)]
    pub(crate) plugin_version: String,
}

pub(crate) fn path(root: &Path) -> PathBuf {
    root.join(PORT_FILE_PATH)
}

/// `None` while no editor with the plugin is open. What cannot be read is told like one.
pub(crate) fn read(root: &Path) -> io::Result<Option<PortFile>> {
    let path = path(root);
    match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        Ok(file) if file.len() > MAX_PORT_FILE_BYTES => {
            return Err(io::Error::other("it is too long"));
        }
        Ok(_) => {}
    }
    let text = fs::read(&path)?;
    serde_json::from_slice(&text).map(Some).map_err(io::Error::other)
}
