//! `scenewright mcp` on pipes. A thread reads, so that a test may send without reading.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio as Pipes};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::{parse, program};

/// Longer than anything takes; a test that waits for so long has failed.
const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Stdio {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
}

impl Stdio {
    pub fn open(project: &Path, args: &[&str]) -> Stdio {
        let mut child = program()
            .arg("mcp")
            .args(args)
            .arg(project)
            .stdin(Pipes::piped())
            .stdout(Pipes::piped())
            .stderr(Pipes::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The test may be over.
                let _ = sender.send(parse(line.as_bytes()));
            }
        });
        Stdio { child, input, messages }
    }

    pub fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    pub fn send_line(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("stdin is open");
        input.write_all(&[line, b"\n"].concat()).expect("the program reads");
    }

    pub fn receive(&mut self) -> Value {
        self.messages.recv_timeout(REPLY_TIMEOUT).expect("the program says something")
    }

    /// `None` if nothing comes in that time.
    pub fn try_receive(&mut self, within: Duration) -> Option<Value> {
        self.messages.recv_timeout(within).ok()
    }

    /// Ends the input; what still comes, and whether the end was an orderly one.
    pub fn close(mut self) -> (Vec<Value>, bool) {
        self.input = None;
        let rest = self.messages.iter().collect();
        (rest, self.child.wait().expect("the program ends").success())
    }
}

impl Drop for Stdio {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
