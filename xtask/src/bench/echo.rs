//! The floor: lines sent back over a plain loopback socket by another process.

use std::env;
use std::io::{BufRead, BufReader, Read, Write, stdin};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;

use super::ECHO_SERVER;
use super::lines::Lines;
use super::running::{Running, Server};
use crate::Result;

pub(super) type EchoLink = Lines<BufReader<TcpStream>, TcpStream>;

pub(super) struct Echo {
    address: String,
    _server: Server,
}

impl Echo {
    /// Starts this very program as the other process.
    pub(super) fn start() -> Result<Echo> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(ECHO_SERVER).stderr(Stdio::inherit());
        let server = Running::server(&mut command)?;
        Ok(Echo { address: server.first_line.trim().to_owned(), _server: server })
    }

    pub(super) fn link(&self) -> Result<EchoLink> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        Ok(Lines::new(BufReader::new(stream.try_clone()?), stream))
    }
}

/// The other process: serves until its input is closed.
pub(crate) fn serve() -> Result {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    println!("{}", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || echo(stream));
        }
    });
    stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn echo(mut stream: TcpStream) -> Result {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        stream.write_all(&line)?;
        line.clear();
    }
    Ok(())
}
