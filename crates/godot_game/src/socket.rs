//! Where the game connects to: a Unix socket in the run folder, or a port of the loopback device.
//!
//! Invariant: one connection is accepted, and the listener is closed before anything is read from it.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::time::Duration;

/// A path of a Unix socket holds about 100 bytes on every system.
#[cfg(unix)]
const MAX_SOCKET_PATH: usize = 100;

pub(crate) enum Listener {
    #[cfg(unix)]
    Unix(UnixListener, String),
    Tcp(TcpListener, u16),
}

pub(crate) enum Socket {
    #[cfg(unix)]
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Listener {
    /// For the debugger. `folder` can be read by this user only.
    pub(crate) fn open(folder: &Path) -> io::Result<Listener> {
        if let Some(listener) = Listener::open_unix(folder, "debugger.sock")? {
            return Ok(listener);
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Listener::Tcp(listener, port))
    }

    /// For the probe; `None` where there are no Unix sockets. A file tells the probe, which cannot see sockets.
    pub(crate) fn open_for_probe(folder: &Path) -> io::Result<Option<Listener>> {
        let listener = Listener::open_unix(folder, "probe.sock")?;
        if listener.is_some() {
            std::fs::write(folder.join("linked"), [])?;
        }
        Ok(listener)
    }

    #[cfg(unix)]
    fn open_unix(folder: &Path, name: &str) -> io::Result<Option<Listener>> {
        let path = folder.join(name);
        let Some(text) = path.to_str().filter(|path| path.len() <= MAX_SOCKET_PATH) else {
            return Ok(None);
        };
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        listener.set_nonblocking(true)?;
        Ok(Some(Listener::Unix(listener, format!("unix://{text}"))))
    }

    #[cfg(not(unix))]
    fn open_unix(_folder: &Path, _name: &str) -> io::Result<Option<Listener>> {
        Ok(None)
    }

    /// The value of `--remote-debug`.
    pub(crate) fn address(&self) -> String {
        match self {
            #[cfg(unix)]
            Listener::Unix(_, address) => address.clone(),
            Listener::Tcp(_, port) => format!("tcp://127.0.0.1:{port}"),
        }
    }

    /// The connection, if the game has made it already.
    pub(crate) fn accept(&self) -> io::Result<Option<Socket>> {
        let accepted = match self {
            #[cfg(unix)]
            Listener::Unix(listener, _) => listener.accept().map(|(it, _)| Socket::Unix(it)),
            Listener::Tcp(listener, _) => listener.accept().map(|(it, _)| Socket::Tcp(it)),
        };
        match accepted {
            Ok(socket) => socket.prepare().map(Some),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Socket {
    fn prepare(self) -> io::Result<Socket> {
        match &self {
            #[cfg(unix)]
            Socket::Unix(stream) => stream.set_nonblocking(false)?,
            Socket::Tcp(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
            }
        }
        Ok(self)
    }

    /// To a port of this computer.
    pub(crate) fn connect(port: u16) -> io::Result<Socket> {
        Socket::Tcp(TcpStream::connect((Ipv4Addr::LOCALHOST, port))?).prepare()
    }

    pub(crate) fn try_clone(&self) -> io::Result<Socket> {
        Ok(match self {
            #[cfg(unix)]
            Socket::Unix(stream) => Socket::Unix(stream.try_clone()?),
            Socket::Tcp(stream) => Socket::Tcp(stream.try_clone()?),
        })
    }

    /// A game that does not read any more must not hold up the one that writes.
    pub(crate) fn set_write_timeout(&self, limit: Duration) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Socket::Unix(stream) => stream.set_write_timeout(Some(limit)),
            Socket::Tcp(stream) => stream.set_write_timeout(Some(limit)),
        }
    }

    pub(crate) fn shut_down(&self) {
        // It is closed either way.
        let _ = match self {
            #[cfg(unix)]
            Socket::Unix(stream) => stream.shutdown(Shutdown::Both),
            Socket::Tcp(stream) => stream.shutdown(Shutdown::Both),
        };
    }

    /// The game's socket waits for acknowledgements before it sends again: they must not be delayed.
    fn acknowledge_at_once(&self) {
        #[cfg(target_os = "linux")]
        if let Socket::Tcp(stream) = self {
            let _ = rustix::net::sockopt::set_tcp_quickack(stream, true);
        }
    }
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.acknowledge_at_once();
        match self {
            #[cfg(unix)]
            Socket::Unix(stream) => stream.read(buffer),
            Socket::Tcp(stream) => stream.read(buffer),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            #[cfg(unix)]
            Socket::Unix(stream) => stream.write(bytes),
            Socket::Tcp(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
