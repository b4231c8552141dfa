//! Which MCP clients are used on this machine, and what shows it.

use std::path::PathBuf;

use super::clients::{self, KnownClient};
use super::places::{self, HostOs, THIS_OS};

/// A client that was found.
pub(crate) struct FoundClient {
    pub client: &'static KnownClient,
    /// The program, file or folder that shows it.
    pub sign: PathBuf,
}

pub(crate) fn clients() -> Vec<FoundClient> {
    clients::all()
        .iter()
        .filter_map(|client| Some(FoundClient { client, sign: sign(client)? }))
        .collect()
}

fn sign(client: &KnownClient) -> Option<PathBuf> {
    let machine = places::this_machine();
    let program = client.signs.programs.iter().find_map(|name| program(name));
    let home = || {
        let home = machine.home().ok()?;
        client.signs.home.iter().map(|name| home.join(name)).find(|path| path.exists())
    };
    let folder = || {
        let file = machine.user_file(&client.user).ok()?;
        let folder = file.parent()?;
        (client.signs.own_folder && folder.is_dir()).then(|| folder.to_owned())
    };
    program.or_else(home).or_else(folder)
}

/// npm installs scripts, which end with `.cmd` on Windows.
fn program(name: &str) -> Option<PathBuf> {
    let names = match THIS_OS {
        HostOs::Windows => vec![format!("{name}.exe"), format!("{name}.cmd")],
        HostOs::Linux | HostOs::Macos => vec![name.to_owned()],
    };
    places::path_folders()
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)).collect::<Vec<_>>())
        .find(|path| path.is_file())
}
