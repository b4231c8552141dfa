//! Listens on a port, and names the process that uses it if it is taken.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};

use crate::error::CommandError;

pub(crate) fn listen(host: IpAddr, port: u16) -> Result<TcpListener, CommandError> {
    let address = SocketAddr::new(host, port);
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => taken(port),
        io::ErrorKind::PermissionDenied => {
            CommandError::failed(format!("this user may not use port {port}"))
                .hint("choose a port above 1023, or --port 0 for any free one")
        }
        io::ErrorKind::AddrNotAvailable => {
            CommandError::usage(format!("{host} is not an address of this machine"))
                .hint("use --host 127.0.0.1")
        }
        _ => CommandError::failed(format!("cannot listen on {address}: {error}")),
    })?;
    // tokio requires sockets in non-blocking mode.
    listener.set_nonblocking(true).map_err(|error| CommandError::failed(error.to_string()))?;
    Ok(listener)
}

fn taken(port: u16) -> CommandError {
    let (by, stop) = match owner(port) {
        Some((pid, name)) => {
            (format!(" by {name} (process {pid})"), format!("stop it (kill {pid}), or "))
        }
        None => (String::new(), String::new()),
    };
    CommandError::failed(format!("port {port} is in use{by}"))
        .hint(format!("{stop}choose another with --port N; --port 0 chooses a free one"))
}

/// The process that listens on a port, if the system reports it.
pub(crate) fn owner(port: u16) -> Option<(u32, String)> {
    let process = listeners::get_process_by_port(port, listeners::Protocol::TCP).ok()?;
    Some((process.pid, process.name))
}
