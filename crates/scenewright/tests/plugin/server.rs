//! The program as a server of the Godoty protocol.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::agent;
use crate::client::Client;

pub struct Server {
    process: Child,
    url: String,
}

impl Server {
    /// `folder` is where the project lies in `game`.
    pub fn start(folder: &Path) -> Server {
        let mut process = agent::program(folder)
            .arg("serve")
            .arg(folder.join("game"))
            .args(["--port", "0", "--godoty-port", "0", "--allow-writes", "--no-token"])
            .arg("--allow-dangerous-actions")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = lines.map(Result::unwrap).find(|line| line.contains("ws://")).unwrap();
        Server { process, url: line.split_whitespace().last().unwrap().to_owned() }
    }

    pub fn connect(&self) -> Client {
        Client::open(&self.url).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
