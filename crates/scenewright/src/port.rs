//! Listens on a port, and names the process that uses it if it is taken.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};

use crate::error::CommandError;
use crate::shell;

/// `option` is the one that chose the port.
pub(crate) fn listen(host: IpAddr, port: u16, option: &str) -> Result<TcpListener, CommandError> {
    let address = SocketAddr::new(host, port);
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => taken(host, port, option),
        io::ErrorKind::PermissionDenied => {
            CommandError::failed(format!("this user may not use port {port}"))
                .hint(format!("choose a port above 1023, or {option} 0 for any free one"))
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

fn taken(host: IpAddr, port: u16, option: &str) -> CommandError {
    let (by, stop) = match owner(port) {
        Some((pid, name)) => {
            (format!(" by {name} (process {pid})"), format!("stop it (kill {pid}), or "))
        }
        None => (String::new(), String::new()),
    };
    let free = free_port(host, port).unwrap_or(0).to_string();
    let command = shell::this_command_with(option, &free);
    CommandError::failed(format!("port {port} is in use{by}"))
        .hint(format!("{stop}use another port: {command}"))
}

/// The next port that is free now.
pub(crate) fn free_port(host: IpAddr, taken: u16) -> Option<u16> {
    let next = taken.checked_add(1)?..=taken.saturating_add(100);
    next.into_iter().find(|port| TcpListener::bind(SocketAddr::new(host, *port)).is_ok())
}

/// The process that listens on a port, if the system reports it.
pub(crate) fn owner(port: u16) -> Option<(u32, String)> {
    let process = listeners::get_process_by_port(port, listeners::Protocol::TCP).ok()?;
    Some((process.pid, process.name))
}
