//! The file in which clients of the Unity Explorer interface look up the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs, process};

use scenewright_catalogue::Utc;
use scenewright_wire::http::ServerToken;
use serde_json::{Value, json};

use crate::{print, private_file};

const FILE_STEM: &str = "unity-explorer-mcp";

/// How long a server on this machine may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(200);

/// The file of this server. It is deleted when this is dropped.
pub(crate) struct DiscoveryFile {
    path: PathBuf,
}

impl DiscoveryFile {
    /// Without a path, the file is written where clients look first. The server works without the file, so a
    /// failure is only reported.
    pub(crate) fn write(
        path: Option<&Path>,
        address: SocketAddr,
        token: Option<&ServerToken>,
    ) -> Option<DiscoveryFile> {
        let usual = || env::temp_dir().join(format!("{FILE_STEM}.json"));
        let path = choose_path(path.map_or_else(usual, Path::to_owned));
        match private_file::replace(&path, &document(address, token).to_string()) {
            Ok(()) => Some(DiscoveryFile { path }),
            Err(error) => {
                print::note(&format!(
                    "cannot write the discovery file {}: {error}; choose another path with --discovery",
                    path.display()
                ));
                None
            }
        }
    }
}

impl Drop for DiscoveryFile {
    fn drop(&mut self) {
        // It may have been deleted and written again by another server.
        if pid(&self.path) == Some(u64::from(process::id()))
            && let Err(error) = fs::remove_file(&self.path)
        {
            tracing::warn!(%error, "cannot remove {}", self.path.display());
        }
    }
}

fn document(address: SocketAddr, token: Option<&ServerToken>) -> Value {
    let port = address.port();
    let reached = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    let mut about = json!({
        "pid": process::id(),
        "baseUrl": format!("http://{}/", SocketAddr::new(reached, port)),
        "port": port,
        "modeHints": ["streamable-http"],
        "startedAt": Utc(SystemTime::now()).to_string(),
    });
    if let Some(token) = token {
        about["token"] = json!(token.secret);
    }
    about
}

/// `path`, unless the file there belongs to a server that still answers.
fn choose_path(path: PathBuf) -> PathBuf {
    let Some(other) = read(&path).filter(is_live) else { return path };
    let name = format!("{FILE_STEM}-{}.json", process::id());
    let instead = path.with_file_name(name);
    print::note(&format!(
        "{} belongs to another server (process {}); this server's discovery file is {}",
        path.display(),
        other["pid"],
        instead.display()
    ));
    instead
}

fn is_live(about: &Value) -> bool {
    let ours = about["pid"].as_u64() == Some(u64::from(process::id()));
    let port = about["port"].as_u64().and_then(|port| u16::try_from(port).ok());
    let open = |port| {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        TcpStream::connect_timeout(&address, CONNECT_TIMEOUT).is_ok()
    };
    !ours && port.is_some_and(open)
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&private_file::read(path).ok()??).ok()
}

fn pid(path: &Path) -> Option<u64> {
    read(path)?["pid"].as_u64()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use scenewright_wire::http::TokenUse;

    use super::*;

    #[test]
    fn a_live_servers_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.json");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let other = json!({ "pid": 1, "port": address.port() }).to_string();
        fs::write(&path, &other).unwrap();

        let mine = DiscoveryFile::write(Some(&path), address, None).unwrap();
        let expected = format!("{FILE_STEM}-{}.json", process::id());
        assert_eq!(mine.path.file_name().unwrap().to_str().unwrap(), expected);
        let written = mine.path.clone();
        drop(mine);
        assert!(!written.exists());
        assert_eq!(fs::read_to_string(&path).unwrap(), other);

        drop(listener);
        let mine = DiscoveryFile::write(Some(&path), address, None).unwrap();
        assert_eq!((mine.path.as_path(), pid(&path)), (path.as_path(), Some(process::id().into())));
        drop(mine);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_token_is_in_it_only_if_there_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.json");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let token = ServerToken { secret: "s".to_owned(), needed_for: TokenUse::Writes };
        for (token, expected) in [(Some(&token), json!("s")), (None, Value::Null)] {
            let _mine = DiscoveryFile::write(Some(&path), address, token).unwrap();
            assert_eq!(read(&path).unwrap()["token"], expected);
        }
    }
}
