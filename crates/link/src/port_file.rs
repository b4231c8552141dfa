//! The file in which a host announces how to connect to it.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::LiveHost;

/// A longer file was not written by a host.
const MAX_PORT_FILE_BYTES: u64 = 64 * 1024;

/// One host of the project. A new one, and one whose plugin was restarted, has another token.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct PortFile {
    pub(crate) port: u16,
    pub(crate) token: String,
    #[serde(default)]
    pub(crate) pid: u32,
    #[serde(default)]
    pub(crate) plugin_version: String,
    /// The time of the announcement, in seconds since 1970. Godot writes numbers as it likes.
    #[serde(default)]
    pub(crate) started: f64,
}

/// `None` while no host announces itself. A file that cannot be read is an error.
pub(crate) fn read<H: LiveHost>(root: &Path) -> io::Result<Option<PortFile>> {
    let path = root.join(H::PORT_FILE);
    match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        Ok(file) if file.len() > MAX_PORT_FILE_BYTES => {
            return Err(io::Error::other("the port file is too long"));
        }
        Ok(_) => {}
    }
    let text = fs::read(&path)?;
    serde_json::from_slice(&text).map(Some).map_err(io::Error::other)
}
